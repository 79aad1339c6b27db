import { type OperationId, operations } from '../../spec/index.ts';
import type { ResponseBody } from './bodies/decoded-bodies.ts';
import { createResponseBodies, type ResponseBodies } from './bodies/response-bodies.ts';
import { createEnvelope } from './envelope.ts';
import {
  describeRequest,
  type Exchange,
  findHeader,
  isSuccess,
  type Parameters,
  RecordedExchange,
  type RecordedReads,
} from './exchange.ts';
import type { KeyForm, PresentedKey } from './key-forms.ts';
import { createRedactor, type Redactor } from './redaction.ts';
import { createSteadySender, isTransientStatus, type SteadyRequest, type SteadySender } from './transient.ts';
import {
  type HeaderPair,
  NoResponse,
  type ShownRequest,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport-contract.ts';

export {
  describeRequest,
  type Exchange,
  isSuccess,
  type Parameters,
} from './exchange.ts';
export * from './transport/transport-contract.ts';

/** Options of a request in addition to its operation and parameters. */
export interface Extras {
  readonly headers?: readonly HeaderPair[];
  /** A body to send as JSON. */
  readonly body?: unknown;
  /** A raw body, with the content type in `headers`. */
  readonly text?: string;
  /** A method other than that of the operation. `get` accepts only safe methods. */
  readonly method?: string;
  /** Rewrites the path after its placeholders are filled. */
  readonly spell?: (path: string) => string;
  /** Whether a write may be sent again after a transient error, because it has no effect. */
  readonly isRepeatable?: boolean;
  /** Sends the request even if the session may reuse an earlier exchange. */
  readonly isFresh?: boolean;
}

/** Sends requests with a key, without one, or with a made-up one. Each caller has one request in flight at a time. */
export interface Caller {
  readonly name: string;
  /**
   * Returns the parameters of the successful reads of an operation that this caller can repeat, if it can repeat only those of recorded
   * traffic. Absent if it can send any request.
   */
  readonly listRecorded?: (operation: OperationId) => readonly Parameters[];
  /** Returns the same for all reads, those that were refused included. */
  readonly listRequested?: (operation: OperationId) => readonly Parameters[];
  /** Whether the user states that no data and no scope changed during the recorded traffic. */
  readonly isFrozen?: boolean;
  get(operation: OperationId, parameters?: Parameters, extras?: Extras): Promise<Exchange>;
  /** Sends a write operation. Only for checks that need `writes`. */
  send(operation: OperationId, parameters: Parameters, extras: Extras): Promise<Exchange>;
}

/** Returns the first recorded parameters of an operation that fit, for a caller that can only repeat recorded reads. */
export const findRecorded = (
  { listRecorded }: Caller,
  operation: OperationId,
  fits: (parameters: Parameters) => boolean = () => true,
): Parameters | undefined => listRecorded?.(operation).find(fits);

/** Returns parameters as one text: numbers and texts are alike, in any order. */
export const formatParameters = (parameters: Parameters): string =>
  JSON.stringify(
    Object.entries(parameters)
      .map(([name, value]) => [name, String(value)])
      .toSorted(),
  );

/** Reads; returns `undefined` for a caller that can only repeat recorded reads, if this one was not recorded. */
export async function readIfRecorded(
  caller: Caller,
  operation: OperationId,
  parameters: Parameters,
): Promise<Exchange | undefined> {
  const wanted = formatParameters(parameters);
  const isKnown = caller.listRequested?.(operation).some((one) => formatParameters(one) === wanted) ?? true;
  return isKnown ? caller.get(operation, parameters) : undefined;
}

/** The exchanges of one check (or of the discovery of keys). After `close`, further requests are refused. */
export interface ClientSession {
  /** The exchanges that this session sent, without those that it reused. */
  readonly exchanges: readonly Exchange[];
  /** The earlier exchanges of the run that answered requests of this session. */
  readonly reused: readonly Exchange[];
  /** The number of requests that this session sent, repeats included. */
  readonly requests: number;
  withKey(name: string): Caller;
  withoutKey(): Caller;
  withMadeUpKey(key: string): Caller;
  /** Sends a key in a form other than the documented one; `undefined` if that form does not change the key. */
  withKeyAs(name: string, form: KeyForm): Caller | undefined;
  close(): void;
}

export interface Client extends Pick<SteadySender<never>, 'findOutage' | 'isForeignPage' | 'listRepeats' | 'stopped'> {
  readonly redact: Redactor;
  /** The number of requests that were sent, repeats included. */
  readonly requests: number;
  /** The bodies of the responses; to close at the end of the run. */
  readonly bodies: Pick<ResponseBodies, 'listReached' | 'close'>;
  /**
   * Opens a session. With `reuse`, a read that equals an earlier one of the run (caller, method, URL, headers) returns the
   * earlier exchange. A request that may change data discards all earlier exchanges.
   */
  session(options?: SessionOptions): ClientSession;
}

export interface SessionOptions {
  readonly reuse?: boolean;
  /** Returns server errors too while nothing has succeeded yet. Only for discovery, which judges nothing. */
  readonly mayFail?: boolean;
}

export interface ClientOptions {
  /** The base URL of the target, without a trailing slash. Keys are sent only here. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly keys: ReadonlyMap<string, string>;
  /** Headers for every request. Their values are secrets, as keys are. */
  readonly addedHeaders?: readonly HeaderPair[];
  /** Other secrets, with their replacement text: the password of a proxy. */
  readonly secrets?: readonly (readonly [label: string, secret: string])[];
  /** The longest `Retry-After` to obey; with a longer one, the request counts as throttled. */
  readonly longestRetryAfterMs?: number;
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Returns the time in epoch milliseconds, for exchanges. */
  readonly now?: () => number;
  /** The reads that can be repeated, if the transport answers from the traffic of other software. */
  readonly recordedReads?: RecordedReads;
  /** Whether the user states that no data and no scope changed during that traffic. */
  readonly isFrozen?: boolean;
}

type Identity =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'made-up'; readonly key: string }
  | { readonly kind: 'presented'; readonly name: string; readonly form: KeyForm; readonly as: PresentedKey };

