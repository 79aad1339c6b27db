import { errors } from 'undici';
import { NoAnswer } from './client.ts';

/** What the network's error means, in words and with what to do about it; its code stands in brackets. */
export function noAnswerFrom(
  thrown: unknown,
  { timeoutMs, isProxied }: { readonly timeoutMs: number; readonly isProxied: boolean },
): NoAnswer {
  if (thrown instanceof NoAnswer) return thrown;
  const way = isProxied ? ' through the proxy' : '';
  const cause = innermost(thrown);
  const isTimeout = TIMEOUTS.some((type) => thrown instanceof type) || nameOf(thrown) === 'TimeoutError';
  if (isTimeout) return new NoAnswer('timeout', `no complete answer${way} within ${timeoutMs / 1000} s`);
  const code = codeOf(cause);
  const known = KNOWN.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return new NoAnswer('unreachable', `${known[1]} (${code}${way})`);
  if (UNREACHABLE.test(code)) return new NoAnswer('unreachable', `the target cannot be reached${way} (${code})`);
  const said = isProxied && cause instanceof Error ? cause.message : code || nameOf(cause);
  return new NoAnswer('broken', `${BROKEN[code] ?? 'the connection failed'}${way} (${said})`);
}

const TIMEOUTS: readonly (new (...args: never[]) => Error)[] = [
  errors.ConnectTimeoutError,
  errors.HeadersTimeoutError,
  errors.BodyTimeoutError,
];

const KNOWN: readonly (readonly [code: RegExp, words: string])[] = [
  [/^(ENOTFOUND|EAI_)/, 'the target cannot be reached: no address is known for its name'],
  [/^ECONNREFUSED$/, 'the target cannot be reached: nothing listens there'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired; --insecure looks away'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet; --insecure looks away'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another name; --insecure looks away'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    'its certificate is signed by nobody who is known here; name the authority with --ca FILE, or look away with --insecure',
  ],
  [/^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/, 'it speaks no TLS; does it begin with http:// ?'],
  [/^ERR_SSL_.*CERTIFICATE/, 'it asks for a certificate of ours; give one with --cert and --cert-key'],
];

const UNREACHABLE = /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS|ERR_SSL|EPROTO|CERT_)/;

const BROKEN: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'its headers are larger than 16 KiB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its body is not as long as its Content-Length says',
  UND_ERR_SOCKET: 'the connection ended before the answer did',
  ECONNRESET: 'the connection ended before the answer did',
};

function innermost(thrown: unknown): unknown {
  if (thrown instanceof AggregateError) return innermost(thrown.errors[0]);
  return thrown instanceof Error && thrown.cause !== undefined ? innermost(thrown.cause) : thrown;
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
