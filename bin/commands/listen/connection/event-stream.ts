import {
  type ConnectionOptions,
  createRefusal,
  fetchFromSandbox,
  RequestFailure,
  readCredentials,
  readSandboxUrl,
} from '../../shared/client.ts';
import { type ServerSentEvent, ServerSentEventParser } from './sse-parser.ts';

/** Timeout without data; the sandbox sends a keep-alive every 15 s. Real milliseconds. */
export const SILENCE_LIMIT_MS = 40_000;

export interface StreamOptions {
  readonly client: ConnectionOptions;
  readonly destinationId: string;
  /** Timeout without data, after which the connection counts as lost. Real milliseconds. */
  readonly silentMs: number;
  /** Ends the stream after the received events have been handled. */
  readonly stop: AbortSignal;
}

export interface EventStream {
  /** Ends when the sandbox closes the connection or the stream is stopped. Throws when the connection is lost. */
  readonly events: AsyncIterable<ServerSentEvent>;
  close(): void;
}

/** Opens the stream of a destination. Rejects with `RequestFailure`, or `RequestRefused`. */
export async function openStream({ client, destinationId, silentMs, stop }: StreamOptions): Promise<EventStream> {
  const base = readSandboxUrl(client);
  const cut = new AbortController();
  const response = await waitForNetwork(silentMs, cut, stop, () =>
    fetchFromSandbox(base, `/sandbox/destinations/${destinationId}/stream`, {
      headers: { ...readCredentials(client, base), Accept: 'text/event-stream' },
      signal: cut.signal,
    }),
  );
  if (!response.ok || response.body === null) {
    const answer = await waitForNetwork(silentMs, cut, stop, () => response.json()).catch(() => undefined);
    throw createRefusal(response.status, answer, base);
  }
  const reader = response.body.getReader();
  return {
    events: readEvents(() => waitForNetwork(silentMs, cut, stop, () => reader.read()), stop),
    close: () => cut.abort(),
  };
}

async function* readEvents(
  read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>,
  stop: AbortSignal,
): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const events = new ServerSentEventParser();
  try {
    while (!stop.aborted) {
      const { done, value } = await read();
      if (done) return;
      yield* events.parse(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    if (!stop.aborted) throw new RequestFailure(`The connection was lost: ${readNetworkReason(error)}`, 3);
  }
}

/** The innermost error holds the network reason. */
function readNetworkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? readNetworkReason(error.cause) : error.message;
}

/** Waits for the network. Closes the connection after `limitMs` or when stopped. */
async function waitForNetwork<T>(
  limitMs: number,
  cut: AbortController,
  stop: AbortSignal,
  wait: () => Promise<T>,
): Promise<T> {
  const giveUp = (): void => cut.abort();
  const timer = setTimeout(() => cut.abort(new Error(`no data for ${limitMs / 1000} s.`)), limitMs);
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    if (stop.aborted) giveUp();
    return await wait();
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', giveUp);
  }
}
