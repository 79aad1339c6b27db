import type { Cause, CauseType } from '../../../fixtures/model/causes.ts';
import type { DisputeCase } from '../../../fixtures/model/disputes.ts';
import type { Batch } from '../../../fixtures/model/settlements.ts';
import type { ProblemReply } from '../../problems/problem.ts';
import type { DestinationAlert } from './destination-alerts.ts';
import type { Destination } from './destinations.ts';
import type {
  ApiKeyRevoked,
  ApiKeysSaved,
  ClockSet,
  ClockStarted,
  FaultsAdded,
  FaultsRemoved,
  MisbehaviourSwitched,
  SandboxReset,
} from './sandbox-facts.ts';
import type { SandboxMs } from './time.ts';

export { FLEETS_VERSION } from '../../../fixtures/version.ts';

/** The name of the world in the keys of a server without workspaces. */
export const MAIN_WORLD = 'main';

declare const place: unique symbol;

/** Position of a fact in the journal: 1, 2, 3 ...; 0 is before the first. */
export type Position = number & { readonly [place]: 'journal' };

export const position = (n: number): Position => n as Position; // the only conversion of a number to a position

/**
 * A recorded change by a user, in the past tense. Complete with the ids and instants that were chosen, so that folding
 * never decides and never fails. Its meaning is permanent: to change it, add a type and keep the old case.
 */
export type Fact =
  | DisputeOpened
  | SettlementDerived
  | ReplyKept
  | CauseInjected
  | DestinationSaved
  | DestinationDeleted
  | DestinationAlerted
  | TenantReset
  | SandboxFact;

/** A fact about the whole sandbox. */
export type SandboxFact =
  | ClockSet
  | ClockStarted
  | SandboxReset
  | MisbehaviourSwitched
  | FaultsAdded
  | FaultsRemoved
  | JournalImported
  | ApiKeysSaved
  | ApiKeyRevoked;

/** The types at run time. A missing one is a compile error. */
const knownTypes: Readonly<Record<Fact['type'], true>> = {
  'dispute-opened': true,
  'settlement-derived': true,
  'reply-kept': true,
  'cause-injected': true,
  'destination-saved': true,
  'destination-deleted': true,
  'destination-alerted': true,
  'tenant-reset': true,
  'clock-set': true,
  'clock-started': true,
  'sandbox-reset': true,
  'misbehaviour-switched': true,
  'faults-added': true,
  'faults-removed': true,
  'journal-imported': true,
  'api-keys-saved': true,
  'api-key-revoked': true,
};

/** The types of causes at run time. A missing one is a compile error. */
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
  command_decided: true,
  job_decided: true,
  dispute_decided: true,
  dispute_left: true,
  batch_held: true,
  batch_released: true,
  batch_ended: true,
  batch_returned: true,
};

/** A fact as another version may have written it. */
export interface WrittenFact {
  readonly type: string;
  readonly cause?: { readonly type: string };
  readonly entries?: readonly { readonly facts: readonly WrittenFact[] }[];
}

/**
 * Returns the first type in a stored fact that this version does not know: its own, that of its cause, or one in its
 * imported entries. Undefined if all are known.
 */
export function findUnknownType({ type, cause, entries = [] }: WrittenFact): string | undefined {
  if (!Object.hasOwn(knownTypes, type)) return type;
  if (cause !== undefined && !Object.hasOwn(knownCauses, cause.type)) return cause.type;
  for (const fact of entries.flatMap(({ facts }) => facts)) {
    const unknown = findUnknownType(fact);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}

/** A user opened a dispute; `dispute` is the whole dispute as opened. */
export interface DisputeOpened {
  readonly type: 'dispute-opened';
  readonly atMs: SandboxMs;
  readonly userId: string;
  readonly dispute: DisputeCase;
}

/** A user derived a batch; `batch` replaces an earlier revision with the same id. */
export interface SettlementDerived {
  readonly type: 'settlement-derived';
  readonly atMs: SandboxMs;
  readonly userId: string;
  readonly batch: Batch;
}

/** A final reply was stored, so that a retry with the same `Idempotency-Key` returns it again. */
export interface ReplyKept {
  readonly type: 'reply-kept';
  readonly atMs: SandboxMs;
  readonly kept: KeptReply;
}

/**
 * The input of the world was changed, from the instant of the cause, or from the second after the fact if that is
 * later.
 */
export interface CauseInjected {
  readonly type: 'cause-injected';
  readonly atMs: SandboxMs;
  /** Null for the operator. */
  readonly userId: string | null;
  readonly cause: Cause;
}

/** A destination was registered or changed; `destination` is its complete new state. */
export interface DestinationSaved {
  readonly type: 'destination-saved';
  readonly atMs: SandboxMs;
  /** Null for the operator, or if no user did it. */
  readonly userId: string | null;
  readonly change: DestinationChange;
  readonly destination: Destination;
}

/** The kind of change. `disabled-itself` was caused by the receiver's responses, all others by a user. */
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

/** A destination was deleted together with its subscriptions. */
export interface DestinationDeleted {
  readonly type: 'destination-deleted';
  readonly atMs: SandboxMs;
  /** Null for the operator. */
  readonly userId: string | null;
  readonly destinationId: string;
}

/** Failures of a destination were reported as an event of the sandbox itself. */
export interface DestinationAlerted {
  readonly type: 'destination-alerted';
  readonly atMs: SandboxMs;
  readonly alert: DestinationAlert;
}

export interface KeptReply {
  readonly userId: string;
  readonly operationId: string;
  readonly idempotencyKey: string;
  /** Hash of the request. Another request with the same key is refused. */
  readonly fingerprint: string;
  /** The reply before serialisation; a refusal without the request's id and path. */
  readonly reply: { readonly status: number; readonly body: unknown } | ProblemReply;
  readonly keptAtMs: SandboxMs;
}

/** A tenant was reset to its generated state, but not its clock. Its fold starts after its latest reset. */
export interface TenantReset {
  readonly type: 'tenant-reset';
  readonly atMs: SandboxMs;
  /** Whether new ids differ from those before the reset; otherwise they repeat. */
  readonly newIds: boolean;
}

/** Everything was reset, then these entries were applied. */
export interface JournalImported {
  readonly type: 'journal-imported';
  readonly atMs: SandboxMs;
  readonly newIds: boolean;
  /** Part of new ids, in a fork. Default: the position of the fact, if new ids differ. */
  readonly idSalt?: number;
  readonly entries: readonly ImportedEntry[];
}

export interface ImportedEntry {
  readonly tenantId: string;
  readonly facts: readonly Fact[];
}

/** Facts appended atomically for one tenant or for the whole sandbox. */
export interface JournalEntry {
  /** `WHOLE_SANDBOX` for facts about the whole sandbox. */
  readonly tenantId: string;
  /** Position of its first fact. The others follow. */
  readonly position: Position;
  readonly facts: readonly Fact[];
}
