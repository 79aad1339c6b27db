import { type OperationId, operations } from '../../../spec/index.ts';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../http/client.ts';

/** A correct target with one fault, injected by altering a request or a response. */
export interface Mutant {
  /** `area-fault`. */
  readonly id: string;
  /** The fault, as a sentence. */
  readonly title: string;
  /** The checks that must fail. */
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

/** Parses the operation, the query and the key of a request. */
export function askedBy(request: TransportRequest): Asked {
  const { pathname, searchParams } = new URL(request.url);
  const operation = (Object.keys(operations) as OperationId[]).find((id) => isAt(id, request.method, pathname)); // the keys of the table
  return { operation, query: searchParams, key: headerOf(request.headers, 'x-api-key'), request };
}

function isAt(id: OperationId, method: string, pathname: string): boolean {
  const { path, method: own } = operations[id];
  const pattern = `${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+?')}$`;
  return own === method && new RegExp(pattern).test(pathname);
}

const headerOf = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1];

/** Whether the mutant affects this request. */
export function applies(when: When, asked: Asked): boolean {
  if (typeof when === 'function') return when(asked);
  return asked.operation !== undefined && [when].flat().includes(asked.operation);
}

/** Replaces the response to matching requests; `pass` sends any request to the correct target. */
export const instead =
  (when: When, answer: (asked: Asked, pass: Transport) => Promise<TransportResponse>) =>
  (transport: Transport): Transport =>
  (request) => {
    const asked = askedBy(request);
    return applies(when, asked) ? answer(asked, transport) : transport(request);
  };

/** Whether the request lists transactions with each of these parameters. */
export const rowsAskedWith =
  (...names: readonly string[]) =>
  ({ operation, query }: Asked): boolean =>
    operation === 'listTransactions' && names.every((name) => query.has(name));

/** Changes the query of matching requests. */
export const withQuery = (when: When, change: (query: URLSearchParams) => void) =>
  instead(when, ({ request }, pass) => pass(requery(request, change)));

/** Returns the request with another query. */
export function requery(request: TransportRequest, change: (query: URLSearchParams) => void): TransportRequest {
  const url = new URL(request.url);
  change(url.searchParams);
  return { ...request, url: url.href };
}

/** Returns the request with another key, or none. */
export const rekey = (request: TransportRequest, key: string | undefined): TransportRequest => ({
  ...request,
  headers: [
    ...request.headers.filter(([name]) => name.toLowerCase() !== 'x-api-key'),
    ...(key === undefined ? [] : ([['X-API-Key', key]] as const)),
  ],
});

/** The keys that opened something so far, in the order of their first success. */
export type KnownKeys = ReadonlySet<string>;

/** Builds a mutant that learns the valid keys from the responses to them during the survey of the kit. */
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

/** Sets or removes a header of the response. */
export const withHeader = (when: When, name: string, value: string | undefined) =>
  instead(when, async ({ request }, pass) => {
    const response = await pass(request);
    const others = response.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase());
    return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
  });

/** Returns the response that another key would get, for requests that are refused or have an empty result. */
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

/** Adds to a successful response the data that other keys get for the same request. */
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

/** Adds foreign rows after the key's own rows. */
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
export const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []); // rows of the contract

/** Returns a JSON response with this status. */
export const answering = (status: number, body: Json): TransportResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify(body)),
});
