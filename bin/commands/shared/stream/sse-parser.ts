import { createParser } from 'eventsource-parser';

/** One server-sent event. A comment (keep-alive) has the name `comment` and no data. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/** More than the largest event of a sandbox, in characters: a delivery with its headers and its body. */
const MAX_BUFFERED = 16 * 2 ** 20;

/** Parses server-sent events from text chunks that may be split anywhere. */
export class ServerSentEventParser {
  #parsed: ServerSentEvent[] = [];
  readonly #parser = createParser({
    maxBufferSize: MAX_BUFFERED,
    onEvent: ({ event = 'message', data }) => void this.#parsed.push({ name: event, data }),
    onComment: () => void this.#parsed.push({ name: 'comment', data: '' }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw error;
    },
  });

  /** Returns the events that this chunk completes. Throws for an event that is too large. */
  parse(piece: string): readonly ServerSentEvent[] {
    this.#parser.feed(piece);
    const parsed = this.#parsed;
    this.#parsed = [];
    return parsed;
  }
}
