import { isApproved } from '../../../../fixtures/cash/cash-rows.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { DAY_MS, MINUTE_MS } from '../../../../fixtures/time/calendar.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { DeclineVelocityPolicy } from '../../rules/evaluation/default-policy.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import type { Incident } from '../../rules/incident.ts';
import { isDeclined } from '../../rules/input/attempt-outcome.ts';
import type { AttemptLog } from '../../rules/input/attempts.ts';
import { formatResponses, listTopResponses } from '../../rules/input/top-responses.ts';
import { listRequests, listWithOthers, rehearseExactly } from '../planning/attempt-series.ts';
import {
  createTriggerPlan,
  findTargetTerminal,
  readPolicy,
  type Setting,
  type TriggerOutcome,
} from '../planning/definition.ts';
import { isObstacles } from '../planning/obstacle.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

/**
 * Declines of several cards in quick succession, as in tests of stolen cards.
 * @see gap events.conditions
 */
export const highDeclineVelocity: IncidentDefinition<'high_decline_velocity'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findBursts, readsAttempts: true },
  trigger: { about: 'terminal', usualMinutes: 10, provoke: declineCards, resolve: waitForQuiet },
};

function findBursts(evaluation: TerminalEvaluation): readonly Incident[] {
  const { source } = evaluation.streams;
  const { part, attempts: log } = evaluation;
  const policy = evaluation.policy.highDeclineVelocity;
  const { terminalId, accountId } = source.terminal;
  const { windowMinutes, triggerDeclines, triggerCards, clearWindowMinutes, clearDeclines } = policy;
  const countAt = (atMs: number, minutes: number): number =>
    log.declinesBetween(log.after(atMs - minutes * MINUTE_MS), log.after(atMs));
  const declinesAt = (atMs: number, minutes: number): readonly Transaction[] =>
    log.rows.slice(log.after(atMs - minutes * MINUTE_MS), log.after(atMs)).filter(isDeclined);

  return evaluateRule(
    {
      seed: source.seed,
      type: 'high_decline_velocity',
      dedupeKey: `high_decline_velocity:${terminalId}`,
      accountId,
      terminalId,
    },
    part,
    {
      rearmMinutes: policy.rearmMinutes,
      quiet: listTerminalQuietSpans(source.tenant, terminalId),
      marks: listMarks(log, policy),
      marksWhileOpen: (openedAtMs) => listMarksWhileOpen(log, policy, openedAtMs),
      triggeredAs(atMs) {
        if (countAt(atMs, windowMinutes) < triggerDeclines) return undefined;
        return countCards(declinesAt(atMs, windowMinutes)) >= triggerCards ? 'high' : undefined;
      },
      worsenedTo: () => 'high',
      clearedBy: (atMs) => (countAt(atMs, clearWindowMinutes) < clearDeclines ? 'recovered' : undefined),
      describe({ atMs, state, openedAtMs }) {
        const isOver = state === 'resolved';
        const minutes = isOver ? clearWindowMinutes : windowMinutes;
        const burst = log.rows
          .slice(log.after(openedAtMs - windowMinutes * MINUTE_MS), log.after(atMs))
          .filter(isDeclined);
        return describe(declinesAt(atMs, minutes), burst, {
          atMs,
          minutes,
          openedAtMs: isOver ? openedAtMs : undefined,
        });
      },
    },
  );
}

const countCards = (declines: readonly Transaction[]): number => new Set(declines.map(({ cardRef }) => cardRef)).size;

/** Returns the minutes at which enough declines are in the window. */
function listMarks(log: AttemptLog, { windowMinutes, triggerDeclines }: DeclineVelocityPolicy): readonly number[] {
  const declines = log.rows.filter(isDeclined);
  return declines.flatMap(({ atMs }, index) => {
    const first = declines[index + 1 - triggerDeclines];
    return first !== undefined && atMs - first.atMs <= windowMinutes * MINUTE_MS ? [ceilToMinute(atMs)] : [];
  });
}

