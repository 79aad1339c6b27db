import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HeaderPair } from '../http/client.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import type { DeliveryRecord, Recording } from './core/delivery-record.ts';
import {
  type PlannedResponse,
  passivePlan,
  REDIRECT_TARGET,
  type ResponsePlan,
  toGivenResponse,
} from './core/response-plan.ts';
import { createResponder, type InboxRequest } from './responder.ts';

/** The address, responses and limits of an inbox. */
export interface InboxOptions {
  /** Default 127.0.0.1, which other machines cannot reach. */
  readonly host?: string;
  /** Default 0, a free port. */
  readonly port?: number;
  /** Default: 200 for requests. */
  readonly plan?: ResponsePlan;
  /** Names the header that identifies events. Default: the scheme of the contract. */
  readonly scheme?: Pick<SignatureScheme, 'idHeader'>;
  /**
   * Called with each request and its number, from 1 in the order of arrival. A request whose response is withheld is
   * reported when its connection closes, or when the inbox closes. Must not throw.
   */
  readonly onRecord?: (record: DeliveryRecord, number: number) => void;
  /** The real clock, in epoch milliseconds. */
  readonly now?: () => number;
  /** The inbox is full after this number of requests, or of bytes of bodies. */
  readonly mostRequests?: number;
  readonly mostBytes?: number;
  /** Further bytes of one body are counted but not stored. */
  readonly mostBytesOfABody?: number;
}

/** An open inbox. */
export interface SenderInbox {
  /** The URL to register with the sender. */
  readonly url: string;
  /** Resolves when the inbox is full. */
  readonly isFull: Promise<void>;
  /** Returns the requests so far. */
  recording(): Recording;
  /** Sends responses in progress, closes every connection and returns the requests. */
  close(): Promise<Recording>;
}

const MOST_REQUESTS = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_BYTES_OF_A_BODY = 1024 * 1024;
const MOST_CONNECTIONS = 256;
/** Time limit for receiving one request. */
const LONGEST_REQUEST_MS = 30_000;

/**
 * Opens an inbox that records requests within limits and responds by a plan. Does not check anything.
 * Rejects with Node's error if it cannot listen at the address.
 *
 * @example
 * const inbox = await openSenderInbox({ port: 4500 });
 */
export async function openSenderInbox(options: InboxOptions = {}): Promise<SenderInbox> {
  const { now = Date.now, onRecord, mostRequests = MOST_REQUESTS, mostBytes = MOST_BYTES } = options;
  const records: DeliveryRecord[] = [];
  const inProgress = new Set<Promise<void>>();
  const withheld = new Map<number, () => void>();
  const answerTo = createResponder(options.plan ?? passivePlan, options.scheme ?? SCHEMES['standard-webhooks']);
  const full = Promise.withResolvers<void>();
  let bytes = 0;

  const server = createServer({ requestTimeout: LONGEST_REQUEST_MS }, (request, response) => {
    readRequest(request, options.mostBytesOfABody ?? MOST_BYTES_OF_A_BODY)
      .then((received) => {
        if (records.length >= mostRequests || bytes + received.body.length > mostBytes) {
          full.resolve();
          response.writeHead(503).end();
          return;
        }
        const answer = answerTo(received);
        const receivedAtMs = now();
        const record = { ...received, receivedAtMs, answer: toGivenResponse(answer) };
        bytes += received.body.length;
        const number = records.push(record);
        if (answer.kind !== 'withheld') {
          onRecord?.(record, number);
          trackResponse(inProgress, response);
          sendResponse(answer, response);
          return;
        }
        withheld.set(number, () => onRecord?.(record, number));
        withholdResponse(answer.forMs, response, (by) => {
          if (!withheld.delete(number)) return; // the inbox has closed
          const ended = { by, afterMs: Math.max(0, Math.round(now() - receivedAtMs)) };
          const complete = { ...record, answer: { ...record.answer, ended } };
          records[number - 1] = complete;
          onRecord?.(complete, number);
        });
      })
      .catch(() => response.destroy());
  });
  const url = await startListening(server, options);
  const recording = (): Recording => ({ records: [...records], listenedUntilMs: now() });
  return {
    url,
    isFull: full.promise,
    recording,
    async close() {
      const all = recording();
      await Promise.all(inProgress);
      for (const report of withheld.values()) report();
      withheld.clear();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      return all;
    },
  };
}

function sendResponse(answer: Exclude<PlannedResponse, { kind: 'withheld' }>, response: ServerResponse): void {
  switch (answer.kind) {
    case 'status': {
      const { status, retryAfterSeconds: seconds } = answer;
      response.writeHead(status, seconds === undefined ? {} : { 'Retry-After': String(seconds) }).end();
      return;
    }
    case 'redirect':
      response.writeHead(answer.status, { Location: REDIRECT_TARGET }).end();
      return;
    default:
      answer satisfies never;
  }
}

/** Sends no response and closes the connection after `forMs`. Calls `onEnd` with the side that closed it. */
function withholdResponse(forMs: number, response: ServerResponse, onEnd: (by: 'sender' | 'inbox') => void): void {
  const timer = setTimeout(() => {
    onEnd('inbox');
    response.destroy();
  }, forMs);
  response.once('close', () => {
    clearTimeout(timer);
    onEnd('sender');
  });
}

/** Adds a response to those in progress until it is sent or its connection is closed. */
function trackResponse(inProgress: Set<Promise<void>>, response: ServerResponse): void {
  if (response.socket?.destroyed !== false) return;
  const isOver = new Promise<void>((resolve) => {
    response.once('finish', resolve).once('close', resolve);
  });
  inProgress.add(isOver);
  void isOver.then(() => inProgress.delete(isOver));
}

/** Reads a request and stores at most `most` bytes of its body. An interrupted request is not whole. */
async function readRequest(request: IncomingMessage, most: number): Promise<InboxRequest> {
  const pieces: Buffer[] = [];
  let keptBytes = 0;
  let sentBytes = 0;
  let isInterrupted = false;
  const given: AsyncIterable<Buffer> = request; // without an encoding, chunks are bytes
  try {
    for await (const piece of given) {
      sentBytes += piece.length;
      const kept = piece.subarray(0, most - keptBytes);
      keptBytes += kept.length;
      pieces.push(kept);
    }
  } catch {
    isInterrupted = true;
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: readHeaders(request),
    body: Buffer.concat(pieces),
    sentBytes,
    isWhole: !isInterrupted && keptBytes === sentBytes,
  };
}

/** Headers with credentials for other services. They are not needed here, and users share recordings. */
const HIDDEN = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key']);

function readHeaders({ rawHeaders }: IncomingMessage): HeaderPair[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index): HeaderPair => {
    const lower = name.toLowerCase();
    return [lower, HIDDEN.has(lower) ? '[hidden]' : (rawHeaders[index * 2 + 1] ?? '')];
  });
}

function startListening(server: Server, { host = '127.0.0.1', port = 0 }: InboxOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.maxConnections = MOST_CONNECTIONS;
    server.listen(port, host, () => {
      const { address, family, port: taken } = server.address() as AddressInfo; // the server listens at a port
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/`);
    });
  });
}
