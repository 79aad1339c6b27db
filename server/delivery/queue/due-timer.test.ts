import { expect, test } from 'vitest';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { Due } from '../delivery.ts';
import { onRealClock, onSandboxClock } from '../testing/test-deliveries.ts';
import { Alarm } from './due-timer.ts';

const doubleSpeed = ({ clock, atMs }: Due): number => (clock === 'real' ? atMs : atMs / 2);

/** Returns an alarm with timers that the test inspects. */
function opened(realDelayUntil: (due: Due) => number | undefined = doubleSpeed) {
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
  const alarm = new Alarm({ set, clear }, realDelayUntil, () => rings.push('ring'));
  return { alarm, rings, first: () => timers[0], delays: () => timers.map(({ delayMs }) => delayMs) };
}

test('has one timer, at the earliest instant of either clock', () => {
  const { alarm, delays, first, rings } = opened();
  alarm.add({ sandboxMs: sandboxMs(500), realMs: realMs(400) });
  expect(delays()).toEqual([250]);
  alarm.addDue(onRealClock(100));
  expect(delays()).toEqual([100]);
  alarm.addDue(onSandboxClock(900));
  alarm.add({});
  expect(delays()).toEqual([100]);
  first()?.run();
  expect(rings).toEqual(['ring']);
});

test('has no timer after it was cleared', () => {
  const { alarm, delays } = opened();
  alarm.addDue(onRealClock(100));
  alarm.clear();
  expect(delays()).toEqual([]);
  alarm.addDue(onRealClock(200));
  expect(delays()).toEqual([200]);
});

test('has no timer if the clock of all its instants is frozen', () => {
  const { alarm, delays } = opened(() => undefined);
  alarm.addDue(onSandboxClock(5));
  expect(delays()).toEqual([]);
});

test('never rings synchronously and never exceeds the maximum delay of a timer', () => {
  const passed = opened();
  passed.alarm.addDue(onRealClock(-5));
  expect(passed.delays()).toEqual([1]);
  const far = opened();
  far.alarm.addDue(onRealClock(1e13));
  expect(far.delays()).toEqual([2 ** 31 - 1]);
});
