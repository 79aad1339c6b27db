import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startCuttableProxy } from '../commands/listen/testing/cuttable-proxy.ts';
import { createTestFolder } from '../commands/listen/testing/listener.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { startRecordingReceiver } from './testing/receiver.ts';
import {
  createOperatorEnvironment,
  type RunningCommand,
  runFleetkit,
  startFleetkit,
  startProcess,
} from './testing/run-cli.ts';

/* `fleetkit deliveries watch`, `events watch` and `requests watch`, against a sandbox in this process. */

const TOKEN = 'opr-watch-tests-0123456789';
const CASH_OUT = { terminalId: 'NW104310', advance: true } as const;

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startRecordingReceiver>>;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, operatorToken: TOKEN });
  receiver = await startRecordingReceiver();
});
afterEach(async () => {
  receiver.close();
  await sandbox.close();
});

const watch = (args: readonly string[], url = sandbox.url): RunningCommand =>
  startFleetkit(args, { env: { FLEETKIT_URL: url, FLEETKIT_OPERATOR_TOKEN: TOKEN } });

const addDestination = (path: string, of = sandbox) =>
  of.destinations.add({ url: receiver.urlOf(path), accountId: 'acct_northway', types: ['cash_out'] });

async function advanceToNextAttempt(): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ to_next_attempt: true });
  const { status } = await sandbox.fetch('/sandbox/clock/advance', { method: 'POST', headers, body });
  expect(status).toBe(200);
}

