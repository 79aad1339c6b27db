import { type OperationId, operations } from '../../../spec/index.ts';
import { type SandboxOperationId, sandboxOperations } from '../../../spec/sandbox-contract.ts';
import type { WorldHeldCounts } from '../../limits/held-counts.ts';
import type { ProblemReply } from '../../problems/problem.ts';
import type { AnyProblem } from '../../serialisers/problem-json.ts';
import type { OpenedScope } from '../../world/scope/scope-types.ts';
import type { FaultRule } from '../../world/state/fault-rules.ts';
import type { AnyOperationId } from '../contract/all-operations.ts';
import type { OperationRoute } from '../contract/routes.ts';
import type { BodyCapture } from './body-capture.ts';
import type { Misbehaviour, QueryValues } from './misbehaviours.ts';
import type { RequestHeaders } from './request-headers.ts';

/** A place among the requests in flight. */
export interface Place {
  /** The name under which the caller is counted: a user, the operator, or an address without a credential. */
  readonly caller: string;
  /** Counts the requests of the caller that wait because of `Prefer: delay`. */
  readonly delayedRequests: WorldHeldCounts;
  /** Gives the place back. A second call has no effect. */
  release(): void;
}

/** The parts of a request on which decisions and replies depend. */
export interface RequestParts {
  /** As sent. */
  readonly sentMethod: string;
  readonly httpVersion: string;
  readonly headers: RequestHeaders;
  /** The name under which the requests of the client are counted; undefined for requests of this process. */
  readonly address: string | undefined;
  /** The refusal of a request that Node could not read. */
  readonly readFault: ProblemReply | undefined;
  /** The bytes of the body. */
  readonly bytes: AsyncIterable<Buffer>;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  readonly queryString: string;
}

/** One request. Each decision adds its results. */
export interface Call extends RequestParts {
  readonly requestId: string;
  /** Real time from a monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** When it must be answered, on the same clock. If its data is not ready then, it gets a 503. */
  readonly answerByMs: number;
  /** The path under which clients reach the server, such as `/fleet`; empty if it has none. */
  readonly basePath: string;
  /** The part of the path that the client sent before `path`: `basePath`, or nothing if the request was outside it. */
  readonly sentPrefix: string;
  /** The path without credentials, for logs and problem documents. */
  readonly shownPath: string;
  /** HEAD is treated as GET. */
  readonly method: string;
  /** Whether the decisions about the connection were made. */
  isAdmitted: boolean;
  route: OperationRoute | undefined;
  pathParameters: PathParameters;
  scope: OpenedScope | undefined;
  /** Whether the request carries the operator's token. */
  isOperator: boolean;
  /** The operator's token, if the request carries it or a code for it. */
  operatorToken: string | undefined;
  query: QueryValues;
  body: unknown;
  /** SHA-256 of the raw body. */
  bodyFingerprint: string;
  /** Active misbehaviours, which may change the reply. */
  activeMisbehaviours: readonly Misbehaviour[];
  /** Names of the misbehaviours that changed the reply. */
  appliedMisbehaviours: readonly string[];
  /** The fault rule that applies. It changes the reply when it is sent. */
  faultRule: FaultRule | undefined;
  /** The place of the request among those in flight. */
  place: Place | undefined;
  /** Keeps the body as it is read; undefined if the server does not record this request. */
  readonly capture: BodyCapture | undefined;
  /** The name under which the address was counted, until the owner of the credential is known. */
  countedAs: string | undefined;
  /** Headers of its response, for every reply: names and values in turn. */
  readonly replyHeaders: string[];
  /** The result of a direct read that Express sends: a refusal, or the fault of a defect. */
  outcome: { readonly refusal: ProblemReply } | { readonly defect: unknown } | undefined;
  /** The problem document that was sent. */
  problem: AnyProblem | undefined;
  /** The cause of a 500, for the log. */
  defect: unknown;
  /** Whether the response is complete, or its connection has ended. */
  isOver: boolean;
  /** Called once when it is over. */
  readonly endings: (() => void)[];
}

export type PathParameters = Readonly<Record<string, string>>;

/** Returns the matched operation. Decisions after the match may rely on it. */
export function getOperationId(call: Call): AnyOperationId {
  if (call.route === undefined) throw new Error('getOperationId was called before the operation was matched');
  return call.route.operationId;
}

/** Returns the matched operation of the service; undefined for one of the control plane. */
export function getServiceOperationId(call: Call): OperationId | undefined {
  const operationId = getOperationId(call);
  return operationId in operations ? (operationId as OperationId) : undefined; // checked by `in`
}

/** Returns the matched operation of the control plane; undefined for one of the service. */
export function getSandboxOperationId(call: Call): SandboxOperationId | undefined {
  const operationId = getOperationId(call);
  return operationId in sandboxOperations ? (operationId as SandboxOperationId) : undefined; // checked by `in`
}

/** Whether the path belongs to the control plane, known or not. */
export const isForControlPlane = ({ path }: Pick<Call, 'path'>): boolean => /^\/sandbox(\/|$)/.test(path);

/** Records that a misbehaviour changed the reply, so that the log names it and the reply is not validated. */
export function recordMisbehaviour(call: Call, name: string): void {
  if (!call.appliedMisbehaviours.includes(name)) call.appliedMisbehaviours = [...call.appliedMisbehaviours, name];
}

/** Returns the scope of the call. Only public operations have none. */
export function getScope(call: Call): OpenedScope {
  if (call.scope === undefined) throw new Error('getScope was called before a scope was opened');
  return call.scope;
}

/** Returns the operation of the service. Throws for a call of the control plane. */
export const requireServiceOperationId = (call: Call): OperationId => {
  const operationId = getServiceOperationId(call);
  if (operationId === undefined)
    throw new Error('an operation of the control plane was answered as one of the service');
  return operationId;
};

/** Returns the owner under which the queue schedules the work: tenants take turns. */
export const getQueueOwner = ({ scope }: Pick<Call, 'scope'>): string => scope?.tenant.tenantId ?? '';
