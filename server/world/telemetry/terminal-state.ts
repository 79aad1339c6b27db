import { getSmallestNoteCents } from '../../../fixtures/model/cassettes.ts';
import { withConnectorOutages } from '../../../fixtures/model/changes.ts';
import type { TerminalFixture } from '../../../fixtures/model/model.ts';
import type { CashState, CassetteState } from '../../../fixtures/model/stream-types.ts';
import type { DeviceState } from '../../../fixtures/terminals/devices.ts';
import { DAY_MS, getZone, HOUR_MS, MINUTE_MS } from '../../../fixtures/time/calendar.ts';
import { getSeverityAt, type Incident, isOpenAt, type Severity } from '../rules/incident.ts';
import type { Terminal } from '../state/tenant.ts';
import { getConnectorLine } from './connector-line.ts';
import {
  findLatestTransactionAt,
  type KnownCondition,
  type OperationalState,
  readKnownCondition,
} from './terminal-health.ts';
import { getTerminalLine, type TerminalLine } from './terminal-line.ts';

export { listStatusChanges, type StatusChange } from './status-changes.ts';
export type { OperationalState };

export type TerminalHealth = 'normal' | 'low' | 'medium' | 'high' | 'critical' | 'idle' | 'suspended' | 'unknown';

/** The state of a terminal at one instant. Money in cents, instants in epoch milliseconds. @see gap telemetry.fields */
export interface TerminalState {
  readonly terminalId: string;
  readonly asOfMs: number;
  readonly operationalState: OperationalState;
  readonly health: TerminalHealth;
  readonly line: TerminalLine;
  /** Null if the history has none. */
  readonly lastTransactionMs: number | null;
  /** Instant of cash and device data; null if it has never reported. */
  readonly lastMessageMs: number | null;
  readonly cash: TerminalCash | null;
  readonly devices: readonly DeviceState[];
  /** Open alerts, oldest first. */
  readonly openAlerts: readonly OpenAlert[];
}

/** Share of time in which customers could withdraw cash, in percent with one decimal. */
export interface Uptime {
  readonly last24hPercent: number;
  readonly last7dPercent: number;
  readonly last30dPercent: number;
}

export interface TerminalCash {
  readonly dispenserState: 'ok' | 'attention' | 'stop';
  readonly amountRemainingCents: number;
  readonly estimatedEmptyMs: number | null;
  readonly averageDailyDispenseCents: number;
  readonly lastLoadedAtMs: number;
  readonly lastLoadedCents: number;
  readonly rejectNotes: number;
  readonly cassettes: readonly TerminalCassette[];
}

export interface TerminalCassette extends CassetteState {
  readonly replenishment: 'ok' | 'full' | 'high' | 'low' | 'empty';
  readonly status: 'ok' | 'missing' | 'manipulated';
}

export interface OpenAlert {
  readonly incidentId: string;
  readonly type: Incident['type'];
  readonly severity: Severity;
  readonly openedAtMs: number;
}

/** Returns the state of `terminal` at `nowMs`. `incidents` are its own, oldest first. */
export function getTerminalState(terminal: Terminal, nowMs: number, incidents: readonly Incident[]): TerminalState {
  const condition = readKnownCondition(terminal, nowMs);
  const line = getTerminalLine(terminal, nowMs, incidents);
  const lastTransactionMs = findLatestTransactionAt(terminal, nowMs) ?? null;
  const openAlerts = incidents
    .filter((incident) => isOpenAt(incident, nowMs))
    .map((incident) => toOpenAlert(incident, nowMs));
  return {
    terminalId: terminal.terminalId,
    asOfMs: nowMs,
    operationalState: condition.operationalState,
    health: determineHealth(terminal, { nowMs, condition, line, lastTransactionMs, openAlerts }),
    line,
    lastTransactionMs,
    lastMessageMs: condition.lastMessageMs,
    cash: toTerminalCash(terminal, condition),
    devices: condition.devices,
    openAlerts,
  };
}

function toOpenAlert(incident: Incident, nowMs: number): OpenAlert {
  const { incidentId, type, openedAtMs } = incident;
  return { incidentId, type, severity: getSeverityAt(incident, nowMs), openedAtMs };
}

const IDLE_MS = 7 * DAY_MS;

interface Signs {
  readonly nowMs: number;
  readonly condition: KnownCondition;
  readonly line: TerminalLine;
  readonly lastTransactionMs: number | null;
  readonly openAlerts: readonly OpenAlert[];
}

/**
 * Returns the health: the first condition that applies. A late heartbeat is `low`, although its alert is not.
 * @see gap telemetry.values
 */