/** A request of a caller, before its URL and headers are written. */
interface CallerRequest {
  readonly identity: Identity;
  readonly operation: OperationId;
  readonly parameters: Parameters;
  readonly extras: Extras;
}

/** A request of a caller, and its form for reports. */
interface WrittenRequest {
  readonly request: CallerRequest;
  readonly record: ShownRequest;
}

const KEY_HEADER = 'X-API-Key';
/** A read that ends in an error this often, while other reads succeed, is not sent again by other checks. */
const ERRORS_THAT_STAY = 2;

/** The safe methods of HTTP (RFC 9110). */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

const getMethod = ({ operation, extras }: Pick<CallerRequest, 'operation' | 'extras'>): string =>
  extras.method ?? operations[operation].method;

const formatCallerWithForm = (name: string, form: KeyForm): string => `${name} with its key sent ${form.title}`;

/** Returns the variable that replaces a key in a `curl` command: `FLEETKIT_KEY_HARBOR_ADMIN` for "harbor-admin". */
export const formatKeyVariable = (name: string): string =>
  `FLEETKIT_KEY_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;

/** Returns the variable that replaces the value of an added header in a `curl` command. */
const formatHeaderVariable = (name: string): string =>
  `FLEETKIT_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;

/** The minimum length of a header value to redact everywhere: `true` and `1` are not secrets. */
const SHORTEST_HEADER_SECRET = 8;

/** The values of added headers and their words: a target may repeat only the token of `Bearer TOKEN`. */
const listHeaderSecrets = (headers: readonly HeaderPair[]): (readonly [label: string, secret: string])[] =>
  headers.flatMap(([name, value]) =>
    [value, ...value.split(/[\s;,=]+/)]
      .filter((secret) => secret.length >= SHORTEST_HEADER_SECRET)
      .map((secret) => [`header ${name}`, secret] as const),
  );

