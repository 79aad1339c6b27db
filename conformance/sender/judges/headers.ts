import { parseInstant } from '../../../spec/durations.ts';
import { findValue } from '../../oracles/pointers.ts';
import { hasTimestamp } from '../../webhooks/scheme.ts';
import { type Delivery, valuesOf } from '../delivery.ts';
import { each, fail, isShown, type Judge, notApplicable, pass, untestable } from '../judge.ts';

/** What receivers read before they read the body: the id and the time. All of it is assumed. */
export const headerJudges: readonly Judge[] = [
  {
    id: 'headers/id',
    title: 'Every delivery names its event in a header',
    level: 'advice',
    rule: 'events.signature',
    judge: ({ deliveries, scheme: { idHeader, name } }) =>
      idHeader === null
        ? notApplicable(`the scheme ${name} has no header for the id`)
        : each(deliveries, `one value in the header ${idHeader}`, (delivery) => {
            const values = valuesOf(delivery, idHeader).filter((value) => value !== '');
            if (values.length === 1) return undefined;
            return values.length === 0 ? `${idHeader} is missing or empty` : `${idHeader} stands there more than once`;
          }),
  },
  {
    id: 'headers/id-without-dot',
    title: 'The id has no dot, which parts it from the time where it is signed',
    level: 'advice',
    rule: 'events.signature',
    judge({ deliveries, scheme: { name, signedContent } }) {
      if (!signedContent.includes('{id}.'))
        return notApplicable(`the scheme ${name} does not sign the id before a dot`);
      const having = deliveries.filter(({ id }) => id !== undefined);
      return each(
        having,
        'an id without a dot',
        ({ id = '' }) => (id.includes('.') ? `the id ${id}` : undefined),
        'no delivery has an id in its header',
      );
    },
  },
  {
    id: 'headers/id-equals-body',
    title: 'The id of the header is the id of the body',
    level: 'advice',
    rule: 'events.frame',
    judge({ deliveries, scheme: { idHeader, name } }) {
      if (idHeader === null) return notApplicable(`the scheme ${name} has no header for the id`);
      const having = deliveries.filter(({ id, json }) => id !== undefined && findValue(json, '/id') !== undefined);
      return each(
        having,
        `the member id of the body is the value of ${idHeader}`,
        ({ id, json }) =>
          findValue(json, '/id') === id
            ? undefined
            : `id ${shown(findValue(json, '/id'))} in the body, ${id} in the header`,
        'no delivery has an id in its header and in its body',
      );
    },
  },
  {
    id: 'headers/timestamp-fresh',
    title: 'Every delivery says when it was sent, by the real clock',
    level: 'advice',
    rule: 'events.signature',
    judge({ deliveries, scheme, toleranceSeconds }) {
      if (!hasTimestamp(scheme)) return notApplicable(`the scheme ${scheme.name} sends no time`);
      return each(deliveries, `a time of sending at most ${toleranceSeconds} s from when it came`, (delivery) => {
        if (delivery.sentMs === undefined) return 'no time of sending that can be read';
        const offSeconds = secondsOff(delivery, delivery.sentMs);
        return Math.abs(offSeconds) <= toleranceSeconds ? undefined : `it is ${inWords(offSeconds)}`;
      });
    },
  },
  {
    id: 'headers/timestamp-is-of-sending',
    title: 'The time in the header is that of sending, not that of the event',
    level: 'advice',
    rule: 'events.signature',
    judge({ deliveries, scheme, toleranceSeconds }) {
      if (!hasTimestamp(scheme)) return notApplicable(`the scheme ${scheme.name} sends no time`);
      const apart = deliveries.filter((delivery) => {
        const eventMs = eventMsOf(delivery);
        return eventMs !== undefined && Math.abs(secondsOff(delivery, eventMs)) > toleranceSeconds;
      });
      if (!isShown(apart))
        return untestable(
          'every event was sent as soon as it happened; have an older one sent again, or one of a clock that was moved',
        );
      const mistaken = apart.filter(
        (delivery) => Math.floor((eventMsOf(delivery) ?? 0) / 1000) === Math.floor((delivery.sentMs ?? -1) / 1000),
      );
      if (!isShown(mistaken)) return pass(...apart);
      return fail(
        {
          expected: 'the time of sending, by the real clock',
          saw: `the time of the event, ${shown(timeIn(mistaken[0]))}`,
        },
        ...mistaken,
      );
    },
  },
];

const timeIn = ({ json }: Delivery): unknown => findValue(json, '/timestamp');

function eventMsOf(delivery: Delivery): number | undefined {
  const stated = timeIn(delivery);
  return typeof stated === 'string' ? parseInstant(stated) : undefined;
}

/** How long before it came an instant was; negative for a later one. */
const secondsOff = ({ receivedAtMs }: Delivery, ms: number): number =>
  Math.floor(receivedAtMs / 1000) - Math.floor(ms / 1000);

const inWords = (seconds: number): string =>
  seconds > 0 ? `${seconds} s before it came` : `${-seconds} s after it came`;

const shown = (value: unknown): string => JSON.stringify(value) ?? 'none';
