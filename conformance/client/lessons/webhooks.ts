import type { Lesson } from '../core/lesson.ts';
import { acceptsGenuine, refusesForged } from '../core/traffic-rules.ts';

const SIGNED = { source: 'events.signed_push', text: 'Events are delivered by signed requests.' };
const REPEATED = {
  source: 'guide',
  text: 'A delivery is repeated until it is acknowledged, and events arrive in any order.',
};

/** Lessons about webhooks. `fleetkit receiver check` tests a receiver in depth. */
export const webhookLessons: readonly Lesson[] = [
  {
    id: 'webhooks/signatures',
    title: 'Signed deliveries are accepted, and forged ones are refused',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'signatures',
    rule: SIGNED,
    right:
      'Verify the signature over the bytes of the body, respond 401 or 400 to forged deliveries, and 2xx to genuine ones.',
    accepts: 'right',
    traffic: [acceptsGenuine, refusesForged],
  },
  {
    id: 'webhooks/old-delivery',
    title: 'A delivery that was signed a day ago, or whose timestamp is a day ahead, is refused',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'old-delivery',
    rule: SIGNED,
    right: 'Refuse a webhook-timestamp that is more than five minutes away, in the past or in the future.',
    accepts: 'right',
    traffic: [acceptsGenuine, refusesForged],
  },
  {
    id: 'webhooks/duplicates',
    title: 'A repeated delivery is acknowledged and counts once',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'duplicates',
    rule: REPEATED,
    right: 'Store the ids of events, and respond 2xx to a repeated one.',
    accepts: 'right',
    traffic: [acceptsGenuine],
  },
  {
    id: 'webhooks/reordered',
    title: 'An older event of an incident does not open it again, and its first event can be any',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'reordered',
    rule: REPEATED,
    right:
      'Compare incident.sequence with the highest number of the incident. An escalated incident is open, also without an event before.',
    accepts: 'right',
    traffic: [acceptsGenuine],
  },
  {
    id: 'webhooks/late-event',
    title: 'An event that happened days ago is accepted if its delivery is new',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'late-event',
    rule: REPEATED,
    right: 'Compare webhook-timestamp with the clock, not the time of the event.',
    accepts: 'right',
    traffic: [acceptsGenuine],
  },
  {
    id: 'webhooks/samples',
    title: 'A sample event is acknowledged and changes nothing',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'samples',
    rule: { source: 'guide', text: 'An event with is_test is a sample without an effect.' },
    right: 'Respond 2xx to an event whose member is_test is true, and do nothing else.',
    accepts: 'right',
    traffic: [acceptsGenuine],
  },
  {
    id: 'webhooks/missed',
    title: 'An incident whose event was not delivered is found by reading',
    level: 'required',
    tasks: ['receive_webhooks'],
    circumstance: 'missed',
    rule: { source: 'terminals.status', text: 'The status of a terminal can be read.' },
    right: 'At the start, read the status of the given terminals, and keep their open alerts.',
    accepts: 'right',
    traffic: [acceptsGenuine],
  },
];
