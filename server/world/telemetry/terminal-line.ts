import type { TerminalFixture } from '../../../fixtures/model/model.ts';
import { drawAt } from '../../../fixtures/random/draw.ts';
import { findLastHeartbeat, listLineTransitions } from '../../../fixtures/terminals/outages.ts';
import { drawRsrpDbmAt, type SignalQuality, toSignalQuality } from '../../../fixtures/terminals/signal.ts';
import { HOUR_MS, MINUTE_MS } from '../../../fixtures/time/calendar.ts';
import { getPolicy } from '../rules/evaluation/default-policy.ts';
import { getNextMinute } from '../rules/evaluation/minutes.ts';
import { type Incident, isOpenAt } from '../rules/incident.ts';
import type { Terminal } from '../state/tenant.ts';

export type CommsState = 'online' | 'stale' | 'offline' | 'flapping' | 'never_seen';

/** The communication line of a terminal as monitored. Instants in epoch milliseconds. */
export interface TerminalLine {
  readonly linkType: TerminalFixture['comms']['linkType'];
  readonly state: CommsState;
  readonly lastHeartbeatMs: number | null;
  readonly heartbeatIntervalSeconds: number;
  /** At the last heartbeat; null on a link without radio. */
  readonly rsrpDbm: number | null;
  readonly signalQuality: SignalQuality | null;
  readonly roundTripMs: number | null;
  /** Number of changes between online and offline in the last 60 minutes. */
  readonly transitionsLastHour: number;
  readonly connectorId: string | null;
}

/** Returns the line at `nowMs`. `incidents` are those of the terminal. */
export function getTerminalLine(terminal: Terminal, nowMs: number, incidents: readonly Incident[]): TerminalLine {
  const { source, fixture } = terminal;
  const lastHeartbeatMs = findLastHeartbeat(source, nowMs) ?? null;
  const rsrpDbm = lastHeartbeatMs === null ? null : drawRsrpDbmAt(source, lastHeartbeatMs);
  return {
    linkType: fixture.comms.linkType,
    state: getCommsState(terminal, { lastHeartbeatMs, nowMs, incidents }),
    lastHeartbeatMs,
    heartbeatIntervalSeconds: fixture.comms.heartbeatIntervalSeconds,
    rsrpDbm,
    signalQuality: toSignalQuality(rsrpDbm),
    roundTripMs: lastHeartbeatMs === null ? null : drawRoundTripMs(terminal, lastHeartbeatMs),
    transitionsLastHour: listLineTransitions(source, nowMs - HOUR_MS + 1, nowMs + 1).length,
    connectorId: findGateway(terminal) ?? null,
  };
}

interface LineObservation {
  readonly lastHeartbeatMs: number | null;
  readonly nowMs: number;
  readonly incidents: readonly Incident[];
}

function getCommsState(terminal: Terminal, { lastHeartbeatMs, nowMs, incidents }: LineObservation): CommsState {
  if (terminal.fixture.status === 'decommissioned') return 'offline';
  if (lastHeartbeatMs === null) return 'never_seen';
  if (nowMs >= computeOfflineFromMs(terminal, lastHeartbeatMs)) return 'offline';
  const isFlapping = incidents.some((each) => each.type === 'communication_flapping' && isOpenAt(each, nowMs));
  if (isFlapping) return 'flapping';
  return nowMs >= computeStaleFromMs(terminal, lastHeartbeatMs) ? 'stale' : 'online';
}

/** Returns when a terminal whose last heartbeat was at `heartbeatMs` counts as late: the trigger of heartbeat_stale. */
export function computeStaleFromMs(terminal: Terminal, heartbeatMs: number): number {
  const { triggerIntervals, triggerMinutes } = getPolicy(terminal.source.tenant).heartbeatStale;
  return computeSilentFromMs(terminal, heartbeatMs, { intervals: triggerIntervals, minutes: triggerMinutes });
}

/** Returns when it counts as offline: the escalation of heartbeat_stale. */
export function computeOfflineFromMs(terminal: Terminal, heartbeatMs: number): number {
  const { escalateIntervals, escalateMinutes } = getPolicy(terminal.source.tenant).heartbeatStale;
  return computeSilentFromMs(terminal, heartbeatMs, { intervals: escalateIntervals, minutes: escalateMinutes });
}

function computeSilentFromMs(
  { fixture }: Terminal,
  heartbeatMs: number,
  { intervals, minutes }: { readonly intervals: number; readonly minutes: number },
): number {
  const intervalMs = fixture.comms.heartbeatIntervalSeconds * 1000;
  return getNextMinute(heartbeatMs + Math.max(intervals * intervalMs, minutes * MINUTE_MS));
}

const gatewayTypes: ReadonlySet<string> = new Set(['lte_gateway', 'tls_gateway', 'vpn_tunnel']);

/** Returns the gateway of the terminal, or its host if there is no gateway. */
function findGateway({ fixture, source }: Terminal): string | undefined {
  const used = source.tenant.connectors.filter(({ connectorId }) => fixture.comms.connectorIds.includes(connectorId));
  const entrance =
    used.find(({ connectorType }) => gatewayTypes.has(connectorType)) ??
    used.find(({ connectorType }) => connectorType === 'processor_host');
  return entrance?.connectorId;
}

/** Minimum echo time per link, and its maximum random addition, in milliseconds. */
const echoTimes: Readonly<Record<TerminalLine['linkType'], { readonly leastMs: number; readonly spreadMs: number }>> = {
  lte: { leastMs: 220, spreadMs: 380 },
  ethernet: { leastMs: 60, spreadMs: 70 },
  wifi: { leastMs: 80, spreadMs: 110 },
  dial: { leastMs: 1900, spreadMs: 1400 },
  vsat: { leastMs: 620, spreadMs: 260 },
};

function drawRoundTripMs({ source, fixture }: Terminal, heartbeatMs: number): number {
  const { leastMs, spreadMs } = echoTimes[fixture.comms.linkType];
  return leastMs + drawAt(source.seed, 'round-trip', fixture.terminalId).int(Math.floor(heartbeatMs / 1000), spreadMs);
}
