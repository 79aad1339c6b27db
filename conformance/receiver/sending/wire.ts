import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as setTimeoutAsync } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { HeaderPair } from '../../http/client.ts';
import { createFixedLookup } from '../../http/transport/transport.ts';
import { createTrustOptions } from '../../http/transport/trusted-authorities.ts';
import type { DeliveryResponse, ProbeSenderOptions } from './delivery-response.ts';
import type { OutgoingDelivery } from './outgoing-delivery.ts';

/*
 * Sends requests byte for byte over connections that stay open. A client of Node.js writes headers in one form only, and
 * opens another connection without notice when a response has more content than it declares.
 */

/** A connection, and the received bytes that belong to no response yet. */
interface WireConnection {
  readonly socket: Socket;
  received: Buffer;
  isEnded: boolean;
  failure: Error | undefined;
  /** Called when one of the above changes. */
  onChange: () => void;
}

/** Connections that wait in the middle of a request. */
export interface StalledConnections {
  /** Sends a part of a delivery over a new connection, which stays open. */
  add(delivery: OutgoingDelivery): Promise<DeliveryResponse>;
  /** Closes all of them. */
  closeAll(): void;
}

/** Creates an empty set of stalled connections. */
export function createStalledConnections(options: ProbeSenderOptions): StalledConnections {
  const opened = new Set<WireConnection>();
  return {
    async add(delivery) {
      const connection = open(options);
      opened.add(connection);
      connection.socket.write(formatStalledRequest(delivery, options));
      await setTimeoutAsync(options.pauseMs);
      return { kind: 'cut', words: 'the check left the connection open' };
    },
    closeAll() {
      for (const { socket } of opened) socket.destroy();
      opened.clear();
    },
  };
}

/** Returns the part of a request before it stalls. */
function formatStalledRequest(delivery: OutgoingDelivery, options: ProbeSenderOptions): Buffer {
  if (delivery.wire?.stalledAfter === 'nothing') return Buffer.of();
  const request = formatRequest(delivery, options);
  const bodyLength = delivery.pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return request.subarray(0, request.length - Math.ceil(bodyLength / 2));
}

/** Thrown when the receiver closed a reused connection before it responded: senders then open another one. */
class ClosedBefore extends Error {}

const MOST_BYTES = 64 * 1024;
/** More bytes than one response may have, head and framing included: the connection is closed. */
const MOST_UNREAD_BYTES = 2 * MOST_BYTES;
const TOO_LARGE = `the response is larger than ${MOST_BYTES} bytes`;

/** Returns a function that sends deliveries over one connection while their headers keep it open. */
export function createWireSender(
  options: ProbeSenderOptions,
): (delivery: OutgoingDelivery) => Promise<DeliveryResponse> {
  let connection: WireConnection | undefined;
  const exchange = async (delivery: OutgoingDelivery, own: WireConnection, isReused: boolean) => {
    const sentMs = options.clock();
    own.socket.write(formatRequest(delivery, options));
    const { answer, isLast } = await readResponse(own, isReused);
    if (isLast || delivery.wire?.isKept !== true) own.socket.destroy();
    return { ...answer, tookMs: Math.max(0, options.clock() - sentMs) };
  };
  const openAgain = (): WireConnection => {
    connection?.socket.destroy();
    connection = open(options);
    return connection;
  };
  return async (delivery) => {
    const isReused = connection !== undefined && !connection.socket.destroyed && !connection.isEnded;
    const timer = new AbortController();
    const timeout = setTimeoutAsync(options.timeoutMs, undefined, { signal: timer.signal }).then(
      (): DeliveryResponse => ({ kind: 'timeout', words: `no complete response within ${options.timeoutMs / 1000} s` }),
    );
    let transmissions = 1;
    const sent = exchange(delivery, isReused && connection !== undefined ? connection : openAgain(), isReused).catch(
      (thrown: unknown) => {
        if (!(thrown instanceof ClosedBefore)) throw thrown;
        transmissions += 1;
        return exchange(delivery, openAgain(), false);
      },
    );
    const count = (answer: DeliveryResponse): DeliveryResponse =>
      transmissions === 1 ? answer : { ...answer, transmissions };
    try {
      const answer = await Promise.race([sent, timeout]);
      if (answer.kind !== 'answered') connection?.socket.destroy();
      return count(answer);
    } catch (thrown) {
      connection?.socket.destroy();
      return count({ kind: 'dropped', words: thrown instanceof Error ? thrown.message : 'the connection failed' });
    } finally {
      timer.abort();
      for (const unused of [sent, timeout]) unused.catch(() => undefined); // nothing waits for the other one
    }
  };
}

function open({ url, tls = {}, addresses }: ProbeSenderOptions): WireConnection {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const lookup = addresses === undefined ? {} : { lookup: createFixedLookup(addresses) };
  const socket =
    protocol === 'https:'
      ? connectTls({
          host,
          port: Number(port || 443),
          ...lookup,
          servername: host,
          rejectUnauthorized: tls.isUnchecked !== true,
          ...createTrustOptions(tls.ca),
        })
      : connectPlain({ host, port: Number(port || 80), ...lookup });
  const connection: WireConnection = {
    socket,
    received: Buffer.of(),
    isEnded: false,
    failure: undefined,
    onChange: () => undefined,
  };
  socket.setNoDelay(true);
  socket.unref();
  socket.on('data', (chunk) => {
    connection.received = Buffer.concat([connection.received, chunk]);
    if (connection.received.length > MOST_UNREAD_BYTES) socket.destroy(new Error(TOO_LARGE));
    connection.onChange();
  });
  socket.on('close', () => {
    connection.isEnded = true;
    connection.onChange();
  });
  socket.on('error', (error) => {
    connection.failure = error;
    connection.onChange();
  });
  return connection;
}

