import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { startReceiver } from './testing/receiver.ts';
import { fleetkitAt, type Ran } from './testing/run-cli.ts';

/* `fleetkit destinations`, against a sandbox of this process and a receiver beside it. */

const NORTHWAY = ['--account', 'acct_northway'];

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let hooks = '';

beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startReceiver();
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

const destinations = (given: readonly string[]): Promise<Ran> => fleetkitAt(sandbox)(['destinations', ...given]);

const shortIdIn = (text: string): string => /destinations test (\w{8})/.exec(text)?.[1] ?? 'none';

test('one is registered without showing its secret, and a sample is verified with the secret that is printed', async () => {
  const added = await destinations(['add', hooks, ...NORTHWAY, '--header', 'Authorization: Bearer gate-pass']);
  expect([added.code, added.stderr]).toEqual([0, '']);
  expect(added.stdout).toMatch(/^dst_\w{26} {2}enabled\n {2}account +acct_northway\n {2}to +http:/);
  expect(added.stdout).toContain('authorization (values are not shown)');
  expect(added.stdout).toContain('all events of acct_northway');
  expect(added.stdout).not.toMatch(/whsec_|gate-pass/);

  const { stdout: secret } = await destinations(['secret']);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=\n$/);
  const tested = await destinations(['test', '--type', 'decline_spike', '--terminal', 'NW104310']);
  expect([tested.code, tested.stderr]).toEqual([0, '']);
  expect(tested.stdout).toMatch(/^Delivered: sample of decline_spike at NW104310, answered 204 in [\d.]+ ms \(/);
  const [delivery] = receiver.got;
  expect(delivery?.headers.authorization).toBe('Bearer gate-pass');
  const verified = new Webhook(secret.trim()).verify(delivery?.body ?? '', delivery?.headers ?? {});
  expect(verified).toMatchObject({ type: 'decline_spike', terminal_id: 'NW104310', is_test: true });
});

test('for scripts the secret stands alone', async () => {
  const given = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const added = await destinations(['add', hooks, ...NORTHWAY, '--secret', given, '--print-secret']);
  expect(added.stdout).toBe(`${given}\n`);
  const rotated = await destinations(['rotate', '--overlap', '2h', '--print-secret']);
  expect(rotated.stdout).toMatch(/^whsec_\S+\n$/);
  expect(rotated.stdout).not.toContain(given);
});

test('a sample that is refused exits with 1 and says what to look at', async () => {
  await destinations(['add', receiver.urlOf('/401'), ...NORTHWAY, '--name', 'Refuser']);
  const { code, stdout } = await destinations(['test', 'refuser']);
  expect(code).toBe(1);
  expect(stdout).toContain('Refused: sample of cash_low');
  expect(stdout).toContain(
    '\n  The receiver responded with 401; expected 2xx.\n  - Most likely the receiver does not accept',
  );
  expect(stdout).toMatch(/Details: fleetkit deliveries show \w{8}\n$/);
});

test('a secret is rotated with an overlap on the sandbox clock, and the overlap is ended', async () => {
  await destinations(['add', '--inbox', ...NORTHWAY]);
  const rotated = await destinations(['rotate', '--overlap', '2h']);
  expect(rotated.stdout).toMatch(
    /^Signed with [0-9a-f]{8}, [0-9a-f]{8} until 2026-11-02T17:00:00Z\.\nShow secret: fleetkit/,
  );
  expect(JSON.parse((await destinations(['secret', '--json'])).stdout).previous).toHaveLength(1);
  expect((await destinations(['expire'])).stdout).toMatch(/^Signed with [0-9a-f]{8}\.\n/);
});

test('types may be named by what they begin with, and there is one subscription for each terminal', async () => {
  const wanted = ['--types', 'cash_*,decline_spike', '--terminal', 'NW104310', '--terminal', 'NW100112'];
  const { stdout } = await destinations(['add', '--inbox', ...NORTHWAY, ...wanted, '--states', 'triggered,resolved']);
  for (const terminal of ['NW104310', 'NW100112'])
    expect(stdout).toContain(`cash_low, cash_out, decline_spike of ${terminal}, when triggered or resolved`);

  const [, first = ''] = /events +(\w{8}) /.exec(stdout) ?? [];
  const ended = await destinations(['unsubscribe', first]);
  expect(ended.stdout).toMatch(/^sub_\w+ removed: cash_low, cash_out, decline_spike of NW104310/);
  const more = await destinations(['subscribe', '--types', 'processor_outage']);
  expect(more.stdout).toMatch(/^sub_\w{26} {2}processor_outage of acct_northway\n$/);
  const { data } = JSON.parse((await destinations(['--json'])).stdout);
  expect(data[0].subscriptions).toHaveLength(2);
});

test('one is paused, resumed, disabled, enabled, changed and removed', async () => {
  const id = shortIdIn((await destinations(['add', hooks, ...NORTHWAY])).stdout);
  expect((await destinations(['pause', id])).stdout).toMatch(/^dst_\w+ {2}paused\n/);
  expect((await destinations(['resume', id])).stdout).toMatch(/^dst_\w+ {2}enabled\n/);
  const disabled = await destinations(['disable', id]);
  expect(disabled.stdout).toMatch(/^dst_\w+ {2}disabled: by a user\n/);
  expect(disabled.stdout).toContain(`fleetkit destinations recover ${id} --since`);
  expect((await destinations(['enable', id])).stdout).toMatch(/^dst_\w+ {2}enabled\n/);
  const changed = await destinations(['change', id, '--name', 'Night \u001b[31mshift', '--profile', 'fast']);
  expect(changed.stdout).toContain('Night \ufffd[31mshift');
  expect(changed.stdout).toMatch(/retries +fast/);
  expect((await destinations(['remove', id])).stdout).toMatch(
    /^dst_\w+ is deleted\. Its deliveries remain in the log\.\n$/,
  );
  expect((await destinations([])).stdout).toContain('No destinations. Add one');
});

