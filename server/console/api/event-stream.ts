import { createParser } from 'eventsource-parser';
import { basePath } from './base-path.ts';
import { type ApiRequest, createHeaders, RequestError } from './request.ts';

export interface StreamMessage {
  readonly name: string;
  readonly data: string;
}

/** An open stream of server-sent events. */
export interface EventStream {
  readonly messages: AsyncGenerator<StreamMessage, void>;
  close(): void;
}

/** The server sends a comment every 15 seconds. Without any byte for this long, the connection is broken. */
const SILENCE_MS = 40_000;

/** Opens a stream. `EventSource` cannot send headers, so it cannot send a key. Throws a `RequestError`. */
export async function openEventStream(path: string, options: ApiRequest): Promise<EventStream> {
  const controller = new AbortController();
  const failed = new RequestError(0, 'no_answer', { message: 'The sandbox does not answer.' });
  const response = await fetch(`${basePath}${path}`, {
    headers: { ...createHeaders(options), Accept: 'text/event-stream, application/problem+json' },
    signal: controller.signal,
    cache: 'no-store',
  }).catch(() => {
    throw failed;
  });
  if (!response.ok || response.body === null)
    throw new RequestError(response.status, 'rejected', { message: response.statusText });
  return { messages: readMessages(response.body, controller), close: () => controller.abort() };
}

async function* readMessages(
  body: ReadableStream<Uint8Array>,
  controller: AbortController,
): AsyncGenerator<StreamMessage, void> {
  const messages: StreamMessage[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => messages.push({ name: event ?? 'message', data }) });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(() => controller.abort(), SILENCE_MS);
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    parser.feed(decoder.decode(value, { stream: true }));
    yield* messages.splice(0);
  }
}
