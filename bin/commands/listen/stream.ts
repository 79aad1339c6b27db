import { baseOf, type ClientOptions, credentialsFor, NoAnswer, reach, refusedWith } from '../shared/client.ts';
import { type SentEvent, SentEvents } from './server-sent.ts';

/** Timeout without data; the sandbox sends a keep-alive every 15 s. Real milliseconds. */
export const SILENT_MS = 40_000;

export interface StreamOptions {
  readonly client: ClientOptions;
  readonly destinationId: string;
  /** Timeout without data, after which the connection counts as lost. Real milliseconds. */
  readonly silentMs: number;
  /** Ends the stream after the received events have been handled. */
  readonly stop: AbortSignal;
}

export interface Stream {
  /** Ends when the sandbox closes the connection or the stream is stopped. Throws when the connection is lost. */
  readonly events: AsyncIterable<SentEvent>;
  close(): void;
}

/** Opens the stream of a destination. Rejects with `NoAnswer`, or `Refused`. */
export async function openStream({ client, destinationId, silentMs, stop }: StreamOptions): Promise<Stream> {
  const base = baseOf(client);
  const cut = new AbortController();
  const response = await within(silentMs, cut, stop, () =>
    reach(base, `/sandbox/destinations/${destinationId}/stream`, {
      headers: { ...credentialsFor(client, base), Accept: 'text/event-stream' },
      signal: cut.signal,
    }),
  );
  if (!response.ok || response.body === null) {
    const answer = await within(silentMs, cut, stop, () => response.json()).catch(() => undefined);
    throw refusedWith(response.status, answer, base);
  }
  const reader = response.body.getReader();
  return {
    events: eventsFrom(() => within(silentMs, cut, stop, () => reader.read()), stop),
    close: () => cut.abort(),
  };
}

async function* eventsFrom(
  read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>,
  stop: AbortSignal,
): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder();
  const events = new SentEvents();
  try {
    while (!stop.aborted) {
      const { done, value } = await read();
      if (done) return;
      yield* events.take(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    if (!stop.aborted) throw new NoAnswer(`The connection was lost: ${reasonOf(error)}`, 3);
  }
}

/** The innermost error holds the network reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

/** Waits for the network. Closes the connection after `limitMs` or when stopped. */
async function within<T>(limitMs: number, cut: AbortController, stop: AbortSignal, wait: () => Promise<T>): Promise<T> {
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
