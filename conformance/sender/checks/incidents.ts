import { parseInstant } from '../../../base/durations.ts';
import { findValue } from '../../reading/pointers.ts';
import { fail, isNonEmpty, pass, type SenderCheck, untestable } from '../core/check.ts';
import type { ReceivedDelivery } from '../core/received-delivery.ts';

/** Check of the sequence numbers by which receivers order the events of an incident. The rule is assumed. */
export const incidentChecks: readonly SenderCheck[] = [
  {
    id: 'incidents/sequence-tells-order',
    title: 'The sequence numbers of an incident follow the order of its events',
    level: 'advice',
    rule: 'events.incident_states',
    evaluate({ deliveries }) {
      const groups = groupByIncident(deliveries).filter((group) => group.length > 1);
      const [first] = groups;
      if (first === undefined)
        return untestable('no incident sent two events; let one resolve or escalate during the recording');
      for (const group of groups) {
        const places = group.toSorted((one, other) => one.atMs - other.atMs || one.sequence - other.sequence);
        const wrong = places.find(({ sequence }, index) => sequence <= (places[index - 1]?.sequence ?? 0));
        if (wrong === undefined) continue;
        const saw = `${wrong.incident}: ${places.map(({ sequence }) => sequence).join(', ')}`;
        const shown = places.map(({ delivery }) => delivery);
        if (isNonEmpty(shown))
          return fail({ expected: 'sequence numbers that increase with the event time', saw }, ...shown);
      }
      const all = groups.flat().map(({ delivery }) => delivery);
      return isNonEmpty(all) ? pass(...all) : untestable('no incident sent two events');
    },
  },
];

/** An event of an incident, parsed from a body. */
export interface IncidentEvent {
  readonly delivery: ReceivedDelivery;
  readonly incident: string;
  readonly sequence: number;
  readonly atMs: number;
}

/** Groups events by incident, in the order of first arrival; duplicates count once. */
export function groupByIncident(deliveries: readonly ReceivedDelivery[]): readonly (readonly IncidentEvent[])[] {
  const seen = new Set<string>();
  const turns = deliveries.flatMap((delivery): IncidentEvent[] => {
    const incident = findValue(delivery.json, '/incident/incident_id');
    const sequence = findValue(delivery.json, '/incident/sequence');
    const at = findValue(delivery.json, '/timestamp');
    const atMs = typeof at === 'string' ? parseInstant(at) : undefined;
    if (typeof incident !== 'string' || typeof sequence !== 'number' || atMs === undefined) return [];
    const turn = `${incident} ${sequence} ${atMs}`;
    if (delivery.isSample || seen.has(turn)) return [];
    seen.add(turn);
    return [{ delivery, incident, sequence, atMs }];
  });
  return [...Map.groupBy(turns, ({ incident }) => incident).values()];
}
