import {
  NoResponse,
  type Timing,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '../../http/client.ts';

/** A request and its response, as the transport saw them. */
export interface RecordedExchange {
  readonly request: TransportRequest;
  readonly response: TransportResponse;
}

/** A request with its response, or with the reason why it has none. */
export type RequestOutcome = Pick<RecordedExchange, 'request'> &
  Timing &
  (Pick<RecordedExchange, 'response'> | { readonly failure: NoResponse });

/** The traffic of a run, to repeat checks without the target. */
export interface RecordedTraffic {
  /** The given transport, which also records. */
  readonly transport: Transport;
  /** The recorded exchanges, in order. */
  readonly exchanges: readonly RecordedExchange[];
  /** The requests, in the order of their outcomes. */
  readonly outcomes: readonly RequestOutcome[];
  /** Whether the limit of memory was reached, so that later exchanges are missing. */
  readonly isCut: boolean;
}

/** The bodies that are kept at most, in bytes. */
export const MOST_RECORDED_BYTES = 64 * 2 ** 20;

/** Records what a transport sends and receives. Exchanges with equal bodies share one. */
export function recordTraffic(transport: Transport, now = Date.now): RecordedTraffic {
  const exchanges: RecordedExchange[] = [];
  const outcomes: RequestOutcome[] = [];
  let bytes = 0;
  let isCut = false;
  return {
    transport: async (request) => {
      const sentMs = now();
      const measure = () => ({ sentMs, tookMs: now() - sentMs });
      const response = await transport(request).catch((thrown: unknown) => {
        if (thrown instanceof NoResponse) outcomes.push({ request, failure: thrown, ...measure() });
        throw thrown;
      });
      isCut ||= bytes + response.body.length > MOST_RECORDED_BYTES;
      if (!isCut) {
        bytes += response.body.length;
        exchanges.push({ request, response });
        outcomes.push({ request, response, ...(response.timing ?? measure()) });
      }
      return response;
    },
    exchanges,
    outcomes,
    get isCut() {
      return isCut;
    },
  };
}

/** Returns the text that two equal requests share. */
export const identify = ({ method, url, headers, body = '' }: TransportRequest): string =>
  JSON.stringify([method, url, headers, body]);

/** Changes the response to a request; returns `undefined` to leave it. */
export type Alteration = (exchange: RecordedExchange) => TransportResponse | undefined;

/** A transport that answers from recorded traffic, and the exchanges that were requested. */
export interface Replay {
  readonly transport: Transport;
  readonly requested: readonly RecordedExchange[];
}

/**
 * Creates a transport that answers from recorded traffic: the n-th request with the n-th response to it, later ones with the
 * last. It refuses requests that were not recorded.
 */
export function createReplay(
  recorded: ReadonlyMap<string, readonly RecordedExchange[]>,
  alter: Alteration = () => undefined,
): Replay {
  const counts = new Map<string, number>();
  const requested: RecordedExchange[] = [];
  return {
    requested,
    transport: async (request) => {
      const key = identify(request);
      const known = recorded.get(key) ?? [];
      const count = counts.get(key) ?? 0;
      counts.set(key, count + 1);
      const exchange = known[count] ?? known.at(-1);
      if (exchange === undefined) throw new NoResponse('closed', 'the run sent no such request');
      requested.push(exchange);
      return alter(exchange) ?? exchange.response;
    },
  };
}

/** Returns the recorded exchanges by request. */
export const groupByRequest = (exchanges: readonly RecordedExchange[]): Map<string, RecordedExchange[]> =>
  Map.groupBy(exchanges, ({ request }) => identify(request));
