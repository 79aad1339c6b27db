import { drawAt } from '../../../fixtures/draw.ts';
import { idAt } from '../../../fixtures/ids.ts';
import type { Incident, Turn } from './incident.ts';

/**
 * Something that is told once and that nothing resolves: a point, not an incident. At a whole minute, as turns are.
 * @see gap events.incident_states
 */
export interface Happening extends Turn, Pick<Incident, 'type' | 'accountId' | 'terminalId'> {
  /** Of its one event: pure of seed, what it is about, and instant. */
  readonly eventId: string;
}

/** Makes the happening; `about` is what it is about, besides its type and instant. */
export function happeningOf(
  {
    seed,
    about,
    ...subject
  }: Pick<Happening, 'type' | 'accountId' | 'terminalId'> & {
    readonly seed: number;
    readonly about: string;
  },
  turn: Turn,
): Happening {
  const eventId = idAt('evt', turn.atMs, drawAt(seed, 'happening', subject.type, about, turn.atMs));
  return { eventId, ...subject, ...turn };
}
