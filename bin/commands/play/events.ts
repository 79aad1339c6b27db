import type { ExpectedEvent } from '../../../fixtures/scenarios/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { findFacts } from './facts.ts';
import { Interrupted } from './interrupted.ts';
import { filledIn, type Names } from './names.ts';
import { asUser, control, type Place } from './place.ts';
import type { PlayedEvent, WebhookEvent } from './played.ts';

/** Events in order, and the cursor to continue from. */
export interface EventsSince {
  readonly events: readonly WebhookEvent[];
  readonly cursor: string;
}

/** Reads the events that a user can see after a cursor; all events without one. */
export async function eventsSince(place: Place, watcher: string, since: string | undefined): Promise<EventsSince> {
  const events: WebhookEvent[] = [];
  for (let cursor = since; ; ) {
    const query = new URLSearchParams({ limit: '500', ...(cursor === undefined ? {} : { cursor }) });
    const { status, body } = await asUser(place, watcher, { method: 'GET', path: `/sandbox/events?${query}` });
    if (status !== 200) throw new Interrupted('impossible', `${watcher} cannot read events: status ${status}.`);
    const { data, page } = body as SandboxSchemas['EventList']; // the contract of the sandbox that answered
    events.push(...data);
    cursor = page.next_cursor;
    if (!page.has_more) return { events, cursor };
  }
}

/** The events of a step, and the incident of the last expected one. */
export interface Matched {
  readonly recorded: readonly Omit<PlayedEvent, 'deliveries'>[];
  readonly otherEventCount: number;
  readonly incidentId: string | undefined;
}

/** Finds the expected events. Interrupts the scenario if one is missing or differs. */
export function matchEvents(
  events: readonly WebhookEvent[],
  expected: readonly ExpectedEvent[],
  names: Names,
): Matched {
  const matched = expected.map((wanted) => findEvent(events, wanted, names));
  const recorded = events.flatMap((event): Matched['recorded'] => {
    const match = matched.find((one) => one.event === event);
    if (match !== undefined) return [match];
    return aboutOf(event) === names.get('terminal') ? [{ event, facts: [] }] : [];
  });
  const last = matched.at(-1)?.event;
  return {
    recorded,
    otherEventCount: events.length - recorded.length,
    incidentId: last === undefined ? undefined : incidentOf(last)?.incident_id,
  };
}

function findEvent(events: readonly WebhookEvent[], wanted: ExpectedEvent, names: Names): Matched['recorded'][number] {
  const about = filledIn(wanted.about, names);
  const candidates = events
    .filter((event) => event.type === wanted.type && aboutOf(event) === about)
    .filter((event) => wanted.state === undefined || incidentOf(event)?.state === wanted.state)
    .map((event) => ({ event, ...findFacts(event, wanted.facts ?? {}, names) }));
  const right = candidates.find(({ differences }) => differences.length === 0);
  if (right !== undefined) return { event: right.event, facts: right.facts };
  const name = [wanted.type, wanted.state, 'of', about].filter((word) => word !== undefined).join(' ');
  const [nearly] = candidates;
  if (nearly !== undefined) throw new Interrupted('differs', `${name} was emitted, but differs.`, nearly.differences);
  throw new Interrupted('differs', `Expected ${name}, which was not emitted.`, whatCame(events));
}

/** Returns the events with the present state of their deliveries. */
export async function withDeliveries(place: Place, recorded: Matched['recorded']): Promise<readonly PlayedEvent[]> {
  const found: PlayedEvent[] = [];
  for (const one of recorded) {
    const path = `deliveries?limit=500&event_id=${one.event.id}`;
    const { data } = await control<SandboxSchemas['DeliveryList']>(place, { method: 'GET', path });
    found.push({ ...one, deliveries: data.toReversed() });
  }
  return found;
}

function whatCame(events: readonly WebhookEvent[]): readonly string[] {
  if (events.length === 0) return ['No events were emitted.'];
  return [
    'Emitted events:',
    ...events.map((event) => {
      const state = incidentOf(event)?.state ?? '';
      return `${event.timestamp}  ${event.type.padEnd(26)}${state.padEnd(11)}${aboutOf(event)}`;
    }),
  ];
}

/** Returns the terminal of an event, or its account if it concerns no single terminal. */
export const aboutOf = ({ terminal_id: terminalId, account_id: accountId }: WebhookEvent): string =>
  terminalId ?? accountId;

/** Returns the incident of an event, if it has one. */
export const incidentOf = (event: WebhookEvent): { incident_id: string; state: string } | undefined =>
  'incident' in event ? (event.incident ?? undefined) : undefined;
