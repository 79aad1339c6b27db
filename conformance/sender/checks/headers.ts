import { parseInstant } from '../../../base/durations.ts';
import { findValue } from '../../reading/pointers.ts';
import { hasTimestamp } from '../../webhooks/scheme.ts';
import { checkEach, fail, isNonEmpty, notApplicable, pass, type SenderCheck, untestable } from '../core/check.ts';
import { listHeaderValues, type ReceivedDelivery } from '../core/received-delivery.ts';

/** Checks of the id and timestamp headers. All rules are assumed. */
export const headerChecks: readonly SenderCheck[] = [
  {
    id: 'headers/id',
    title: 'Every delivery has an event id in a header',
    level: 'advice',
    rule: 'events.signature',
    evaluate: ({ deliveries, scheme: { idHeader, name } }) =>
      idHeader === null
        ? notApplicable(`the scheme ${name} has no header for the id`)
        : checkEach(deliveries, `one value in the header ${idHeader}`, (delivery) => {
            const values = listHeaderValues(delivery, idHeader).filter((value) => value !== '');
            if (values.length === 1) return undefined;
            return values.length === 0 ? `${idHeader} is missing or empty` : `${idHeader} occurs more than once`;
          }),
  },
  {
    id: 'headers/id-without-dot',
    title: 'The id contains no dot, which separates it from the timestamp in the signed content',
    level: 'advice',
    rule: 'events.signature',
    evaluate({ deliveries, scheme: { name, signedContent } }) {
      if (!signedContent.includes('{id}.'))
        return notApplicable(`the scheme ${name} does not sign the id before a dot`);
      const having = deliveries.filter(({ id }) => id !== undefined);
      if (having.length === 0) return untestable('no delivery has an id in its header');
      return checkEach(having, 'an id without a dot', ({ id = '' }) => (id.includes('.') ? `the id ${id}` : undefined));
    },
  },
  {
    id: 'headers/id-equals-body',
    title: 'The id in the header equals the id in the body',
    level: 'advice',
    rule: 'events.frame',
    evaluate({ deliveries, scheme: { idHeader, name } }) {
      if (idHeader === null) return notApplicable(`the scheme ${name} has no header for the id`);
      const having = deliveries.filter(({ id, json }) => id !== undefined && findValue(json, '/id') !== undefined);
      if (having.length === 0) return untestable('no delivery has an id in its header and in its body');
      return checkEach(having, `the value of ${idHeader} as id in the body`, ({ id, json }) =>
        findValue(json, '/id') === id
          ? undefined
          : `id ${formatValue(findValue(json, '/id'))} in the body, ${id} in the header`,
      );
    },
  },
  {
    id: 'headers/timestamp-fresh',
    title: 'Every delivery has a timestamp of the real clock',
    level: 'advice',
    rule: 'events.signature',
    evaluate({ deliveries, scheme, toleranceSeconds }) {
      if (!hasTimestamp(scheme)) return notApplicable(`the scheme ${scheme.name} sends no timestamp`);
      return checkEach(deliveries, `a timestamp within ${toleranceSeconds} s of the arrival`, (delivery) => {
        if (delivery.sentMs === undefined) return 'no valid timestamp';
        const offSeconds = countSecondsBefore(delivery, delivery.sentMs);
        return Math.abs(offSeconds) <= toleranceSeconds ? undefined : `a timestamp ${describeOffset(offSeconds)}`;
      });
    },
  },
  {
    id: 'headers/timestamp-is-of-sending',
    title: 'The timestamp is the time of sending, not of the event',
    level: 'advice',
    rule: 'events.signature',
    evaluate({ deliveries, scheme, toleranceSeconds }) {
      if (!hasTimestamp(scheme)) return notApplicable(`the scheme ${scheme.name} sends no timestamp`);
      const apart = deliveries.filter((delivery) => {
        const eventMs = parseEventMs(delivery);
        return eventMs !== undefined && Math.abs(countSecondsBefore(delivery, eventMs)) > toleranceSeconds;
      });
      if (!isNonEmpty(apart))
        return untestable('every event was sent immediately; redeliver an older event, or one from a shifted clock');
      const mistaken = apart.filter(
        (delivery) => Math.floor((parseEventMs(delivery) ?? 0) / 1000) === Math.floor((delivery.sentMs ?? -1) / 1000),
      );
      if (!isNonEmpty(mistaken)) return pass(...apart);
      return fail(
        {
          expected: 'the time of sending by the real clock',
          saw: `the time of the event, ${formatValue(readEventTime(mistaken[0]))}`,
        },
        ...mistaken,
      );
    },
  },
];

const readEventTime = ({ json }: ReceivedDelivery): unknown => findValue(json, '/timestamp');

function parseEventMs(delivery: ReceivedDelivery): number | undefined {
  const stated = readEventTime(delivery);
  return typeof stated === 'string' ? parseInstant(stated) : undefined;
}

/** Returns the seconds from an instant to the arrival; negative if the instant is later. */
const countSecondsBefore = ({ receivedAtMs }: ReceivedDelivery, ms: number): number =>
  Math.floor(receivedAtMs / 1000) - Math.floor(ms / 1000);

const describeOffset = (seconds: number): string =>
  seconds > 0 ? `${seconds} s before the arrival` : `${-seconds} s after the arrival`;

const formatValue = (value: unknown): string => JSON.stringify(value) ?? 'none';
