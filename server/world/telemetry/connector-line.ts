import { toSpan } from '../../../fixtures/model/changes.ts';
import type { ConnectorFixture } from '../../../fixtures/model/model.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import { MINUTE_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { SpanIndex } from '../../../fixtures/time/span-index.ts';

export type ConnectorStatusWord = 'up' | 'degraded' | 'down' | 'maintenance' | 'unknown' | 'not_activated';

/** Availability of a connector; the same for all users. */
export interface ConnectorLine {
  readonly status: ConnectorStatusWord;
  /** Null while `up`. */
  readonly statusReason: string | null;
  /** Null while not activated. */
  readonly sinceMs: number | null;
  /** Null while not activated. */
  readonly checkedAtMs: number | null;
}

const outageIndexes = new WeakMap<ConnectorFixture['outages'], SpanIndex>();

/** Returns the outages of a connector as instants. Cached. */
export function getOutageIndex({ outages }: ConnectorFixture): SpanIndex {
  const known = outageIndexes.get(outages) ?? new SpanIndex(outages.map(toSpan));
  outageIndexes.set(outages, known);
  return known;
}

export interface ConnectorEcho {
  readonly lastOkAtMs: number | null;
  readonly roundTripMs: number | null;
  /** Consecutive failed tests. */
  readonly consecutiveFailures: number;
}

/** Returns the availability of a connector at `nowMs`: `down` from the third consecutive failed check. */
export function getConnectorLine(fixture: ConnectorFixture, nowMs: number): ConnectorLine {
  return toLine(fixture, summarizeChecks(fixture, nowMs), nowMs);
}

/**
 * Whether the latest echo tests up to `nowMs` all failed or all succeeded. Undefined if their results differ, or
 * without tests.
 */
export function readLatestEchoes(
  fixture: ConnectorFixture,
  nowMs: number,
  count: number,
): 'failed' | 'answered' | undefined {
  if (fixture.connectorType === 'ach_odfi' || fixture.pinnedStatus !== undefined) return undefined;
  const lastMs = findLastCheckMs(fixture, nowMs);
  const outages = getOutageIndex(fixture);
  const isFailed = (ms: number): boolean => outages.holds(ms);
  const failed = Array.from({ length: count }, (_, index) => isFailed(lastMs - index * MINUTE_MS));
  if (failed.every(Boolean)) return 'failed';
  return failed.some(Boolean) ? undefined : 'answered';
}

/**
 * Returns the results of the echo tests. Banks have none, because they exchange files. Connectors that are unused or in
 * maintenance are not tested.
 */
export function getConnectorEcho(fixture: ConnectorFixture, nowMs: number): ConnectorEcho {
  const checks = summarizeChecks(fixture, nowMs);
  return toEcho(fixture, checks, toLine(fixture, checks, nowMs));
}

/** Number of consecutive failed checks for `down`, and of successful ones for `up`. Policy processor_outage. */
const CHECKS_TO_DECIDE = 3;

/** One check per minute, at a fixed second of each connector. */
interface Checks {
  readonly lastMs: number;
  /** The latest run of failures, including one that has not ended. */
  readonly failed: { readonly firstMs: number; readonly lastMs: number } | undefined;
}

function summarizeChecks(fixture: ConnectorFixture, nowMs: number): Checks {
  const atOrBefore = (ms: number): number => findLastCheckMs(fixture, ms);
  const lastMs = atOrBefore(nowMs);
  let failed: Checks['failed'];
  for (const { fromMs, toMs } of getOutageIndex(fixture).all) {
    const firstMs = atOrBefore(fromMs - 1) + MINUTE_MS;
    const endMs = Math.min(lastMs, atOrBefore(toMs - 1));
    if (firstMs <= endMs && (failed === undefined || firstMs > failed.lastMs)) failed = { firstMs, lastMs: endMs };
  }
  return { lastMs, failed };
}

function findLastCheckMs({ connectorId }: ConnectorFixture, ms: number): number {
  const phaseMs = drawAt(0, 'connector', connectorId).int('check-second', 60) * 1000;
  return Math.floor((ms - phaseMs) / MINUTE_MS) * MINUTE_MS + phaseMs;
}

function toLine(fixture: ConnectorFixture, { lastMs, failed }: Checks, nowMs: number): ConnectorLine {
  const { pinnedStatus: status, pinnedSince } = fixture;
  if (status !== undefined) return toPinnedLine({ status, pinnedSince }, lastMs, nowMs);
  const decidedAfterMs = (CHECKS_TO_DECIDE - 1) * MINUTE_MS;
  if (failed === undefined)
    return { status: 'up', statusReason: null, sinceMs: parseInstantMs(fixture.createdAt), checkedAtMs: lastMs };

  const downMs = failed.firstMs + decidedAfterMs;
  if (failed.lastMs === lastMs) {
    return lastMs >= downMs
      ? { status: 'down', statusReason: 'No response to echo tests', sinceMs: downMs, checkedAtMs: lastMs }
      : { status: 'degraded', statusReason: 'An echo test failed', sinceMs: failed.firstMs, checkedAtMs: lastMs };
  }
  const answeredMs = failed.lastMs + MINUTE_MS;
  const upMs = answeredMs + decidedAfterMs;
  return lastMs >= upMs
    ? { status: 'up', statusReason: null, sinceMs: upMs, checkedAtMs: lastMs }
    : {
        status: 'degraded',
        statusReason: 'Responding again, not yet stable',
        sinceMs: answeredMs,
        checkedAtMs: lastMs,
      };
}

interface PinnedConnector {
  readonly status: NonNullable<ConnectorFixture['pinnedStatus']>;
  readonly pinnedSince: string | undefined;
}

function toPinnedLine({ status, pinnedSince }: PinnedConnector, lastMs: number, nowMs: number): ConnectorLine {
  if (status === 'not_activated')
    return { status, statusReason: 'Set up, not in use yet', sinceMs: null, checkedAtMs: null };
  const sinceMs = pinnedSince === undefined ? nowMs : Math.min(nowMs, parseInstantMs(pinnedSince));
  return status === 'maintenance'
    ? { status, statusReason: 'Planned maintenance', sinceMs, checkedAtMs: lastMs }
    : { status, statusReason: 'Not checked recently', sinceMs, checkedAtMs: Math.min(lastMs, sinceMs) };
}

const nothingEchoed: ConnectorEcho = { lastOkAtMs: null, roundTripMs: null, consecutiveFailures: 0 };

function toEcho(fixture: ConnectorFixture, { lastMs, failed }: Checks, line: ConnectorLine): ConnectorEcho {
  if (fixture.connectorType === 'ach_odfi' || line.sinceMs === null) return nothingEchoed;
  const isPinned = fixture.pinnedStatus !== undefined;
  const isFailing = !isPinned && failed !== undefined && failed.lastMs === lastMs;
  const lastOkAtMs = isPinned ? line.sinceMs : isFailing ? failed.firstMs - MINUTE_MS : lastMs;
  const draw = drawAt(0, 'connector', fixture.connectorId);
  return {
    lastOkAtMs,
    roundTripMs: 40 + draw.int('distance-ms', 120) + draw.at('echo').int(Math.floor(lastOkAtMs / MINUTE_MS), 60),
    consecutiveFailures: isFailing ? (failed.lastMs - failed.firstMs) / MINUTE_MS + 1 : 0,
  };
}
