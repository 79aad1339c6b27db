import { expect, test } from 'vitest';
import { LOCAL_LIMITS } from '../../server/http/edge/limits.ts';
import { chooseAnswerTime } from './start-sandbox.ts';

/* How long a request waits for data that must be computed, before it gets a 503. */

const local = { isPrivate: false, isReachedFromHereOnly: true, hasLargeFleet: false, limits: LOCAL_LIMITS };

test('has no limit for requests in this process, for which no connection has one', () => {
  for (const hasLargeFleet of [true, false])
    expect(chooseAnswerTime({ ...local, isPrivate: true, hasLargeFleet })).toBe(Number.POSITIVE_INFINITY);
});

test('is far longer for the default fleets of a local sandbox, but ends before the connection is closed', () => {
  const usualMs = chooseAnswerTime({ ...local, hasLargeFleet: true });
  expect(chooseAnswerTime({ ...local, isReachedFromHereOnly: false })).toBe(usualMs);
  expect(chooseAnswerTime(local)).toBeGreaterThan(2 * usualMs);
  expect(chooseAnswerTime(local)).toBeLessThan(LOCAL_LIMITS.stallTimeoutMs);
});
