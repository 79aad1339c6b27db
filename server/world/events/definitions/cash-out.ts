import { formatMoney } from '../../../../base/formats.ts';
import { getSmallestNoteCents } from '../../../../fixtures/model/cassettes.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { CashState } from '../../../../fixtures/model/stream-types.ts';
import { DAY_MS } from '../../../../fixtures/time/dates.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration, formatLocalClock, formatLocalDay } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { findKnownMs, findLastMessageMs, listFirstMessages } from '../../rules/input/status-messages.ts';
import type { EvaluatedSpan, TerminalStreams } from '../../rules/input/streams.ts';
import { loadCash } from '../planning/cash-load.ts';
import {
  createAlreadyOpenObstacle,
  createCauseBase,
  createTriggerPlan,
  findLatestIncident,
  findRearmedMs,
  findTargetTerminal,
  type Setting,
  type TriggerOutcome,
} from '../planning/definition.ts';
import { createObstacle, isObstacles } from '../planning/obstacle.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

/**
 * A terminal cannot pay out its smallest withdrawal, as known from its messages. Critical until it has cash for several
 * withdrawals.
 * @see gap events.conditions
 */
export const cashOut: IncidentDefinition<'cash_out'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findCashOuts },
  trigger: { about: 'terminal', usualMinutes: 1, provoke: removeAllNotes, resolve: loadCash },
};

function findCashOuts({ streams, part, policy: { cashOut: policy } }: TerminalEvaluation): readonly Incident[] {
  const { source, ledger } = streams;
  const { terminalId, accountId } = source.terminal;
  const leastCents = getSmallestNoteCents(source.terminal);
  const cashAt = (atMs: number): CashState | undefined => ledger.cashAt(findLastMessageMs(streams, atMs) ?? atMs);
  const leftCents = (atMs: number): number => cashAt(atMs)?.amountRemainingCents ?? Number.POSITIVE_INFINITY;
  const outs = ledger.cashOutsBetween(part.fromMs, part.toMs + 1);

  return evaluateRule(
    { seed: source.seed, type: 'cash_out', dedupeKey: `cash_out:${terminalId}`, accountId, terminalId },
    part,
    {
      rearmMinutes: 0,
      quiet: listTerminalQuietSpans(source.tenant, terminalId),
      marks: [
        ...outs.flatMap(({ fromMs, toMs }) =>
          [fromMs, toMs].flatMap((ms) => (Number.isFinite(ms) ? (findKnownMs(streams, ms, part.toMs + 1) ?? []) : [])),
        ),
        ...listFirstMessages(streams, part, 1),
      ].map(ceilToMinute),
      triggeredAs: (atMs) => (leftCents(atMs) < leastCents ? 'critical' : undefined),
      worsenedTo: () => 'critical',
      clearedBy: (atMs) => (leftCents(atMs) >= policy.clearWithdrawals * leastCents ? 'recovered' : undefined),
      describe({ atMs, state, openedAtMs }) {
        const cash = cashAt(atMs);
        const emptySinceMs = findLastCashOut(streams, openedAtMs)?.fromMs ?? openedAtMs;
        return describe(streams, { atMs, openedAtMs, emptySinceMs, cash, leastCents, isOver: state === 'resolved' });
      },
    },
  );
}

/** Returns the latest period without cash that began by then. */
function findLastCashOut({ ledger }: TerminalStreams, ms: number): EvaluatedSpan | undefined {
  for (let reachMs = DAY_MS; ; reachMs *= 8) {
    const fromMs = Math.max(ledger.historyStartMs, ms - reachMs);
    const found = ledger.cashOutsBetween(fromMs, ms + 1).at(-1);
    if (found !== undefined || fromMs === ledger.historyStartMs) return found;
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

function removeAllNotes(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const latest = findLatestIncident(setting, terminal, `cash_out:${terminal.terminalId}`);
  if (latest?.resolvedAtMs === null) return createAlreadyOpenObstacle(latest);
  if (terminal.ledger.loadAt(setting.nowMs) === undefined)
    return createObstacle('/terminal_id', 'not_in_service', 'The terminal was never loaded with cash.');
  const cause: Cause = { ...createCauseBase(setting, terminal), type: 'notes_removed', position: 'all', notesLeft: 0 };
  return createTriggerPlan(setting, [cause], Math.max(setting.nowMs, findRearmedMs(latest, 0)));
}
