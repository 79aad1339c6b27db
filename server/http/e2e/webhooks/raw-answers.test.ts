import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { createSender } from '../../../delivery/network/sender.ts';
import { anyRawResponse } from '../../../delivery/testing/any-raw-response.ts';
import { startRawReceiver } from '../../../delivery/testing/raw-receiver.ts';
import { type RawResponseCase, rawResponseCases } from '../../../delivery/testing/raw-response-cases.ts';
import { bodyOf, type Hooks, hooksApp, register } from '../../testing/test-webhooks.ts';

/* Whatever bytes a receiver answers with, every reply about the delivery keeps the contract. */

let hooks: Hooks;
beforeAll(() => {
  const sender = createSender({ policy: { mode: 'local' }, limits: { totalMs: 150 } });
  hooks = hooksApp({ send: sender.send });
  return () => sender.close();
});

/** Every reply in which the latest delivery to a destination, or its health, appears. */
async function readEverywhere({ delivery_id: id, destination_id: destination }: SandboxSchemas['Delivery']) {
  const list = '/sandbox/deliveries?limit=5';
  for (const path of [list, ...['2xx', '3xx', '4xx', '5xx', 'none'].map((one) => `${list}&status_class=${one}`)])
    await bodyOf(hooks.ask('get', path));
  await bodyOf(hooks.ask('post', `/sandbox/deliveries/${id}/explain`, undefined, {}));
  await bodyOf(hooks.ask('get', `/sandbox/destinations/${destination}`));
  await bodyOf(hooks.ask('get', '/sandbox/journal'));
  return bodyOf<SandboxSchemas['DeliveryDetail']>(hooks.ask('get', `/sandbox/deliveries/${id}`));
}

/** Registers a destination until the test ends; answers what sends it a sample. */
async function destinationAt(url: string) {
  const { destination } = await register(hooks, { url, subscriptions: [] });
  const path = `/sandbox/destinations/${destination.destination_id}`;
  onTestFinished(async () => {
    await hooks.ask('delete', path);
  });
  return () => bodyOf<SandboxSchemas['TestedDestination']>(hooks.ask('post', `${path}/test`));
}

/**
 * Where this differs from the table: Node's parser refuses folded fields, which RFC 9112, 5.2 has a client accept. Its lenient
 * parser accepts them, and broken chunks too.
 */
const STRICTER: ReadonlyMap<string, RawResponseCase['outcome']> = new Map([['a folded field', 'failed']]);

describe('an answer of raw bytes', () => {
  test.each(rawResponseCases.map((one) => [one.what, one] as const))('%s', async (_, answer) => {
    const receiver = await startRawReceiver();
    receiver.response = answer;
    const sendSample = await destinationAt(receiver.url);
    const { verdict, delivery } = await sendSample();
    const detail = await readEverywhere(delivery);
    expect(detail).toEqual(delivery);
    const isTaken = detail.state === 'delivered';
    expect(isTaken).toBe(verdict === 'delivered');
    const outcome = STRICTER.get(answer.what) ?? answer.outcome;
    if (outcome !== 'either') expect(isTaken ? 'taken' : 'failed').toBe(outcome);
    if (outcome === answer.outcome && answer.status !== undefined) expect(detail.last_status).toBe(answer.status);
    if (detail.last_status !== null) expect(detail.last_status).toSatisfy((one: number) => one >= 100 && one <= 599);
    expect(detail.last_error === null).toBe(isTaken);
  });
});

test('no bytes of a receiver break a reply', async () => {
  const receiver = await startRawReceiver();
  const sendSample = await destinationAt(receiver.url);
  await fc.assert(
    fc.asyncProperty(anyRawResponse, async (reply) => {
      receiver.response = reply;
      const { verdict, delivery } = await sendSample();
      expect(await readEverywhere(delivery)).toEqual(delivery);
      expect(delivery.state === 'delivered').toBe(verdict === 'delivered');
      expect(delivery.last_error === null).toBe(verdict === 'delivered');
    }),
    { numRuns: 25 },
  );
});
