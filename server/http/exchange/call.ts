import { type OperationId, operations } from '../../../spec/index.ts';
import { type SandboxOperationId, sandboxOperations } from '../../../spec/sandbox-contract.ts';
import type { WorldHeldCounts } from '../../limits/held-counts.ts';
import type { AnyProblem } from '../../serialisers/problem-json.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { AnyOperationId } from '../contract/all-operations.ts';
import type { Match, OperationRoute } from '../contract/routes.ts';
import type { QueryValues } from '../request/4-input/query.ts';
import type { HttpRequest, HttpResponse } from './middleware.ts';
import type { Misbehaviour } from './misbehaviours.ts';

/** A place among the requests in flight. */
export interface Place {
  /** The name under which the caller is counted: a user, the operator, or an address without a credential. */
  readonly caller: string;
  /** Counts the requests of the caller that wait because of `Prefer: delay`. */
  readonly delayedRequests: WorldHeldCounts;
  /** Gives the place back. A second call has no effect. */
  release(): void;
}

/** One request in the pipeline. Each step adds its results. */
export interface Call {
  readonly requestId: string;
  /** Real time from a monotonic clock, in milliseconds. */
  readonly startedAt: number;
  /** When it must be answered, on the same clock. If its data is not ready then, it gets a 503. */
  readonly answerByMs: number;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** The path without credentials, for logs and problem documents. */
  readonly shownPath: string;
  readonly queryString: string;
  /** HEAD is treated as GET. */
  readonly method: string;
  match: Match | undefined;
  route: OperationRoute | undefined;
  scope: Scope | undefined;
  /** Whether the request carries the operator's token. */
  isOperator: boolean;
  /** The operator's token, if the request carries it or a code for it. */
  operatorToken: string | undefined;
  query: QueryValues;
  body: unknown;
  /** SHA-256 of the raw body. */
  bodyFingerprint: string;
  cacheKey: string | undefined;
  /** Active misbehaviours, which may change the reply. */
  activeMisbehaviours: readonly Misbehaviour[];
  /** Names of the misbehaviours that changed the reply. */
  readonly appliedMisbehaviours: Set<string>;
  /** The place of the request among those in flight. */
  place: Place | undefined;
  /** The problem document that was sent. */
  problem: AnyProblem | undefined;
  /** The cause of a 500, for the log. */
  defect: unknown;
}

/** Returns the call of a response. The first step of the pipeline sets it. */
export function getCall(response: HttpResponse): Call {
  return response.locals.call as Call; // set by beginCall, before any other step
}

/** Returns the matched operation. Steps after the match may rely on it. */
export function getOperationId(call: Call): AnyOperationId {
  if (call.route === undefined) throw new Error('operationOf was called before the operation was matched');
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

/** Returns the scope of the call. Only public operations have none. */
export function getScope(call: Call): Scope {
  if (call.scope === undefined) throw new Error('scopeOf was called before a scope was opened');
  return call.scope;
}

/** Returns a request header. Node joins repeated headers with a comma (RFC 9110, 5.2). */
export function readHeader(request: HttpRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Returns the requested host in lower case and without its port; empty if there is none. */
export const readHost = (request: HttpRequest): string =>
  (readHeader(request, 'host') ?? '').replace(/:\d+$/, '').toLowerCase();
