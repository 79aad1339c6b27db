import type { AnsweredStep, Probe, ProbeContext, ProbeStep } from '../core/probe.ts';
import type { ProbeEvent } from '../events/events.ts';
import {
  createProbeDelivery,
  readFirstDigest,
  replaceHeader,
  replaceSignatures,
  withoutHeader,
} from '../sending/outgoing-delivery.ts';
import { needsId, needsSignedId, needsSignedTime } from './applicability.ts';

const FIRST_VERIFY = {
  words: 'The handler detects duplicates before it verifies the signature.',
  line: 'if (seen.has(id)) return res.status(204).end(); if (!isValid(req)) …',
  instead: 'if (!isValid(req)) return res.status(401).end(); if (seen.has(id)) …',
};

/** Probes of deliveries of an id that the receiver has seen, by the responses. */
export const repeatProbes: readonly Probe[] = [
  {
    id: 'same-id-twice',
    title: 'A duplicate delivery, as after a lost response',
    level: 'must',
    expects: 'taken',
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
    title: 'Forged deliveries with the id of an accepted event',
    level: 'must',
    expects: 'refused',
    matters: 'The handler does not verify such deliveries, and an attacker can find out which ids it has seen.',
    usual: FIRST_VERIFY,
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.event('forged-repeat');
      const genuine = createProbeDelivery(context, event);
      const sentBody = JSON.stringify({ ...event, account_id: 'acct_somebody_else' });
      return [
        { delivery: genuine, expects: 'taken', name: 'the genuine delivery' },
        {
          delivery: createProbeDelivery(context, event, { secrets: [context.otherSecret] }),
          expects: 'refused',
          name: 'the delivery signed with another secret',
        },
        {
          delivery: createProbeDelivery(context, event, { sentBody }),
          expects: 'refused',
          name: 'the genuine signature with another body',
        },
        {
          delivery: withoutHeader(genuine, context.scheme.signatureHeader),
          expects: 'refused',
          name: 'the delivery without a signature',
        },
      ];
    },
  },
  {
    id: 'reused-signature',
    title: 'The signature of an accepted delivery with another timestamp, id or event',
    level: 'must',
    expects: 'refused',
    matters: 'An attacker who has seen a delivery can replay it at any time, or under another id.',
    usual: {
      words: 'The handler remembers signatures that were valid, and does not verify them again.',
      line: 'if (verified.has(signature) || isValid(req)) accept()',
      instead: 'if (isValid(req)) accept()',
    },
    whyNotApplicable: (scheme) => needsSignedTime(scheme) ?? needsSignedId(scheme),
    steps(context) {
      const { scheme, nowSeconds } = context;
      const event = context.event('reused-signature');
      const genuine = createProbeDelivery(context, event);
      const signature = scheme.prefix + readFirstDigest(genuine, scheme);
      const other = createProbeDelivery(context, context.event('reused-signature, another event'));
      const later = createProbeDelivery(context, event, { timestampSeconds: nowSeconds - 1 });
      const otherId = replaceHeader(genuine, scheme.idHeader ?? '', () => `${event.id}2`);
      return [
        { delivery: genuine, expects: 'taken', name: 'the genuine delivery' },
        {
          delivery: replaceSignatures(later, scheme, [signature]),
          expects: 'refused',
          name: 'the same event with another timestamp',
        },
        { delivery: otherId, expects: 'refused', name: 'the same event with another id' },
        { delivery: replaceSignatures(other, scheme, [signature]), expects: 'refused', name: 'another event' },
      ];
    },
  },
  {
    id: 'valid-after-forged',
    title: 'A genuine delivery after forged deliveries with the same id',
    level: 'must',
    expects: 'taken',
    matters: 'An attacker who can predict ids can suppress genuine events.',
    usual: {
      words: 'The handler stores the id, or blocks the sender, when it rejects a delivery.',
      line: 'if (!isValid(req)) { blocked.add(id); return res.status(401).end() }',
      instead: 'if (!isValid(req)) return res.status(401).end()',
    },
    whyNotApplicable: needsId,
    steps: (context) => listForgedFirst(context, context.event('valid-after-forged')),
  },
  {
    id: 'valid-after-failure',
    title: 'A delivery with an id for which the receiver reported a failure',
    level: 'must',
    expects: 'taken',
    matters: 'The sender retries after a 5xx, and every retry is rejected: the event is lost.',
    usual: {
      words: 'The handler stores the id before it processes the event, and rejects the retry.',
      line: 'seen.add(id); await work(event)',
      instead: 'await work(event); seen.add(id)',
    },
    whyNotApplicable: needsId,
    prepare: (context) => [createFailing(context, context.event('valid-after-failure'))],
    steps: (context, prepared) => listRetries(context, context.event('valid-after-failure'), prepared),
  },
];

/** Returns forged deliveries of an event, and then the genuine one. */
export function listForgedFirst(context: ProbeContext, event: ProbeEvent): ProbeStep[] {
  const genuine = createProbeDelivery(context, event);
  return [
    {
      delivery: createProbeDelivery(context, event, { secrets: [context.otherSecret] }),
      expects: 'refused',
      name: 'the forged delivery',
    },
    {
      delivery: withoutHeader(genuine, context.scheme.signatureHeader),
      expects: 'refused',
      name: 'the delivery without a signature',
    },
    {
      delivery: createProbeDelivery(context, event, { timestampSeconds: context.nowSeconds - context.ages.stale }),
      expects: context.scheme.timestampUnit === null ? 'any' : 'refused',
      name: 'the delivery with an old timestamp',
    },
    { delivery: genuine, expects: 'taken', name: 'the genuine delivery' },
  ];
}

/** Returns a genuine delivery that a receiver may be unable to process; it may respond in any way. */
export const createFailing = (context: ProbeContext, event: ProbeEvent): ProbeStep => ({
  delivery: createProbeDelivery(context, { ...event, data: {} }),
  expects: 'any',
  name: 'the delivery with an empty data member',
});

/** Returns the retry of that delivery if the receiver responded with 5xx, now with its data. */
export function listRetries(context: ProbeContext, event: ProbeEvent, [failing]: readonly AnsweredStep[]): ProbeStep[] {
  if (failing?.answer.kind !== 'answered' || failing.answer.status < 500) return [];
  return [{ delivery: createProbeDelivery(context, event), expects: 'taken', name: 'the retry' }];
}
