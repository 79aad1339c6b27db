import { smallestWithdrawalCents } from '../../../fixtures/cash/cash-fold.ts';
import type { CashState } from '../../../fixtures/model/stream-types.ts';
import { DAY_MS } from '../../../fixtures/time/dates.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { formatMoney } from '../../../spec/formats.ts';
import type { CashOutPolicy } from './evaluation/default-policy.ts';
import type { Incident } from './evaluation/incident.ts';
import { quietOfTerminal } from './evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from './evaluation/minute-rule.ts';
import { minuteFrom } from './evaluation/minutes.ts';
import { describeDuration, formatLocalClock, formatLocalDay } from './evaluation/wording.ts';
import { findKnownMs, findLastMessageMs, listFirstMessages } from './input/status-messages.ts';
import type { EvaluatedSpan, SpanPart, TerminalStreams } from './input/streams.ts';

/**
 * A terminal cannot pay out its smallest withdrawal, as known from its messages. Critical until it has cash for several
 * withdrawals.
 * @see gap events.conditions
 */
export function cashOut(streams: TerminalStreams, part: SpanPart, policy: CashOutPolicy): readonly Incident[] {
  const { source, ledger } = streams;
  const { terminalId, accountId } = source.terminal;
  const leastCents = smallestWithdrawalCents(source.terminal);
  const cashAt = (atMs: number): CashState | undefined => ledger.cashAt(findLastMessageMs(streams, atMs) ?? atMs);
  const leftCents = (atMs: number): number => cashAt(atMs)?.amountRemainingCents ?? Number.POSITIVE_INFINITY;
  const outs = ledger.cashOutsBetween(part.fromMs, part.toMs + 1);

  return evaluateRule(
    { seed: source.seed, type: 'cash_out', dedupeKey: `cash_out:${terminalId}`, accountId, terminalId },
    part,
    {
      rearmMinutes: 0,
      quiet: quietOfTerminal(source.tenant, terminalId),
      marks: [
        ...outs.flatMap(({ fromMs, toMs }) =>
          [fromMs, toMs].flatMap((ms) => (Number.isFinite(ms) ? (findKnownMs(streams, ms, part.toMs + 1) ?? []) : [])),
        ),
        ...listFirstMessages(streams, part, 1),
      ].map(minuteFrom),
      triggeredAs: (atMs) => (leftCents(atMs) < leastCents ? 'critical' : undefined),
      worsenedTo: () => 'critical',
      clearedBy: (atMs) => (leftCents(atMs) >= policy.clearWithdrawals * leastCents ? 'recovered' : undefined),
      describe({ atMs, state, openedAtMs }) {
        const cash = cashAt(atMs);
        const emptySinceMs = lastOutBegunBy(streams, openedAtMs)?.fromMs ?? openedAtMs;
        return describe(streams, { atMs, openedAtMs, emptySinceMs, cash, leastCents, isOver: state === 'resolved' });
      },
    },
  );
}

/** Returns the latest period without cash that began by then. */
function lastOutBegunBy({ ledger }: TerminalStreams, ms: number): EvaluatedSpan | undefined {
  for (let reachMs = DAY_MS; ; reachMs *= 8) {
    const fromMs = Math.max(HISTORY_START_MS, ms - reachMs);
    const found = ledger.cashOutsBetween(fromMs, ms + 1).at(-1);
    if (found !== undefined || fromMs === HISTORY_START_MS) return found;
  }
}

interface Turning {
  readonly atMs: number;
  readonly openedAtMs: number;
  readonly emptySinceMs: number;
  readonly cash: CashState | undefined;
  readonly leastCents: number;
  readonly isOver: boolean;
}

function describe({ source }: TerminalStreams, turning: Turning): EventDescription {
  const { atMs, openedAtMs, emptySinceMs, cash, leastCents, isOver } = turning;
  const { terminal } = source;
  const amountRemaining = cash?.amountRemainingCents ?? 0;
  const { attemptsPerMonth, declineShare } = terminal.demand;
  // Most attempts are for cash, and only issuers would decline the others.
  const withdrawalsPerMs = (attemptsPerMonth * (1 - declineShare) * WITHDRAWAL_SHARE) / MONTH_MS;
  return {
    data: {
      amountRemaining,
      minWithdrawal: leastCents,
      cassettes: (cash?.cassettes ?? []).map(({ position, denominationCents, notesRemaining }) => ({
        position,
        denomination: denominationCents,
        notesRemaining,
        status: 'ok',
      })),
      emptySince: isOver ? null : emptySinceMs,
      lostWithdrawalsEstimate: Math.round((atMs - openedAtMs) * withdrawalsPerMs),
      lastLoadedAt: cash?.lastLoadedAtMs ?? null,
    },
    title: isOver ? 'Cash out' : `Out of cash: ${formatMoney(amountRemaining)} left`,
    summary: isOver
      ? `Open for ${describeDuration(atMs - openedAtMs)}. Loaded to ${formatMoney(amountRemaining)}.`
      : `Empty since ${formatLocalClock(terminal, emptySinceMs)}.${cash === undefined ? '' : ` Last loaded ${formatLocalDay(terminal, cash.lastLoadedAtMs)}.`}`,
  };
}

const WITHDRAWAL_SHARE = 0.86;
const MONTH_MS = 30.44 * DAY_MS;
