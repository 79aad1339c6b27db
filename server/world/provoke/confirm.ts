import type { Cause } from '../../../fixtures/causes.ts';
import { formatInstant } from '../../../spec/formats.ts';
import type { EventType } from '../../../spec/index.ts';
import { takesEffectMs } from '../inject.ts';
import { afterQuiet } from '../rules/maintenance.ts';
import { MINUTE_MS, minuteFrom } from '../rules/minutes.ts';
import { policyOf, rearmMinutesOf } from '../rules/policy.ts';
import { type Heard, heardBy, type Listener, listenerOf, quietFor } from './heard.ts';
import { isObstacles, type Obstacle, type Outcome, obstacle, type Provocation, type Setting } from './stage.ts';

/** How much later than planned a rule may speak, after whatever holds it back is over. */
const PATIENCE_MS = 30 * MINUTE_MS;
/** The same for an end: rates need a few hours to come back. */
const RELIEF_MS = 6 * 60 * MINUTE_MS;

/**
 * What provokes the event, with the time after which the real rule speaks; or why it would not. While the rule rests, as
 * it does after an end, the causes are put off until it listens again.
 */
export function provokeAsTold(setting: Setting, type: EventType, provoke: (setting: Setting) => Outcome): Outcome {
  const planned = provoke(setting);
  if (isObstacles(planned)) return planned;
  const hearing = hear(setting, type, planned);
  if (hearing === undefined) return planned;
  if (hearing.first !== undefined) return followedBy(planned, hearing.first, setting);

  const restsUntilMs = restOf(setting, type, hearing);
  if (restsUntilMs > setting.nowMs) {
    const rested = { ...setting, nowMs: restsUntilMs };
    const later = provoke(rested);
    const first = isObstacles(later) ? undefined : hear(rested, type, later)?.first;
    if (!isObstacles(later) && first !== undefined) return followedBy(later, first, setting);
  }
  return heldBack(setting, type, hearing);
}

/** The plan, with the instant and the id of what the rule makes of it. */
const followedBy = (planned: Provocation, { atMs, id }: Heard, { nowMs }: Setting): Provocation => ({
  ...planned,
  afterMs: atMs - nowMs,
  expectedId: id,
});

/** What the rule tells, with the causes and without. */
interface Hearing {
  readonly listener: Listener;
  readonly plannedMs: number;
  readonly without: readonly Heard[];
  /** What it tells first because of the causes; undefined where they make no difference to it. */
  readonly first: Heard | undefined;
}

/** Undefined where nobody can be asked. */
function hear(setting: Setting, type: EventType, { causes, afterMs }: Provocation): Hearing | undefined {
  const listener = listenerOf(setting, type, causes);
  if (listener === undefined) return undefined;
  const plannedMs = setting.nowMs + afterMs;
  const toMs = afterQuiet(quietFor(setting, listener), plannedMs) + PATIENCE_MS;
  const heard = (given: readonly Cause[]) => heardBy(setting, listener, { type, causes: given, toMs });
  const without = heard([]);
  const known = new Set(without.map(({ id }) => id));
  const told = heard(causes).filter(({ atMs }) => atMs >= setting.nowMs);
  // What would have come about in that time anyway is as good.
  const first = told.find(({ id }) => !known.has(id)) ?? told.find(({ atMs }) => atMs <= plannedMs);
  return { listener, plannedMs, without, first };
}

function restOf(setting: Setting, type: EventType, { without }: Hearing): number {
  const last = without.findLast(({ atMs }) => atMs < setting.nowMs);
  if (last === undefined || last.resolvedAtMs === null) return setting.nowMs;
  return last.resolvedAtMs + rearmMinutesOf(policyOf(setting.stage.tenant), type) * MINUTE_MS;
}

function heldBack(setting: Setting, type: EventType, { listener, plannedMs, without }: Hearing): readonly Obstacle[] {
  const quietUntilMs = afterQuiet(quietFor(setting, listener), plannedMs);
  if (quietUntilMs > plannedMs)
    return obstacle(
      '/event_type',
      'held_back',
      `There is maintenance until ${formatInstant(quietUntilMs)}, and nothing would be left to tell then.`,
    );
  const open = openAt(without, setting.nowMs).at(-1);
  if (open !== undefined) return obstacle('/event_type', 'already_open', `${open.id} is open: resolve ${type} first.`);
  const last = without.findLast(({ atMs }) => atMs < setting.nowMs);
  const since = last === undefined ? '' : ` It spoke last at ${formatInstant(last.atMs)}.`;
  return obstacle('/event_type', 'held_back', `The rule rests, or too much else goes on for it to speak.${since}`);
}

/**
 * What ends the incident, with the time after which the real rule says so. One that is about to open, at the next minute,
 * is given the time to: what was provoked a moment ago is told, and then its end.
 */
export function resolveAsTold(setting: Setting, type: EventType, resolve: (setting: Setting) => Outcome): Outcome {
  const listener = listenerOf(setting, type, []);
  if (listener === undefined) return resolve(setting);
  const soonMs = minuteFrom(setting.nowMs);
  const open = openAt(heardBy(setting, listener, { type, causes: [], toMs: soonMs }), setting.nowMs);
  const startsMs = Math.max(
    setting.nowMs,
    ...open.map(({ atMs }) => (atMs >= setting.nowMs ? takesEffectMs(atMs) : 0)),
  );
  const planned = resolve({ ...setting, nowMs: startsMs });
  if (isObstacles(planned) || open.length === 0) return planned;

  const toMs = startsMs + planned.afterMs + RELIEF_MS;
  const ids = new Set(open.map(({ id }) => id));
  const ends = heardBy(setting, listener, { type, causes: planned.causes, toMs }).flatMap(({ id, resolvedAtMs }) =>
    ids.has(id) && resolvedAtMs !== null ? [resolvedAtMs] : [],
  );
  if (ends.length === 0)
    return obstacle('/event_type', 'held_back', 'The rule still finds what it looks for: try again later.');
  return { ...planned, afterMs: Math.max(...ends) - setting.nowMs };
}

/** Incidents that are open at an instant, or open by the next whole minute. */
const openAt = (heard: readonly Heard[], ms: number): readonly Heard[] =>
  heard.filter(({ atMs, resolvedAtMs }) => atMs <= minuteFrom(ms) && (resolvedAtMs === null || resolvedAtMs > ms));
