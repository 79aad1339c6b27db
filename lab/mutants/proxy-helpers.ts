import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../conformance/http/client.ts';
import { type OperationId, operations } from '../../spec/index.ts';

/** A correct target with one fault, injected by altering a request or a response. */
export interface Mutant {
  /** `area-fault`. */
  readonly id: string;
  /** The fault, as a sentence. */
  readonly title: string;
  /** The checks that must fail. */
  readonly kills: readonly string[];
  /** Whether the fault shows in one situation only: one path, one page, one combination, one spelling. */
  readonly isSubtle?: boolean;
  alter(transport: Transport): Transport;
}

/** A request as a mutant sees it. */
export interface MutantRequest {
  readonly operation: OperationId | undefined;
  readonly query: URLSearchParams;
  readonly key: string | undefined;
  readonly request: TransportRequest;
}

export type Json = Record<string, unknown>;
export type RequestFilter = OperationId | readonly OperationId[] | ((received: MutantRequest) => boolean);

/** Parses the operation, the query and the key of a request. */
export function parseRequest(request: TransportRequest): MutantRequest {
  const { pathname, searchParams } = new URL(request.url);
  const operation = (Object.keys(operations) as OperationId[]).find((id) =>
    matchesOperation(id, request.method, pathname),
  ); // the keys of the table
  return { operation, query: searchParams, key: readHeader(request.headers, 'x-api-key'), request };
}

const matchesOperation = (id: OperationId, method: string, pathname: string): boolean =>
  operations[id].method === method && PATTERNS.get(id)?.test(pathname) === true;

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(operations).map(([id, { path }]) => [
    id,
    new RegExp(`${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+?')}$`),
  ]),
);

const readHeader = (headers: readonly HeaderPair[], name: string): string | undefined =>
  headers.find(([header]) => header.toLowerCase() === name)?.[1];

/** Whether the mutant affects this request. */
export function matchesRequest(when: RequestFilter, received: MutantRequest): boolean {
  if (typeof when === 'function') return when(received);
  return received.operation !== undefined && [when].flat().includes(received.operation);
}

/** Replaces the response to matching requests; `pass` sends any request to the correct target. */
export const replaceResponse =
  (when: RequestFilter, answer: (received: MutantRequest, pass: Transport) => Promise<TransportResponse>) =>
  (transport: Transport): Transport =>
  (request) => {
    const received = parseRequest(request);
    return matchesRequest(when, received) ? answer(received, transport) : transport(request);
  };

/** Whether the request lists transactions with each of these parameters. */
export const isTransactionListWith =
  (...names: readonly string[]) =>
  ({ operation, query }: MutantRequest): boolean =>
    operation === 'listTransactions' && names.every((name) => query.has(name));

/** Changes the query of matching requests. */
export const changeQuery = (when: RequestFilter, change: (query: URLSearchParams) => void) =>
  replaceResponse(when, ({ request }, pass) => pass(replaceQuery(request, change)));

/** Returns the request with another query. */
export function replaceQuery(request: TransportRequest, change: (query: URLSearchParams) => void): TransportRequest {
  const url = new URL(request.url);
  change(url.searchParams);
  return { ...request, url: url.href };
}

/** Returns the request with another key, or none. */
export const replaceKey = (request: TransportRequest, key: string | undefined): TransportRequest => ({
  ...request,
  headers: [
    ...request.headers.filter(([name]) => name.toLowerCase() !== 'x-api-key'),
    ...(key === undefined ? [] : ([['X-API-Key', key]] as const)),
  ],
});

/** The keys that opened something so far, in the order of their first success. */
export type KnownKeys = ReadonlySet<string>;

/** Builds a mutant that learns the valid keys from the responses to them during the survey of the kit. */
export const learnKeys =
  (make: (known: KnownKeys) => (transport: Transport) => Transport) =>
  (transport: Transport): Transport => {
    const known = new Set<string>();
    return make(known)(async (request) => {
      const { operation, key } = parseRequest(request);
      const response = await transport(request);
      if (
        key !== undefined &&
        operation !== undefined &&
        !operations[operation].isPublic &&
        isSuccessResponse(response)
      )
        known.add(key);
      return response;
    });
  };

