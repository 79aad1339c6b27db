import * as perfHooks from 'node:perf_hooks';
import * as timers from 'node:timers';
import * as timersPromises from 'node:timers/promises';

/*
 * The timers and clocks of Node.js as they were when the package was loaded. A sandbox in a test keeps working while the test
 * fakes the global ones, or those of the modules `node:timers` and `node:timers/promises`. So they are constants, not exports
 * of these modules, which may change.
 */

export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = timers;
export const { setTimeout: wait, setImmediate: yieldToOthers } = timersPromises;
export const { performance } = perfHooks;

/** Returns the time of the system clock, in epoch milliseconds. */
export const readSystemClock: () => number = Date.now;
