import { deliveryOf } from '../delivery.ts';
import { each, type Probe } from '../probe.ts';
import { bodies } from './bodies.ts';
import { effects } from './effects.ts';
import { forgeries } from './forgeries.ts';
import { manners } from './manners.ts';
import { rotation } from './rotation.ts';
import { times } from './times.ts';

/** An ordinary delivery: the control, without which the refusal of others says nothing. */
export const control: Probe = {
  id: 'valid',
  title: 'An ordinary delivery',
  level: 'must',
  expects: 'taken',
  matters: 'No event arrives.',
  usual: {
    words: 'The secret is another one, or not decoded, or something else is signed than the sender signs.',
    line: "createHmac('sha256', secret)",
    instead: "createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))",
  },
  steps: (bench) => each('taken', deliveryOf(bench, bench.event('valid'))),
};

const soon: Probe = {
  id: 'answers-fast',
  title: 'An ordinary delivery is answered soon',
  level: 'advice',
  expects: 'taken',
  isAboutSpeed: true,
  matters: 'A sender waits 15 s and no longer; what is worked on meanwhile is sent again, and worked on again.',
  usual: {
    words: 'The event is worked on before it is answered.',
    line: 'await work(event); res.status(204).end()',
    instead: 'await store(event); res.status(204).end(); void work(event)',
  },
  steps: (bench) => each('taken', deliveryOf(bench, bench.event('answers-fast'))),
};

const stillThere: Probe = {
  id: 'still-there',
  title: 'An ordinary delivery after all the others',
  level: 'must',
  expects: 'taken',
  matters: 'One bad request is enough to keep all events out.',
  usual: {
    words: 'Something before it ended the process, holds a lock, or blocked the sender.',
    line: "process.on('uncaughtException', () => process.exit(1))",
    instead: 'try { … } catch { res.status(400).end() }',
  },
  steps: (bench) => each('taken', deliveryOf(bench, bench.event('still-there'))),
};

/** Every probe, in the order in which they are sent: the control first. */
export const probes: readonly Probe[] = [
  control,
  ...forgeries,
  ...times,
  ...rotation,
  ...bodies,
  ...manners,
  soon,
  ...effects,
  stillThere,
];
