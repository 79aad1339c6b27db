import type { ProblemReply } from '../../../problems/problem.ts';
import type { OpenedScope } from '../../../world/scope/scope-types.ts';
import { parseIssuedKey } from '../../../world/state/issued-keys.ts';
import { refuseHeld, type WorldCapacity } from '../../edge/capacity.ts';
import type { Call, Place } from '../../exchange/call.ts';
import type { Decision } from '../../exchange/decision.ts';
import type { RateLimit } from './rate-limit.ts';
import { countInWorkspace, type RequestCounter } from './workspace-limit.ts';

export interface AdmissionParts {
  readonly rate: RateLimit;
  readonly counter: RequestCounter | undefined;
  readonly capacity: WorldCapacity;
}

/**
 * Decides whether the caller of a request may have it answered, before any work for it: limits per minute, the quotas of the workspace,
 * and requests in flight.
 */
export class Admission {
  readonly #parts: AdmissionParts;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Refuses an address with too many requests without a known caller, before any other work. */
  readonly admitAddress: Decision = (call) => {
    const refusal = this.#parts.rate.limitAddress(call);
    if (refusal !== undefined || call.address === undefined) return refusal;
    return occupy(call, call.address, this.#parts.capacity.anonymous);
  };

  /** Refuses a caller who exceeds a limit. Follows the decision about the credential. */
  readonly admitCaller: Decision = (call) => {
    const { rate, counter, capacity } = this.#parts;
    const caller = call.isOperator ? 'operator' : call.scope && nameCaller(call.scope);
    if (caller !== undefined) rate.refundAddress(call);
    const counted = rate.countCaller(call, caller);
    const exceeded =
      counted.refusal === undefined && caller !== undefined
        ? countInWorkspace(counter, call.method !== 'GET')
        : undefined;
    const { headers, refusal } = exceeded ?? counted;
    if (headers.length > 0) call.replyHeaders.push(...headers);
    return refusal === undefined && caller !== undefined ? occupy(call, caller, capacity) : refusal;
  };
}

/** Guests do not use up the limits of the user whose data they see. */
const nameCaller = ({ isGuest, user, key }: OpenedScope): string =>
  isGuest ? `guest ${parseIssuedKey(key.key)?.keyId}` : `user ${user.userId}`;

/** Gives a call a place among the requests in flight of a caller, until it is over, in place of the one that it has. */
function occupy(call: Call, caller: string, capacity: WorldCapacity['anonymous']): ProblemReply | undefined {
  const { requestsInFlight, delayedRequests } = capacity;
  const reached = requestsInFlight.take(caller);
  if (reached !== undefined) return refuseHeld(reached);
  let isReleased = false;
  const place: Place = {
    caller,
    delayedRequests,
    release() {
      if (!isReleased) requestsInFlight.release(caller);
      isReleased = true;
    },
  };
  call.place?.release();
  call.place = place;
  if (call.isOver) place.release(); // the client has left
  return undefined;
}
