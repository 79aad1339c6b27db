import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { ForwardedExchange } from '../forward/forwarded-exchange.ts';
import { createForwarder, type ForwarderOptions } from '../forward/forwarder.ts';

/** An upstream that writes bytes, without an HTTP library in between. */
export interface RawUpstream {
  readonly url: URL;
  readonly port: number;
  /** The bytes of each connection so far, in the order of the connections. */
  readonly received: string[];
  /** Resolves when a connection has been closed by the other side. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Starts an upstream that calls `answer` with each request head, and the number of requests before it. */
export async function startRawUpstream(
  answer: (socket: Socket, head: string, before: number) => void,
): Promise<RawUpstream> {
  const sockets = new Set<Socket>();
  const received: string[] = [];
  const closed = Promise.withResolvers<void>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    const at = received.push('') - 1;
    let pending = '';
    socket.on('error', () => undefined);
    socket.on('close', () => closed.resolve());
    socket.on('data', (chunk) => {
      received[at] += chunk.toString('latin1');
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
        const head = pending.slice(0, end + 4);
        pending = pending.slice(end + 4);
        if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(head)) continue; // the end of a chunked body
        answer(socket, head, requests);
        requests += 1;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    port,
    received,
    closed: closed.promise,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A forwarder that listens, and the exchanges so far. */
export interface StartedForwarder {
  readonly port: number;
  readonly url: string;
  readonly exchanges: ForwardedExchange[];
  /** Resolves with the next exchange that ends, or the oldest one that was not returned. */
  next(): Promise<ForwardedExchange>;
  close(): Promise<void>;
}

export async function startForwarder(
  upstream: URL,
  options: Partial<Omit<ForwarderOptions, 'upstream'>> = {},
): Promise<StartedForwarder> {
  const exchanges: ForwardedExchange[] = [];
  const waiting: ((exchange: ForwardedExchange) => void)[] = [];
  const unread: ForwardedExchange[] = [];
  const { server, close } = createForwarder({
    upstream,
    onExchange(exchange) {
      exchanges.push(exchange);
      const resolve = waiting.shift();
      if (resolve === undefined) unread.push(exchange);
      else resolve(exchange);
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on TCP
  const next = () => {
    const exchange = unread.shift();
    return exchange === undefined
      ? new Promise<ForwardedExchange>((resolve) => waiting.push(resolve))
      : Promise.resolve(exchange);
  };
  return { port, url: `http://127.0.0.1:${port}`, exchanges, next, close };
}

/** A client that writes and reads bytes. */
export interface RawClient {
  readonly socket: Socket;
  /** Resolves with all bytes so far, once they match. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with all bytes, once the connection is closed. */
  end(): Promise<string>;
}

export function openRawClient(port: number, first: string): RawClient {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  const checks = new Set<() => void>();
  const check = () => {
    for (const one of checks) one();
  };
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    check();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
    check();
  });
  socket.write(first, 'latin1');
  const wait = (isDone: () => boolean) =>
    new Promise<string>((resolve, reject) => {
      const one = () => {
        if (isDone()) resolve(text);
        else if (isClosed) reject(new Error(`closed after ${JSON.stringify(text)}`));
        else return;
        checks.delete(one);
      };
      checks.add(one);
      one();
    });
  return { socket, until: (pattern) => wait(() => pattern.test(text)), end: () => wait(() => isClosed) };
}
