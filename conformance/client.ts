import { type OperationId, operations } from '../spec/index.ts';
import { parsedJson } from './json-text.ts';
import type { KeyForm, Presented } from './key-forms.ts';
import { createRedactor, type Redactor } from './redaction.ts';

export type HeaderPair = readonly [name: string, value: string];

/** A request as it goes out: an absolute URL, and headers as pairs, so that one can be sent twice. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
}

/** A response as it came: headers as pairs in their order, the body as bytes. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
}

/** Carries one request to the target. The network is one; a function in memory, or a mutant around another, serves too. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/**
 * Why no answer came. `unreachable` covers names, addresses, refused connections and TLS; `unreadable` is an answer that
 * came whole and is not safe to read.
 */
export type NoAnswerCode = 'unreachable' | 'timeout' | 'too-large' | 'broken' | 'throttled' | 'unreadable' | 'closed';

/** No answer that could be judged. Its message is redacted, and fit for a report. */
export class NoAnswer extends Error {
  readonly code: NoAnswerCode;
  constructor(code: NoAnswerCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Values for a path's `{placeholders}` by name; all others go into the query. An array repeats the parameter. */
export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

/** What a request has beside its operation and parameters. */
export interface Extras {
  readonly headers?: readonly HeaderPair[];
  /** A body to be sent as JSON. */
  readonly body?: unknown;
  /** A body to be sent as it is, with the content type that `headers` give it. */
  readonly text?: string;
  /** Another method than the operation's. `get` takes only those that change nothing. */
  readonly method?: string;
  /** Another spelling of the path, whose placeholders are filled. */
  readonly spell?: (path: string) => string;
}

/** A request as it may be shown: the key is a variable's name here, and no value of a key stands anywhere. */
export interface ShownRequest {
  readonly caller: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly keyVariable?: string;
  /** A key that stands elsewhere, or is written otherwise, than the document says: headers with a variable in it. */
  readonly keyHeaders?: readonly HeaderPair[];
  /** Headers that the user adds to every request, each with the variable that stands for its value. */
  readonly addedHeaders?: readonly (readonly [name: string, variable: string])[];
  readonly body?: string;
}

interface Timing {
  readonly sentMs: number;
  readonly tookMs: number;
}

/** One request and its response. Made only by the client, so that evidence cannot be invented. */
class RecordedExchange {
  readonly operation: OperationId;
  readonly parameters: Parameters;
  readonly request: ShownRequest;
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  /** When the request was sent, in epoch milliseconds, and how long its answer took. */
  readonly timing: Timing;
  readonly #bytes: Uint8Array;
  #text: string | undefined;
  #json: ReturnType<typeof parsedJson> | undefined;

  constructor(
    operation: OperationId,
    parameters: Parameters,
    request: ShownRequest,
    response: TransportResponse,
    timing: Timing,
  ) {
    this.operation = operation;
    this.parameters = parameters;
    this.request = request;
    this.timing = timing;
    this.status = response.status;
    this.headers = response.headers;
    this.#bytes = response.body;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** The body as UTF-8, with U+FFFD where it is none. */
  get text(): string {
    this.#text ??= new TextDecoder().decode(this.#bytes);
    return this.#text;
  }

  /**
   * The body read as JSON; `undefined`, which JSON cannot say, when it is none. Throws `NoAnswer` for JSON that is nested
   * so deep that nothing could walk through it.
   */
  get json(): unknown {
    this.#json ??= parsedJson(this.text);
    if (!this.#json.isTooDeep) return this.#json.value;
    throw new NoAnswer('unreadable', `${describeRequest(this.request)}: its JSON is nested too deep to be read`);
  }

  /** The first header of that name, in any case. */
  header(name: string): string | undefined {
    return this.headers.find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1];
  }

  /** The media type without its parameters, in lower case; empty when the response states none. */
  get mediaType(): string {
    return (this.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  }
}

export type Exchange = RecordedExchange;

/** Someone who asks: with a key, without one, or with one that was made up. One request of each is in flight at a time. */
export interface Caller {
  readonly name: string;
  get(operation: OperationId, parameters?: Parameters, extras?: Extras): Promise<Exchange>;
  /** Sends an operation that writes. Only checks that were granted `writes` may. */
  send(operation: OperationId, parameters: Parameters, extras: Extras): Promise<Exchange>;
}

/** The exchanges of one check (or of the survey). Closing it refuses whatever the check still tries to send. */
export interface Session {
  readonly trail: readonly Exchange[];
  withKey(name: string): Caller;
  withoutKey(): Caller;
  withMadeUpKey(key: string): Caller;
  /** Presents a given key in another form than the document says; `undefined` when the key has no such form. */
  withKeyAs(name: string, form: KeyForm): Caller | undefined;
  close(): void;
}

export interface Client {
  readonly redact: Redactor;
  session(): Session;
}

export interface ClientOptions {
  /** Where the target's paths begin, without a trailing slash. Keys are sent here and nowhere else. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly keys: ReadonlyMap<string, string>;
  /** Headers for every request. Their values are secrets, like the keys. */
  readonly addedHeaders?: readonly HeaderPair[];
  /** What else must not be shown, with what to say in its place: the password of a proxy. */
  readonly secrets?: readonly (readonly [label: string, secret: string])[];
  /** The longest single wait that a `Retry-After` may ask for; asked for more, the request counts as throttled. */
  readonly longestRetryAfterMs?: number;
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Epoch milliseconds, for the times of exchanges. */
  readonly now?: () => number;
}

type Identity =
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'made-up'; readonly key: string }
  | { readonly kind: 'presented'; readonly name: string; readonly form: KeyForm; readonly as: Presented };

const KEY_HEADER = 'X-API-Key';
const TRIES_WHEN_THROTTLED = 4;
/** The methods that change nothing, by the rules of HTTP. */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

const callerOfForm = (name: string, form: KeyForm): string => `whoever sends the key of ${name} ${form.title}`;

/** The variable that stands for a key in a `curl` line: `FLEETKIT_KEY_HARBOR_ADMIN` for "harbor-admin". */
export const keyVariable = (name: string): string =>
  `FLEETKIT_KEY_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;

/** The variable that stands for the value of an added header in a `curl` line. */
const headerVariable = (name: string): string => `FLEETKIT_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;

/** The shortest value of an added header that is hidden wherever it stands: `true` and `1` are no secrets. */
const SHORTEST_HEADER_SECRET = 8;

/** The values of added headers, and their words, since a target may repeat the token of `Bearer TOKEN` alone. */
const headerSecrets = (headers: readonly HeaderPair[]): (readonly [label: string, secret: string])[] =>
  headers.flatMap(([name, value]) =>
    [value, ...value.split(/[\s;,=]+/)]
      .filter((secret) => secret.length >= SHORTEST_HEADER_SECRET)
      .map((secret) => [`header ${name}`, secret] as const),
  );

/** Whether a response is a success. A redirect is none: the kit follows no redirects. */
export const isSuccess = (exchange: { readonly status: number }): boolean =>
  exchange.status >= 200 && exchange.status < 300;

/** Makes the client of one run. Whatever it gives out as text has been through `redact`. */
export function createClient(options: ClientOptions): Client {
  const {
    baseUrl,
    transport,
    keys,
    addedHeaders = [],
    longestRetryAfterMs = 20_000,
    wait = waitInRealTime,
    now = Date.now,
  } = options;
  const redact = createRedactor(withShortened(keys), [...headerSecrets(addedHeaders), ...(options.secrets ?? [])]);
  const variables = addedHeaders.map(([name]) => [name, headerVariable(name)] as const);
  const turns = new Map<string, Promise<unknown>>();

  const inTurn = <Result>(who: string, act: () => Promise<Result>): Promise<Result> => {
    const mine = (turns.get(who) ?? Promise.resolve()).then(act, act);
    turns.set(
      who,
      mine.catch(() => undefined),
    );
    return mine;
  };

  const exchange = async (
    identity: Identity,
    operation: OperationId,
    parameters: Parameters,
    extras: Extras,
    isClosed: () => boolean,
  ): Promise<Exchange> => {
    const method = extras.method ?? operations[operation].method;
    const url = baseUrl + pathAndQuery(operations[operation].path, parameters, extras.spell);
    const headers: HeaderPair[] = [['Accept', acceptFor(operation)], ...(extras.headers ?? [])];
    if (extras.body !== undefined) headers.push(['Content-Type', 'application/json']);
    const text = extras.body === undefined ? extras.text : JSON.stringify(extras.body);
    const body = text === undefined ? {} : { body: text };
    const shown = {
      ...shownRequest(identity, { method, url, headers, ...body }, redact),
      ...(variables.length === 0 ? {} : { addedHeaders: variables }),
    };
    const sent: TransportRequest = {
      method,
      url: identity.kind === 'presented' ? withQueryOf(url, identity.as.query) : url,
      headers: [...headers, ...addedHeaders, ...keyHeader(identity, keys)],
      ...body,
    };

    for (let tried = 1; ; tried += 1) {
      if (isClosed()) throw new NoAnswer('closed', 'the time of this check was up');
      const sentMs = now();
      const response = await transport(sent).catch((thrown: unknown) => {
        throw asNoAnswer(thrown, shown, redact);
      });
      const timing = { sentMs, tookMs: now() - sentMs };
      if (response.status !== 429) return new RecordedExchange(operation, parameters, shown, response, timing);
      const waitMs = retryAfterMs(response) ?? 1000 * tried;
      if (tried === TRIES_WHEN_THROTTLED || waitMs > longestRetryAfterMs) {
        throw new NoAnswer('throttled', `${describeRequest(shown)}: still 429 after ${tried} of our tries`);
      }
      await wait(waitMs);
    }
  };

  return {
    redact,
    session() {
      const trail: Exchange[] = [];
      let closed = false;
      const ask = (identity: Identity, operation: OperationId, parameters: Parameters, extras: Extras) =>
        inTurn(identity.kind === 'key' ? identity.name : `(${identity.kind})`, async () => {
          const done = await exchange(identity, operation, parameters, extras, () => closed);
          if (!closed) trail.push(done);
          return done;
        });
      const callerFor = (name: string, identity: Identity): Caller => ({
        name,
        get: (operation, parameters = {}, extras = {}) => {
          if (!SAFE_METHODS.includes(extras.method ?? operations[operation].method))
            throw new Error(`${operation} is no read`);
          return ask(identity, operation, parameters, extras);
        },
        send: (operation, parameters, extras) => ask(identity, operation, parameters, extras),
      });
      return {
        trail,
        withKey: (name) => callerFor(name, { kind: 'key', name }),
        withoutKey: () => callerFor('nobody', { kind: 'none' }),
        withMadeUpKey: (key) => callerFor('a stranger', { kind: 'made-up', key }),
        withKeyAs: (name, form) => {
          const as = form.present(keys.get(name) ?? '', keyVariable(name));
          return as && callerFor(callerOfForm(name, form), { kind: 'presented', name, form, as });
        },
        close: () => {
          closed = true;
        },
      };
    },
  };
}

/** The keys, and what is left of each when its end is cut off: a refusal may repeat that. */
const withShortened = (keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([
    ...keys,
    ...[...keys]
      .filter(([, key]) => key.length >= SHORTEST_SHORTENED)
      .map(([name, key]) => [`${name}, cut short`, key.slice(0, -1)] as const),
  ]);
const SHORTEST_SHORTENED = 10;

/** The request in a few words: `GET /v1/disputes as harbor`. */
export const describeRequest = ({ method, url, caller }: ShownRequest): string => {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} as ${caller}`;
};

const withQueryOf = (url: string, query: string | undefined): string =>
  query === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;

function pathAndQuery(template: string, parameters: Parameters, spell = (path: string) => path): string {
  const rest = new URLSearchParams();
  let path = template;
  for (const [name, value] of Object.entries(parameters)) {
    const placeholder = `{${name}}`;
    if (path.includes(placeholder))
      path = path.replace(placeholder, () => encodeURIComponent(String(value).toWellFormed()));
    else for (const one of typeof value === 'object' ? value : [value]) rest.append(name, String(one));
  }
  if (path.includes('{')) throw new Error(`no value for a placeholder of ${path}`);
  return rest.size === 0 ? spell(path) : `${spell(path)}?${rest}`;
}

const acceptFor = (operation: OperationId): string =>
  operations[operation].path.endsWith('.xml') ? 'application/rss+xml' : 'application/json';

function keyHeader(identity: Identity, keys: ReadonlyMap<string, string>): readonly HeaderPair[] {
  if (identity.kind === 'none') return [];
  if (identity.kind === 'presented') return identity.as.headers;
  const key = identity.kind === 'made-up' ? identity.key : keys.get(identity.name);
  if (key === undefined) throw new Error('a caller for a key that was not given');
  return [[KEY_HEADER, key]];
}

function shownRequest(identity: Identity, request: TransportRequest, redact: Redactor): ShownRequest {
  const shown = {
    caller: callerOf(identity),
    method: request.method,
    url: redact(identity.kind === 'presented' ? withQueryOf(request.url, identity.as.shownQuery) : request.url),
    headers: request.headers.map(([name, value]): HeaderPair => [name, redact(value)]),
    ...(request.body === undefined ? {} : { body: redact(request.body) }),
  };
  if (identity.kind === 'key') return { ...shown, keyVariable: keyVariable(identity.name) };
  if (identity.kind === 'made-up') return { ...shown, headers: [...shown.headers, [KEY_HEADER, redact(identity.key)]] };
  return identity.kind === 'presented' ? { ...shown, keyHeaders: identity.as.shownHeaders } : shown;
}

function callerOf(identity: Identity): string {
  if (identity.kind === 'key') return identity.name;
  if (identity.kind === 'presented') return callerOfForm(identity.name, identity.form);
  return identity.kind === 'none' ? 'nobody' : 'a stranger';
}

function asNoAnswer(thrown: unknown, shown: ShownRequest, redact: Redactor): NoAnswer {
  const code = thrown instanceof NoAnswer ? thrown.code : 'broken';
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new NoAnswer(code, `${describeRequest(shown)}: ${redact(why)}`);
}

function retryAfterMs({ headers }: TransportResponse): number | undefined {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : Math.max(0, instant - Date.now());
}

/** Waits by the clock of this machine. */
export const waitInRealTime = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
