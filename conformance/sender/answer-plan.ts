import type { GivenAnswer } from './delivery-record.ts';

/** What the inbox does with one attempt of a delivery. */
export type Answer =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** Sent elsewhere: to a path of the inbox itself, where nobody should turn up. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 307 | 308 }
  /** No answer for so long; then the connection is ended. */
  | { readonly kind: 'withheld'; readonly forMs: number };

/** For each delivery, in the order in which they first come, what its attempts are answered with; all else gets 200. */
export type AnswerPlan = readonly (readonly Answer[])[];

/**
 * Where redirects lead: the last part of a path, beside the one that was asked for, so that it is reached behind a proxy too.
 * Whoever turns up there follows redirects.
 */
export const SIDE_DOOR = 'moved-here';

/** Answers everything with 200. */
export const passivePlan: AnswerPlan = [];

/** What the plan that makes retries visible can be told. */
export interface PlanOptions {
  /** What `Retry-After` asks for, in seconds. */
  readonly retryAfterSeconds?: number;
  /** Leave one attempt without an answer for so long, in milliseconds. */
  readonly withholdMs?: number;
  /** Answer one attempt with 410, which disables the destination. What would have come after it is not seen. */
  readonly allowGone?: boolean;
}

/**
 * The plan that makes a sender show how it goes on. The first delivery gets 200, because some destinations are only taken
 * when they do; then come an error, a `Retry-After`, a redirect and a silence, each on a delivery of its own. 410 goes to
 * the first delivery that is tried again, so that others are still due when it does.
 */
export function observingPlan({ retryAfterSeconds = 8, withholdMs, allowGone = false }: PlanOptions = {}): AnswerPlan {
  return [
    [],
    [{ kind: 'status', status: 500 }, ...(allowGone ? [{ kind: 'status', status: 410 } as const] : [])],
    [{ kind: 'status', status: 503, retryAfterSeconds }],
    [{ kind: 'redirect', status: 302 }],
    ...(withholdMs === undefined ? [] : [[{ kind: 'withheld', forMs: withholdMs } as const]]),
  ];
}

/** How many deliveries a plan wants to see. */
export const deliveriesWanted = (plan: AnswerPlan): number => Math.max(1, plan.length);

/** What the records say of an answer. */
export function givenBy(answer: Answer): GivenAnswer {
  switch (answer.kind) {
    case 'status': {
      const { status, retryAfterSeconds } = answer;
      return retryAfterSeconds === undefined ? { status } : { status, retryAfterSeconds };
    }
    case 'redirect':
      return { status: answer.status, location: SIDE_DOOR };
    case 'withheld':
      return { status: null };
    default:
      return answer satisfies never;
  }
}

/** Follows a plan: given the identity of each delivery as its attempts come, says how to answer. */
export function followed(plan: AnswerPlan): (identity: string) => Answer {
  const attempts = new Map<string, { readonly place: number; count: number }>();
  return (identity) => {
    const known = attempts.get(identity) ?? { place: attempts.size, count: 0 };
    if (known.place >= plan.length) return TAKEN;
    attempts.set(identity, known);
    known.count += 1;
    return plan[known.place]?.[known.count - 1] ?? TAKEN;
  };
}

const TAKEN: Answer = { kind: 'status', status: 200 };
