import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getEnumValues } from '../../spec/index.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { COMMAND } from './testing/built-code.ts';
import { runFleetkit } from './testing/run-cli.ts';

/* The client commands, against a sandbox started with `fleetkit serve`. */

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-control-'));

let server: ChildProcess;
let url = '';
let token = '';
let logged = '';

beforeAll(async () => {
  const { FLEETKIT_OPERATOR_TOKEN: _, ...env } = process.env;
  server = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--record-requests', '--json'], { env });
  server.stderr?.on('data', (chunk) => {
    logged += String(chunk);
  });
  const greeting = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (chunk) => resolve(String(chunk)));
    server.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${logged}`)));
  });
  ({ url, operator_token: token } = JSON.parse(greeting));
});
afterAll(() => {
  server.kill();
});

const fleetkit = (args: readonly string[], env: Record<string, string> = {}) =>
  runFleetkit(args, { env: { FLEETKIT_URL: url, ...env } });

test('stores the token for its user only and uses it to move the clock', async () => {
  const kept = join(tmpdir(), `fleetkit-${userInfo().username.replace(/\W/g, '_')}`, `operator-${new URL(url).port}`);
  expect(readFileSync(kept, 'utf8').trim()).toBe(token);
  expect(statSync(kept).mode & 0o777).toBe(0o600);

  expect((await fleetkit(['clock'])).stdout).toBe('2026-11-02T15:00:00Z, frozen\n');
  expect((await fleetkit(['clock', 'advance', '2h30m'])).stdout).toBe('2026-11-02T17:30:00Z, frozen\n');
  expect((await fleetkit(['clock', 'set', '2026-11-03T00:00:00Z'])).stdout).toBe('2026-11-03T00:00:00Z, frozen\n');
  expect((await fleetkit(['clock', 'run', '60'])).stdout).toContain('running 60 times');
  expect((await fleetkit(['clock', 'freeze'])).stdout).toContain('frozen');
  const reset = await fleetkit(['reset', '--json']);
  expect(JSON.parse(reset.stdout)).toEqual({ tenant_id: null, now: '2026-11-02T15:00:00Z' });
});

test('lists events, and exports and imports the journal', async () => {
  const events = await fleetkit(['events', '--type', 'cash_low', '--limit', '3']);
  expect(events.stdout.split('\n')[0]).toMatch(
    /^2026-\d\d-\d\dT.*Z {2}cash_low +triggered +medium +[A-Z]{2}\d{6} +evt_/,
  );
  expect(events.stdout).toContain('More: --cursor ');
  const file = join(folder, 'story.json');
  await fleetkit(['clock', 'advance', '1d']);
  expect((await fleetkit(['journal', 'export', file])).stdout).toContain(file);
  await fleetkit(['reset']);
  expect((await fleetkit(['journal', 'import', file])).stdout).toContain('the clock shows 2026-11-03T15:00:00Z');
  await fleetkit(['reset']);
});

test('lists requests, with what was sent', async () => {
  const headers = { 'X-API-Key': 'sbx-northway-admin', 'Content-Type': 'application/json' };
  await fetch(`${url}/v1/disputes?dry=yes`, { method: 'POST', headers, body: '{ "password": "hunter2" }' });
  const filters = ['--operation', 'createDispute', '--status', '400', '--method', 'post'];
  const lines = (await fleetkit(['requests', ...filters, '--details'])).stdout.trim().split('\n');
  expect(lines[0]).toMatch(
    /^2\d{3}-.*Z {2}400 {2}POST \/v1\/disputes\?dry=yes {2}createDispute {2}usr_nw_admin {2}unknown_parameter dry$/,
  );
  expect(lines).toEqual(expect.arrayContaining(['    x-api-key: ***', '    {"password":"***"}']));
  expect((await fleetkit(['requests', '--method', 'PUT'])).stdout).toBe('No requests.\n');
  const wrong = await fleetkit(['requests', '--operation', 'createDispte']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--operation')]);
});

test('forks the world of the token, and a fork with its own one', async () => {
  await fleetkit(['clock', 'advance', '2h']);
  const printed = await fleetkit(['fork', '--at', '30m', '--user', 'usr_nw_admin', '--name', 'before', '--env']);
  const variables = Object.fromEntries(
    printed.stdout
      .trim()
      .split('\n')
      .map((line) => /^export (\w+)=(\S+)$/.exec(line)?.slice(1) ?? []),
  );
  expect(variables).toMatchObject({ FLEETKIT_URL: url, FLEETKIT_KEY: expect.stringMatching(/^sbx-ws-/) });
  expect((await fleetkit(['clock'], variables)).stdout).toBe('2026-11-02T16:30:00Z, frozen\n');
  expect((await fleetkit(['clock'])).stdout).toBe('2026-11-02T17:00:00Z, frozen\n');
  const second = await fleetkit(['fork'], variables);
  expect(second.stdout).toMatch(
    /^Workspace ws_\w{12}, expires .*\nIt continues from 2026-11-02T16:30:00Z of ws_\w{12}\.\n/,
  );
  const early = await fleetkit(['fork', '--at', '2026-11-02T16:00:00Z'], variables);
  expect([early.code, early.stderr]).toEqual([
    1,
    expect.stringContaining('--at Expected 2026-11-02T16:30:00Z or later'),
  ]);
  const asUser = await fleetkit(['fork', '--key', 'sbx-northway-admin']);
  expect([asUser.code, asUser.stderr]).toEqual([1, expect.stringContaining('operator')]);
  await fleetkit(['reset']);
});

test('triggers and resolves an event', async () => {
  const at = ['--terminal', 'NW104310'];
  const trial = await fleetkit(['trigger', 'heartbeat_stale', ...at, '--set', 'minutes=90', '--dry-run']);
  expect(trial.stdout).toContain('Would be changed:\n  NW104310: The line is cut until 2026-11-02T16:30:');
  const clock = /fleetkit (clock advance \w+)/.exec(trial.stdout)?.[1]?.split(' ') ?? [];

  const reply = await fleetkit(['trigger', 'heartbeat_stale', ...at, '--set', 'minutes=90']);
  expect(reply.stdout).toContain('Changed:\n  NW104310: The line is cut until');
  expect((await fleetkit(['events', ...at, '--type', 'heartbeat_stale'])).stdout).not.toContain('2026-11-02T15');
  await fleetkit(clock);
  const [last] = (await fleetkit(['events', ...at, '--type', 'heartbeat_stale'])).stdout.trim().split('\n').slice(-1);
  expect(last).toMatch(/^2026-11-02T15:\d\d:00Z {2}heartbeat_stale +triggered/);

  const relieved = await fleetkit(['trigger', 'heartbeat_stale', ...at, '--resolve', '--advance']);
  expect(relieved.stdout).toMatch(
    /Ends inc_\w+ \(heartbeat_stale:NW104310\)\.\nResulting events:\n.*heartbeat_stale +resolved/,
  );
  await fleetkit(['reset']);
});

test('triggers events with a key, and prints the request that a user must send', async () => {
  const given = ['trigger', 'settlement_mismatch', '--terminal', 'RL000101', '--key', 'sbx-redline-admin'];
  const { stdout } = await fleetkit(given);
  expect(stdout).toContain(
    `-d '{"account_id":"acct_redline","business_date":"2026-10-30"}' ${url}/v1/settlements/derive`,
  );
  await fleetkit(/fleetkit (clock advance \w+)\nNext, a user/.exec(stdout)?.[1]?.split(' ') ?? []);
  const [, body = ''] = /-d '(.*)'/.exec(stdout) ?? [];
  const headers = { 'X-API-Key': 'sbx-redline-admin', 'Content-Type': 'application/json' };
  expect((await fetch(`${url}/v1/settlements/derive`, { method: 'POST', headers, body })).status).toBe(201);
  await fleetkit(/after that: fleetkit (clock advance \w+)\n/.exec(stdout)?.[1]?.split(' ') ?? []);
  expect((await fleetkit(['events', '--type', 'settlement_mismatch'])).stdout).toMatch(
    /2026-11-02T15:0\d.*acct_redline +evt_/,
  );
  const both = JSON.parse((await fleetkit([...given.slice(0, 4), '--advance', '--json'])).stdout);
  expect(both).toMatchObject({ provoked: { follow_up: { path: '/v1/settlements/derive' } }, events: [] });
  await fleetkit(['reset']);
  const waited = await fleetkit([...given.slice(0, 4), '--advance', '--wait']);
  expect([waited.code, waited.stdout]).toEqual([0, expect.stringMatching(/no delivery to wait for\.\nNext, a user/)]);
  await fleetkit(['reset']);
});

test('triggers an outcome, and refuses the options of events', async () => {
  const reply = await fleetkit(['trigger', 'dispute_partly_won', '--set', 'adjusted_cents=5', '--advance']);
  expect(reply.stdout).toMatch(
    /^Changed:\n {2}\w{8}: The dispute (dsp_\w{26}) is resolved: partial, .*\nThe dispute \1 is resolved since /,
  );
  const again = await fleetkit(['trigger', 'dispute_won', '--id', /dsp_\w+/.exec(reply.stdout)?.[0] ?? '']);
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is resolved. The outcome needs one that is open'),
  });
  const refused = await fleetkit(['trigger', 'command_run_failed', '--resolve']);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--resolve does not apply') });
  await fleetkit(['reset']);
});

test('lists the event types without a sandbox', async () => {
  const nowhere = { FLEETKIT_URL: 'http://127.0.0.1:9' };
  const { stdout, code } = await fleetkit(['trigger', '--list'], nowhere);
  expect(code).toBe(0);
  for (const type of getEnumValues('EventType')) expect(stdout).toMatch(new RegExp(`^${type} {2}--`, 'm'));
  expect(stdout).toContain('--set cassette=A\n      Which cassette runs low. One of A, B, C, D.');
  const response = await fetch(`${url}/sandbox/causes`, { headers: { Authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as SandboxSchemas['ProvokableList'];
  const outcomes = await fetch(`${url}/sandbox/outcomes`, { headers: { Authorization: `Bearer ${token}` } });
  const { data: ends } = (await outcomes.json()) as SandboxSchemas['OutcomeList'];
  expect(JSON.parse((await fleetkit(['trigger', '--list', '--json'], nowhere)).stdout).data).toEqual([
    ...data,
    ...ends,
  ]);
  const one = await fleetkit(['trigger', 'cash_out', '--list'], nowhere);
  expect(one.stdout).toMatch(/^cash_out {2}--terminal ID; usually within 1m; end it with --resolve\n$/);
});

test('prefers a key of the environment to the token of a local sandbox', async () => {
  const key = { FLEETKIT_KEY: 'sbx-northway-admin' };
  const added = JSON.parse((await fleetkit(['destinations', 'add', '--inbox', '--json'], key)).stdout);
  expect(added.destination.account_id).toBe('acct_northway');
  const id: string = added.destination.destination_id;
  const foreign = await fleetkit(['destinations', 'remove', id], { FLEETKIT_KEY: 'sbx-redline-admin' });
  expect(foreign).toMatchObject({ code: 1, stderr: expect.stringContaining('There are no destinations yet') });
  const both = { FLEETKIT_KEY: 'sbx-redline-admin', FLEETKIT_OPERATOR_TOKEN: token };
  expect((await fleetkit(['destinations', 'remove', id], both)).code).toBe(0);
});

test('uses the token of a local sandbox for operations of the operator, also with a key of the environment', async () => {
  const key = { FLEETKIT_KEY: 'sbx-northway-admin' };
  expect((await fleetkit(['clock', 'advance', '1h'], key)).stdout).toContain('frozen');
  const triggered = await fleetkit(['trigger', 'cash_out', '--terminal', 'NW104310', '--advance'], key);
  expect(triggered).toMatchObject({ code: 0, stdout: expect.stringContaining('cash_out') });
  const option = await fleetkit(['clock', 'advance', '1h', '--key', 'sbx-northway-admin'], key);
  expect(option).toMatchObject({ code: 1, stderr: expect.stringContaining("operator's token") });
  await fleetkit(['reset']);
});

test('resets only the tenant of an administrator key', async () => {
  const key = { FLEETKIT_KEY: 'sbx-redline-admin' };
  expect((await fleetkit(['reset', '--key', 'sbx-redline-admin'])).stdout).toContain('Reset acct_redline;');
  const foreign = await fleetkit(['clock', 'advance', '1h', '--key', 'sbx-redline-admin'], key);
  expect(foreign.code).toBe(1);
  expect(foreign.stderr).toContain("operator's token");
});

test.each<[string, string[], { code: number; expectedText: string; environment?: Record<string, string> }]>([
  ['an invalid duration', ['clock', 'advance', 'soon'], { code: 2, expectedText: '2h30m' }],
  ['an invalid instant', ['clock', 'set', 'noon'], { code: 2, expectedText: '2026-11-06T22:00:00Z' }],
  ['an invalid URL', ['clock', '--url', 'localhost'], { code: 2, expectedText: 'http://' }],
  ['an absent file', ['journal', 'import', '/nowhere'], { code: 2, expectedText: 'cannot be read' }],
  ['a file that is not JSON', ['journal', 'import', import.meta.filename], { code: 2, expectedText: 'is not JSON' }],
  [
    'an unreachable sandbox',
    ['clock', '--url', 'http://127.0.0.1:9', '--token', 'x'],
    { code: 3, expectedText: 'fleetkit serve' },
  ],
  [
    'an unreachable sandbox without credentials',
    ['clock', '--url', 'http://127.0.0.1:9'],
    { code: 3, expectedText: 'Nothing answers' },
  ],
  [
    'a sandbox without credentials',
    ['clock'],
    { environment: { USER: 'other', LOGNAME: 'other', TMPDIR: '/nowhere' }, code: 2, expectedText: 'No credentials' },
  ],
  [
    'a remote sandbox without a token',
    ['clock', '--url', 'https://sandbox.example'],
    { code: 2, expectedText: '--token' },
  ],
  ['an invalid token', ['clock', '--token', 'wrong-token-wrong-token'], { code: 1, expectedText: 'Refused with 401' }],
  ['a missing event type', ['trigger'], { code: 2, expectedText: '--list' }],
  ['an unknown event type', ['trigger', 'cash_lo'], { code: 2, expectedText: 'Did you mean cash_low?' }],
  [
    'an unknown parameter',
    ['trigger', 'heartbeat_stale', '--set', 'minuts=3'],
    { code: 2, expectedText: 'minuts: heartbeat_stale has no such' },
  ],
  [
    'a parameter of an event without parameters',
    ['trigger', 'cash_out', '--set', 'notes=3'],
    { code: 2, expectedText: 'It has no parameters.' },
  ],
  [
    'a parameter without a value',
    ['trigger', 'cash_low', '--set', 'cassette'],
    { code: 2, expectedText: 'expected path=value' },
  ],
  [
    'a value that is not listed',
    ['trigger', 'cash_low', '--set', 'cassette=a'],
    { code: 2, expectedText: 'one of A, B, C, D. Did you mean A?' },
  ],
  [
    'a fraction as integer',
    ['trigger', 'cash_low', '--set', 'notes_left=1.5'],
    { code: 2, expectedText: 'an integer from 1 to 10000' },
  ],
  [
    'an invalid boolean',
    ['trigger', 'dispenser_fault', '--set', 'is_service_affecting=no'],
    { code: 2, expectedText: 'true or false' },
  ],
  [
    'an invalid date',
    ['trigger', 'settlement_mismatch', '--set', 'business_date=now'],
    { code: 2, expectedText: 'text that matches' },
  ],
  [
    'a key that moves the clock',
    ['trigger', 'cash_out', '--advance', '--key', 'x'],
    { code: 2, expectedText: "operator's token" },
  ],
  [
    'an unknown terminal',
    ['trigger', 'cash_out', '--terminal', 'XX000000'],
    { code: 1, expectedText: '\n  --terminal Expected' },
  ],
  [
    'a clock moved backwards',
    ['clock', 'set', '2026-01-01T00:00:00Z'],
    { code: 1, expectedText: 'only moves forward' },
  ],
])('prints an error message for %s', async (_, given, { environment = {}, code, expectedText }) => {
  const answer = await fleetkit(given, environment);
  expect(answer.stderr).toContain(expectedText);
  expect(answer.code).toBe(code);
});

test('does not log the token', async () => {
  await fetch(`${url}/sandbox/${token}`, { headers: { Authorization: `Bearer ${token}` } });
  await fleetkit(['clock']);
  expect(logged).toContain('/sandbox/clock');
  expect(logged).toContain('operator');
  expect(logged).not.toContain(token);
});

test('disables operator access on a public address unless a token is given', async () => {
  const open = spawn(process.execPath, [
    COMMAND,
    'serve',
    '--port',
    '0',
    '--host',
    '0.0.0.0',
    '--json',
    '--log',
    'off',
  ]);
  try {
    const greeting = await new Promise<string>((resolve) => {
      open.stdout?.once('data', (chunk) => resolve(String(chunk)));
    });
    const { url: there, operator_token: none } = JSON.parse(greeting);
    expect(none).toBeNull();
    const refused = await fleetkit(['reset', '--url', there, '--token', token]);
    expect(refused.stderr).toContain('--operator-token');
  } finally {
    open.kill();
  }
});
