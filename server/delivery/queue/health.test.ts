import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import { untried } from '../store/delivery-store.ts';
import { tried } from '../testing/deliveries.ts';
import { healthAfter, isFailing } from './health.ts';

const failure = (atMs: number, sentAtMs = 0) => ({ ...tried(500, { atMs }), sentAtMs: realMs(sentAtMs) });

test('records the first failure since the last success and the number of exhausted deliveries', () => {
  const once = healthAfter({ ...untried, lastSuccessMs: sandboxMs(5) }, failure(10, 100), false);
  expect(once).toEqual({
    ...{ failingSinceMs: 10, failingSinceRealMs: 100, exhaustedSince: 0 },
    ...{ lastSuccessMs: 5, lastError: 'no: 500' },
  });
  expect(healthAfter(once, failure(20, 200), true)).toEqual({ ...once, exhaustedSince: 1 });
});

test('clears all failures on success', () => {
  const bad = healthAfter(untried, failure(10), true);
  expect(healthAfter(bad, tried(200, { atMs: 30 }), false)).toEqual({ ...untried, lastSuccessMs: 30 });
});

test('is failing after 120 hours of the sandbox clock, once a delivery was exhausted', () => {
  const since = healthAfter(untried, failure(1000), false);
  const late = failure(1000 + 120 * HOUR_MS);
  expect(isFailing(since, 'standard', late)).toBe(false);
  const givenUp = healthAfter(since, failure(2000), true);
  expect(isFailing(givenUp, 'standard', late)).toBe(true);
  expect(isFailing(givenUp, 'standard', failure(999 + 120 * HOUR_MS))).toBe(false);
});

test('is failing after two minutes of the real clock with the fast schedule', () => {
  const givenUp = healthAfter(untried, failure(0, 500), true);
  expect(isFailing(givenUp, 'fast', failure(0, 120_500))).toBe(true);
  expect(isFailing(givenUp, 'fast', failure(200 * HOUR_MS, 120_499))).toBe(false);
  expect(isFailing(givenUp, 'standard', failure(0, 120_500))).toBe(false);
});

test('is not failing before any attempt', () => {
  expect(isFailing(untried, 'fast', failure(0, 1e12))).toBe(false);
});