/** Alters a successful JSON body. */
export const changeJson = (when: RequestFilter, change: (body: Json, received: MutantRequest) => void) =>
  replaceResponse(when, async (received, pass) => {
    const response = await pass(received.request);
    if (!isSuccessResponse(response)) return response;
    const body = parseJsonBody(response);
    change(body, received);
    return replaceJsonBody(response, body);
  });

/** Alters the rows of a successful list. */
export const changeRows = (when: RequestFilter, change: (rows: Json[], received: MutantRequest) => readonly Json[]) =>
  changeJson(when, (body, received) => {
    body.data = change(readDataRows(body), received);
  });

/** Alters a successful body as text. */
export const changeText = (when: RequestFilter, change: (text: string) => string) =>
  replaceResponse(when, async ({ request }, pass) => {
    const response = await pass(request);
    return isSuccessResponse(response) ? { ...response, body: Buffer.from(change(readText(response))) } : response;
  });

/** Sets or removes a header of the response. */
export const changeHeader = (when: RequestFilter, name: string, value: string | undefined) =>
  replaceResponse(when, async ({ request }, pass) => {
    const response = await pass(request);
    const others = response.headers.filter(([header]) => header.toLowerCase() !== name.toLowerCase());
    return { ...response, headers: value === undefined ? others : [...others, [name, value]] };
  });

/** Returns the response that another key would get, for requests that are refused or have an empty result. */
export const useOtherKey = (
  when: RequestFilter,
  isTooLittle: (response: TransportResponse) => boolean = (response) => !isSuccessResponse(response),
) => {
  return (transport: Transport): Transport => {
    const keys = new Set<string>();
    return async (request) => {
      const received = parseRequest(request);
      const response = await transport(request);
      if (received.key !== undefined && isSuccessResponse(response)) keys.add(received.key);
      if (!matchesRequest(when, received) || !isTooLittle(response)) return response;
      for (const key of keys) {
        const borrowed = await transport(replaceKey(request, key));
        if (!isTooLittle(borrowed)) return borrowed;
      }
      return response;
    };
  };
};

/** Adds to a successful response the data that other keys get for the same request. */
export const mergeOtherKeys = (
  when: RequestFilter,
  merge: (own: Json, foreign: Json) => void,
  prepareRequest: (request: TransportRequest) => TransportRequest = (request) => request,
) => {
  return (transport: Transport): Transport => {
    const keys = new Set<string>();
    return async (request) => {
      const received = parseRequest(request);
      const response = await transport(request);
      if (!isSuccessResponse(response)) return response;
      if (received.key !== undefined) keys.add(received.key);
      if (!matchesRequest(when, received)) return response;
      const body = parseJsonBody(response);
      for (const key of keys) {
        const foreign = key === received.key ? response : await transport(replaceKey(prepareRequest(request), key));
        if (key !== received.key && isSuccessResponse(foreign)) merge(body, parseJsonBody(foreign));
      }
      return replaceJsonBody(response, body);
    };
  };
};

/** Adds foreign rows after the key's own rows. */
export const addRows = (own: Json, foreign: Json): void => {
  own.data = [...readDataRows(own), ...readDataRows(foreign)];
};

export const isSuccessResponse = ({ status }: TransportResponse): boolean => status >= 200 && status < 300;
export const readText = ({ body }: TransportResponse): string => new TextDecoder().decode(body);
export const parseJsonBody = (response: TransportResponse): Json => JSON.parse(readText(response)) as Json; // mutants alter JSON only
export const replaceJsonBody = (response: TransportResponse, body: Json): TransportResponse => ({
  ...response,
  headers: response.headers.filter(([name]) => !/^content-(length|encoding)$/i.test(name)),
  body: Buffer.from(JSON.stringify(body)),
});
export const readDataRows = (body: Json): Json[] => (Array.isArray(body.data) ? (body.data as Json[]) : []); // rows of the contract
export const readObjects = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []); // rows of the contract

/** Returns a JSON response with this status. */
export const makeJsonResponse = (status: number, body: Json): TransportResponse => ({
  status,
  headers: [['Content-Type', 'application/json']],
  body: Buffer.from(JSON.stringify(body)),
});
