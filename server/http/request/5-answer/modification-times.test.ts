import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNotModified } from './conditional.ts';
import { ModificationTimes } from './modification-times.ts';

const NOON = Date.UTC(2026, 10, 2, 12);

test('returns a past instant unchanged and the present for a future one', () => {
  const times = new ModificationTimes();
  expect(times.recordTag('a', '"1"', { claimedMs: NOON - 5000, nowMs: NOON })).toBe(NOON - 5000);
  expect(times.recordTag('b', '"1"', { claimedMs: NOON + 86_400_000, nowMs: NOON + 999 })).toBe(NOON);
});

test('returns the same instant for an unchanged resource when the clocks advance', () => {
  const times = new ModificationTimes();
  const first = times.recordTag('a', '"1"', { claimedMs: NOON + 60_000, nowMs: NOON });
  expect(times.recordTag('a', '"1"', { claimedMs: NOON + 60_000, nowMs: NOON + 90_000 })).toBe(first);
});

test('returns a later instant for each change, also within one second and after a reset', () => {
  const times = new ModificationTimes();
  const at = (etag: string, claimedMs: number) => times.recordTag('a', etag, { claimedMs, nowMs: NOON + 100 });
  expect([at('"1"', NOON + 60_000), at('"2"', NOON + 120_000), at('"3"', NOON - 86_400_000)]).toEqual([
    NOON,
    NOON + 1000,
    NOON + 2000,
  ]);
});

test('never reports an old copy as current for any movement of both clocks', () => {
  const step = fc.record({
    etag: fc.constantFrom('"1"', '"2"', '"3"'),
    claimedMs: fc.integer({ min: -5, max: 5 }).map((n) => NOON + n * 700),
    passedMs: fc.nat(1500),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const times = new ModificationTimes();
      let nowMs = NOON;
      let copy: { etag: string; lastModified: string } | undefined;
      for (const { etag, claimedMs, passedMs } of steps) {
        nowMs += passedMs;
        const lastModifiedMs = times.recordTag('feed', etag, { claimedMs, nowMs });
        const conditions = { ifNoneMatch: undefined, ifModifiedSince: copy?.lastModified };
        if (isNotModified(conditions, { etag, lastModifiedMs })) expect(copy?.etag).toBe(etag);
        copy = { etag, lastModified: new Date(Math.min(lastModifiedMs, nowMs)).toUTCString() };
      }
    }),
    { numRuns: 500, seed: 6 },
  );
});
