import { clearTimeout, setTimeout } from '../../../../base/real-time.ts';
import {
  type ConnectionOptions,
  createRefusal,
  fetchFromSandbox,
  RequestFailure,
  readCredentials,
  readSandboxUrl,
} from '../client.ts';
import { type ServerSentEvent, ServerSentEventParser } from './sse-parser.ts';

/** Timeout without data; the sandbox sends a keep-alive every 15 s. Real milliseconds. */
export const SILENCE_LIMIT_MS = 40_000;

export interface StreamOptions {
  readonly client: ConnectionOptions;
  /** Under `/sandbox/`. */
  readonly path: string;
  /** Timeout without data, after which the connection counts as lost. Real milliseconds. */
  readonly silentMs: number;
  /** Ends the stream after the received events have been handled. */
  readonly stop: AbortSignal;
}

export interface EventStream {
  /**
   * The events, in the groups in which they arrive. Ends when the sandbox closes the connection or the stream is stopped. Throws
   * when the connection is lost.
   */
  readonly batches: AsyncIterable<readonly ServerSentEvent[]>;
  close(): void;
}

/** Opens a stream of the control plane. Rejects with `RequestFailure`, or `RequestRefused`. */
export async function openStream({ client, path, silentMs, stop }: StreamOptions): Promise<EventStream> {
  const base = readSandboxUrl(client);
  const cut = new AbortController();
  const connection = { silentMs, cut, stop };
  const response = await waitForNetwork(connection, () =>
    fetchFromSandbox(base, `/sandbox/${path}`, {
      headers: { ...readCredentials(client, base), Accept: 'text/event-stream' },
      signal: cut.signal,
    }),
  );
  if (!response.ok || response.body === null) {
    const answer = await waitForNetwork(connection, () => response.json()).catch(() => undefined);
    throw createRefusal({ status: response.status, answer }, base);
  }
  const reader = response.body.getReader();
  return {
    batches: readBatches(() => waitForNetwork(connection, () => reader.read()), stop),
    close: () => cut.abort(),
  };
}

async function* readBatches(
  read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>,
  stop: AbortSignal,
): AsyncGenerator<readonly ServerSentEvent[]> {
  const decoder = new TextDecoder();
  const events = new ServerSentEventParser();
  try {
    while (!stop.aborted) {
      const { done, value } = await read();
      if (done) return;
      yield events.parse(decoder.decode(value, { stream: true }));
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

interface Connection extends Pick<StreamOptions, 'silentMs' | 'stop'> {
  /** Closes the connection. */
  readonly cut: AbortController;
}

/** Waits for the network. Closes the connection after `silentMs` or when stopped. */
async function waitForNetwork<T>({ silentMs, cut, stop }: Connection, wait: () => Promise<T>): Promise<T> {
  const giveUp = (): void => cut.abort();
  const timer = setTimeout(() => cut.abort(new Error(`no data for ${silentMs / 1000} s.`)), silentMs);
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    if (stop.aborted) giveUp();
    return await wait();
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', giveUp);
  }
}

/** Returns the events of batches one by one. */
export async function* flattenBatches(
  batches: AsyncIterable<readonly ServerSentEvent[]>,
): AsyncGenerator<ServerSentEvent> {
  for await (const batch of batches) yield* batch;
}
