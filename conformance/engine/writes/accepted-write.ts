import type { Exchange } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';

export const WRITES = ['deriveSettlements', 'createDispute'] as const;
export type Write = (typeof WRITES)[number];

/** The values that a body may name: a transaction, its terminal, a group, an account, and a business day. */
export interface WriteSubject {
  readonly transaction: string;
  /** `undefined` if the kit cannot read it. */
  readonly terminal?: string | undefined;
  /** A group that the caller sees, for a body that names one. */
  readonly group?: string | undefined;
  /** An account of the caller, for a body that names one. */
  readonly account?: string | number | undefined;
  /** The date of the transaction, `2025-09-30`; `undefined` if the kit cannot read it. */
  readonly day?: string | undefined;
  /** The completed amount as its row shows it. */
  readonly amount?: string | undefined;
  /** The date of the run. */
  readonly today?: string | undefined;
}

/** An accepted write: its operation, its caller, its body, and the row that the body may refer to. */
export interface AcceptedWrite {
  readonly write: Write;
  readonly writer: Principal;
  readonly control: Exchange;
  readonly body: unknown;
  readonly subject: WriteSubject;
}
