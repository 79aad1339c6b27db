/** One server-sent event; a comment, which says that somebody is there, has the name `comment` and no data. */
export interface SentEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads server-sent events from text that comes in pieces, cut anywhere (WHATWG HTML, 9.2.6). */
export class SentEvents {
  #rest = '';
  #name = '';
  #data: string[] = [];

  /** The events that this piece completes. */
  take(piece: string): readonly SentEvent[] {
    const text = this.#rest + piece;
    const end = text.endsWith('\r') ? text.length - 1 : text.length; // half of a CRLF, perhaps
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    this.#rest = (lines.pop() ?? '') + text.slice(end);
    return lines.flatMap((line) => this.#takeLine(line));
  }

  #takeLine(line: string): readonly SentEvent[] {
    if (line === '') return this.#complete();
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === '') return [{ name: 'comment', data: '' }];
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    return [];
  }

  #complete(): readonly SentEvent[] {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = '';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