function formatRequest(delivery: OutgoingDelivery, { url, addedHeaders }: ProbeSenderOptions): Buffer {
  const { host, pathname, search } = new URL(url);
  const plain = Buffer.concat(delivery.pieces);
  const isChunked = delivery.wire?.hasChunkExtensions === true;
  const body = isChunked ? formatChunks(plain) : plain;
  const headers: readonly HeaderPair[] = [
    ['User-Agent', 'fleetkit-receiver-check'],
    isChunked ? ['Transfer-Encoding', 'Chunked'] : ['Content-Length', String(body.length)],
    ...addedHeaders,
    ...delivery.headers,
    ['Connection', delivery.wire?.isKept === true ? 'keep-alive' : 'close'],
  ];
  const separate = delivery.wire?.separateHeader ?? ((name, value) => `${name}: ${value}`);
  const lines = headers.map(([name, value]) => separate(name, value));
  const head = [`${delivery.method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** The bytes of the first chunk: their number has a letter as a hexadecimal digit. */
const FIRST_CHUNK = 0x2b;

/** Writes a body in chunks (RFC 9112, section 7.1), with extensions and digits in both cases. */
function formatChunks(body: Buffer): Buffer {
  const [first, rest] = [body.subarray(0, FIRST_CHUNK), body.subarray(FIRST_CHUNK)];
  const open = (chunk: Buffer, extension: string) =>
    Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`, 'latin1');
  const end = Buffer.from('\r\n');
  return Buffer.concat([
    ...[open(first, ';part=1'), first, end],
    ...(rest.length === 0
      ? []
      : [Buffer.from(`00${rest.length.toString(16).toUpperCase()};last;note="a; b"\r\n`), rest, end]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

const NOT_HTTP = 'bytes that are not a response: the response before is longer than it declares';

/** Reads one response, and leaves the bytes after it. */
async function readResponse(
  connection: WireConnection,
  isReused: boolean,
): Promise<{ answer: Extract<DeliveryResponse, { kind: 'answered' }>; isLast: boolean }> {
  const head = await readHead(connection, isReused);
  const { status, headers } = head;
  if (status >= 100 && status < 200) return readResponse(connection, isReused);
  const find = (name: string) => headers.find(([own]) => own.toLowerCase() === name)?.[1];
  const length = find('content-length');
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw new Error(NOT_HTTP);
  const hasNoBody = status === 204 || status === 304;
  const isChunked = /chunked/i.test(find('transfer-encoding') ?? '');
  const isUntilEnd = !hasNoBody && !isChunked && length === undefined;
  const body = hasNoBody
    ? Buffer.of()
    : isChunked
      ? await readChunks(connection)
      : await takeBytes(connection, length === undefined ? undefined : Number(length));
  const isLast = isUntilEnd || head.version === '1.0' || /close/i.test(find('connection') ?? '');
  return { answer: { kind: 'answered', status, headers, text: body.toString(), tookMs: 0 }, isLast };
}

async function readHead(connection: WireConnection, isReused: boolean) {
  const end = await waitFor(connection, () => {
    const at = connection.received.indexOf('\r\n\r\n');
    if (at === -1 && connection.received.length > MOST_BYTES) throw new Error(NOT_HTTP);
    return at === -1 ? undefined : at;
  }).catch((thrown: unknown) => {
    if (isReused && connection.received.length === 0) throw new ClosedBefore();
    throw thrown;
  });
  const [first = '', ...lines] = connection.received.subarray(0, end).toString('latin1').split('\r\n');
  const [, version, status] = /^HTTP\/(1\.[01]) (\d{3})(?: |$)/.exec(first) ?? [];
  if (status === undefined) throw new Error(NOT_HTTP);
  connection.received = connection.received.subarray(end + 4);
  const headers = lines.map((line): HeaderPair => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { version, status: Number(status), headers };
}

/** Takes this number of bytes; `undefined`: all until the end of the connection. */
async function takeBytes(connection: WireConnection, length: number | undefined): Promise<Buffer> {
  if (length !== undefined && length > MOST_BYTES) throw new Error(TOO_LARGE);
  const size = await waitFor(connection, () => {
    const { received, isEnded } = connection;
    if (length === undefined && received.length > MOST_BYTES) throw new Error(TOO_LARGE);
    if (length === undefined) return isEnded ? received.length : undefined;
    return received.length >= length ? length : undefined;
  });
  const taken = connection.received.subarray(0, size);
  connection.received = connection.received.subarray(size);
  return taken;
}

async function readChunks(connection: WireConnection): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let left = MOST_BYTES; ; ) {
    const end = await waitFor(connection, () => {
      const at = connection.received.indexOf('\r\n');
      return at === -1 ? undefined : at;
    });
    const line = (await takeBytes(connection, end + 2)).toString('latin1');
    if (!/^[\da-f]{1,8}[;\s]/i.test(line)) throw new Error(NOT_HTTP);
    const size = Number.parseInt(line, 16);
    left -= size;
    if (left < 0) throw new Error(TOO_LARGE);
    const chunk = await takeBytes(connection, size + 2);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, size));
  }
}

/** Waits until `find` returns a value. Rejects when the connection ends before. */
const waitFor = <Found>(connection: WireConnection, find: () => Found | undefined): Promise<Found> =>
  new Promise((resolve, reject) => {
    const look = () => {
      try {
        const found = find();
        if (found !== undefined) return resolve(found);
        if (connection.failure !== undefined) return reject(connection.failure);
        if (connection.isEnded) return reject(new Error('the receiver closed the connection without a response'));
      } catch (thrown) {
        reject(thrown);
      }
    };
    connection.onChange = look;
    look();
  });
