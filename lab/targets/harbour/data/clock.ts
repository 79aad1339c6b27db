export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

/** The start of the data, and their end except for later arrivals. */
export const FIRST_DAY_MS = Date.UTC(2026, 9, 1);
export const DAYS = 5;
export const NOW_MS = FIRST_DAY_MS + DAYS * DAY_MS;

/** Formats an instant as `20261001T132205Z`: the basic format of ISO 8601, in UTC. */
export const formatStamp = (atMs: number): string => new Date(atMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** Formats a day as `20261001`. */
export const formatDay = (atMs: number): string => formatStamp(atMs).slice(0, 8);

/** Formats an instant as `Thu, 01 Oct 2026 13:22:05 GMT`, as RSS requires. */
export const formatRssDate = (atMs: number): string => new Date(atMs).toUTCString();
