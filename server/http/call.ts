import type { Request, Response } from 'express';
import { type OperationId, operations } from '../../spec/index.ts';
import { type SandboxOperationId, sandboxOperations } from '../../spec/sandbox-contract.ts';
import type { AnyProblem } from '../serialisers/problem-json.ts';
import type { Scope } from '../world/tenant.ts';
import type { AnyOperationId } from './all-operations.ts';
import type { Deviation } from './deviations.ts';
import type { Match, Route } from './routes.ts';
import type { Query } from './validation/query.ts';

/** One request on its way through the pipeline: each step adds what it found out. */
export interface Call {
  readonly requestId: string;
  /** Real time, from a monotonic clock, milliseconds. */
  readonly startedAt: number;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** The path without credentials, for logs and problem documents. */
  readonly shownPath: string;
  readonly queryString: string;
  /** HEAD is read as GET. */
  readonly method: string;
  match: Match | undefined;
  route: Route | undefined;
  scope: Scope | undefined;
  /** Whether the request carries the operator's token. */
  isOperator: boolean;
  query: Query;
  body: unknown;
  /** SHA-256 of the raw body. */
  bodyFingerprint: string;
  cacheKey: string | undefined;
  /** Deviations from the contract that are on, and may change what is answered. */
  deviations: readonly Deviation[];
  /** Names of those that did. */
  readonly misbehaved: Set<string>;
  /** The problem that was answered. */
  problem: AnyProblem | undefined;
  /** For the log: why a 500 was answered. */
  defect: unknown;
}

/** The call that a response belongs to; set by the first step of the pipeline. */
export function callOf(response: Response): Call {
  return response.locals.call as Call; // set by beginCall, before any other step
}

/** The operation that was matched; steps after the match may rely on it. */
export function operationOf(call: Call): AnyOperationId {
  if (call.route === undefined) throw new Error('the operation is asked for before it is matched');
  return call.route.operationId;
}

/** Likewise, undefined for an operation of the control plane. */
export function serviceOperationOf(call: Call): OperationId | undefined {
  const operationId = operationOf(call);
  return operationId in operations ? (operationId as OperationId) : undefined; // just looked up
}

/** Likewise, undefined for an operation of the service. */
export function sandboxOperationOf(call: Call): SandboxOperationId | undefined {
  const operationId = operationOf(call);
  return operationId in sandboxOperations ? (operationId as SandboxOperationId) : undefined; // just looked up
}

/** Whether the request is for the control plane, whatever it finds there. */
export const isForControlPlane = ({ path }: Pick<Call, 'path'>): boolean => /^\/sandbox(\/|$)/.test(path);

/** The scope that was opened; undefined only for public operations. */
export function scopeOf(call: Call): Scope {
  if (call.scope === undefined) throw new Error('the scope is asked for before it is opened');
  return call.scope;
}

/** A request header that may be sent once; several are joined by Node with a comma, as RFC 9110 has it. */
export function headerOf(request: Request, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The host that a request names, without its port, in lower case; empty when it names none. */
export const hostOf = (request: Request): string =>
  (headerOf(request, 'host') ?? '').replace(/:\d+$/, '').toLowerCase();
