import { randomBytes } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { performance, readSystemClock } from '../../../base/real-time.ts';
import type { TlsOptions } from '../../http/transport/transport.ts';
import type { HeaderPair } from '../../http/transport/transport-contract.ts';
import { type BodyCopier, createBodyCopier, createCopyMemory } from './copied-body.ts';
import { type ExchangeEnd, type ForwardedExchange, toPairs } from './forwarded-exchange.ts';
import { createUpstreamHeaders, removeConnectionHeaders } from './forwarded-headers.ts';
import { findRequestRefusal, hasBody, toUpstreamPath } from './incoming-request.ts';
import { type Refusal, sendRefusal } from './refusal.ts';
import { createUpstreamAgent } from './upstream-agent.ts';
import { describeUpstreamFailure, type UpstreamFailure } from './upstream-failure.ts';

export interface ForwarderOptions {
  /** The base URL of the upstream; paths of requests follow it. */
  readonly upstream: URL;
  readonly tls?: TlsOptions;
  /** Called when an exchange ended, unless it was reviewed. The copies of its bodies are freed when the returned promise settles. */
  readonly onExchange: (exchange: ForwardedExchange) => unknown;
  /** Decides about a response before the client gets it. Responses are then held until they are complete. */
  readonly review?: (exchange: ForwardedExchange) => Promise<Refusal | undefined>;
  readonly limits?: Partial<CopyLimits>;
}

/** Limits of the copies of bodies, in bytes. They do not limit what is forwarded. */
export interface CopyLimits {
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** All copies that are not judged yet. */
  readonly heldBytes: number;
}

const MIB = 2 ** 20;
const DEFAULT_LIMITS: CopyLimits = { requestBytes: MIB, responseBytes: 8 * MIB, heldBytes: 64 * MIB };
/** The maximum size of a head: four times that of most servers, so that the proxy refuses no response that a client accepts. */
const MOST_HEADER_BYTES = 64 * 1024;

export interface Forwarder {
  readonly server: http.Server;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates a server that forwards each request to the upstream and its response to the client, as the bytes arrive. Bodies keep their
 * coding, and headers their order and spelling; a response that the upstream cuts is cut for the client.
 *
 * @example
 * const { server } = createForwarder({ upstream: new URL('https://portal.example'), onExchange: observe });
 * server.listen(4480, '127.0.0.1');
 */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { upstream, tls = {} } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const agent = createUpstreamAgent(upstream.protocol, tls);
  const context: ForwardContext = {
    ...options,
    limits,
    agent,
    memory: createCopyMemory(limits.heldBytes),
    via: `fleetkit-${randomBytes(4).toString('hex')}`,
    basePath: upstream.pathname.replace(/\/+$/, ''),
  };
  const server = http.createServer({ maxHeaderSize: MOST_HEADER_BYTES, requestTimeout: 0 });
  const forward = (request: IncomingMessage, response: ServerResponse) => new Forwarding(request, response, context);
  server.on('request', forward);
  server.on('checkContinue', forward); // the upstream decides whether the client continues
  server.on('checkExpectation', forward);
  server.on('connect', (_request, socket) => socket.end(CONNECT_REFUSAL));
  return {
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}

const CONNECT_REFUSAL =
  'HTTP/1.1 405 Method Not Allowed\r\nProxy-Status: fleetkit; error=http_request_error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

const UNREQUESTED_UPGRADE: UpstreamFailure = {
  error: 'http_protocol_error',
  message: 'the upstream switched to another protocol, which the request did not name',
};

interface ForwardContext extends ForwarderOptions {
  readonly limits: CopyLimits;
  readonly agent: http.Agent;
  readonly memory: ReturnType<typeof createCopyMemory>;
  readonly via: string;
  readonly basePath: string;
}

/** Methods that a proxy may send again if the connection closed before any response (RFC 9110, section 9.2.2). */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** One request on its way to the upstream, and its response on the way back. */
class Forwarding {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #context: ForwardContext;
  readonly #headers: readonly HeaderPair[];
  readonly #path: string | undefined;
  readonly #sentMs = readSystemClock();
  readonly #startMs = performance.now();
  readonly #sent: BodyCopier;
  readonly #received: BodyCopier;
  #toUpstream: http.ClientRequest | undefined;
  #answer: IncomingMessage | undefined;
  #isSentAgain = false;
  #isReviewed = false;
  #hasEnded = false;

