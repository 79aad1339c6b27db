import type { Probe } from '../core/probe.ts';
import { createProbeDelivery } from '../sending/outgoing-delivery.ts';
import { needsId } from './applicability.ts';
import { ID_FORMS, MEMBER_NAMES } from './id-forms.ts';

/** Valid deliveries with other ids, by the responses. */
export const identifierProbes: readonly Probe[] = [
  {
    id: 'other-ids',
    title: 'Deliveries whose ids have other forms',
    level: 'must',
    expects: 'taken',
    matters: 'The signature standard allows any text as an id: all events are lost when the sender changes the form.',
    usual: {
      words: 'The handler expects a form of the id.',
      line: "if (!/^evt_\\w+$/.test(req.headers['webhook-id'])) reject()",
      instead: "if (!req.headers['webhook-id']) reject()",
    },
    whyNotApplicable: needsId,
    steps(context) {
      const forms = Object.entries(ID_FORMS).map(([name, toId]) => ({ name, toId }));
      const names = MEMBER_NAMES.map((id) => ({ name: `the id ${id}`, toId: () => id }));
      return [...forms, ...names].map(({ name, toId }) => {
        const event = context.event(`other-ids ${name}`);
        return {
          delivery: createProbeDelivery(context, { ...event, id: toId(event.id) }),
          expects: 'taken',
          name,
        };
      });
    },
  },
];
