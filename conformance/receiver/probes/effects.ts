import { deliveryOf } from '../delivery.ts';
import { unmarked } from '../events.ts';
import type { Probe } from '../probe.ts';
import { needsId } from './fitness.ts';

/** What deliveries bring about; to be seen only where the receiver counts it. */
export const effects: readonly Probe[] = [
  {
    id: 'one-effect',
    title: 'The same event twice has one effect',
    level: 'must',
    expects: 'taken',
    effects: 1,
    matters: 'Every sender repeats now and then: somebody drives to a terminal twice, or a refund is paid twice.',
    usual: {
      words:
        'Nobody remembers the ids of events, or they are remembered when the work is done, and not when it begins.',
      line: 'await work(event); seen.add(id)',
      instead: 'if (seen.has(id)) return; seen.add(id); await work(event)',
    },
    unfit: needsId,
    steps(bench) {
      const event = unmarked(bench.event('one-effect'));
      return [
        { delivery: deliveryOf(bench, event), expects: 'taken', name: 'the first time' },
        { delivery: deliveryOf(bench, event), expects: 'taken', name: 'the second time' },
      ];
    },
  },
  {
    id: 'forged-first',
    title: 'A forged event does not keep out the real one that has its id',
    level: 'must',
    expects: 'taken',
    effects: 1,
    matters: 'Whoever can foretell ids makes real events vanish: they are acknowledged as repeats.',
    usual: {
      words: 'The id is remembered before the signature is checked.',
      line: 'seen.add(id); if (!isRight(req)) return res.status(401).end()',
      instead: 'if (!isRight(req)) return res.status(401).end(); seen.add(id)',
    },
    unfit: needsId,
    steps(bench) {
      const event = unmarked(bench.event('forged-first'));
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
