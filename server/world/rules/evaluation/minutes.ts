import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';

/* Rules are defined at whole minutes of the sandbox clock. @see gap events.incident_states */

/** Returns the first whole minute at or after an instant. */
export const ceilToMinute = (ms: number): number => Math.ceil(ms / MINUTE_MS) * MINUTE_MS;

/** Returns the first whole minute after an instant. */
export const getNextMinute = (ms: number): number => (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;

/** Returns the whole minutes between two instants. */
export const countMinutes = (fromMs: number, toMs: number): number => Math.floor((toMs - fromMs) / MINUTE_MS);
