import { FleetError } from '../core/errors.ts';
import { type CallOptions, type ParsedOptions, parseLimits } from '../core/options.ts';
import { type Content, checkResponse, createNetworkError, readBody, refuseRedirect } from './response.ts';
import { computePause, isRepeatable } from './retry.ts';

/** A request that can be sent several times. */
interface Repeatable {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** The method and the path, for messages. */
  readonly label: string;
}

interface Attempt {
  readonly content: Content;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request and returns its complete, checked response. Repeats it after temporary failures. */
export type Send = (request: Request, content: Content, call: CallOptions) => Promise<Response>;

/** Returns a function that sends requests with the key, within the limits of the options and of the call. */
export const createSend =
  (options: ParsedOptions): Send =>
  async (request, content, call) => {
    const { timeoutMs, attemptTimeoutMs, retries } = parseLimits(call, options);
    const { clock } = options;
    const { signal } = call;
    const endMs = clock.nowMs() + timeoutMs;
    const repeatable = await copyRequest(request, options);
    for (let attempt = 0; ; attempt += 1) {
      signal?.throwIfAborted();
      const leftMs = Math.max(1, endMs - clock.nowMs());
      const limits = { content, timeoutMs: Math.min(attemptTimeoutMs, leftMs), signal };
      const outcome = await sendOnce(options, repeatable, limits);
      if (outcome instanceof Response) return outcome;
      if (attempt >= retries || !isRepeatable(repeatable.method, repeatable.headers, outcome)) throw outcome;
      const pauseMs = computePause(outcome, attempt);
      if (clock.nowMs() + pauseMs >= endMs) throw outcome; // the call would end during the pause
      await clock.wait(pauseMs, signal);
    }
  };

async function copyRequest(request: Request, { apiKey }: ParsedOptions): Promise<Repeatable> {
  const headers = new Headers(request.headers);
  headers.set('X-API-Key', apiKey);
  const label = `${request.method} ${new URL(request.url).pathname}`;
  const body = request.body === null ? null : await request.text();
  return { url: request.url, method: request.method, headers, body, label };
}

/** Returns the response of one attempt, or its failure. Throws the reason of an aborted call. */
async function sendOnce(
  { fetch, apiKey, clock }: ParsedOptions,
  { url, method, headers, body, label }: Repeatable,
  { content, timeoutMs, signal }: Attempt,
): Promise<Response | FleetError> {
  const limit = AbortSignal.timeout(timeoutMs);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const response = await orAborted(
      both,
      fetch(url, { method, headers, body, signal: both, redirect: 'manual', credentials: 'omit', cache: 'no-store' }),
    );
    refuseRedirect(response, label);
    const text = await orAborted(both, readBody(response, label));
    return checkResponse(response, text, { content, request: label, nowMs: clock.nowMs() });
  } catch (thrown) {
    signal?.throwIfAborted();
    const failure = thrown instanceof FleetError ? thrown : createNetworkError(thrown, label, limit.aborted);
    return redact(failure as FleetError, apiKey); // createNetworkError returns one
  }
}

/** Rejects as soon as the signal is aborted, also if `fetch` ignores it. */
function orAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Removes the key from the texts of an error: a service could send it back, or a `fetch` show it. */
function redact(failure: FleetError, apiKey: string): FleetError {
  const hide = (text: string): string => text.replaceAll(apiKey, '***');
  if (!JSON.stringify([failure.message, failure.stack, failure]).includes(JSON.stringify(apiKey).slice(1, -1)))
    return failure;
  for (const [name, value] of Object.entries(failure)) {
    if (typeof value === 'string') Object.assign(failure, { [name]: hide(value) });
    else if (name === 'problem') Object.assign(failure, { problem: JSON.parse(hide(JSON.stringify(value))) });
  }
  failure.message = hide(failure.message);
  failure.stack = hide(failure.stack ?? '');
  return failure;
}
