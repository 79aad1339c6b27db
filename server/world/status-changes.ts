import { deviceFaultsBetween } from '../../fixtures/devices.ts';
import { heartbeatsBetween, lastHeartbeatAt, outagesBetween } from '../../fixtures/outages.ts';
import type { Terminal } from './tenant.ts';
import { offlineFromMs } from './terminal-line.ts';
import { type OperationalState, type Standing, standingAt, type Trouble } from './terminal-standing.ts';

/** A terminal began to work, or ceased to, as its status messages told. Money in cents. */
export interface StatusChange {
  readonly atMs: number;
  readonly from: OperationalState;
  readonly to: OperationalState;
  /** For people: `Cash dispenser: reject bin full (20003)`, `No cash left`, `Heard again`. */
  readonly reason: string;
  /** Null while its cash is not known. */
  readonly amountRemainingCents: number | null;
}

/**
 * Changes of operational state in [fromMs, toMs), oldest first: each one's `to` is what `terminalState` says from then
 * on. Silences of the line that stay short of `offline` are no changes of state.
 */
export function statusChanges(terminal: Terminal, fromMs: number, toMs: number): readonly StatusChange[] {
  const changes: StatusChange[] = [];
  let before = standingAt(terminal, fromMs - 1);
  for (const atMs of turningPoints(terminal, fromMs, toMs)) {
    const after = standingAt(terminal, atMs);
    if (after.operationalState !== before.operationalState) changes.push(changeAt(atMs, before, after));
    before = after;
  }
  return changes;
}

function changeAt(atMs: number, before: Standing, after: Standing): StatusChange {
  return {
    atMs,
    from: before.operationalState,
    to: after.operationalState,
    reason: after.trouble === null ? reliefText(before.trouble) : troubleText(after.trouble),
    amountRemainingCents: after.cash?.amountRemainingCents ?? null,
  };
}

/** Instants at which the state may change: nothing changes it between two of them. In order, each once. */
function turningPoints(terminal: Terminal, fromMs: number, toMs: number): readonly number[] {
  const { source, ledger } = terminal;
  const faultEdges = deviceFaultsBetween(source, fromMs - lookBackMs(terminal), toMs)
    .flatMap((fault) => [fault.fromMs, fault.toMs])
    .map((ms) => nextMessageMs(terminal, ms));
  const cashEdges = ledger
    .cashOutsBetween(fromMs - lookBackMs(terminal), toMs)
    .flatMap((out) => [out.fromMs, out.toMs, nextMessageMs(terminal, out.toMs)]);
  const lineEdges = outagesBetween(source, fromMs - lookBackMs(terminal), toMs).flatMap((outage) => [
    offlineFromMs(terminal, lastHeartbeatAt(source, outage.fromMs) ?? outage.fromMs),
    nextHeartbeatMs(terminal, outage.toMs),
  ]);
  const inWindow = [...faultEdges, ...cashEdges, ...lineEdges].filter((ms) => ms >= fromMs && ms < toMs);
  return [...new Set(inWindow)].sort((a, b) => a - b);
}

/** What happened before the window may be told within it, by the next message, or by the lack of one. */
function lookBackMs({ fixture }: Terminal): number {
  return 8 * Math.max(fixture.comms.heartbeatIntervalSeconds * 1000, 15 * 60_000);
}

/** The first heartbeat or transaction at or after `ms`; infinite when the line never comes back. */
function nextMessageMs(terminal: Terminal, ms: number): number {
  const heartbeatMs = nextHeartbeatMs(terminal, ms);
  if (!Number.isFinite(heartbeatMs)) return heartbeatMs;
  return terminal.ledger.transactionsBetween(ms, heartbeatMs)[0]?.atMs ?? heartbeatMs;
}

function nextHeartbeatMs(terminal: Terminal, ms: number): number {
  if (!Number.isFinite(ms)) return ms;
  const { source, fixture } = terminal;
  const soonMs = ms + 2 * fixture.comms.heartbeatIntervalSeconds * 1000;
  const heartbeatMs = heartbeatsBetween(source, ms, soonMs)[0];
  if (heartbeatMs !== undefined) return heartbeatMs;
  const outage = outagesBetween(source, ms, soonMs)[0];
  return outage === undefined ? Number.POSITIVE_INFINITY : nextHeartbeatMs(terminal, outage.toMs);
}

function troubleText(trouble: Trouble): string {
  switch (trouble.kind) {
    case 'cash':
      return 'No cash left';
    case 'line':
      return 'No contact';
    case 'device': {
      const { device, errorText, errorCode, condition } = trouble.fault;
      const what = (errorText ?? condition.replaceAll('_', ' ')).toLowerCase();
      return `${deviceText(device)}: ${what}${errorCode === null ? '' : ` (${errorCode})`}`;
    }
    default:
      return unreachable(trouble);
  }
}

function reliefText(trouble: Trouble | null): string {
  if (trouble === null) return 'Works again';
  if (trouble.kind === 'cash') return 'Cash loaded';
  return trouble.kind === 'line' ? 'Heard again' : `${deviceText(trouble.fault.device)}: works again`;
}

/** `cash_dispenser` → `Cash dispenser`. */
function deviceText(device: string): string {
  const words = device.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unreachable(value: never): never {
  throw new Error(`a trouble of no known kind: ${JSON.stringify(value)}`);
}
