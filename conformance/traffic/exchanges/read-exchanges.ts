import { createDecodedBodies, type DecodedBodies } from '../../http/bodies/decoded-bodies.ts';
import { createEnvelope, type Envelope } from '../../http/envelope.ts';
import { findHeader, isSuccess, RecordedExchange } from '../../http/exchange.ts';
import { type DocumentedRequest, locateRequest } from '../../http/recording/documented-request.ts';
import type { HeaderPair, ShownRequest } from '../../http/transport/transport-contract.ts';
import type { Caller, Callers } from './callers.ts';
import type { TrafficExchange } from './traffic-exchange.ts';

/** An exchange of a documented path, as rules see it. */
export interface SeenExchange {
  readonly exchange: RecordedExchange;
  readonly caller: Caller;
  /** Whether the whole body is known. Without it, a rule may only read the status and the headers. */
  readonly hasBody: boolean;
  /** Whether the body is certainly whole, and not cut by the software that recorded it. */
  readonly isCertainlyWhole: boolean;
  /** The number of the exchange in the traffic, from 1. */
  readonly number: number;
  readonly source: string | undefined;
}

export interface ExchangeReader {
  /**
   * Returns the exchange for the rules; `undefined` for another service, for a path that the document does not have, and for a read of the
   * past, which shows other data than the reads before and after it.
   */
  read(traffic: TrafficExchange, number: number): SeenExchange | undefined;
}

/**
 * Returns the base URL of the service that a request of a documented path was sent to; `undefined` for other paths.
 *
 * @example
 * findService({ method: 'GET', url: 'https://portal.example/api/v1/portal' }); // 'https://portal.example/api'
 */
export const findService = ({ method, url }: Pick<TrafficExchange, 'method' | 'url'>): string | undefined =>
  locateRequest(method, url)?.baseUrl;

/** The header by which clients of a sandbox read the past. */
const AS_OF = 'fleetkit-as-of';

interface ReaderOptions {
  readonly baseUrl: string;
  readonly callers: Callers;
}

/** The estimated size of the decoded forms to keep: rules compare an exchange with few earlier ones. */
const DECODED_BYTES = 16 * 2 ** 20;

/** Creates the reader of the traffic with one service. */
export function createExchangeReader({ baseUrl, callers }: ReaderOptions): ExchangeReader {
  const envelope = createEnvelope();
  const bodies = createDecodedBodies(DECODED_BYTES);
  return {
    read(traffic, number) {
      const located = locateRequest(traffic.method, traffic.url);
      if (located === undefined || located.baseUrl !== baseUrl) return undefined;
      if (findHeader(traffic.requestHeaders, AS_OF) !== undefined) return undefined;
      const caller = callers.identify(traffic, located.operation);
      const request = toShownRequest(traffic, caller, callers);
      const exchange = toExchange(traffic, { located, request, envelope, bodies });
      return {
        exchange,
        caller,
        hasBody: traffic.body !== undefined,
        isCertainlyWhole: traffic.isCertainlyWhole === true,
        number,
        source: traffic.source,
      };
    },
  };
}

interface ExchangeContext {
  readonly located: DocumentedRequest;
  readonly request: ShownRequest;
  readonly envelope: Envelope;
  readonly bodies: DecodedBodies;
}

function toExchange(
  traffic: TrafficExchange,
  { located, request, envelope, bodies }: ExchangeContext,
): RecordedExchange {
  const { status, responseHeaders, body = new Uint8Array(), startedMs, tookMs } = traffic;
  const exchange = new RecordedExchange({
    operation: located.operation,
    parameters: located.parameters,
    request,
    response: { status, headers: responseHeaders },
    body: bodies.create(() => body, findHeader(responseHeaders, 'content-type')),
    timing: { sentMs: startedMs, tookMs },
    envelope,
  });
  if (isSuccess(exchange) && traffic.body !== undefined)
    envelope.add(located.operation, () => (exchange.isReadable ? exchange.json : undefined));
  return exchange;
}

/** Headers of a request that do not affect its response, or that contain credentials. */
const LEFT_OUT =
  /^(:|x-api-key$|cookie$|authorization$|proxy-authorization$|host$|connection$|content-length$|user-agent$|sec-|accept-(encoding|language)$|origin$|referer$|dnt$|priority$)/i;

function toShownRequest(traffic: TrafficExchange, caller: Caller, { redact }: Callers): ShownRequest {
  const { method, url, requestHeaders, requestBody } = traffic;
  return {
    caller: caller.name,
    method,
    url: redact(url),
    headers: requestHeaders.flatMap(([name, value]): HeaderPair[] =>
      LEFT_OUT.test(name) ? [] : [[name, redact(value)]],
    ),
    ...(caller.variable === undefined ? {} : { keyVariable: caller.variable }),
    ...(requestBody === undefined ? {} : { body: redact(requestBody) }),
  };
}
