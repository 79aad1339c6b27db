import type { Problem, ProblemCode } from '../../spec/index.ts';
import type { SandboxProblemCode, SandboxSchemas } from '../../spec/sandbox-contract.ts';

/** The problem codes of the service and of the control plane; each contract defines its own. */
export type AnyProblemCode = ProblemCode | SandboxProblemCode;

/** The members of a problem in addition to its code: which part of the request was wrong and what was expected. */
export interface ProblemDetails
  extends Omit<Partial<Problem>, 'type' | 'title' | 'status' | 'code' | 'instance' | 'request_id' | 'errors'> {
  readonly errors?: readonly Fault[];
}

/** One fault of a request: where it is, and what was expected there. The control plane adds its own codes. */
export type Fault = SandboxSchemas['SandboxProblemError'];

/** A problem that the contract declares, before the request id and path are added. */
export interface ProblemReply<Status extends number = number> {
  readonly status: Status;
  readonly problem: ProblemDetails & { readonly code: AnyProblemCode };
  /** Whether the connection ends with the reply. */
  readonly closesConnection?: boolean;
}

/** `problem(409, 'dispute_exists', { detail, dispute_id })`. */
export function problem<Status extends number>(
  status: Status,
  code: AnyProblemCode,
  details: ProblemDetails = {},
): ProblemReply<Status> {
  return { status, problem: { code, ...details } };
}

/** Thrown to refuse a request outside of its handler, for example where a write is recorded. Nothing was recorded. */
export class RefusedRequest extends Error {
  readonly reply: ProblemReply;

  constructor(reply: ProblemReply) {
    super(reply.problem.detail ?? reply.problem.code);
    this.reply = reply;
  }
}

/** Maximum number of faults in one problem: a request of 64 KiB can have ten thousand, and each costs time and memory. */
export const MAX_FAULTS = 50;

/** Rejects a parsed body that breaks a rule. Lists each member at fault, up to `MAX_FAULTS`. */
export function invalidBody(...errors: readonly Fault[]): ProblemReply<422> {
  const count = errors.length === 1 ? '1 member is' : `${errors.length} members are`;
  const detail = errors.length < MAX_FAULTS ? `${count} not valid.` : `${MAX_FAULTS} members or more are not valid.`;
  return problem(422, 'validation_failed', { detail, errors: errors.slice(0, MAX_FAULTS) });
}

/** The title of each code. */
export const problemTitles: Readonly<Record<AnyProblemCode, string>> = {
  invalid_parameter: 'A parameter or header is not valid.',
  unknown_parameter: 'The operation has no such query parameter.',
  cursor_mismatch: 'The cursor belongs to another query.',
  malformed_json: 'The request body is not a JSON object.',
  malformed_request: 'The request is not valid HTTP.',
  missing_api_key: 'The request has no API key.',
  invalid_api_key: 'The API key is not valid.',
  insufficient_privilege: 'Your role lacks the privilege for this operation.',
  not_found: 'The resource does not exist.',
  method_not_allowed: 'The resource does not support this method.',
  not_acceptable: 'The resource is not available in an accepted media type.',
  settlement_locked: 'The batch can no longer change.',
  dispute_exists: 'The transaction is already in dispute.',
  idempotency_in_progress: 'The first request with this idempotency key is still in progress.',
  request_timeout: 'The request did not arrive in time.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The operation does not support the media type of the request body.',
  validation_failed: 'The request body is not valid.',
  idempotency_key_reused: 'The idempotency key was used with another request.',
  rate_limited: 'Too many requests.',
  headers_too_large: 'The request headers are too long.',
  internal_error: 'The server failed.',
  service_unavailable: 'The service is temporarily unavailable.',
  insufficient_storage: 'The change cannot be stored.',
  missing_credentials: "The request has neither the operator's token nor an API key.",
  invalid_operator_token: "The operator's token is not valid.",
  operator_only: 'Only the operator may do this.',
  operator_disabled: 'This sandbox has no operator.',
  already_open: 'The incident is already open.',
  held_back: 'Another incident must be resolved first.',
  nothing_to_resolve: 'There is no open incident to resolve.',
  wrong_state: 'The state of the object does not allow the outcome.',
  kit_disabled: 'This server does not run the conformance kit.',
  run_in_progress: 'A run of the conformance kit is in progress.',
  not_a_listener: 'The destination is not a listener.',
  no_listener: 'No listener is connected.',
  body_forgotten: 'The request body has expired.',
  nothing_attempted: 'No attempt has been made yet.',
  attempt_over: 'The attempt has already ended.',
  no_attempt_waiting: 'No delivery attempt is due in sandbox time.',
  whole_tenant_only: 'Your account is only part of the tenant.',
  origin_not_allowed: 'The control plane refuses requests from other origins.',
  host_not_allowed: 'The control plane is not available under this host name.',
};

/** The problem for resources that are out of scope or do not exist. */
export const notFound = (): ProblemReply<404> => problem(404, 'not_found');

/** The problem for API keys that cannot be used. It does not state which of the reasons applies. */
export const invalidApiKey = (): ProblemReply<401> =>
  problem(401, 'invalid_api_key', { detail: 'The key in the header X-API-Key is unknown, expired or revoked.' });
