import type { HeaderPair } from '../../http/client.ts';
import type { SenderCheckOptions } from '../../sender/check-sender.ts';
import type { PlantedEvent } from './events.ts';
import type { Attempt, Decisions, Outgoing } from './sender.ts';

/** A sender that is wrong in one place. */
export interface Fault {
  readonly id: string;
  /** What it does, as a sentence without its subject. */
  readonly title: string;
  readonly decisions: Partial<Decisions>;
  /** The judges that it fails on, and no others. */
  readonly kills: readonly string[];
  /** What else is told to the kit so that it can be seen. */
  readonly given?: Pick<SenderCheckOptions, 'areTests' | 'canaries'>;
}

/** Changes every event before it is sent. */
export const events = (change: (event: PlantedEvent) => PlantedEvent): Partial<Decisions> => ({
  events: (all) => all.map(change),
});

/** Changes the events of one type. */
export const eventsOf = (type: string, change: (event: PlantedEvent) => PlantedEvent): Partial<Decisions> =>
  events((event) => (event.type === type ? change(event) : event));

/** Changes a request after it was signed. */
export const request = (change: (outgoing: Outgoing, attempt: Attempt) => Partial<Outgoing>): Partial<Decisions> => ({
  request: (outgoing, attempt) => ({ ...outgoing, ...change(outgoing, attempt) }),
});

/** Headers but for one. */
export const without = (headers: readonly HeaderPair[], name: string): readonly HeaderPair[] =>
  headers.filter(([one]) => one !== name);
