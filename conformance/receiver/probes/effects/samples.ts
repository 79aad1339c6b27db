import type { Probe } from '../../core/probe.ts';
import type { ProbeEvent } from '../../events/events.ts';
import { createProbeDelivery } from '../../sending/outgoing-delivery.ts';
import { escapeNames } from '../texts.ts';

/** How a sample marks itself, by the text of its JSON. */
const MARKS: Readonly<Record<string, (event: ProbeEvent) => string>> = {
  'the usual mark': (event) => JSON.stringify({ ...event, is_test: true }),
  'white space around the colon': (event) =>
    JSON.stringify({ ...event, is_test: true }, null, 2).replaceAll('": ', '" : '),
  'the mark as the first member': (event) => JSON.stringify({ is_test: true, ...event }),
  'escaped letters in the mark': (event) => escapeNames(JSON.stringify({ ...event, is_test: true })),
};

/** Probes of events that are marked as samples: a receiver acknowledges them and does nothing else. */
export const sampleProbes: readonly Probe[] = [
  {
    id: 'sample-effect',
    title: 'Samples have no effect, however their JSON is written',
    level: 'must',
    expects: 'taken',
    // a page may list stored samples
    effects: { events: 0, isAdviceUndeclared: true },
    matters: 'A sample is sent to test a destination: a technician visits a terminal that works.',
    usual: {
      words: 'The handler ignores the mark of samples, or searches the text of the body for it.',
      line: 'if (event.is_test === "true") return',
      instead: 'if (event.is_test === true) return',
    },
    steps: (context) =>
      Object.entries(MARKS).map(([name, write]) => {
        const event = context.effectEvent(`sample-effect ${name}`);
        return { delivery: createProbeDelivery(context, event, { body: write(event) }), expects: 'taken', name };
      }),
  },
  {
    id: 'event-after-sample',
    title: 'An event has its effect after a sample of the same incident',
    level: 'must',
    expects: 'taken',
    effects: { events: 1, mayBeMore: true, isAdviceWithoutIds: true },
    matters: 'After a sample, the handler takes real events of an incident for old ones.',
    usual: {
      words: 'The handler stores the sequence of a sample.',
      line: 'latest.set(incident_id, sequence); if (event.is_test) return',
      instead: 'if (event.is_test) return; latest.set(incident_id, sequence)',
    },
    steps(context) {
      const event = context.effectEvent('event-after-sample');
      const { id } = context.effectEvent('event-after-sample, the sample');
      const incident = event.incident === null ? null : { ...Object(event.incident), sequence: 5 };
      return [
        {
          delivery: createProbeDelivery(context, { ...event, id, incident, is_test: true }),
          expects: 'taken',
          name: 'the sample',
        },
        { delivery: createProbeDelivery(context, event), expects: 'taken', name: 'the event' },
      ];
    },
  },
];