/** Returns the later minutes at which declines occur or leave the clear window. */
function listMarksWhileOpen(
  log: AttemptLog,
  { clearWindowMinutes }: DeclineVelocityPolicy,
  fromMs: number,
): readonly number[] {
  const clearMs = clearWindowMinutes * MINUTE_MS;
  return log.rows
    .slice(log.after(fromMs - clearMs))
    .filter(isDeclined)
    .flatMap(({ atMs }) => [ceilToMinute(atMs), ceilToMinute(atMs + clearMs)]);
}

interface Turning {
  readonly atMs: number;
  readonly minutes: number;
  /** For an incident that ends. */
  readonly openedAtMs: number | undefined;
}

/** `burst` are the declines from the first that triggered the incident to the latest. */
function describe(
  declines: readonly Transaction[],
  burst: readonly Transaction[],
  { atMs, minutes, openedAtMs }: Turning,
): EventDescription {
  const [first] = burst;
  const last = burst.at(-1);
  if (first === undefined || last === undefined) throw new Error('a burst has no declines');
  const cards = countCards(declines);
  return {
    data: {
      windowStart: atMs - minutes * MINUTE_MS,
      windowEnd: atMs,
      declines: declines.length,
      distinctCards: cards,
      topResponses: listTopResponses(declines),
      firstTransactionId: first.transactionId,
      lastTransactionId: last.transactionId,
    },
    title:
      openedAtMs === undefined
        ? `Fast declines: ${declines.length} in ${minutes} min from ${cards} cards`
        : 'Fast declines have stopped',
    summary:
      openedAtMs === undefined
        ? `Responses: ${formatResponses(declines)}. Possible card testing.`
        : `Open for ${describeDuration(atMs - openedAtMs)}. ${burst.length} declines from ${countCards(burst)} cards in all.`,
  };
}

/**
 * Declines many cards in quick succession, as in tests of stolen cards. The rule reports at the end of a minute, so all declines from
 * the one that triggers it on occur within one.
 */
function declineCards(
  setting: Setting,
  { declines, cards, response }: TriggerParameters<'high_decline_velocity'>,
): TriggerOutcome {
  const { nowMs } = setting;
  const { triggerDeclines } = readPolicy(setting).highDeclineVelocity;
  const counts = [
    { parameter: 'declines', member: 'declines', value: declines },
    { parameter: 'cards', member: 'distinctCards', value: cards },
  ];
  return rehearseExactly(setting, { type: 'high_decline_velocity', counts }, () =>
    listWithOthers(declines).map((count) => {
      const others = declines - count;
      const before = Math.max(0, triggerDeclines - 1 - others);
      const lastMinuteMs = ceilToMinute(nowMs + before * 40_000);
      return Array.from({ length: count }, (_, index) => ({
        card: index % Math.max(1, cards - others),
        response,
        afterSeconds:
          index < before ? (index + 1) * 40 : Math.ceil((lastMinuteMs - nowMs) / 1000) + 2 + (index - before) * 9,
      }));
    }),
  );
}

const QUIET_MS = 15 * MINUTE_MS;

/** The incident ends a quarter of an hour after the last declines. */
function waitForQuiet(setting: Setting): TriggerOutcome {
  const terminal = findTargetTerminal(setting);
  if (isObstacles(terminal)) return terminal;
  const { nowMs } = setting;
  const declined = listRequests(terminal, nowMs - QUIET_MS, nowMs + DAY_MS).filter((row) => !isApproved(row));
  const isQuiet = (ms: number): boolean => declined.filter(({ atMs }) => atMs > ms - QUIET_MS && atMs <= ms).length < 2;
  let atMs = ceilToMinute(nowMs);
  while (!isQuiet(atMs)) atMs += MINUTE_MS;
  return createTriggerPlan(setting, [], atMs);
}
