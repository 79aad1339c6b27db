import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Sandbox } from '../../sandbox.ts';
import type { SandboxMs } from '../../world/state/time.ts';
import type { AccessEntry, AccessLog } from '../pipeline/access-log.ts';
import { createRequestId } from '../pipeline/begin-call.ts';
import type { Representation } from './reply-cache.ts';

/**
 * Headers of a request that change nothing about the reply to a read, or that are part of the key of a ready reply. A
 * request with any other header takes all steps.
 */
const IGNORED_HEADERS: ReadonlySet<string> = new Set([
  'accept-language',
  'cache-control',
  'connection',
  'dnt',
  'pragma',
  'priority',
  'referer',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-user',
  'user-agent',
]);

/** Headers of a response that belong to one request, or that Node adds. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['connection', 'date', 'keep-alive', 'x-request-id']);

/** The same headers, and those that a 304 does not have. */
const HEADERS_NOT_IN_304: ReadonlySet<string> = new Set([
  ...OWN_HEADERS,
  'content-encoding',
  'content-length',
  'content-type',
]);

/** The world for which a reply is ready. */
interface WorldVersion {
  readonly position: number;
  readonly nowMs: SandboxMs;
}

/** A reply with everything that is needed to send it again. */
interface ReadyReply extends WorldVersion {
  /** Names and values in turn, as `writeHead` expects them. */
  readonly headers: readonly string[];
  readonly headersOfNotModified: readonly string[];
  readonly etag: string;
  /** The bytes as Latin-1, so that Node sends head and body in one write. */
  readonly body: string;
  readonly entry: Pick<AccessEntry, 'path' | 'operationId' | 'userId'>;
}

/** The parts of a request on which its reply depends. */
interface KeyParts {
  readonly key: string;
  readonly ifNoneMatch: string | undefined;
}

/** Memory of an entry without its body and key, rounded up, in bytes. */
const ENTRY_BYTES = 2048;

/**
 * Answers repeated reads with stored headers and bytes, before any other step. An entry is used only for the same URL,
 * host, key and accepted forms, and only while position and instant of the world are the same: then all steps, with
 * authentication and validation, would lead to the same reply. Each reply gets its own request id and log entry.
 */
export class ReadyReplies {
  readonly #replies: LRUCache<string, ReadyReply>;
  /** The keys of the requests that may store their reply. */
  readonly #keys = new WeakMap<IncomingMessage, string>();
  readonly #sandbox: Sandbox;
  readonly #record: AccessLog;

  constructor(sandbox: Sandbox, record: AccessLog, maxBytes = 8 * 1024 * 1024) {
    this.#sandbox = sandbox;
    this.#record = record;
    this.#replies = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.floor(maxBytes / 8),
      sizeCalculation: ({ body }, key) => ENTRY_BYTES + 2 * key.length + body.length,
    });
  }

  /** Sends the stored reply to a request. Returns false if there is none. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    const parts = readKeyParts(request);
    if (parts === undefined) return false;
    const { key, ifNoneMatch } = parts;
    const ready = this.#replies.get(key);
    if (ready === undefined || !this.#isCurrent(ready)) {
      this.#replies.delete(key);
      this.#keys.set(request, key);
      return false;
    }
    if (ifNoneMatch !== undefined && ifNoneMatch !== ready.etag) return false;
    this.#send(response, ready, ifNoneMatch !== undefined);
    return true;
  }

  #isCurrent({ position, nowMs }: WorldVersion): boolean {
    const version = this.#readVersion();
    return version !== undefined && position === version.position && nowMs === version.nowMs;
  }

  #send(response: ServerResponse, ready: ReadyReply, isNotModified: boolean): void {
    const startedAt = performance.now();
    const requestId = createRequestId();
    const headers = isNotModified ? ready.headersOfNotModified : ready.headers;
    response.once('close', () =>
      this.#record({
        requestId,
        method: 'GET',
        ...ready.entry,
        isOperator: false,
        status: response.statusCode,
        isAborted: !response.writableFinished,
        durationMs: performance.now() - startedAt,
        problem: undefined,
        misbehaviours: [],
        defect: undefined,
      }),
    );
    response.writeHead(isNotModified ? 304 : 200, ['X-Request-Id', requestId, ...headers]);
    if (isNotModified) response.end();
    else response.end(ready.body, 'latin1');
  }

  /** Returns the version of the world, or undefined if the journal may have new entries. */
  #readVersion(): WorldVersion | undefined {
    const position = this.#sandbox.currentPosition;
    return position === undefined ? undefined : { position, nowMs: this.#sandbox.now() };
  }

  /**
   * Stores the reply that is about to be sent to a request, if it depends only on the parts of the key. All headers must
   * be set.
   */
  store(
    response: ServerResponse & { readonly req: IncomingMessage },
    { bytes, etag }: Representation,
    entry: ReadyReply['entry'],
  ): void {
    const key = this.#keys.get(response.req);
    const version = this.#readVersion();
    if (key === undefined || version === undefined || response.statusCode !== 200) return;
    const headers = listHeaders(response, OWN_HEADERS);
    this.#replies.set(key, {
      ...version,
      headers,
      headersOfNotModified: listHeaders(response, HEADERS_NOT_IN_304),
      etag,
      body: bytes.toString('latin1'),
      entry,
    });
  }
}

/** Node defines this for all outgoing messages; its types declare it for requests only. */
interface WithRawHeaderNames {
  getRawHeaderNames(): string[];
}

/** Returns names and values of the headers in turn, without the excluded ones. */
const listHeaders = (response: ServerResponse, excluded: ReadonlySet<string>): readonly string[] =>
  (response as ServerResponse & WithRawHeaderNames)
    .getRawHeaderNames()
    .flatMap((name) => (excluded.has(name.toLowerCase()) ? [] : [name, String(response.getHeader(name))]));

/**
 * Returns the parts of a request on which its reply depends; undefined if the reply may depend on others. A header that
 * is sent twice may have another meaning than either value.
 */
function readKeyParts({ method, url, httpVersion, rawHeaders }: IncomingMessage): KeyParts | undefined {
  if (method !== 'GET' || httpVersion !== '1.1' || url?.startsWith('/v1/') !== true) return undefined;
  let host: string | undefined;
  let key: string | undefined;
  let accept: string | undefined;
  let encoding: string | undefined;
  let ifNoneMatch: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase(); // the index is in range
    const value = rawHeaders[index + 1] as string; // values follow their names
    switch (name) {
      case 'host':
        if (host !== undefined) return undefined;
        host = value;
        break;
      case 'x-api-key':
        if (key !== undefined) return undefined;
        key = value;
        break;
      case 'accept':
        if (accept !== undefined) return undefined;
        accept = value;
        break;
      case 'accept-encoding':
        if (encoding !== undefined) return undefined;
        encoding = value;
        break;
      case 'if-none-match':
        if (ifNoneMatch !== undefined) return undefined;
        ifNoneMatch = value;
        break;
      default:
        if (!IGNORED_HEADERS.has(name)) return undefined;
    }
  }
  if (host === undefined) return undefined;
  return { key: `${url}\n${host}\n${key ?? '\n'}\n${accept ?? '\n'}\n${encoding ?? '\n'}`, ifNoneMatch };
}
