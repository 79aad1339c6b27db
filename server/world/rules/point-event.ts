import { drawAt } from '../../../fixtures/random/draw.ts';
import { drawIdAt } from '../../../fixtures/random/ids.ts';
import type { Incident, IncidentChange } from './incident.ts';

/**
 * An event that cannot be resolved: an instant, not an incident. At a whole minute, like turns.
 * @see gap events.incident_states
 */
export interface Happening extends IncidentChange, Pick<Incident, 'type' | 'accountId' | 'terminalId'> {
  /** Id of its only event. Depends only on seed, subject and instant. */
  readonly eventId: string;
}

/** Creates a happening. `about` identifies its subject within type and instant. */
export function makeHappening(
  {
    seed,
    about,
    ...subject
  }: Pick<Happening, 'type' | 'accountId' | 'terminalId'> & {
    readonly seed: number;
    readonly about: string;
  },
  turn: IncidentChange,
): Happening {
  const eventId = drawIdAt('evt', turn.atMs, drawAt(seed, 'happening', subject.type, about, turn.atMs));
  return { eventId, ...subject, ...turn };
}
