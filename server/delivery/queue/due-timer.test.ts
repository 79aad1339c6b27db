import { expect, test } from 'vitest';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { Due } from '../delivery.ts';
import { dueOnRealClock, dueOnSandboxClock } from '../testing/deliveries.ts';
import { DueTimer } from './due-timer.ts';

const toRealMs = ({ clock, atMs }: Due): number => (clock === 'real' ? atMs : atMs / 2);

/** Returns a due timer with underlying timers that the test inspects. */
function createTestTimer(realDelayUntil: (due: Due) => number | undefined = toRealMs) {
  let timers: readonly { readonly run: () => void; readonly delayMs: number }[] = [];
  const rings: string[] = [];
  const set = (run: () => void, delayMs: number): unknown => {
    const timer = { run, delayMs };
    timers = [...timers, timer];
    return timer;
  };
  const clear = (timer: unknown): void => {
    timers = timers.filter((one) => one !== timer);
  };
  const dueTimer = new DueTimer({ set, clear }, realDelayUntil, () => rings.push('ring'));
  return { dueTimer, rings, first: () => timers[0], delays: () => timers.map(({ delayMs }) => delayMs) };
}

test('sets one timer, at the earliest instant of either clock', () => {
  const { dueTimer, delays, first, rings } = createTestTimer();
  dueTimer.add({ sandboxMs: sandboxMs(500), realMs: realMs(400) });
  expect(delays()).toEqual([250]);
  dueTimer.addDue(dueOnRealClock(100));
  expect(delays()).toEqual([100]);
  dueTimer.addDue(dueOnSandboxClock(900));
  dueTimer.add({});
  expect(delays()).toEqual([100]);
  first()?.run();
  expect(rings).toEqual(['ring']);
});

test('has no timer after `clear`', () => {
  const { dueTimer, delays } = createTestTimer();
  dueTimer.addDue(dueOnRealClock(100));
  dueTimer.clear();
  expect(delays()).toEqual([]);
  dueTimer.addDue(dueOnRealClock(200));
  expect(delays()).toEqual([200]);
});

test('sets no timer if the clock of all instants is frozen', () => {
  const { dueTimer, delays } = createTestTimer(() => undefined);
  dueTimer.addDue(dueOnSandboxClock(5));
  expect(delays()).toEqual([]);
});

test('never calls back synchronously, and never exceeds the maximum delay of a timer', () => {
  const passed = createTestTimer();
  passed.dueTimer.addDue(dueOnRealClock(-5));
  expect(passed.delays()).toEqual([1]);
  const far = createTestTimer();
  far.dueTimer.addDue(dueOnRealClock(1e13));
  expect(far.delays()).toEqual([2 ** 31 - 1]);
});
