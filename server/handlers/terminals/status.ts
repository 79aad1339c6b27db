import { formatInstant, formatMoney } from '../../../base/formats.ts';
import type { TerminalStatus } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import type { OpenAlert, TerminalCash, TerminalCassette, TerminalState } from '../../world/telemetry/terminal-state.ts';
import { mayReadAlert } from './alert-access.ts';

/** Returns the present status of one terminal. @see clause terminals.status */
export const getTerminalStatus: Handler<'getTerminalStatus'> = (scope, { path }) => {
  const terminal = scope.terminal(path.terminal_id);
  return terminal === undefined ? notFound() : { status: 200, body: presentStatus(terminal, scope) };
};

/**
 * Omits devices and software for roles that may not see them, and alerts that the role may not read. @see gap
 * access.redaction
 */
function presentStatus(terminal: Terminal, scope: Scope): TerminalStatus {
  const state = scope.getState(terminal);
  const { hidesDevices } = scope.rules;
  return {
    terminal_id: state.terminalId,
    as_of: formatInstant(state.asOfMs),
    operational_state: state.operationalState,
    health: state.health,
    comms: presentComms(state),
    cash: state.cash && presentCash(state.cash),
    devices: hidesDevices ? [] : state.devices.map(presentDevice),
    uptime: state.lastMessageMs === null ? null : presentUptime(scope.getUptime(terminal)),
    software: hidesDevices ? null : presentSoftware(terminal, state),
    open_alerts: state.openAlerts.filter(({ type }) => mayReadAlert(scope.rules, type)).map(presentAlert),
  };
}

function presentComms({ line, lastTransactionMs, lastMessageMs }: TerminalState): TerminalStatus['comms'] {
  return {
    link_type: line.linkType,
    state: line.state,
    last_heartbeat_at: presentInstant(line.lastHeartbeatMs),
    heartbeat_interval_seconds: line.heartbeatIntervalSeconds,
    last_transaction_at: presentInstant(lastTransactionMs),
    last_sm_at: presentInstant(lastMessageMs),
    rsrp_dbm: line.rsrpDbm,
    signal_quality: line.signalQuality,
    round_trip_ms: line.roundTripMs,
    transitions_last_hour: line.transitionsLastHour,
    connector_id: line.connectorId,
  };
}

const presentUptime = (uptime: ReturnType<Scope['getUptime']>): NonNullable<TerminalStatus['uptime']> => ({
  last_24h_percent: uptime.last24hPercent,
  last_7d_percent: uptime.last7dPercent,
  last_30d_percent: uptime.last30dPercent,
});

function presentCash(cash: TerminalCash): NonNullable<TerminalStatus['cash']> {
  return {
    dispenser_state: cash.dispenserState,
    currency: 'USD',
    amount_remaining: formatMoney(cash.amountRemainingCents),
    estimated_empty_at: presentInstant(cash.estimatedEmptyMs),
    average_daily_dispense: formatMoney(cash.averageDailyDispenseCents),
    last_loaded_at: formatInstant(cash.lastLoadedAtMs),
    last_loaded_amount: formatMoney(cash.lastLoadedCents),
    reject_notes: cash.rejectNotes,
    cassettes: cash.cassettes.map(presentCassette),
  };
}

function presentCassette(cassette: TerminalCassette): NonNullable<TerminalStatus['cash']>['cassettes'][number] {
  return {
    position: cassette.position,
    denomination: formatMoney(cassette.denominationCents),
    capacity_notes: cassette.capacityNotes,
    loaded_notes: cassette.loadedNotes,
    notes_remaining: cassette.notesRemaining,
    low_threshold_notes: cassette.lowThresholdNotes,
    replenishment_status: cassette.replenishment,
    status: cassette.status,
  };
}

function presentDevice(device: TerminalState['devices'][number]): TerminalStatus['devices'][number] {
  return {
    device: device.device,
    state: device.state,
    condition: device.condition,
    error_code: device.errorCode,
    error_text: device.errorText,
    since: presentInstant(device.sinceMs ?? null),
  };
}

/** Presents the software. Versions are null until the terminal has reported them. */
function presentSoftware({ fixture }: Terminal, { lastMessageMs }: TerminalState): TerminalStatus['software'] {
  const { hardware } = fixture;
  const hasReported = lastMessageMs !== null;
  return {
    vendor: hardware.vendor,
    model: hardware.model,
    application_version: hasReported ? hardware.applicationVersion : null,
    emv_kernel: hardware.emvKernel,
    clock_skew_seconds: hasReported ? hardware.clockSkewSeconds : null,
  };
}

function presentAlert(alert: OpenAlert): TerminalStatus['open_alerts'][number] {
  return {
    incident_id: alert.incidentId,
    type: alert.type,
    severity: alert.severity,
    opened_at: formatInstant(alert.openedAtMs),
  };
}

const presentInstant = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));
