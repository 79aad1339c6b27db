import {
  AttemptTimeoutError,
  ContentError,
  CursorExpiredError,
  NetworkError,
  RedirectError,
  type Refusal,
  ServiceError,
} from '../core/errors.ts';
import { parseRetryAfter } from './retry.ts';

/** The content that an operation declares. */
export type Content = 'json' | 'rss';

const MEDIA_TYPES: Readonly<Record<Content, RegExp>> = {
  json: /^application\/(?:[\w.-]+\+)?json$/,
  rss: /^(?:application|text)\/(?:[\w.-]+\+)?xml$/,
};

const NAMES: Readonly<Record<Content, string>> = { json: 'JSON', rss: 'an RSS feed' };

/** A longer response is rejected, so that no service can exhaust the memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The statuses without a body. The constructor of `Response` accepts none for them. */
const EMPTY: readonly number[] = [204, 205, 304];

/** The content that a response must have. */
export interface Expectation {
  readonly content: Content;
  /** The method and the path of the request, for messages. */
  readonly request: string;
  readonly nowMs: number;
}

/** Reads the body to its end. Rejects with a `ContentError` if it is too long. */
export async function readBody(response: Response, request: string): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    bytes += value.byteLength;
    parts.push(decoder.decode(value, { stream: true }));
    if (bytes <= MOST_BYTES) continue;
    void reader.cancel().catch(() => undefined);
    throw new ContentError(`${request}: the response has more than ${MOST_BYTES} bytes; request fewer rows`);
  }
}

/** Throws a `RedirectError` if the response is a redirect. Browsers hide its status and its target. */
export function refuseRedirect({ type, status, headers, url }: Response, request: string): void {
  if (type !== 'opaqueredirect' && ![301, 302, 303, 307, 308].includes(status)) return;
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, url || undefined) ? ` to ${new URL(location, url || undefined).origin}` : '';
  throw new RedirectError(
    `${request}: the service redirects${target}; expected a response. The client follows no redirect. Use the final URL as baseUrl`,
  );
}

/** Returns a response with its complete body. Throws the error that a response with an unexpected status or content represents. */
export function checkResponse({ status, headers }: Response, body: string, expectation: Expectation): Response {
  if (status >= 400) throw createServiceError(status, headers, { ...expectation, body });
  const { content, request } = expectation;
  if (status === 304) return new Response(null, { status, headers });
  const mediaType = readMediaType(headers);
  if (EMPTY.includes(status) || !MEDIA_TYPES[content].test(mediaType))
    throw new ContentError(
      `${request}: expected ${NAMES[content]}, received ${mediaType || 'no content'} with status ${status}${readRequestId(headers)}. Check baseUrl, and the proxies between client and service`,
    );
  return new Response(body, { status, headers });
}

/** Returns the error of an attempt without a complete response. */
export function createNetworkError(thrown: unknown, request: string, isTimeout: boolean): Error {
  if (isTimeout)
    return new AttemptTimeoutError(`${request}: no complete response arrived within the time limit of an attempt`);
  return new NetworkError(`${request}: no complete response arrived: ${describeCauses(thrown)}`);
}

const readMediaType = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

function readRequestId(headers: Headers): string {
  const id = headers.get('x-request-id');
  return id === null ? '' : ` (request ${id})`;
}

/** Joins the messages of an error and its causes. `fetch` states the reason of a failure in its cause only. */
function describeCauses(thrown: unknown): string {
  const messages: string[] = [];
  for (let cause = thrown; cause instanceof Error && messages.length < 4; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown }; // of errors of Node.js
    const text = cause.message || String(code ?? cause.name);
    if (!messages.includes(text)) messages.push(text);
  }
  return messages.join(': ') || 'unknown reason';
}

interface Refused extends Expectation {
  readonly body: string;
}

function createServiceError(status: number, headers: Headers, { body, request, nowMs }: Refused): ServiceError {
  const problem = readProblem(headers, body);
  const code = readText(problem?.code);
  const detail = readText(problem?.detail) ?? readText(problem?.title);
  const requestId = readText(problem?.request_id) ?? headers.get('x-request-id') ?? undefined;
  const about =
    problem === undefined
      ? ` with ${readMediaType(headers) || 'an empty body'}, which is no problem document`
      : ` ${[code, detail, ...listFaults(problem.errors)].filter((part) => part !== undefined).join(': ')}`;
  const isExpired = code === 'cursor_expired';
  const advice = isExpired ? '. Start the list again from its first page' : '';
  const refusal: Refusal = {
    message: `${request}: ${status}${about}${requestId === undefined ? '' : ` (request ${requestId})`}${advice}`,
    ...{ status, code, detail, requestId, problem },
    retryAfterMs: parseRetryAfter(headers, nowMs),
  };
  return isExpired ? new CursorExpiredError(refusal) : new ServiceError(refusal);
}

/** The faults that a message shows. `problem.errors` has all. */
const SHOWN_FAULTS = 3;

function listFaults(errors: unknown): readonly string[] {
  if (!Array.isArray(errors)) return [];
  const faults = errors.slice(0, SHOWN_FAULTS).map((error: unknown) => {
    const { pointer, parameter, header, detail } = (error ?? {}) as Readonly<Record<string, unknown>>; // read as unknown
    return [pointer, parameter, header, detail].filter((part) => typeof part === 'string').join(': ');
  });
  return [faults.join(', ')];
}

function readProblem(headers: Headers, body: string): Refusal['problem'] {
  if (!MEDIA_TYPES.json.test(readMediaType(headers))) return undefined;
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
