import { describe, expect, it } from 'vitest';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import { OverdueClock } from './overdue-clock.ts';

const now = (sandbox: number, real: number) => ({ sandboxMs: sandboxMs(sandbox), realMs: realMs(real) });

describe('age of the queue', () => {
  it('is 0 without a due delivery', () => {
    const clock = new OverdueClock();
    expect(clock.measure({}, now(100, 100))).toBe(0);
    expect(clock.measure({ sandboxMs: sandboxMs(101), realMs: realMs(101) }, now(100, 100))).toBe(0);
  });

  it('counts real time for a delivery that is due on the real clock', () => {
    expect(new OverdueClock().measure({ realMs: realMs(70) }, now(0, 100))).toBe(30);
  });

  it('counts real time from the first measurement for a delivery that is due on the sandbox clock', () => {
    const clock = new OverdueClock();
    const due = { sandboxMs: sandboxMs(10) };
    expect(clock.measure(due, now(9_000_000, 100))).toBe(0);
    expect(clock.measure(due, now(9_000_000, 250))).toBe(150);
    expect(clock.measure({ sandboxMs: sandboxMs(5) }, now(9_000_000, 300))).toBe(200); // an earlier one was added
    expect(clock.measure({ sandboxMs: sandboxMs(20) }, now(9_000_000, 400))).toBe(0); // the first one was sent
    expect(clock.measure({}, now(9_000_000, 500))).toBe(0);
    expect(clock.measure(due, now(9_000_000, 600))).toBe(0);
  });
});
