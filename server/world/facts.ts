import type { Cause, CauseType } from '../../fixtures/causes.ts';
import type { DisputeCase } from '../../fixtures/disputes.ts';
import type { Batch } from '../../fixtures/settlements.ts';
import type { ProblemReply } from '../problem.ts';
import type { Destination } from './destinations.ts';
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
export type Fact =
  | DisputeOpened
  | SettlementDerived
  | ReplyKept
  | CauseInjected
  | DestinationSaved
  | DestinationDeleted
  | TenantReset
  | SandboxFact;

/** One entry for each type, or this does not compile. */
const knownTypes: Readonly<Record<Fact['type'], true>> = {
  'dispute-opened': true,
  'settlement-derived': true,
  'reply-kept': true,
  'cause-injected': true,
  'destination-saved': true,
  'destination-deleted': true,
  'tenant-reset': true,
  'clock-set': true,
  'clock-started': true,
  'sandbox-reset': true,
  'misbehaviour-switched': true,
  'journal-imported': true,
};

/** Likewise for what a `cause-injected` holds. */
const knownCauses: Readonly<Record<CauseType, true>> = {
  line_cut: true,
  line_restored: true,
  line_flapping: true,
  notes_removed: true,
  cash_loaded: true,
  device_failed: true,
  device_repaired: true,
  attempts_made: true,
  connector_down: true,
  connector_restored: true,
  command_queued: true,
  job_started: true,
  paper_dated: true,
  risk_assessed: true,
  terminal_totals_off: true,
};

/** A fact as it may stand in a journal that another version wrote. */
export interface WrittenFact {
  readonly type: string;
  readonly cause?: { readonly type: string };
  readonly entries?: readonly { readonly facts: readonly WrittenFact[] }[];
}

/**
 * The first type in a written fact that this version cannot fold: its own, that of its cause, or one in what it imported.
 * Undefined where all are known.
 */
export function unknownTypeIn({ type, cause, entries = [] }: WrittenFact): string | undefined {
  if (!Object.hasOwn(knownTypes, type)) return type;
  if (cause !== undefined && !Object.hasOwn(knownCauses, cause.type)) return cause.type;
  for (const fact of entries.flatMap(({ facts }) => facts)) {
    const unknown = unknownTypeIn(fact);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

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

/** A destination was registered or changed; `destination` is the whole of it as it stands since. */
export interface DestinationSaved {
  readonly type: 'destination-saved';
  readonly atMs: SandboxMs;
  /** Null where the operator did it, or nobody. */
  readonly userId: string | null;
  readonly change: DestinationChange;
  readonly destination: Destination;
}

/** What was done; `disabled-itself` is the one thing that nobody did, but the answers of the receiver. */
export type DestinationChange =
  | 'registered'
  | 'changed'
  | 'paused'
  | 'resumed'
  | 'disabled'
  | 'disabled-itself'
  | 'enabled'
  | 'secret-rotated'
  | 'secrets-expired'
  | 'subscribed'
  | 'subscription-changed'
  | 'unsubscribed'
  | 'answers-set';

/** A destination was deleted, and its subscriptions with it. */
export interface DestinationDeleted {
  readonly type: 'destination-deleted';
  readonly atMs: SandboxMs;
  /** Null where the operator did it. */
  readonly userId: string | null;
  readonly destinationId: string;
}

export interface KeptReply {
  readonly userId: string;
  readonly operationId: string;
  readonly idempotencyKey: string;
  /** Hash of the request; another request with the same key is refused. */
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