  constructor(request: IncomingMessage, response: ServerResponse, context: ForwardContext) {
    const { memory, limits } = context;
    this.#request = request;
    this.#response = response;
    this.#context = context;
    this.#headers = toPairs(request.rawHeaders);
    this.#path = toUpstreamPath(request.url ?? '', context.basePath);
    this.#sent = createBodyCopier(memory, limits.requestBytes);
    this.#received = createBodyCopier(memory, limits.responseBytes);
    response.sendDate = false;
    response.on('close', () => {
      if (response.writableFinished) return;
      this.#toUpstream?.destroy();
      this.#end('client-left');
    });
    request.on('error', () => undefined); // the response closes too
    response.on('error', () => undefined);
    const refusal = findRequestRefusal(this.#headers, { path: this.#path, via: context.via });
    if (refusal !== undefined) this.#refuse(refusal, 'refused');
    else this.#send();
  }

  #send(): void {
    const { upstream, agent, via } = this.#context;
    const { method = 'GET', socket, httpVersion } = this.#request;
    const headers = createUpstreamHeaders(this.#headers, {
      address: socket.remoteAddress ?? 'unknown',
      host: upstream.host,
      via,
      httpVersion,
    });
    const { request: open } = upstream.protocol === 'https:' ? https : http;
    try {
      this.#toUpstream = open({
        agent,
        host: upstream.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: upstream.port || (upstream.protocol === 'https:' ? 443 : 80),
        method,
        path: this.#path,
        headers: headers.flat(),
        maxHeaderSize: MOST_HEADER_BYTES,
      });
    } catch {
      this.#refuse(
        { status: 400, error: 'http_request_error', message: 'the request has characters that HTTP does not allow' },
        'refused',
      );
      return;
    }
    this.#toUpstream
      .on('continue', () => this.#response.writeContinue())
      .on('information', (information) => this.#forwardInformation(information))
      .on('response', (answer) => this.#receive(answer))
      .on('upgrade', (_, connection) => {
        connection.destroy();
        this.#refuse({ status: 502, ...UNREQUESTED_UPGRADE }, 'no-response');
      })
      .on('error', (error) => this.#failToSend(error));
    this.#forwardBody(this.#toUpstream);
  }

  #forwardBody(toUpstream: http.ClientRequest): void {
    const request = this.#request;
    if (!hasBody(request)) {
      toUpstream.end();
      return;
    }
    toUpstream.flushHeaders();
    request.on('data', (chunk: Buffer) => this.#sent.add(chunk));
    request.on('end', () => {
      if (request.rawTrailers.length > 0) toUpstream.addTrailers(toMutablePairs(request.rawTrailers));
      toUpstream.end();
    });
    request.pipe(toUpstream, { end: false });
  }

  /** Forwards a response with a 1xx status, such as 103. Node.js emits 100 as `continue`. */
  #forwardInformation({ statusCode, statusMessage, rawHeaders }: http.InformationEvent): void {
    const { socket, headersSent } = this.#response;
    if (statusCode === 100 || socket === null || headersSent || this.#request.httpVersion === '1.0') return;
    const lines = removeConnectionHeaders(toPairs(rawHeaders)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
  }

  #receive(answer: IncomingMessage): void {
    this.#answer = answer;
    answer.on('data', (chunk: Buffer) => this.#received.add(chunk));
    answer.on('error', () => this.#cut(this.#response));
    if (this.#context.review !== undefined) {
      this.#holdForReview(answer, this.#context.review);
      return;
    }
    if (!this.#writeHead(answer)) return;
    answer.on('end', () => this.#complete(answer));
    answer.pipe(this.#response, { end: false });
    // a head whose body does not follow at once must not wait for it
    setImmediate(() => {
      if (this.#received.read().length === 0 && !this.#response.writableEnded) this.#response.flushHeaders();
    });
  }

  /** Writes the head of the response. Refuses one that Node.js cannot send. */
  #writeHead(answer: IncomingMessage): boolean {
    const headers = removeConnectionHeaders(toPairs(answer.rawHeaders));
    try {
      this.#response.writeHead(answer.statusCode ?? 0, answer.statusMessage ?? '', headers.flat());
      return true;
    } catch {
      this.#refuse(
        {
          status: 502,
          error: 'http_protocol_error',
          message: 'the response of the upstream has an invalid status or header',
        },
        'no-response',
      );
      this.#toUpstream?.destroy();
      return false;
    }
  }

  #complete(answer: IncomingMessage): void {
    if (!answer.complete) {
      this.#cut(this.#response);
      return;
    }
    if (answer.rawTrailers.length > 0) this.#response.addTrailers(toMutablePairs(answer.rawTrailers));
    this.#response.end();
    this.#drainRequest();
    this.#end('complete');
  }

  /** Reads the rest of a request that the upstream answered early, so that the connection of the client remains usable. */
  #drainRequest(): void {
    if (this.#request.complete) return;
    this.#request.unpipe();
    this.#request.resume();
  }

  /** Holds a response until it is complete and reviewed. One that is larger than its copy may be is forwarded without a review. */
  #holdForReview(answer: IncomingMessage, review: NonNullable<ForwarderOptions['review']>): void {
    const held: Buffer[] = [];
    let size = 0;
    let isHeld = true;
    const forwardHeld = () => {
      isHeld = false;
      if (!this.#writeHead(answer)) return false;
      for (const chunk of held) this.#response.write(chunk);
      return true;
    };
    const hold = (chunk: Buffer) => {
      held.push(chunk);
      size += chunk.length;
      if (size <= this.#context.limits.responseBytes) return;
      answer.off('data', hold);
      if (forwardHeld()) answer.pipe(this.#response, { end: false });
    };
    answer.on('data', hold);
    answer.on('end', () => {
      if (!isHeld || !answer.complete) {
        this.#complete(answer);
        return;
      }
      this.#isReviewed = true;
      const conclude = (refusal?: Refusal) => {
        if (this.#response.destroyed) return;
        if (refusal !== undefined) this.#refuse(refusal, 'complete');
        else if (forwardHeld()) this.#complete(answer);
      };
      review(this.#describe('complete')).then(conclude, () => conclude());
    });
  }

  /** Forwards the bytes so far, and then closes the connection, so that the client notices the missing rest. */
  #cut(response: ServerResponse): void {
    if (this.#hasEnded) return;
    const failure: UpstreamFailure = {
      error: 'http_response_incomplete',
      message: 'the upstream closed the connection before the end of its response',
    };
    this.#end('cut', failure);
    if (!response.headersSent) {
      sendRefusal(response, { status: 502, ...failure });
      return;
    }
    response.flushHeaders();
    response.socket?.destroySoon();
  }

  #failToSend(error: Error): void {
    if (this.#hasEnded || this.#response.destroyed) return;
    if (this.#answer !== undefined) {
      // the upstream answered and stopped reading the request; its response continues
      if (!this.#answer.complete && this.#answer.destroyed) this.#cut(this.#response);
      return;
    }
    const isLost = this.#toUpstream?.reusedSocket === true && 'code' in error && error.code === 'ECONNRESET';
    if (isLost && !this.#isSentAgain && REPEATABLE.has(this.#request.method ?? '') && !hasBody(this.#request)) {
      this.#isSentAgain = true;
      this.#send();
      return;
    }
    this.#refuse({ status: 502, ...describeUpstreamFailure(error) }, 'no-response');
  }

  #refuse(refusal: Refusal, end: ExchangeEnd): void {
    sendRefusal(this.#response, refusal);
    this.#drainRequest();
    this.#end(end, refusal);
  }

  #end(end: ExchangeEnd, failure?: UpstreamFailure): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const release = () => {
      this.#sent.release();
      this.#received.release();
    };
    const observed = this.#isReviewed ? undefined : this.#context.onExchange(this.#describe(end, failure));
    void Promise.resolve(observed).then(release, release);
  }

  #describe(end: ExchangeEnd, failure?: UpstreamFailure): ForwardedExchange {
    const answer = this.#answer;
    return {
      method: this.#request.method ?? '',
      url: `${this.#context.upstream.origin}${this.#path ?? ''}`,
      requestHeaders: this.#headers,
      requestBody: this.#sent.read(),
      sentMs: this.#sentMs,
      tookMs: Math.round((performance.now() - this.#startMs) * 1000) / 1000,
      end,
      ...(answer === undefined
        ? {}
        : {
            response: {
              status: answer.statusCode ?? 0,
              headers: toPairs(answer.rawHeaders),
              body: this.#received.read(),
              trailers: toPairs(answer.rawTrailers),
            },
          }),
      ...(failure === undefined ? {} : { failure: { error: failure.error, message: failure.message } }),
    };
  }
}

/** The declaration of Node.js wants pairs that it could change. */
const toMutablePairs = (flat: readonly string[]): [string, string][] =>
  toPairs(flat).map(([name, value]) => [name, value]);
