import { createProbeDelivery, replaceHeader } from '../outgoing-delivery.ts';
import { expectEach, type Probe } from '../probe.ts';
import { needsId } from './applicability.ts';

/** Probes of header names, media types, methods and duplicates. */
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
    id: 'same-id-twice',
    title: 'A duplicate delivery, as after a lost response',
    level: 'must',
    expects: 'taken',
    adviceStatus: 409,
    matters: 'The sender retries a rejected duplicate for days, although the first delivery succeeded.',
    usual: {
      words: 'The handler reports a duplicate as an error; it should acknowledge it.',
      line: 'if (seen.has(id)) return res.status(409).end()',
      instead: 'if (seen.has(id)) return res.status(204).end()',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.event('same-id-twice');
      const again = createProbeDelivery(context, event);
      const first = createProbeDelivery(context, event, { timestampSeconds: context.nowSeconds - 2 });
      return [
        { delivery: first, expects: 'taken', name: 'the first delivery' },
        { delivery: again, expects: 'taken', name: 'the second delivery' },
      ];
    },
  },
  {
    id: 'forged-repeat',
    title: 'A forged delivery with the id of an accepted event',
    level: 'advice',
    expects: 'refused',
    matters: 'An attacker can find out which ids the receiver has seen.',
    usual: {
      words: 'The handler detects duplicates before it verifies the signature.',
      line: 'if (seen.has(id)) return res.status(204).end(); if (!isValid(req)) …',
      instead: 'if (!isValid(req)) return res.status(401).end(); if (seen.has(id)) …',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.event('forged-repeat');
      return [
        { delivery: createProbeDelivery(context, event), expects: 'taken', name: 'the genuine delivery' },
        {
          delivery: createProbeDelivery(context, event, { secrets: [context.otherSecret] }),
          expects: 'refused',
          name: 'the forged delivery',
        },
      ];
    },
  },
];
