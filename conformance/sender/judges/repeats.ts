import { hasTimestamp } from '../../webhooks/scheme.ts';
import { type Retry, retriesIn } from '../attempts.ts';
import type { Delivery } from '../delivery.ts';
import { each, type Judge, type Judgement, notApplicable, untestable } from '../judge.ts';

/** Two instants in whole seconds differ for certain once this much has passed between them, in milliseconds. */
const CERTAINLY_LATER_MS = 2000;

/** What the attempts of one delivery have in common, and what not. None of it is documented. */
export const repeatJudges: readonly Judge[] = [
  {
    id: 'retries/same-id',
    title: 'A delivery that is tried again keeps its id',
    level: 'advice',
    rule: 'events.retries',
    judge: ({ deliveries, scheme }) =>
      scheme.idHeader === null
        ? notApplicable(`the scheme ${scheme.name} has no header for the id`)
        : eachRetry(retriesIn(deliveries), 'the id of the attempt before', ({ refused, next }) =>
            refused.id === next.id ? undefined : `${next.id ?? 'no id'} after ${refused.id ?? 'no id'}`,
          ),
  },
  {
    id: 'retries/same-bytes',
    title: 'A delivery that is tried again has the same bytes',
    level: 'advice',
    rule: 'events.retries',
    judge: ({ deliveries }) =>
      eachRetry(retriesIn(deliveries), 'the bytes of the attempt before', ({ refused, next }) =>
        refused.digest === next.digest ? undefined : `${next.body.length} other bytes after ${refused.body.length}`,
      ),
  },
  {
    id: 'retries/new-timestamp',
    title: 'Each attempt says when it was sent itself',
    level: 'advice',
    rule: 'events.signature',
    judge({ deliveries, scheme }) {
      if (!hasTimestamp(scheme)) return notApplicable(`the scheme ${scheme.name} sends no time`);
      const apart = retriesIn(deliveries).filter(
        ({ refused, next, pauseMs }) =>
          pauseMs >= CERTAINLY_LATER_MS && refused.sentMs !== undefined && next.sentMs !== undefined,
      );
      return eachRetry(apart, 'a later time of sending than that of the attempt before', ({ refused, next }) =>
        (next.sentMs ?? 0) > (refused.sentMs ?? 0) ? undefined : 'the same time of sending, or an earlier one',
      );
    },
  },
  {
    id: 'retries/ids-are-unique',
    title: 'No two events have the same id',
    level: 'advice',
    rule: 'events.frame',
    judge({ deliveries, scheme }) {
      if (scheme.idHeader === null) return notApplicable(`the scheme ${scheme.name} has no header for the id`);
      const having = deliveries.filter(({ id }) => id !== undefined);
      const retried = new Set(retriesIn(deliveries).map(({ next }) => next));
      const digests = new Map(having.toReversed().map(({ id, digest }) => [id, digest])); // of the first one with an id
      return each(
        having,
        'an id of its own',
        (delivery) =>
          digests.get(delivery.id) === delivery.digest || retried.has(delivery)
            ? undefined
            : `the id ${delivery.id} of another event`,
        'no delivery has an id in its header',
      );
    },
  },
];

/** Holds each retry against `faultOf`; the evidence of a fault is the attempt that has it. */
function eachRetry(
  retries: readonly Retry[],
  expected: string,
  faultOf: (retry: Retry) => string | undefined,
): Judgement {
  const byNext = new Map<Delivery, Retry>(retries.map((retry) => [retry.next, retry]));
  if (byNext.size === 0)
    return untestable('no delivery was refused and came again: send two or more events, without --passive');
  return each([...byNext.keys()], expected, (next) => {
    const retry = byNext.get(next);
    return retry === undefined ? undefined : faultOf(retry);
  });
}
