import { unreachable } from '../../../base/unreachable.ts';
import type { AddressRefusal } from './address-policy.ts';
import { AddressRefused, LookupFailed } from './checked-lookup.ts';

/** Why an exchange has no complete response. */
export type SendError =
  | 'dns_failed'
  | 'address_not_allowed'
  | 'connect_refused'
  | 'connect_timeout'
  | 'tls_failed'
  | 'response_timeout'
  | 'body_timeout'
  | 'connection_reset'
  | 'invalid_response';

export interface SendFailure {
  readonly error: SendError;
  /** One sentence for the operator of the receiver. Contains no address. */
  readonly message: string;
  /** For `address_not_allowed`. */
  readonly refusal?: AddressRefusal;
}

/** The phase that an exchange reached. */
export type ExchangePhase = 'resolving' | 'connecting' | 'securing' | 'waiting' | 'reading';

/** Classifies a network error by the phase in which it occurred. */
export function classifyFailure(thrown: unknown, phase: ExchangePhase): SendFailure {
  if (thrown instanceof AddressRefused) return toRefusedFailure(thrown.refusal);
  const code = findErrorCode(thrown);
  const shown = code === '' ? '' : ` (${code})`;
  if (thrown instanceof LookupFailed) return { error: 'dns_failed', message: `Its name has no address${shown}.` };
  switch (phase) {
    case 'resolving':
    case 'connecting':
      if (code === 'ETIMEDOUT')
        return { error: 'connect_timeout', message: `The connection was not accepted${shown}.` };
      return {
        error: 'connect_refused',
        message: `${CONNECT_FAULTS[code] ?? 'The connection could not be opened'}${shown}.`,
      };
    case 'securing':
      if (code.endsWith('NO_APPLICATION_PROTOCOL')) return ONLY_HTTP_2;
      return { error: 'tls_failed', message: `${describeTlsFault(code)}${shown}.` };
    case 'waiting':
    case 'reading': {
      if (code.startsWith('HPE_') && beginsWithSettings(thrown)) return ONLY_HTTP_2;
      if (code.startsWith('HPE_'))
        return {
          error: 'invalid_response',
          message: `Its response is not valid HTTP${shown}${phase === 'waiting' ? describeBeginning(thrown) : ''}.`,
        };
      const when = phase === 'waiting' ? 'before it responded' : 'before its response was complete';
      return { error: 'connection_reset', message: `It closed the connection ${when}${shown}.` };
    }
    default:
      return unreachable(phase);
  }
}

/** The failure for a receiver that does not speak HTTP/1.1. */
export const ONLY_HTTP_2: SendFailure = {
  error: 'invalid_response',
  message:
    'It speaks only HTTP/2, and deliveries use HTTP/1.1. Allow HTTP/1.1 in the receiver (allowHTTP1 in Node.js), or put a proxy in front of it.',
};

/** Whether the bytes that could not be parsed begin with the frame SETTINGS, the first one of HTTP/2 (RFC 9113, 3.4). */
function beginsWithSettings(thrown: unknown): boolean {
  if (!(thrown instanceof Error && 'rawPacket' in thrown && thrown.rawPacket instanceof Uint8Array)) return false;
  const [high, middle, low = 1, type, , ...stream] = thrown.rawPacket.subarray(0, 9);
  return (
    high === 0 && middle === 0 && low % 6 === 0 && type === 4 && stream.length === 4 && stream.every((one) => one === 0)
  );
}

/** Returns the beginning of the bytes that could not be parsed, so that users can recognise another protocol. */
function describeBeginning(thrown: unknown): string {
  if (!(thrown instanceof Error && 'rawPacket' in thrown && thrown.rawPacket instanceof Uint8Array)) return '';
  const [line = ''] = Buffer.from(thrown.rawPacket.subarray(0, 60)).toString('latin1').split(/\r?\n/, 1);
  return line === '' ? '' : `; it begins with ${JSON.stringify(line)}`;
}

/**
 * The failure for a status that does not end an exchange: outside 100..599, or a protocol switch that was not
 * requested.
 */
export const createInvalidStatusFailure = (statusText: string): SendFailure => ({
  error: 'invalid_response',
  message: `Its response has the status ${JSON.stringify(statusText)}. Expected a final status from 200 to 599.`,
});

/** The failure for too many interim responses. */
export const TOO_MANY_INTERIM: SendFailure = {
  error: 'invalid_response',
  message: 'It sent more than 100 interim responses (1xx). Expected a final status from 200 to 599.',
};

export const toRefusedFailure = (refusal: AddressRefusal): SendFailure => ({
  error: 'address_not_allowed',
  message: refusal.message,
  refusal,
});

/** Returns the failure for a time limit reached in a phase. */
export function createTimeoutFailure(phase: ExchangePhase, limitMs: number): SendFailure {
  const limit = `within ${limitMs / 1000} s`;
  switch (phase) {
    case 'resolving':
      return { error: 'dns_failed', message: `Its name was not resolved ${limit}.` };
    case 'connecting':
      return { error: 'connect_timeout', message: `The connection was not accepted ${limit}.` };
    case 'securing':
      return {
        error: 'connect_timeout',
        message: `The connection was accepted, but the TLS handshake did not finish ${limit}.`,
      };
    case 'waiting':
      return { error: 'response_timeout', message: `It accepted the request, but did not respond ${limit}.` };
    case 'reading':
      return {
        error: 'body_timeout',
        message: `Its response began, but was not complete ${limit} of the start of the request.`,
      };
    default:
      return unreachable(phase);
  }
}

const CONNECT_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there',
  ECONNRESET: 'The connection was closed during the handshake',
  EHOSTUNREACH: 'There is no route to it',
  ENETUNREACH: 'There is no route to it',
};

function describeTlsFault(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'Its certificate has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'Its certificate is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Its certificate is for another name';
  if (/SELF_SIGNED|^UNABLE_TO_/.test(code)) return 'Its certificate is not signed by a trusted authority';
  if (/^EPROTO$|WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code))
    return 'It does not use TLS; its URL may have to begin with http:';
  return 'The TLS handshake failed';
}

function findErrorCode(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return findErrorCode(thrown.cause);
}
