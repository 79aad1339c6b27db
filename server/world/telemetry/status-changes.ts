import { unreachable } from '../../../base/unreachable.ts';
import { listDeviceFaultsBetween } from '../../../fixtures/terminals/devices.ts';
import { findLastHeartbeat, listHeartbeatsBetween, listOutagesBetween } from '../../../fixtures/terminals/outages.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { Terminal } from '../state/tenant.ts';
import { type KnownCondition, type OperationalState, readKnownCondition, type Trouble } from './terminal-health.ts';
import { computeOfflineFromMs } from './terminal-line.ts';

/** A change of a terminal's operational state, as known from its status messages. Money in cents. */
export interface StatusChange {
  readonly atMs: number;
  readonly from: OperationalState;
  readonly to: OperationalState;
  /** Display text: `Cash dispenser: reject bin full (20003)`, `No cash left`, `Online again`. */
  readonly reason: string;
  /** Null while its cash is unknown. */
  readonly amountRemainingCents: number | null;
}

/**
 * Returns the changes of operational state in [fromMs, toMs), oldest first. `to` is the state that `terminalState`
 * returns from then on. Communication failures shorter than `offline` do not change the state.
 */
export function listStatusChanges(terminal: Terminal, fromMs: number, toMs: number): readonly StatusChange[] {
  const changes: StatusChange[] = [];
  let before = readKnownCondition(terminal, fromMs - 1);
  for (const atMs of listTurningPoints(terminal, fromMs, toMs)) {
    const after = readKnownCondition(terminal, atMs);
    if (after.operationalState !== before.operationalState) changes.push(createStatusChange(atMs, before, after));
    before = after;
  }
  return changes;
}

function createStatusChange(atMs: number, before: KnownCondition, after: KnownCondition): StatusChange {
  return {
    atMs,
    from: before.operationalState,
    to: after.operationalState,
    reason: after.trouble === null ? formatRelief(before.trouble) : formatTrouble(after.trouble),
    amountRemainingCents: after.cash?.amountRemainingCents ?? null,
  };
}

/** Returns the instants at which the state may change, sorted and unique. */
function listTurningPoints(terminal: Terminal, fromMs: number, toMs: number): readonly number[] {
  const { source, ledger } = terminal;
  const faultEdges = listDeviceFaultsBetween(source, fromMs - computeLookBackMs(terminal), toMs)
    .flatMap((fault) => [fault.fromMs, fault.toMs])
    .map((ms) => findNextMessageMs(terminal, ms));
  const cashEdges = ledger
    .cashOutsBetween(fromMs - computeLookBackMs(terminal), toMs)
    .flatMap((out) => [out.fromMs, out.toMs, findNextMessageMs(terminal, out.toMs)]);
  const lineEdges = listOutagesBetween(source, fromMs - computeLookBackMs(terminal), toMs).flatMap((outage) => [
    computeOfflineFromMs(terminal, findLastHeartbeat(source, outage.fromMs) ?? outage.fromMs),
    findNextHeartbeatMs(terminal, outage.toMs),
  ]);
  const inWindow = [...faultEdges, ...cashEdges, ...lineEdges].filter((ms) => ms >= fromMs && ms < toMs);
  return [...new Set(inWindow)].sort((a, b) => a - b);
}

/**
 * Returns how far before the window to look: the next message, or the lack of one, may report an earlier change within
 * the window.
 */
function computeLookBackMs({ fixture }: Terminal): number {
  return 8 * Math.max(fixture.comms.heartbeatIntervalSeconds * 1000, 15 * MINUTE_MS);
}

/** Returns the first heartbeat or transaction at or after `ms`; infinity if there is none. */
function findNextMessageMs(terminal: Terminal, ms: number): number {
  const heartbeatMs = findNextHeartbeatMs(terminal, ms);
  if (!Number.isFinite(heartbeatMs)) return heartbeatMs;
  return terminal.ledger.transactionsBetween(ms, heartbeatMs)[0]?.atMs ?? heartbeatMs;
}

function findNextHeartbeatMs(terminal: Terminal, ms: number): number {
  if (!Number.isFinite(ms)) return ms;
  const { source, fixture } = terminal;
  const soonMs = ms + 2 * fixture.comms.heartbeatIntervalSeconds * 1000;
  const heartbeatMs = listHeartbeatsBetween(source, ms, soonMs)[0];
  if (heartbeatMs !== undefined) return heartbeatMs;
  const outage = listOutagesBetween(source, ms, soonMs)[0];
  return outage === undefined ? Number.POSITIVE_INFINITY : findNextHeartbeatMs(terminal, outage.toMs);
}

function formatTrouble(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'cash':
      return 'No cash left';
    case 'line':
      return 'No contact';
    case 'device': {
      const { device, errorText, errorCode, condition } = trouble.fault;
      const what = (errorText ?? condition.replaceAll('_', ' ')).toLowerCase();
      return `${formatDevice(device)}: ${what}${errorCode === null ? '' : ` (${errorCode})`}`;
    }
    default:
      return unreachable(trouble);
  }
}

function formatRelief(trouble: Trouble | null): string {
  if (trouble === null) return 'Works again';
  if (trouble.kind === 'cash') return 'Cash loaded';
  return trouble.kind === 'line' ? 'Online again' : `${formatDevice(trouble.fault.device)}: works again`;
}

/** Converts `cash_dispenser` to `Cash dispenser`. */
function formatDevice(device: string): string {
  const words = device.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
