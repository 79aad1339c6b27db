import type { Cause } from '../../fixtures/causes.ts';
import type { DisputeCase } from '../../fixtures/disputes.ts';
import type { Batch } from '../../fixtures/settlements.ts';
import type { ProblemReply } from '../problem.ts';
import type { SandboxFact } from './sandbox-facts.ts';
import type { SandboxMs } from './time.ts';

declare const place: unique symbol;

/** A fact's place in the journal: 1, 2, 3 ...; 0 is before the first. */
export type Position = number & { readonly [place]: 'journal' };

export const position = (n: number): Position => n as Position; // the one place where a number becomes a position

/**
 * What users did, in the past tense, complete with the ids and instants that were chosen then, so that folding never
 * decides and never fails. A fact's meaning is permanent: to change it, add a type and keep the old case.
 */
export type Fact = DisputeOpened | SettlementDerived | ReplyKept | CauseInjected | TenantReset | SandboxFact;

/** One entry for each type, or this does not compile. */
const knownTypes: Readonly<Record<Fact['type'], true>> = {
  'dispute-opened': true,
  'settlement-derived': true,
  'reply-kept': true,
  'cause-injected': true,
  'tenant-reset': true,
  'clock-set': true,
  'clock-started': true,
  'sandbox-reset': true,
  'misbehaviour-switched': true,
  'journal-imported': true,
};

/** Whether this version can fold facts of `type`; a journal written by a newer one may hold others. */
export const isKnownFactType = (type: string): type is Fact['type'] => Object.hasOwn(knownTypes, type);

/** A user opened a dispute; `dispute` is the whole case as it was opened. */
export interface DisputeOpened {
  readonly type: 'dispute-opened';
  readonly atMs: SandboxMs;
  readonly userId: string;
  readonly dispute: DisputeCase;
}

/** A user had a batch worked out; `batch` replaces an earlier revision under the same id. */
export interface SettlementDerived {
  readonly type: 'settlement-derived';
  readonly atMs: SandboxMs;
  readonly userId: string;
  readonly batch: Batch;
}

/** A final reply was kept, so that a retry with the same `Idempotency-Key` gets it again. */
export interface ReplyKept {
  readonly type: 'reply-kept';
  readonly atMs: SandboxMs;
  readonly kept: KeptReply;
}

/** The world's input was changed from the cause's instant on, or from the second after the fact's where that is later. */
export interface CauseInjected {
  readonly type: 'cause-injected';
  readonly atMs: SandboxMs;
  /** Null where the operator did it. */
  readonly userId: string | null;
  readonly cause: Cause;
}

export interface KeptReply {
  readonly userId: string;
  readonly operationId: string;
  readonly idempotencyKey: string;
  /** Of the request's body; another body under the same key is refused. */
  readonly fingerprint: string;
  /** As it was given, before serialising; a refusal without the request's own id and path. */
  readonly reply: { readonly status: number; readonly body: unknown } | ProblemReply;
  readonly keptAtMs: SandboxMs;
}

/** A tenant went back to how it was generated; the clock stayed. Its fold starts after its latest reset. */
export interface TenantReset {
  readonly type: 'tenant-reset';
  readonly atMs: SandboxMs;
  /** Whether ids chosen from here on differ from those chosen before; otherwise they repeat. */
  readonly newIds: boolean;
}

/** Facts appended together for one tenant, or for the whole sandbox: either all of them happened or none. */
export interface JournalEntry {
  /** `WHOLE_SANDBOX` for what concerns everybody. */
  readonly tenantId: string;
  /** Position of its first fact; the others follow. */
  readonly position: Position;
  readonly facts: readonly Fact[];
}
