import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { type HeaderPair, NoResponse } from '../http/client.ts';
import type { TlsOptions } from '../http/transport.ts';
import { toNoResponseError } from '../http/transport-failure.ts';
import { createTrustOptions } from '../http/trusted-authorities.ts';
import type { Delivery } from './delivery.ts';

/** What came back to a delivery. */
export type Answer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: readonly HeaderPair[];
      /** The first 2,000 bytes of its body. */
      readonly text: string;
      /** From the last byte sent to the end of the answer. */
      readonly tookMs: number;
    }
  /** None, and why not in words; with `unreachable` not even a connection. */
  | { readonly kind: 'unreachable' | 'timeout' | 'dropped'; readonly words: string };

/** Takes one delivery to the receiver, over a connection of its own. Never throws for what the receiver does. */
export type Courier = (delivery: Delivery) => Promise<Answer>;

export interface CourierOptions {
  readonly url: string;
  /** How long one exchange may take, from the first byte sent to the last one read. */
  readonly timeoutMs: number;
  /** Between two pieces of a body. */
  readonly pauseMs: number;
  /** What every delivery carries beside its own. */
  readonly addedHeaders: readonly HeaderPair[];
  readonly tls?: Pick<TlsOptions, 'ca' | 'isUnchecked'>;
  /** Milliseconds of a clock that only goes forwards. */
  readonly clock: () => number;
}

const KEPT_BYTES = 2000;
const MOST_BYTES = 64 * 1024;

/** The courier of the network. It follows no redirects, for no sender of webhooks does. */
export function httpCourier(options: CourierOptions): Courier {
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

async function exchange(delivery: Delivery, options: CourierOptions): Promise<Answer> {
  const { clock, pauseMs, timeoutMs } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const outgoing = opened(delivery, options, signal);
  const incoming = responseTo(outgoing);
  // Whoever refuses early may close while the body is still going out: what counts is whether an answer came.
  const sent = sendBody(outgoing, delivery.pieces, pauseMs).then(clock, clock);
  try {
    const response = await incoming;
    const body = await bodyOf(response);
    const answeredMs = clock();
    const tookMs = Math.max(0, answeredMs - (await Promise.race([sent, answeredMs])));
    return {
      kind: 'answered',
      status: response.statusCode ?? 0,
      headers: pairsOf(response.rawHeaders),
      text: body.subarray(0, KEPT_BYTES).toString(),
      tookMs,
    };
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  } finally {
    outgoing.destroy();
  }
}

function opened(
  delivery: Delivery,
  { url, addedHeaders, tls = {} }: CourierOptions,
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

const responseTo = (outgoing: ClientRequest): Promise<IncomingMessage> =>
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

async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new NoResponse('too-large', `its answer is larger than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Node.js gives names and values in turn. */
const pairsOf = (raw: readonly string[]): HeaderPair[] =>
  raw.flatMap((name, index): HeaderPair[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
