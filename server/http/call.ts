import type { Request, Response } from 'express';
import type { OperationId } from '../../spec/index.ts';
import type { Scope } from '../world/tenant.ts';
import type { Match, Route } from './routes.ts';
import type { Query } from './validation/query.ts';

/** One request on its way through the pipeline: each step adds what it found out. */
export interface Call {
  readonly requestId: string;
  /** Real time, from a monotonic clock, milliseconds. */
  readonly startedAt: number;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  readonly queryString: string;
  /** HEAD is read as GET. */
  readonly method: string;
  match: Match | undefined;
  route: Route | undefined;
  scope: Scope | undefined;
  query: Query;
  body: unknown;
  /** Of the raw body, for `Idempotency-Key`. */
  bodyFingerprint: string;
  cacheKey: string | undefined;
  /** For the log: why a 500 was answered. */
  defect: unknown;
}

/** The call that a response belongs to; set by the first step of the pipeline. */
export function callOf(response: Response): Call {
  return response.locals.call as Call; // set by beginCall, before any other step
}

/** The operation that was matched; steps after the match may rely on it. */
export function operationOf(call: Call): OperationId {
  if (call.route === undefined) throw new Error('the operation is asked for before it is matched');
  return call.route.operationId;
}

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
