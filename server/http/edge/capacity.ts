import { HeldCounts, type HeldQuota, type ReachedLimit, type WorldHeldCounts } from '../../limits/held-counts.ts';
import { type ProblemReply, problem } from '../../problems/problem.ts';
import type { Quotas } from '../../workspaces/workspace.ts';
import { EventStreams } from './event-streams.ts';

/** The most that a server has open at the same time, for all of its worlds together. */
export interface CapacityLimits {
  readonly maxEventStreams: number;
  /** Bytes of event streams that clients have not read yet. */
  readonly maxStreamBytes: number;
  readonly maxRequestsInFlight: number;
  /** Requests that wait because of `Prefer: delay` or a fault rule. */
  readonly maxDelayedRequests: number;
}

/** The share of the requests of a server that callers without a credential may hold. One address gets half of it. */
const ANONYMOUS_SHARE = 0.2;

/** The streams and requests that the callers of one world have open. */
export interface WorldCapacity {
  readonly eventStreams: WorldHeldCounts;
  readonly requestsInFlight: WorldHeldCounts;
  readonly delayedRequests: WorldHeldCounts;
  /** The streams of the server. */
  readonly streams: EventStreams;
  /** The requests without a credential, by address, of all worlds. */
  readonly anonymous: Pick<WorldCapacity, 'requestsInFlight' | 'delayedRequests'>;
}

/** The streams and requests that are open on a server, and refusals since its start. */
export interface CapacityUse {
  readonly eventStreams: number;
  /** Bytes of event streams that clients have not read yet. */
  readonly streamBytes: number;
  /** Event streams that were cut since the start, because their clients read too slowly. */
  readonly slowStreams: number;
  /** How often each limit refused a request since the start. */
  readonly refusals: readonly { readonly quota: HeldQuota; readonly refusals: number }[];
}

/** Returns the number of open streams and requests of a world, by quota. */
export const readHeld = (capacity: WorldCapacity): Readonly<Record<HeldQuota, number>> => ({
  event_streams: capacity.eventStreams.count,
  requests_in_flight: capacity.requestsInFlight.count,
  delayed_requests: capacity.delayedRequests.count,
});

/** Limits the streams and requests that are open on a server at the same time. */
export class Capacity {
  readonly streams: EventStreams;
  readonly #counts: readonly HeldCounts[];
  readonly #eventStreams: HeldCounts;
  readonly #requestsInFlight: HeldCounts;
  readonly #delayedRequests: HeldCounts;
  readonly #anonymous: WorldCapacity['anonymous'];

  constructor({ maxEventStreams, maxStreamBytes, maxRequestsInFlight, maxDelayedRequests }: CapacityLimits) {
    this.streams = new EventStreams(maxStreamBytes);
    this.#eventStreams = new HeldCounts('event_streams', maxEventStreams);
    this.#requestsInFlight = new HeldCounts('requests_in_flight', maxRequestsInFlight);
    this.#delayedRequests = new HeldCounts('delayed_requests', maxDelayedRequests);
    this.#counts = [this.#eventStreams, this.#requestsInFlight, this.#delayedRequests];
    this.#anonymous = {
      requestsInFlight: this.#requestsInFlight.forWorld(Math.ceil(maxRequestsInFlight * ANONYMOUS_SHARE)),
      delayedRequests: this.#delayedRequests.forWorld(Math.ceil(maxDelayedRequests * ANONYMOUS_SHARE)),
    };
  }

  readUse(): CapacityUse {
    return {
      eventStreams: this.streams.count,
      streamBytes: this.streams.measureUnreadBytes(),
      slowStreams: this.streams.cuts,
      refusals: this.#counts.map(({ quota, refusals }) => ({ quota, refusals })),
    };
  }

  /** Returns the capacity of one world, limited by its quotas. */
  forWorld(quotas: Quotas = {}): WorldCapacity {
    return {
      eventStreams: this.#eventStreams.forWorld(quotas.event_streams),
      requestsInFlight: this.#requestsInFlight.forWorld(quotas.requests_in_flight),
      delayedRequests: this.#delayedRequests.forWorld(quotas.delayed_requests),
      streams: this.streams,
      anonymous: this.#anonymous,
    };
  }
}

const WHAT: Readonly<Record<ReachedLimit['quota'], string>> = {
  event_streams: 'open event streams',
  requests_in_flight: 'requests at the same time',
  delayed_requests: 'requests with Prefer: delay at the same time',
};

const WHOSE: Readonly<Record<ReachedLimit['level'], string>> = {
  user: 'for one user, or one address without a key',
  world: 'for this workspace',
  server: 'for the whole server',
};

/** Requests end soon, streams rarely. */
const RETRY_SECONDS: Readonly<Record<ReachedLimit['quota'], number>> = {
  event_streams: 10,
  requests_in_flight: 1,
  delayed_requests: 1,
};

/**
 * Returns the refusal of a request beyond a limit. It ends the connection: idle ones of a client that opens very many would have
 * to be closed at once. @see gap limits.held
 */
export function refuseHeld({ quota, level, limit }: ReachedLimit): ProblemReply<429> {
  const seconds = RETRY_SECONDS[quota];
  const advice = quota === 'event_streams' ? 'Close one' : 'Wait until one has ended';
  const refusal = problem(429, 'rate_limited', {
    detail: `The quota ${quota} allows ${limit} ${WHAT[quota]} ${WHOSE[level]}. ${advice}, then retry in ${seconds} s or later.`,
    retry_after_seconds: seconds,
  });
  return { ...refusal, closesConnection: true };
}
