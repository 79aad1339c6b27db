import { getSmallestNoteCents } from '../../../fixtures/model/cassettes.ts';
import type { CashState, DeviceFault } from '../../../fixtures/model/stream-types.ts';
import { type DeviceState, listDeviceFaultsBetween, listDevicesAt } from '../../../fixtures/terminals/devices.ts';
import { findLastHeartbeat } from '../../../fixtures/terminals/outages.ts';
import { findLastMessageMs } from '../rules/input/status-messages.ts';
import type { Terminal } from '../state/tenant.ts';
import { computeOfflineFromMs } from './terminal-line.ts';

export type OperationalState =
  | 'in_service'
  | 'degraded'
  | 'out_of_service'
  | 'offline'
  | 'never_reported'
  | 'suspended'
  | 'decommissioned';

/** Why a terminal does not work, or only in part. */
export type Trouble =
  | { readonly kind: 'device'; readonly fault: DeviceFault }
  | { readonly kind: 'cash' }
  | { readonly kind: 'line'; readonly lastHeartbeatMs: number };

/**
 * Whether a terminal works, as known from its status messages. A fault after the last message is not known yet.
 * Heartbeats, transactions and cassette visits are status messages.
 */
export interface KnownCondition {
  readonly operationalState: OperationalState;
  readonly trouble: Trouble | null;
  readonly lastMessageMs: number | null;
  /** As of the last message, like all members below. */
  readonly devices: readonly DeviceState[];
  readonly cash: CashState | null;
  readonly faults: readonly DeviceFault[];
}

const neverReported = { trouble: null, lastMessageMs: null, devices: [], cash: null, faults: [] } as const;

/** Returns the standing of a terminal at `nowMs`. */
export function readKnownCondition(terminal: Terminal, nowMs: number): KnownCondition {
  const { source, ledger, fixture } = terminal;
  if (fixture.status === 'decommissioned') return { operationalState: 'decommissioned', ...neverReported };
  const lastHeartbeatMs = findLastHeartbeat(source, nowMs);
  if (lastHeartbeatMs === undefined) return { operationalState: 'never_reported', ...neverReported };

  const lastMessageMs = findLastMessageMs(terminal, nowMs) ?? lastHeartbeatMs;
  const faults = listDeviceFaultsBetween(source, lastMessageMs, lastMessageMs + 1);
  const cash = ledger.cashAt(lastMessageMs) ?? null;
  const known = { lastMessageMs, devices: listDevicesAt(source, lastMessageMs, cash?.lastLoadedAtMs), cash, faults };
  if (fixture.status === 'suspended') return { operationalState: 'suspended', trouble: null, ...known };
  if (nowMs >= computeOfflineFromMs(terminal, lastHeartbeatMs))
    return { operationalState: 'offline', trouble: { kind: 'line', lastHeartbeatMs }, ...known };

  const stopping = faults.find(({ isServiceAffecting }) => isServiceAffecting);
  if (stopping !== undefined)
    return { operationalState: 'out_of_service', trouble: { kind: 'device', fault: stopping }, ...known };
  if (cash !== null && cash.amountRemainingCents < getSmallestNoteCents(fixture))
    return { operationalState: 'out_of_service', trouble: { kind: 'cash' }, ...known };
  const broken = faults.find(({ state }) => state !== 'online');
  return broken === undefined
    ? { operationalState: 'in_service', trouble: null, ...known }
    : { operationalState: 'degraded', trouble: { kind: 'device', fault: broken }, ...known };
}

/** Returns when a terminal last sent a transaction by `nowMs`, approved or not; undefined if the history has none. */
export function findLatestTransactionAt({ ledger }: Terminal, nowMs: number): number | undefined {
  return ledger.lastTransactionBefore(nowMs + 1, ledger.historyStartMs)?.atMs;
}
