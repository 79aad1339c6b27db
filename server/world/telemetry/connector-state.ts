import { isApproved } from '../../../fixtures/cash/cash-rows.ts';
import type { ConnectorFixture } from '../../../fixtures/model/model.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseInstantMs } from '../../../fixtures/time/calendar.ts';
import { isAttempt, isTechnicalFailure, isTimeout } from '../rules/input/attempt-outcome.ts';
import type { VisibleConnector } from '../state/tenant.ts';
import {
  type ConnectorEcho,
  type ConnectorLine,
  getConnectorEcho,
  getConnectorLine,
  getOutageIndex,
} from './connector-line.ts';

/** The state of a connector at one instant. Instants in epoch milliseconds. @see gap connectors.status_fields */
export interface ConnectorState extends ConnectorLine {
  readonly echo: ConnectorEcho;
  /** Of visible terminals only; null if the connector carries no transactions. */
  readonly traffic: ConnectorTraffic | null;
  readonly tls: {
    readonly minVersion: '1.2' | '1.3';
    readonly certificateExpiresAtMs: number;
    readonly daysToExpiry: number;
  } | null;
  readonly tunnel: ConnectorTunnel | null;
  readonly keyExchange: { readonly lastOkAtMs: number | null; readonly scheme: ConnectorFixture['keyScheme'] };
  /** Number of visible terminals that depend on it. */
  readonly affectedTerminalCount: number;
  readonly openIncidentId: string | null;
}

export interface ConnectorTunnel {
  readonly state: 'established' | 'negotiating' | 'down';
  readonly sinceMs: number;
  readonly lastRekeyAtMs: number | null;
}

/** Attempts of the last five minutes, without reversals. Timeouts count as technical declines too. */
export interface ConnectorTraffic {
  readonly requests: number;
  readonly approved: number;
  readonly businessDeclines: number;
  readonly technicalDeclines: number;
  readonly timeouts: number;
  readonly p95Ms: number | null;
}

/**
 * Returns the state of a connector at `nowMs`, with traffic and counts of the given terminals. `openIncidentId` is the
 * outage visible to the caller.
 */
export function getConnectorState(
  connector: VisibleConnector,
  nowMs: number,
  openIncidentId: string | null = null,
): ConnectorState {
  const { fixture, terminals } = connector;
  const line = getConnectorLine(fixture, nowMs);
  return {
    status: line.status,
    statusReason: line.statusReason,
    sinceMs: line.sinceMs,
    checkedAtMs: line.checkedAtMs,
    echo: getConnectorEcho(fixture, nowMs),
    traffic: measureTraffic(connector, line, nowMs),
    tls: fixture.tls && {
      minVersion: fixture.tls.minVersion,
      certificateExpiresAtMs: parseInstantMs(fixture.tls.certificateExpiresAt),
      daysToExpiry: Math.floor((parseInstantMs(fixture.tls.certificateExpiresAt) - nowMs) / DAY_MS),
    },
    tunnel: readTunnel(fixture, line, nowMs),
    keyExchange: { lastOkAtMs: findLastKeyExchangeMs(fixture, line, nowMs), scheme: fixture.keyScheme },
    affectedTerminalCount: terminals.length,
    openIncidentId,
  };
}

/** The traffic of a connector is that of this time. */
export const TRAFFIC_MS = 5 * MINUTE_MS;
const carriesTransactions: ReadonlySet<string> = new Set([
  'processor_host',
  'eft_network',
  'lte_gateway',
  'tls_gateway',
]);

function measureTraffic(
  { fixture, terminals }: VisibleConnector,
  line: ConnectorLine,
  nowMs: number,
): ConnectorTraffic | null {
  if (!carriesTransactions.has(fixture.connectorType) || line.status === 'not_activated') return null;
  const attempts = terminals
    .flatMap(({ ledger }) => ledger.transactionsBetween(nowMs - TRAFFIC_MS + 1, nowMs + 1))
    .filter(isAttempt)
    .filter(({ connectorId }) => fixture.connectorType !== 'processor_host' || connectorId === fixture.connectorId);
  const approved = attempts.filter((attempt) => !isTimeout(attempt) && isApproved(attempt)).length;
  const technicalDeclines = attempts.filter(isTechnicalFailure).length;
  return {
    requests: attempts.length,
    approved,
    businessDeclines: attempts.length - approved - technicalDeclines,
    technicalDeclines,
    timeouts: attempts.filter(isTimeout).length,
    p95Ms: computePercentile95(attempts.map(({ hostMs }) => hostMs)),
  };
}

/** Returns the 95th percentile (nearest rank); null for an empty list. */
export function computePercentile95(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? null;
}

function readTunnel(fixture: ConnectorFixture, line: ConnectorLine, nowMs: number): ConnectorTunnel | null {
  if (fixture.transport !== 'ipsec') return null;
  const sinceMs = line.sinceMs ?? parseInstantMs(fixture.createdAt);
  if (line.status === 'up')
    return { state: 'established', sinceMs, lastRekeyAtMs: findHourlyKeyChangeMs(fixture, nowMs, sinceMs) };
  if (line.status === 'degraded') return { state: 'negotiating', sinceMs, lastRekeyAtMs: null };
  return { state: 'down', sinceMs, lastRekeyAtMs: null };
}

/** Returns the latest hourly change of a tunnel's session keys. The first is when the tunnel is set up. */
function findHourlyKeyChangeMs(fixture: ConnectorFixture, nowMs: number, sinceMs: number): number {
  const phaseMs = drawAt(0, 'connector', fixture.connectorId).int('rekey-second', 3600) * 1000;
  return Math.max(sinceMs, Math.floor((nowMs - phaseMs) / HOUR_MS) * HOUR_MS + phaseMs);
}

const KEY_HOUR_UTC = 5;

/**
 * Returns the latest nightly exchange of working keys. A day with an outage at that time has none. Null for connectors
 * without key exchange.
 */
function findLastKeyExchangeMs(fixture: ConnectorFixture, line: ConnectorLine, nowMs: number): number | null {
  if (fixture.keyScheme === 'manual' || fixture.keyScheme === 'not_applicable' || line.sinceMs === null) return null;
  const untilMs = fixture.pinnedStatus === undefined ? nowMs : line.sinceMs;
  const phaseMs = KEY_HOUR_UTC * HOUR_MS + drawAt(0, 'connector', fixture.connectorId).int('key-second', 30) * 1000;
  let atMs = Math.floor((untilMs - phaseMs) / DAY_MS) * DAY_MS + phaseMs;
  while (getOutageIndex(fixture).holds(atMs)) atMs -= DAY_MS;
  return atMs >= parseInstantMs(fixture.createdAt) ? atMs : null;
}
