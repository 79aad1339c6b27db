import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientExchange } from '../../../../conformance/client/core/evidence.ts';
import type { Handler, Incoming, Reply } from './reply.ts';

/*
 * The server that a client talks to in a lesson. It records each exchange, without the key, and sends responses with the effects of the
 * circumstance.
 */

const MOST_BODY = 1024 * 1024;
const MOST_RECORDED = 64 * 1024;
/** A client that sends more requests in one lesson gets no response. */
const MOST_EXCHANGES = 5000;

export interface GatewayOptions {
  /** The key of the lesson. No record contains it. */
  readonly key: string;
  readonly handler: Handler;
  readonly recorder: Recorder;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** The name of the gateway in URLs. Default: 127.0.0.1. */
  readonly hostName?: string;
  readonly host: ClientExchange['host'];
}

export interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}

/** Records the traffic of one lesson. */
export interface Recorder {
  readonly exchanges: ClientExchange[];
  /** Connections to the service. */
  connections: number;
  /** The number of the present run of the program. */
  run: number;
  /** Milliseconds from the start of the lesson. */
  now(): number;
}

export const createRecorder = (): Recorder => {
  const startMs = performance.now();
  return { exchanges: [], connections: 0, run: 0, now: () => performance.now() - startMs };
};

/** Opens a gateway on a free port of the loopback interface. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { tls, recorder, host, hostName = '127.0.0.1' } = options;
  const listener: RequestListener = (request, response) => {
    void serve(options, request, response).catch(() => response.destroy());
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (host === 'service') recorder.connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  // Longer than the pauses of clients: a connection that closes while a client reuses it looks like a failure of the service.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${hostName}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

type Draft = { -readonly [Name in keyof ClientExchange]: ClientExchange[Name] };

async function serve(options: GatewayOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { recorder, handler, key, host } = options;
  if (recorder.exchanges.length >= MOST_EXCHANGES) return void response.destroy();
  const draft = createDraft(options, request);
  recorder.exchanges.push(draft);
  response.on('close', () => {
    draft.endMs ??= recorder.now();
  });
  const body = await readBody(request);
  draft.body = hideKey(body.subarray(0, MOST_RECORDED).toString(), key);
  if (body.includes(key)) draft.keyPlaces = [...draft.keyPlaces, 'body'];
  const [path = '/', ...rest] = (request.url ?? '/').split('?');
  const incoming: Incoming = {
    method: request.method ?? 'GET',
    ...{ path, query: new URLSearchParams(rest.join('?')), headers: joinHeaders(request), body },
    hasKey: draft.hasKey && host === 'service',
  };
  const reply = await handler(incoming);
  draft.marks = reply.marks ?? [];
  draft.note = hideKey(reply.note ?? '', key);
  draft.responseHeaders = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [name, hideKey(value, key)]),
  );
  if (reply.waitUntilMs !== undefined) draft.waitUntilMs = reply.waitUntilMs;
  await send(reply, incoming.method, { request, response, draft, recorder });
}

function createDraft({ recorder, key, host }: GatewayOptions, request: IncomingMessage): Draft {
  const headers = joinHeaders(request);
  const isInUrl = decodeLeniently(request.url ?? '').includes(key);
  return {
    number: recorder.exchanges.length + 1,
    run: recorder.run,
    host,
    atMs: recorder.now(),
    endMs: null,
    method: request.method ?? 'GET',
    target: hideKey(isInUrl ? decodeLeniently(request.url ?? '/') : (request.url ?? '/'), key),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hideKey(value, key)])),
    body: '',
    hasKey:
      host === 'service' ? headers['x-api-key'] === key : Object.values(headers).some((value) => value.includes(key)),
    keyPlaces: isInUrl ? ['url'] : [],
    status: null,
    responseHeaders: {},
    note: '',
    marks: [],
    waitUntilMs: null,
  };
}

interface Sending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly draft: Draft;
  readonly recorder: Recorder;
}

/** Sends a reply with its effect. */
async function send(reply: Reply, method: string, { request, response, draft, recorder }: Sending): Promise<void> {
  const { status, headers, body, effect } = reply;
  if (effect?.kind === 'silence') return;
  if (effect?.kind === 'reset' && !effect.isWithinBody) {
    draft.endMs = recorder.now();
    return void request.socket.resetAndDestroy();
  }
  draft.status = status;
  const hasBody = method !== 'HEAD' && status !== 304 && status !== 204;
  response.writeHead(status, {
    ...headers,
    ...(hasBody && effect?.kind !== 'endless' ? { 'content-length': String(body.length) } : {}),
  });
  switch (effect?.kind) {
    case undefined:
      draft.endMs = recorder.now();
      return void response.end(hasBody ? body : undefined);
    case 'reset':
      response.write(body.subarray(0, Math.max(1, body.length >> 1)), () => {
        draft.endMs = recorder.now();
        request.socket.resetAndDestroy();
      });
      return;
    case 'drip': {
      const size = Math.max(1, Math.ceil(body.length / effect.pieces));
      for (let at = 0; at < body.length && !response.destroyed; at += size) {
        await wait(effect.pauseMs);
        response.write(body.subarray(at, at + size));
      }
      return void response.end();
    }
    case 'endless':
      response.write(body.subarray(0, Math.max(1, body.length >> 1)));
      while (!response.destroyed) {
        await wait(effect.pauseMs, undefined, { ref: false });
        if (!response.destroyed) response.write(' ');
      }
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= MOST_BODY) parts.push(part);
  }
  return Buffer.concat(parts);
}

const joinHeaders = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

const hideKey = (text: string, key: string): string => text.replaceAll(key, '***');

function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
