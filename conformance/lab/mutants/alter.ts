import { type OperationId, operations } from '../../../spec/index.ts';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../http/client.ts';

/** A correct target broken in one way, by altering what goes in or comes out. */
export interface Mutant {
  /** `area-what-is-wrong`. */
  readonly id: string;
  /** What is wrong, as a sentence. */
  readonly title: string;
  /** The checks that must notice. */
  readonly kills: readonly string[];
  alter(transport: Transport): Transport;
}

/** A request as a mutant sees it. */
export interface Asked {
  readonly operation: OperationId | undefined;
  readonly query: URLSearchParams;
  readonly key: string | undefined;
  readonly request: TransportRequest;
}

export type Json = Record<string, unknown>;
export type When = OperationId | readonly OperationId[] | ((asked: Asked) => boolean);

/** Reads what a request asks for. */
export function askedBy(request: TransportRequest): Asked {
  const { pathname, searchParams } = new URL(request.url);
  const operation = (Object.keys(operations) as OperationId[]).find((id) => isAt(id, request.method, pathname)); // its own keys
  return { operation, query: searchParams, key: headerOf(request.headers, 'x-api-key'), request };
}

function isAt(id: OperationId, method: string, pathname: string): boolean {
  const { path, method: own } = operations[id];
  const pattern = `${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+?')}$`;
  return own === method && new RegExp(pattern).test(pathname);
}

const headerOf = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1];

/** Whether a mutant touches this request. */
export function applies(when: When, asked: Asked): boolean {
  if (typeof when === 'function') return when(asked);
  return asked.operation !== undefined && [when].flat().includes(asked.operation);
}

/** Answers in another way when the request is one of these; `pass` gives the true answer to any request. */
export const instead =
  (when: When, answer: (asked: Asked, pass: Transport) => Promise<TransportResponse>) =>
  (transport: Transport): Transport =>
  (request) => {
    const asked = askedBy(request);
    return applies(when, asked) ? answer(asked, transport) : transport(request);
  };

/** Whether transactions are asked for with each of these parameters. */
export const rowsAskedWith =
  (...names: readonly string[]) =>
  ({ operation, query }: Asked): boolean =>
    operation === 'listTransactions' && names.every((name) => query.has(name));

/** Sends another query than the one asked. */
export const withQuery = (when: When, change: (query: URLSearchParams) => void) =>
  instead(when, ({ request }, pass) => pass(requery(request, change)));

/** The request with another query. */
export function requery(request: TransportRequest, change: (query: URLSearchParams) => void): TransportRequest {
  const url = new URL(request.url);
  change(url.searchParams);
  return { ...request, url: url.href };
}

/** The request with another key, or none. */
export const rekey = (request: TransportRequest, key: string | undefined): TransportRequest => ({
  ...request,
  headers: [
    ...request.headers.filter(([name]) => name.toLowerCase() !== 'x-api-key'),
    ...(key === undefined ? [] : ([['X-API-Key', key]] as const)),
  ],
});

/** The keys that opened something so far, in the order of their first success. */
export type KnownKeys = ReadonlySet<string>;

/** A mutant that learns which keys there are from the answers they get, as the kit's survey asks for them. */
export const knowingKeys =
  (make: (known: KnownKeys) => (transport: Transport) => Transport) =>
  (transport: Transport): Transport => {
    const known = new Set<string>();
    return make(known)(async (request) => {
      const { operation, key } = askedBy(request);
      const response = await transport(request);
      if (key !== undefined && operation !== undefined && !operations[operation].isPublic && isSuccess(response))
        known.add(key);
      return response;
    });
  };

/** Alters a successful JSON body. */
export const withJson = (when: When, change: (body: Json, asked: Asked) => void) =>
  instead(when, async (asked, pass) => {
    const response = await pass(asked.request);
    if (!isSuccess(response)) return response;
    const body = bodyOf(response);
    change(body, asked);
    return jsonOf(response, body);
  });

/** Alters the rows of a successful list. */
export const withRows = (when: When, change: (rows: Json[], asked: Asked) => readonly Json[]) =>
  withJson(when, (body, asked) => {
    body.data = change(rowsIn(body), asked);
  });

/** Alters a successful body as text. */
export const withText = (when: When, change: (text: string) => string) =>
  instead(when, async ({ request }, pass) => {
    const response = await pass(request);
    return isSuccess(response) ? { ...response, body: Buffer.from(change(textOf(response))) } : response;
  });

/** Sets a header of the response, or takes it away. */
export const withHeader = (when: When, name: string, value: string | undefined) =>
  instead(when, async ({ request }, pass) => {
    const response = await pass(request);
    const others = response.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase());
    return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
  });

/** Answers what the owner of another key would get, for requests that are refused or come back empty. */
export const borrowing = (
  when: When,
  isTooLittle: (response: TransportResponse) => boolean = (response) => !isSuccess(response),
) => {
  return (transport: Transport): Transport => {
    const keys = new Set<string>();
    return async (request) => {
      const asked = askedBy(request);
      const response = await transport(request);
      if (asked.key !== undefined && isSuccess(response)) keys.add(asked.key);
      if (!applies(when, asked) || !isTooLittle(response)) return response;
      for (const key of keys) {
        const borrowed = await transport(rekey(request, key));
        if (!isTooLittle(borrowed)) return borrowed;
      }
      return response;
    };
  };
};

/** Adds to a successful answer what the same request gives to the owners of other keys. */
export const mixingIn = (
  when: When,
  merge: (own: Json, foreign: Json) => void,
  askOthers: (request: TransportRequest) => TransportRequest = (request) => request,
) => {
  return (transport: Transport): Transport => {
    const keys = new Set<string>();
    return async (request) => {
      const asked = askedBy(request);
      const response = await transport(request);
      if (!isSuccess(response)) return response;
      if (asked.key !== undefined) keys.add(asked.key);
      if (!applies(when, asked)) return response;
      const body = bodyOf(response);
      for (const key of keys) {
        const foreign = key === asked.key ? response : await transport(rekey(askOthers(request), key));
        if (key !== asked.key && isSuccess(foreign)) merge(body, bodyOf(foreign));
      }
      return jsonOf(response, body);
    };
  };
};

/** Adds foreign rows after the own ones. */
export const addRows = (own: Json, foreign: Json): void => {
  own.data = [...rowsIn(own), ...rowsIn(foreign)];
};

export const isSuccess = ({ status }: TransportResponse): boolean => status >= 200 && status < 300;
export const textOf = ({ body }: TransportResponse): string => new TextDecoder().decode(body);
export const bodyOf = (response: TransportResponse): Json => JSON.parse(textOf(response)) as Json; // mutants alter JSON only
export const jsonOf = (response: TransportResponse, body: Json): TransportResponse => ({
  ...response,
  headers: response.headers.filter(([name]) => !/^content-(length|encoding)$/i.test(name)),
  body: Buffer.from(JSON.stringify(body)),
});
export const rowsIn = (body: Json): Json[] => (Array.isArray(body.data) ? (body.data as Json[]) : []); // rows of the contract
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []); // likewise

/** An answer of JSON with this status. */
export const answering = (status: number, body: Json): TransportResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify(body)),
});
