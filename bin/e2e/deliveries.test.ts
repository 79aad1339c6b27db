import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { startRecordingReceiver } from './testing/receiver.ts';
import { type CommandResult, createOperatorEnvironment, createRunner, spawnFleetkit } from './testing/run-cli.ts';

/* `fleetkit deliveries`, and the parts of other commands about deliveries, against a sandbox in this process. */

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-deliveries-'));
const CASH_OUT = ['trigger', 'cash_out', '--terminal', 'NW104310'];

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startRecordingReceiver>>;
let fleetkit: ReturnType<typeof createRunner>;

beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startRecordingReceiver();
  fleetkit = createRunner(sandbox);
});
beforeEach(async () => {
  await sandbox.reset();
  receiver.got.length = 0;
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const runDeliveries = (...given: string[]): Promise<CommandResult> => fleetkit(['deliveries', ...given]);
const addDestination = (path: string, options: { readonly secret?: string } = {}) =>
  sandbox.destinations.add({
    url: receiver.urlOf(path),
    accountId: 'acct_northway',
    types: ['cash_out'],
    ...options,
  });
const triggerCashOut = () => sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });

test('lists one delivery per line, and moves the clock to the next attempt', async () => {
  expect((await runDeliveries()).stdout).toBe('No deliveries.\n');
  await addDestination('/hooks');
  await addDestination('/503');
  await triggerCashOut();
  const listed = await runDeliveries();
  expect(listed.stdout.split('\n').toSorted()).toEqual([
    '',
    expect.stringMatching(/^\w{8} {2}2026-11-02 15:01:00 {2}cash_out {2}triggered {2}NW104310 {2}delivered 1× {2}204$/),
    expect.stringMatching(
      /^\w{8} {2}2026-11-02 15:01:00 {2}cash_out {2}triggered {2}NW104310 {2}pending 1× {4}503, next in 5s$/,
    ),
  ]);
  const next = await fleetkit(['clock', 'advance', 'to-next-attempt']);
  expect(next.stdout).toMatch(
    /^2026-11-02T15:01:05Z, frozen\n\w{8} {2}2026-11-02 15:01:00 {2}cash_out .* pending 2× {2}503, next in 5m\n$/,
  );
  expect((await runDeliveries('--status', '5xx', '--since', '10m', '--terminal', 'NW104310')).stdout).toContain(
    'next in 5m',
  );
  expect((await runDeliveries('--state', 'exhausted')).stdout).toBe('No deliveries.\n');
  const { data } = JSON.parse((await runDeliveries('--json', '--limit', '1')).stdout);
  expect(data).toHaveLength(1);
});

test('reports that no attempt waits for the clock', async () => {
  const { code, stderr } = await fleetkit(['clock', 'advance', 'to-next-attempt']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('No attempt is due in sandbox time')]);
});

test('shows a delivery with its event, requests and responses, without control characters', async () => {
  await addDestination('/503');
  const { deliveries: made } = await triggerCashOut();
  const { stdout } = await runDeliveries('show');
  expect(stdout).toContain(`${made[0]?.delivery_id}  pending\n`);
  expect(stdout).toContain('"type": "cash_out"');
  expect(stdout).toContain('\nAttempt 1 (scheduled)\n  due 2026-11-02T15:01:00Z, sent 20');
  expect(stdout).toMatch(/\n {4}webhook-signature: v1,\S+\n/);
  expect(stdout).toMatch(/\n {2}answered 503 in [\d.]+ ms \(/);
  expect(stdout).toContain('    first line\n    \ufffd[31msecond\n');
  expect(stdout).toContain('The receiver responded with 503; expected 2xx.\n  Next attempt due 2026-11-02T15:01:05Z\n');
  expect((await runDeliveries('show', made[0]?.delivery_id.slice(-6) ?? '')).stdout).toBe(stdout);
});

test('accepts a unique part of an id', async () => {
  expect((await runDeliveries('show')).stderr).toContain('There are no deliveries yet');
  await addDestination('/hooks');
  await addDestination('/hooks');
  await triggerCashOut();
  const unclear = await runDeliveries('show', '01M6');
  expect([unclear.code, unclear.stderr.split('\n').length]).toEqual([2, 4]);
  expect(unclear.stderr).toMatch(/^01M6 matches several deliveries:\n {2}dlv_\w{26} {2}cash_out of NW104310\n/);
  expect(await runDeliveries('show', 'UUUU')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No delivery matches UUUU'),
  });
});

