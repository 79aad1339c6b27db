import { expect, test } from 'vitest';
import type { DeliveryResponse } from './delivery-response.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';
import { resendWhenLimited } from './rate-limits.ts';

const DELIVERY: OutgoingDelivery = { method: 'POST', headers: [], pieces: [] };

const respond = (status: number, retryAfter?: string): DeliveryResponse => ({
  kind: 'answered',
  status,
  headers: retryAfter === undefined ? [] : [['retry-after', retryAfter]],
  text: '',
  tookMs: 1,
});

/** Sends deliveries to a receiver with these responses. The last one repeats. */
function sendTo(...responses: readonly DeliveryResponse[]) {
  const waits: number[] = [];
  let sent = 0;
  const send = resendWhenLimited(
    async () => {
      sent += 1;
      return responses[sent - 1] ?? responses.at(-1) ?? respond(204);
    },
    async (ms) => void waits.push(ms),
  );
  return { send: () => send(DELIVERY), waits, count: () => sent };
}

test.each([
  ['429', respond(429), [1000, 2000]],
  ['429 with Retry-After', respond(429, '5'), [5000, 5000]],
  ['503 with Retry-After', respond(503, '0'), [1000, 2000]],
  ['a longer wait than a minute', respond(429, '3600'), [60_000, 60_000]],
  ['a date in Retry-After', respond(429, 'Fri, 31 Dec 1999 23:59:59 GMT'), [1000, 2000]],
])('sends a delivery again after %s', async (_, limited, waits) => {
  const receiver = sendTo(limited, limited, respond(204));
  expect(await receiver.send()).toEqual(respond(204));
  expect(receiver.waits).toEqual(waits);
});

test.each([
  ['a refusal', respond(401)],
  ['503 without Retry-After', respond(503)],
  ['no response', { kind: 'timeout', words: 'none' } as const],
])('does not send a delivery again after %s', async (_, response) => {
  const receiver = sendTo(response);
  expect(await receiver.send()).toEqual(response);
  expect([receiver.count(), receiver.waits]).toEqual([1, []]);
});

test('does not wait any more if 429 is the response to everything', async () => {
  const receiver = sendTo(respond(429));
  for (let delivery = 0; delivery < 20; delivery += 1) expect(await receiver.send()).toEqual(respond(429));
  expect(receiver.waits).toEqual([1000, 2000, 4000, 8000, 1000, 2000, 4000, 8000]);
});

test('waits at most two minutes in total', async () => {
  const receiver = sendTo(respond(429, '50'), respond(204), respond(429, '50'), respond(204), respond(429, '50'));
  for (let delivery = 0; delivery < 3; delivery += 1) await receiver.send();
  expect(receiver.waits).toEqual([50_000, 50_000]);
});
