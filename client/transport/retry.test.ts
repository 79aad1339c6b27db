import { expect, test } from 'vitest';
import { NetworkError } from '../core/errors.ts';
import { computePause, parseRetryAfter } from './retry.ts';

const NOW = Date.parse('2026-11-02T15:00:00Z');

test.each([
  ['2', {}, 2000],
  [' 0 ', {}, 0],
  ['Mon, 02 Nov 2026 15:00:07 GMT', {}, 7000],
  ['Monday, 02-Nov-26 15:00:07 GMT', {}, 7000],
  ['Mon Nov  2 15:00:07 2026 GMT', {}, 7000],
  ['Mon, 02 Nov 2026 14:00:00 GMT', {}, 0],
  ['Mon, 02 Nov 2026 15:00:07 GMT', { Date: 'Mon, 02 Nov 2026 15:00:04 GMT' }, 3000],
  ['Mon, 02 Nov 2026 15:00:07 GMT', { Date: 'soon' }, 7000],
  ['-1', {}, undefined],
  ['1.5', {}, undefined],
  ['soon', {}, undefined],
  ['', {}, undefined],
])('parses Retry-After: %s with %j', (text, others, expected) => {
  expect(parseRetryAfter(new Headers({ 'Retry-After': text, ...others }), NOW)).toBe(expected);
});

test('pauses grow, vary by a quarter and have a limit', () => {
  const failure = new NetworkError('no connection');
  expect([0, 1, 2, 3].map((attempt) => computePause(failure, attempt, 1))).toEqual([500, 1000, 2000, 4000]);
  expect([0, 1, 2, 3].map((attempt) => computePause(failure, attempt, 0))).toEqual([375, 750, 1500, 3000]);
  expect(computePause(failure, 60, 1)).toBe(20_000);
});
