import type { AnyProblemCode } from '../../../../server/problems/problem.ts';

/** Why each problem occurs. */
export const problemCauses: Readonly<Record<AnyProblemCode, string>> = {
  invalid_parameter:
    'A query parameter, a path parameter or a header has a value that the contract does not allow, for example a limit above the maximum, an unknown sort key, or a malformed `Idempotency-Key`.',
  unknown_parameter: 'The query contains a parameter that the operation does not declare, often a misspelled one.',
  cursor_mismatch:
    'The cursor was made for other filters, another order or another user, its signature is not valid, or the sandbox was restarted without a data directory.',
  malformed_json: 'The request body is not valid JSON, is not an object, or is not encoded in UTF-8.',
  malformed_request:
    'The request is not valid HTTP: the request line or a header cannot be parsed, `Host` is missing or repeated, or the path contains an invalid escape.',
  missing_api_key: 'The operation needs an API key, and the request has no header `X-API-Key`.',
  invalid_api_key: 'The key in `X-API-Key` is unknown, has expired, was revoked, or belongs to a disabled user.',
  insufficient_privilege: 'The key is valid, but the role of its user does not have the privilege for this operation.',
  not_found:
    'No operation has this path, the object in the path does not exist, or it is outside the scope of the key.',
  method_not_allowed: 'The path exists, but not with this method.',
  not_acceptable: 'The header `Accept` excludes every media type that the operation can return.',
  settlement_locked:
    'The batch of this payee and business date has status `approved` or later, so it can no longer be derived again.',
  dispute_exists: 'The transaction has a dispute that is not resolved yet.',
  idempotency_in_progress:
    'A request with the same `Idempotency-Key` was received, and its response is not complete yet.',
  request_timeout: 'The headers or the body of the request took too long to arrive.',
  payload_too_large: 'The request body has more bytes than the operation accepts.',
  unsupported_media_type: 'The `Content-Type` is missing or is not JSON, or the body is compressed.',
  validation_failed: 'The request body is JSON, but one or more members break the schema or a rule of the operation.',
  idempotency_key_reused:
    'The same `Idempotency-Key` was sent with another method, path, query or body within 24 hours.',
  rate_limited:
    'The user, the operator or the client address sent more requests in one minute than the sandbox allows.',
  headers_too_large: 'The request line, one header, or all headers together are longer than the server reads.',
  internal_error: 'The server has a defect, or `Prefer: code=500` requested this reply.',
  service_unavailable: 'The service cannot answer now, or `Prefer: code=503` requested this reply.',
  insufficient_storage: 'The disk of the sandbox is full, read-only or failing, so the change cannot be recorded.',
  missing_credentials:
    'The operation of the control plane needs credentials, and the request has neither a token nor a key.',
  invalid_operator_token: 'The token in `Authorization` is not the token of the operator of this sandbox.',
  operator_only: 'The operation affects all tenants, and the request has only an API key.',
  operator_disabled: 'The sandbox is reachable from other machines and was started without a token for its operator.',
  already_open: 'An incident of this kind is already open for the terminal or account.',
  held_back: 'The rule of the event cannot be met while an incident of another event is open.',
  nothing_to_resolve: 'No incident that was caused by a trigger is open for this event and terminal.',
  wrong_state: 'The object is in another state than the outcome needs, or no object in your scope is in such a state.',
  kit_disabled: 'The server is reachable from other machines, and its operator has not allowed runs of the kit.',
  run_in_progress: 'One run of a world is allowed at a time, and the server limits the runs of all worlds.',
  not_a_listener: 'The operation is for listeners, and the destination receives deliveries at a URL.',
  no_listener: 'No program is connected to the stream of the destination.',
  body_forgotten:
    'The sandbox keeps the bodies of deliveries for a limited time, and that of this delivery has expired.',
  nothing_attempted: 'The delivery is queued, and the sandbox has not tried to send it.',
  attempt_over: 'The result of the attempt was already recorded, or its time has passed.',
  no_attempt_waiting: 'No queued delivery has an attempt at a later instant of the sandbox clock.',
  whole_tenant_only: 'The operation changes a whole tenant, and the account of the user is only a part of it.',
  origin_not_allowed: 'A web page of another origin sent the request to the control plane.',
  host_not_allowed:
    'The request used a host name that is not the address of the sandbox. This protects it against DNS rebinding.',
};

/** How to resolve the problems for which the advice of the server is missing or too short for a page. */
export const pageCures: Readonly<Partial<Record<AnyProblemCode, string>>> = {
  kit_disabled: 'Start the server with `--allow-conformance-runs`, or run `npx fleetkit conform` yourself.',
  run_in_progress: 'Wait until the run has ended, or cancel it.',
  not_a_listener: 'Use a destination that was created as a listener, or send the request for its deliveries instead.',
  no_listener: 'Run `npx fleetkit listen`, then send the request again.',
  body_forgotten: 'Trigger the event again, and explain or replay the new delivery.',
  nothing_attempted: 'Wait for the first attempt, or advance the clock to it.',
  attempt_over: 'Read the delivery to see its result. Report only the attempt that the stream sent last.',
  no_attempt_waiting: 'Trigger an event, or advance the clock by a duration.',
  not_found:
    'Check the spelling of the path. Use an id from a list that the same key returns: an object outside your scope gets the same reply as one that does not exist.',
  insufficient_privilege:
    'Use the key of a user whose role has the privilege that `required_privilege` names. `GET /v1/portal` shows the privileges of a key in `access_flags`.',
  invalid_api_key: 'Send an active key. `npx fleetkit tenants` lists all keys and their states.',
  settlement_locked:
    'Read the batch that `batch_id` names; `batch_status` is its status. Derive another business date.',
  dispute_exists: 'Read the dispute that `dispute_id` names. Open another one only when it is resolved.',
  internal_error:
    'Send the request again. If it fails again, report the `request_id`: the log of the server has the details.',
  payload_too_large: 'Send a smaller body. `detail` states the limit of the operation.',
  origin_not_allowed: 'Send the request from a program, or from a page of this sandbox.',
};
