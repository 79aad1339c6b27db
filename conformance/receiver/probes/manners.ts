import { deliveryOf, withHeader } from '../delivery.ts';
import { each, type Probe } from '../probe.ts';
import { needsId } from './fitness.ts';

/** Headers, methods and repeats, as HTTP and senders have them. */
export const manners: readonly Probe[] = [
  {
    id: 'header-case',
    title: 'A delivery whose headers are written in capitals',
    level: 'must',
    expects: 'taken',
    matters: 'The case of headers changes on the way, at the next proxy or with HTTP/2.',
    usual: {
      words: 'Headers are looked up by their exact letters.',
      line: "request.headers['Webhook-Id']",
      instead: "lowered(request.headers)['webhook-id']",
    },
    steps(bench) {
      const { headers, ...delivery } = deliveryOf(bench, bench.event('header-case'));
      const capitals = headers.map(([name, value]) => [name.toUpperCase(), value] as const);
      return each('taken', { ...delivery, headers: capitals });
    },
  },
  {
    id: 'charset',
    title: 'A delivery whose media type names its charset',
    level: 'advice',
    expects: 'taken',
    matters: 'Libraries and proxies add it unasked.',
    usual: {
      words: 'The media type is compared as a whole, parameters included.',
      line: "if (req.headers['content-type'] !== 'application/json') refuse()",
      instead: "if (!/^application\\/json\\b/i.test(req.headers['content-type'])) refuse()",
    },
    steps: (bench) =>
      each(
        'taken',
        withHeader(deliveryOf(bench, bench.event('charset')), 'content-type', (type) => `${type}; charset=utf-8`),
      ),
  },
  {
    id: 'get',
    title: 'A GET in place of a POST',
    level: 'advice',
    expects: 'not-taken',
    matters: 'A page that opens the address, or a crawler, looks like a delivery that was taken.',
    usual: {
      words: 'The handler does not look at the method.',
      line: "app.all('/hooks', handle)",
      instead: "app.post('/hooks', handle)",
    },
    steps(bench) {
      const signed = deliveryOf(bench, bench.event('get'), { body: '' });
      return each('not-taken', { ...signed, method: 'GET', pieces: [] });
    },
  },
  {
    id: 'same-id-twice',
    title: 'The same event twice, as after an answer that was lost',
    level: 'must',
    expects: 'taken',
    adviceStatus: 409,
    matters: 'A repeat that is refused is sent again for days, although all was well.',
    usual: {
      words: 'A repeat is an error, as it is for a row with a unique key, where it is to be acknowledged.',
      line: 'if (seen.has(id)) return res.status(409).end()',
      instead: 'if (seen.has(id)) return res.status(204).end()',
    },
    unfit: needsId,
    steps(bench) {
      const event = bench.event('same-id-twice');
      const again = deliveryOf(bench, event);
      const first = deliveryOf(bench, event, { timestampSeconds: bench.nowSeconds - 2 });
      return [
        { delivery: first, expects: 'taken', name: 'the first time' },
        { delivery: again, expects: 'taken', name: 'the second time' },
      ];
    },
  },
  {
    id: 'forged-repeat',
    title: 'An event that was taken, then a forged one under its id',
    level: 'advice',
    expects: 'refused',
    matters: 'Strangers learn which ids have been here, and nobody learns of them.',
    usual: {
      words: 'Repeats are sorted out before the signature is checked.',
      line: 'if (seen.has(id)) return res.status(204).end(); if (!isRight(req)) …',
      instead: 'if (!isRight(req)) return res.status(401).end(); if (seen.has(id)) …',
    },
    unfit: needsId,
    steps(bench) {
      const event = bench.event('forged-repeat');
      return [
        { delivery: deliveryOf(bench, event), expects: 'taken', name: 'the event' },
        {
          delivery: deliveryOf(bench, event, { secrets: [bench.otherSecret] }),
          expects: 'refused',
          name: 'the forged one',
        },
      ];
    },
  },
];
