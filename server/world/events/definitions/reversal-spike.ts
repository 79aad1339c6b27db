import { formatMoney } from '../../../../base/formats.ts';
import { isApprovedCash } from '../../../../fixtures/cash/cash-rows.ts';
import { reversalReasons } from '../../../../fixtures/cash/timeline-steps.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../fixtures/time/calendar.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { ReversalSpikePolicy } from '../../rules/evaluation/default-policy.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { AttemptLog, computeRate } from '../../rules/input/attempts.ts';
import { countByCode } from '../../rules/input/top-responses.ts';
import type { Terminal } from '../../state/tenant.ts';
import {
  delayAfterOthers,
  listRequests,
  listWithOthers,
  rehearseAttempts,
  rehearseExactly,
  series,
  smallestAmount,
} from '../planning/attempt-series.ts';
import type { Setting, TriggerOutcome } from '../planning/definition.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

/**
 * Too many withdrawals are reversed, or several in a row.
 * @see gap events.conditions
 */
export const reversalSpike: IncidentDefinition<'reversal_spike'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findSpikes, readsAttempts: true },
  trigger: { about: 'terminal', usualMinutes: 10, provoke: reverseWithdrawals, resolve: completeWithdrawals },
};

function findSpikes(evaluation: TerminalEvaluation): readonly Incident[] {
  const { source } = evaluation.streams;
  const { part, attempts: log } = evaluation;
  const policy = evaluation.policy.reversalSpike;
  const { terminalId, accountId } = source.terminal;
  const withdrawals = new AttemptLog(log.rows.filter(isApprovedCash));
  const reversed = withdrawals.rows.filter(({ reversedAtMs }) => reversedAtMs !== undefined);
  const windowAt = (atMs: number): readonly Transaction[] =>
    withdrawals.rows.slice(withdrawals.after(atMs - policy.windowMinutes * MINUTE_MS), withdrawals.after(atMs));

  const isOver = (atMs: number): boolean => {
    const last = reversed.findLast((row) => isReversedBy(row, atMs));
    const lastMs = reversed.reduce(
      (latest, { reversedAtMs = 0 }) => (reversedAtMs <= atMs ? Math.max(latest, reversedAtMs) : latest),
      0,
    );
    if (last === undefined || atMs - lastMs >= policy.clearHours * HOUR_MS) return true;
    return withdrawals.after(atMs) - withdrawals.after(last.atMs) >= policy.clearInARow;
  };

  return evaluateRule(
    { seed: source.seed, type: 'reversal_spike', dedupeKey: `reversal_spike:${terminalId}`, accountId, terminalId },
    part,
    {
      rearmMinutes: policy.rearmMinutes,
      quiet: listTerminalQuietSpans(source.tenant, terminalId),
      marks: listMarks(withdrawals, reversed, policy),
      marksWhileOpen: (openedAtMs) => [
        ...withdrawals.rows.slice(withdrawals.after(openedAtMs)).map(({ atMs }) => ceilToMinute(atMs)),
        ...reversed.flatMap(({ reversedAtMs = 0 }) => [
          ceilToMinute(reversedAtMs),
          ceilToMinute(reversedAtMs + policy.clearHours * HOUR_MS),
        ]),
      ],
      triggeredAs: (atMs) => (isSpike(windowAt(atMs), atMs, policy) && !isOver(atMs) ? 'high' : undefined),
      worsenedTo: () => 'high',
      clearedBy: (atMs) => (isOver(atMs) ? 'recovered' : undefined),
      describe: ({ atMs, state, openedAtMs }) =>
        describe(windowAt(atMs), policy, { atMs, openedAtMs: state === 'resolved' ? openedAtMs : undefined }),
    },
  );
}

const isReversedBy = ({ reversedAtMs }: Transaction, atMs: number): boolean =>
  reversedAtMs !== undefined && reversedAtMs <= atMs;

function isSpike(withdrawals: readonly Transaction[], atMs: number, policy: ReversalSpikePolicy): boolean {
  let reversals = 0;
  let inARow = 0;
  let longest = 0;
  for (const row of withdrawals) {
    const isReversed = isReversedBy(row, atMs);
    reversals += isReversed ? 1 : 0;
    inARow = isReversed ? inARow + 1 : 0;
    longest = Math.max(longest, inARow);
  }
  if (longest >= policy.triggerInARow) return true;
  return reversals >= policy.triggerReversals && reversals >= policy.triggerRate * withdrawals.length;
}

/**
 * Returns the minutes at which a withdrawal is reversed, enters or leaves the window, while enough reversals are close
 * together.
 */