test('replays deliveries by id or by filter options', async () => {
  await addDestination('/hooks');
  await addDestination('/401');
  const { deliveries: made } = await triggerCashOut();
  const ids = made.map(({ delivery_id: id }) => id.slice(-8));
  receiver.got.length = 0;
  const trial = await runDeliveries('replay', '--type', 'cash_out', '--dry-run');
  expect(trial.stdout.split('\n').slice(0, 3)).toEqual([
    'Would replay:',
    ...ids.map((id) => `${id}  cash_out of NW104310`),
  ]);
  expect(receiver.got).toEqual([]);

  const all = await runDeliveries('replay', '--type', 'cash_out');
  expect(all.code).toBe(1);
  expect(all.stdout).toMatch(/cash_out of NW104310: answered 204 in/);
  expect(all.stdout).toMatch(/cash_out of NW104310: answered 401 in/);
  expect(receiver.got.map(({ path }) => path).toSorted()).toEqual(['/401', '/hooks']);
  expect(new Set(receiver.got.map(({ body }) => body)).size).toBe(1);

  const taken = (await runDeliveries('--status', '2xx')).stdout.slice(0, 8);
  expect((await runDeliveries('replay', taken)).code).toBe(0);
  expect(await runDeliveries('replay')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('expected either delivery ids'),
  });
  expect(await runDeliveries('replay', taken, '--status', '2xx')).toMatchObject({ code: 2 });
  expect(await runDeliveries('replay', '--type', 'decline_spike')).toMatchObject({
    code: 1,
    stdout: 'No deliveries match.\n',
  });
});

test('lists deliveries that cannot be replayed with the replayed ones', async () => {
  await addDestination('/hooks');
  await addDestination('/hooks');
  const { deliveries: made } = await triggerCashOut();
  const [gone, kept] = made;
  expect((await fleetkit(['destinations', 'remove', gone?.destination_id ?? ''])).code).toBe(0);
  const { code, stdout } = await runDeliveries('replay', '--terminal', 'NW104310');
  expect(code).toBe(1);
  expect(stdout).toContain(`${gone?.delivery_id.slice(-8)}  Refused with 404: Its destination was deleted.`);
  expect(stdout).toContain(`${kept?.delivery_id.slice(-8)}  cash_out of NW104310: answered 204 in`);
  expect(stdout.trim().split('\n')).toHaveLength(2);
});

test('explains a signature mismatch with the position of the first different byte', async () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  const { destination } = await addDestination('/hooks', { secret });
  await triggerCashOut();
  const [sent] = receiver.got;
  const signed = await runDeliveries('explain');
  expect(signed.code).toBe(0);
  expect(signed.stdout).toContain(
    `\n  ${sent?.headers['webhook-id']}.${sent?.headers['webhook-timestamp']}.${sent?.body}\n`,
  );
  expect(signed.stdout).toContain(`Signature:\n  ${sent?.headers['webhook-signature']}\n`);
  expect(signed.stdout).toContain('To find a difference, give the values of the receiver');

  const file = join(folder, 'body.json');
  writeFileSync(file, sent?.body ?? '');
  expect(await runDeliveries('explain', '--body', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No difference'),
  });
  const compared = await runDeliveries('explain', '--timestamp', 'today', '--id', destination.destination_id);
  const [verdict, , , ...rest] = compared.stdout.split('\n');
  expect(verdict).toBe('Differences, most likely cause first:');
  expect(rest.join('\n')).toContain('The signed content has');
  const respaced = (sent?.body ?? '').replace('"id":', '"id": ');
  const piped = await spawnFleetkit(
    ['deliveries', 'explain', '--body', '-'],
    { env: createOperatorEnvironment(sandbox) },
    respaced,
  );
  expect(piped.code).toBe(1);
  expect(piped.stdout).toContain('1. The body differs at byte 6: sent `"`, received a space');
  expect(piped.stdout).toMatch(
    /\n {5}sent {6}\{"id":"evt_.*\n {5}received {2}\{"id": "evt_.*\n {21}\^ byte 6\n\nThe signed content has /,
  );

  const other = await fleetkit(['deliveries', 'explain', '--secret-env', 'HOOK'], { HOOK: `whsec_${'Q'.repeat(43)}=` });
  expect(other.code).toBe(1);
  expect(other.stdout).toContain('1. ');
  expect(`${other.stdout}${other.stderr}`).not.toContain('QQQQ');
  expect((await runDeliveries('explain', '--json')).stdout).not.toContain(secret.slice(6));
  expect(destination.status).toBe('enabled');
});

