import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher, errors, ProxyAgent, request } from 'undici';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { decodeBody } from './content-coding.ts';
import { readBody } from './read-body.ts';
import { type HeaderPair, NoResponse, type Transport } from './transport-contract.ts';
import { toNoResponseError } from './transport-failure.ts';
import { createTrustOptions } from './trusted-authorities.ts';

/** Which server certificates to trust, and the client certificate to present. All are PEM texts. */
export interface TlsOptions {
  /** Additional certificate authorities. */
  readonly ca?: string;
  /** Skips verification: anyone on the network path can answer and read the keys. */
  readonly isUnchecked?: boolean;
  readonly certificate?: string;
  readonly certificateKey?: string;
}

export interface HttpTransportOptions {
  /** The timeout of an exchange, from the first byte sent to the last byte received. */
  readonly timeoutMs: number;
  /** The maximum size of a body in bytes, compressed or not; larger ones abort the exchange. */
  readonly maxBodyBytes?: number;
  /** The URL of a proxy, with user name and password if required. */
  readonly proxy?: string;
  readonly tls?: TlsOptions;
  /** IP addresses to connect to, in place of those to which the name of the target resolves. */
  readonly addresses?: readonly string[];
}

/** Creates the network transport. Follows no redirects, so that a key is never sent to another origin. `close` frees the sockets. */
export function createHttpTransport(options: HttpTransportOptions): {
  readonly transport: Transport;
  close(): Promise<void>;
} {
  const { timeoutMs, maxBodyBytes = 8 * 1024 * 1024 } = options;
  const dispatcher = createDispatcher(options);
  const context = { timeoutMs, isProxied: options.proxy !== undefined };

  const once: Transport = async ({ method, url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(url, {
      method,
      headers: groupHeaders(headers),
      body: body ?? null,
      dispatcher,
      signal,
    });
    const stated = response.headers['content-length'];
    const content = await readBody(response.body, { maxBytes: maxBodyBytes, stated }).catch((thrown: unknown) => {
      const failure = toNoResponseError(thrown, context);
      throw failure.code === 'broken' ? new NoResponse('cut', failure.message) : failure;
    });
    const answer = { status: response.statusCode, headers: toHeaderPairs(response.headers), body: content };
    return decodeBody(answer, maxBodyBytes);
  };
  const transport: Transport = async (request) => {
    try {
      return await once(request).catch((thrown: unknown) => {
        if (request.method === 'GET' && isLostBeforeResponse(thrown)) return once(request);
        throw thrown;
      });
    } catch (thrown) {
      throw toNoResponseError(thrown, context);
    }
  };
  return { transport, close: () => dispatcher.destroy() };
}

function createDispatcher({ timeoutMs, proxy, tls = {}, addresses }: HttpTransportOptions): Dispatcher {
  const trust = {
    timeout: timeoutMs,
    rejectUnauthorized: tls.isUnchecked !== true,
    ...createTrustOptions(tls.ca),
    ...(addresses === undefined ? {} : { lookup: createFixedLookup(addresses) }),
  };
  const connect = {
    ...trust,
    ...omitUndefined({ cert: tls.certificate, key: tls.certificateKey }),
  };
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  if (proxy === undefined) return new Agent({ connect, ...limits });
  const { username, password, href } = new URL(proxy);
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const token = username === '' ? {} : { token: `Basic ${Buffer.from(credentials).toString('base64')}` };
  return new ProxyAgent({
    uri: href,
    requestTls: connect,
    proxyTls: trust,
    connectTimeout: timeoutMs,
    ...limits,
    ...token,
  });
}

/** Returns a lookup function for sockets that resolves every name to the same addresses. */
export function createFixedLookup(addresses: readonly string[]): LookupFunction {
  const [first = { address: '', family: 0 }, ...others] = addresses.map((address) => ({
    address,
    family: isIP(address),
  }));
  return (_name, { all }, callback) => {
    if (all === true) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  };
}

/**
 * A server may close a kept-alive connection just as the next request is sent. No response arrives then,
 * and a read can be retried.
 */
const isLostBeforeResponse = (thrown: unknown): boolean =>
  thrown instanceof errors.SocketError || (thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET');

/** Groups headers by name; repeated headers are sent in order, one line each. */
function groupHeaders(headers: readonly HeaderPair[]): Record<string, string[]> {
  const byName: Record<string, string[]> = {};
  for (const [name, value] of headers) byName[name] = [...(byName[name] ?? []), value];
  return byName;
}

const toHeaderPairs = (headers: Record<string, string | string[] | undefined>): HeaderPair[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): HeaderPair => [name, one]),
  );
