import type { Ledger } from '../../../fixtures/ledger.ts';
import type { StreamSource } from '../../../fixtures/stream-types.ts';

/** A terminal as the rules look at it: its streams are asked of `source` and `ledger`. */
export interface TerminalStreams {
  readonly source: StreamSource;
  readonly ledger: Ledger;
}

/** What is looked for: incidents that were open at some instant of it. `toMs` is the present, and included. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}
