import { tenants } from '../../../fixtures/index.ts';
import type { Scenario, ScenarioRequest, ScenarioStep } from '../../../fixtures/scenarios/index.ts';
import { durationOf, parseDuration } from '../../../spec/durations.ts';
import { formatInstant } from '../../../spec/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { castTerminal } from './cast.ts';
import { eventsSince, matchEvents, withDeliveries } from './events.ts';
import { Interrupted } from './interrupted.ts';
import { nextLocalTime } from './moments.ts';
import type { Names } from './names.ts';
import { control, type Place } from './place.ts';
import type { Interruption, PlayedResponse, PlayedScenario, PlayedStep } from './played.ts';
import { askQuestion } from './questions.ts';
import { pullTrigger } from './trigger.ts';

/** State between two steps. */
interface Course {
  readonly place: Place;
  readonly scenario: Scenario;
  readonly zone: string;
  readonly nowMs: number;
  /** Cursor after the events already reported. */
  readonly cursor: string;
  readonly names: Names;
}

/**
 * Plays a scenario from the present time of the sandbox clock. Yields each step that matches the scenario. Stops at the
 * first that does not, with the reason in the result.
 */
export async function* playScenario(scenario: Scenario, place: Place): AsyncGenerator<PlayedStep, PlayedScenario> {
  const steps: PlayedStep[] = [];
  let names: Names = new Map();
  let interruption: Interruption | null = null;
  try {
    let course = await begin(scenario, place);
    for (const step of scenario.steps) {
      const { recorded, next } = await playStep(course, step, steps.length + 1);
      course = next;
      names = next.names;
      steps.push(recorded);
      yield recorded;
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    interruption = { kind: error.kind, step: steps.length + 1, reason: error.message, more: error.more };
  }
  return { scenario, names: Object.fromEntries(names), steps, interruption };
}

/** Returns the time zone of a scenario: that of the tenant's top account. */
export function zoneOfScenario({ tenantId }: Scenario): string {
  const account = tenants.flatMap(({ accounts }) => accounts).find(({ accountId }) => accountId === tenantId);
  if (account === undefined) throw new Error(`there is no tenant ${tenantId}`);
  return account.timezone;
}

/** Moves the clock to the first step. Earlier events are not part of the scenario. */
async function begin(scenario: Scenario, place: Place): Promise<Course> {
  const { now, speed } = await control<SandboxSchemas['SandboxClock']>(place, { method: 'GET', path: 'clock' });
  if (speed !== null) throw new Interrupted('impossible', 'The clock is running. Stop it first: fleetkit clock freeze');
  const zone = zoneOfScenario(scenario);
  const before = { place, scenario, zone, nowMs: Date.parse(now), cursor: '', names: new Map() };
  const nowMs = await moveTo(before, nextLocalTime(zone, scenario.begins, Date.parse(now)));
  const names = await castOf(place, scenario);
  const { cursor } = await eventsSince(place, scenario.watcher, undefined);
  return { ...before, nowMs, cursor, names };
}

async function playStep(
  before: Course,
  step: ScenarioStep,
  number: number,
): Promise<{ recorded: PlayedStep; next: Course }> {
  const { place, scenario, cursor } = before;
  const beganAtMs = await moveTo(before, beginningOf(before, step));
  const { recorded: did, atMs, names: afterwards } = await act({ ...before, nowMs: beganAtMs }, step);
  const nowMs = await moveTo({ ...before, nowMs: beganAtMs }, atMs);

  const since = await eventsSince(place, scenario.watcher, cursor);
  const { recorded: matched, otherEventCount, incidentId } = matchEvents(since.events, step.expects ?? [], afterwards);
  const events = await withDeliveries(place, matched);
  const known = incidentId === undefined ? afterwards : new Map([...afterwards, ['incident', incidentId]]);
  const { recorded: looks, names } = await look(place, scenario.watcher, step.looks ?? [], known);
  return {
    recorded: { number, say: step.say, beganAtMs, endedAtMs: nowMs, did, events, otherEventCount, looks },
    next: { ...before, nowMs, cursor: since.cursor, names },
  };
}

async function castOf(place: Place, scenario: Scenario): Promise<Names> {
  return new Map(scenario.cast.length === 0 ? [] : [['terminal', await castTerminal(place, scenario)]]);
}

interface Done {
  readonly recorded: PlayedStep['did'];
  /** When the resulting events are due. */
  readonly atMs: number;
  readonly names: Names;
}

async function act({ place, scenario, nowMs, names }: Course, { does }: ScenarioStep): Promise<Done> {
  if (does === undefined) return { recorded: null, atMs: nowMs, names };
  if ('ask' in does) {
    const { recorded, kept } = await askQuestion(place, scenario.watcher, does, names);
    return { recorded, atMs: nowMs, names: new Map([...names, ...kept]) };
  }
  const { recorded, happensAtMs, more } = await pullTrigger(place, does, names);
  return { recorded, atMs: happensAtMs, names: new Map([...names, ...more]) };
}

/** Sends the requests in order, because each may capture values for the next. */
async function look(
  place: Place,
  watcher: string,
  questions: readonly ScenarioRequest[],
  before: Names,
): Promise<{ readonly recorded: readonly PlayedResponse[]; readonly names: Names }> {
  const recorded: PlayedResponse[] = [];
  let names = before;
  for (const question of questions) {
    const answered = await askQuestion(place, watcher, question, names);
    recorded.push(answered.recorded);
    names = new Map([...names, ...answered.kept]);
  }
  return { recorded, names };
}

function beginningOf({ zone, nowMs }: Course, { at, after }: ScenarioStep): number {
  if (at !== undefined) return nextLocalTime(zone, at, nowMs);
  return nowMs + (after === undefined ? 0 : lengthOf(after));
}

function lengthOf(spoken: string): number {
  const ms = parseDuration(durationOf(spoken) ?? '');
  if (ms === undefined) throw new Error(`expected a duration like 2h30m, got ${JSON.stringify(spoken)}`);
  return ms;
}

/** Moves the clock forward if needed, and returns its time. */
async function moveTo({ place, nowMs }: Course, toMs: number): Promise<number> {
  if (toMs <= nowMs) return nowMs;
  const body = { to: formatInstant(toMs) };
  const { now } = await control<SandboxSchemas['SandboxClock']>(place, { method: 'POST', path: 'clock/set', body });
  return Date.parse(now);
}
