import { createProbeDelivery } from '../outgoing-delivery.ts';
import type { Probe } from '../probe.ts';
import { needsId } from './applicability.ts';

/** Probes that count the effects of deliveries. They need a receiver that reports its number of effects. */
export const effectProbes: readonly Probe[] = [
  {
    id: 'one-effect',
    title: 'A duplicate delivery has no second effect',
    level: 'must',
    expects: 'taken',
    effects: 'not-more',
    matters: 'Every sender sends duplicates at times: a technician visits a terminal twice, or a refund is paid twice.',
    usual: {
      words: 'The handler does not store event ids, or stores them after processing instead of before.',
      line: 'await work(event); seen.add(id)',
      instead: 'if (seen.has(id)) return; seen.add(id); await work(event)',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.effectEvent('one-effect');
      return [
        {
          delivery: createProbeDelivery(context, event, { timestampSeconds: context.nowSeconds - 2 }),
          expects: 'taken',
          name: 'the first delivery',
        },
        // a retry has the same id, with a new timestamp and signature
        { delivery: createProbeDelivery(context, event), expects: 'any', name: 'the second delivery' },
      ];
    },
  },
  {
    id: 'forged-first',
    title: 'A genuine event has its effect after a forged event with the same id',
    level: 'must',
    expects: 'taken',
    effects: 'equal',
    matters: 'An attacker who can predict ids can suppress genuine events: the handler treats them as duplicates.',
    usual: {
      words: 'The handler stores the id before it verifies the signature.',
      line: 'seen.add(id); if (!isValid(req)) return res.status(401).end()',
      instead: 'if (!isValid(req)) return res.status(401).end(); seen.add(id)',
    },
    whyNotApplicable: needsId,
    steps(context) {
      const event = context.effectEvent('forged-first');
      return [
        {
          delivery: createProbeDelivery(context, event, { secrets: [context.otherSecret] }),
          expects: 'refused',
          name: 'the forged delivery',
        },
        { delivery: createProbeDelivery(context, event), expects: 'taken', name: 'the genuine delivery' },
      ];
    },
  },
];
