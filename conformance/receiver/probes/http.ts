import type { HeaderPair } from '../../http/client.ts';
import type { SignatureScheme } from '../../webhooks/scheme.ts';
import { isAccepted } from '../core/evaluate-probe.ts';
import { expectEach, type Probe } from '../core/probe.ts';
import { createProbeDelivery, replaceHeader } from '../sending/outgoing-delivery.ts';

const ANY_METHOD = {
  words: 'The handler does not check the method.',
  line: "app.all('/hooks', handle)",
  instead: "app.post('/hooks', handle)",
};

/** Probes of header names, media types and methods. */
export const httpProbes: readonly Probe[] = [
  {
    id: 'header-case',
    title: 'A delivery with header names in upper case',
    level: 'must',
    expects: 'taken',
    matters: 'Proxies and HTTP/2 change the case of header names.',
    usual: {
      words: 'The handler looks up header names case-sensitively.',
      line: "request.headers['Webhook-Id']",
      instead: "lowerCaseNames(request.headers)['webhook-id']",
    },
    steps(context) {
      const { headers, ...delivery } = createProbeDelivery(context, context.event('header-case'));
      const capitals = headers.map(([name, value]) => [name.toUpperCase(), value] as const);
      return expectEach('taken', { ...delivery, headers: capitals });
    },
  },
  {
    id: 'charset',
    title: 'Deliveries whose media type has parameters or another case',
    level: 'must',
    expects: 'taken',
    // RFC 8259, section 11: a charset parameter has no effect; RFC 9110, section 8.3.1: media types ignore case
    matters: 'Libraries and proxies add this parameter.',
    usual: {
      words: 'The handler compares the media type including its parameters.',
      line: "if (req.headers['content-type'] !== 'application/json') reject()",
      instead: "if (!/^application\\/json\\b/i.test(req.headers['content-type'])) reject()",
    },
    steps: (context) =>
      ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON'].map((type) => ({
        delivery: replaceHeader(
          createProbeDelivery(context, context.event(`charset ${type}`)),
          'content-type',
          () => type,
        ),
        expects: 'taken',
        name: type,
      })),
  },
  {
    id: 'other-headers',
    title: 'Deliveries from other user agents, with other headers and in another order',
    level: 'must',
    expects: 'taken',
    matters: 'Headers that are not signed prove nothing, and senders and proxies change them without notice.',
    usual: {
      words: 'The handler requires a header that the contract does not have.',
      line: "if (!/fleetkit/.test(req.headers['user-agent'])) reject()",
      instead: 'if (!isValid(req)) reject()',
    },
    steps: (context) =>
      Object.entries(OTHER_HEADERS).map(([name, change]) => {
        const delivery = createProbeDelivery(context, context.event(`other-headers ${name}`));
        const hasNoUserAgent = name === 'no user agent';
        return {
          delivery: { ...delivery, hasNoUserAgent, headers: change(delivery.headers, context.scheme) },
          expects: 'taken',
          name,
        };
      }),
  },
  {
    id: 'get',
    title: 'A GET request instead of a POST request',
    level: 'advice',
    expects: 'not-taken',
    matters: 'A request from a browser or a crawler counts as an accepted delivery.',
    usual: ANY_METHOD,
    steps(context) {
      const signed = createProbeDelivery(context, context.event('get'), { body: '' });
      return expectEach('not-taken', { ...signed, method: 'GET', pieces: [] });
    },
  },
  {
    id: 'signed-get',
    title: 'A valid delivery with the method GET, if a forged one is rejected',
    level: 'must',
    expects: 'not-taken',
    // RFC 9110, section 9.2.1: GET is safe
    matters: 'Deliveries are POST requests; caches, crawlers and retries repeat GET requests.',
    usual: ANY_METHOD,
    // A page that responds with 2xx to any GET, such as a health check, processes no delivery.
    prepare(context) {
      const forged = createProbeDelivery(context, context.event('signed-get'), { secrets: [context.otherSecret] });
      return [{ delivery: { ...forged, method: 'GET' }, expects: 'any', name: 'a forged delivery' }];
    },
    steps(context, [forged]) {
      if (forged === undefined || isAccepted(forged.answer)) return [];
      const genuine = createProbeDelivery(context, context.event('signed-get'));
      return [{ delivery: { ...genuine, method: 'GET' }, expects: 'not-taken', name: 'a genuine delivery' }];
    },
  },
  {
    id: 'other-methods',
    title: 'Valid deliveries with the methods PUT, PATCH and DELETE',
    level: 'advice',
    expects: 'not-taken',
    matters: 'Rules of proxies and logs for POST do not apply to other methods.',
    usual: ANY_METHOD,
    steps: (context) =>
      ['PUT', 'PATCH', 'DELETE'].map((method) => ({
        delivery: { ...createProbeDelivery(context, context.event(`other-methods ${method}`)), method },
        expects: 'not-taken',
        name: method,
      })),
  },
];

type ChangeHeaders = (headers: readonly HeaderPair[], scheme: SignatureScheme) => readonly HeaderPair[];

const OTHER_HEADERS: Readonly<Record<string, ChangeHeaders>> = {
  'another user agent': (headers) => [...headers, ['User-Agent', 'Standard-Webhooks/1.0']],
  'the user agent of a browser': (headers) => [...headers, ['User-Agent', 'Mozilla/5.0 (X11; Linux x86_64)']],
  'no user agent': (headers) => headers,
  'unknown headers that begin like the known ones': (headers, { signatureHeader }) => {
    const prefix = signatureHeader.replace(/[^-]*$/, '');
    return [
      [`${prefix}attempt`, '3'],
      ...headers,
      [`${prefix}source`, 'fleet-7'],
      [`${prefix}signature-version`, '2'],
      [`${prefix}id-of-account`, 'acct_1'],
    ];
  },
  'reverse order': (headers) => headers.toReversed(),
  'headers of proxies': (headers) => [
    ...headers,
    ['Accept', '*/*'],
    ['Accept-Encoding', 'gzip, deflate'],
    ['X-Forwarded-For', '203.0.113.9'],
    ['X-Request-Id', '9f1c-22'],
    ['Traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
  ],
};
