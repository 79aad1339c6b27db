import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProblemReply } from '../../../problem.ts';
import { refuseHeld, type WorldCapacity } from '../../edge/capacity.ts';
import { readClientGroup } from '../../edge/client-address.ts';
import type { Call, Place } from '../../exchange/call.ts';
import type { HttpRequest, HttpResponse } from '../../exchange/middleware.ts';
import type { PipelineStep } from '../../exchange/steps.ts';
import { type CountedRequest, type RateLimit, setHeaders } from './rate-limit.ts';
import { countInWorkspace, type RequestCounter } from './workspace-limit.ts';

/** The decision on a request. */
export interface Admitted extends CountedRequest {
  /** Undefined if the request is refused, or keeps the place of its address. */
  readonly place?: Place;
}

export interface AdmissionParts {
  readonly rate: RateLimit;
  readonly counter: RequestCounter | undefined;
  readonly capacity: WorldCapacity;
  /** Returns the address of the client behind trusted proxies. Undefined without them. */
  readonly readClientAddress: ((request: IncomingMessage) => string) | undefined;
}

/**
 * Decides whether the caller of a request may have it answered, before any work for it: limits per minute, the quotas of the workspace,
 * and requests in flight. The steps and the direct reads use the same decision, and each request is counted once.
 */
export class Admission {
  readonly #parts: AdmissionParts;
  /** Decisions on direct reads that the steps answer after all. */
  readonly #handedOver = new WeakMap<IncomingMessage, Admitted>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Refuses an address with too many requests without a known caller, before any other work. */
  readonly admitAddress: PipelineStep = (call, request, response) => {
    const refusal = this.#parts.rate.limitAddress(call, request, response);
    const address = readClientGroup(request);
    if (refusal !== undefined || address === undefined) return refusal;
    const place = this.#takePlace(address, this.#parts.capacity.anonymous);
    if ('refusal' in place) return place.refusal;
    this.#occupy(call, response, place);
    return undefined;
  };

  /** Refuses a caller who exceeds a limit. Follows the step that checks the credential. */
  readonly admitCaller: PipelineStep = (call, request, response) => {
    const caller = call.isOperator ? 'operator' : call.scope && formatUser(call.scope.user.userId);
    if (caller !== undefined) this.#parts.rate.refundAddress(call);
    const admitted = this.#handedOver.get(request) ?? this.#admit(request, caller, call.method !== 'GET');
    setHeaders(response, admitted.headers);
    if (admitted.place !== undefined) this.#occupy(call, response, admitted.place);
    return admitted.refusal;
  };

  /**
   * Admits a read of a user whose key was accepted from the address before. Returns undefined if the steps must answer it, for
   * example because they refuse it.
   */
  admitRead(message: IncomingMessage, response: ServerResponse, userId: string | null): Admitted | undefined {
    const request = message as HttpRequest; // Node's server sets the method and the target
    if (this.#parts.readClientAddress !== undefined) request.clientAddress = this.#parts.readClientAddress(message);
    if (!this.#parts.rate.isAccepted(request, userId)) return undefined;
    const admitted = this.#admit(request, userId === null ? undefined : formatUser(userId), false);
    if (admitted.refusal === undefined) return admitted;
    this.handOver(message, response, admitted);
    return undefined;
  }

  /** Leaves an admitted read to the steps. One of them may refuse it before `admitCaller`, for example if its key was revoked meanwhile. */
  handOver(request: IncomingMessage, response: ServerResponse, admitted: Admitted): void {
    this.#handedOver.set(request, admitted);
    if (admitted.place !== undefined) releaseWhenSent(response, admitted.place);
  }

  #admit(request: HttpRequest, caller: string | undefined, isWrite: boolean): Admitted {
    const counted = this.#parts.rate.countCaller(request, caller);
    if (counted.refusal !== undefined || caller === undefined) return counted;
    const exceeded = countInWorkspace(this.#parts.counter, isWrite);
    if (exceeded !== undefined) return exceeded;
    const place = this.#takePlace(caller, this.#parts.capacity);
    return 'refusal' in place ? { ...counted, ...place } : { ...counted, place };
  }

  #takePlace(
    caller: string,
    { requestsInFlight, delayedRequests }: WorldCapacity['anonymous'],
  ): Place | { readonly refusal: ProblemReply } {
    const reached = requestsInFlight.take(caller);
    if (reached !== undefined) return { refusal: refuseHeld(reached) };
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      requestsInFlight.release(caller);
    };
    return { caller, delayedRequests, release };
  }

  /** Gives a call another place until its response is complete. */
  #occupy(call: Call, response: HttpResponse, place: Place): void {
    if (call.place === undefined) response.once('close', () => call.place?.release());
    else call.place.release();
    call.place = place;
    if (response.destroyed) place.release(); // the client has left, so no close follows
  }
}

/** Releases the place of a response that was sent: at once if nothing waits for the client, otherwise when it is closed. */
export function releaseWhenSent(response: ServerResponse, place: Place): void {
  if (response.writableFinished || response.destroyed) place.release();
  else response.once('close', () => place.release());
}

const formatUser = (userId: string): string => `user ${userId}`;
