import type { SandboxOperationId, SandboxOperations, SandboxSchemas } from '../spec/sandbox-contract.ts';
import type { InputOf } from './contract.ts';
import type { Health } from './delivery/store/delivery-store.ts';
import type { ProblemReply } from './problem.ts';
import type { Scope } from './world/scope/scope-types.ts';
import type { Clock } from './world/state/clock.ts';
import type { Fact, JournalEntry, Position } from './world/state/facts.ts';
import type { RealMs, SandboxMs } from './world/state/time.ts';

/* What handlers of the control plane are given, and what they give back. */

/** What a caller of the control plane sees of the sandbox, at one instant. */
export interface ControlContext {
  /** Undefined for the operator. */
  readonly user: Scope | undefined;
  /** What the caller may look into: its own scope, or for the operator each tenant as a whole. */
  readonly views: readonly Scope[];
  readonly seed: number;
  readonly clock: Clock;
  readonly nowMs: SandboxMs;
  readonly realMs: RealMs;
  /** Position of the latest reset of anything that is seen here. */
  readonly since: Position;
  /** Names of the deviations that are on. */
  readonly misbehaviours: ReadonlySet<string>;
  /** The whole journal; empty but for operations that export it. */
  readonly entries: readonly JournalEntry[];
  /** The latest exchanges that the caller may see, newest first. */
  readonly exchanges: readonly SandboxSchemas['Exchange'][];
  readonly deliveryInputs: DeliveryInputs;
}

/** What is known about deliveries where a handler looks from; looked up beforehand, so that handlers stay pure. */
export interface DeliveryInputs {
  /** Drawn for this request alone: new secrets and tokens are made of it. 64 bytes. */
  readonly randomBytes: Buffer;
  /** How the destinations in view have been doing, by id; empty but for operations that show it. */
  readonly healths: ReadonlyMap<string, Health>;
  /** Why a destination may not have an address, or undefined; names are not looked up. */
  readonly refusalOf: (url: string) => string | undefined;
  /** When the next attempt of anybody in view is due on the sandbox clock; undefined for none. */
  readonly nextAttemptMs: SandboxMs | undefined;
}

/** What happened by a write: appended to the journal, all or none, before the reply is sent. */
export interface Happening {
  /** `WHOLE_SANDBOX` for what concerns everybody. */
  readonly tenantId: string;
  readonly facts: readonly Fact[];
}

type Responses<Op extends SandboxOperationId> = SandboxOperations[Op]['responses'];
type SuccessStatus<Op extends SandboxOperationId> = Extract<keyof Responses<Op>, 200 | 201>;
type ProblemStatus<Op extends SandboxOperationId> = Extract<Exclude<keyof Responses<Op>, 200 | 201>, number>;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

export type SandboxInput<Op extends SandboxOperationId> = InputOf<SandboxOperations[Op]>;

/** A reply that the contract declares for the operation. */
export type SandboxReply<Op extends SandboxOperationId> =
  | SuccessReply<Op, SuccessStatus<Op>>
  | ProblemReply<ProblemStatus<Op>>;

type SuccessReply<Op extends SandboxOperationId, Status extends SuccessStatus<Op>> = Status extends unknown
  ? { readonly status: Status; readonly body: JsonOf<Responses<Op>[Status]>; readonly happening?: Happening }
  : never;

/** Operations that look into the log of deliveries or send something: they wait, and are no pure functions. */
export type DeliveryOperationId =
  | 'testDestination'
  | 'recoverDestination'
  | 'listDeliveries'
  | 'getDelivery'
  | 'replayDelivery'
  | 'reportAttempt'
  | 'explainDelivery'
  | 'getInbox'
  | 'emptyInbox';

/** The one operation whose reply does not end by itself. */
export type StreamOperationId = 'streamDeliveries';

export type DeskOperationId = Exclude<SandboxOperationId, DeliveryOperationId | StreamOperationId>;

/** A pure function, as those of the service are. It may be called again when another write came first. */
export type SandboxHandler<Op extends SandboxOperationId> = (
  controlContext: ControlContext,
  input: SandboxInput<Op>,
) => SandboxReply<Op>;

export type SandboxHandlers = { readonly [Op in DeskOperationId]: SandboxHandler<Op> };
