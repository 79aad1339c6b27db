import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP, Socket } from 'node:net';
import { clearTimeout, performance, setTimeout } from '../../../base/real-time.ts';
import {
  BodyCollector,
  formatStatusText,
  isHttpStatus,
  maskHeaders,
  type ReceivedResponse,
} from './received-response.ts';
import {
  classifyFailure,
  createInvalidStatusFailure,
  createTimeoutFailure,
  type ExchangePhase,
  ONLY_HTTP_2,
  type SendFailure,
  TOO_MANY_INTERIM,
} from './send-failure.ts';

/** Limits of one exchange, in real milliseconds and in bytes. */
export interface SendLimits {
  /** For resolving the name, connecting and TLS together. */
  readonly connectMs: number;
  /** From the start to the last byte of the response. */
  readonly totalMs: number;
  /** Maximum body bytes to read before closing the connection. */
  readonly readBytes: number;
  /** Maximum body bytes to keep. */
  readonly keepBytes: number;
}

/** Duration of each phase in milliseconds; absent for a phase that did not happen. */
export interface Timings {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  /** From the open connection to the head of the response. */
  readonly firstByteMs?: number;
  readonly totalMs: number;
}

export type SendOutcome =
  | { readonly kind: 'responded'; readonly response: FinalResponse; readonly timings: Timings }
  /** `response` is the partial response, if its head arrived. */
  | ({
      readonly kind: 'failed';
      readonly response?: ReceivedResponse | undefined;
      readonly timings: Timings;
    } & SendFailure);

/** A response whose status ends the exchange. */
export type FinalResponse = ReceivedResponse & { readonly status: number };

export interface ExchangeInput {
  /** Opens the request without its body. Calls `onResolved` when the name is resolved. */
  readonly open: (onResolved: () => void) => ClientRequest;
  readonly host: string;
  readonly body: Uint8Array;
  readonly limits: SendLimits;
  /** Start by `performance.now()`. */
  readonly startedAt: number;
}

/** Sends one request, once, and reads its response. Resolves at the latest when a limit is reached. */
export function performExchange({ open, host, body, limits, startedAt }: ExchangeInput): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const openedAt = performance.now();
    const stopwatch = startStopwatch(startedAt, openedAt);
    const kept = new BodyCollector(limits.keepBytes);
    let phase: ExchangePhase = isIP(host) === 0 ? 'resolving' : 'connecting';
    let head: IncomingMessage | undefined;

    const request = open(() => {
      stopwatch.takeLap('dnsMs');
      phase = 'connecting';
    });
    const opening = setTimeout(() => fail(createTimeoutFailure(phase, limits.connectMs)), limits.connectMs);
    const left = Math.max(0, startedAt + limits.totalMs - openedAt);
    const whole = setTimeout(() => fail(createTimeoutFailure(phase, limits.totalMs)), left);

    const settle = (outcome: SendOutcome): void => {
      clearTimeout(opening);
      clearTimeout(whole);
      resolve(outcome);
    };
    const fail = (failure: SendFailure): void => {
      const response = head && readResponse(head, kept);
      settle({ kind: 'failed', ...failure, response, timings: stopwatch.read() });
      request.destroy();
    };
    const connected = (): void => {
      clearTimeout(opening);
      phase = 'waiting';
    };

    request.on('socket', (socket) => {
      if (!(socket instanceof Socket && socket.connecting)) return connected();
      const isSecure = 'encrypted' in socket;
      socket.once('connect', () => {
        stopwatch.takeLap('connectMs');
        if (isSecure) phase = 'securing';
        else connected();
      });
      socket.once('secureConnect', () => {
        stopwatch.takeLap('tlsMs');
        connected();
      });
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM_RESPONSES) fail(TOO_MANY_INTERIM);
    });
    request.on('upgrade', (response, socket) => {
      head = response;
      socket.destroy();
      fail(createInvalidStatusFailure(formatStatusText(response)));
    });
    request.on('response', (response) => {
      stopwatch.takeLap('firstByteMs');
      head = response;
      phase = 'reading';
      const { statusCode: status = 0 } = response;
      if (!isFinalStatus(status)) {
        fail(createInvalidStatusFailure(formatStatusText(response)));
        return;
      }
      response.on('data', (chunk: Buffer) => {
        if (kept.add(chunk) <= limits.readBytes) return;
        const cut: FinalResponse = { ...readResponse(response, kept), status, note: 'body_too_large' };
        settle({ kind: 'responded', response: cut, timings: stopwatch.read() });
        request.destroy();
      });
      response.on('end', () => {
        const received: FinalResponse = { ...readResponse(response, kept), status };
        if (NEEDS_HTTP_2.test(received.body) && status === 403) fail(ONLY_HTTP_2);
        else settle({ kind: 'responded', response: received, timings: stopwatch.read() });
      });
      response.on('error', (error) => fail(classifyFailure(error, phase)));
    });
    request.on('error', (error) => {
      if (head?.complete === true) return; // the response is complete; later data on the connection is ignored
      fail(classifyFailure(error, phase));
    });
    request.end(body);
  });
}

/** How a server of Node.js that speaks only HTTP/2 refuses any other request. */
const NEEDS_HTTP_2 = /^(?:Unknown|Missing) ALPN Protocol, expected `h2`/;

/** Maximum number of interim responses (1xx) before a final one. */
const MAX_INTERIM_RESPONSES = 100;

/** Whether a response with this status ends the exchange (RFC 9110, 15). */
const isFinalStatus = (status: number): boolean => isHttpStatus(status) && status >= 200;

function readResponse(response: IncomingMessage, kept: BodyCollector): ReceivedResponse {
  const { statusCode = 0, headers } = response;
  return {
    status: isHttpStatus(statusCode) ? statusCode : null,
    statusText: formatStatusText(response),
    headers: maskHeaders(headers),
    location: headers.location,
    ...kept.read(),
  };
}

type Lap = Exclude<keyof Timings, 'totalMs'>;

function startStopwatch(startedAt: number, openedAt: number): { takeLap(name: Lap): void; read(): Timings } {
  const laps: Partial<Record<Lap, number>> = {};
  let lastAt = openedAt;
  return {
    takeLap(name) {
      const now = performance.now();
      laps[name] = roundMs(now - lastAt);
      lastAt = now;
    },
    read: () => ({ ...laps, totalMs: roundMs(performance.now() - startedAt) }),
  };
}

const roundMs = (ms: number): number => Math.round(ms * 100) / 100;
