import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { createSender } from '../../../delivery/network/sender.ts';
import { anyRawResponse } from '../../../delivery/testing/any-raw-response.ts';
import { startRawReceiver } from '../../../delivery/testing/raw-receiver.ts';
import { type RawResponseCase, rawResponseCases } from '../../../delivery/testing/raw-response-cases.ts';
import { createWebhooksApp, expectBody, registerDestination, type WebhooksApp } from '../../testing/test-webhooks.ts';

/* Replies about a delivery match the contract for any bytes of the receiver's response. */

let hooks: WebhooksApp;
beforeAll(() => {
  const sender = createSender({ policy: { mode: 'local' }, limits: { totalMs: 150 } });
  hooks = createWebhooksApp({ send: sender.send });
  return () => sender.close();
});

/** Reads every resource that shows the latest delivery to a destination, or its health. */
async function readEverywhere({ delivery_id: id, destination_id: destination }: SandboxSchemas['Delivery']) {
  const list = '/sandbox/deliveries?limit=5';
  for (const path of [list, ...['2xx', '3xx', '4xx', '5xx', 'none'].map((one) => `${list}&status_class=${one}`)])
    await expectBody(hooks.request('get', path));
  await expectBody(hooks.request('post', `/sandbox/deliveries/${id}/explain`).send({}));
  await expectBody(hooks.request('get', `/sandbox/destinations/${destination}`));
  await expectBody(hooks.request('get', '/sandbox/journal'));
  return readDetail({ delivery_id: id });
}

const readDetail = ({ delivery_id: id }: Pick<SandboxSchemas['Delivery'], 'delivery_id'>) =>
  expectBody<SandboxSchemas['DeliveryDetail']>(hooks.request('get', `/sandbox/deliveries/${id}`));

/** Registers a destination until the end of the test. Returns a function that sends a sample to it. */
async function registerAt(url: string) {
  const { destination } = await registerDestination(hooks, { url, subscriptions: [] });
  const path = `/sandbox/destinations/${destination.destination_id}`;
  onTestFinished(async () => {
    await hooks.request('delete', path);
  });
  return () => expectBody<SandboxSchemas['TestedDestination']>(hooks.request('post', `${path}/test`));
}

/**
 * Differences from the table: Node's parser rejects folded fields, although RFC 9112, 5.2 requires clients to accept
 * them. Its lenient parser accepts them, but also malformed chunks.
 */
const STRICTER_OUTCOMES: ReadonlyMap<string, RawResponseCase['outcome']> = new Map([['a folded field', 'failed']]);

/** In `npm test`, every resource is read after some of the responses, and the delivery after each. */
const readInAllPlaces: ReadonlySet<RawResponseCase> = new Set(rawResponseCases);

describe('a response of raw bytes', () => {
  test.each(rawResponseCases.map((one) => [one.what, one] as const))('handles %s', async (_, answer) => {
    const receiver = await startRawReceiver();
    receiver.response = answer;
    const sendSample = await registerAt(receiver.url);
    const { verdict, delivery } = await sendSample();
    const detail = await (readInAllPlaces.has(answer) ? readEverywhere(delivery) : readDetail(delivery));
    expect(detail).toEqual(delivery);
    const isTaken = detail.state === 'delivered';
    expect(isTaken).toBe(verdict === 'delivered');
    const outcome = STRICTER_OUTCOMES.get(answer.what) ?? answer.outcome;
    if (outcome !== 'either') expect(isTaken ? 'taken' : 'failed').toBe(outcome);
    if (outcome === answer.outcome && answer.status !== undefined) expect(detail.last_status).toBe(answer.status);
    if (detail.last_status !== null) expect(detail.last_status).toSatisfy((one: number) => one >= 100 && one <= 599);
    expect(detail.last_error === null).toBe(isTaken);
  });
});

test('returns valid replies for any response bytes', async () => {
  const receiver = await startRawReceiver();
  const sendSample = await registerAt(receiver.url);
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
