import type { OwnRule } from '../../engine/check.ts';
import { checkEach, fail, isNonEmpty, pass, type SenderCheck, untestable } from '../core/check.ts';
import { listHeaderValues } from '../core/received-delivery.ts';

/** The maximum body size that Standard Webhooks recommends. */
const MOST_BYTES = 20 * 1024;

const createGoodPractice = (text: string): OwnRule => ({ text, section: 'good practice' });

/** Checks of method, content type and size. Only the push with a body is documented. */
export const requestChecks: readonly SenderCheck[] = [
  {
    id: 'request/pushed',
    title: 'Deliveries are requests with a body',
    level: 'must',
    rule: 'events.signed_push',
    evaluate({ deliveries, requests, scheme }) {
      const others = requests.filter(
        (one) =>
          !one.isFollowedRedirect &&
          !isPush(one.method) &&
          // Unsigned requests to an open address may come from other clients.
          (deliveries.length === 0 || listHeaderValues(one, scheme.signatureHeader).length > 0),
      );
      const pushed = deliveries.filter(({ sentBytes }) => sentBytes > 0);
      const empty = deliveries.filter(({ sentBytes }) => sentBytes === 0);
      const wrong = [...others, ...empty];
      if (isNonEmpty(wrong)) {
        const [{ method, sentBytes }] = wrong;
        return fail({ expected: 'a POST with a body', saw: `a ${method} with ${sentBytes} bytes` }, ...wrong);
      }
      return isNonEmpty(pushed) ? pass(...pushed) : untestable('no delivery was received');
    },
  },
  {
    id: 'request/post',
    title: 'The method is POST',
    level: 'advice',
    rule: 'events.payload',
    evaluate: ({ deliveries }) =>
      checkEach(deliveries, 'POST', ({ method }) => (method === 'POST' ? undefined : `the method ${method}`)),
  },
  {
    id: 'request/content-type',
    title: 'The content type is application/json',
    level: 'advice',
    rule: 'events.payload',
    evaluate: ({ deliveries }) =>
      checkEach(deliveries, 'application/json', (delivery) => {
        const [type = 'none'] = listHeaderValues(delivery, 'content-type');
        return /^application\/json\s*(;|$)/i.test(type) ? undefined : `the content type ${type}`;
      }),
  },
  {
    id: 'request/user-agent',
    title: 'The sender identifies itself in User-Agent',
    level: 'advice',
    rule: createGoodPractice('A sender identifies itself, so that logs and firewalls can recognise its requests.'),
    evaluate: ({ deliveries }) =>
      checkEach(deliveries, 'a User-Agent', (delivery) =>
        (listHeaderValues(delivery, 'user-agent')[0] ?? '') === '' ? 'User-Agent is missing or empty' : undefined,
      ),
  },
  {
    id: 'request/body-size',
    title: 'Bodies are at most 20 KB',
    level: 'advice',
    rule: createGoodPractice('The body of a delivery is at most 20 KB, as Standard Webhooks recommends.'),
    evaluate: ({ requests }) =>
      checkEach(
        requests.filter(({ method, isFollowedRedirect }) => isPush(method) && !isFollowedRedirect),
        `at most ${MOST_BYTES} bytes`,
        ({ sentBytes }) => (sentBytes > MOST_BYTES ? `${sentBytes} bytes` : undefined),
      ),
  },
];

/** Returns whether a method pushes a body. */
export const isPush = (method: string): boolean => ['POST', 'PUT', 'PATCH'].includes(method);
