import { clearTimeout, setTimeout } from './real-time.ts';

/** A longer time does not fit into a timer of Node.js, which would then end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves like `work`, or with false after `limitMs` real milliseconds. Does not end the work. */
export async function resolveWithin(limitMs: number, work: Promise<boolean>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), Math.max(0, Math.min(MAX_TIMER_MS, limitMs)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
