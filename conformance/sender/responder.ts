import type { SignatureScheme } from '../webhooks/scheme.ts';
import type { DeliveryRecord } from './core/delivery-record.ts';
import { isRedirectTarget, readIdentity } from './core/received-delivery.ts';
import { followPlan, type PlannedResponse, type ResponsePlan } from './core/response-plan.ts';

/** A received request without a response. */
export type InboxRequest = Omit<DeliveryRecord, 'receivedAtMs' | 'answer'>;

/**
 * Returns a function that chooses responses by a plan, in the order of arrival. Samples, requests without a body, incomplete
 * requests and followed redirects are not part of the plan and get 200.
 */
export function createResponder(
  plan: ResponsePlan,
  scheme: Pick<SignatureScheme, 'idHeader'>,
): (request: InboxRequest) => PlannedResponse {
  const answerTo = followPlan(plan);
  return (request) => {
    const { identity, isTest } = readIdentity(request, scheme);
    const isOutside = !request.isWhole || request.sentBytes === 0 || isRedirectTarget(request);
    return isTest || isOutside ? { kind: 'status', status: 200 } : answerTo(identity);
  };
}