function listMarks(
  withdrawals: AttemptLog,
  reversed: readonly Transaction[],
  { windowMinutes, triggerReversals, triggerInARow }: ReversalSpikePolicy,
): readonly number[] {
  const windowMs = windowMinutes * MINUTE_MS;
  const least = Math.min(triggerReversals, triggerInARow);
  return reversed.flatMap((row, index) => {
    const first = reversed[index + 1 - least];
    if (first === undefined || row.atMs - first.atMs >= windowMs) return [];
    const near = withdrawals.rows.slice(
      withdrawals.after(first.atMs - windowMs),
      withdrawals.after(row.atMs + windowMs),
    );
    return near.flatMap(({ atMs, reversedAtMs }) => [
      ceilToMinute(atMs),
      ceilToMinute(atMs + windowMs),
      ...(reversedAtMs === undefined ? [] : [ceilToMinute(reversedAtMs)]),
    ]);
  });
}

interface Turning {
  readonly atMs: number;
  /** For an incident that ends. */
  readonly openedAtMs: number | undefined;
}

const MAX_REPORTED_IDS = 5;

function describe(
  withdrawals: readonly Transaction[],
  { windowMinutes }: ReversalSpikePolicy,
  { atMs, openedAtMs }: Turning,
): EventDescription {
  const reversed = withdrawals.filter((row) => isReversedBy(row, atMs));
  const codes = countByCode(reversed, ({ reversalCode = '00' }) => reversalCode);
  const newestFirst = [...reversed].sort((a, b) => (b.reversedAtMs ?? 0) - (a.reversedAtMs ?? 0));
  const reversedAmount = reversed.reduce((sum, { amtCompCents }) => sum + amtCompCents, 0);
  return {
    data: {
      windowStart: atMs - windowMinutes * MINUTE_MS,
      windowEnd: atMs,
      approvedWithdrawals: withdrawals.length,
      reversals: reversed.length,
      reversalRate: computeRate(reversed.length, withdrawals.length),
      reversedAmount,
      reversalCodes: codes.map(([code, count]) => ({ code, text: formatReason(code), count })),
      lastTransactionIds: newestFirst.slice(0, MAX_REPORTED_IDS).map(({ transactionId }) => transactionId),
    },
    title:
      openedAtMs === undefined
        ? `Reversals: ${reversed.length} of ${withdrawals.length} withdrawals`
        : 'Reversals back to normal',
    summary:
      openedAtMs === undefined
        ? `${formatMoney(reversedAmount)} USD reversed. ${codes.map(([code, count]) => `${formatReason(code)} ×${count}`).join(', ')}.`
        : `Open for ${describeDuration(atMs - openedAtMs)}.`,
  };
}

function formatReason(code: string): string {
  const reason = reversalReasons[code] ?? 'other reason';
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** Between two withdrawals. */
const WITHDRAWAL_SECONDS = 60;

/**
 * Approves withdrawals that are then reversed because the dispenser failed. A requested number is reversed within one minute, so that
 * the rule reports all of them at once.
 */
function reverseWithdrawals(setting: Setting, { reversals }: TriggerParameters<'reversal_spike'>): TriggerOutcome {
  const { nowMs } = setting;
  const reverse = (terminal: Terminal, count: number, getDelay: (index: number) => number) =>
    series(count, WITHDRAWAL_SECONDS, (index) => ({
      ...smallestAmount(terminal),
      card: index,
      response: '00',
      reversedAfterSeconds: getDelay(index),
    }));
  if (reversals === undefined)
    return rehearseAttempts(setting, (terminal) => {
      const paid = listRequests(terminal, nowMs - 2 * HOUR_MS, nowMs + HOUR_MS / 4).filter(isApprovedCash).length;
      return reverse(terminal, Math.min(40, Math.max(3, Math.ceil(0.2 * paid))), () => 25);
    });
  const counts = [{ parameter: 'reversals', member: 'reversals', value: reversals }];
  return rehearseExactly(setting, { type: 'reversal_spike', counts }, (terminal) =>
    listWithOthers(reversals).map((count) => {
      const lastMs = ceilToMinute(nowMs + count * WITHDRAWAL_SECONDS * 1000) + MINUTE_MS / 2;
      return reverse(
        terminal,
        count,
        (index) => Math.round((lastMs - nowMs) / 1000) - (index + 1) * WITHDRAWAL_SECONDS,
      );
    }),
  );
}

function completeWithdrawals(setting: Setting): TriggerOutcome {
  return rehearseAttempts(setting, (terminal) =>
    delayAfterOthers(
      setting,
      terminal,
      series(6, WITHDRAWAL_SECONDS, (index) => ({ ...smallestAmount(terminal), card: index, response: '00' })),
    ),
  );
}