test.each<[string, string[], { code: number; expectedText: string }]>([
  ['an absent file', ['explain', '--body', '/nowhere'], { code: 2, expectedText: '--body: /nowhere cannot be read.' }],
  [
    'an unset environment variable',
    ['explain', '--secret-env', 'FLEETKIT_NONE'],
    { code: 2, expectedText: 'the environment variable FLEETKIT_NONE is not set' },
  ],
  [
    'an attempt that is not a number',
    ['explain', '--attempt', 'last'],
    { code: 2, expectedText: '--attempt: expected a whole number from 1' },
  ],
  ['a misspelt state', ['list', '--state', 'exausted'], { code: 2, expectedText: 'Did you mean exhausted?' }],
  [
    'an unknown status class',
    ['list', '--status', '6xx'],
    { code: 2, expectedText: 'Allowed choices are 2xx, 3xx, 4xx, 5xx, none' },
  ],
  [
    'a limit above the maximum',
    ['list', '--limit', '501'],
    { code: 2, expectedText: 'Expected a whole number from 1 to 500.' },
  ],
  ['an invalid instant', ['list', '--since', 'noon'], { code: 2, expectedText: 'Expected an instant such as' }],
  ['a zero timeout', ['wait', '--timeout', '0s'], { code: 2, expectedText: 'Expected a duration such as 30s or 2m.' }],
])('prints an error message for %s', async (_, given, { code, expectedText }) => {
  const answer = await runDeliveries(...given);
  expect(answer.stderr).toContain(expectedText);
  expect(answer.code).toBe(code);
});

test('stops waiting when all deliveries are final or need an action', async () => {
  expect(await runDeliveries('wait')).toMatchObject({ code: 1, stdout: 'No deliveries match.\n' });
  const { destination } = await addDestination('/503');
  await addDestination('/hooks');
  await triggerCashOut();
  const held = await runDeliveries('wait', '--terminal', 'NW104310');
  expect(held.code).toBe(1);
  expect(held.stdout).toContain('2 deliveries: ');
  expect(held.stdout).toContain('the clock is frozen. Move it: fleetkit clock advance to-next-attempt\n');
  expect(await runDeliveries('wait', '--status', '2xx')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 delivery: 1 delivered\n'),
  });

  await sandbox.clock.run(1);
  const late = await runDeliveries('wait', '--destination', destination.destination_id, '--timeout', '1s', '--json');
  expect(late.code).toBe(1);
  expect(JSON.parse(late.stdout)).toMatchObject({ outcome: 'timed_out', deliveries: [{ state: 'pending' }] });
});

test('waits for the deliveries of a triggered event', async () => {
  const unanswered = await fleetkit([...CASH_OUT, '--wait']);
  expect([unanswered.code, unanswered.stderr]).toEqual([1, '']);
  expect(unanswered.stdout).toContain(
    'No destination subscribes to this event. Add one: fleetkit destinations add URL',
  );
  await addDestination('/hooks');
  const relieved = await fleetkit([...CASH_OUT, '--resolve', '--advance']);
  expect(relieved.stdout).toMatch(/\n1 delivery: 1 delivered\.\n {2}dlv_\w{26} {2}delivered\n$/);
  const waited = await fleetkit([...CASH_OUT, '--wait', '--timeout', '20s']);
  expect(waited.code).toBe(0);
  expect(waited.stdout).toMatch(
    /\n\w{8} {2}2026\S+ \S+ {2}cash_out {2}triggered {2}NW104310 {2}delivered 1× {2}204\n1 delivery: 1 delivered\n$/,
  );
  expect(receiver.got).toHaveLength(2);
});

