import type { Refusal } from './address-policy.ts';
import { AddressRefused, LookupFailed } from './judged-lookup.ts';

/** Why an exchange gave no whole answer. */
export type SendError =
  | 'dns_failed'
  | 'address_not_allowed'
  | 'connect_refused'
  | 'connect_timeout'
  | 'tls_failed'
  | 'response_timeout'
  | 'body_timeout'
  | 'connection_reset';

export interface SendFailure {
  readonly error: SendError;
  /** One sentence for those who look after the receiver. It names no address. */
  readonly message: string;
  /** Of `address_not_allowed`. */
  readonly refusal?: Refusal;
}

/** How far an exchange had come. */
export type Phase = 'resolving' | 'connecting' | 'securing' | 'waiting' | 'reading';

/** What an error of the network means, by the phase in which it came. */
export function failureFrom(thrown: unknown, phase: Phase): SendFailure {
  if (thrown instanceof AddressRefused) return failureOf(thrown.refusal);
  const code = codeOf(thrown);
  const shown = code === '' ? '' : ` (${code})`;
  if (thrown instanceof LookupFailed)
    return { error: 'dns_failed', message: `No address is known for its name${shown}.` };
  switch (phase) {
    case 'resolving':
    case 'connecting':
      if (code === 'ETIMEDOUT') return { error: 'connect_timeout', message: `Nobody took the connection${shown}.` };
      return {
        error: 'connect_refused',
        message: `${UNREACHED[code] ?? 'The connection could not be opened'}${shown}.`,
      };
    case 'securing':
      return { error: 'tls_failed', message: `${certificateFault(code)}${shown}.` };
    case 'waiting':
    case 'reading': {
      if (code.startsWith('HPE_')) return { error: 'connection_reset', message: `Its answer is no HTTP${shown}.` };
      const when = phase === 'waiting' ? 'before it answered' : 'in the middle of its answer';
      return { error: 'connection_reset', message: `It closed the connection ${when}${shown}.` };
    }
    default:
      return unreachable(phase);
  }
}

export const failureOf = (refusal: Refusal): SendFailure => ({
  error: 'address_not_allowed',
  message: refusal.message,
  refusal,
});

/** What it means that a limit passed in a phase. */
export function lateness(phase: Phase, limitMs: number): SendFailure {
  const limit = `within ${limitMs / 1000} s`;
  switch (phase) {
    case 'resolving':
      return { error: 'dns_failed', message: `No address was found for its name ${limit}.` };
    case 'connecting':
      return { error: 'connect_timeout', message: `Nobody took the connection ${limit}.` };
    case 'securing':
      return { error: 'connect_timeout', message: `The connection was taken, but TLS was not agreed on ${limit}.` };
    case 'waiting':
      return { error: 'response_timeout', message: `It took the delivery, but did not answer ${limit}.` };
    case 'reading':
      return { error: 'body_timeout', message: `Its answer began, but did not end ${limit} of the delivery's start.` };
    default:
      return unreachable(phase);
  }
}

const UNREACHED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens there',
  ECONNRESET: 'The connection was closed while it was opened',
  EHOSTUNREACH: 'No way leads there',
  ENETUNREACH: 'No way leads there',
};

function certificateFault(code: string): string {
  if (code === 'CERT_HAS_EXPIRED') return 'Its certificate has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'Its certificate is not valid yet';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'Its certificate is for another name';
  if (/SELF_SIGNED|^UNABLE_TO_/.test(code)) return 'Its certificate is signed by nobody who is trusted here';
  if (/^EPROTO$|WRONG_VERSION_NUMBER|PACKET_LENGTH/.test(code))
    return 'No TLS that is known here is spoken there, and its URL should perhaps begin with http:';
  return 'TLS could not be agreed on';
}

function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return codeOf(thrown.cause);
}

function unreachable(value: never): never {
  throw new Error(`an unknown phase: ${value}`);
}
