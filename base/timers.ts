import { clearTimeout, setTimeout } from './real-time.ts';

/** Timers of Node or of a test. */
export interface Timers {
  set(run: () => void, delayMs: number): unknown;
  clear(timer: unknown): void;
}

/** Timers of Node that do not keep the process running. */
export const nodeTimers: Timers = {
  set: (run, delayMs) => setTimeout(run, delayMs).unref(),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout), // created by `set`
};
