import type { Claim } from '../../../fixtures/disputes/dispute-cases.ts';
import type { DisputeCase, DisputeState } from '../../../fixtures/model/disputes.ts';
import type { Batch, BatchState } from '../../../fixtures/model/settlements.ts';
import type { Derivation, DerivationInput } from '../../../fixtures/settlements/settlement-derivation.ts';

/** A batch at the scope's instant. */
export interface BatchView {
  readonly batch: Batch;
  readonly state: BatchState;
  /** Actual or planned banking day of the funds transfer. */
  readonly effectiveEntryDate: string;
}

/** A dispute at the scope's instant. */
export interface DisputeView {
  readonly dispute: DisputeCase;
  readonly state: DisputeState;
  /** The batch that charges the lost dispute to its payee; null if there is none. */
  readonly adjustmentBatchId: string | null;
}

/** The part of a batch that a user chooses; adjustments are computed. */
export type DeriveRequest = Pick<
  DerivationInput,
  'accountId' | 'businessDate' | 'fundingType' | 'sameDay' | 'terminalIds'
> &
  Required<Pick<DerivationInput, 'memo' | 'revision'>> & {
    readonly includeAdjustments: boolean;
    /** Whether a memo can choose the course of the batch. */
    readonly isMagic: boolean;
    /** Id of a batch to derive again. Default: the id for the account, date and funding type. */
    readonly batchId?: string;
  };

export interface DerivationView {
  readonly derivation: Derivation;
  /** The batch as it would be now; undefined if there is nothing to settle. */
  readonly view: BatchView | undefined;
  /** Why the memo cannot choose the course of the batch. */
  readonly memoFault: string | undefined;
}

export interface DisputeClaim extends Omit<Claim, 'tenant' | 'disputeId' | 'openedAtMs'> {
  /** Whether the amount can choose the course of the dispute. */
  readonly isMagic: boolean;
}
