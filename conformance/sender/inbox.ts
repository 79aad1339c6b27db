import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HeaderPair } from '../http/client.ts';
import { SCHEMES, type SignatureScheme } from '../webhooks/scheme.ts';
import { type Answer, type AnswerPlan, givenBy, passivePlan, SIDE_DOOR } from './answer-plan.ts';
import { answering, type Came } from './answering.ts';
import type { DeliveryRecord, Recording } from './delivery-record.ts';

/** How an inbox listens, answers and stops. */
export interface InboxOptions {
  /** By default 127.0.0.1: nobody else can deliver. */
  readonly host?: string;
  /** 0, the default, takes any that is free. */
  readonly port?: number;
  /** By default everything gets 200. */
  readonly plan?: AnswerPlan;
  /** By which header events are told apart; by default as the contract says. */
  readonly scheme?: Pick<SignatureScheme, 'idHeader'>;
  /**
   * Called with each request and its number, counted from 1 in the order of arrival. A request whose answer is withheld is
   * reported when its connection has ended, or when the inbox closes. It must not throw.
   */
  readonly onRecord?: (record: DeliveryRecord, number: number) => void;
  /** The real clock, in epoch milliseconds. */
  readonly now?: () => number;
  /** The inbox is full after so many requests, or so many bytes of bodies. */
  readonly mostRequests?: number;
  readonly mostBytes?: number;
  /** More of one body is counted, but not kept. */
  readonly mostBytesOfABody?: number;
}

/** An open inbox. */
export interface SenderInbox {
  /** The address to give to the sender. */
  readonly url: string;
  /** Settles when it is full. */
  readonly isFull: Promise<void>;
  /** What came so far. */
  recording(): Recording;
  /** Lets answers that are under way leave, ends every connection, and gives what came. */
  close(): Promise<Recording>;
}

const MOST_REQUESTS = 10_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_BYTES_OF_A_BODY = 1024 * 1024;
const MOST_CONNECTIONS = 256;
/** A sender that takes longer for one request is cut off, in milliseconds. */
const LONGEST_REQUEST_MS = 30_000;

/**
 * Receives what a sender delivers, answers by a plan, and keeps everything within bounds. It judges nothing.
 * Rejects when the address cannot be listened at, with Node's error.
 */
export async function openSenderInbox(options: InboxOptions = {}): Promise<SenderInbox> {
  const { now = Date.now, onRecord, mostRequests = MOST_REQUESTS, mostBytes = MOST_BYTES } = options;
  const records: DeliveryRecord[] = [];
  const underWay = new Set<Promise<void>>();
  const withheld = new Map<number, () => void>();
  const answerTo = answering(options.plan ?? passivePlan, options.scheme ?? SCHEMES['standard-webhooks']);
  const full = Promise.withResolvers<void>();
  let bytes = 0;

  const server = createServer({ requestTimeout: LONGEST_REQUEST_MS }, (request, response) => {
    received(request, options.mostBytesOfABody ?? MOST_BYTES_OF_A_BODY)
      .then((came) => {
        if (records.length >= mostRequests || bytes + came.body.length > mostBytes) {
          full.resolve();
          response.writeHead(503).end();
          return;
        }
        const answer = answerTo(came);
        const receivedAtMs = now();
        const record = { ...came, receivedAtMs, answer: givenBy(answer) };
        bytes += came.body.length;
        const number = records.push(record);
        if (answer.kind !== 'withheld') {
          onRecord?.(record, number);
          remember(underWay, response);
          give(answer, response);
          return;
        }
        withheld.set(number, () => onRecord?.(record, number));
        withhold(answer.forMs, response, (by) => {
          if (!withheld.delete(number)) return; // the inbox has closed
          const ended = { by, afterMs: Math.max(0, Math.round(now() - receivedAtMs)) };
          const complete = { ...record, answer: { ...record.answer, ended } };
          records[number - 1] = complete;
          onRecord?.(complete, number);
        });
      })
      .catch(() => response.destroy());
  });
  const url = await listening(server, options);
  const recording = (): Recording => ({ records: [...records], listenedUntilMs: now() });
  return {
    url,
    isFull: full.promise,
    recording,
    async close() {
      const all = recording();
      await Promise.all(underWay);
      for (const report of withheld.values()) report();
      withheld.clear();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      return all;
    },
  };
}

function give(answer: Exclude<Answer, { kind: 'withheld' }>, response: ServerResponse): void {
  switch (answer.kind) {
    case 'status': {
      const { status, retryAfterSeconds: seconds } = answer;
      response.writeHead(status, seconds === undefined ? {} : { 'Retry-After': String(seconds) }).end();
      return;
    }
    case 'redirect':
      response.writeHead(answer.status, { Location: SIDE_DOOR }).end();
      return;
    default:
      answer satisfies never;
  }
}

/** Gives no answer for so long, and then ends the connection. Calls `onEnd` with who ended it. */
function withhold(forMs: number, response: ServerResponse, onEnd: (by: 'sender' | 'inbox') => void): void {
  const timer = setTimeout(() => {
    onEnd('inbox');
    response.destroy();
  }, forMs);
  response.once('close', () => {
    clearTimeout(timer);
    onEnd('sender');
  });
}

/** Keeps an answer among those that are under way until it has left, or its connection has gone. */
function remember(underWay: Set<Promise<void>>, response: ServerResponse): void {
  if (response.socket?.destroyed !== false) return;
  const isOver = new Promise<void>((resolve) => {
    response.once('finish', resolve).once('close', resolve);
  });
  underWay.add(isOver);
  void isOver.then(() => underWay.delete(isOver));
}

/** A request with its body, of which no more than `most` bytes are kept. One that is broken off is not whole. */
async function received(request: IncomingMessage, most: number): Promise<Came> {
  const pieces: Buffer[] = [];
  let keptBytes = 0;
  let sentBytes = 0;
  let isBrokenOff = false;
  const given: AsyncIterable<Buffer> = request; // no encoding is set, so that it gives bytes
  try {
    for await (const piece of given) {
      sentBytes += piece.length;
      const kept = piece.subarray(0, most - keptBytes);
      keptBytes += kept.length;
      pieces.push(kept);
    }
  } catch {
    isBrokenOff = true;
  }
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: headersOf(request),
    body: Buffer.concat(pieces),
    sentBytes,
    isWhole: !isBrokenOff && keptBytes === sentBytes,
  };
}

/** Headers whose values open something else. Nobody needs them here, and recordings are passed on. */
const HIDDEN = new Set(['authorization', 'proxy-authorization', 'cookie', 'x-api-key']);

function headersOf({ rawHeaders }: IncomingMessage): HeaderPair[] {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.map((name, index): HeaderPair => {
    const lower = name.toLowerCase();
    return [lower, HIDDEN.has(lower) ? '[hidden]' : (rawHeaders[index * 2 + 1] ?? '')];
  });
}

function listening(server: Server, { host = '127.0.0.1', port = 0 }: InboxOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.maxConnections = MOST_CONNECTIONS;
    server.listen(port, host, () => {
      const { address, family, port: taken } = server.address() as AddressInfo; // of a server that listens at a port
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}/`);
    });
  });
}
