import type { HeaderPair, Transport } from '../../../../conformance/http/client.ts';
import { harbour } from '../index.ts';

/** A request of a test: the key and the path. */
export interface TestRequest {
  /** The name of a key; `undefined` for a request without one. */
  readonly as?: string;
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly HeaderPair[];
  readonly body?: unknown;
}

/** A response, parsed for tests. */
export interface TestReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  /** The body parsed as JSON, or `undefined`. */
  readonly json: unknown;
}

export const ORIGIN = 'http://harbour.test';

/** Sends one request. `path` may be a whole URL, as in a next link. */
export async function sendRequest(
  transport: Transport,
  { as, method = 'GET', path, headers = [], body }: TestRequest,
): Promise<TestReply> {
  const key = as === undefined ? undefined : harbour.keys.get(as);
  const response = await transport({
    method,
    url: path.startsWith('http') ? path : ORIGIN + path,
    headers: [
      ...(key === undefined ? [] : ([['X-API-Key', key]] as const)),
      ...(body === undefined ? [] : ([['Content-Type', 'application/json']] as const)),
      ...headers,
    ],
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = Buffer.from(response.body).toString('latin1');
  const visible = response.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return { status: response.status, headers: new Map(visible), text, json: readJson(response.body) };
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

/** Returns every value at a pointer; `*` stands for each element of an array or member of an object. */
export function readPointer(value: unknown, pointer: string): unknown[] {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown[]>(
      (values, segment) =>
        values.flatMap((one) => {
          if (typeof one !== 'object' || one === null) return [];
          if (segment === '*') return Object.values(one);
          return Object.entries(one).flatMap(([name, member]) => (name === segment ? [member] : []));
        }),
      [value],
    );
}

export const readTexts = (value: unknown, pointer: string): string[] => readPointer(value, pointer).map(String);

/** Returns the rows of all pages of a list, following its next links. */
export async function readAllRows(
  transport: Transport,
  { as, path, rows }: { readonly as: string; readonly path: string; readonly rows: string },
): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { json } = await sendRequest(transport, { as, path: next });
    found.push(...readPointer(json, rows));
    next = readTexts(json, '/_links/next/href')[0];
  }
  return found;
}