describe('deliveries watch', () => {
  test('prints a line with reasons for each attempt, and exits after the requested number', async () => {
    await addDestination('/503');
    await addDestination('/204');
    const running = watch(['deliveries', 'watch', '--exit-after', '3', '--type', 'cash_out']);
    await running.printed('Watching ');
    await sandbox.trigger('cash_out', CASH_OUT);
    await running.printed('failed: 503'); // changes within a tenth of a second are reported together
    await advanceToNextAttempt();
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(0);
    const cause = String.raw`0\.00 left in the cassettes, smallest withdrawal 20\.00`;
    const lines = stdout.trimEnd().split('\n');
    expect(
      lines.toSorted((a, b) => a.slice(0, 20).localeCompare(b.slice(0, 20)) || (a.includes('503') ? 1 : -1)),
    ).toEqual([
      expect.stringMatching(
        new RegExp(
          `^2026-11-02T15:01:00Z  \\w{8}  cash_out triggered  NW104310  attempt 1  delivered: 204 in [\\d.]+ ms +sent because ${cause}$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^2026-11-02T15:01:00Z  \\w{8}  cash_out triggered  NW104310  attempt 1  failed: 503 in [\\d.]+ ms +next attempt at 2026-11-02T15:01:05Z  sent because ${cause}$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          `^2026-11-02T15:01:05Z  \\w{8}  cash_out triggered  NW104310  attempt 2  failed: 503 in [\\d.]+ ms +next attempt at 2026-11-02T15:06:05Z  sent again; first sent because ${cause}$`,
        ),
      ),
    ]);
    expect(stderr).toMatch(
      /^2026-11-02T15:00:00Z {2}Watching http:\S+, clock frozen\. .*\n2026-11-02T15:01:00Z {2}The clock was moved 1m forward\.\n/,
    );
  });

  test('prints earlier attempts with --since, and complete objects with --json', async () => {
    await addDestination('/503');
    await sandbox.trigger('cash_out', CASH_OUT);
    const args = ['deliveries', 'watch', '--since', '1h', '--json', '--exit-after', '1', '--state', 'pending'];
    const { stdout } = await watch(args).ended;
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'attempt',
      sandbox_time: '2026-11-02T15:01:00Z',
      next: 'next attempt at 2026-11-02T15:01:05Z',
      delivery: { type: 'cash_out', state: 'pending' },
      attempt: { number: 1, response: { status: 503 } },
      event: { type: 'cash_out', terminal_id: 'NW104310' },
    });
  });

  test('loses and repeats no attempt while the connection is interrupted', async () => {
    await addDestination('/503');
    const proxy = await startCuttableProxy(Number(new URL(sandbox.url).port));
    const running = watch(['deliveries', 'watch', '--exit-after', '4'], proxy.url);
    await running.printed('Watching ');
    await sandbox.trigger('cash_out', CASH_OUT);
    await running.printed('attempt 1');
    proxy.cut();
    await running.printed('Connecting again.');
    await advanceToNextAttempt();
    await advanceToNextAttempt();
    proxy.mend();
    await running.printed('attempt 3');
    await advanceToNextAttempt();
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout.match(/attempt \d(?= {2})/g)]).toEqual([
      0,
      ['attempt 1', 'attempt 2', 'attempt 3', 'attempt 4'],
    ]);
    expect(stderr.match(/Connecting again\./g)).toHaveLength(1);
    expect(stderr).toContain('Connected again.');
  });

  test.each(['with its data', 'without data'])(
    'continues after a restart of the server on the same port %s',
    async (kind) => {
      await sandbox.close();
      const data = kind === 'with its data' ? { data: createTestFolder() } : {};
      sandbox = await startSandbox({ port: 0, operatorToken: TOKEN, ...data });
      const port = Number(new URL(sandbox.url).port);
      await addDestination('/503');
      const running = watch(['deliveries', 'watch', '--exit-after', '2']);
      await running.printed('Watching ');
      await sandbox.trigger('cash_out', CASH_OUT);
      await running.printed('attempt 1');
      await sandbox.close();
      await running.printed('Connecting again.');

      sandbox = await startSandbox({ port, operatorToken: TOKEN, ...data });
      if (kind === 'with its data') await advanceToNextAttempt();
      else {
        // The same data from the same seed: the delivery has the same id and number as the one before.
        await addDestination('/503');
        await sandbox.trigger('cash_out', CASH_OUT);
      }
      const { code, stdout } = await running.ended;
      const second = kind === 'with its data' ? 'attempt 2' : 'attempt 1';
      expect([code, stdout.match(/attempt \d(?= {2})/g)]).toEqual([0, ['attempt 1', second]]);
    },
  );

  test('states a reset, and prints the attempts after it', async () => {
    await addDestination('/204');
    const running = watch(['deliveries', 'watch', '--exit-after', '2']);
    await running.printed('Watching ');
    await sandbox.trigger('cash_out', CASH_OUT);
    await running.printed('attempt 1');
    await sandbox.reset();
    await running.printed('The data was reset.');
    await addDestination('/204');
    await sandbox.trigger('cash_out', CASH_OUT);
    const { code, stdout } = await running.ended;
    expect([code, stdout.split('\n').length]).toEqual([0, 3]);
  });

  test('exits with 0 at Ctrl-C', async () => {
    const running = startProcess(['deliveries', 'watch'], { env: createOperatorEnvironment(sandbox) });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    await running.printed('Watching ');
    running.child.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('events watch', () => {
  test('prints a line with the cause of each event, across an interruption', async () => {
    const proxy = await startCuttableProxy(Number(new URL(sandbox.url).port));
    const args = ['events', 'watch', '--terminal', 'NW104310', '--exit-after', '3'];
    const running = watch(args, proxy.url);
    await running.printed('Watching ');
    await sandbox.trigger('cash_low', CASH_OUT);
    await running.printed('cash_low triggered');
    proxy.cut();
    await running.printed('Connecting again.');
    await sandbox.trigger('cash_out', CASH_OUT);
    proxy.mend();
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^2026-11-02T15:01:00Z {2}\w{8} {2}cash_low triggered {2}medium {2}NW104310 {2}because cassette A has \d+ notes left, threshold 100/,
      ),
      expect.stringMatching(
        /cash_low resolved {3}\w+ +NW104310 {2}because it ended after \w+ \(a more serious incident replaced it\): /,
      ),
      expect.stringMatching(/cash_out triggered {2}\w+ +NW104310 {2}because 0\.00 left/),
    ]);
  });

  test('prints events while the clock runs', async () => {
    const running = watch(['events', 'watch', '--exit-after', '1', '--json']);
    await running.printed('Watching ');
    await sandbox.clock.run(3600);
    const { stdout } = await running.ended;
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      kind: 'event',
      cause: expect.any(String),
    });
  });
});

describe.each(['deliveries', 'events'])('%s watch', (name) => {
  test('exits with 1 at the time limit', async () => {
    const { code, stdout, stderr } = await watch([name, 'watch', '--timeout', '1s']).ended;
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      expect.stringContaining('The time limit was reached after 0 lines.'),
    ]);
  });

  test.each([
    [['--key', 'sbx-unknown'], 1, 'Refused with 401'],
    [['--url', 'http://127.0.0.1:9'], 3, 'Nothing answers at http://127.0.0.1:9'],
    [['--timeout', 'soon'], 2, 'Expected a duration such as 30s'],
    [['--exit-after', '0'], 2, 'Expected a whole number from 1'],
    [['--type', 'cash_lo'], 2, 'cash_low'],
  ])('reports the fault of %j', async (args, ...[code, message]) => {
    const env = createOperatorEnvironment(sandbox);
    expect(await runFleetkit([name, 'watch', ...args], { env })).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });
});

describe('requests watch', () => {
  const read = (path: string, method = 'GET') =>
    sandbox.fetch(path, { method, headers: { 'X-API-Key': sandbox.keys.usr_nw_admin ?? '' } });

  test('prints a line for each matching request as it is answered, with its problem', async () => {
    await read('/v1/transactions?limt=4');
    const running = watch(['requests', 'watch', '--operation', 'listTransactions', '--exit-after', '2']);
    await running.printed('Watching ');
    await read('/v1/portal');
    await read('/v1/transactions?limit=5');
    await read('/v1/transactions?limt=6');
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual([
      '2026-11-02T15:00:00Z  200  GET /v1/transactions  listTransactions  usr_nw_admin',
      '2026-11-02T15:00:00Z  400  GET /v1/transactions  listTransactions  usr_nw_admin  unknown_parameter limt',
    ]);
  });

  test('prints the requests that it missed while the connection was lost, once, as JSON', async () => {
    const proxy = await startCuttableProxy(Number(new URL(sandbox.url).port));
    const running = watch(
      ['requests', 'watch', '--method', 'GET', '--status', '200', '--exit-after', '2', '--json'],
      proxy.url,
    );
    await running.printed('"connected"');
    await read('/v1/portal');
    await running.printed('getPortal');
    proxy.cut();
    await running.printed('Connecting again.');
    await read('/v1/disputes');
    proxy.mend();
    const { code, stdout } = await running.ended;
    const items = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(code).toBe(0);
    expect(items.filter(({ kind }) => kind === 'request').map(({ request }) => request.operation_id)).toEqual([
      'getPortal',
      'listDisputes',
    ]);
  });

  test('refuses an unknown operation', async () => {
    const { code, stderr } = await watch(['requests', 'watch', '--operation', 'getPotal']).ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('--operation')]);
  });
});
