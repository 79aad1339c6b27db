import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRuns } from '../../../../base/testing/depth.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advanceClockBy,
  createWebhooksApp,
  type DeliveryBody,
  disconnectTerminal,
  readAllDeliveries,
  readAllEvents,
  registerDestination,
  START,
  type WebhooksApp,
} from '../../testing/test-webhooks.ts';

/*
 * A destination receives exactly what its owner can read: the same events over a quarter as `GET /sandbox/events`,
 * each once, with the same content, for any steps of the clock.
 */

const QUARTER_SECONDS = 90 * 86_400;

describe.each([
  ['Delgado', keys.delgado],
  ['an affiliate of Northway', keys.pine],
  ['Hostile', keys.hostile],
])('deliveries to %s', (_, owner) => {
  test('sends each readable event exactly once', async () => {
    const hooks = createWebhooksApp();
    await registerDestination(hooks, undefined, owner);
    await advanceClockBy(hooks, QUARTER_SECONDS);
    const listed = await readAllEvents(hooks, owner, START);
    expect(listed.length).toBeGreaterThan(20);
    const list = await readAllDeliveries(hooks, '', owner);
    expect(list.map(({ event_id }) => event_id).toReversed()).toEqual(listed.map(({ id }) => id));
    expect(new Set(list.map(({ state }) => state))).toEqual(new Set(['delivered']));
    expect(hooks.sent).toHaveLength(listed.length);
    const bodies = mapSentBodies(hooks);
    for (const event of listed) expect(JSON.parse(bodies.get(event.id) ?? '')).toEqual(event);
  });
});

test('sends the same bytes at the same instants for any steps of the clock', async () => {
  const whole = await runQuarter([QUARTER_SECONDS]);
  const bodies = mapSentBodies(whole);
  expect(bodies.size).toBeGreaterThan(20);
  const expected = (await readAllDeliveries(whole)).map(pickOutcome);
  expect(expected.filter(({ attempt_count }) => attempt_count === 4).length).toBeGreaterThan(20);

  const stops = fc.uniqueArray(fc.integer({ min: 1, max: QUARTER_SECONDS - 1 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(stops, async (unordered) => {
      const ends = [...unordered.toSorted((a, b) => a - b), QUARTER_SECONDS];
      const hooks = await runQuarter(ends.map((end, index) => end - (ends[index - 1] ?? 0)));
      expect((await readAllDeliveries(hooks)).map(pickOutcome)).toEqual(expected);
      expect(hooks.sent).toHaveLength(whole.sent.length);
      expect(mapSentBodies(hooks)).toEqual(bodies);
    }),
    { numRuns: chooseRuns(1, 12) },
  );
});

/**
 * Advances a Delgado sandbox by these steps, with one disconnected terminal and a receiver that accepts the fourth
 * attempt.
 */
async function runQuarter(stepsSeconds: readonly number[]): Promise<WebhooksApp> {
  const hooks = createWebhooksApp();
  hooks.receiverReply = ({ headers }) => (headers['x-sandbox-attempt'] === '4' ? 200 : 503);
  await registerDestination(hooks);
  await disconnectTerminal(hooks);
  for (const seconds of stepsSeconds) await advanceClockBy(hooks, seconds);
  return hooks;
}

const mapSentBodies = ({ sent }: WebhooksApp): ReadonlyMap<string | undefined, string> =>
  new Map(sent.map(({ headers, body }) => [headers['webhook-id'], body.toString()]));

/** The part of a delivery that does not depend on the time of the request. */
const pickOutcome = ({
  delivery_id,
  event_id,
  happened_at,
  state,
  attempt_count,
  ended_at,
  next_attempt,
}: DeliveryBody) => ({
  ...{ delivery_id, event_id, happened_at, state, attempt_count, ended_at, next_attempt },
});
