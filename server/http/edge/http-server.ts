import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { clearTimeout, setImmediate, setTimeout } from '../../../base/real-time.ts';
import type { ProblemReply } from '../../problems/problem.ts';
import type { App } from '../exchange/middleware.ts';
import { toLocalTarget } from '../exchange/request-target.ts';
import { toAddressGroup } from './client-address.ts';
import { InFlight } from './in-flight.ts';
import type { ServerLimits } from './limits.ts';
import { type ConnectionError, markUnreadable, parseRequestLine, refuseLate, replyToError } from './unreadable.ts';

/** How long a refused client may keep sending, so that it can read the reply. */
const LINGER_MS = 1000;

/**
 * While more than this share of the allowed connections is open, each new connection closes the idle ones, so that connections
 * between two requests never exclude new ones.
 */
const SHARE_WITH_IDLE = 0.75;

/** An HTTP server with limits. It also sends replies to requests that Node refuses. */
export interface HttpServer {
  /** Parses requests. Connections within the process are emitted on it. */
  readonly server: Server;
  /** Listens, and accepts the connections of clients: the same server, or with a certificate one that speaks TLS. */
  readonly listener: NetServer;
  /** Answers requests with `app`. Must be called once, before the first request. */
  serve(app: App): void;
  /** Answers a request that another server received. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Announces in the responses from now on that their connections close, so that clients open others elsewhere. */
  drain(): void;
  /** Returns the present load. Connections within the process are not counted. */
  readLoad(): ConnectionLoad;
  /** Stops accepting connections, lets requests in flight finish for a limited time, and ends all connections. */
  close(): Promise<void>;
}

/** The open connections and requests of a server. */
export interface ConnectionLoad {
  readonly connections: number;
  /** Open event streams included. */
  readonly requestsInFlight: number;
}

/** A certificate with its chain, and its private key, both in PEM. */
export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Creates a server that does not listen yet; with a certificate, it speaks TLS. Connections that are emitted in process have no
 * address, no limit and no TLS.
 */
