import { Agent as HttpAgent, type RequestOptions, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { type DestinationPolicy, isLocalName, judgeUrl, loopbackAddresses, type Place } from './address-policy.ts';
import { type Exchange, exchange, type SendLimits, type SendOutcome } from './exchange.ts';
import { judgedLookup, type Lookup, resolveBySystem } from './judged-lookup.ts';
import { failureOf } from './send-failure.ts';

export type { SendLimits, SendOutcome } from './exchange.ts';

/** One delivery as it goes out, signed already. */
export interface SendRequest {
  readonly url: string;
  /** Those of the delivery and of the destination. What belongs to the connection is set here, and dropped from these. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** Sends one delivery, once. Whatever the network does is an outcome; a header that HTTP cannot carry throws. */
export type Send = (request: SendRequest) => Promise<SendOutcome>;

export interface SenderOptions {
  readonly policy: DestinationPolicy;
  readonly limits?: Partial<SendLimits>;
  readonly lookup?: Lookup;
  /** A connection to the sandbox itself, for its own inboxes. Without one they are reached as any other place is. */
  readonly connect?: (url: URL) => Duplex;
  /** Authorities that are trusted instead of the system's, PEM. */
  readonly ca?: string;
}

export const DEFAULT_LIMITS: SendLimits = {
  connectMs: 5_000,
  totalMs: 15_000,
  readBytes: 64 * 1024,
  keepBytes: 16 * 1024,
};

/** Kept connections are given up before servers, Node's own after 5 s, begin to close them. */
const KEPT = { keepAlive: true, timeout: 4_000, maxFreeSockets: 16 };

/** Of a name with several addresses, each but the last has so long; the whole opening has its own limit. */
const DIALLING = { autoSelectFamily: true, autoSelectFamilyAttemptTimeout: 1_000 };

/**
 * Sends deliveries over HTTP. A connection opens only to addresses that were judged, each one that a name has, and is kept
 * for the next delivery to the same host; redirects are not followed. `close` ends all connections.
 */
export function createSender(options: SenderOptions): { readonly send: Send; close(): void } {
  const { policy, connect, lookup: resolve = resolveBySystem } = options;
  const limits: SendLimits = { ...DEFAULT_LIMITS, ...options.limits };
  const trust = options.ca === undefined ? {} : { ca: options.ca };
  const agents = { 'http:': new HttpAgent(KEPT), 'https:': new HttpsAgent({ ...KEPT, ...trust }) };

  const send: Send = async ({ url, headers, body }) => {
    const startedAt = performance.now();
    const place = judgeUrl(policy, url);
    if (place.kind === 'refused') return { kind: 'failed', ...failureOf(place), timings: { totalMs: 0 } };
    const bytes = Buffer.from(body);
    const asked = { ...requestTo(place), headers: { ...ownHeaders(headers), 'content-length': `${bytes.length}` } };
    const over = (open: Exchange['open']) => exchange({ open, host: place.host, body: bytes, limits, startedAt });

    if (place.kind === 'inbox' && connect !== undefined)
      return neverStale(await over(() => requestHttp({ ...asked, createConnection: () => connect(place.url) })));
    const isSecure = place.url.protocol === 'https:';
    const through = (agent: HttpAgent | false) =>
      over((onResolved) => {
        const resolved = isLocalName(place.host) ? async () => loopbackAddresses(policy, place.port) : resolve;
        const lookup = judgedLookup({ policy, resolve: resolved, onResolved, ...doorOf(place) });
        return (isSecure ? requestHttps : requestHttp)({ ...asked, ...DIALLING, ...trust, agent, lookup });
      });
    const first = await through(agents[isSecure ? 'https:' : 'http:']);
    return first === 'stale' ? neverStale(await through(false)) : first;
  };
  const close = (): void => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { send, close };
}

function requestTo({ url, host, port }: Place): RequestOptions {
  return { method: 'POST', hostname: host, port, path: `${url.pathname}${url.search}` };
}

/** The port by which our own door is told; an inbox is behind it, and may be sent to all the same. */
const doorOf = ({ kind, port }: Place): { readonly port?: number } => (kind === 'inbox' ? {} : { port });

/** Answers are read as they are: a packed one would be a way around the limit of what is read. */
function ownHeaders(headers: SendRequest['headers']): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase()));
  return { 'accept-encoding': 'identity', ...Object.fromEntries(kept) };
}

const OF_THE_CONNECTION = new Set([
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

function neverStale(outcome: SendOutcome | 'stale'): SendOutcome {
  if (outcome === 'stale') throw new Error('a connection that was just opened cannot be stale');
  return outcome;
}
