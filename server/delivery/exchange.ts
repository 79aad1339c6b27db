import type { ClientRequest, IncomingMessage } from 'node:http';
import { isIP, Socket } from 'node:net';
import { type Answer, isHttpStatus, KeptBody, maskedHeaders, statusTextOf } from './answer.ts';
import {
  failureFrom,
  invalidStatus,
  lateness,
  type Phase,
  type SendFailure,
  TOO_MANY_INTERIM,
} from './send-failure.ts';

/** Limits of one exchange, in real milliseconds and in bytes. */
export interface SendLimits {
  /** Name, connection and TLS together. */
  readonly connectMs: number;
  /** From the beginning to the last byte of the answer, however slowly it drips. */
  readonly totalMs: number;
  /** How much of a body is read before the connection is cut. */
  readonly readBytes: number;
  /** How much of it is kept. */
  readonly keepBytes: number;
}

/** How long each part took, in milliseconds; absent for a part that did not happen, as on a kept connection. */
export interface Timings {
  readonly dnsMs?: number;
  readonly connectMs?: number;
  readonly tlsMs?: number;
  /** From the connection being there to the head of the answer. */
  readonly firstByteMs?: number;
  readonly totalMs: number;
}

export type SendOutcome =
  | { readonly kind: 'answered'; readonly answer: FinalAnswer; readonly timings: Timings }
  /** `answer` is what had come of one, if its head had. */
  | ({ readonly kind: 'failed'; readonly answer?: Answer; readonly timings: Timings } & SendFailure);

/** A response whose status ends the exchange. */
export type FinalAnswer = Answer & { readonly status: number };

export interface Exchange {
  /** Opens the request, without a body yet; calls `onResolved` when it has the addresses of a name. */
  readonly open: (onResolved: () => void) => ClientRequest;
  readonly host: string;
  readonly body: Uint8Array;
  readonly limits: SendLimits;
  /** When it all began, by `performance.now()`: a second try has what is left of the time. */
  readonly startedAt: number;
}

/**
 * One request and its answer, resolved at the latest when a limit passes. `stale`: it was written to a kept connection that
 * the other end had closed, so that nobody read it; a new connection may do.
 */
export function exchange({ open, host, body, limits, startedAt }: Exchange): Promise<SendOutcome | 'stale'> {
  return new Promise((resolve) => {
    const openedAt = performance.now();
    const laps = lapsFrom(startedAt, openedAt);
    const kept = new KeptBody(limits.keepBytes);
    let phase: Phase = isIP(host) === 0 ? 'resolving' : 'connecting';
    let head: IncomingMessage | undefined;

    const request = open(() => {
      laps.take('dnsMs');
      phase = 'connecting';
    });
    const opening = setTimeout(() => fail(lateness(phase, limits.connectMs)), limits.connectMs);
    const left = Math.max(0, startedAt + limits.totalMs - openedAt);
    const whole = setTimeout(() => fail(lateness(phase, limits.totalMs)), left);

    const settle = (outcome: SendOutcome | 'stale'): void => {
      clearTimeout(opening);
      clearTimeout(whole);
      resolve(outcome);
    };
    const answerSoFar = (): { readonly answer?: Answer } =>
      head === undefined ? {} : { answer: answerOf(head, kept) };
    const fail = (failure: SendFailure): void => {
      settle({ kind: 'failed', ...failure, ...answerSoFar(), timings: laps.read() });
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
        laps.take('connectMs');
        if (isSecure) phase = 'securing';
        else connected();
      });
      socket.once('secureConnect', () => {
        laps.take('tlsMs');
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
      fail(invalidStatus(statusTextOf(response)));
    });
    request.on('response', (response) => {
      laps.take('firstByteMs');
      head = response;
      phase = 'reading';
      const { statusCode: status = 0 } = response;
      if (!isFinalStatus(status)) {
        fail(invalidStatus(statusTextOf(response)));
        return;
      }
      response.on('data', (chunk: Buffer) => {
        if (kept.add(chunk) <= limits.readBytes) return;
        const answer: FinalAnswer = { ...answerOf(response, kept), status, note: 'body_too_large' };
        settle({ kind: 'answered', answer, timings: laps.read() });
        request.destroy();
      });
      response.on('end', () =>
        settle({ kind: 'answered', answer: { ...answerOf(response, kept), status }, timings: laps.read() }),
      );
      response.on('error', (error) => fail(failureFrom(error, phase)));
    });
    request.on('error', (error) => {
      if (head?.complete === true) return; // the response is whole; what follows it on the connection does not count
      if (request.reusedSocket && phase === 'waiting' && isClosed(error)) settle('stale');
      else fail(failureFrom(error, phase));
    });
    request.end(body);
  });
}

const isClosed = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

/** Interim responses (1xx) that may precede a final one. */
const MAX_INTERIM_RESPONSES = 100;

/** Whether a response with this status ends the exchange (RFC 9110, 15). */
const isFinalStatus = (status: number): boolean => isHttpStatus(status) && status >= 200;

function answerOf(response: IncomingMessage, kept: KeptBody): Answer {
  const { statusCode = 0, headers } = response;
  return {
    status: isHttpStatus(statusCode) ? statusCode : null,
    statusText: statusTextOf(response),
    headers: maskedHeaders(headers),
    ...(headers.location === undefined ? {} : { location: headers.location }),
    ...kept.read(),
  };
}

type Lap = Exclude<keyof Timings, 'totalMs'>;

function lapsFrom(startedAt: number, openedAt: number): { take(name: Lap): void; read(): Timings } {
  const laps: Partial<Record<Lap, number>> = {};
  let lastAt = openedAt;
  return {
    take(name) {
      const now = performance.now();
      laps[name] = rounded(now - lastAt);
      lastAt = now;
    },
    read: () => ({ ...laps, totalMs: rounded(performance.now() - startedAt) }),
  };
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100;
