import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/*
 * A correct client of the service. The clients of the examination use its parts, and each replaces one of them by a mistake.
 */

/** Test suites of clients by the mistake of the client. A suite rejects if one of its assertions fails. */
export type Clients = Readonly<Record<string, () => Promise<void>>>;

export const KEY = 'sbx-northway-admin';
export const OTHER_KEY = 'sbx-delgado-owner';

const { FLEETKIT_URL: baseUrl = '', FLEETKIT_OPERATOR_TOKEN: token = '' } = process.env;

export const urlOf = (path: string): string => `${baseUrl}${path}`;

/** A response that is not a success. */
export class HttpError extends Error {
  readonly status: number;
  readonly retryAfter: string | null;

  constructor(response: Response) {
    super(`The service responded with ${response.status}.`);
    this.status = response.status;
    this.retryAfter = response.headers.get('retry-after');
  }
}

export interface RequestOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
}

/** Sends a request once. */
export function send(path: string, { method = 'GET', body, headers, timeoutMs = 5000 }: RequestOptions = {}) {
  return fetch(urlOf(path), {
    method,
    headers: { 'X-API-Key': KEY, ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Returns the body of a successful response. Throws an {@link HttpError} for any other. */
// biome-ignore lint/suspicious/noExplicitAny: clients without types are part of the examination.
export async function readJson(response: Response): Promise<any> {
  if (!response.ok) throw new HttpError(response);
  return await response.json();
}

/** True for an error after which the same request may succeed. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof assert.AssertionError) &&
  (!(error instanceof HttpError) || [408, 429].includes(error.status) || error.status >= 500);

/** Returns the wait that a `Retry-After` requests, in seconds or as a date, or else a short one. */
export function waitMsFor(error: unknown, attempt: number): number {
  const retryAfter = error instanceof HttpError ? error.retryAfter : null;
  if (retryAfter === null) return Math.min(10 * 2 ** attempt, 200);
  return /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Math.max(0, Date.parse(retryAfter) - Date.now());
}

export interface RetryOptions {
  attempts?: number;
  isRetryable?: (error: unknown) => boolean;
  /** Tests of the other parts of a client do not wait for `Retry-After`. */
  waitMs?: (error: unknown, attempt: number) => number;
}

/** Repeats the work after a transient error. */
export async function retry<Result>(work: (attempt: number) => Promise<Result>, options: RetryOptions = {}) {
  const { attempts = 10, isRetryable = isTransient, waitMs = () => 5 } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error;
      await wait(waitMs(error, attempt));
    }
  }
}

/** Reads JSON, and repeats the read after a transient error. */
export const read = (path: string, options?: RetryOptions) =>
  retry(async () => await readJson(await send(path)), options);

export interface Row {
  location_id: string;
  terminal_ids: string[];
  timezone: string;
}

/** Reads the rows of all pages with a function that reads one page. */
export async function readPages(path: string, readPage: (path: string) => Promise<unknown> = read): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    // biome-ignore lint/suspicious/noExplicitAny: see readJson.
    const page: any = await readPage(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    rows.push(...page.data);
    cursor = page.page.next_cursor;
  }
  return rows;
}

export const LOCATIONS = '/v1/locations?limit=6';
export const LOCATION_COUNT = 48;

/** Asserts that each location was read exactly once. */
export function assertAllLocations(rows: readonly Row[]): void {
  assert.equal(rows.length, LOCATION_COUNT);
  assert.equal(new Set(rows.map(({ location_id }) => location_id)).size, LOCATION_COUNT);
}

export const TERMINALS = [
  'NW104310',
  'NW100112',
  'NW120333',
  'NW104233',
  'NW101377',
  'NW120107',
  'NW100911',
  'NW110533',
];
export const statusPath = (terminalId: string): string => `/v1/terminals/${terminalId}/status-monitoring`;

/** Sends a request to the control plane, where no fault rule applies. */
// biome-ignore lint/suspicious/noExplicitAny: see readJson.
export async function control(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> {
  const response = await fetch(urlOf(`/sandbox/${path}`), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, await response.clone().text());
  return await response.json();
}