/** Creates the client of a run. All text that it returns is redacted. */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    transport,
    keys,
    addedHeaders = [],
    longestRetryAfterMs = 20_000,
    wait = waitInRealTime,
    now = Date.now,
    recordedReads,
    isFrozen = false,
  } = options;
  const redact = createRedactor(addShortenedKeys(keys), [
    ...listHeaderSecrets(addedHeaders),
    ...(options.secrets ?? []),
  ]);
  const variables = addedHeaders.map(([name]) => [name, formatHeaderVariable(name)] as const);
  const bodies = createResponseBodies();
  const envelope = createEnvelope();
  const turns = new Map<string, Promise<unknown>>();
  const earlier = new Map<string, Exchange>();
  /** How often a read ended in an error that other reads at the same time had not. */
  const errors = new Map<string, number>();
  let requests = 0;

  const inTurn = <Result>(who: string, act: () => Promise<Result>): Promise<Result> => {
    const mine = (turns.get(who) ?? Promise.resolve()).then(act, act);
    turns.set(
      who,
      mine.catch(() => undefined),
    );
    return mine;
  };

  const attempt = async ({ request, record }: WrittenRequest): Promise<Exchange> => {
    const { operation, parameters } = request;
    const sentMs = now();
    const response = await transport({ ...toTransportRequest(request), shown: record }).catch((thrown: unknown) => {
      throw toNoResponse(thrown, record, redact);
    });
    const timing = response.timing ?? { sentMs, tookMs: now() - sentMs };
    const body = keepBody(bodies, response, (thrown) => toNoResponse(thrown, record, redact));
    const done = new RecordedExchange({ operation, parameters, request: record, response, body, timing, envelope });
    if (isSuccess(done)) envelope.add(operation, () => (body.json.isUnreadable ? undefined : body.json.value));
    return done;
  };
  const steady = createSteadySender<WrittenRequest>({ attempt, wait, longestRetryAfterMs, redact });

  const writeRequest = ({ operation, parameters, extras }: CallerRequest): TransportRequest => {
    const headers: HeaderPair[] = [['Accept', getAcceptHeader(operation)], ...(extras.headers ?? [])];
    if (extras.body !== undefined) headers.push(['Content-Type', 'application/json']);
    const text = extras.body === undefined ? extras.text : JSON.stringify(extras.body);
    return {
      method: getMethod({ operation, extras }),
      url: baseUrl + formatPathAndQuery(operations[operation].path, parameters, extras.spell),
      headers,
      ...(text === undefined ? {} : { body: text }),
    };
  };
  const toTransportRequest = (request: CallerRequest): TransportRequest => {
    const { identity } = request;
    const written = writeRequest(request);
    return {
      ...written,
      url: identity.kind === 'presented' ? appendQuery(written.url, identity.as.query) : written.url,
      headers: [...written.headers, ...addedHeaders, ...listKeyHeaders(identity, keys)],
    };
  };
  const exchange = (
    request: CallerRequest,
    sending: Pick<SteadyRequest<WrittenRequest>, 'mayFail' | 'isClosed' | 'onSent'>,
  ): Promise<Exchange> => {
    const record = {
      ...toShownRequest(request.identity, writeRequest(request), redact),
      ...(variables.length === 0 ? {} : { addedHeaders: variables }),
    };
    return steady.send({
      request: { request, record },
      caller: record.caller,
      description: describeRequest(record),
      isSafe: SAFE_METHODS.includes(record.method) || request.extras.isRepeatable === true,
      ...sending,
    });
  };

  /** Whether an answer stays: a failure of a check is confirmed by new requests in any case. */
  const isKept = (read: string, { status }: Exchange): boolean => {
    if (!isTransientStatus(status)) return true;
    const count = (errors.get(read) ?? 0) + 1;
    errors.set(read, count);
    return count >= ERRORS_THAT_STAY;
  };

  return {
    redact,
    bodies,
    findOutage: steady.findOutage,
    isForeignPage: steady.isForeignPage,
    listRepeats: steady.listRepeats,
    get stopped() {
      return steady.stopped;
    },
    get requests() {
      return requests;
    },
    session({ reuse = false, mayFail = false } = {}) {
      const exchanges: Exchange[] = [];
      const reused: Exchange[] = [];
      let sent = 0;
      let closed = false;
      const onSent = () => {
        sent += 1;
        requests += 1;
      };
      const send = (request: CallerRequest) => {
        const { identity, extras } = request;
        return inTurn(identity.kind === 'key' ? identity.name : `(${identity.kind})`, async () => {
          const read = readKey(request);
          const known = reuse && extras.isFresh !== true && read !== undefined ? earlier.get(read) : undefined;
          if (known !== undefined) {
            reused.push(known);
            return known;
          }
          if (read === undefined) earlier.clear();
          const done = await exchange(request, { mayFail, isClosed: () => closed, onSent });
          if (read !== undefined && isKept(read, done)) earlier.set(read, done);
          if (!closed) exchanges.push(done);
          return done;
        });
      };
      const callerFor = (name: string, identity: Identity): Caller => ({
        name,
        ...(recordedReads === undefined
          ? {}
          : {
              listRecorded: (operation) => recordedReads(name, operation).succeeded,
              listRequested: (operation) => recordedReads(name, operation).all,
              isFrozen,
            }),
        get: (operation, parameters = {}, extras = {}) => {
          if (!SAFE_METHODS.includes(getMethod({ operation, extras }))) throw new Error(`${operation} is not a read`);
          return send({ identity, operation, parameters, extras });
        },
        send: (operation, parameters, extras) => send({ identity, operation, parameters, extras }),
      });
      return {
        exchanges,
        reused,
        get requests() {
          return sent;
        },
        withKey: (name) => callerFor(name, { kind: 'key', name }),
        withoutKey: () => callerFor('anonymous', { kind: 'none' }),
        withMadeUpKey: (key) => callerFor('unknown key', { kind: 'made-up', key }),
        withKeyAs: (name, form) => {
          const as = form.present(keys.get(name) ?? '', formatKeyVariable(name));
          return as && callerFor(formatCallerWithForm(name, form), { kind: 'presented', name, form, as });
        },
        close: () => {
          closed = true;
        },
      };
    },
  };
}

