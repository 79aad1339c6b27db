import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../fixtures/time/dates.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import { type DestinationHealth, UNTRIED } from '../store/delivery-store.ts';
import { createTestAttempt } from '../testing/deliveries.ts';
import { isFailing, updateHealthAfter as updateAfter } from './health.ts';

const updateHealthAfter = (
  before: DestinationHealth,
  attempt: ReturnType<typeof createTestAttempt>,
  isExhausted: boolean,
): DestinationHealth => updateAfter(before, { attempt, isExhausted, isOwnEvent: false });

const createFailure = (atMs: number, sentAtMs = 0) => ({
  ...createTestAttempt(500, { atMs }),
  sentAtMs: realMs(sentAtMs),
});

test('records the first failure since the last success and the number of exhausted deliveries', () => {
  const once = updateHealthAfter({ ...UNTRIED, lastSuccessMs: sandboxMs(5) }, createFailure(10, 100), false);
  expect(once).toEqual({
    ...{ failingSinceMs: 10, failingSinceRealMs: 100, exhaustedSince: 0 },
    ...{ lastSuccessMs: 5, lastError: 'no: 500', failedAttempts: 1, isReported: false },
  });
  expect(updateHealthAfter(once, createFailure(20, 200), true)).toEqual({
    ...once,
    exhaustedSince: 1,
    failedAttempts: 2,
  });
});

test('clears all failures on success', () => {
  const bad = updateHealthAfter(UNTRIED, createFailure(10), true);
  expect(updateHealthAfter(bad, createTestAttempt(200, { atMs: 30 }), false)).toEqual({
    ...UNTRIED,
    lastSuccessMs: 30,
  });
});

test('reports failing after 120 hours of the sandbox clock with an exhausted delivery', () => {
  const since = updateHealthAfter(UNTRIED, createFailure(1000), false);
  const late = createFailure(1000 + 120 * HOUR_MS);
  expect(isFailing(since, 'standard', late)).toBe(false);
  const givenUp = updateHealthAfter(since, createFailure(2000), true);
  expect(isFailing(givenUp, 'standard', late)).toBe(true);
  expect(isFailing(givenUp, 'standard', createFailure(999 + 120 * HOUR_MS))).toBe(false);
});

test('reports failing after two minutes of the real clock in the fast profile', () => {
  const givenUp = updateHealthAfter(UNTRIED, createFailure(0, 500), true);
  expect(isFailing(givenUp, 'fast', createFailure(0, 120_500))).toBe(true);
  expect(isFailing(givenUp, 'fast', createFailure(200 * HOUR_MS, 120_499))).toBe(false);
  expect(isFailing(givenUp, 'standard', createFailure(0, 120_500))).toBe(false);
});

test('does not report failing before any attempt', () => {
  expect(isFailing(UNTRIED, 'fast', createFailure(0, 1e12))).toBe(false);
});
