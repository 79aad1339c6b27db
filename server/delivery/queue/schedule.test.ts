import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RetryProfile } from '../../world/state/destinations.ts';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { Due } from '../delivery.ts';
import { createNow, createTestAttempt, dueOnRealClock, dueOnSandboxClock } from '../testing/deliveries.ts';
import { computeFirstDue, countScheduledAttempts, planAfterAttempt } from './schedule.ts';

const SENT_MS = Date.UTC(2026, 10, 20, 12);
const DAY_S = 86_400;

/** An attempt at `due` that was answered with `status`, optionally with Retry-After. */
function createAttempt(status: number | null, due: Due, retryAfter?: string) {
  const attempt = createTestAttempt(status, { atMs: due.clock === 'sandbox' ? due.atMs : 77 });
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  return {
    ...attempt,
    sentAtMs: due.clock === 'real' ? due.atMs : realMs(SENT_MS),
    response: attempt.response && { ...attempt.response, headers },
  };
}

/** Seconds from the first attempt to each later one, if all fail. */
function listAttemptSeconds(profile: RetryProfile, first: Due): readonly number[] {
  const seconds: number[] = [];
  let due: Due | undefined = first;
  for (let step = 0; due !== undefined; step += 1) {
    seconds.push((due.atMs - first.atMs) / 1000);
    const { next } = planAfterAttempt({ profile, step, due, attempt: createAttempt(500, due) });
    due = next.state === 'pending' ? next.due : undefined;
  }
  return seconds;
}

/** Seconds from the first attempt to the second; undefined if there is none. */
function waitAfter({ status, retryAfter }: { status: number; retryAfter?: string }, profile: RetryProfile, step = 0) {
  const due = computeFirstDue(profile, createNow(SENT_MS));
  const { next } = planAfterAttempt({ profile, step, due, attempt: createAttempt(status, due, retryAfter) });
  return next.state === 'pending' ? (next.due.atMs - due.atMs) / 1000 : undefined;
}

describe('the schedule', () => {
  test('schedules ten attempts within 76 hours of the sandbox clock', () => {
    const seconds = listAttemptSeconds('standard', dueOnSandboxClock(SENT_MS));
    expect(seconds).toEqual([0, 5, 305, 2105, 9305, 27305, 63305, 113705, 185705, 272105]);
    expect(countScheduledAttempts('standard')).toBe(10);
  });

  test('schedules six attempts within 31 seconds of the real clock in the fast profile', () => {
    expect(listAttemptSeconds('fast', dueOnRealClock(SENT_MS))).toEqual([0, 1, 3, 7, 15, 31]);
    expect(countScheduledAttempts('fast')).toBe(6);
  });

  test('schedules the first attempt now, on the clock of the profile', () => {
    const now = { sandboxMs: sandboxMs(1), realMs: realMs(2) };
    expect(computeFirstDue('standard', now)).toEqual(dueOnSandboxClock(1));
    expect(computeFirstDue('fast', now)).toEqual(dueOnRealClock(2));
  });

  test('continues the schedule from now after a change of the profile', () => {
    const attempt = { ...createTestAttempt(500, { atMs: 4000 }), sentAtMs: realMs(9000) };
    const next = (profile: RetryProfile, due: Due) => planAfterAttempt({ profile, step: 0, due, attempt }).next;
    expect(next('standard', dueOnRealClock(1))).toEqual({ state: 'pending', due: dueOnSandboxClock(9000) });
    expect(next('fast', dueOnSandboxClock(1))).toEqual({ state: 'pending', due: dueOnRealClock(10_000) });
    expect(planAfterAttempt({ profile: 'fast', step: 8, due: dueOnSandboxClock(1), attempt }).next.state).toBe(
      'exhausted',
    );
  });
});

describe('a response', () => {
  const due = dueOnSandboxClock(SENT_MS);
  const after = (status: number | null, step = 0) =>
    planAfterAttempt({ profile: 'standard', step, due, attempt: createAttempt(status, due) });

  test.each([200, 201, 204, 299])('ends a delivery as delivered after %i', (status) => {
    expect(after(status)).toEqual({ next: { state: 'delivered', endedAtMs: SENT_MS }, disabling: undefined });
  });

  test.each([301, 308, 400, 404, 500, 503, null])('schedules another attempt after %s', (status) => {
    expect(after(status)).toEqual({
      next: { state: 'pending', due: dueOnSandboxClock(SENT_MS + 5000) },
      disabling: undefined,
    });
  });

  test('disables the destination after 410 at any step', () => {
    expect(after(410)).toEqual({ next: { state: 'skipped', endedAtMs: SENT_MS }, disabling: 'gone' });
    expect(after(410, 9)).toEqual(after(410));
  });

  test('ends a delivery as exhausted after a failure of the last attempt', () => {
    expect(after(500, 8).next.state).toBe('pending');
    expect(after(500, 9)).toEqual({ next: { state: 'exhausted', endedAtMs: SENT_MS }, disabling: undefined });
  });
});

describe('a Retry-After', () => {
  test.each([429, 502, 503, 504])('obeys Retry-After with %i', (status) => {
    expect(waitAfter({ status, retryAfter: '60' }, 'standard')).toBe(60);
    expect(waitAfter({ status, retryAfter: '60' }, 'fast')).toBe(60);
  });

  test.each([400, 404, 500, 301])('ignores Retry-After with %i', (status) => {
    expect(waitAfter({ status, retryAfter: '60' }, 'standard')).toBe(5);
  });

  test('accepts a date of the real clock as Retry-After', () => {
    expect(waitAfter({ status: 503, retryAfter: 'Fri, 20 Nov 2026 12:00:45 GMT' }, 'standard')).toBe(45);
    expect(waitAfter({ status: 503, retryAfter: 'Fri, 20 Nov 2026 11:00:00 GMT' }, 'standard')).toBe(5);
  });

  test('ignores a Retry-After in an unknown form', () =>
    expect(waitAfter({ status: 503, retryAfter: 'a while' }, 'fast')).toBe(1));

  test('ignores Retry-After at the end of the schedule', () => {
    expect(waitAfter({ status: 503, retryAfter: '60' }, 'standard', 9)).toBeUndefined();
  });

  test('never shortens the delay because of Retry-After, and never extends it beyond a day', () => {
    const profile = fc.constantFrom<RetryProfile>('standard', 'fast');
    fc.assert(
      fc.property(profile, fc.nat(9), fc.nat(4 * DAY_S), (name, step, retryAfterSeconds) => {
        const slot = waitAfter({ status: 503 }, name, step);
        const wait = waitAfter({ status: 503, retryAfter: String(retryAfterSeconds) }, name, step);
        expect(wait).toBe(slot === undefined ? undefined : Math.max(slot, Math.min(retryAfterSeconds, DAY_S)));
      }),
    );
  });
});