function keepBody(
  bodies: ResponseBodies,
  { body, headers }: TransportResponse,
  describe: (thrown: unknown) => NoResponse,
): ResponseBody {
  try {
    return bodies.keep(body, findHeader(headers, 'content-type'));
  } catch (thrown) {
    throw describe(thrown);
  }
}

/** Returns what makes two reads equal; `undefined` for a request that may change data. */
function readKey({ identity, operation, parameters, extras }: CallerRequest): string | undefined {
  const method = getMethod({ operation, extras });
  if (!SAFE_METHODS.includes(method)) return undefined;
  const { path } = operations[operation];
  return JSON.stringify([
    { ...identity, form: identity.kind === 'presented' ? identity.form.title : undefined },
    method,
    formatPathAndQuery(path, parameters, extras.spell),
    getAcceptHeader(operation),
    extras.headers ?? [],
    extras.body ?? extras.text ?? null,
  ]);
}

/** The keys, and each key without its last character, which a refusal may repeat. */
const addShortenedKeys = (keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([
    ...keys,
    ...[...keys]
      .filter(([, key]) => key.length >= SHORTEST_SHORTENED)
      .map(([name, key]) => [`${name}, truncated`, key.slice(0, -1)] as const),
  ]);
const SHORTEST_SHORTENED = 10;

const appendQuery = (url: string, query: string | undefined): string =>
  query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;

/** The documented parameters in the order of each query: requests with the same parameters are one request. */
const IN_ORDER = ['terminal_id', 'group_id', 'sort_by', 'sort_dir', 'limit'];
const rankParameter = (name: string): number => (IN_ORDER.includes(name) ? IN_ORDER.indexOf(name) : IN_ORDER.length);

function formatPathAndQuery(template: string, parameters: Parameters, spell = (path: string) => path): string {
  const rest = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(parameters).toSorted(
    ([one], [other]) => rankParameter(one) - rankParameter(other),
  )) {
    const placeholder = `{${name}}`;
    if (path.includes(placeholder))
      path = path.replace(placeholder, () => encodeURIComponent(String(value).toWellFormed()));
    else for (const one of typeof value === 'object' ? value : [value]) rest.append(name, String(one));
  }
  if (path.includes('{')) throw new Error(`no value for a placeholder of ${path}`);
  return rest.size === 0 ? spell(path) : `${spell(path)}?${rest}`;
}

/** The documented media type first; the document does not forbid others, such as `application/vnd.api+json`. */
const getAcceptHeader = (operation: OperationId): string =>
  `${operations[operation].path.endsWith('.xml') ? 'application/rss+xml' : 'application/json'}, */*;q=0.1`;

function listKeyHeaders(identity: Identity, keys: ReadonlyMap<string, string>): readonly HeaderPair[] {
  if (identity.kind === 'none') return [];
  if (identity.kind === 'presented') return identity.as.headers;
  const key = identity.kind === 'made-up' ? identity.key : keys.get(identity.name);
  if (key === undefined) throw new Error('no key with this name');
  return [[KEY_HEADER, key]];
}

function toShownRequest(identity: Identity, request: TransportRequest, redact: Redactor): ShownRequest {
  const requestRecord = {
    caller: formatCaller(identity),
    method: request.method,
    url: redact(identity.kind === 'presented' ? appendQuery(request.url, identity.as.shownQuery) : request.url),
    headers: request.headers.map(([name, value]): HeaderPair => [name, redact(value)]),
    ...(request.body === undefined ? {} : { body: redact(request.body) }),
  };
  if (identity.kind === 'key') return { ...requestRecord, keyVariable: formatKeyVariable(identity.name) };
  if (identity.kind === 'made-up')
    return { ...requestRecord, headers: [...requestRecord.headers, [KEY_HEADER, redact(identity.key)]] };
  return identity.kind === 'presented' ? { ...requestRecord, keyHeaders: identity.as.shownHeaders } : requestRecord;
}

function formatCaller(identity: Identity): string {
  if (identity.kind === 'key') return identity.name;
  if (identity.kind === 'presented') return formatCallerWithForm(identity.name, identity.form);
  return identity.kind === 'none' ? 'anonymous' : 'unknown key';
}

function toNoResponse(thrown: unknown, requestRecord: ShownRequest, redact: Redactor): NoResponse {
  const code = thrown instanceof NoResponse ? thrown.code : 'broken';
  if (code === 'not-recorded')
    return new NoResponse(code, `the recording has no response to ${describeRequest(requestRecord)}`);
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new NoResponse(code, `${describeRequest(requestRecord)}: ${redact(why)}`, redact(why));
}

/** Waits in real time. */
export const waitInRealTime = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
