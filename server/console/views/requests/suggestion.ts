import type { OperationExample } from '../../api/operation-examples.ts';
import type { Exchange } from '../../api/types.ts';
import { parseObject } from '../../format/parse-object.ts';

/** A request that a person can edit and send. */
export interface EditableRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** Empty for none. */
  readonly body: string;
  /** Headers in addition to those of every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The advice for a rejected request. */
export interface Suggestion {
  readonly advice: string;
  /** The corrected request; undefined if it depends on values that only the client knows. */
  readonly corrected: EditableRequest | undefined;
}

const ADVICE: Readonly<Record<string, string>> = {
  missing_api_key: 'Send an API key in the header X-API-Key. A key in the address is ignored.',
  invalid_api_key: 'Use a key that is neither unknown, expired nor revoked.',
  missing_credentials: 'Send the token of the operator as Authorization: Bearer, or the key of an administrator.',
  insufficient_privilege: 'Use a key whose role has the privilege. GET /v1/portal lists the rights of a key.',
  not_found: 'The id is unknown or outside the scope of the key, or no operation has this path.',
  method_not_allowed: 'Use a method that the path supports.',
  unknown_parameter: 'Use a parameter that the operation declares.',
  invalid_parameter: 'Use a value that the parameter allows.',
  unsupported_media_type: 'Send Content-Type: application/json.',
  malformed_json: 'Send one JSON object in UTF-8.',
  validation_failed: 'Correct the members that are listed.',
  not_acceptable: 'Send an Accept header that includes the media type of the operation, or none.',
};

/** Returns a request as the client sent it, as far as the sandbox stores it. */
export function toEditable({ method, path, recorded }: Exchange): EditableRequest {
  const query = new URLSearchParams((recorded?.query ?? []).map(({ name, value }) => [name, value]));
  return { method, path, query: query.toString(), body: recorded?.body?.text ?? '' };
}

/**
 * Returns the advice for a rejected request, and the request with its faults corrected: allowed values, and otherwise the values of the
 * contract's example. Returns undefined for a request that was accepted.
 */
export function suggestRequest(exchange: Exchange, example?: OperationExample): Suggestion | undefined {
  const { problem } = exchange;
  if (problem === null) return undefined;
  return { advice: ADVICE[problem.code] ?? problem.detail, corrected: correct(exchange, example) };
}

function correct(exchange: Exchange, example: OperationExample | undefined): EditableRequest | undefined {
  const { problem } = exchange;
  const sent = toEditable(exchange);
  const method =
    problem?.code === 'method_not_allowed' ? /\b(GET|POST|PUT|PATCH|DELETE)\b/.exec(problem.detail)?.[0] : sent.method;
  if (method === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE') {
    if (problem?.code === 'not_found') return { method: 'GET', path: '/v1/portal', query: '', body: '' };
    return { method, path: sent.path, query: correctQuery(exchange, sent, example), body: '' };
  }
  return {
    method,
    path: sent.path,
    query: correctQuery(exchange, sent, example),
    body: correctBody(exchange, sent, example),
  };
}

/** Replaces each parameter that was not valid: by its nearest name, by an allowed value, or by the value of the example. */
function correctQuery(
  { problem }: Exchange,
  { query }: EditableRequest,
  example: OperationExample | undefined,
): string {
  const corrected = new URLSearchParams(query);
  for (const { parameter, nearest, allowed } of problem?.errors ?? []) {
    if (parameter === undefined) continue;
    const value = corrected.get(parameter);
    corrected.delete(parameter);
    if (problem?.code !== 'unknown_parameter')
      corrected.set(parameter, allowed?.[0] ?? example?.parameters[parameter] ?? '…');
    else if (nearest !== undefined) corrected.set(nearest, value ?? example?.parameters[nearest] ?? '…');
  }
  return corrected.toString();
}

/** Replaces each member that was not valid, or the whole body if it cannot be read. */
function correctBody({ problem }: Exchange, { body }: EditableRequest, example: OperationExample | undefined): string {
  const whole = example?.body ?? {};
  const sent = parseObject(body) ?? whole;
  const corrected: Record<string, unknown> = { ...sent };
  for (const { pointer, code, allowed, nearest } of problem?.errors ?? []) {
    const name = pointer?.split('/')[1];
    if (name === undefined || name === '') continue;
    const value = corrected[name];
    if (code === 'unknown_member') delete corrected[name];
    else corrected[name] = allowed?.[0] ?? whole[name] ?? '…';
    if (code === 'unknown_member' && nearest !== undefined) corrected[nearest] = value;
  }
  return JSON.stringify(corrected, null, 2);
}
