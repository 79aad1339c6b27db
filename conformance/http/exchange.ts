import type { OperationId } from '../../spec/index.ts';
import { copyStart, type ResponseBody } from './bodies/decoded-bodies.ts';
import { readTables } from './bodies/tables.ts';
import type { Envelope } from './envelope.ts';
import {
  type HeaderPair,
  NoResponse,
  type ShownRequest,
  type Timing,
  type TransportResponse,
} from './transport/transport-contract.ts';

/** Values of path `{placeholders}` by name; all others are added to the query. An array repeats the parameter. */
export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

/** The plain reads of a caller in a recording, by operation: their parameters in order, each once; the successful ones apart. */
export type RecordedReads = (
  caller: string,
  operation: OperationId,
) => { readonly succeeded: readonly Parameters[]; readonly all: readonly Parameters[] };

interface ExchangeParts {
  readonly operation: OperationId;
  readonly parameters: Parameters;
  readonly request: ShownRequest;
  readonly response: Pick<TransportResponse, 'status' | 'headers' | 'undeclaredCoding'>;
  readonly body: ResponseBody;
  readonly timing: Timing;
  readonly envelope: Pick<Envelope, 'places'>;
  /** The size of the whole body in bytes, if the exchange has only its beginning. */
  readonly size?: number;
}

/** The bytes of a body that reports may show, or read before they redact it. */
const EVIDENCE_BYTES = 16 * 1024;

/** Returns the value of the first header with that name, ignoring case. */
export const findHeader = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1];

/** One request and its response. Only the client creates it, so that evidence cannot be fabricated. */
export class RecordedExchange {
  readonly operation: OperationId;
  readonly parameters: Parameters;
  readonly request: ShownRequest;
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** When the request was sent, in epoch milliseconds, and the time until the response was complete. */
  readonly timing: Timing;
  /** The coding of a body that was compressed without a Content-Encoding. */
  readonly undeclaredCoding: string | undefined;
  readonly #body: ResponseBody;
  readonly #envelope: Pick<Envelope, 'places'>;
  readonly #size: number | undefined;

  constructor({ operation, parameters, request, response, body, timing, envelope, size }: ExchangeParts) {
    this.operation = operation;
    this.parameters = parameters;
    this.request = request;
    this.timing = timing;
    this.status = response.status;
    this.headers = response.headers;
    this.undeclaredCoding = response.undeclaredCoding;
    this.#body = body;
    this.#envelope = envelope;
    this.#size = size;
  }

  /** The size of the body in bytes, also of one that was shortened. */
  get size(): number {
    return this.#size ?? this.bytes.length;
  }

  /** Returns the exchange as evidence for a report: with the beginning of its body only, in memory that it shares with no other. */
  toEvidence(): RecordedExchange {
    if (this.#size !== undefined) return this;
    const { operation, parameters, request, status, headers, undeclaredCoding, timing, envelope } = this;
    return new RecordedExchange({
      operation,
      parameters,
      request,
      response: { status, headers, ...(undeclaredCoding === undefined ? {} : { undeclaredCoding }) },
      body: copyStart(this.#body, EVIDENCE_BYTES, this.header('content-type')),
      timing,
      envelope: { places: envelope },
      size: this.size,
    });
  }

  /** The places of members that the responses of the target to all operations have: no data. */
  get envelope(): ReadonlySet<string> {
    return this.#envelope.places;
  }

  get bytes(): Uint8Array {
    return this.#body.bytes;
  }

  /** The body as text, in the encoding that its bytes and its Content-Type state, with U+FFFD for invalid bytes. */
  get text(): string {
    return this.#body.text;
  }

  /**
   * The body parsed as JSON, with names for the members of its tables; `undefined` if it is not JSON. Throws `NoResponse` for JSON that is
   * nested too deep or has too many values.
   */
  get json(): unknown {
    return this.operation === 'getPublicOpenapi' ? this.written : readTables(this.written);
  }

  /** The body parsed as JSON as it is written, for comparison with a schema. Throws as `json` does. */
  get written(): unknown {
    const parsed = this.#body.json;
    if (!parsed.isUnreadable) return parsed.value;
    throw new NoResponse('unreadable', `${describeRequest(this.request)}: ${parsed.reason}`);
  }

  /** Whether the body can be parsed if it is JSON. */
  get isReadable(): boolean {
    return !this.#body.json.isUnreadable;
  }

  /** Returns the first header with that name, ignoring case. */
  header(name: string): string | undefined {
    return findHeader(this.headers, name);
  }

  /** The media type without parameters, in lower case; empty without a Content-Type. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }
}

export type Exchange = RecordedExchange;

/** Describes a request: `GET /v1/disputes as harbor`. */
export const describeRequest = ({ method, url, caller }: ShownRequest): string => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} as ${caller}`;
};

/**
 * Whether a response is a success (2xx). The kit follows no redirects.
 *
 * @example
 * isSuccess({ status: 204 }); // true
 */
export const isSuccess = (exchange: { readonly status: number }): boolean =>
  exchange.status >= 200 && exchange.status < 300;
