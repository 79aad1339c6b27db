import { ContentError } from '../core/errors.ts';
import { type CallOptions, parseWhole } from '../core/options.ts';

/** A value with the tag that identifies its state. */
export interface Tagged<Value> {
  /** Send it with the next read. Undefined if the service sent none. */
  readonly etag: string | undefined;
  readonly value: Value;
}

export interface PollOptions extends CallOptions {
  /** The pause between two reads, in milliseconds. */
  readonly intervalMs: number;
}

/** Something that the service returns to a `GET`. */
export interface FleetRead<Value> {
  /** Reads the value. */
  get(call?: CallOptions): Promise<Value>;
  /** Reads the value unless its tag is still `etag`. Returns undefined if it is. */
  getIfChanged(etag: string | undefined, call?: CallOptions): Promise<Tagged<Value> | undefined>;
  /** Reads the value again and again, and yields it at first and after each change. Ends with an error, or by its signal. */
  poll(options: PollOptions): AsyncGenerator<Value, void, undefined>;
}

/** The result of openapi-fetch. */
export interface Reply {
  readonly data?: unknown;
  readonly response: Response;
}

/** How a read is sent and parsed. */
export interface ReadSource<Value> {
  readonly fetchReply: (call: CallOptions) => Promise<Reply>;
  readonly parse: (data: unknown) => Value;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function createRead<Value>({ fetchReply, parse, wait }: ReadSource<Value>): FleetRead<Value> {
  async function getIfChanged(etag: string | undefined, call: CallOptions = {}): Promise<Tagged<Value> | undefined> {
    const headers = { ...call.headers, ...(etag === undefined ? {} : { 'If-None-Match': etag }) };
    const { data, response } = await fetchReply({ ...call, headers });
    if (response.status !== 304) return { etag: response.headers.get('etag') ?? undefined, value: parse(data) };
    if (etag !== undefined) return undefined;
    throw new ContentError('the service answered 304 to a read without a tag; expected the value');
  }

  return {
    getIfChanged,
    async get(call) {
      const tagged = await getIfChanged(undefined, call);
      if (tagged === undefined) throw new ContentError('the service answered 304; expected the value');
      return tagged.value;
    },
    async *poll({ intervalMs, ...call }) {
      parseWhole('intervalMs', intervalMs, 0);
      let etag: string | undefined;
      for (;;) {
        const tagged = await getIfChanged(etag, call);
        if (tagged !== undefined) {
          etag = tagged.etag;
          yield tagged.value;
        }
        await wait(intervalMs, call.signal);
      }
    },
  };
}
