import { beforeEach, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  disconnectTerminal,
  expectBody,
  expectFaults,
  listSentIds,
  RECEIVER_URL,
  readAllEvents,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/* Fault rules that duplicate, postpone and reorder deliveries. */

let hooks: WebhooksApp;
beforeEach(async () => {
  hooks = createWebhooksApp();
  await registerDestination(hooks, { url: RECEIVER_URL, subscriptions: [{ types: ['heartbeat_stale'] }] });
});

const addRule = (rule: SandboxSchemas['NewFaultRule']) =>
  expectBody(hooks.request('post', '/sandbox/faults', 'operator').send(rule), 201);

/** Causes two events, a minute apart, and returns the ids that were sent, with the first one as `a` and the second as `b`. */
async function sendTwo(): Promise<string> {
  await disconnectTerminal(hooks, 'DG000101');
  await advanceClockBy(hooks, 'PT1M');
  await disconnectTerminal(hooks, 'DG000202');
  await advanceClockBy(hooks, 'PT30M');
  const [first, second] = (await readAllEvents(hooks, undefined, START)).filter(
    ({ type }) => type === 'heartbeat_stale',
  );
  return listSentIds(hooks)
    .map((id) => (id === first?.id ? 'a' : id === second?.id ? 'b' : '?'))
    .join('');
}

test('sends each event once and in order without rules', async () => {
  expect(await sendTwo()).toBe('ab');
});

test('webhook_duplicate sends an event twice with the same id and body', async () => {
  await addRule({ nth: [1], effect: { type: 'webhook_duplicate' } });
  expect(await sendTwo()).toBe('aab');
  const [one, other] = hooks.sent;
  expect(other?.body).toBe(one?.body);
  expect(other?.headers['x-sandbox-delivery']).not.toBe(one?.headers['x-sandbox-delivery']);
});

test('webhook_late sends an event when the sandbox clock is later', async () => {
  await addRule({ nth: [1], effect: { type: 'webhook_late', late_seconds: 3600 } });
  expect(await sendTwo()).toBe('b');
  const [sent] = listSentIds(hooks);
  await advanceClockBy(hooks, 'PT1H');
  const later = listSentIds(hooks).filter((id) => id !== sent);
  const [first] = (await readAllEvents(hooks, undefined, START)).filter(({ type }) => type === 'heartbeat_stale');
  expect(later).toContain(first?.id);
});

test('webhook_reordered sends an event after the next one of its destination', async () => {
  await addRule({ nth: [1], effect: { type: 'webhook_reordered' } });
  expect(await sendTwo()).toBe('ba');
});

test('a reordered event without a next one is sent', async () => {
  await addRule({ nth: [2], effect: { type: 'webhook_reordered' } });
  expect(await sendTwo()).toBe('ab');
});

test('matches event types and destinations, and no requests', async () => {
  await addRule({ event_type: 'cash_*', effect: { type: 'webhook_duplicate' } });
  await addRule({ destination_id: 'dst_other', effect: { type: 'webhook_duplicate' } });
  expect(await sendTwo()).toBe('ab');
  await addRule({ event_type: 'heartbeat_*', effect: { type: 'webhook_duplicate' } });
  const { data } = await expectBody<SandboxSchemas['FaultRuleList']>(
    hooks.request('get', '/sandbox/faults', 'operator'),
  );
  expect(data.map(({ matched_count: count }) => count)).toEqual([0, 0, 0]);
});

test.each<[object, string]>([
  [{ event_type: 'cash_lost', effect: { type: 'webhook_duplicate' } }, '/event_type'],
  [{ event_type: 'cash_low', effect: { type: 'body_cut' } }, '/event_type'],
  [{ operation: 'getPortal', effect: { type: 'webhook_duplicate' } }, '/operation'],
  [{ effect: { type: 'webhook_late' } }, '/effect/late_seconds'],
  [{ effect: { type: 'webhook_duplicate', delay_ms: 5 } }, '/effect/delay_ms'],
])('rejects %j', async (rule, pointer) => {
  await expectFaults(hooks.request('post', '/sandbox/faults', 'operator').send(rule), pointer);
});
