import { createRefusal, fetchFromSandbox, RequestFailure } from '../../shared/client.ts';
import type { Connection } from './connection.ts';

/** Time limit of a request to the service, in milliseconds. A large fleet takes a minute for its first list. */
const TIME_LIMIT_MS = 90_000;

export interface ServiceRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request to the service with a key, and returns the response with any status. Throws `RequestFailure` without one. */
export const callService = (
  { base }: Connection,
  { method, path, headers = {}, body }: ServiceRequest,
  key: string | undefined,
): Promise<Response> =>
  fetchFromSandbox(base, path, {
    method,
    headers: {
      ...headers,
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });

/** Reads a path of the service. Throws `RequestFailure` if it is refused. */
export async function readService<Reply>(connection: Connection, path: string, key: string): Promise<Reply> {
  const response = await callService(connection, { method: 'GET', path }, key);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw createRefusal({ status: response.status, answer }, connection.base);
  if (answer === null || typeof answer !== 'object')
    throw new RequestFailure(`Expected JSON from ${path} of the sandbox, and got something else.`, 1);
  return answer as Reply; // a sandbox validates its replies against the contract
}
