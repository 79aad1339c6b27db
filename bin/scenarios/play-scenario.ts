import { parseDuration, toIsoDuration } from '../../base/durations.ts';
import { formatInstant } from '../../base/formats.ts';
import { tenants } from '../../fixtures/index.ts';
import type { Scenario, ScenarioRequest, ScenarioStep } from '../../fixtures/scenarios/index.ts';
import { findNextLocalTime } from '../../fixtures/scenarios/local-time.ts';
import type { PlaceholderValues } from '../../fixtures/scenarios/placeholders.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { injectCause } from './inject-cause.ts';
import { addDeliveries, matchEvents, readEventsAfter } from './match-events.ts';
import type { Interruption, PlayedResponse, PlayedScenario, PlayedStep } from './played-scenario.ts';
import { callControlPlane, type SandboxAccess } from './sandbox-access.ts';
import { selectTerminal } from './select-terminal.ts';
import { type RequestContext, sendScenarioRequest } from './send-request.ts';
import { StepInterrupted } from './step-interrupted.ts';

/** State between two steps. */
interface ScenarioState {
  readonly place: SandboxAccess;
  readonly scenario: Scenario;
  readonly zone: string;
  readonly nowMs: number;
  /** Cursor after the events already reported. */
  readonly cursor: string;
  readonly names: PlaceholderValues;
}

/**
 * Plays a scenario from the present time of the sandbox clock. Yields each step that matches the scenario. Stops at the
 * first that does not, with the reason in the result.
 */
export async function* playScenario(
  scenario: Scenario,
  place: SandboxAccess,
): AsyncGenerator<PlayedStep, PlayedScenario> {
  const steps: PlayedStep[] = [];
  let names: PlaceholderValues = new Map();
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
    if (!(error instanceof StepInterrupted)) throw error;
    interruption = { kind: error.kind, step: steps.length + 1, reason: error.message, more: error.more };
  }
  return { scenario, names: Object.fromEntries(names), steps, interruption };
}

/** Returns the time zone of a scenario: that of the tenant's top account. */
export function findScenarioZone({ tenantId }: Scenario): string {
  const account = tenants.flatMap(({ accounts }) => accounts).find(({ accountId }) => accountId === tenantId);
  if (account === undefined) throw new Error(`there is no tenant ${tenantId}`);
  return account.timezone;
}

/** Moves the clock to the first step. Earlier events are not part of the scenario. */
async function begin(scenario: Scenario, place: SandboxAccess): Promise<ScenarioState> {
  const { now, speed } = await callControlPlane<SandboxSchemas['SandboxClock']>(place, {
    method: 'GET',
    path: 'clock',
  });
  if (speed !== null)
    throw new StepInterrupted('impossible', 'The clock is running. Stop it first: fleetkit clock freeze');
  const zone = findScenarioZone(scenario);
  const before = { place, scenario, zone, nowMs: Date.parse(now), cursor: '', names: new Map() };
  const nowMs = await moveClockTo(before, findNextLocalTime(zone, scenario.begins, Date.parse(now)));
  const names = await selectTerminals(place, scenario);
  const { cursor } = await readEventsAfter(place, scenario.watcher, undefined);
  return { ...before, nowMs, cursor, names };
}

async function playStep(
  before: ScenarioState,
  step: ScenarioStep,
  number: number,
): Promise<{ recorded: PlayedStep; next: ScenarioState }> {
  const { place, scenario, cursor } = before;
  const beganAtMs = await moveClockTo(before, findStepStart(before, step));
  const { recorded: did, atMs, names: afterwards } = await runAction({ ...before, nowMs: beganAtMs }, step);
  const nowMs = await moveClockTo({ ...before, nowMs: beganAtMs }, atMs);

  const since = await readEventsAfter(place, scenario.watcher, cursor);
  const { recorded: matched, otherEventCount, incidentId } = matchEvents(since.events, step.expects ?? [], afterwards);
  const events = await addDeliveries(place, matched);
  const known = incidentId === undefined ? afterwards : new Map([...afterwards, ['incident', incidentId]]);
  const { recorded: looks, names } = await sendRequests(
    { place, watcher: scenario.watcher, names: known },
    step.looks ?? [],
  );
  return {
    recorded: { number, say: step.say, beganAtMs, endedAtMs: nowMs, did, events, otherEventCount, looks },
    next: { ...before, nowMs, cursor: since.cursor, names },
  };
}

async function selectTerminals(place: SandboxAccess, scenario: Scenario): Promise<PlaceholderValues> {
  return new Map(scenario.cast.length === 0 ? [] : [['terminal', await selectTerminal(place, scenario)]]);
}

interface ActionResult {
  readonly recorded: PlayedStep['did'];
  /** When the resulting events are due. */
  readonly atMs: number;
  readonly names: PlaceholderValues;
}

async function runAction(
  { place, scenario, nowMs, names }: ScenarioState,
  { does }: ScenarioStep,
): Promise<ActionResult> {
  if (does === undefined) return { recorded: null, atMs: nowMs, names };
  if ('ask' in does) {
    const { recorded, kept } = await sendScenarioRequest({ place, watcher: scenario.watcher, names }, does);
    return { recorded, atMs: nowMs, names: new Map([...names, ...kept]) };
  }
  const { recorded, happensAtMs, more } = await injectCause(place, does, names);
  return { recorded, atMs: happensAtMs, names: new Map([...names, ...more]) };
}

/** Sends the requests in order, because each may capture values for the next. */
async function sendRequests(
  { place, watcher, names: before }: RequestContext,
  questions: readonly ScenarioRequest[],
): Promise<{ readonly recorded: readonly PlayedResponse[]; readonly names: PlaceholderValues }> {
  const recorded: PlayedResponse[] = [];
  let names = before;
  for (const question of questions) {
    const answered = await sendScenarioRequest({ place, watcher, names }, question);
    recorded.push(answered.recorded);
    names = new Map([...names, ...answered.kept]);
  }
  return { recorded, names };
}

function findStepStart({ zone, nowMs }: ScenarioState, { at, after }: ScenarioStep): number {
  if (at !== undefined) return findNextLocalTime(zone, at, nowMs);
  return nowMs + (after === undefined ? 0 : parseStepDuration(after));
}

function parseStepDuration(text: string): number {
  const ms = parseDuration(toIsoDuration(text) ?? '');
  if (ms === undefined) throw new Error(`expected a duration like 2h30m, got ${JSON.stringify(text)}`);
  return ms;
}

/** Moves the clock forward if needed, and returns its time. */
async function moveClockTo({ place, nowMs }: ScenarioState, toMs: number): Promise<number> {
  if (toMs <= nowMs) return nowMs;
  const body = { to: formatInstant(toMs) };
  const { now } = await callControlPlane<SandboxSchemas['SandboxClock']>(place, {
    method: 'POST',
    path: 'clock/set',
    body,
  });
  return Date.parse(now);
}
