import { hasTimestamp } from '../../webhooks/scheme.ts';
import { listRetries, type RetriedAttempt } from '../core/attempts.ts';
import { checkEach, notApplicable, type SenderCheck, type SenderVerdict, untestable } from '../core/check.ts';
import type { ReceivedDelivery } from '../core/received-delivery.ts';

/** Minimum distance of two instants that certainly differ in whole seconds. */
const CERTAINLY_LATER_MS = 2000;

/** Checks of id, body and timestamp across the attempts of one delivery. All rules are assumed. */
export const repeatChecks: readonly SenderCheck[] = [
  {
    id: 'retries/same-id',
    title: 'A retry has the same id',
    level: 'advice',
    rule: 'events.retries',
    evaluate: ({ deliveries, scheme }) =>
      scheme.idHeader === null
        ? notApplicable(`the scheme ${scheme.name} has no header for the id`)
        : checkEachRetry(listRetries(deliveries), 'the id of the previous attempt', ({ refused, next }) =>
            refused.id === next.id ? undefined : `${next.id ?? 'no id'} after ${refused.id ?? 'no id'}`,
          ),
  },
  {
    id: 'retries/same-bytes',
    title: 'A retry has the same body',
    level: 'advice',
    rule: 'events.retries',
    evaluate: ({ deliveries }) =>
      checkEachRetry(listRetries(deliveries), 'the body of the previous attempt', ({ refused, next }) =>
        refused.digest === next.digest
          ? undefined
          : `a different body of ${next.body.length} bytes after ${refused.body.length}`,
      ),
  },
  {
    id: 'retries/new-timestamp',
    title: 'Each attempt has its own timestamp',
    level: 'advice',
    rule: 'events.signature',
    evaluate({ deliveries, scheme }) {
      if (!hasTimestamp(scheme)) return notApplicable(`the scheme ${scheme.name} sends no timestamp`);
      const apart = listRetries(deliveries).filter(
        ({ refused, next, pauseMs }) =>
          pauseMs >= CERTAINLY_LATER_MS && refused.sentMs !== undefined && next.sentMs !== undefined,
      );
      return checkEachRetry(apart, 'a later timestamp than the previous attempt', ({ refused, next }) =>
        (next.sentMs ?? 0) > (refused.sentMs ?? 0) ? undefined : 'the same timestamp, or an earlier one',
      );
    },
  },
  {
    id: 'retries/ids-are-unique',
    title: 'No two events have the same id',
    level: 'advice',
    rule: 'events.frame',
    evaluate({ deliveries, scheme }) {
      if (scheme.idHeader === null) return notApplicable(`the scheme ${scheme.name} has no header for the id`);
      const having = deliveries.filter(({ id }) => id !== undefined);
      if (having.length === 0) return untestable('no delivery has an id in its header');
      const retried = new Set(listRetries(deliveries).map(({ next }) => next));
      const digests = new Map(having.toReversed().map(({ id, digest }) => [id, digest])); // of the first delivery with each id
      return checkEach(having, 'a unique id', (delivery) =>
        digests.get(delivery.id) === delivery.digest || retried.has(delivery)
          ? undefined
          : `the id ${delivery.id} of another event`,
      );
    },
  },
];

/** Checks each retry with `findFault`; the evidence is the later attempt. */
function checkEachRetry(
  retries: readonly RetriedAttempt[],
  expected: string,
  findFault: (retry: RetriedAttempt) => string | undefined,
): SenderVerdict {
  const byNext = new Map<ReceivedDelivery, RetriedAttempt>(retries.map((retry) => [retry.next, retry]));
  if (byNext.size === 0)
    return untestable('no rejected delivery was retried: send two or more events, without --passive');
  return checkEach([...byNext.keys()], expected, (next) => {
    const retry = byNext.get(next);
    return retry === undefined ? undefined : findFault(retry);
  });
}
