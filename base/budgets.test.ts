import { describe, expect, test } from 'vitest';
import { realMs } from '../server/world/state/time.ts';
import { Budgets } from './budgets.ts';

/** Returns budgets with a test clock. */
function createBudgets(limit: number, maxWindows?: number) {
  const clock = { ms: 1_000_000 };
  return { clock, spent: new Budgets(limit, () => realMs(clock.ms), maxWindows === undefined ? {} : { maxWindows }) };
}

describe('budgets', () => {
  test('are exceeded by one request over the limit, separately for each name, until the minute ends', () => {
    const { clock, spent } = createBudgets(2);
    expect(spent.spend('a')).toEqual({ isExceeded: false, remaining: 1, seconds: 60 });
    clock.ms += 30_500;
    expect(spent.spend('a')).toEqual({ isExceeded: false, remaining: 0, seconds: 30 });
    expect(spent.spend('a')).toEqual({ isExceeded: true, remaining: 0, seconds: 30 });
    expect(spent.spend('b').isExceeded).toBe(false);
    clock.ms += 29_500;
    expect(spent.spend('a')).toEqual({ isExceeded: false, remaining: 1, seconds: 60 });
  });

  test('are not exceeded after a refund of a request of an earlier window', () => {
    let nowMs = 0;
    const budgets = new Budgets(1, () => realMs(nowMs));
    budgets.spend('a');
    nowMs = 60_000;
    budgets.isExhausted('a'); // the window has ended
    budgets.spend('a', 0);
    budgets.refund('a');
    expect([budgets.spend('a').isExceeded, budgets.spend('a').isExceeded]).toEqual([false, true]);
  });

  test('restore refunded requests', () => {
    const { spent } = createBudgets(1);
    for (let n = 0; n < 5; n += 1) {
      expect(spent.spend('a').isExceeded).toBe(false);
      spent.refund('a');
    }
    spent.refund('unknown');
  });

  test('keep a bounded number of windows: they drop the oldest one and those that have ended', () => {
    const { clock, spent } = createBudgets(1, 100);
    for (let n = 0; n < 1000; n += 1) spent.spend(`name ${n}`);
    expect(spent.size).toBe(100);
    expect(spent.spend('name 999').isExceeded).toBe(true);
    expect(spent.spend('name 0').isExceeded).toBe(false);
    clock.ms += 60_000;
    spent.spend('another');
    expect(spent.size).toBe(1);
  });

  test('start again when the clock is set back', () => {
    const { clock, spent } = createBudgets(1);
    spent.spend('a');
    clock.ms -= 3_600_000;
    expect(spent.spend('a')).toEqual({ isExceeded: false, remaining: 0, seconds: 60 });
  });
});
