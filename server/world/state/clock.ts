import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { CLOCK_END_MS } from '../../../fixtures/time/epoch.ts';
import { type RealMs, type SandboxMs, sandboxMs } from './time.ts';

/** The sandbox clock: frozen, or running at a multiple of real time from a common starting point. */
export type Clock =
  | { readonly state: 'frozen'; readonly sandboxMs: SandboxMs }
  | { readonly state: 'running'; readonly sandboxMs: SandboxMs; readonly realMs: RealMs; readonly speed: number };

/** The last instant of the clock: that of the year 2999. */
export const LATEST_MS = sandboxMs(CLOCK_END_MS);

/** How far one request moves the clock at most. */
const FARTHEST_MOVE_MS = 365 * DAY_MS;

/** The time of a clock, and its end. */
export interface ShownTime {
  readonly nowMs: SandboxMs;
  readonly latestMs: SandboxMs;
}

/** Returns the latest instant to which one request moves the clock. */
export const getLatestTarget = ({ nowMs, latestMs }: ShownTime): SandboxMs =>
  sandboxMs(Math.max(nowMs, Math.min(latestMs, nowMs + FARTHEST_MOVE_MS)));

/**
 * Returns the sandbox time. A running clock shows whole seconds, so that results for one second serve all requests
 * within it. It does not go back when real time does, and stops at `latestMs`.
 */
export function readSandboxNow(clock: Clock, realMs: RealMs, latestMs: SandboxMs = LATEST_MS): SandboxMs {
  if (clock.state === 'frozen') return clock.sandboxMs;
  const passedMs = Math.max(0, realMs - clock.realMs) * clock.speed;
  const seconds = Math.floor((clock.sandboxMs + passedMs) / 1000);
  return sandboxMs(Math.max(clock.sandboxMs, Math.min(latestMs, seconds * 1000)));
}

/** Returns why the clock cannot be set to `toMs`, or undefined. */
export function findMoveFault(shown: ShownTime, toMs: number): 'backwards' | 'too_far' | undefined {
  if (toMs < shown.nowMs) return 'backwards';
  return toMs > getLatestTarget(shown) ? 'too_far' : undefined;
}
