import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../spec/testing/depth.ts';
import { keys } from '../../testing/test-app.ts';
import {
  advance,
  cutOff,
  type Delivery,
  deliveries,
  events,
  type Hooks,
  hooksApp,
  register,
  START,
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
    const hooks = hooksApp();
    await register(hooks, undefined, owner);
    await advance(hooks, QUARTER_SECONDS);
    const listed = await events(hooks, owner, START);
    expect(listed.length).toBeGreaterThan(20);
    const list = await deliveries(hooks, '', owner);
    expect(list.map(({ event_id }) => event_id).toReversed()).toEqual(listed.map(({ id }) => id));
    expect(new Set(list.map(({ state }) => state))).toEqual(new Set(['delivered']));
    expect(hooks.sent).toHaveLength(listed.length);
    const bodies = bodiesSent(hooks);
    for (const event of listed) expect(JSON.parse(bodies.get(event.id) ?? '')).toEqual(event);
  });
});

test('sends the same bytes at the same instants for any steps of the clock', async () => {
  const whole = await quarterIn([QUARTER_SECONDS]);
  const bodies = bodiesSent(whole);
  expect(bodies.size).toBeGreaterThan(20);
  const expected = (await deliveries(whole)).map(outcomeOf);
  expect(expected.filter(({ attempt_count }) => attempt_count === 4).length).toBeGreaterThan(20);

  const stops = fc.uniqueArray(fc.integer({ min: 1, max: QUARTER_SECONDS - 1 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(stops, async (unordered) => {
      const ends = [...unordered.toSorted((a, b) => a - b), QUARTER_SECONDS];
      const hooks = await quarterIn(ends.map((end, index) => end - (ends[index - 1] ?? 0)));
      expect((await deliveries(hooks)).map(outcomeOf)).toEqual(expected);
      expect(hooks.sent).toHaveLength(whole.sent.length);
      expect(bodiesSent(hooks)).toEqual(bodies);
    }),
    { numRuns: runs(2, 12) },
  );
});

/**
 * Advances a Delgado sandbox by these steps, with one disconnected terminal and a receiver that accepts the fourth
 * attempt.
 */
async function quarterIn(stepsSeconds: readonly number[]): Promise<Hooks> {
  const hooks = hooksApp();
  hooks.says = ({ headers }) => (headers['x-sandbox-attempt'] === '4' ? 200 : 503);
  await register(hooks);
  await cutOff(hooks);
  for (const seconds of stepsSeconds) await advance(hooks, seconds);
  return hooks;
}

const bodiesSent = ({ sent }: Hooks): ReadonlyMap<string | undefined, string> =>
  new Map(sent.map(({ headers, body }) => [headers['webhook-id'], body.toString()]));

/** The part of a delivery that does not depend on the time of the request. */
const outcomeOf = ({ delivery_id, event_id, happened_at, state, attempt_count, ended_at, next_attempt }: Delivery) => ({
  ...{ delivery_id, event_id, happened_at, state, attempt_count, ended_at, next_attempt },
});
