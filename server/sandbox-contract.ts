import type { SandboxOperationId, SandboxOperations, SandboxSchemas } from '../spec/sandbox-contract.ts';
import type { InputOf } from './contract.ts';
import type { DestinationHealth } from './delivery/store/delivery-store.ts';
import type { ProblemReply } from './problems/problem.ts';
import type { ControlScope } from './world/scope/scope-types.ts';
import type { Clock } from './world/state/clock.ts';
import type { Fact, JournalEntry, Position } from './world/state/facts.ts';
import type { FaultRule, FaultUse } from './world/state/fault-rules.ts';
import type { IssuedKey } from './world/state/issued-keys.ts';
import type { RealMs, SandboxMs } from './world/state/time.ts';
import type { WorldFleets } from './world/state/world.ts';

/* The types of the control plane's handlers: their inputs and replies. */

/** The state of the sandbox at one instant, as a caller of the control plane may see it. */
export interface ControlContext {
  /** Undefined for the operator. */
  readonly user: ControlScope | undefined;
  /** The visible scopes: the user's own scope, or for the operator one scope per tenant. */
  readonly views: readonly ControlScope[];
  readonly seed: number;
  /** The time of the clock after a reset of everything. */
  readonly startMs: SandboxMs;
  /** Where the clock ends. */
  readonly latestMs: SandboxMs;
  /** The fleets in addition to the usual ones. */
  readonly fleets: WorldFleets;
  readonly clock: Clock;
  readonly nowMs: SandboxMs;
  readonly realMs: RealMs;
  /** Position of the latest reset in the visible scopes. */
  readonly since: Position;
  /** The name of the world in issued keys. */
  readonly worldName: string;
  /** Whether the published keys of the tenants are valid. */
  readonly hasPublishedKeys: boolean;
  /** The API keys that the operator issued, by id. */
  readonly issuedKeys: ReadonlyMap<string, IssuedKey>;
  /** Names of the active misbehaviours. */
  readonly misbehaviours: ReadonlySet<string>;
  /** The fault rules in the order of their evaluation. */
  readonly faults: readonly FaultRule[];
  /** The number of fault rules that were added since the latest reset of everything. */
  readonly faultCount: number;
  /** Returns how many requests a fault rule matched and let fail. */
  readonly readFaultUse: (rule: FaultRule) => FaultUse;
  /** The whole journal. Empty except for operations that export it. */
  readonly entries: readonly JournalEntry[];
  /** The latest exchanges that the caller may see, newest first. */
  readonly exchanges: readonly SandboxSchemas['Exchange'][];
  readonly deliveryInputs: DeliveryInputs;
}

/** Data about deliveries that a handler needs. It is read beforehand, so that handlers stay pure. */
export interface DeliveryInputs {
  /** 64 random bytes for new secrets and tokens, different for each request. */
  readonly randomBytes: Buffer;
  /** Health of the visible destinations, by id. Empty except for operations that show it. */
  readonly healths: ReadonlyMap<string, DestinationHealth>;
  /** Returns why a destination may not have an address, or undefined. Does not resolve host names. */
  readonly findRefusal: (url: string) => string | undefined;
  /** When the next attempt of a visible destination is due on the sandbox clock; undefined for none. */
  readonly nextAttemptMs: SandboxMs | undefined;
}

/** The facts of a control-plane write, appended to the journal atomically before the reply is sent. */
export interface ControlWrite {
  /** `WHOLE_SANDBOX` for facts that affect all tenants. */
  readonly tenantId: string;
  readonly facts: readonly Fact[];
}

type Responses<Op extends SandboxOperationId> = SandboxOperations[Op]['responses'];
export type SuccessStatus<Op extends SandboxOperationId> = Extract<keyof Responses<Op>, 200 | 201>;
type ProblemStatus<Op extends SandboxOperationId> = Extract<Exclude<keyof Responses<Op>, 200 | 201>, number>;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;

export type SandboxInput<Op extends SandboxOperationId> = InputOf<SandboxOperations[Op]>;

/** A reply that the contract declares for the operation. */
export type SandboxReply<Op extends SandboxOperationId> =
  | SuccessReply<Op, SuccessStatus<Op>>
  | ProblemReply<ProblemStatus<Op>>;

type SuccessReply<Op extends SandboxOperationId, Status extends SuccessStatus<Op>> = Status extends unknown
  ? { readonly status: Status; readonly body: JsonOf<Responses<Op>[Status]>; readonly write?: ControlWrite }
  : never;

/** Operations that read the delivery log or send a delivery. They are asynchronous, so they are not pure handlers. */
export type DeliveryOperationId =
  | 'testDestination'
  | 'recoverDestination'
  | 'getDestinationStatistics'
  | 'listDeliveries'
  | 'getDelivery'
  | 'replayDelivery'
  | 'reportAttempt'
  | 'explainDelivery'
  | 'getInbox'
  | 'emptyInbox';

/** The operations whose reply is a stream that lasts until one end disconnects. */
export type StreamOperationId = 'streamDeliveries' | 'streamActivity';

/** Whether an operation is one of them. */
export const isStreamOperation = (operationId: string | null): operationId is StreamOperationId =>
  operationId === 'streamDeliveries' || operationId === 'streamActivity';

/** The operations about signing in. They read and change the codes of this process. */
export type SignInOperationId = 'createSignInCode' | 'signIn';

/** The operations on workspaces, which are about the server and not about one world. */
export type WorkspaceOperationId =
  | 'listWorkspaces'
  | 'createWorkspace'
  | 'getWorkspace'
  | 'deleteWorkspace'
  | 'extendWorkspace';

/** The operations on runs of the conformance kit, which are processes. */
export type ConformanceOperationId =
  | 'listConformanceRuns'
  | 'startConformanceRun'
  | 'startReceiverCheck'
  | 'getConformanceRun'
  | 'cancelConformanceRun'
  | 'getConformanceReport';

export type PureOperationId = Exclude<
  SandboxOperationId,
  DeliveryOperationId | StreamOperationId | SignInOperationId | WorkspaceOperationId | ConformanceOperationId
>;

/** A pure function, like the handlers of the service. It is called again after a conflict with another write. */
export type SandboxHandler<Op extends SandboxOperationId> = (
  controlContext: ControlContext,
  input: SandboxInput<Op>,
) => SandboxReply<Op>;

export type SandboxHandlers = { readonly [Op in PureOperationId]: SandboxHandler<Op> };