function determineHealth(
  terminal: Terminal,
  { nowMs, condition, line, lastTransactionMs, openAlerts }: Signs,
): TerminalHealth {
  const { operationalState } = condition;
  if (operationalState === 'never_reported') return 'unknown';
  if (operationalState === 'suspended' || operationalState === 'decommissioned') return 'suspended';
  if (line.state === 'offline' || isCutOff(terminal, nowMs)) return 'critical';
  if (operationalState === 'out_of_service') return 'high';
  const isAlerted = openAlerts.some(({ type, severity }) => type !== 'heartbeat_stale' && severity !== 'low');
  if (isAlerted || line.signalQuality === 'poor') return 'medium';
  if (line.state === 'stale') return 'low';
  return nowMs - (lastTransactionMs ?? Number.NEGATIVE_INFINITY) > IDLE_MS ? 'idle' : 'normal';
}

/** Whether its host or a gateway before it is down. */
function isCutOff({ fixture, source }: Terminal, nowMs: number): boolean {
  return source.tenant.connectors.some(
    (connector) =>
      fixture.comms.connectorIds.includes(connector.connectorId) &&
      connector.connectorType !== 'rms_server' &&
      getConnectorLine(withConnectorOutages(connector, source.causes ?? []), nowMs).status === 'down',
  );
}

/**
 * Returns the uptime of a terminal that has reported, up to `nowMs`; none for one that is out of service by plan. Apart from
 * the state, because it reads a month of transactions.
 */
export function computeUptime({ ledger, fixture }: Terminal, nowMs: number): Uptime {
  const percent = (days: number): number => {
    const share = fixture.status === 'active' ? (ledger.uptimePercent(nowMs - days * DAY_MS, nowMs) ?? 0) : 0;
    return Math.round(share * 10) / 10;
  };
  return { last24hPercent: percent(1), last7dPercent: percent(7), last30dPercent: percent(30) };
}

function toTerminalCash({ fixture }: Terminal, { cash, lastMessageMs, faults }: KnownCondition): TerminalCash | null {
  if (cash === null || lastMessageMs === null) return null;
  const dispenserFaults = faults.filter(({ device }) => device === 'cash_dispenser');
  const status = getCassetteStatus(dispenserFaults.map(({ condition }) => condition));
  const cassettes = cash.cassettes.map((cassette) => ({
    ...cassette,
    replenishment: toReplenishment(cassette),
    status,
  }));
  const isStopped =
    dispenserFaults.some(({ isServiceAffecting }) => isServiceAffecting) ||
    cash.amountRemainingCents < getSmallestNoteCents(fixture);
  const isNoted =
    dispenserFaults.length > 0 ||
    cassettes.some(({ replenishment }) => replenishment === 'low' || replenishment === 'empty');
  return {
    dispenserState: isStopped ? 'stop' : isNoted ? 'attention' : 'ok',
    amountRemainingCents: cash.amountRemainingCents,
    estimatedEmptyMs: estimateEmptyMs(fixture, cash, lastMessageMs),
    averageDailyDispenseCents: cash.averageDailyDispenseCents,
    lastLoadedAtMs: cash.lastLoadedAtMs,
    lastLoadedCents: cash.lastLoadedCents,
    rejectNotes: cash.rejectNotes,
    cassettes,
  };
}

/**
 * Returns when the cash will be used at the usual rate; null without a rate. Counts from the last change of the cash or of the
 * rate, which changes at midnight, so that it stays equal between messages. For an empty terminal, returns since when it is
 * empty. If customers took less than usual, it is not before the end of the day.
 */
function estimateEmptyMs({ location }: TerminalFixture, cash: CashState, knownMs: number): number | null {
  if (cash.amountRemainingCents === 0) return floorToMinute(cash.lastChangedMs);
  if (cash.hoursToEmpty === null) return null;
  const zone = getZone(location.timezone);
  const day = zone.dayAt(knownMs);
  const sinceMs = Math.max(cash.lastChangedMs, zone.instantAt(day, 0));
  const estimatedMs = floorToMinute(sinceMs + cash.hoursToEmpty * HOUR_MS);
  return estimatedMs > knownMs ? estimatedMs : zone.instantAt(day + 1, 0);
}

const floorToMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

/** Returns the replenishment level: `high` above nine tenths, `full` at capacity. */
function toReplenishment({
  notesRemaining,
  lowThresholdNotes,
  capacityNotes,
}: CassetteState): TerminalCassette['replenishment'] {
  if (notesRemaining === 0) return 'empty';
  if (notesRemaining <= lowThresholdNotes) return 'low';
  if (notesRemaining >= capacityNotes) return 'full';
  return notesRemaining > 0.9 * capacityNotes ? 'high' : 'ok';
}

function getCassetteStatus(conditions: readonly string[]): TerminalCassette['status'] {
  if (conditions.includes('cassette_missing')) return 'missing';
  return conditions.includes('cassette_manipulated') ? 'manipulated' : 'ok';
}
