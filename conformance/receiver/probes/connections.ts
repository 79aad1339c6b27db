import { createProbeDelivery, type OutgoingDelivery, splitBody } from '../outgoing-delivery.ts';
import type { Probe, ProbeContext, ProbeStep } from '../probe.ts';

const MIXED = 'Under load, events are lost and forged ones are accepted.';

const SHARED = {
  words: 'The handler keeps the body, the headers or the result of a verification in a variable that requests share.',
  line: "let body = ''; app.post('/hooks', (req) => { body = ''; req.on('data', (piece) => { body += piece }) })",
  instead: "app.post('/hooks', (req) => { const pieces = []; req.on('data', (piece) => pieces.push(piece)) })",
};

interface AlternateOptions {
  /** Identifies the events. */
  readonly name: string;
  readonly count: number;
  readonly change?: (delivery: OutgoingDelivery, at: number) => OutgoingDelivery;
}

/** Returns valid and forged deliveries in turn. */
function alternate(
  context: ProbeContext,
  { name, count, change = (delivery) => delivery }: AlternateOptions,
): ProbeStep[] {
  return Array.from({ length: count }, (_, at): ProbeStep => {
    const event = context.event(`${name} ${at}`);
    const secrets = [at % 2 === 0 ? context.secret : context.otherSecret];
    const delivery = change(createProbeDelivery(context, event, { secrets }), at);
    const place = Math.floor(at / 2) + 1;
    return at % 2 === 0
      ? { delivery, expects: 'taken', name: `valid delivery ${place}` }
      : { delivery, expects: 'refused', name: `forged delivery ${place}` };
  });
}

/** Servers may queue few connections, so few deliveries are sent at the same time. */
const AT_ONCE = 6;

/** Several deliveries at the same time, or over one connection. */
export const connectionProbes: readonly Probe[] = [
  {
    id: 'concurrent',
    title: 'Valid and forged deliveries at the same time: valid ones get 2xx, forged ones 4xx',
    level: 'must',
    expects: 'any',
    matters: MIXED,
    usual: SHARED,
    isConcurrent: true,
    steps: (context) => alternate(context, { name: 'concurrent', count: AT_ONCE }),
  },
  {
    id: 'concurrent-chunks',
    title: 'Valid and forged deliveries at the same time, whose bodies arrive in alternating chunks',
    level: 'must',
    expects: 'any',
    matters: MIXED,
    usual: SHARED,
    isConcurrent: true,
    steps: (context) =>
      alternate(context, {
        name: 'concurrent-chunks',
        count: AT_ONCE,
        change(delivery) {
          const [{ length } = Buffer.of()] = delivery.pieces;
          return splitBody(delivery, [Math.floor(length / 2)]);
        },
      }),
  },
  {
    id: 'same-connection',
    title: 'Valid and forged deliveries in turn over one connection, and others at the same time',
    level: 'must',
    expects: 'any',
    // a response without an end delays the next delivery of a connection; senders then open another
    adviceFor: ['none'],
    matters: 'Senders and proxies reuse connections, also for requests of different clients.',
    usual: {
      words: 'The handler keeps the result of a verification with the connection, or leaves a part of the body unread.',
      line: 'if (req.socket.isVerified) return handle(req)',
      instead: 'if (!isValid(req)) return res.status(401).end()',
    },
    isConcurrent: true,
    steps: (context) => [
      ...alternate(context, {
        name: 'same-connection',
        count: 5,
        change: (delivery, at) => ({ ...delivery, connection: at === 4 ? 'last' : 'reused' }),
      }),
      ...alternate(context, { name: 'beside same-connection', count: 2 }).map((step) => ({
        ...step,
        name: `${step.name} over another connection`,
      })),
    ],
  },
];
