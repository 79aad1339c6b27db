import type { FaultRule } from './fault-rules.ts';
import type { IssuedKey } from './issued-keys.ts';
import type { RealMs, SandboxMs } from './time.ts';

/** The tenant id of journal entries about the whole sandbox. */
export const WHOLE_SANDBOX = '*';

/** The clock was set and is frozen since then. Also used to stop a running clock. */
export interface ClockSet {
  readonly type: 'clock-set';
  /** Sandbox time before the change. */
  readonly atMs: SandboxMs;
  readonly toMs: SandboxMs;
}

/** The clock was started: it showed `sandboxMs` at `realMs`, and runs at `speed` times real time. */
export interface ClockStarted {
  readonly type: 'clock-started';
  readonly atMs: SandboxMs;
  readonly sandboxMs: SandboxMs;
  readonly realMs: RealMs;
  readonly speed: number;
}

/** Everything was reset to its generated state, including the clock. */
export interface SandboxReset {
  readonly type: 'sandbox-reset';
  readonly atMs: SandboxMs;
  /** Whether new ids differ from those before the reset. */
  readonly newIds: boolean;
}

/** A deviation from the contract was switched on or off for the whole service. */
export interface MisbehaviourSwitched {
  readonly type: 'misbehaviour-switched';
  readonly atMs: SandboxMs;
  readonly name: string;
  readonly isOn: boolean;
}

/** Fault rules were added after the present ones. */
export interface FaultsAdded {
  readonly type: 'faults-added';
  readonly atMs: SandboxMs;
  readonly faults: readonly FaultRule[];
}

/** Fault rules were removed. */
export interface FaultsRemoved {
  readonly type: 'faults-removed';
  readonly atMs: SandboxMs;
  readonly faultIds: readonly string[];
}

/** API keys were issued, or their expiry changed; `keys` are their complete new states. */
export interface ApiKeysSaved {
  readonly type: 'api-keys-saved';
  readonly atMs: SandboxMs;
  readonly keys: readonly IssuedKey[];
}

/** An API key was revoked. */
export interface ApiKeyRevoked {
  readonly type: 'api-key-revoked';
  readonly atMs: SandboxMs;
  readonly keyId: string;
}
