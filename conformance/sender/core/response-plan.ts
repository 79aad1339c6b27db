import type { GivenResponse } from './delivery-record.ts';

/** The response of the inbox to one attempt of a delivery. */
export type PlannedResponse =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** A redirect to a path of the inbox itself; a request to that path shows that the sender follows redirects. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 307 | 308 }
  /** No response; the inbox closes the connection after `forMs`. */
  | { readonly kind: 'withheld'; readonly forMs: number };

/** The responses to the attempts of each delivery, in the order of arrival. All other attempts get 200. */
export type ResponsePlan = readonly (readonly PlannedResponse[])[];

/**
 * The target of redirects, relative to the path of the delivery, so that it also works behind a proxy. A request to it shows
 * that the sender follows redirects.
 */
export const REDIRECT_TARGET = 'moved-here';

/** Responds to requests with 200. */
export const passivePlan: ResponsePlan = [];

/** Options of the plan that causes retries. */
export interface PlanOptions {
  /** The value of `Retry-After` in seconds. */
  readonly retryAfterSeconds?: number;
  /** Delay of the response to one attempt, in milliseconds. */
  readonly withholdMs?: number;
  /** Respond to one attempt with 410, which disables the destination, so that no later deliveries arrive. */
  readonly allowGone?: boolean;
}

/**
 * Creates the plan that causes retries. The first delivery gets 200, because some senders require this of a new destination.
 * The next deliveries get an error, a `Retry-After`, a redirect and no response. The first retry gets 410, so that other
 * retries are still due.
 *
 * @example
 * const inbox = await openSenderInbox({ plan: observingPlan({ withholdMs: 30_000 }) });
 */
export function observingPlan({
  retryAfterSeconds = 8,
  withholdMs,
  allowGone = false,
}: PlanOptions = {}): ResponsePlan {
  return [
    [],
    [{ kind: 'status', status: 500 }, ...(allowGone ? [{ kind: 'status', status: 410 } as const] : [])],
    [{ kind: 'status', status: 503, retryAfterSeconds }],
    [{ kind: 'redirect', status: 302 }],
    ...(withholdMs === undefined ? [] : [[{ kind: 'withheld', forMs: withholdMs } as const]]),
  ];
}

/** Counts the deliveries that a plan needs. */
export const countPlannedDeliveries = (plan: ResponsePlan): number => Math.max(1, plan.length);

/** Converts a planned response to the form of the records. */
export function toGivenResponse(answer: PlannedResponse): GivenResponse {
  switch (answer.kind) {
    case 'status': {
      const { status, retryAfterSeconds } = answer;
      return retryAfterSeconds === undefined ? { status } : { status, retryAfterSeconds };
    }
    case 'redirect':
      return { status: answer.status, location: REDIRECT_TARGET };
    case 'withheld':
      return { status: null };
    default:
      return answer satisfies never;
  }
}

/** Returns a function that maps the identity of each arriving attempt to the planned response. */
export function followPlan(plan: ResponsePlan): (identity: string) => PlannedResponse {
  const attempts = new Map<string, { readonly place: number; count: number }>();
  return (identity) => {
    const known = attempts.get(identity) ?? { place: attempts.size, count: 0 };
    if (known.place >= plan.length) return ACCEPTED;
    attempts.set(identity, known);
    known.count += 1;
    return plan[known.place]?.[known.count - 1] ?? ACCEPTED;
  };
}

const ACCEPTED: PlannedResponse = { kind: 'status', status: 200 };
