import type { Timers } from '../../../base/timers.ts';
import type { RealMs, SandboxMs } from '../../world/state/time.ts';
import type { Due } from '../delivery.ts';
import type { NextDue } from '../store/delivery-store.ts';
import { chooseEarlier } from '../store/transitions.ts';

/** One timer for the earliest of several instants. */
export class DueTimer {
  private sandboxMs: SandboxMs | undefined;
  private realMs: RealMs | undefined;
  private timer: unknown;
  private readonly timers: Timers;
  private readonly realDelayUntil: (due: Due) => number | undefined;
  private readonly onDue: () => void;

  /** `realDelayUntil` returns milliseconds, or undefined if only a change of the clock can reach the instant. */
  constructor(timers: Timers, realDelayUntil: (due: Due) => number | undefined, ring: () => void) {
    this.timers = timers;
    this.realDelayUntil = realDelayUntil;
    this.onDue = ring;
  }

  /** Removes all instants. */
  clear(): void {
    this.sandboxMs = undefined;
    this.realMs = undefined;
    this.stop();
  }

  /** Adds instants at which to ring. */
  add({ sandboxMs, realMs }: NextDue): void {
    const [sandbox, real] = [chooseEarlier(this.sandboxMs, sandboxMs), chooseEarlier(this.realMs, realMs)];
    if (sandbox === this.sandboxMs && real === this.realMs) return;
    this.sandboxMs = sandbox;
    this.realMs = real;
    this.start();
  }

  addDue(due: Due): void {
    this.add(due.clock === 'sandbox' ? { sandboxMs: due.atMs } : { realMs: due.atMs });
  }

  private start(): void {
    this.stop();
    const delays = [
      this.sandboxMs === undefined ? undefined : this.realDelayUntil({ clock: 'sandbox', atMs: this.sandboxMs }),
      this.realMs === undefined ? undefined : this.realDelayUntil({ clock: 'real', atMs: this.realMs }),
    ].filter((delay) => delay !== undefined);
    if (delays.length === 0) return;
    const delayMs = Math.min(LONGEST_MS, Math.max(1, Math.ceil(Math.min(...delays))));
    this.timer = this.timers.set(() => {
      this.timer = undefined;
      this.onDue();
    }, delayMs);
  }

  private stop(): void {
    if (this.timer !== undefined) this.timers.clear(this.timer);
    this.timer = undefined;
  }
}

/** Maximum delay of a timer. For a longer one the timer fires early and is set again. */
const LONGEST_MS = 2 ** 31 - 1;
