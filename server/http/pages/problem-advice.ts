/** How to resolve each problem. */
export const problemAdvice: Readonly<Record<string, string>> = {
  invalid_parameter:
    'errors[] names each invalid parameter or header, what was expected and, if they can be listed, the allowed values.',
  unknown_parameter:
    'errors[].nearest is the most similar name; errors[].allowed lists the parameters of the operation.',
  cursor_mismatch:
    'Send next_cursor with the same filters, the same order and the same key as the request that returned it.',
  malformed_json: 'Send one JSON object in UTF-8. The smallest is {}.',
  malformed_request: 'detail states what could not be parsed. The connection is closed: open a new one.',
  missing_api_key: 'Send the header X-API-Key. A key in the URL is ignored.',
  invalid_api_key: 'The key is unknown, expired or revoked; the reply does not state which.',
  insufficient_privilege: 'required_privilege names what your role lacks. GET /v1/portal shows what it has.',
  not_found: 'The resource does not exist or is outside your scope; the reply is the same for both.',
  method_not_allowed: 'The Allow header lists the methods that the path supports.',
  not_acceptable: 'allowed lists the media types that the operation returns. Omit Accept to get the default.',
  settlement_locked: 'batch_id and batch_status name the conflicting batch.',
  dispute_exists: 'dispute_id names the unresolved dispute.',
  idempotency_in_progress: 'Wait for the first request to finish, then send it again with the same key.',
  request_timeout: 'Send headers and body without pauses. The connection is closed: open a new one.',
  payload_too_large:
    'A request body has at most 65,536 bytes: send less. Only an imported journal and a few other bodies may be larger.',
  unsupported_media_type: 'Send Content-Type: application/json, in UTF-8 and without Content-Encoding.',
  validation_failed:
    'errors[] has one entry for each invalid member: pointer locates it, detail states what was expected.',
  idempotency_key_reused: 'A key belongs to one request for 24 hours. Use a new key for each write.',
  rate_limited: 'Wait for the time in Retry-After.',
  headers_too_large:
    'errors[] names the header that is too long and its limit. It is absent if only the total is too long.',
  internal_error: 'A defect of the server. Its log has the details under the request id.',
  missing_credentials:
    "Send the operator's token as Authorization: Bearer TOKEN, or an administrator's key in X-API-Key.",
  invalid_operator_token:
    'The sandbox prints the token at its start. If a request has a token and a key, the token is used.',
  operator_only: "Send the operator's token. The sandbox prints it at its start.",
  operator_disabled: 'Start the sandbox with --operator-token or FLEETKIT_OPERATOR_TOKEN.',
  already_open: 'detail names the incident that is open. Resolve it first: send the same with "resolve": true.',
  held_back: 'detail names the event whose incident blocks this one. Resolve that incident first.',
  nothing_to_resolve: 'Only incidents of triggered events can be resolved here.',
  wrong_state: 'detail names the present state and the needed ones. Choose another object, or reset the tenant.',
  whole_tenant_only: 'Use the key of an administrator of the top account of the tenant.',
  origin_not_allowed: 'Requests from pages of other origins are refused, with any credentials.',
  host_not_allowed: 'Use the address that the sandbox printed at its start, or start it with --public-url.',
  service_unavailable: 'Wait for the time in Retry-After, then send the request again.',
  insufficient_storage:
    'Nothing was stored. Contact the operator of the sandbox to check its storage, then send the request again.',
};
