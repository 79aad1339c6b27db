import { deliveryOf } from '../delivery.ts';
import type { Probe } from '../probe.ts';
import { needsId } from './fitness.ts';

/** Probes of the effects of deliveries. They need a receiver that counts its effects. */
export const effects: readonly Probe[] = [
  {
    id: 'one-effect',
    title: 'The same event twice has one effect',
    level: 'must',
    expects: 'taken',
    effects: 'not-more',
    matters: 'Every sender repeats now and then: somebody drives to a terminal twice, or a refund is paid twice.',
    usual: {
      words:
        'Nobody remembers the ids of events, or they are remembered when the work is done, and not when it begins.',
      line: 'await work(event); seen.add(id)',
      instead: 'if (seen.has(id)) return; seen.add(id); await work(event)',
    },
    unfit: needsId,
    steps(bench) {
      const event = bench.effectEvent('one-effect');
      return [
        { delivery: deliveryOf(bench, event), expects: 'taken', name: 'the first time' },
        { delivery: deliveryOf(bench, event), expects: 'any', name: 'the second time' },
      ];
    },
  },
  {
    id: 'forged-first',
    title: 'A forged event does not keep out the real one that has its id',
    level: 'must',
    expects: 'taken',
    effects: 'equal',
    matters: 'Whoever can foretell ids makes real events vanish: they are acknowledged as repeats.',
    usual: {
      words: 'The id is remembered before the signature is checked.',
      line: 'seen.add(id); if (!isRight(req)) return res.status(401).end()',
      instead: 'if (!isRight(req)) return res.status(401).end(); seen.add(id)',
    },
    unfit: needsId,
    steps(bench) {
      const event = bench.effectEvent('forged-first');
      return [
        {
          delivery: deliveryOf(bench, event, { secrets: [bench.otherSecret] }),
          expects: 'refused',
          name: 'the forged one',
        },
        { delivery: deliveryOf(bench, event), expects: 'taken', name: 'the real one' },
      ];
    },
  },
];
