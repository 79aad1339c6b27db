import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as HttpsAgent, request as tlsRequest } from 'node:https';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { HeaderPair } from '../../http/client.ts';
import { createFixedLookup } from '../../http/transport/transport.ts';
import { toNoResponseError } from '../../http/transport/transport-failure.ts';
import { createTrustOptions } from '../../http/transport/trusted-authorities.ts';
import type { DeliveryResponse, ProbeSenderOptions, SendDelivery } from './delivery-response.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';
import { createStalledConnections, createWireSender } from './wire.ts';

const MOST_BYTES = 64 * 1024;
/** One connection at a time: a receiver that serves connections one after another would not serve a second one. */
const REUSE = { keepAlive: true, maxSockets: 1, timeout: 4000 };

/** Creates a function that sends deliveries over the network. Does not follow redirects, like webhook senders. */
export function createDeliverySender(options: ProbeSenderOptions): SendDelivery {
  const { timeoutMs } = options;
  const agent = options.url.startsWith('https:') ? new HttpsAgent(REUSE) : new HttpAgent(REUSE);
  const sendOnWire = createWireSender(options);
  const stalled = createStalledConnections(options);
  const settle = (sent: Promise<DeliveryResponse>): Promise<DeliveryResponse> =>
    sent.catch((thrown: unknown) => {
      const { code, message } = toNoResponseError(thrown, { timeoutMs, isProxied: false });
      return { kind: code === 'unreachable' || code === 'timeout' ? code : 'dropped', words: message };
    });
  const send = (delivery: OutgoingDelivery): Promise<DeliveryResponse> => {
    if (delivery.wire !== undefined) return sendOnWire(delivery);
    if (delivery.missingBytes !== undefined || delivery.disconnect !== undefined)
      return settle(sendAndDisconnect(delivery, options));
    if (delivery.connection === undefined) return settle(sendOnce(delivery, false, options));
    const sent = sendOnce(delivery, agent, options).catch(async (thrown: unknown) => {
      if (!(thrown instanceof StaleConnection)) throw thrown;
      return { ...(await settle(sendOnce(delivery, false, options))), transmissions: 2 };
    });
    return settle(sent);
  };
  return async (delivery) => {
    if (delivery.wire?.stalledAfter !== undefined) return stalled.add(delivery);
    const answer = await send(delivery);
    stalled.closeAll();
    return answer;
  };
}

/** Sends a delivery, or a part of it, and closes the connection without reading the response. */
async function sendAndDisconnect(delivery: OutgoingDelivery, options: ProbeSenderOptions): Promise<DeliveryResponse> {
  const { afterMs, isReset } = delivery.disconnect ?? { afterMs: options.pauseMs, isReset: false };
  const outgoing = openRequest(delivery, { ...options, agent: false }, AbortSignal.timeout(options.timeoutMs));
  const failed = new Promise<never>((_, reject) => {
    outgoing.on('error', reject);
  });
  outgoing.flushHeaders();
  const connected = new Promise<void>((resolve) => {
    outgoing.once('socket', (socket) => socket.once('connect', resolve));
  });
  const written = delivery.pieces.map((piece) => new Promise((resolve) => outgoing.write(piece, resolve)));
  try {
    await Promise.race([Promise.all([connected, ...written]), failed]);
    if (afterMs > 0) await Promise.race([setTimeoutAsync(afterMs), failed]);
    // Node.js cannot reset a connection with TLS; it only closes it
    if (isReset && !(outgoing.socket instanceof TLSSocket)) outgoing.socket?.resetAndDestroy();
  } finally {
    outgoing.destroy();
  }
  return { kind: 'cut', words: 'the check closed the connection' };
}

/** Thrown when the receiver had closed the reused connection: senders then open a new one. */
class StaleConnection extends Error {}

async function sendOnce(
  delivery: OutgoingDelivery,
  agent: HttpAgent | false,
  options: ProbeSenderOptions,
): Promise<DeliveryResponse> {
  const { clock, pauseMs, timeoutMs } = options;
  const signal = AbortSignal.timeout(timeoutMs);
  const outgoing = openRequest(delivery, { ...options, agent }, signal);
  const incoming = awaitResponse(outgoing);
  // A receiver that rejects early may close the connection before the body is sent; its response still counts.
  const sent = sendBody(outgoing, delivery.pieces, pauseMs).then(clock, clock);
  let isComplete = false;
  try {
    const response = await incoming;
    const body = await readBody(response);
    isComplete = true;
    const answeredMs = clock();
    const tookMs = Math.max(0, answeredMs - (await Promise.race([sent, answeredMs])));
    return {
      kind: 'answered',
      status: response.statusCode ?? 0,
      headers: pairHeaders(response.rawHeaders),
      text: body.toString(),
      tookMs,
    };
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    if (outgoing.reusedSocket) throw new StaleConnection();
    throw thrown;
  } finally {
    if (agent === false || !isComplete) outgoing.destroy();
  }
}

function openRequest(
  delivery: OutgoingDelivery,
  { url, addedHeaders, tls = {}, addresses, agent }: ProbeSenderOptions & { readonly agent: HttpAgent | false },
  signal: AbortSignal,
): ClientRequest {
  const { host, protocol } = new URL(url);
  const headers: readonly HeaderPair[] = [
    ['Host', host],
    ...listFraming(delivery),
    ...(delivery.hasNoUserAgent === true || delivery.headers.some(([name]) => name.toLowerCase() === 'user-agent')
      ? []
      : [['User-Agent', 'fleetkit-receiver-check'] as const]),
    ...addedHeaders,
    ...delivery.headers,
    ['Connection', delivery.connection === 'reused' ? 'keep-alive' : 'close'],
  ];
  const settings = {
    method: delivery.method,
    headers: headers.flat(),
    ...{ agent, signal },
    ...(addresses === undefined ? {} : { lookup: createFixedLookup(addresses) }),
  } as const;
  const target = delivery.query === undefined ? url : addQuery(url, delivery.query);
  if (protocol === 'http:') return plainRequest(target, settings);
  return tlsRequest(target, {
    ...settings,
    rejectUnauthorized: tls.isUnchecked !== true,
    ...createTrustOptions(tls.ca),
  });
}

const addQuery = (url: string, query: string): string => `${url}${url.includes('?') ? '&' : '?'}${query}`;

/** Returns the header that shows where the body ends; none for a request without a body. */
function listFraming({ pieces, isChunked = false, missingBytes = 0 }: OutgoingDelivery): HeaderPair[] {
  if (isChunked) return [['Transfer-Encoding', 'chunked']];
  const length = pieces.reduce((sum, { byteLength }) => sum + byteLength, missingBytes);
  return pieces.length === 0 && missingBytes === 0 ? [] : [['Content-Length', String(length)]];
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

/** Reads at most `MOST_BYTES` of a body: senders ignore the rest. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES);
}

/** Node.js alternates names and values. */
const pairHeaders = (raw: readonly string[]): HeaderPair[] =>
  raw.flatMap((name, index): HeaderPair[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []));
