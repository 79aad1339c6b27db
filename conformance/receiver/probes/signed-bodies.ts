import type { Probe, ProbeStep } from '../core/probe.ts';
import { createProbeDelivery } from '../sending/outgoing-delivery.ts';

/** An event of another product, in a usual form. */
const OTHER_PRODUCT = {
  id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
  object: 'event',
  created: 1_793_631_600,
  type: 'invoice.paid',
  data: { object: { id: 'in_1', amount: 1200, lines: [] } },
};

/** Bodies that are no event of the contract. */
const BODIES: Readonly<Record<string, string>> = {
  'an empty list': '[]',
  'a list of numbers': '[1, 2]',
  'a number': '42',
  'a text': '"cash_low"',
  null: 'null',
  true: 'true',
  'an empty object': '{}',
  'an event of another product': JSON.stringify(OTHER_PRODUCT),
  'text that is not JSON': '{"id":',
  'an empty body': '',
};

/** Deliveries with a valid signature whose body is no event. */
export const signedBodyProbes: readonly Probe[] = [
  {
    id: 'signed-non-event',
    title: 'Signed deliveries whose body is no event, each followed by an ordinary one',
    level: 'must',
    // a receiver may acknowledge or reject what it does not know
    expects: 'handled',
    matters: 'One body that is no event stops the receiver, or is retried for days.',
    usual: {
      words:
        'The handler, or its worker, uses the parsed body without a test for an object, and does not catch the error.',
      line: 'const event = JSON.parse(body); queue.push(() => work(event.incident))',
      instead: "if (typeof event !== 'object' || event === null) return res.status(400).end()",
    },
    steps: (context) =>
      Object.entries(BODIES).flatMap(([name, body]): ProbeStep[] => [
        {
          delivery: createProbeDelivery(context, context.event(`signed-non-event ${name}`), { body }),
          expects: 'handled',
          name,
        },
        {
          delivery: createProbeDelivery(context, context.event(`signed-non-event after ${name}`)),
          expects: 'taken',
          name: `an ordinary delivery after ${name}`,
        },
      ]),
  },
];
