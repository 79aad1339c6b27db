import { createProbeDelivery, replaceHeader } from '../outgoing-delivery.ts';
import { expectEach, type Probe } from '../probe.ts';

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
    title: 'A delivery whose media type has a charset parameter',
    level: 'advice',
    expects: 'taken',
    matters: 'Libraries and proxies add this parameter.',
    usual: {
      words: 'The handler compares the media type including its parameters.',
      line: "if (req.headers['content-type'] !== 'application/json') reject()",
      instead: "if (!/^application\\/json\\b/i.test(req.headers['content-type'])) reject()",
    },
    steps: (context) =>
      expectEach(
        'taken',
        replaceHeader(
          createProbeDelivery(context, context.event('charset')),
          'content-type',
          (type) => `${type}; charset=utf-8`,
        ),
      ),
  },
  {
    id: 'get',
    title: 'A GET request instead of a POST request',
    level: 'advice',
    expects: 'not-taken',
    matters: 'A request from a browser or a crawler counts as an accepted delivery.',
    usual: {
      words: 'The handler does not check the method.',
      line: "app.all('/hooks', handle)",
      instead: "app.post('/hooks', handle)",
    },
    steps(context) {
      const signed = createProbeDelivery(context, context.event('get'), { body: '' });
      return expectEach('not-taken', { ...signed, method: 'GET', pieces: [] });
    },
  },
  {
    id: 'other-methods',
    title: 'Valid deliveries with the methods PUT, PATCH and DELETE',
    level: 'advice',
    expects: 'not-taken',
    matters: 'Rules of proxies and logs for POST do not apply to other methods.',
    usual: {
      words: 'The handler does not check the method.',
      line: "app.all('/hooks', handle)",
      instead: "app.post('/hooks', handle)",
    },
    steps: (context) =>
      ['PUT', 'PATCH', 'DELETE'].map((method) => ({
        delivery: { ...createProbeDelivery(context, context.event(`other-methods ${method}`)), method },
        expects: 'not-taken',
        name: method,
      })),
  },
];
