import type { HeaderPair } from '../../http/transport/transport-contract.ts';

/** Headers of one connection (RFC 9110, section 7.6.1), and those that older software uses so. */
const OF_ONE_CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade', 'http2-settings'],
  ...['proxy-authenticate', 'proxy-authorization', 'proxy-authentication-info'],
]);

/** Returns the headers that a proxy forwards: without those of one connection, and without those that `Connection` names. */
export function removeConnectionHeaders(headers: readonly HeaderPair[]): HeaderPair[] {
  const named = new Set(
    headers
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.toLowerCase().split(','))
      .map((name) => name.trim())
      .filter((name) => !NEVER_OF_ONE_CONNECTION.has(name)),
  );
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !OF_ONE_CONNECTION.has(lower) && !named.has(lower);
  });
}

/** Headers that `Connection` cannot remove, because the receiver must get them. */
const NEVER_OF_ONE_CONNECTION = new Set(['content-length', 'host', 'x-api-key', 'authorization', 'close', '']);

interface RequestContext {
  /** The address of the client. */
  readonly address: string;
  /** The host and port of the upstream. */
  readonly host: string;
  /** The name of the proxy in `Via`. */
  readonly via: string;
  readonly httpVersion: string;
}

/**
 * Returns the headers of the request to the upstream: `Host` names the upstream, `X-Forwarded-*` describe the connection of the client
 * and keep what other proxies state, and `Via` names this proxy. All others stay as they are, in order.
 */
export function createUpstreamHeaders(headers: readonly HeaderPair[], context: RequestContext): HeaderPair[] {
  const { address, host, via, httpVersion } = context;
  const find = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1];
  const list = (name: string, last: string) =>
    [...headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value), last].join(', ');
  const replaced = new Set(['host', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']);
  const isChunked = headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value));
  const acceptsTrailers = /(^|,)\s*trailers\s*(;|,|$)/i.test(find('te') ?? '');
  return [
    ['Host', host],
    ...removeConnectionHeaders(headers).filter(([name]) => !replaced.has(name.toLowerCase())),
    ['X-Forwarded-For', list('x-forwarded-for', address)],
    ['X-Forwarded-Host', find('x-forwarded-host') ?? find('host') ?? host],
    ['X-Forwarded-Proto', find('x-forwarded-proto') ?? 'http'],
    ['Via', list('via', `${httpVersion} ${via}`)],
    ...(isChunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
    ...(acceptsTrailers ? ([['TE', 'trailers']] as const) : []),
    ['Connection', acceptsTrailers ? 'keep-alive, TE' : 'keep-alive'],
  ];
}
