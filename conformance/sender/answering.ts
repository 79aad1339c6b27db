import type { SignatureScheme } from '../webhooks/scheme.ts';
import { type Answer, type AnswerPlan, followed } from './answer-plan.ts';
import { identityOf, isAtSideDoor } from './delivery.ts';
import type { DeliveryRecord } from './delivery-record.ts';

/** A request that is there and has not been answered. */
export type Came = Omit<DeliveryRecord, 'receivedAtMs' | 'answer'>;

/**
 * Answers requests by a plan, in their order. Samples, requests without a body, broken ones and whatever comes to the side
 * door take no part in it and get 200.
 */
export function answering(plan: AnswerPlan, scheme: Pick<SignatureScheme, 'idHeader'>): (came: Came) => Answer {
  const answerTo = followed(plan);
  return (came) => {
    const { identity, isTest } = identityOf(came, scheme);
    const isOutside = !came.isWhole || came.sentBytes === 0 || isAtSideDoor(came);
    return isTest || isOutside ? { kind: 'status', status: 200 } : answerTo(identity);
  };
}
