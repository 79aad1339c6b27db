import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { startRecordingReceiver } from './testing/receiver.ts';
import { type CommandResult, createRunner } from './testing/run-cli.ts';

/* `fleetkit destinations`, against a sandbox and a receiver in this process. */

const NORTHWAY = ['--account', 'acct_northway'];

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startRecordingReceiver>>;
let hooks = '';

beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startRecordingReceiver();
  hooks = receiver.urlOf('/hooks');
});
beforeEach(async () => {
  await sandbox.reset();
  receiver.got.length = 0;
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

const runDestinations = (given: readonly string[]): Promise<CommandResult> =>
  createRunner(sandbox)(['destinations', ...given]);

const findShortId = (text: string): string => /destinations test (\w{8})/.exec(text)?.[1] ?? 'none';

test('adds a destination without printing its secret, and verifies a sample with the printed secret', async () => {
  const added = await runDestinations(['add', hooks, ...NORTHWAY, '--header', 'Authorization: Bearer gate-pass']);
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toMatch(/^dst_\w{26} {2}enabled\n {2}account +acct_northway\n {2}to +http:/);
  expect(added.stdout).toContain('authorization (values are not shown)');
  expect(added.stdout).toContain('all events of acct_northway');
  expect(added.stdout).not.toMatch(/whsec_|gate-pass/);

  const { stdout: secret } = await runDestinations(['secret']);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=\n$/);
  const tested = await runDestinations(['test', '--type', 'decline_spike', '--terminal', 'NW104310']);
  expect([tested.code, tested.stderr]).toEqual([0, '']);
  expect(tested.stdout).toMatch(/^Delivered: sample of decline_spike at NW104310, answered 204 in [\d.]+ ms \(/);
  const [delivery] = receiver.got;
  expect(delivery?.headers.authorization).toBe('Bearer gate-pass');
  const verified = new Webhook(secret.trim()).verify(delivery?.body ?? '', delivery?.headers ?? {});
  expect(verified).toMatchObject({ type: 'decline_spike', terminal_id: 'NW104310', is_test: true });
});

test('sends the JSON object of a file with a signature and a mark, and shows it marked', async () => {
  await runDestinations(['add', hooks, ...NORTHWAY]);
  const { stdout: secret } = await runDestinations(['secret']);
  const file = join(mkdtempSync(join(tmpdir(), 'own-body-')), 'body.json');
  writeFileSync(file, '{\n  "hello": "Zürich"\n}\n');
  const tested = await runDestinations(['test', '--body', file]);
  expect([tested.code, tested.stderr]).toEqual([0, '']);
  expect(tested.stdout).toMatch(/^Delivered: your body at acct_northway, answered 204/);
  const [delivery] = receiver.got;
  expect(delivery).toMatchObject({ body: '{"hello":"Zürich"}', headers: { 'x-sandbox-body': 'user' } });
  const verified = new Webhook(secret.trim()).verify(delivery?.body ?? '', delivery?.headers ?? {});
  expect(verified).toEqual({ hello: 'Zürich' });
  expect((await createRunner(sandbox)(['deliveries', 'list'])).stdout).toContain('sandbox_user_body');
});

test.each([
  ['{"a": 1,}', 'is not a JSON object. Line 1, column 9: "}" is not expected here. Expected valid JSON.'],
  ['[1]', 'is not a JSON object. Expected an object, such as {"hello": "world"}; this is a list.'],
  ['x'.repeat(70_000), 'expected at most 65536 bytes'],
])('rejects the file %# of --body with code 2', async (text, message) => {
  await runDestinations(['add', hooks, ...NORTHWAY]);
  const file = join(mkdtempSync(join(tmpdir(), 'own-body-')), 'body.json');
  writeFileSync(file, text);
  const { code, stderr } = await runDestinations(['test', '--body', file]);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(receiver.got).toEqual([]);
});

test('rejects --body together with --type', async () => {
  await runDestinations(['add', hooks, ...NORTHWAY]);
  const file = join(mkdtempSync(join(tmpdir(), 'own-body-')), 'body.json');
  writeFileSync(file, '{}');
  const { code, stderr } = await runDestinations(['test', '--body', file, '--type', 'cash_low']);
  expect(code).toBe(1);
  expect(stderr).toContain('--type');
});

test('prints only the secret for --print-secret', async () => {
  const given = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const added = await runDestinations(['add', hooks, ...NORTHWAY, '--secret', given, '--print-secret']);
  expect(added.stdout).toBe(`${given}\n`);
  const rotated = await runDestinations(['rotate', '--overlap', '2h', '--print-secret']);
  expect(rotated.stdout).toMatch(/^whsec_\S+\n$/);
  expect(rotated.stdout).not.toContain(given);
});

test('exits with 1 for a refused sample and prints hints', async () => {
  await runDestinations(['add', receiver.urlOf('/401'), ...NORTHWAY, '--name', 'Refuser']);
  const { code, stdout } = await runDestinations(['test', 'refuser']);
  expect(code).toBe(1);
  expect(stdout).toContain('Refused: sample of cash_low');
  expect(stdout).toContain(
    '\n  The receiver responded with 401; expected 2xx.\n  - Most likely the receiver does not accept',
  );
  expect(stdout).toMatch(/Details: fleetkit deliveries show \w{8}\n$/);
});

test('rotates a secret with an overlap in sandbox time, and ends the overlap', async () => {
  await runDestinations(['add', '--inbox', ...NORTHWAY]);
  const rotated = await runDestinations(['rotate', '--overlap', '2h']);
  expect(rotated.stdout).toMatch(
    /^Signed with [0-9a-f]{8}, [0-9a-f]{8} until 2026-11-02T17:00:00Z\.\nShow secret: fleetkit/,
  );
  expect(JSON.parse((await runDestinations(['secret', '--json'])).stdout).previous).toHaveLength(1);
  expect((await runDestinations(['expire'])).stdout).toMatch(/^Signed with [0-9a-f]{8}\.\n/);
});

test('accepts type patterns and creates one subscription per terminal', async () => {
  const wanted = ['--types', 'cash_*,decline_spike', '--terminal', 'NW104310', '--terminal', 'NW100112'];
  const { stdout } = await runDestinations([
    'add',
    '--inbox',
    ...NORTHWAY,
    ...wanted,
    '--states',
    'triggered,resolved',
  ]);
  for (const terminal of ['NW104310', 'NW100112'])
    expect(stdout).toContain(`cash_low, cash_out, decline_spike of ${terminal}, when triggered or resolved`);

  const [, first = ''] = /events +(\w{8}) /.exec(stdout) ?? [];
  const ended = await runDestinations(['unsubscribe', first]);
  expect(ended.stdout).toMatch(/^sub_\w+ removed: cash_low, cash_out, decline_spike of NW104310/);
  const more = await runDestinations(['subscribe', '--types', 'processor_outage']);
  expect(more.stdout).toMatch(/^sub_\w{26} {2}processor_outage of acct_northway\n$/);
  const { data } = JSON.parse((await runDestinations(['--json'])).stdout);
  expect(data[0].subscriptions).toHaveLength(2);
});

test('pauses, resumes, disables, enables, changes and removes a destination', async () => {
  const id = findShortId((await runDestinations(['add', hooks, ...NORTHWAY])).stdout);
  expect((await runDestinations(['pause', id])).stdout).toMatch(/^dst_\w+ {2}paused\n/);
  expect((await runDestinations(['resume', id])).stdout).toMatch(/^dst_\w+ {2}enabled\n/);
  const disabled = await runDestinations(['disable', id]);
  expect(disabled.stdout).toMatch(/^dst_\w+ {2}disabled: by a user\n/);
  expect(disabled.stdout).toContain(`fleetkit destinations recover ${id} --since`);
  expect((await runDestinations(['enable', id])).stdout).toMatch(/^dst_\w+ {2}enabled\n/);
  const changed = await runDestinations(['change', id, '--name', 'Night \u001b[31mshift', '--profile', 'fast']);
  expect(changed.stdout).toContain('Night \ufffd[31mshift');
  expect(changed.stdout).toMatch(/retries +fast/);
  expect((await runDestinations(['remove', id])).stdout).toMatch(
    /^dst_\w+ is deleted\. Its deliveries remain in the log\.\n$/,
  );
  expect((await runDestinations([])).stdout).toContain('No destinations. Add one');
});

test('shows the requests to an inbox with signature verdicts, and sets its responses', async () => {
  await runDestinations(['add', '--inbox', ...NORTHWAY]);
  await runDestinations(['test']);
  const looked = await runDestinations(['inbox', '--answers', '503:60,never,200+1500ms']);
  expect(looked.stdout).toContain('\n1 request. Answers: 503:60,never,200+1500ms (0 used).\n');
  expect(looked.stdout).toMatch(
    /\n2026-11-02T15:00:00Z {2}cash_low {2}evt_\w{26} {2}answered 200\n {2}signature ok: Signed with the secret [0-9a-f]{8}/,
  );
  const refused = await runDestinations(['test']);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('answered 503');
  const { messages } = JSON.parse((await runDestinations(['inbox', '--empty', '--json'])).stdout);
  expect(messages).toEqual([]);
});

test('sends events from before the subscription on request', async () => {
  await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await runDestinations(['add', hooks, ...NORTHWAY, '--terminal', 'NW104310', '--types', 'cash_out']);
  const since = ['recover', '--since', '1h'];
  expect((await runDestinations(since)).stdout).toBe('Nothing to replay.\n');
  expect((await runDestinations([...since, '--missed', '--dry-run'])).stdout).toBe('Would be queued: 1 missed.\n');
  expect(receiver.got).toEqual([]);
  expect((await runDestinations([...since, '--missed'])).stdout).toBe('Queued: 1 missed.\n');
  await expect.poll(() => receiver.got.map(({ body }) => JSON.parse(body).type)).toEqual(['cash_out']);
});

test('uses the account of the administrator key by default', async () => {
  const key = ['--key', sandbox.keys.usr_redline ?? ''];
  const { stdout } = await runDestinations(['add', '--inbox', ...key]);
  expect(stdout).toMatch(/account +acct_redline\n/);
});

test('requires an unambiguous destination', async () => {
  expect((await runDestinations(['test'])).stderr).toContain('There are no destinations yet.');
  await runDestinations(['add', '--inbox', ...NORTHWAY]);
  await runDestinations(['add', hooks, ...NORTHWAY]);
  const unclear = await runDestinations(['test']);
  expect(unclear.code).toBe(2);
  expect(unclear.stderr).toMatch(
    /^There are several destinations\..*\n {2}dst_\w{26} {2}inbox .*Inbox\n {2}dst_\w{26} {2}url .*\/hooks\n$/,
  );
  const unknown = await runDestinations(['pause', 'nightshift']);
  expect([unknown.code, unknown.stderr.split('\n')[0]]).toEqual([
    1,
    'No destination matches nightshift. Existing destinations:',
  ]);
  expect((await runDestinations(['inbox'])).stdout).toContain('No requests yet. Answers: 200.');
});

test.each<[string, string[], { code: number; expectedText: string }]>([
  ['a misspelt type', ['add', '--inbox', '--types', 'cash_lo'], { code: 2, expectedText: 'Did you mean cash_low?' }],
  [
    'a pattern without a match',
    ['add', '--inbox', '--types', 'moon*'],
    { code: 2, expectedText: 'Expected one of heartbeat_stale, processor_outage' },
  ],
  [
    'a misspelt state',
    ['add', '--inbox', '--states', 'triggerd'],
    { code: 2, expectedText: 'Did you mean triggered?' },
  ],
  [
    'two kinds of destination',
    ['add', '--inbox', '--listener'],
    { code: 2, expectedText: 'expected exactly one of a URL, --inbox and --listener' },
  ],
  [
    'a missing destination',
    ['add'],
    { code: 2, expectedText: 'expected exactly one of a URL, --inbox and --listener' },
  ],
  [
    'a missing account',
    ['add', '--inbox'],
    { code: 1, expectedText: '--account The operator must give an account: one of acct_northway' },
  ],
  [
    'an invalid secret',
    ['add', '--inbox', ...NORTHWAY, '--secret', 'hunter2'],
    { code: 1, expectedText: '--secret A secret begins with whsec_' },
  ],
  ['an invalid URL', ['add', 'ftp://x.example', ...NORTHWAY], { code: 1, expectedText: '  URL ' }],
  [
    'an unknown terminal',
    ['add', '--inbox', ...NORTHWAY, '--terminal', 'XX000000'],
    { code: 1, expectedText: 'terminal' },
  ],
  [
    'an invalid response',
    ['inbox', '--answers', '5xx'],
    { code: 2, expectedText: 'for example 500,503:60,never,200+1500ms' },
  ],
  ['an invalid overlap', ['rotate', '--overlap', 'long'], { code: 2, expectedText: 'such as 7d, 24h, 30m or 0s' }],
  ['a missing --since', ['recover'], { code: 2, expectedText: '--since' }],
  ['an invalid --since', ['recover', '--since', 'noon'], { code: 2, expectedText: 'or how long ago: 90s, 2h30m, 7d' }],
  ['a change without options', ['change'], { code: 2, expectedText: 'expected --to, --name, --header or --profile' }],
  ['a removal without a destination', ['remove'], { code: 2, expectedText: "missing required argument 'destination'" }],
])('prints an error message for %s', async (_, given, { code, expectedText }) => {
  const answer = await runDestinations(given);
  expect(answer.stderr).toContain(expectedText);
  expect(answer.code).toBe(code);
});

test('does not repeat the value of a refused header', async () => {
  const { code, stderr } = await runDestinations(['add', hooks, ...NORTHWAY, '--header', 'gate-pass']);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--header: expected 'Name: value'.")]);
  expect(stderr).not.toContain('gate-pass');
});
