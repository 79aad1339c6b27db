import { expect, test } from 'vitest';
import { realMs } from '../../world/state/time.ts';
import { createTestAttempt } from '../testing/deliveries.ts';
import { summarizeAttempts } from './destination-statistics.ts';

const named = (status: number | null, total: number, sentAt = 0) => {
  const attempt = createTestAttempt(status);
  return {
    deliveryId: 'dlv_a',
    attempt: { ...attempt, n: 1, sentAtMs: realMs(sentAt), timings: { ...attempt.timings, total } },
  };
};

test('computes percentiles of attempts with a response only', () => {
  const durations = Array.from({ length: 100 }, (_, index) => index + 1);
  const attempts = [...durations.map((total) => named(200, total)), named(null, 30_000)];
  expect(summarizeAttempts(attempts)).toMatchObject({
    attempts: 101,
    succeeded: 100,
    duration_ms: { median: 50, p95: 95, max: 100 },
  });
  expect(summarizeAttempts([named(200, 7)]).duration_ms).toEqual({ median: 7, p95: 7, max: 7 });
  expect(summarizeAttempts([named(null, 7)]).duration_ms).toBeNull();
});

test('lists at most 100 attempts, newest first', () => {
  const attempts = Array.from({ length: 150 }, (_, index) => named(200, index, index));
  const { latest } = summarizeAttempts(attempts);
  expect(latest).toHaveLength(100);
  expect(latest[0]?.total_ms).toBe(149);
});