test.each(['processor_outage', 'approval_rate_drop'] as const)(
  'reports the account event of %s triggered at a terminal',
  async (type) => {
    await sandbox.destinations.add({ url: receiver.urlOf('/hooks'), accountId: 'acct_northway', types: [type] });
    const { code, stdout } = await fleetkit(['trigger', type, '--terminal', 'NW104310', '--wait', '--json']);
    const { provoked, events, deliveries: made } = JSON.parse(stdout);
    expect(code).toBe(0);
    const ofType = events.filter((event: { readonly type: string }) => event.type === type);
    for (const event of ofType)
      expect(event).toMatchObject({ level: 'account', terminal_id: null, incident: { state: 'triggered' } });
    expect(ofType.map(getIncidentId)).toContain(provoked.incident_id);
    expect(made.map(getEventId).toSorted()).toEqual(ofType.map(getId).toSorted());
    const relieved = await fleetkit(['trigger', type, '--terminal', 'NW104310', '--resolve', '--wait', '--json']);
    const ended = JSON.parse(relieved.stdout);
    expect(ended.provoked.ends.length).toBeGreaterThan(0);
    expect(ended.deliveries).toHaveLength(made.length);
    for (const one of ended.deliveries) expect(one).toMatchObject({ incident_state: 'resolved', state: 'delivered' });
  },
);

const getId = ({ id }: { readonly id: string }): string => id;
const getEventId = ({ event_id: id }: { readonly event_id: string }): string => id;
const getIncidentId = ({ incident }: { readonly incident: { readonly incident_id: string } }): string =>
  incident.incident_id;

test('prints each failed attempt to standard error while it waits for a triggered event', async () => {
  const { destination } = await sandbox.destinations.add({
    inbox: true,
    accountId: 'acct_northway',
    types: ['cash_out'],
    retryProfile: 'fast',
  });
  await fleetkit(['destinations', 'inbox', destination.destination_id, '--answers', '503,200']);
  const { code, stdout, stderr } = await fleetkit([...CASH_OUT, '--wait', '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).deliveries).toMatchObject([{ state: 'delivered', attempt_count: 2 }]);
  const id = JSON.parse(stdout).deliveries[0].delivery_id.slice(-8);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(
      `^${id}  attempt 1: answered 503 in .* The receiver responded with 503; expected 2xx\\. Next (in 1s of real time|is due)\\.$`,
    ),
    expect.stringMatching(`^${id}  attempt 2: answered 200 in `),
    '',
  ]);
});

test('does not wait for a retry on a frozen clock', async () => {
  await addDestination('/401');
  const { code, stdout } = await fleetkit([...CASH_OUT, '--wait', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    events: [{ type: 'cash_out' }],
    deliveries: [{ state: 'pending', last_status: 401 }],
    waited: { outcome: 'held', reasons: [expect.stringContaining('to-next-attempt')] },
  });
});

// The last test: every move of the clock waits up to two seconds for its attempt, which ends after its time limit.
test('shows an attempt without a response as in progress', async () => {
  const { destination } = await sandbox.destinations.add({
    inbox: true,
    accountId: 'acct_northway',
    types: ['cash_out'],
  });
  const plan = await fleetkit(['destinations', 'inbox', destination.destination_id, '--answers', '500,never']);
  expect(plan.stdout).toContain('Answers: 500,never (0 used).');
  await triggerCashOut();
  const next = await fleetkit(['clock', 'advance', 'to-next-attempt']);
  expect(next.stdout).toMatch(
    / sending 1× {2}500\nSome attempts are still in progress. Wait for them: fleetkit deliveries wait\n$/,
  );
});
