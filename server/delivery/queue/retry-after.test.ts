import { expect, test } from 'vitest';
import { realMs } from '../../world/state/time.ts';
import { parseRetryAfterMs } from './retry-after.ts';

const now = realMs(Date.UTC(1994, 10, 6, 8, 49, 7));

test.each([
  ['0', 0],
  ['120', 120_000],
  [' 7 ', 7000],
  ['12345678901', 12_345_678_901_000],
  ['9'.repeat(20), Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 30_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0],
])('parses %j', (value, waitMs) => expect(parseRetryAfterMs(value, now)).toBe(waitMs));

test.each([
  undefined,
  '',
  '-5',
  '1.5',
  '1e3',
  'soon',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37 +0100',
  'Sun, 99 Nov 1994 08:49:37 GMT',
])('returns undefined for %j', (value) => expect(parseRetryAfterMs(value, now)).toBeUndefined());
