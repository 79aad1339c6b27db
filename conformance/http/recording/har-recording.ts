import { type OperationId, operations } from '../../../spec/index.ts';
import { readCharset } from '../bodies/text-encoding.ts';
import { findHeader } from '../exchange.ts';
import type { HeaderPair, NoResponseCode } from '../transport/transport-contract.ts';
import { type HarFile, type Members, readMembers } from './har-file.ts';
import {
  ANONYMOUS,
  type RecordedEntry,
  type RecordedFailure,
  type RecordedResponse,
  type Recording,
} from './recording.ts';

/** A recording, and how many entries of the archive it leaves out, by reason. */
export interface ReadRecording {
  readonly recording: Recording;
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * Reads the entries of an archive for one service. An archive of the kit states everything. In others, the header `X-API-Key` names the
 * key: one of `given`, or `key-1`, `key-2`, … in order if none are given. Entries that do not show what was sent or received are left out.
 *
 * @example
 * const recording = readRecording(file, { target });
 */
export function readRecording(
  file: HarFile,
  { target, given }: { readonly target: string; readonly given?: ReadonlyMap<string, string> | undefined },
): ReadRecording {
  const leftOut = new Map<string, number>();
  const keys = file.own === undefined ? createForeignKeys(given) : undefined;
  const entries = file.entries.flatMap((members): RecordedEntry[] => {
    const raw = readRawEntry(members, target);
    if (raw === undefined) return []; // another service
    const read = keys === undefined ? readOwnEntry(raw) : readForeignEntry(raw, keys);
    if ('entry' in read) return [read.entry];
    leftOut.set(read.without, (leftOut.get(read.without) ?? 0) + 1);
    return [];
  });
  const { own } = file;
  return {
    leftOut,
    recording: {
      target,
      keys: own?.keys ?? keys?.named ?? new Map(),
      isRedacted: own !== undefined,
      ...(own?.seed === undefined ? {} : { seed: own.seed }),
      entries,
    },
  };
}

interface RawEntry {
  readonly members: Members;
  readonly request: Members;
  readonly response: Members;
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderPair[];
  readonly body: string | undefined;
}

type ReadEntry = { readonly entry: RecordedEntry } | { readonly without: string };

/** Reads an entry; `undefined` if its URL is not below the base URL. */
function readRawEntry(members: Members, target: string): RawEntry | undefined {
  const { request = {}, response = {} } = {
    request: readMembers(members.request),
    response: readMembers(members.response),
  };
  const url = String(request.url);
  const path = url.startsWith(target) ? url.slice(target.length) : readRelative(url, target);
  if (path === undefined) return undefined;
  const method = String(request.method).toUpperCase();
  return { members, request, response, method, path, headers: readHeaders(request), body: readRequestBody(request) };
}

/** An exchange with all that an archive shows of it. */
export interface HarExchange {
  readonly method: string;
  /** The absolute URL of the request. */
  readonly url: string;
  readonly requestHeaders: readonly HeaderPair[];
  /** The body of the request as text; absent if there is none, or if it was not recorded. */
  readonly requestBody?: string;
  /** When the request was sent, in epoch milliseconds; 0 if unknown. */
  readonly startedMs: number;
  /** The time until the response was complete, in milliseconds. */
  readonly tookMs: number;
  readonly status: number;
  readonly responseHeaders: readonly HeaderPair[];
  /** The whole body, decompressed; `undefined` if it was not recorded or was cut. */
  readonly body: Uint8Array | undefined;
  /** The name of the caller, if the recording states it: then the headers need not contain its key. */
  readonly caller?: string;
}

/**
 * Reads an entry for any service. Returns why it shows no exchange with a service otherwise.
 *
 * @example
 * const read = readHarExchange(JSON.parse(await readFile('traffic.har', 'utf8')).log.entries[0]);
 * if ('status' in read) console.log(read.status);
 */
export function readHarExchange(members: Members): HarExchange | { readonly without: string } {
  const [request, response] = [readMembers(members.request), readMembers(members.response) ?? {}];
  if (typeof request?.method !== 'string' || typeof request.url !== 'string')
    return { without: 'no request with a method and a URL' };
  if (typeof members._fromCache === 'string' || response._fetchedViaServiceWorker === true)
    return { without: 'a cache answered' };
  const status = Number(response.status);
  if (!Number.isInteger(status) || status < 100 || status > 599) return { without: 'no response' };
  const [headers, requestBody, requestHeaders] = [
    readHeaders(response),
    readRequestBody(request),
    readHeaders(request),
  ];
  const method = request.method.toUpperCase();
  const isOwn = typeof request._caller === 'string';
  const caller = isOwn ? String(request._caller) : findStatedName(requestHeaders, members.comment);
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  const body = isOwn ? readBody(response) : readResponseBody(response, headers);
  return {
    method,
    url: request.url,
    requestHeaders,
    ...(requestBody === undefined ? {} : { requestBody }),
    ...readTiming(members),
    status,
    responseHeaders: withContentType(headers, readMembers(response.content)?.mimeType),
    body: isEmpty ? new Uint8Array() : body,
    ...(caller === undefined ? {} : { caller }),
  };
}

/** Returns the name that replaces a key in a header or a comment: `[key admin]`. */
const findStatedName = (headers: readonly HeaderPair[], comment: unknown): string | undefined =>
  /\[key ([A-Za-z0-9][\w.-]*)\]/.exec(`${findHeader(headers, 'x-api-key') ?? ''} ${comment ?? ''}`)?.[1];

function readTiming(members: Members): { readonly startedMs: number; readonly tookMs: number } {
  const [startedMs, tookMs] = [Date.parse(String(members.startedDateTime)), Number(members.time)];
  return {
    startedMs: Number.isNaN(startedMs) ? 0 : startedMs,
    tookMs: tookMs > 0 && Number.isFinite(tookMs) ? tookMs : 0,
  };
}

/** The URL of an archive may state the default port, or have other letters in the host. */
function readRelative(url: string, target: string): string | undefined {
  const [parsed, base] = [URL.parse(url), URL.parse(target)];
  const start = base?.pathname.replace(/\/+$/, '') ?? '';
  if (parsed === null || parsed.origin !== base?.origin || !parsed.pathname.startsWith(`${start}/`)) return undefined;
  return parsed.pathname.slice(start.length) + parsed.search;
}

/** Returns the headers without the pseudo-headers of HTTP/2, which repeat the URL and the method. */
const readHeaders = ({ headers }: Members): readonly HeaderPair[] =>
  (Array.isArray(headers) ? headers : []).flatMap((header): HeaderPair[] => {
    const { name, value } = readMembers(header) ?? {};
    return typeof name === 'string' && typeof value === 'string' && !name.startsWith(':') ? [[name, value]] : [];
  });

function readRequestBody({ postData }: Members): string | undefined {
  const { text, params } = readMembers(postData) ?? {};
  if (typeof text === 'string' && text !== '') return text;
  if (!Array.isArray(params) || params.length === 0) return typeof text === 'string' ? text : undefined;
  const pairs = params.map((one): [string, string] => {
    const { name, value } = readMembers(one) ?? {};
    return [String(name ?? ''), String(value ?? '')];
  });
  return new URLSearchParams(pairs).toString();
}

/** Whether a header of a request in an archive of the kit shows a key or an added header, which the caller implies. */
const isSecretHeader = ([name, value]: HeaderPair): boolean =>
  /^x-api-key$/i.test(name) || value === '[hidden]' || value.includes('FLEETKIT_KEY_');

function readOwnEntry(raw: RawEntry): ReadEntry {
  const caller = raw.request._caller;
  const outcome = readFailure(raw.response) ?? readResponse(raw, { isOwn: true });
  if (typeof caller !== 'string') return { without: 'no name of the caller' };
  if (typeof outcome === 'string') return { without: outcome };
  return { entry: createEntry(raw, { caller, headers: raw.headers.filter((one) => !isSecretHeader(one)), outcome }) };
}

function createEntry(
  { members, method, path, body }: RawEntry,
  rest: Pick<RecordedEntry, 'caller' | 'headers' | 'outcome'>,
): RecordedEntry {
  const { startedMs, tookMs } = readTiming(members);
  return { ...rest, method, path, ...(body === undefined ? {} : { body }), sentMs: startedMs, tookMs };
}

const FAILURES: readonly NoResponseCode[] = [
  'unreachable',
  'timeout',
  'too-large',
  'broken',
  'cut',
  'undecodable',
  'not-recorded',
];

function readFailure({ _error: error, _message: message }: Members): RecordedFailure | undefined {
  const code = FAILURES.find((one) => one === error);
  return code === undefined ? undefined : { code, message: String(message ?? error) };
}

/** Headers of a request that may change its response, of those that browsers and proxies send. */
const DISTINGUISHING =
  /^(accept|authorization|cookie|content-type|if-.*|range|idempotency-key|prefer|origin|.*-method-override)$/i;
/** Headers with credentials that the kit does not send on its own. */
const OTHER_CREDENTIALS = /^(cookie|authorization)$/i;
/** A value from which a tool removed the key. */
export const REMOVED_KEY = /^\s*$|redact|remov|hidden|masked|sanitiz|\*{3}|^[[<{].*[\]>}]$|^x{4,}$/i;

function readForeignEntry(raw: RawEntry, keys: ForeignKeys): ReadEntry {
  const { members, response } = raw;
  if (typeof members._fromCache === 'string' || response._fetchedViaServiceWorker === true)
    return { without: 'a cache answered' };
  const outcome = readResponse(raw, { isOwn: false });
  if (typeof outcome === 'string') return { without: outcome };
  const caller = findCaller(raw, outcome.status, keys);
  if (typeof caller !== 'string') return caller;
  const isKeyed = caller !== ANONYMOUS;
  const headers = raw.headers.filter(
    ([name]) => DISTINGUISHING.test(name) && !(isKeyed && OTHER_CREDENTIALS.test(name)),
  );
  return { entry: createEntry(raw, { caller, headers, outcome }) };
}

/** Returns the caller of an entry that other software recorded, or why it is unknown. */
function findCaller(raw: RawEntry, status: number, keys: ForeignKeys): string | { readonly without: string } {
  const value = findHeader(raw.headers, 'x-api-key');
  const stated = findStatedName(raw.headers, raw.members.comment);
  if (stated !== undefined) return keys.nameStated(stated);
  if (value !== undefined && REMOVED_KEY.test(value))
    return { without: 'a removed key; name it in the "comment", as in "[key admin]"' };
  if (value !== undefined) return keys.nameValue(value) ?? { without: 'a key that is not among the given ones' };
  if (raw.headers.some(([name]) => OTHER_CREDENTIALS.test(name)))
    return { without: 'other credentials than an X-API-Key' };
  // browsers remove cookies from the archives that they write
  if (status !== 401 && status !== 403 && !isPublicPath(raw.path))
    return { without: 'no X-API-Key, but credentials may have been removed' };
  return ANONYMOUS;
}

const PUBLIC_PATHS: readonly string[] = (Object.keys(operations) as OperationId[]) // its own keys
  .filter((id) => operations[id].isPublic)
  .map((id) => operations[id].path);

const isPublicPath = (path: string): boolean => PUBLIC_PATHS.includes(path.split('?', 1)[0] ?? '');

interface ForeignKeys {
  /** The keys found so far, by name. */
  readonly named: ReadonlyMap<string, string>;
  /** Returns the name of the key with this value; `undefined` if the user gave other keys. */
  nameValue(value: string): string | undefined;
  /** Returns a name that the archive states, and makes up its key. */
  nameStated(name: string): string;
}

function createForeignKeys(given: ReadonlyMap<string, string> | undefined): ForeignKeys {
  const named = new Map(given);
  const names = new Map([...named].map(([name, key]) => [key, name]));
  return {
    named,
    nameValue(value) {
      const known = names.get(value);
      if (known !== undefined || given !== undefined) return known;
      const name = `key-${names.size + 1}`;
      names.set(value, name);
      named.set(name, value);
      return name;
    },
    nameStated(name) {
      if (!named.has(name)) named.set(name, `made-up-Key-4f9Kd2Qx7-of-${name}`);
      return name;
    },
  };
}

/** Returns a complete response, or why there is none. */
function readResponse(
  { method, response }: RawEntry,
  { isOwn }: { readonly isOwn: boolean },
): RecordedResponse | string {
  const status = Number(response.status);
  if (!Number.isInteger(status) || status < 100 || status > 599) return 'no response';
  const headers = readHeaders(response);
  const body = isOwn ? readBody(response) : readResponseBody(response, headers);
  const size = Number(readMembers(response.content)?.size);
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (body === undefined && !isEmpty) return 'the body of their response is missing or cut';
  const coding = response._undeclaredCoding;
  return {
    status,
    headers: withContentType(headers, readMembers(response.content)?.mimeType),
    body: body ?? new Uint8Array(),
    ...(isOwn && Number.isInteger(size) ? { originalLength: size } : {}),
    ...(typeof coding === 'string' ? { undeclaredCoding: coding } : {}),
  };
}

/** Some software records no headers, but the media type. */
const withContentType = (headers: readonly HeaderPair[], mimeType: unknown): readonly HeaderPair[] =>
  headers.length > 0 || typeof mimeType !== 'string' || mimeType === '' ? headers : [['Content-Type', mimeType]];

/** Returns the decoded body; `undefined` if there is none. */
function readBody(response: Members): Buffer | undefined {
  const { text, encoding } = readMembers(response.content) ?? {};
  return typeof text === 'string' ? Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8') : undefined;
}

/** Returns the decoded body; `undefined` if the archive does not have all of it. */
function readResponseBody(response: Members, headers: readonly HeaderPair[]): Uint8Array | undefined {
  const { encoding, size, comment } = readMembers(response.content) ?? {};
  const stated = Math.max(Number(size) || 0, Number(response.bodySize) || 0);
  const body = readBody(response);
  if (body === undefined) return stated > 0 ? undefined : new Uint8Array();
  if (typeof comment === 'string' && comment.startsWith('the beginning of ')) return undefined; // the evidence of a report of the kit
  const charset = readCharset(findHeader(headers, 'content-type'));
  const isComparable = encoding === 'base64' || charset === undefined || /^utf-?8$/i.test(charset);
  const isEncoded = findHeader(headers, 'content-encoding') !== undefined;
  return isComparable && !isEncoded && Number(size) > body.length ? undefined : body;
}
