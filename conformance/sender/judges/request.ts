import type { OwnRule } from '../../engine/check.ts';
import { valuesOf } from '../delivery.ts';
import { each, fail, isShown, type Judge, pass, untestable } from '../judge.ts';

/** What Standard Webhooks advises on the length of a body. */
const MOST_BYTES = 20 * 1024;

const goodPractice = (text: string): OwnRule => ({ text, section: 'good practice' });

/** How requests are made. That they carry something is documented. */
export const requestJudges: readonly Judge[] = [
  {
    id: 'request/pushed',
    title: 'Deliveries are pushed, as requests with a body',
    level: 'must',
    rule: 'events.signed_push',
    judge({ deliveries, everything, scheme }) {
      const others = everything.filter(
        (one) =>
          !one.isAtSideDoor &&
          !isPush(one.method) &&
          // Others may look in at an open address; they do not sign.
          (deliveries.length === 0 || valuesOf(one, scheme.signatureHeader).length > 0),
      );
      const pushed = deliveries.filter(({ sentBytes }) => sentBytes > 0);
      const empty = deliveries.filter(({ sentBytes }) => sentBytes === 0);
      const wrong = [...others, ...empty];
      if (isShown(wrong)) {
        const [{ method, sentBytes }] = wrong;
        return fail({ expected: 'a POST with a body', saw: `a ${method} with ${sentBytes} bytes` }, ...wrong);
      }
      return isShown(pushed) ? pass(...pushed) : untestable('no delivery was received');
    },
  },
  {
    id: 'request/post',
    title: 'The method is POST',
    level: 'advice',
    rule: 'events.payload',
    judge: ({ deliveries }) =>
      each(deliveries, 'POST', ({ method }) => (method === 'POST' ? undefined : `the method ${method}`)),
  },
  {
    id: 'request/content-type',
    title: 'The content type is application/json',
    level: 'advice',
    rule: 'events.payload',
    judge: ({ deliveries }) =>
      each(deliveries, 'application/json', (delivery) => {
        const [type = 'none'] = valuesOf(delivery, 'content-type');
        return /^application\/json\s*(;|$)/i.test(type) ? undefined : `the content type ${type}`;
      }),
  },
  {
    id: 'request/user-agent',
    title: 'The sender names itself in User-Agent',
    level: 'advice',
    rule: goodPractice('A sender names itself, so that its requests are found in logs and let through by firewalls.'),
    judge: ({ deliveries }) =>
      each(deliveries, 'a User-Agent', (delivery) =>
        (valuesOf(delivery, 'user-agent')[0] ?? '') === '' ? 'User-Agent is missing or empty' : undefined,
      ),
  },
  {
    id: 'request/body-size',
    title: 'Bodies have at most 20 KB',
    level: 'advice',
    rule: goodPractice('The body of a delivery has at most 20 KB, as Standard Webhooks advises.'),
    judge: ({ everything }) =>
      each(
        everything.filter(({ method, isAtSideDoor }) => isPush(method) && !isAtSideDoor),
        `at most ${MOST_BYTES} bytes`,
        ({ sentBytes }) => (sentBytes > MOST_BYTES ? `${sentBytes} bytes` : undefined),
      ),
  },
];

/** Whether a method carries a body to somebody. */
export const isPush = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method);
