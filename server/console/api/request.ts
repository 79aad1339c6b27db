import { basePath } from './base-path.ts';
import { endSession, session } from './session.ts';

/** Begins the ids of requests of all consoles. */
export const CONSOLE_PREFIX = 'console-';

/** The credentials of a request: those of the chosen user, or of the operator. */
export type Caller = 'user' | 'operator';

/** A fault of one member. */
export interface Fault {
  readonly pointer?: string;
  readonly detail?: string;
}

/** A request that the sandbox rejected, or that got no answer (`status` 0). */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** Faults of single members of the body. */
  readonly faults: readonly Fault[];

  constructor(
    status: number,
    code: string,
    { message, faults = [] }: Pick<RequestError, 'message'> & Partial<Pick<RequestError, 'faults'>>,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.faults = faults;
  }
}

export interface ApiRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: object;
  /** Default: the user. */
  readonly as?: Caller;
  /** Sends this key in place of that of the user. */
  readonly key?: string;
  /** Reads the service as it was at this instant of the sandbox clock. Default: now. */
  readonly asOf?: string | undefined;
}

const STORAGE = 'fleetkit-console-id';

/** Begins the ids of the requests of this browser, so that its own requests are not among those of clients. */
const getOwnPrefix = (): string => {
  ownPrefix ??= `${CONSOLE_PREFIX}${readConsoleId()}-`;
  return ownPrefix;
};

let ownPrefix: string | undefined;

/** Whether the request with this id was sent by a console in this browser. */
export const isOwnRequest = (id: string): boolean => id.startsWith(getOwnPrefix());

/** Returns the random id of the consoles in this browser. */
function readConsoleId(): string {
  const id = localStorage.getItem(STORAGE) ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
  localStorage.setItem(STORAGE, id);
  return id;
}

let requestCount = 0;

/** Sends a request and returns the JSON of its reply. Throws a `RequestError`. */
export async function request<Reply>(path: string, options: ApiRequest = {}): Promise<Reply> {
  const response = await send(path, options);
  return (await response.json()) as Reply; // the server validates its replies against the contract
}

/** Sends a request and returns the text of its reply. Throws a `RequestError`. */
export async function requestText(path: string): Promise<string> {
  return (await send(path, {})).text();
}

/** A response as it arrived. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly totalMs: number;
}

interface RawRequest {
  readonly method: string;
  /** Empty for none. */
  readonly body: string;
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with a key, and returns its response, also if it is a rejection. Throws if there is none. */
export async function sendRaw(path: string, { method, body, key, headers = {} }: RawRequest): Promise<RawResponse> {
  const startMs = performance.now();
  const response = await fetch(`${basePath}${path}`, {
    method,
    headers: {
      ...createHeaders({ key }),
      ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    cache: 'no-store',
    ...(body === '' ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text,
    totalMs: performance.now() - startMs,
  };
}

/** The first reads of a large fleet can take minutes. Until then the sandbox replies 503 and states when to send the read again. */
const MOST_ATTEMPTS = 30;

async function send(path: string, options: ApiRequest, attempt = 1): Promise<Response> {
  const { method = 'GET', body } = options;
  const headers = { ...createHeaders(options), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const response = await fetch(`${basePath}${path}`, {
    method,
    headers,
    cache: 'no-store',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new RequestError(0, 'no_answer', { message: 'The sandbox does not answer. It may have stopped.' });
  });
  if (response.ok) return response;
  const waitSeconds = response.status === 503 && method === 'GET' ? Number(response.headers.get('Retry-After')) : 0;
  if (waitSeconds > 0 && attempt < MOST_ATTEMPTS) {
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
    return send(path, options, attempt + 1);
  }
  const error = await readProblem(response);
  if (error.status === 401 && options.key === undefined) endSession(error.message);
  throw error;
}

/** Returns the headers with the credentials of the caller. Operations of the control plane accept both kinds. */
export function createHeaders({ as = 'user', key, asOf }: ApiRequest): Record<string, string> {
  requestCount += 1;
  const { operatorToken, apiKey } = session.value ?? {};
  const credentials: Record<string, string> =
    as === 'operator' && operatorToken !== undefined
      ? { Authorization: `Bearer ${operatorToken}` }
      : { 'X-API-Key': key ?? apiKey ?? '' };
  const moment: Record<string, string> = asOf === undefined ? {} : { 'Fleetkit-As-Of': asOf };
  return { ...credentials, ...moment, 'X-Request-Id': `${getOwnPrefix()}${requestCount}` };
}

async function readProblem(response: Response): Promise<RequestError> {
  const problem = (await response.json().catch(() => ({}))) as {
    readonly code?: string;
    readonly detail?: string;
    readonly title?: string;
    readonly errors?: readonly Fault[];
  };
  const details = (problem.errors ?? []).flatMap(({ detail }) => detail ?? []);
  const message = details.length > 0 ? details.join(' ') : (problem.detail ?? problem.title);
  return new RequestError(response.status, problem.code ?? 'unknown', {
    message: message ?? `The reply was ${response.status}.`,
    faults: problem.errors ?? [],
  });
}

/** Returns a message for people. */
export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
