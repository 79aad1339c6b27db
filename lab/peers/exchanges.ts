import { createHash } from 'node:crypto';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../conformance/index.ts';
import type { PathTemplate } from './paths.ts';

/** A request and its response. */
export interface PeerExchange {
  readonly request: TransportRequest;
  readonly answer: TransportResponse;
}

/** Records the exchanges of some transports, in order. */
export interface ExchangeRecording {
  around(transport: Transport): Transport;
  readonly exchanges: readonly PeerExchange[];
}

/** Creates an empty recording. */
export function createRecording(): ExchangeRecording {
  const exchanges: PeerExchange[] = [];
  return {
    around: (transport) => async (request) => {
      const answer = await transport(request);
      exchanges.push({ request, answer });
      return answer;
    },
    exchanges,
  };
}

/** Returns a text that is equal for equal requests. */
export const toRequestKey = ({ method, url, headers, body }: TransportRequest): string =>
  JSON.stringify([method, url, headers, body]);

/** Groups the exchanges by request. */
export const groupByRequest = (exchanges: readonly PeerExchange[]): Map<string, PeerExchange[]> =>
  Map.groupBy(exchanges, ({ request }) => toRequestKey(request));

/** Returns one GET request for each path of a contract, key and set of parameter names. */
export function selectOnePerShape(
  requests: readonly TransportRequest[],
  templates: readonly PathTemplate[],
): TransportRequest[] {
  const first = new Map<string, TransportRequest>();
  for (const request of requests) {
    if (request.method !== 'GET') continue;
    const shape = toShapeKey(request, templates);
    if (!first.has(shape)) first.set(shape, request);
  }
  return [...first.values()];
}

function toShapeKey({ url, headers }: TransportRequest, templates: readonly PathTemplate[]): string {
  const { pathname, searchParams } = new URL(url);
  const path = templates.find((one) => one.match(pathname) !== undefined)?.template ?? pathname;
  return JSON.stringify([path, [...new Set(searchParams.keys())].sort(), headers]);
}

/** Returns a text that is equal for exchanges that a contract validator cannot distinguish. */
export function toExchangeKey({ request, answer }: PeerExchange, templates: readonly PathTemplate[]): string {
  const { pathname } = new URL(request.url);
  const path = templates.find((one) => one.match(pathname) !== undefined)?.template ?? pathname;
  const body = createHash('sha256').update(answer.body).digest('base64');
  return JSON.stringify([request.method, path, answer.status, formatStableHeaders(answer.headers), body]);
}

/** Headers that differ between equal responses. */
const VARYING_HEADER = /^(date|age|expires|etag|content-length|x-request-id|ratelimit.*)$/i;

const formatStableHeaders = (headers: readonly HeaderPair[]): string =>
  JSON.stringify(
    headers.filter(([name]) => !VARYING_HEADER.test(name)).map(([name, value]) => [name.toLowerCase(), value]),
  );