export function createHttpServer(limits: ServerLimits, certificate?: ServerCertificate): HttpServer {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false, // answered by the app, with a problem document
  });
  server.timeout = limits.stallTimeoutMs;
  const listener = certificate === undefined ? server : createTlsListener(server, certificate, limits);
  listener.maxConnections = limits.maxConnections;

  const sockets = new Set<Socket>();
  const track = (socket: Socket): void => {
    if (socket instanceof TLSSocket) return; // its connection is tracked already
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size > limits.maxConnections * SHARE_WITH_IDLE) server.closeIdleConnections();
  };
  for (const one of new Set<NetServer>([server, listener])) one.on('connection', track);
  const inFlight = new InFlight();
  let answer: HttpServer['answer'] = () => {
    throw new Error('answer was called before serve');
  };
  return {
    server,
    listener,
    answer: (request, response) => answer(request, response),
    serve(app) {
      limitConnections(listener, app, limits.maxConnectionsPerAddress);
      const latest = new WeakMap<Socket, ServerResponse>();
      answer = (request, response) => {
        latest.set(request.socket, response);
        if (!isOwnDelivery(request)) inFlight.add(response);
        run(app, request, response);
      };
      server.on('request', answer);
      server.on('checkExpectation', answer); // an expectation other than 100-continue is ignored
      server.on('connect', (request, socket) => respondOn(socket as Socket, request, app)); // a net.Server emits sockets
      const refused = new WeakSet<Socket>();
      server.on('clientError', (error: ConnectionError, duplex) => {
        const socket = duplex as Socket; // a net.Server emits sockets
        const reply = replyToError(error, limits.maxHeaderBytes);
        if (refused.has(socket)) return; // more data from a refused client
        if (reply === undefined || !socket.writable) {
          socket.destroy();
          return;
        }
        refused.add(socket);
        refuse({ app, socket, reply, packet: error.rawPacket, response: latest.get(socket) });
      });
    },
    drain: () => inFlight.announceClose(),
    readLoad: () => ({
      connections: [...sockets].filter(({ remoteAddress }) => remoteAddress !== undefined).length,
      requestsInFlight: inFlight.size,
    }),
    async close() {
      await acceptBacklog(listener, limits.maxConnections);
      const closed = [...new Set<NetServer>([server, listener])].map(
        (one) => new Promise<void>((resolve) => one.close(() => resolve())),
      );
      inFlight.announceClose();
      await inFlight.finish(limits.shutdownMs);
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

/**
 * Creates a server that listens and passes its connections to an HTTP server once their handshake is done. The limits of connections
 * apply from the first byte, so that clients without a handshake are counted too.
 */
function createTlsListener(server: Server, certificate: ServerCertificate, limits: ServerLimits): NetServer {
  const listener = createTlsServer({
    ...certificate,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: limits.headersTimeoutMs,
  });
  listener.on('secureConnection', (socket) => server.emit('connection', socket));
  listener.on('tlsClientError', (_, socket) => socket.destroy()); // for example a client that does not trust the certificate
  // An HTTP server checks its timeouts only after this event.
  listener.on('listening', () => server.emit('listening'));
  return listener;
}

/**
 * Resolves when the waiting connections are accepted and their requests are read. Each turn of the event loop accepts
 * one connection.
 */
async function acceptBacklog(server: NetServer, most: number): Promise<void> {
  let quietTurns = 0;
  const onConnection = (): void => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  for (let turn = 0; turn < most && quietTurns < 3; turn += 1) {
    quietTurns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', onConnection);
}

/**
 * Whether the request is a delivery of the sandbox to its own inbox. Such a delivery returns to the queue on shutdown.
 */
const isOwnDelivery = ({ socket, url = '' }: IncomingMessage): boolean =>
  url.includes('/sandbox/inbox/') && socket.remoteAddress === undefined;

/** Closes connections of an address that has too many. Behind a trusted proxy all clients share its address. */
function limitConnections(server: NetServer, app: App, mostPerAddress: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || app.isTrustedProxy(remoteAddress)) return;
    const group = toAddressGroup(remoteAddress) ?? remoteAddress;
    const count = (counts.get(group) ?? 0) + 1;
    if (count > mostPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(group, count);
    socket.once('close', () => {
      const left = (counts.get(group) ?? 0) - 1;
      if (left > 0) counts.set(group, left);
      else counts.delete(group);
    });
  });
}

interface Refusal {
  readonly app: App;
  readonly socket: Socket;
  readonly reply: ProblemReply;
  /** The bytes that did not parse. */
  readonly packet: Buffer | undefined;
  /** The latest response of the connection. */
  readonly response: ServerResponse | undefined;
}

/** Reports a connection error in the response to the faulty request, or in a separate response. */
function refuse({ app, socket, reply, packet, response }: Refusal): void {
  if (response === undefined) respondOn(socket, createUnreadableRequest(socket, reply, packet), app);
  else if (!response.req.complete) {
    if (response.headersSent) socket.destroy();
    else refuseLate(response, reply);
  } else {
    // The request itself was valid; the data after it is not.
    const answerNext = (): void => {
      if (socket.writable) respondOn(socket, createUnreadableRequest(socket, reply, undefined), app);
    };
    if (response.closed) answerNext();
    else response.once('close', answerNext);
  }
}

function createUnreadableRequest(socket: Socket, reply: ProblemReply, packet: Buffer | undefined): IncomingMessage {
  const request = new IncomingMessage(socket);
  const { method, target } = parseRequestLine(packet);
  Object.assign(request, { method, url: target, httpVersionMajor: 1, httpVersionMinor: 1, httpVersion: '1.1' });
  request.complete = true;
  request.push(null);
  markUnreadable(request, reply);
  return request;
}

/** Has `app` answer a request that Node does not answer, and ends its connection. */
function respondOn(socket: Socket, request: IncomingMessage, app: App): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  socket.on('error', () => socket.destroy());
  response.once('finish', () => {
    response.detachSocket(socket);
    response.emit('close');
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
    socket.end();
    socket.resume();
  });
  run(app, request, response);
}

function run(app: App, request: IncomingMessage, response: ServerResponse): void {
  request.url = toLocalTarget(request.url ?? '/');
  app(request, response);
}
