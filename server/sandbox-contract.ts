import type { SandboxOperationId, SandboxOperations, SandboxSchemas } from '../spec/sandbox-contract.ts';
import type { InputOf } from './contract.ts';
import type { ProblemReply } from './problem.ts';
import type { Clock } from './world/clock.ts';
import type { Fact, JournalEntry, Position } from './world/facts.ts';
import type { Scope } from './world/tenant.ts';
import type { RealMs, SandboxMs } from './world/time.ts';

/* What handlers of the control plane are given, and what they give back. */

/** What a caller of the control plane sees of the sandbox, at one instant. */
export interface Desk {
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
}

/** What happened by a write: appended to the journal, all or none, before the reply is sent. */
export interface Happening {
  /** `WHOLE_SANDBOX` for what concerns everybody. */
  readonly tenantId: string;
  readonly facts: readonly Fact[];
}

type Responses<Op extends SandboxOperationId> = SandboxOperations[Op]['responses'];
type ProblemStatus<Op extends SandboxOperationId> = Extract<Exclude<keyof Responses<Op>, 200>, number>;

export type SandboxInput<Op extends SandboxOperationId> = InputOf<SandboxOperations[Op]>;

/** A reply that the contract declares for the operation. */
export type SandboxReply<Op extends SandboxOperationId> =
  | {
      readonly status: 200;
      readonly body: Responses<Op>[200]['content']['application/json'];
      readonly happening?: Happening;
    }
  | ProblemReply<ProblemStatus<Op>>;

/** A pure function, as those of the service are. It may be called again when another write came first. */
export type SandboxHandler<Op extends SandboxOperationId> = (desk: Desk, input: SandboxInput<Op>) => SandboxReply<Op>;

export type SandboxHandlers = { readonly [Op in SandboxOperationId]: SandboxHandler<Op> };
