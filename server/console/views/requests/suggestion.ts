import type { Exchange } from '../../api/types.ts';
import { toCurl } from '../../format/curl.ts';

/** The advice for a rejected request. */
export interface Suggestion {
  readonly advice: string;
  /** A request that works, as a command; undefined if it depends on values that only the client knows. */
  readonly command: string | undefined;
}

/** The values that a suggested request needs. */
export interface SuggestionContext {
  readonly origin: string;
  readonly apiKey: string;
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

/** Returns what would be right instead of a rejected request; undefined for one that was accepted. */
export function suggestRequest(exchange: Exchange, context: SuggestionContext): Suggestion | undefined {
  const { problem } = exchange;
  if (problem === null) return undefined;
  const advice = ADVICE[problem.code] ?? problem.detail;
  return { advice, command: buildCommand(exchange, context) };
}

/** Renders a request as the client sent it, as far as the sandbox stores it: without its query, body and key. */
export const toSentCommand = ({ method, path }: Exchange, { origin, apiKey }: SuggestionContext): string =>
  toCurl({ method, url: `${origin}${path}`, headers: { 'X-API-Key': apiKey } });

function buildCommand(exchange: Exchange, { origin, apiKey }: SuggestionContext): string | undefined {
  const { problem, path } = exchange;
  const headers = { 'X-API-Key': apiKey };
  const method = problem?.code === 'method_not_allowed' ? findAllowedMethod(problem.detail) : exchange.method;
  if (method === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD') {
    const query = listQuery(exchange);
    return problem?.code === 'not_found'
      ? toCurl({ method: 'GET', url: `${origin}/v1/portal`, headers })
      : toCurl({ method: 'GET', url: `${origin}${path}${query}`, headers });
  }
  const body = Object.fromEntries(
    (problem?.errors ?? []).flatMap(({ pointer, allowed }) => {
      const name = pointer?.split('/')[1];
      return name === undefined ? [] : [[name, allowed?.[0] ?? '…']];
    }),
  );
  return toCurl({
    method,
    url: `${origin}${path}`,
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const findAllowedMethod = (detail: string): string | undefined => /\b(GET|POST|PUT|PATCH|DELETE)\b/.exec(detail)?.[0];

/** Returns a query in which each invalid parameter has its nearest name or an allowed value. */
function listQuery({ problem }: Exchange): string {
  const pairs = (problem?.errors ?? []).flatMap(({ parameter, nearest, allowed }) => {
    if (parameter === undefined) return [];
    if (problem?.code === 'unknown_parameter') return nearest === undefined ? [] : [`${nearest}=…`];
    return [`${parameter}=${allowed?.[0] ?? '…'}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
