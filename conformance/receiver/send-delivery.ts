import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type HeaderPair, NoResponse } from '../http/client.ts';
import type { TlsOptions } from '../http/transport.ts';
import { toNoResponseError } from '../http/transport-failure.ts';
import { createTrustOptions } from '../http/trusted-authorities.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';

/** The response to a delivery, or the reason why there is none. */
export type DeliveryResponse =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: readonly HeaderPair[];
      /** The first 2,000 bytes of the body. */
      readonly text: string;
      /** From the last byte sent to the end of the response. */
      readonly tookMs: number;
    }
  /** No response. `words` describes why; `unreachable` means no connection. */
  | { readonly kind: 'unreachable' | 'timeout' | 'dropped'; readonly words: string };

/** Sends one delivery over a separate connection. Never throws because of the receiver's behaviour. */
export type SendDelivery = (delivery: OutgoingDelivery) => Promise<DeliveryResponse>;

export interface ProbeSenderOptions {
  readonly url: string;
  /** Time limit of one exchange, from the first byte sent to the last byte read. */
  readonly timeoutMs: number;
  /** Pause between two chunks of a body. */
  readonly pauseMs: number;
  /** Headers to add to every delivery. */
  readonly addedHeaders: readonly HeaderPair[];
  readonly tls?: Pick<TlsOptions, 'ca' | 'isUnchecked'>;
  /** A monotonic clock in milliseconds. */
  readonly clock: () => number;
}

const KEPT_BYTES = 2000;
const MOST_BYTES = 64 * 1024;

/** Creates a function that sends deliveries over the network. Does not follow redirects, like webhook senders. */
export function createDeliverySender(options: ProbeSenderOptions): SendDelivery {
  const { timeoutMs } = options;
  return async (delivery) => {
    try {
      return await exchange(delivery, options);
    } catch (thrown) {
      const { code, message } = toNoResponseError(thrown, { timeoutMs, isProxied: false });
      const kind = code === 'unreachable' || code === 'timeout' ? code : 'dropped';
      return { kind, words: message };
    }
  };
}

async function exchange(delivery: OutgoingDelivery, options: ProbeSenderOptions): Promise<DeliveryResponse> {
  const { clock, pauseMs, timeoutMs } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const outgoing = openRequest(delivery, options, signal);
  const incoming = awaitResponse(outgoing);
  // A receiver that rejects early may close the connection before the body is sent; its response still counts.
  const sent = sendBody(outgoing, delivery.pieces, pauseMs).then(clock, clock);
  try {
    const response = await incoming;
    const body = await readBody(response);
    const answeredMs = clock();
    const tookMs = Math.max(0, answeredMs - (await Promise.race([sent, answeredMs])));
    return {
      kind: 'answered',
      status: response.statusCode ?? 0,
      headers: pairHeaders(response.rawHeaders),
      text: body.subarray(0, KEPT_BYTES).toString(),
      tookMs,
    };
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  } finally {
    outgoing.destroy();
  }
}

function openRequest(
  delivery: OutgoingDelivery,
  { url, addedHeaders, tls = {} }: ProbeSenderOptions,
  signal: AbortSignal,
): ClientRequest {
  const { host, protocol } = new URL(url);
  const length = delivery.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const headers: readonly HeaderPair[] = [
    ['Host', host],
    ...(delivery.pieces.length === 0 ? [] : [['Content-Length', String(length)] as const]),
    ['User-Agent', 'fleetkit-receiver-check'],
    ...addedHeaders,
    ...delivery.headers,
    ['Connection', 'close'],
  ];
  const settings = { method: delivery.method, headers: headers.flat(), agent: false, signal } as const;
  if (protocol === 'http:') return plainRequest(url, settings);
  return tlsRequest(url, {
    ...settings,
    rejectUnauthorized: tls.isUnchecked !== true,
    ...createTrustOptions(tls.ca),
  });
}

const awaitResponse = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing.once('response', resolve);
    outgoing.on('error', reject);
  });

async function sendBody(outgoing: ClientRequest, pieces: readonly Uint8Array[], pauseMs: number): Promise<void> {
  outgoing.setNoDelay(true);
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (outgoing.destroyed) return;
    outgoing.write(piece);
  }
  await new Promise<void>((resolve) => outgoing.end(resolve));
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new NoResponse('too-large', `the response is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Node.js alternates names and values. */
const pairHeaders = (raw: readonly string[]): HeaderPair[] =>
  raw.flatMap((name, index): HeaderPair[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
