/** One server-sent event. A comment (keep-alive) has the name `comment` and no data. */
export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
}

/** Parses server-sent events from text chunks that may be split anywhere (WHATWG HTML, 9.2.6). */
export class ServerSentEventParser {
  #rest = '';
  #name = '';
  #data: string[] = [];

  /** Returns the events that this chunk completes. */
  parse(piece: string): readonly ServerSentEvent[] {
    const text = this.#rest + piece;
    const end = text.endsWith('\r') ? text.length - 1 : text.length; // may be the first half of a CRLF
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + text.slice(end);
    return lines.flatMap((line) => this.#takeLine(line));
  }

  #takeLine(line: string): readonly ServerSentEvent[] {
    if (line === '') return this.#complete();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === '') return [{ name: 'comment', data: '' }];
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    return [];
  }

  #complete(): readonly ServerSentEvent[] {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
