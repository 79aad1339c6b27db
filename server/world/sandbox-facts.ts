import type { Fact } from './facts.ts';
import type { RealMs, SandboxMs } from './time.ts';

/** Stands where an entry of the journal names its tenant when it concerns the whole sandbox. */
export const WHOLE_SANDBOX = '*';

/** What happened to the sandbox as a whole, rather than to one tenant. */
export type SandboxFact = ClockSet | ClockStarted | SandboxReset | MisbehaviourSwitched | JournalImported;

/** The clock was set, and stands still since. Also how a running clock is stopped. */
export interface ClockSet {
  readonly type: 'clock-set';
  /** What it showed before. */
  readonly atMs: SandboxMs;
  readonly toMs: SandboxMs;
}

/** The clock showed `sandboxMs` at `realMs` and runs since, `speed` times as fast as real time. */
export interface ClockStarted {
  readonly type: 'clock-started';
  readonly atMs: SandboxMs;
  readonly sandboxMs: SandboxMs;
  readonly realMs: RealMs;
  readonly speed: number;
}

/** Everything went back to how it was generated, the clock too. */
export interface SandboxReset {
  readonly type: 'sandbox-reset';
  readonly atMs: SandboxMs;
  /** Whether ids chosen from here on differ from those chosen before. */
  readonly newIds: boolean;
}

/** The whole service was made to deviate from its contract in one way, or to stop doing so. */
export interface MisbehaviourSwitched {
  readonly type: 'misbehaviour-switched';
  readonly atMs: SandboxMs;
  readonly name: string;
  readonly isOn: boolean;
}

/** Everything was reset, and then this happened instead. */
export interface JournalImported {
  readonly type: 'journal-imported';
  readonly atMs: SandboxMs;
  readonly newIds: boolean;
  readonly entries: readonly ImportedEntry[];
}

export interface ImportedEntry {
  readonly tenantId: string;
  readonly facts: readonly Fact[];
}
