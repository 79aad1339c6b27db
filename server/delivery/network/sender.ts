import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { performance } from '../../../base/real-time.ts';
import {
  type CheckedUrl,
  checkUrl,
  type DestinationPolicy,
  isLocalName,
  listLoopbackAddresses,
} from './address-policy.ts';
import { createCheckedLookup, type Lookup, resolveWithSystem } from './checked-lookup.ts';
import { type ExchangeInput, performExchange, type SendLimits, type SendOutcome } from './exchange.ts';
import { toRefusedFailure } from './send-failure.ts';

export type { SendLimits, SendOutcome } from './exchange.ts';

/** One signed delivery to send. */
export interface SendRequest {
  readonly url: string;
  /**
   * Headers of the delivery and the destination. Connection-specific headers among them are ignored; the sender sets
   * them.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** Sends one delivery, once. Network failures are outcomes; a header that HTTP does not allow throws. */
export type Send = (request: SendRequest) => Promise<SendOutcome>;

export interface DeliverySenderOptions {
  readonly policy: DestinationPolicy;
  readonly limits?: Partial<SendLimits>;
  readonly lookup?: Lookup;
  /** Opens an in-process connection to the sandbox's own inboxes. Default: they are reached over the network. */
  readonly connect?: (url: URL) => Duplex;
  /** Trusted certificate authorities in place of the system's, PEM. */
  readonly ca?: string;
}

export const DEFAULT_LIMITS: SendLimits = {
  connectMs: 5_000,
  totalMs: 15_000,
  readBytes: 64 * 1024,
  keepBytes: 16 * 1024,
};

/** For a name with several addresses: time limit for each one but the last. The whole phase has its own limit. */
const CONNECT_OPTIONS = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 };

/**
 * Sends deliveries over HTTP, each once and over its own connection: a receiver may close a kept connection without a response to
 * a request that it has processed. Connects only to checked addresses (all addresses of a name must be allowed). Does not follow
 * redirects. `close` ends all connections.
 */
export function createSender(options: DeliverySenderOptions): { readonly send: Send; close(): void } {
  const { policy, connect, lookup: resolve = resolveWithSystem } = options;
  const limits: SendLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const trustOptions = options.ca === undefined ? {} : { ca: options.ca };
  const agents = {
    'http:': new HttpAgent({ keepAlive: false }),
    'https:': new HttpsAgent({ keepAlive: false, ...trustOptions }),
  };

  const send: Send = async ({ url, headers, body }) => {
    const startedAt = performance.now();
    const checked = checkUrl(policy, url);
    if (checked.kind === 'refused') return { kind: 'failed', ...toRefusedFailure(checked), timings: { totalMs: 0 } };
    const bytes = Buffer.from(body);
    const requestOptions = {
      ...toRequestOptions(checked),
      headers: { ...replaceConnectionHeaders(headers), 'content-length': `${bytes.length}` },
    };
    const exchangeOn = (open: ExchangeInput['open']) =>
      performExchange({ open, host: checked.host, body: bytes, limits, startedAt });

    if (checked.kind === 'inbox' && connect !== undefined)
      return exchangeOn(() =>
        requestHttp({
          ...requestOptions,
          path: toServedPath(policy, checked.url),
          createConnection: () => connect(checked.url),
        }),
      );
    const isSecure = checked.url.protocol === 'https:';
    return exchangeOn((onResolved) => {
      const resolved = isLocalName(checked.host) ? async () => listLoopbackAddresses(policy, checked.port) : resolve;
      const lookup = createCheckedLookup({ policy, resolve: resolved, onResolved, ...choosePortToCheck(checked) });
      return (isSecure ? requestHttps : requestHttp)({
        ...requestOptions,
        ...CONNECT_OPTIONS,
        ...trustOptions,
        agent: agents[isSecure ? 'https:' : 'http:'],
        lookup,
      });
    });
  };
  const close = (): void => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { send, close };
}

function toRequestOptions({ url, host, port }: CheckedUrl): RequestOptions {
  return { method: 'POST', hostname: host, port, path: `${url.pathname}${url.search}` };
}

/** Returns the target of an inbox as the server of the sandbox receives it. */
const toServedPath = ({ own }: DestinationPolicy, { pathname, search }: URL): string =>
  `${own?.servedPath ?? ''}${`${pathname}${search}`.slice(own?.basePath?.length ?? 0)}`;

/** Returns the port for the check against the sandbox's own port. Inboxes are exempt from that check. */
const choosePortToCheck = ({ kind, port }: CheckedUrl): { readonly port?: number } =>
  kind === 'inbox' ? {} : { port };

/** Requests an uncompressed response, because compression would bypass the limit on bytes read. */
function replaceConnectionHeaders(headers: SendRequest['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase()));
  return { 'accept-encoding': 'identity', ...Object.fromEntries(kept) };
}

const CONNECTION_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
