import type * as RealTime from '../../base/real-time.ts';

/** Replaces the timers of `base/real-time.ts` by the present global ones, for tests that fake them. For `vi.mock`. */
export async function useGlobalTimers(load: () => Promise<typeof RealTime>): Promise<typeof RealTime> {
  const look = <Name extends 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'>(name: Name) =>
    ((...args: unknown[]) => Reflect.apply(globalThis[name], globalThis, args)) as unknown as (typeof RealTime)[Name]; // passes all arguments on
  return {
    ...(await load()),
    setTimeout: look('setTimeout'),
    clearTimeout: look('clearTimeout'),
    setInterval: look('setInterval'),
    clearInterval: look('clearInterval'),
  };
}
