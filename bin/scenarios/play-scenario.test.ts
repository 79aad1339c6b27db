import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Scenario, type ScenarioStep, scenarios } from '../../fixtures/scenarios/index.ts';
import { type Sandbox, ScenarioInterrupted, startSandbox } from '../library/index.ts';
import type { Interruption } from './played-scenario.ts';
import { playToEnd } from './run-scenario.ts';
import type { SandboxAccess } from './sandbox-access.ts';

/* The reasons reported when a scenario has a different outcome or cannot be played. */

let sandbox: Sandbox;
let place: SandboxAccess;
beforeAll(async () => {
  sandbox = await startSandbox({ port: false });
  const operatorHeaders = { Authorization: `Bearer ${sandbox.operatorToken}` };
  place = { fetch: sandbox.fetch, operatorHeaders, keys: sandbox.keys };
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const findScenario = (name: string): Scenario => {
  const scenario = scenarios.find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  return scenario;
};
const lineCut = findScenario('line-cut');

/** Plays a scenario with a changed first step. Returns its interruption. */
async function playAndReadInterruption(
  otherwise: Partial<ScenarioStep>,
  scenario = lineCut,
): Promise<Interruption | null> {
  const [first, ...others] = scenario.steps;
  const steps = [{ ...first, ...otherwise } as ScenarioStep, ...others]; // a step with one member replaced
  return (await playToEnd({ ...scenario, steps }, place)).interruption;
}

test('lists the emitted events if the expected one is missing', async () => {
  const about = '{terminal}';
  const interruption = await playAndReadInterruption({ expects: [{ type: 'cash_out', state: 'triggered', about }] });
  expect(interruption).toEqual({
    kind: 'differs',
    step: 1,
    reason: 'Expected cash_out triggered of NW110305, which was not emitted.',
    more: ['Emitted events:', '2026-11-04T15:12:00Z  heartbeat_stale           triggered  NW110305'],
  });
});

test('reports that no events were emitted', async () => {
  const { does: _, ...quiet } = lineCut.steps[0] as ScenarioStep & { does: unknown };
  const steps = [quiet as ScenarioStep, ...lineCut.steps.slice(1)]; // the same step without its action
  const { interruption, steps: recorded } = await playToEnd({ ...lineCut, steps }, place);
  expect(recorded).toEqual([]);
  expect(interruption).toMatchObject({ kind: 'differs', step: 1, more: ['No events were emitted.'] });
});

test('reports the different members of an event', async () => {
  const facts = { '/severity': 'low', '/data/missed': 'many' } as const;
  const expects = [{ type: 'heartbeat_stale', state: 'triggered', about: '{terminal}', facts }] as const;
  expect(await playAndReadInterruption({ expects })).toMatchObject({
    kind: 'differs',
    reason: 'heartbeat_stale triggered of NW110305 was emitted, but differs.',
    more: ['/severity: expected "low", found "high"', '/data/missed: expected "many", found nothing'],
  });
});

test('reports a reply with a different member or status', async () => {
  const statusRequest = 'GET /v1/terminals/{terminal}/status-monitoring';
  expect(
    await playAndReadInterruption({ looks: [{ ask: statusRequest, facts: { '/comms/state': 'online' } }] }),
  ).toMatchObject({
    kind: 'differs',
    reason: 'GET /v1/terminals/NW110305/status-monitoring as usr_nw_admin: the reply differs.',
    more: ['/comms/state: expected "online", found "stale"'],
  });
  await sandbox.reset();
  expect(
    await playAndReadInterruption({ looks: [{ ask: 'GET /v1/terminals/XX000000/status-monitoring', facts: {} }] }),
  ).toMatchObject({
    kind: 'differs',
    reason: 'GET /v1/terminals/XX000000/status-monitoring as usr_nw_admin: expected status 200, got 404.',
  });
});

test('returns the steps before the interruption', async () => {
  const expects = [{ type: 'cash_out', state: 'triggered', about: '{terminal}' }] as const;
  const steps = [...lineCut.steps, { say: 'Then the terminal is out of cash.', expects }];
  const { steps: recorded, interruption } = await playToEnd({ ...lineCut, steps }, place);
  expect(recorded.map(({ number }) => number)).toEqual(lineCut.steps.map((_, index) => index + 1));
  expect(interruption?.step).toBe(lineCut.steps.length + 1);
});

test('selects a healthy candidate terminal, and names the problem of each if there is none', async () => {
  const headers = { ...place.operatorHeaders, 'Content-Type': 'application/json' };
  await sandbox.clock.set('2026-11-04T12:00:00Z');
  const cut = (terminalId: string) =>
    sandbox.fetch('/sandbox/causes', {
      method: 'POST',
      headers,
      body: JSON.stringify({ event_type: 'heartbeat_stale', terminal_id: terminalId }),
    });
  for (const terminalId of lineCut.cast.slice(0, -1)) expect((await cut(terminalId)).status).toBe(200);
  await sandbox.clock.set('2026-11-04T14:00:00Z');
  const { names } = await playToEnd(lineCut, place);
  expect(names.terminal).toBe(lineCut.cast.at(-1));

  expect((await cut(lineCut.cast.at(-1) ?? '')).status).toBe(200);
  await sandbox.clock.advance('2h');
  const { interruption } = await playToEnd(lineCut, place);
  expect(interruption).toMatchObject({ kind: 'impossible', step: 1 });
  expect(interruption?.more).toHaveLength(lineCut.cast.length);
  for (const [index, terminalId] of lineCut.cast.entries())
    expect(interruption?.more[index]).toMatch(new RegExp(`^${terminalId}: .*heartbeat_stale is open$`));
});

test('reports why a cause cannot be injected', async () => {
  const does = { trigger: 'processor_outage', on: { connector: 'con_nw_tunnel' } } as const;
  const interruption = await playAndReadInterruption({ does });
  expect(interruption).toMatchObject({ kind: 'impossible', step: 1 });
  expect(interruption?.reason).toContain('Expected a connector in use that answers echo tests.');
});

test('reports a running clock', async () => {
  await sandbox.clock.run(60);
  await expect(sandbox.play('line-cut')).rejects.toMatchObject({
    played: { interruption: { kind: 'impossible', reason: expect.stringContaining('fleetkit clock freeze') } },
  });
  const running = sandbox.play('friday-cash-out');
  await expect(running).rejects.toThrow(ScenarioInterrupted);
  await expect(running).rejects.toThrow('friday-cash-out, step 1: ');
  await sandbox.clock.freeze();
});

test('reports an invalid key', async () => {
  const { interruption } = await playToEnd(lineCut, { ...place, keys: {} });
  expect(interruption).toMatchObject({ kind: 'impossible', step: 1 });
  expect(interruption?.reason).toContain('The key of usr_nw_admin is not valid.');
});

test('suggests the nearest name for an unknown scenario', async () => {
  await expect(sandbox.play('friday-cashout')).rejects.toThrow('Did you mean friday-cash-out?');
  await expect(sandbox.play('moon-landing')).rejects.toThrow('Expected one of friday-cash-out, processor-outage');
});

test('plays a scenario at any time of the clock, and again a week later', async () => {
  await sandbox.clock.set('2027-01-20T03:14:15Z');
  const first = await sandbox.play('line-cut');
  const second = await sandbox.play('line-cut');
  const began = [first, second].map(({ steps }) => new Date(steps[0]?.beganAtMs ?? 0).toISOString());
  expect(began).toEqual(['2027-01-20T15:00:00.000Z', '2027-01-27T15:00:00.000Z']);
});
