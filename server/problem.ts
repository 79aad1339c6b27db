import type { Problem, ProblemCode } from '../spec/index.ts';
import type { SandboxProblemCode, SandboxSchemas } from '../spec/sandbox-contract.ts';

/** The codes of the service and those of the control plane; each contract says which of them are its own. */
export type AnyProblemCode = ProblemCode | SandboxProblemCode;

/** What a problem says besides its code: which part of the request was wrong and what would have been right. */
export interface ProblemDetails
  extends Omit<Partial<Problem>, 'type' | 'title' | 'status' | 'code' | 'instance' | 'request_id' | 'errors'> {
  readonly errors?: readonly Fault[];
}

/** One fault of a request: where it is, and what was expected there. The control plane has codes of its own besides. */
export type Fault = SandboxSchemas['SandboxProblemError'];

/** A refusal that the contract declares, before the request's id and path are added. */
export interface ProblemReply<Status extends number = number> {
  readonly status: Status;
  readonly problem: ProblemDetails & { readonly code: AnyProblemCode };
}

/** `problem(409, 'dispute_exists', { detail, dispute_id })`. */
export function problem<Status extends number>(
  status: Status,
  code: AnyProblemCode,
  details: ProblemDetails = {},
): ProblemReply<Status> {
  return { status, problem: { code, ...details } };
}

/** The most faults that one problem lists: a request of 64 KiB can have ten thousand, of which each costs time and memory. */
export const MAX_FAULTS = 50;

/** Refuses a body that parsed and breaks a rule. Lists each member at fault, up to `MAX_FAULTS`. */
export function invalidBody(...errors: readonly Fault[]): ProblemReply<422> {
  const count = errors.length === 1 ? '1 member is' : `${errors.length} members are`;
  const detail = errors.length < MAX_FAULTS ? `${count} not valid.` : `${MAX_FAULTS} members or more are not valid.`;
  return problem(422, 'validation_failed', { detail, errors: errors.slice(0, MAX_FAULTS) });
}

/** One sentence for each code, the same wherever it is answered. */
export const problemTitles: Readonly<Record<AnyProblemCode, string>> = {
  invalid_parameter: 'A parameter or header is not valid.',
  unknown_parameter: 'The operation has no such query parameter.',
  cursor_mismatch: 'The cursor belongs to another query.',
  malformed_json: 'The request body is not a JSON object.',
  malformed_request: 'The request is not valid HTTP.',
  missing_api_key: 'The request carries no API key.',
  invalid_api_key: 'The API key is not valid.',
  insufficient_privilege: 'Your role may not do this.',
  not_found: 'There is no such resource.',
  method_not_allowed: 'The resource does not support this method.',
  not_acceptable: 'The resource has no representation that you accept.',
  settlement_locked: 'The batch can no longer change.',
  dispute_exists: 'The transaction is already in dispute.',
  idempotency_in_progress: 'The first request with this key is still being worked on.',
  request_timeout: 'The request did not arrive in time.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The request body has a media type that the operation does not read.',
  validation_failed: 'The request body is not valid.',
  idempotency_key_reused: 'The idempotency key was used with another request.',
  rate_limited: 'Too many requests.',
  headers_too_large: 'The request headers are too long.',
  internal_error: 'The server made a mistake.',
  service_unavailable: 'The service is unavailable for the moment.',
  insufficient_storage: 'The change cannot be stored.',
  missing_credentials: "The request carries neither the operator's token nor an API key.",
  invalid_operator_token: "The operator's token is not valid.",
  operator_only: 'Only the operator may do this.',
  operator_disabled: 'This sandbox has no operator.',
  already_open: 'What is to happen has happened already.',
  held_back: 'Something else has to end first.',
  nothing_to_resolve: 'There is nothing to end.',
  not_a_listener: 'The destination is no listener.',
  no_listener: 'Nobody listens at the moment.',
  body_forgotten: 'What was sent has been forgotten.',
  nothing_attempted: 'Nothing has been sent yet.',
  attempt_over: 'The attempt is over.',
  no_attempt_waiting: 'No attempt waits for the sandbox clock.',
  whole_tenant_only: 'Your account is only a part of the tenant.',
  origin_not_allowed: 'The control plane is not for pages of other origins.',
  host_not_allowed: 'The control plane does not answer under this name.',
};

/** The one answer for what is out of scope and what never existed. */
export const notFound = (): ProblemReply<404> => problem(404, 'not_found');
