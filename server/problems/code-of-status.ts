import type { ProblemCode } from '../../spec/index.ts';

/** Problem code for each status. For a status with several codes, the most common one. */
export const codeOfStatus: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_parameter',
  401: 'invalid_api_key',
  403: 'insufficient_privilege',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  409: 'idempotency_in_progress',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'validation_failed',
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal_error',
  503: 'service_unavailable',
  507: 'insufficient_storage',
};
