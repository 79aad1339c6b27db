import type { components } from '../../spec/generated/openapi.ts';

/** A code of the contract, or one that a newer service returns. */
export type ErrorCode = components['schemas']['ProblemCode'] | (string & {});

/** The base of all errors that the client creates. Invalid arguments cause a `TypeError`; an aborted signal rejects with its reason. */
export class FleetError extends Error {
  override readonly name: string = 'FleetError';
}

/** The members of a `ServiceError`. */
export interface Refusal {
  readonly message: string;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly problem: Partial<components['schemas']['Problem']> | undefined;
}

/** The service answered with a status of at least 400. Branch on `status` and `code`. */
export class ServiceError extends FleetError {
  override readonly name: string = 'ServiceError';
  /** The HTTP status. */
  readonly status: number;
  /** The code of the problem document. Undefined if the response contains no problem document. */
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  /** Include it in a support request. */
  readonly requestId: string | undefined;
  /** How long the service demands to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The problem document as received: validate its members before you use them. */
  readonly problem: Partial<components['schemas']['Problem']> | undefined;

  constructor({ message, status, code, detail, requestId, retryAfterMs, problem }: Refusal) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
    this.problem = problem;
  }
}

/** The cursor has expired. Start the list again from its first page. */
export class CursorExpiredError extends ServiceError {
  override readonly name = 'CursorExpiredError';
}

/** No complete response arrived: the connection failed, or was reset. */
export class NetworkError extends FleetError {
  override readonly name = 'NetworkError';
}

/** No complete response arrived within the time limit of one attempt. */
export class AttemptTimeoutError extends FleetError {
  override readonly name = 'AttemptTimeoutError';
}

/** The response has other content than the operation declares, such as an HTML page. */
export class ContentError extends FleetError {
  override readonly name = 'ContentError';
}

/** The service redirects. The client follows no redirect, so that no other host receives the key. */
export class RedirectError extends FleetError {
  override readonly name = 'RedirectError';
}
