import type { HeaderPair } from '../../http/transport/transport-contract.ts';
import type { UpstreamFailure } from './upstream-failure.ts';

/** The copy of a body for judging. */
export interface CopiedBody {
  readonly bytes: Uint8Array;
  /** The number of bytes that were forwarded. */
  readonly length: number;
  /** Whether `bytes` has all of them: false beyond a limit of size or memory. */
  readonly isWhole: boolean;
}

/** The response of the upstream, as it was forwarded. */
export interface ForwardedResponse {
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly body: CopiedBody;
  readonly trailers: readonly HeaderPair[];
}

/**
 * How an exchange ended. `complete`: the client got the whole response. `cut`: the upstream ended the response early, and the client
 * noticed. `client-left`: the client closed its connection first. `no-response`: the upstream sent none. `refused`: the proxy did not
 * forward the request.
 */
export type ExchangeEnd = 'complete' | 'cut' | 'client-left' | 'no-response' | 'refused';

/** A request of a client and its response, with copies of both bodies. */
export interface ForwardedExchange {
  readonly method: string;
  /** The URL at the upstream. */
  readonly url: string;
  /** The headers that the client sent, in order. */
  readonly requestHeaders: readonly HeaderPair[];
  readonly requestBody: CopiedBody;
  /** When the request arrived, in epoch milliseconds, and the time until the exchange ended. */
  readonly sentMs: number;
  readonly tookMs: number;
  readonly end: ExchangeEnd;
  readonly response?: ForwardedResponse;
  /** Why the upstream sent no response or cut it, or why the request was refused. */
  readonly failure?: UpstreamFailure;
}

/** Converts the flat list of names and values that Node.js reads. */
export const toPairs = (flat: readonly string[]): HeaderPair[] =>
  Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']);
