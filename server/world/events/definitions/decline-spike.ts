import { HOUR_MS, MINUTE_MS } from '../../../../fixtures/time/calendar.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { BaselinePolicy, DeclineSpikePolicy } from '../../rules/evaluation/default-policy.ts';
import { listTerminalQuietSpans } from '../../rules/evaluation/maintenance.ts';
import { type EventDescription, evaluateRule } from '../../rules/evaluation/minute-rule.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import { describeDuration } from '../../rules/evaluation/wording.ts';
import type { Incident, Severity } from '../../rules/incident.ts';
import { isDeclined, isTechnicalDecline } from '../../rules/input/attempt-outcome.ts';
import { type AttemptLog, computeRate, HourCounts, listHourStarts } from '../../rules/input/attempts.ts';
import type { EvaluatedSpan, TerminalStreams } from '../../rules/input/streams.ts';
import { formatResponses, listTopResponses } from '../../rules/input/top-responses.ts';
import {
  countApproved,
  delayAfterOthers,
  listRequests,
  rehearseAttempts,
  rehearseExactly,
  series,
} from '../planning/attempt-series.ts';
import { readPolicy, type Setting, type TriggerOutcome } from '../planning/definition.ts';
import type { RequestedAttempt } from '../planning/rehearsal.ts';
import type { IncidentDefinition, TerminalEvaluation } from './event-definition.ts';

/**
 * A terminal declines far more than usual for that hour of the week. Evaluated over the last hour or, with too few
 * attempts, over the latest attempts of the day.
 * @see gap events.conditions
 */
export const declineSpike: IncidentDefinition<'decline_spike'> = {
  kind: 'incident',
  rule: { evaluateTerminal: findSpikes, readsAttempts: true },
  trigger: { about: 'terminal', usualMinutes: 20, provoke: declineAttempts, resolve: approveAttempts },
};

type SpikePolicy = DeclineSpikePolicy & { readonly baseline: BaselinePolicy };

function findSpikes({ streams, part, policy: policies, attempts: log }: TerminalEvaluation): readonly Incident[] {
  const policy: SpikePolicy = { ...policies.declineSpike, baseline: policies.baseline };
  const { source } = streams;
  const { terminalId, accountId, location } = source.terminal;
  const { triggerDeclines, highRate } = policy;
  const judge = new Judge(streams, policy, log);

  const getSeverity = ({ from, to }: Window): Severity =>
    log.declinesBetween(from, to) >= Math.max(triggerDeclines, highRate * (to - from)) ? 'high' : 'medium';

  return evaluateRule(
    { seed: source.seed, type: 'decline_spike', dedupeKey: `decline_spike:${terminalId}`, accountId, terminalId },
    part,
    {
      rearmMinutes: policy.rearmMinutes,
      quiet: listTerminalQuietSpans(source.tenant, terminalId),
      marks: listMarks(log, policy, { zone: location.timezone, toMs: part.toMs }),
      marksWhileOpen: (openedAtMs) =>
        listMarksWhileOpen(log, policy, {
          zone: location.timezone,
          fromMs: Math.max(openedAtMs, part.afterMs),
          toMs: part.toMs,
        }),
      triggeredAs(atMs) {
        const window = judge.windowAt(atMs);
        return judge.isSpike(window, atMs) && !judge.isOver(atMs) ? getSeverity(window) : undefined;
      },
      worsenedTo: (atMs) => getSeverity(judge.windowAt(atMs)),
      clearedBy: (atMs) => (judge.isOver(atMs) ? 'recovered' : undefined),
      describe: ({ atMs, state, openedAtMs }) =>
        state === 'resolved'
          ? describe(log, judge.latestAt(atMs), { atMs, openedAtMs, baselineRate: judge.usualAt(atMs) })
          : describe(log, judge.windowAt(atMs), { atMs, openedAtMs: undefined, baselineRate: judge.usualAt(atMs) }),
    },
  );
}

