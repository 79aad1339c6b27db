import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import {
  callSandbox,
  createTestFolder,
  KEY,
  listDeliveriesTo,
  startTestSandbox,
  TOKEN,
  triggerAtTerminal,
} from '../commands/listen/testing/listener.ts';
import { startTestReceiver } from '../commands/listen/testing/receiver.ts';
import { startFleetkit, startProcess } from './testing/run-cli.ts';

/* `fleetkit listen` on the command line. */

let folder = '';
beforeEach(() => {
  folder = createTestFolder();
});

/** Returns the settings of a command that stores its state in the folder of the test. */
const createSettings = (url: string) => ({ env: { FLEETKIT_URL: url, TMPDIR: folder, TEMP: folder } });

const listen = (url: string, ...args: readonly string[]) => startFleetkit(['listen', ...args], createSettings(url));

/** Starts the command in a separate process, which can be killed. */
function listenApart(url: string, ...args: readonly string[]) {
  const running = startProcess(['listen', ...args], createSettings(url));
  onTestFinished(() => void running.child.kill('SIGKILL'));
  return running;
}

const asKey = ['--key', KEY];

describe('fleetkit listen', () => {
  test('forwards the requested number of attempts, with one line per attempt', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const running = listen(url, ...asKey, '-f', receiver.url.href, '--exit-after', '1', '--types', 'cash_low');
    await running.printed('Connected to');
    await triggerAtTerminal(url, 'dispenser_fault');
    await triggerAtTerminal(url);
    expect((await running.ended).code).toBe(0);
    expect(running.out()).toMatch(
      /^2026-11-02T15:\d\d:00Z {2}cash_low triggered +NW104310 {2}evt_…\w{5} {2}→ 204 in [\d.]+ ms {2}signature ok \(v1, age \d s\)\n$/,
    );
    expect(running.err()).toMatch(/^Registered dst_\w+\.\nConnected to .*\nEnded: 1 of 1 forwarded\.\n$/);
    expect(receiver.got).toHaveLength(1);
  });

  test('continues after Ctrl-C and after a kill', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const given = [...asKey, '-f', receiver.url.href, '--format', 'jsonl'];
    const first = listenApart(url, ...given);
    await first.printed('"connected"');
    await triggerAtTerminal(url);
    await first.printed('"attempt"');
    first.child.kill('SIGINT');
    expect((await first.ended).code).toBe(0);
    await callSandbox(url, 'POST clock/advance', { by: 'P2D' });

    const second = listenApart(url, ...given);
    await second.printed('"attempt"', 3);
    second.child.kill('SIGKILL');
    await second.ended;
    const third = listenApart(url, ...given);
    const [destination] = (await callSandbox<SandboxSchemas['DestinationList']>(url, 'GET destinations')).data;
    const all = await listDeliveriesTo(url, destination?.destination_id ?? '');
    expect(all.length).toBeGreaterThan(10);
    await receiver.untilGot(all.length);
    third.child.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
    // Only the delivery in progress at the kill may arrive twice. Each arrives at least once, in order.
    const ids = receiver.ids();
    expect(ids.length - new Set(ids).size).toBeLessThanOrEqual(1);
    expect([...new Set(ids)]).toEqual(all.map(({ event_id }) => event_id).slice(0, new Set(ids).size));
    const lines = first.out().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).kind)).toEqual(['registered', 'connected', 'attempt', 'ended']);
    expect(JSON.parse(second.out().split('\n')[0] ?? '').kind).toBe('found');
    expect(first.err()).toBe('');
  });

  test('exits with 1 if too few attempts arrive in time', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const running = listen(url, ...asKey, '-f', receiver.url.href, '--exit-after', '3', '--timeout', '1s');
    expect((await running.ended).code).toBe(1);
    expect(running.err()).toContain('Ended: 0 of 3 forwarded.');
  });

  test('prints the given secret, and stores it across a reset', async () => {
    const { url } = await startTestSandbox();
    const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    const given = [...asKey, '-f', 'http://127.0.0.1:9/hooks', '--print-secret'];
    const first = listen(url, ...given, '--secret', secret);
    expect([(await first.ended).code, first.out(), first.err()]).toEqual([0, `${secret}\n`, '']);
    await callSandbox(url, 'POST reset', {});
    const file = join(folder, '.env');
    const again = listen(url, ...given, '--secret-file', `${file}:HOOKS`);
    expect([(await again.ended).code, again.out()]).toEqual([0, `${secret}\n`]);
    expect(again.err()).toBe(`Wrote the secret to ${file} as HOOKS.\n`);
    expect(readFileSync(file, 'utf8')).toBe(`HOOKS=${secret}\n`);
    const { data } = await callSandbox<SandboxSchemas['DestinationList']>(url, 'GET destinations');
    expect(data).toMatchObject([{ kind: 'listener', name: 'listen: http://127.0.0.1:9/hooks' }]);
  });

  test('updates the destination to the options of each run', async () => {
    const { url } = await startTestSandbox();
    const given = [...asKey, '-f', 'http://127.0.0.1:9/hooks', '--print-secret'];
    const only = async () => {
      const { data } = await callSandbox<SandboxSchemas['DestinationList']>(url, 'GET destinations');
      expect(data).toHaveLength(1);
      return data[0];
    };
    await listen(url, ...given).ended;
    expect(await only()).toMatchObject({
      retry_profile: 'standard',
      subscriptions: [{ types: null, terminal_id: null }],
    });
    await listen(url, ...given, '--types', 'cash_low', '--terminal', 'NW104310', '--retry-profile', 'fast').ended;
    const changed = await only();
    expect(changed).toMatchObject({
      retry_profile: 'fast',
      subscriptions: [{ types: ['cash_low'], terminal_id: 'NW104310' }],
    });
    await listen(url, ...given, '--types', 'cash_low', '--terminal', 'NW104310').ended;
    expect(await only()).toEqual(changed);
    const secret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const replaced = listen(url, ...given, '--secret', secret);
    (await replaced.ended).code;
    expect(replaced.out()).toBe(`${secret}\n`);
    expect(await only()).toMatchObject({
      subscriptions: [{ types: null, terminal_id: null }],
      secret: { previous: [] },
    });
  });

  test('forwards earlier events once, and undelivered ones again', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const given = [...asKey, '-f', receiver.url.href];
    const running = listen(url, ...given, '--since', '10h', '--exit-after', '6', '--timeout', '60s');
    expect((await running.ended).code).toBe(0);
    expect(running.err()).toContain('Queued 6 deliveries since 2026-11-02T05:00:00.000Z.');
    expect(new Set(receiver.ids()).size).toBe(6);
    const again = listen(url, ...given, '--since', '2026-11-02T05:00:00Z', '--exit-after', '1', '--timeout', '1s');
    expect((await again.ended).code).toBe(1);
    expect(again.err()).toContain('Queued 0 deliveries');
  });

  test('uses an existing listener and refuses a destination of another kind', async () => {
    const { url } = await startTestSandbox();
    const receiver = await startTestReceiver();
    const create = (body: object) =>
      callSandbox<SandboxSchemas['CreatedDestination']>(url, 'POST destinations', body).then(
        ({ destination }) => destination.destination_id,
      );
    const [own, inbox] = [await create({ listener: true }), await create({ inbox: true })];
    const running = listen(url, ...asKey, '-f', receiver.url.href, '--destination', own, '--exit-after', '1');
    await running.printed('Connected to');
    await triggerAtTerminal(url);
    expect((await running.ended).code).toBe(0);

    const wrong = listen(url, ...asKey, '-f', receiver.url.href, '--destination', inbox);
    expect((await wrong.ended).code).toBe(2);
    expect(wrong.err()).toContain('Give a listener, or omit --destination');
    const absent = listen(url, ...asKey, '-f', receiver.url.href, '--destination', `dst_${'0'.repeat(26)}`);
    expect((await absent.ended).code).toBe(1);
    expect(absent.err()).toContain('in your scope');
  });

  test('lists the accounts for the operator', async () => {
    const { url } = await startTestSandbox();
    const listening = listen(url, '--token', TOKEN, '-f', 'http://127.0.0.1:9/');
    expect((await listening.ended).code).toBe(2);
    expect(listening.err()).toMatch(/^No account given\. Expected --account with one of acct_northway, /);
    const named = listen(
      url,
      '--token',
      TOKEN,
      '-f',
      'http://127.0.0.1:9/',
      '--account',
      'acct_redline',
      '--print-secret',
    );
    expect([(await named.ended).code, named.out()]).toEqual([0, expect.stringMatching(/^whsec_\S+\n$/)]);
  });

  test.each([
    [['--key', 'k'], 'Expected --forward-to'],
    [['-f', 'ftp://localhost:3000'], 'http://localhost:3000/hooks'],
    [['-f', 'http://127.0.0.1:9/', '--timeout', '3s'], 'Expected --exit-after with --timeout'],
    [
      ['-f', 'http://127.0.0.1:9/', '--destination', `dst_${'0'.repeat(26)}`, '--retry-profile', 'fast'],
      '--retry-profile',
    ],
    [['-f', 'http://127.0.0.1:9/', '--since', '1h', '--from-start'], '--from-start'],
  ])('exits with 2 for %j', async (given, words) => {
    const refused = listen('http://127.0.0.1:9', ...given);
    expect((await refused.ended).code).toBe(2);
    expect(refused.err()).toContain(words);
  });

  test('exits with 3 if the sandbox is unreachable at the start, and with 1 if it refuses', async () => {
    const nowhere = listen('http://127.0.0.1:9', ...asKey, '-f', 'http://127.0.0.1:9/');
    expect((await nowhere.ended).code).toBe(3);
    expect(nowhere.err()).toContain('Nothing answers at http://127.0.0.1:9');
    const { url } = await startTestSandbox();
    const stranger = listen(url, '--key', 'sbx-northway-audit', '-f', 'http://127.0.0.1:9/');
    expect((await stranger.ended).code).toBe(1);
    expect(stranger.err()).toContain('Refused with 403');
  });
});
