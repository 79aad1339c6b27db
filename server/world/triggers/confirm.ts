import { formatInstant } from '../../../base/formats.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { EventType } from '../../../spec/index.ts';
import type { Setting, TriggerOutcome, TriggerPlan } from '../events/planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import { getEffectiveMs } from '../fold/inject.ts';
import { getPolicy, getRearmMinutes } from '../rules/evaluation/default-policy.ts';
import { skipQuietSpans } from '../rules/evaluation/maintenance.ts';
import { ceilToMinute } from '../rules/evaluation/minutes.ts';
import {
  findRuleOwner,
  listObservedIncidents,
  listQuietSpans,
  type ObservedIncident,
  type RuleOwner,
} from './incident-listeners.ts';

/** How much later than planned a rule may report, after a suppression ends. */
const PATIENCE_MS = 30 * MINUTE_MS;
/** The same for the end of an incident: rates recover within a few hours. */
const RELIEF_MS = 6 * 60 * MINUTE_MS;

/**
 * Returns what triggers the event and how long until the real rule reports, or why it would not. While the rule is
 * suppressed, as after an incident, the causes are delayed until it is active again.
 */
export function planTrigger(
  setting: Setting,
  type: EventType,
  provoke: (setting: Setting) => TriggerOutcome,
): TriggerOutcome {
  const planned = provoke(setting);
  if (isObstacles(planned)) return planned;
  const hearing = observeReports(setting, type, planned);
  if (hearing === undefined) return planned;
  if (hearing.first !== undefined) return setExpectedIncident(planned, hearing.first, setting);

  const restsUntilMs = findSuppressionEnd(setting, type, hearing);
  if (restsUntilMs > setting.nowMs) {
    const rested = { ...setting, nowMs: restsUntilMs };
    const later = provoke(rested);
    const first = isObstacles(later) ? undefined : observeReports(rested, type, later)?.first;
    if (!isObstacles(later) && first !== undefined) return setExpectedIncident(later, first, setting);
  }
  return explainSuppression(setting, type, hearing);
}

/** Returns the plan with the instant and id of the rule's report. */
const setExpectedIncident = (
  planned: TriggerPlan,
  { atMs, id }: ObservedIncident,
  { nowMs }: Setting,
): TriggerPlan => ({
  ...planned,
  afterMs: atMs - nowMs,
  expectedId: id,
});

/** The rule's reports with and without the causes. */
interface ObservedReports {
  readonly listener: RuleOwner;
  readonly plannedMs: number;
  readonly without: readonly ObservedIncident[];
  /** The first report due to the causes; undefined if they make no difference. */
  readonly first: ObservedIncident | undefined;
}

/** Undefined if there is no rule to evaluate. */
function observeReports(
  setting: Setting,
  type: EventType,
  { causes, afterMs }: TriggerPlan,
): ObservedReports | undefined {
  const listener = findRuleOwner(setting, type, causes);
  if (listener === undefined) return undefined;
  const plannedMs = setting.nowMs + afterMs;
  const toMs = skipQuietSpans(listQuietSpans(setting, listener), plannedMs) + PATIENCE_MS;
  const observed = (given: readonly Cause[]) => listObservedIncidents(setting, listener, { type, causes: given, toMs });
  const without = observed([]);
  const known = new Set(without.map(({ id }) => id));
  const emitted = observed(causes).filter(({ atMs }) => atMs >= setting.nowMs);
  // An event that occurs in that period anyway is acceptable too.
  const first = emitted.find(({ id }) => !known.has(id)) ?? emitted.find(({ atMs }) => atMs <= plannedMs);
  return { listener, plannedMs, without, first };
}

function findSuppressionEnd(setting: Setting, type: EventType, { without }: ObservedReports): number {
  const last = without.findLast(({ atMs }) => atMs < setting.nowMs);
  if (last === undefined || last.resolvedAtMs === null) return setting.nowMs;
  return last.resolvedAtMs + getRearmMinutes(getPolicy(setting.triggerContext.tenant), type) * MINUTE_MS;
}

function explainSuppression(
  setting: Setting,
  type: EventType,
  { listener, plannedMs, without }: ObservedReports,
): readonly Obstacle[] {
  const quietUntilMs = skipQuietSpans(listQuietSpans(setting, listener), plannedMs);
  if (quietUntilMs > plannedMs)
    return createObstacle(
      '/event_type',
      'held_back',
      `Maintenance lasts until ${formatInstant(quietUntilMs)}, and the condition would be over by then.`,
    );
  const open = filterOpenAt(without, setting.nowMs).at(-1);
  if (open !== undefined)
    return createObstacle('/event_type', 'already_open', `${open.id} is open. Resolve ${type} first.`);
  const last = without.findLast(({ atMs }) => atMs < setting.nowMs);
  const since = last === undefined ? '' : ` It last reported at ${formatInstant(last.atMs)}.`;
  return createObstacle(
    '/event_type',
    'held_back',
    `The rule is suppressed after an earlier incident, or other activity prevents it from reporting.${since}`,
  );
}

/**
 * Returns what ends the incident and how long until the real rule reports the end. If the incident is about to open at
 * the next minute, waits for that first.
 */
export function planResolution(
  setting: Setting,
  type: EventType,
  resolve: (setting: Setting) => TriggerOutcome,
): TriggerOutcome {
  const listener = findRuleOwner(setting, type, []);
  if (listener === undefined) return resolve(setting);
  const soonMs = ceilToMinute(setting.nowMs);
  const open = filterOpenAt(
    listObservedIncidents(setting, listener, { type, causes: [], toMs: soonMs }),
    setting.nowMs,
  );
  const startsMs = Math.max(
    setting.nowMs,
    ...open.map(({ atMs }) => (atMs >= setting.nowMs ? getEffectiveMs(atMs) : 0)),
  );
  const planned = resolve({ ...setting, nowMs: startsMs });
  if (isObstacles(planned) || open.length === 0) return planned;

  const toMs = startsMs + planned.afterMs + RELIEF_MS;
  const ids = new Set(open.map(({ id }) => id));
  const ends = listObservedIncidents(setting, listener, { type, causes: planned.causes, toMs }).flatMap(
    ({ id, resolvedAtMs }) => (ids.has(id) && resolvedAtMs !== null ? [resolvedAtMs] : []),
  );
  if (ends.length === 0)
    return createObstacle('/event_type', 'held_back', 'The condition of the rule still holds. Try again later.');
  return { ...planned, afterMs: Math.max(...ends) - setting.nowMs };
}

/** Returns incidents that are open at an instant or by the next whole minute. */
const filterOpenAt = (observed: readonly ObservedIncident[], ms: number): readonly ObservedIncident[] =>
  observed.filter(({ atMs, resolvedAtMs }) => atMs <= ceilToMinute(ms) && (resolvedAtMs === null || resolvedAtMs > ms));
