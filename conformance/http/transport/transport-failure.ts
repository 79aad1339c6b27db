import { errors } from 'undici';
import { NoResponse } from './transport-contract.ts';

/** Explains a network error and what to do about it, with its code in parentheses. */
export function toNoResponseError(
  thrown: unknown,
  { timeoutMs, isProxied }: { readonly timeoutMs: number; readonly isProxied: boolean },
): NoResponse {
  if (thrown instanceof NoResponse) return thrown;
  const way = isProxied ? ' through the proxy' : '';
  const cause = findInnermostCause(thrown);
  const isTimeout = TIMEOUTS.some((type) => thrown instanceof type) || getErrorName(thrown) === 'TimeoutError';
  if (isTimeout) return new NoResponse('timeout', `no complete response${way} within ${timeoutMs / 1000} s`);
  const code = getErrorCode(cause);
  const known = KNOWN.find(([pattern]) => pattern.test(code));
  if (known !== undefined) return new NoResponse('unreachable', `${known[1]} (${code}${way})`);
  if (UNREACHABLE.test(code)) return new NoResponse('unreachable', `cannot reach the target${way} (${code})`);
  const detail = isProxied && cause instanceof Error ? cause.message : code || getErrorName(cause);
  return new NoResponse('broken', `${BROKEN[code] ?? 'the connection failed'}${way} (${detail})`);
}

const TIMEOUTS: readonly (new (...args: never[]) => Error)[] = [
  errors.ConnectTimeoutError,
  errors.HeadersTimeoutError,
  errors.BodyTimeoutError,
];

const KNOWN: readonly (readonly [code: RegExp, words: string])[] = [
  [/^(ENOTFOUND|EAI_)/, 'cannot reach the target: its host name does not resolve'],
  [/^ECONNREFUSED$/, 'cannot reach the target: connection refused'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired; skip verification with --insecure'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet; skip verification with --insecure'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host name; skip verification with --insecure'],
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/,
    'its certificate is not signed by a trusted authority; add one with --ca FILE, or skip verification with --insecure',
  ],
  [
    /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG)$/,
    'the server does not use TLS; should the URL start with http://?',
  ],
  [/^ERR_SSL_.*CERTIFICATE/, 'it requires a client certificate; give one with --cert and --cert-key'],
];

const UNREACHABLE = /^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_TLS|ERR_SSL|EPROTO|CERT_)/;

const BROKEN: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_OVERFLOW: 'its headers are larger than 16 KiB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the length of its body differs from its Content-Length',
  UND_ERR_SOCKET: 'the connection closed before the response was complete',
  ECONNRESET: 'the connection closed before the response was complete',
};

function findInnermostCause(thrown: unknown): unknown {
  if (thrown instanceof AggregateError) return findInnermostCause(thrown.errors[0]);
  return thrown instanceof Error && thrown.cause !== undefined ? findInnermostCause(thrown.cause) : thrown;
}

const getErrorName = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown);

const getErrorCode = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
