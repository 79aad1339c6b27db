import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scenarios } from '../../fixtures/scenarios/index.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { createRunner } from './testing/run-cli.ts';

/* `fleetkit play`, against a sandbox in this process. */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const play = (args: readonly string[], env: Record<string, string> = {}) =>
  createRunner(sandbox)(['play', ...args], env);

test('prints the same bytes for a scenario after a reset', async () => {
  const first = await play(['line-cut', '--reset']);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(/^A line is cut, and a command expires\n/);
  expect(first.stdout).toMatch(
    /\n1\. Wed 4 Nov 10:00 EST {2}.+\n {3}cause {2}heartbeat_stale at NW110305\n {3}event {2}Wed 10:12:00 {2}heartbeat_stale {2}triggered {2}high {2}NW110305 {2}evt_\w+\n/,
  );
  expect(first.stdout).toMatch(/\nPlayed 3 steps with 4 events; the clock shows Thu 5 Nov 12:\d\d EST\.\n$/);
  const again = await play(['line-cut', '--reset', '--pause', '0.01']);
  expect(again.stdout).toBe(first.stdout);
});

test('keeps destinations in a reset, and shows the deliveries of each event', async () => {
  const { destination } = await sandbox.destinations.add({
    inbox: true,
    accountId: 'acct_northway',
    types: ['heartbeat_stale'],
  });
  const first = await play(['line-cut', '--reset']);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(
    /\n {3}event {2}Wed 10:12:00 {2}heartbeat_stale {2}triggered .*\n( {6}\S.*\n)* {6}delivery {2}\w{8} {2}delivered 1× {2}200\n/,
  );
  expect(first.stdout).toMatch(
    /\n3 deliveries: 3 delivered \(at the end of each step; for the present state: fleetkit deliveries\)\n$/,
  );
  expect((await play(['line-cut', '--reset'])).stdout).toBe(first.stdout);
  const { steps, ...recorded } = JSON.parse((await play(['line-cut', '--reset', '--json'])).stdout);
  expect(recorded.interruption).toBeNull();
  const deliveries = steps.flatMap((step: { readonly deliveries: readonly object[] }) => step.deliveries);
  const { destination_id } = destination;
  expect(deliveries).toMatchObject(
    ['triggered', 'escalated', 'resolved'].map((turn) => ({
      destination_id,
      state: 'delivered',
      incident_state: turn,
    })),
  );
  await sandbox.reset();
});

test('prints one JSON document with the events in the form that subscribers receive', async () => {
  const { code, stdout } = await play(['settlement-mismatch', '--reset', '--json']);
  expect(code).toBe(0);
  const recorded = JSON.parse(stdout);
  expect(recorded).toMatchObject({ scenario: 'settlement-mismatch', tenant_id: 'acct_northway', interruption: null });
  expect(recorded.names).toMatchObject({ terminal: 'NW100112', account: 'acct_northway', business_date: '2026-11-03' });
  const events = recorded.steps.flatMap((step: { events: unknown[] }) => step.events);
  expect(events).toMatchObject([
    { type: 'settlement_mismatch', incident: { state: 'triggered', incident_id: recorded.names.incident } },
    { type: 'settlement_mismatch', incident: { state: 'resolved', incident_id: recorded.names.incident } },
  ]);
  expect(recorded.steps[1].did).toMatchObject({ kind: 'answer', as: 'usr_nw_finance', status: 201 });
  expect(recorded.steps[1].did.facts['/batches/0/batch_id']).toBe(recorded.names.batch);
});

test('continues from the present time without a reset', async () => {
  await sandbox.reset();
  await sandbox.clock.set('2026-11-20T12:00:00Z');
  const { code, stdout } = await play(['compliance-expiry']);
  expect(code).toBe(0);
  expect(stdout).toContain('\n1. Mon 23 Nov 05:30 EST  ');
});

describe('--list', () => {
  test('lists every scenario with its description, without a sandbox', async () => {
    const { code, stdout } = await play(['--list'], { FLEETKIT_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(0);
    for (const { name, title } of scenarios) expect(stdout).toContain(`${name}  ${title}\n`);
    expect(stdout).toContain('  Redline Nightlife Cash, from Fri 23:05, 4 steps\n');
  });

  test('includes the text of each step in JSON', async () => {
    const list = JSON.parse((await play(['--list', '--json'])).stdout);
    expect(list.map(({ name }: { name: string }) => name)).toEqual(scenarios.map(({ name }) => name));
    expect(list[0]).toMatchObject({ tenant_id: 'acct_northway', begins: 'Fri 21:00' });
    expect(list[0].steps).toHaveLength(scenarios[0]?.steps.length ?? 0);
  });
});

describe('fleetkit play', () => {
  test.each<[string, string[], { exit: number; expectedText: string; environment?: Record<string, string> }]>([
    ['a misspelt name', ['friday-cashout'], { exit: 2, expectedText: 'Did you mean friday-cash-out?' }],
    [
      'an unknown name',
      ['moon-landing'],
      { exit: 2, expectedText: 'Expected one of friday-cash-out, processor-outage' },
    ],
    ['a missing name', [], { exit: 2, expectedText: 'expected a name; --list shows all' }],
    [
      'a pause that is not a number',
      ['line-cut', '--pause', 'long'],
      { exit: 2, expectedText: 'Expected a number of seconds' },
    ],
    [
      'a key, which cannot move the clock',
      ['line-cut', '--key', 'sbx-northway-admin'],
      { exit: 2, expectedText: "needs the operator's token" },
    ],
    [
      'the token of another sandbox',
      ['line-cut', '--token', 'opr-of-another-sandbox'],
      { exit: 1, expectedText: 'Step 1 was refused.' },
    ],
    [
      'an unreachable sandbox',
      ['line-cut'],
      {
        environment: { FLEETKIT_URL: 'http://127.0.0.1:1' },
        exit: 3,
        expectedText: 'Nothing answers at http://127.0.0.1:1',
      },
    ],
  ])('reports %s', async (_, given, { environment = {}, exit, expectedText }) => {
    const { code, stderr } = await play(given, environment);
    expect(code).toBe(exit);
    expect(stderr).toContain(expectedText);
  });

  test('reports a running clock and the remedy', async () => {
    await sandbox.clock.run(60);
    const { code, stderr } = await play(['friday-cash-out']);
    await sandbox.clock.freeze();
    expect(code).toBe(1);
    expect(stderr).toBe(
      'Step 1 cannot be played in this state.\nThe clock is running. Stop it first: fleetkit clock freeze\nTo reset the sandbox first: fleetkit play friday-cash-out --reset\n',
    );
  });
});
