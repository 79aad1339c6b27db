import { expect, test } from 'vitest';
import { getDefaultRate, withRateLimit } from './rate-limit.ts';

test('spaces requests by the rate, including concurrent ones', async () => {
  let nowMs = 1000;
  const starts: number[] = [];
  const transport = withRateLimit(
    async () => {
      starts.push(nowMs);
      return { status: 200, headers: [], body: Buffer.from('') };
    },
    4,
    {
      now: () => nowMs,
      wait: async (milliseconds) => {
        nowMs += milliseconds;
      },
    },
  );
  const request = { method: 'GET', url: 'http://target.test/', headers: [] };
  await Promise.all([transport(request), transport(request)]);
  nowMs += 10_000;
  await transport(request);
  expect(starts).toEqual([1000, 1250, 11_250]);
});

test.each([
  ['http://127.0.0.1:4400', undefined],
  ['http://127.8.0.1', undefined],
  ['http://[::1]:80', undefined],
  ['https://localhost', undefined],
  ['https://portal.example', 5],
  ['https://127.0.0.1.portal.example', 5],
])('the default rate for %s is %s requests per second', (target, rate) => {
  expect(getDefaultRate(target)).toBe(rate);
});
