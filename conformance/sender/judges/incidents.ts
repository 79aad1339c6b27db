import { parseInstant } from '../../../spec/durations.ts';
import { findValue } from '../../oracles/pointers.ts';
import type { Delivery } from '../delivery.ts';
import { fail, isShown, type Judge, pass, untestable } from '../judge.ts';

/** What a receiver needs to put events of one incident in order. Assumed. */
export const incidentJudges: readonly Judge[] = [
  {
    id: 'incidents/sequence-tells-order',
    title: 'Events of one incident are numbered in the order in which they happened',
    level: 'advice',
    rule: 'events.incident_states',
    judge({ deliveries }) {
      const groups = incidentsIn(deliveries).filter((group) => group.length > 1);
      const [first] = groups;
      if (first === undefined)
        return untestable('no incident sent two events; let one end, or grow worse, while somebody listens');
      for (const group of groups) {
        const places = group.toSorted((one, other) => one.atMs - other.atMs || one.sequence - other.sequence);
        const wrong = places.find(({ sequence }, index) => sequence <= (places[index - 1]?.sequence ?? 0));
        if (wrong === undefined) continue;
        const saw = `${wrong.incident}: ${places.map(({ sequence }) => sequence).join(', ')}`;
        const shown = places.map(({ delivery }) => delivery);
        if (isShown(shown)) return fail({ expected: 'numbers that rise with the time of the event', saw }, ...shown);
      }
      const all = groups.flat().map(({ delivery }) => delivery);
      return isShown(all) ? pass(...all) : untestable('no incident sent two events');
    },
  },
];

/** An event of an incident, as a body says it. */
export interface Turn {
  readonly delivery: Delivery;
  readonly incident: string;
  readonly sequence: number;
  readonly atMs: number;
}

/** The events of each incident in the order in which they first came; an event that came again counts once. */
export function incidentsIn(deliveries: readonly Delivery[]): readonly (readonly Turn[])[] {
  const seen = new Set<string>();
  const turns = deliveries.flatMap((delivery): Turn[] => {
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
