import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { startRecordingReceiver } from './testing/receiver.ts';

/*
 * How an integrator's own tests try a webhook handler. In a project that has installed the package, the import is
 *
 *   import { startSandbox } from 'fleetkit';
 */

let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof startRecordingReceiver>>;
beforeAll(async () => {
  sandbox = await startSandbox();
  receiver = await startRecordingReceiver();
});
beforeEach(async () => {
  await sandbox.reset();
  receiver.got.length = 0;
});
afterAll(async () => {
  receiver.close();
  await sandbox.close();
});

test('sends events to a handler, signed with the secret that add returned', async () => {
  const { secret } = await sandbox.destinations.add({
    url: receiver.urlOf('/hooks'),
    accountId: 'acct_northway',
    types: ['cash_out'],
    terminalIds: ['NW104310', 'NW100112'],
    states: ['triggered'],
    headers: { 'X-Gate': 'open' },
  });
  const { events, deliveries } = await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await sandbox.settled();
  const [got] = receiver.got;
  expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual(events.at(-1));
  expect(got?.headers['x-gate']).toBe('open');
  expect(deliveries).toMatchObject([{ event_id: events.at(-1)?.id, state: 'delivered', last_status: 204 }]);
});

test('retries on the sandbox clock, and finds deliveries by filter', async () => {
  const { destination } = await sandbox.destinations.add({
    url: receiver.urlOf('/503'),
    accountId: 'acct_northway',
    name: 'Fails',
  });
  const { deliveries } = await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await sandbox.clock.advance('5s');
  await sandbox.settled();
  const [delivery] = await sandbox.deliveries({ destination, eventId: deliveries[0]?.event_id ?? '' });
  expect(delivery).toMatchObject({ state: 'pending', attempt_count: 2, last_status: 503 });
  expect(delivery?.next_attempt).toEqual({ clock: 'sandbox', at: '2026-11-02T15:06:05Z' });
  const before = await sandbox.deliveries({ until: new Date('2026-11-02T15:01:00Z') });
  expect(before).toEqual([]);
  const [failing] = await sandbox.destinations.list();
  expect(failing).toMatchObject({ name: 'Fails', health: { failing_since: '2026-11-02T15:01:00Z' } });
});

test('stores deliveries in an inbox', async () => {
  const { destination, secret } = await sandbox.destinations.add({
    inbox: true,
    accountId: 'acct_northway',
    secret: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
  });
  expect(secret).toBe(`whsec_${Buffer.alloc(24, 1).toString('base64')}`);
  const tested = await sandbox.destinations.test(destination, { type: 'decline_spike', terminalId: 'NW104310' });
  expect(tested).toMatchObject({
    verdict: 'delivered',
    hints: [],
    delivery: { is_test: true, terminal_id: 'NW104310' },
  });
  await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await sandbox.settled();
  const messages = await sandbox.inbox(destination);
  expect(messages.map(({ type }) => type).slice(0, 1)).toEqual(['decline_spike']);
  expect(messages.map(({ type }) => type)).toContain('cash_out');
  expect(messages.every(({ signature }) => signature.verified)).toBe(true);
});

test('rejects invalid requests with a reason', async () => {
  const url = receiver.urlOf('/hooks');
  await expect(sandbox.destinations.add({ url, accountId: 'acct_nobody' })).rejects.toMatchObject({ status: 422 });
  await expect(sandbox.destinations.test('dst_01M6ECCFC0WZYJM4FKVQYNQNER')).rejects.toMatchObject({ status: 404 });
  const { destination } = await sandbox.destinations.add({ url, accountId: 'acct_northway' });
  await expect(sandbox.inbox(destination)).rejects.toThrow(`${destination.destination_id} is not an inbox`);
  // @ts-expect-error: a destination without URL, inbox or listener does not compile
  await expect(sandbox.destinations.add({ accountId: 'acct_northway' })).rejects.toThrow('exactly one of url');
});

test('stops waiting for a missing response at the time limit', async () => {
  const { destination } = await sandbox.destinations.add({ inbox: true, accountId: 'acct_northway' });
  const answers = `${destination.url}/answers`.replace(sandbox.url, '');
  const headers = { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' };
  const reply = await sandbox.fetch(answers, { method: 'PUT', headers, body: '{"answers":[{"never":true}]}' });
  expect(reply.status).toBe(200);
  await sandbox.trigger('cash_out', { terminalId: 'NW104310', advance: true });
  await expect(sandbox.settled({ timeoutMs: 20 })).rejects.toThrow('still in progress after 20 ms');
  await sandbox.reset();
});

test('refuses an address of this machine in hosted mode', async () => {
  const hosted = await startSandbox({ port: false, destinations: { mode: 'hosted' } });
  const wanted = hosted.destinations.add({ url: receiver.urlOf('/hooks'), accountId: 'acct_northway' });
  await expect(wanted).rejects.toMatchObject({ status: 422 });
  await hosted.close();
});
