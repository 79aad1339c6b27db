import type { Cause } from '../../../fixtures/causes.ts';
import type { Ledger } from '../../../fixtures/ledger.ts';
import type { TenantFixture } from '../../../fixtures/model.ts';
import type { StreamSource } from '../../../fixtures/stream-types.ts';

/** A terminal as the rules look at it: its streams are asked of `source` and `ledger`. */
export interface TerminalStreams {
  readonly source: StreamSource;
  readonly ledger: Ledger;
}

/** An account with the terminals that it owns and that are at work: what concerns many of them is judged over these. */
export interface AccountStreams {
  readonly seed: number;
  readonly tenant: TenantFixture;
  readonly accountId: string;
  /** What users changed about the whole tenant. */
  readonly causes?: readonly Cause[];
  readonly terminals: readonly TerminalStreams[];
}

/** What is looked for: incidents that were open at some instant of it. `toMs` is the present, and included. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