/** The rows of the log from one index to before another, and the start of the requested period. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly startMs: number;
}

class Judge {
  readonly #policy: SpikePolicy;
  readonly #log: AttemptLog;
  readonly #hours: HourCounts;

  constructor({ source, ledger }: TerminalStreams, policy: SpikePolicy, log: AttemptLog) {
    this.#policy = policy;
    this.#log = log;
    this.#hours = new HourCounts(source.terminal.location.timezone, [
      (fromMs, toMs) => ledger.transactionsBetween(fromMs, toMs),
    ]);
  }

  /** Returns the attempts to evaluate at a minute. */
  windowAt(atMs: number): Window {
    const { windowMinutes, latestAttempts, latestWithinHours } = this.#policy;
    const startMs = atMs - windowMinutes * MINUTE_MS;
    const to = this.#log.after(atMs);
    const from = this.#log.after(startMs);
    if (to - from >= latestAttempts) return { from, to, startMs };
    const few = Math.max(0, to - latestAttempts, this.#log.after(atMs - latestWithinHours * HOUR_MS));
    return { from: few, to, startMs: Math.min(startMs, this.#log.atMs(few)) };
  }

  /** Returns the latest attempts, regardless of age. */
  latestAt(atMs: number): Window {
    const to = this.#log.after(atMs);
    const from = Math.max(0, to - this.#policy.latestAttempts);
    return { from, to, startMs: Math.min(atMs, this.#log.atMs(from)) };
  }

  isSpike({ from, to }: Window, atMs: number): boolean {
    const declines = this.#log.declinesBetween(from, to);
    const { triggerDeclines, triggerRate, triggerAboveBaseline } = this.#policy;
    if (declines < triggerDeclines || declines < triggerRate * (to - from)) return false;
    return declines / (to - from) >= this.usualAt(atMs) + triggerAboveBaseline;
  }

  isOver(atMs: number): boolean {
    const { from, to } = this.latestAt(atMs);
    if (to === from) return true;
    return this.#log.declinesBetween(from, to) / (to - from) < this.usualAt(atMs) + this.#policy.clearAboveBaseline;
  }

  /** Returns the usual decline rate for that hour of the week. */
  usualAt(atMs: number): number {
    const { weeks, leastAttempts, fleetDeclineRate } = this.#policy.baseline;
    const { attempts, declines } = this.#hours.inWeeksBefore(atMs, weeks);
    return attempts < leastAttempts ? fleetDeclineRate : declines / attempts;
  }
}

/** Returns the minutes at which a possible spike window gains or loses an attempt, or the hour of the week changes. */
function listMarks(
  log: AttemptLog,
  policy: DeclineSpikePolicy,
  { zone, toMs }: { readonly zone: string; readonly toMs: number },
): readonly number[] {
  const { windowMinutes, latestAttempts, latestWithinHours, triggerDeclines } = policy;
  const marks: number[] = [];
  for (let index = 0; index < log.length; index += 1) {
    const atMs = log.atMs(index);
    const inWindow = log.after(atMs - windowMinutes * MINUTE_MS);
    const latest = Math.max(0, index + 1 - latestAttempts);
    const from = Math.min(inWindow, latest);
    if (log.declinesBetween(from, index + 1) < triggerDeclines) continue;
    const untilMs = Math.min(log.atMs(index + 1), atMs + latestWithinHours * HOUR_MS, toMs) + MINUTE_MS;
    marks.push(ceilToMinute(atMs), ...listHourStarts(zone, atMs, untilMs));
    for (let one = from; one <= index; one += 1) {
      for (const leaveMs of listWindowEnds(log.atMs(one), policy)) if (leaveMs <= untilMs) marks.push(leaveMs);
    }
  }
  return marks;
}

/** Returns every minute at which an open incident may change. */
function listMarksWhileOpen(
  log: AttemptLog,
  policy: DeclineSpikePolicy,
  { zone, fromMs, toMs }: EvaluatedSpan & { readonly zone: string },
): readonly number[] {
  const marks = [...listHourStarts(zone, fromMs, toMs)];
  for (let index = log.after(fromMs - policy.latestWithinHours * HOUR_MS); index < log.length; index += 1) {
    marks.push(ceilToMinute(log.atMs(index)), ...listWindowEnds(log.atMs(index), policy));
  }
  return marks;
}

/** Returns when an attempt leaves each of the two windows. */
const listWindowEnds = (atMs: number, { windowMinutes, latestWithinHours }: DeclineSpikePolicy): readonly number[] => [
  ceilToMinute(atMs + windowMinutes * MINUTE_MS),
  ceilToMinute(atMs + latestWithinHours * HOUR_MS),
];

interface Turning {
  readonly atMs: number;
  /** For an incident that ends. */
  readonly openedAtMs: number | undefined;
  readonly baselineRate: number;
}

function describe(
  log: AttemptLog,
  { from, to, startMs }: Window,
  { atMs, openedAtMs, baselineRate }: Turning,
): EventDescription {
  const declined = log.rows.slice(from, to).filter(isDeclined);
  const attempts = to - from;
  const technicalDeclines = declined.filter(isTechnicalDecline).length;
  return {
    data: {
      windowStart: startMs,
      windowEnd: atMs,
      attempts,
      declines: declined.length,
      declineRate: computeRate(declined.length, attempts),
      baselineRate: computeRate(baselineRate, 1),
      topResponses: listTopResponses(declined),
      businessDeclines: declined.length - technicalDeclines,
      technicalDeclines,
    },
    title:
      openedAtMs === undefined ? `Declines: ${declined.length} of ${attempts} attempts` : 'Declines back to normal',
    summary:
      openedAtMs === undefined
        ? `Usual at this hour: ${Math.round(100 * baselineRate)} %. Responses: ${formatResponses(declined)}.`
        : `Open for ${describeDuration(atMs - openedAtMs)}. ${declined.length} of the last ${attempts} attempts declined.`,
  };
}

/** Between two declines. Too slow for high_decline_velocity. */
const DECLINE_SECONDS = 90;
/** How many numbers of inquiries are tried for a requested number of declines. */
const MOST_SERIES = 5;

/**
 * Declines one card after another until most attempts of the hour are declined. With a requested number, balance inquiries between
 * the declines keep the rate below that of a spike until the last decline.
 */
function declineAttempts(setting: Setting, { declines, response }: TriggerParameters<'decline_spike'>): TriggerOutcome {
  const declineSeries = (count: number): readonly RequestedAttempt[] =>
    series(count, DECLINE_SECONDS, (index) => ({ card: index, response }));
  if (declines === undefined)
    return rehearseAttempts(setting, (terminal) => {
      const { nowMs } = setting;
      const approved = countApproved(listRequests(terminal, nowMs - HOUR_MS, nowMs + HOUR_MS / 2));
      // Seven in ten of the hour.
      return declineSeries(Math.min(60, Math.max(8, Math.ceil((approved * 0.7) / 0.3))));
    });
  const counts = [{ parameter: 'declines', member: 'declines', value: declines }];
  return rehearseExactly(setting, { type: 'decline_spike', counts }, (terminal) => {
    const lastMs = setting.nowMs + declines * DECLINE_SECONDS * 1000;
    const approved = countApproved(listRequests(terminal, lastMs - HOUR_MS, lastMs));
    const { triggerRate } = readPolicy(setting).declineSpike;
    const most = Math.max(0, Math.floor((declines * (1 - triggerRate)) / triggerRate) - approved + 2);
    // From the highest number on: with fewer inquiries, the rule reports at an earlier decline.
    return Array.from({ length: Math.min(most + 1, MOST_SERIES) }, (_, fewer) => [
      ...declineSeries(declines),
      ...inquireBetween(declines, most - fewer),
    ]);
  });
}

/** Approves balance inquiries before all declines but the last, at least as many per decline as in all. */
function inquireBetween(declines: number, count: number): readonly RequestedAttempt[] {
  const before = (decline: number): number => Math.min(count, Math.ceil((count * decline) / (declines - 1)));
  return Array.from({ length: declines - 1 }, (_, decline) => {
    const first = before(decline);
    const inquiries = before(decline + 1) - first;
    return Array.from({ length: inquiries }, (_, index) => ({
      afterSeconds: Math.round(DECLINE_SECONDS * (decline + (index + 1) / (inquiries + 1))),
      ...inquiry(declines + first + index),
    }));
  }).flat();
}

const inquiry = (card: number): Omit<RequestedAttempt, 'afterSeconds'> => ({
  card,
  response: '00',
  type: 'balance_inquiry',
  amountCents: 0,
});

function approveAttempts(setting: Setting): TriggerOutcome {
  return rehearseAttempts(setting, (terminal) => delayAfterOthers(setting, terminal, series(10, 60, inquiry)));
}
