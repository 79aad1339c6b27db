import { CLOCK_END_MS, EPOCH_MS } from '../../fixtures/epoch.ts';
import { type RealMs, type SandboxMs, sandboxMs } from './time.ts';

/** How sandbox time passes: not at all, or so many times as fast as real time, from a moment when the two met. */
export type Clock =
  | { readonly state: 'frozen'; readonly sandboxMs: SandboxMs }
  | { readonly state: 'running'; readonly sandboxMs: SandboxMs; readonly realMs: RealMs; readonly speed: number };

/** What a sandbox starts with, and goes back to when the whole of it is reset. */
export const initialClock: Clock = { state: 'frozen', sandboxMs: sandboxMs(EPOCH_MS) };

/** The last instant that the clock can show: a year after its start. */
export const LATEST_MS = sandboxMs(CLOCK_END_MS);

/**
 * What the clock shows. While it runs it shows whole seconds, so that what was worked out for one serves all requests
 * within it; it waits where real time steps back, and stops at `LATEST_MS`.
 */
export function sandboxNow(clock: Clock, realMs: RealMs): SandboxMs {
  if (clock.state === 'frozen') return clock.sandboxMs;
  const passedMs = Math.max(0, realMs - clock.realMs) * clock.speed;
  const seconds = Math.floor((clock.sandboxMs + passedMs) / 1000);
  return sandboxMs(Math.min(LATEST_MS, Math.max(clock.sandboxMs, seconds * 1000)));
}

/** Why the clock cannot be moved to `toMs`, or undefined: it only goes forwards, and not for ever. */
export function faultOfMove(nowMs: SandboxMs, toMs: number): 'backwards' | 'too_far' | undefined {
  if (toMs < nowMs) return 'backwards';
  return toMs > LATEST_MS ? 'too_far' : undefined;
}
