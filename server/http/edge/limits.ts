import type { CapacityLimits } from './capacity.ts';

/** Limits on the time, connections and header bytes of one client, and on what all of them hold at the same time. */
export interface ServerLimits extends CapacityLimits {
  /** Time to send all headers, from the opening of the connection or the first byte of a later request. */
  readonly headersTimeoutMs: number;
  /** Time to send a whole request, its body included. */
  readonly requestTimeoutMs: number;
  /** A connection on which no byte moves during a request or a response is cut; event streams send heartbeats. */
  readonly stallTimeoutMs: number;
  /** How long a connection stays open between requests. */
  readonly keepAliveMs: number;
  /** How often the timeouts are checked. */
  readonly checkIntervalMs: number;
  /** The request line and all headers together. */
  readonly maxHeaderBytes: number;
  /** Further connections are closed at once. */
  readonly maxConnections: number;
  /** The same for one client address. Trusted proxies are exempt. */
  readonly maxConnectionsPerAddress: number;
  /** How long a shutdown waits for requests in flight. */
  readonly shutdownMs: number;
}

const MAX_CONNECTIONS = 2000;

/** The share of all connections that requests in flight may hold together, so that others can still connect. */
const SHARE_IN_FLIGHT = 0.5;
/** The shares that event streams and delayed requests may hold. */
const SHARE_OF_STREAMS = 0.25;
const SHARE_OF_DELAYS = 0.25;

/** Limits of a server that only this machine can reach, where all clients share one address. */
export const LOCAL_LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stallTimeoutMs: 60_000,
  keepAliveMs: 5_000,
  checkIntervalMs: 1_000,
  maxHeaderBytes: 16 * 1024,
  maxConnections: MAX_CONNECTIONS,
  maxConnectionsPerAddress: MAX_CONNECTIONS,
  maxEventStreams: MAX_CONNECTIONS * SHARE_OF_STREAMS,
  maxStreamBytes: 16 * 1024 * 1024,
  maxRequestsInFlight: Number.POSITIVE_INFINITY,
  maxDelayedRequests: Number.POSITIVE_INFINITY,
  // Leaves time for deliveries to finish within the 10 s after which container runtimes kill a process.
  shutdownMs: 7_000,
};

/** The share of all connections that one address may hold on a public server. */
const SHARE_OF_ONE_ADDRESS = 0.1;

/** Proxies reuse connections for about a minute, and report an error when the server closes one first. */
const KEEP_ALIVE_BEHIND_PROXY_MS = 65_000;

/** Returns the limits of a server that other machines can reach. */
export function createPublicLimits(choice: {
  readonly maxConnections?: number;
  readonly isBehindProxy: boolean;
}): ServerLimits {
  const { maxConnections = MAX_CONNECTIONS, isBehindProxy } = choice;
  return {
    ...LOCAL_LIMITS,
    maxConnections,
    maxConnectionsPerAddress: Math.ceil(maxConnections * SHARE_OF_ONE_ADDRESS),
    maxEventStreams: Math.ceil(maxConnections * SHARE_OF_STREAMS),
    maxRequestsInFlight: Math.ceil(maxConnections * SHARE_IN_FLIGHT),
    maxDelayedRequests: Math.ceil(maxConnections * SHARE_OF_DELAYS),
    ...(isBehindProxy ? { keepAliveMs: KEEP_ALIVE_BEHIND_PROXY_MS } : {}),
  };
}

/**
 * The longest value of each header that is parsed, in characters. Longer values are refused before anything parses them.
 * All other headers only count towards `maxHeaderBytes`.
 */
export const MAX_HEADER_VALUE: Readonly<Record<string, number>> = {
  Accept: 1024,
  'Accept-Encoding': 256,
  Authorization: 512,
  'Content-Encoding': 64,
  'Content-Type': 256,
  'Fleetkit-As-Of': 64,
  Host: 270, // a name of 253 characters, brackets or a port
  'Idempotency-Key': 256,
  'If-Modified-Since': 64,
  'If-None-Match': 2048,
  Origin: 512,
  Prefer: 256,
  'Sec-Fetch-Site': 64,
  'X-API-Key': 256,
  'X-Forwarded-For': 1024,
  'X-Request-Id': 1024,
};