test('an inbox shows what it got with the verdict on each signature, and answers as it is told', async () => {
  await destinations(['add', '--inbox', ...NORTHWAY]);
  await destinations(['test']);
  const looked = await destinations(['inbox', '--answers', '503:60,never,200+1500ms']);
  expect(looked.stdout).toContain('\n1 request. Answers: 503:60,never,200+1500ms (0 used).\n');
  expect(looked.stdout).toMatch(
    /\n2026-11-02T15:00:00Z {2}cash_low {2}evt_\w{26} {2}answered 200\n {2}signature ok: Signed with the secret [0-9a-f]{8}/,
  );
  const refused = await destinations(['test']);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain('answered 503');
  const { messages } = JSON.parse((await destinations(['inbox', '--empty', '--json'])).stdout);
  expect(messages).toEqual([]);
});

test('what was missed before there was a subscription is sent on request', async () => {
  await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await destinations(['add', hooks, ...NORTHWAY, '--terminal', 'NW104310', '--types', 'cash_out']);
  const since = ['recover', '--since', '1h'];
  expect((await destinations(since)).stdout).toBe('Nothing to replay.\n');
  expect((await destinations([...since, '--missed', '--dry-run'])).stdout).toBe('Would be queued: 1 missed.\n');
  expect(receiver.got).toEqual([]);
  expect((await destinations([...since, '--missed'])).stdout).toBe('Queued: 1 missed.\n');
  await expect.poll(() => receiver.got.map(({ body }) => JSON.parse(body).type)).toEqual(['cash_out']);
});

test('an administrator registers for the own account without naming it', async () => {
  const key = ['--key', sandbox.keys.usr_redline ?? ''];
  const { stdout } = await destinations(['add', '--inbox', ...key]);
  expect(stdout).toMatch(/account +acct_redline\n/);
});

test('which one is meant has to be clear', async () => {
  expect((await destinations(['test'])).stderr).toContain('There are no destinations yet.');
  await destinations(['add', '--inbox', ...NORTHWAY]);
  await destinations(['add', hooks, ...NORTHWAY]);
  const unclear = await destinations(['test']);
  expect(unclear.code).toBe(2);
  expect(unclear.stderr).toMatch(
    /^There are several destinations\..*\n {2}dst_\w{26} {2}inbox .*Inbox\n {2}dst_\w{26} {2}url .*\/hooks\n$/,
  );
  const unknown = await destinations(['pause', 'nightshift']);
  expect([unknown.code, unknown.stderr.split('\n')[0]]).toEqual([
    1,
    'No destination matches nightshift. Existing destinations:',
  ]);
  expect((await destinations(['inbox'])).stdout).toContain('No requests yet. Answers: 200.');
});

test.each<[string, string[], number, string]>([
  ['a misspelt type', ['add', '--inbox', '--types', 'cash_lo'], 2, 'Did you mean cash_low?'],
  [
    'a pattern of nothing',
    ['add', '--inbox', '--types', 'moon*'],
    2,
    'Expected one of heartbeat_stale, processor_outage',
  ],
  ['a misspelt state', ['add', '--inbox', '--states', 'triggerd'], 2, 'Did you mean triggered?'],
  ['two places', ['add', '--inbox', '--listener'], 2, 'expected exactly one of a URL, --inbox and --listener'],
  ['no place', ['add'], 2, 'expected exactly one of a URL, --inbox and --listener'],
  ['nobody whose it is', ['add', '--inbox'], 1, '--account The operator must give an account: one of acct_northway'],
  ['a wrong secret', ['add', '--inbox', ...NORTHWAY, '--secret', 'hunter2'], 1, '--secret A secret begins with whsec_'],
  ['a wrong address', ['add', 'ftp://x.example', ...NORTHWAY], 1, '  URL '],
  ['a terminal of nobody', ['add', '--inbox', ...NORTHWAY, '--terminal', 'XX000000'], 1, 'terminal'],
  ['a wrong answer', ['inbox', '--answers', '5xx'], 2, 'for example 500,503:60,never,200+1500ms'],
  ['a wrong overlap', ['rotate', '--overlap', 'long'], 2, 'such as 24h, 30m or 0s'],
  ['no since', ['recover'], 2, '--since'],
  ['a wrong since', ['recover', '--since', 'noon'], 2, 'or how long ago: 90s, 2h30m, 7d'],
  ['no change', ['change'], 2, 'expected --to, --name, --header or --profile'],
  ['nothing to remove', ['remove'], 2, "missing required argument 'destination'"],
])('%s ends with a sentence', async (_, given, code, says) => {
  const answer = await destinations(given);
  expect(answer.stderr).toContain(says);
  expect(answer.code).toBe(code);
});

test('the value of a header is not repeated where it is refused', async () => {
  const { code, stderr } = await destinations(['add', hooks, ...NORTHWAY, '--header', 'gate-pass']);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--header: expected 'Name: value'.")]);
  expect(stderr).not.toContain('gate-pass');
});
