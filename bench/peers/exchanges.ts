import { createHash } from 'node:crypto';
import type { HeaderPair, Transport, TransportRequest, TransportResponse } from '../../conformance/index.ts';
import type { PathTemplate } from './paths.ts';

/** A request and what was answered. */
export interface Exchanged {
  readonly request: TransportRequest;
  readonly answer: TransportResponse;
}

/** What went through some transports, in order. */
export interface Recording {
  around(transport: Transport): Transport;
  readonly exchanges: readonly Exchanged[];
}

/** A recording with nothing in it yet. */
export function recording(): Recording {
  const exchanges: Exchanged[] = [];
  return {
    around: (transport) => async (request) => {
      const answer = await transport(request);
      exchanges.push({ request, answer });
      return answer;
    },
    exchanges,
  };
}

/** Equal for equal requests. */
export const nameOf = ({ method, url, headers, body }: TransportRequest): string =>
  JSON.stringify([method, url, headers, body]);

/** The exchanges by the name of their request. */
export const byRequest = (exchanges: readonly Exchanged[]): Map<string, Exchanged[]> =>
  Map.groupBy(exchanges, ({ request }) => nameOf(request));

/** Of requests that read, one for each path of a contract, key and set of parameters, whatever their values. */
export function oneOfEachShape(
  requests: readonly TransportRequest[],
  templates: readonly PathTemplate[],
): TransportRequest[] {
  const first = new Map<string, TransportRequest>();
  for (const request of requests) {
    if (request.method !== 'GET') continue;
    const shape = shapeOf(request, templates);
    if (!first.has(shape)) first.set(shape, request);
  }
  return [...first.values()];
}

function shapeOf({ url, headers }: TransportRequest, templates: readonly PathTemplate[]): string {
  const { pathname, searchParams } = new URL(url);
  const path = templates.find((one) => one.match(pathname) !== undefined)?.template ?? pathname;
  return JSON.stringify([path, [...new Set(searchParams.keys())].sort(), headers]);
}

/** Equal for answers that a peer which looks at one exchange at a time, by a contract, cannot judge differently. */
export function sightOf({ request, answer }: Exchanged, templates: readonly PathTemplate[]): string {
  const { pathname } = new URL(request.url);
  const path = templates.find((one) => one.match(pathname) !== undefined)?.template ?? pathname;
  const body = createHash('sha256').update(answer.body).digest('base64');
  return JSON.stringify([request.method, path, answer.status, lasting(answer.headers), body]);
}

/** Headers that tell two equal answers apart. */
const PASSING = /^(date|age|expires|etag|content-length|x-request-id|ratelimit.*)$/i;

const lasting = (headers: readonly HeaderPair[]): string =>
  JSON.stringify(headers.filter(([name]) => !PASSING.test(name)).map(([name, value]) => [name.toLowerCase(), value]));
