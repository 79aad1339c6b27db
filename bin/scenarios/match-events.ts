import { omitUndefined } from '../../base/omit-undefined.ts';
import type { ExpectedEvent } from '../../fixtures/scenarios/index.ts';
import { fillPlaceholders, type PlaceholderValues } from '../../fixtures/scenarios/placeholders.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { compareFacts } from './compare-facts.ts';
import type { PlayedEvent, WebhookEvent } from './played-scenario.ts';
import { callControlPlane, type SandboxAccess, sendAsUser } from './sandbox-access.ts';
import { StepInterrupted } from './step-interrupted.ts';

/** Events in order, and the cursor to continue from. */
export interface EventsAfterCursor {
  readonly events: readonly WebhookEvent[];
  readonly cursor: string;
}

/** Reads the events that a user can see after a cursor; all events without one. */
export async function readEventsAfter(
  place: SandboxAccess,
  watcher: string,
  since: string | undefined,
): Promise<EventsAfterCursor> {
  const events: WebhookEvent[] = [];
  for (let cursor = since; ; ) {
    const query = new URLSearchParams({ limit: '500', ...omitUndefined({ cursor }) });
    const { status, body } = await sendAsUser(place, watcher, { method: 'GET', path: `/sandbox/events?${query}` });
    if (status !== 200) throw new StepInterrupted('impossible', `${watcher} cannot read events: status ${status}.`);
    const { data, page } = body as SandboxSchemas['EventList']; // the contract of the sandbox that answered
    events.push(...data);
    cursor = page.poll_cursor;
    if (!page.has_more) return { events, cursor };
  }
}

/** The events of a step, and the incident of the last expected one. */
export interface MatchedEvents {
  readonly recorded: readonly Omit<PlayedEvent, 'deliveries'>[];
  readonly otherEventCount: number;
  readonly incidentId: string | undefined;
}

/** Finds the expected events. Interrupts the scenario if one is missing or differs. */
export function matchEvents(
  events: readonly WebhookEvent[],
  expected: readonly ExpectedEvent[],
  names: PlaceholderValues,
): MatchedEvents {
  const matched = expected.map((wanted) => findEvent(events, wanted, names));
  const recorded = events.flatMap((event): MatchedEvents['recorded'] => {
    const match = matched.find((one) => one.event === event);
    if (match !== undefined) return [match];
    return readSubject(event) === names.get('terminal') ? [{ event, facts: [] }] : [];
  });
  const last = matched.at(-1)?.event;
  return {
    recorded,
    otherEventCount: events.length - recorded.length,
    incidentId: last === undefined ? undefined : readIncident(last)?.incident_id,
  };
}

function findEvent(
  events: readonly WebhookEvent[],
  wanted: ExpectedEvent,
  names: PlaceholderValues,
): MatchedEvents['recorded'][number] {
  const about = fillPlaceholders(wanted.about, names);
  const candidates = events
    .filter((event) => event.type === wanted.type && readSubject(event) === about)
    .filter((event) => wanted.state === undefined || readIncident(event)?.state === wanted.state)
    .map((event) => ({ event, ...compareFacts(event, wanted.facts ?? {}, names) }));
  const right = candidates.find(({ differences }) => differences.length === 0);
  if (right !== undefined) return { event: right.event, facts: right.facts };
  const name = [wanted.type, wanted.state, 'of', about].filter((word) => word !== undefined).join(' ');
  const [nearly] = candidates;
  if (nearly !== undefined)
    throw new StepInterrupted('differs', `${name} was emitted, but differs.`, nearly.differences);
  throw new StepInterrupted('differs', `Expected ${name}, which was not emitted.`, listEmittedEvents(events));
}

/** Returns the events with the present state of their deliveries. */
export async function addDeliveries(
  place: SandboxAccess,
  recorded: MatchedEvents['recorded'],
): Promise<readonly PlayedEvent[]> {
  const found: PlayedEvent[] = [];
  for (const one of recorded) {
    const path = `deliveries?limit=500&event_id=${one.event.id}`;
    const { data } = await callControlPlane<SandboxSchemas['DeliveryList']>(place, { method: 'GET', path });
    found.push({ ...one, deliveries: data.toReversed() });
  }
  return found;
}

function listEmittedEvents(events: readonly WebhookEvent[]): readonly string[] {
  if (events.length === 0) return ['No events were emitted.'];
  return [
    'Emitted events:',
    ...events.map((event) => {
      const state = readIncident(event)?.state ?? '';
      return `${event.timestamp}  ${event.type.padEnd(26)}${state.padEnd(11)}${readSubject(event)}`;
    }),
  ];
}

/** Returns the terminal of an event, or its account if it concerns no single terminal. */
export const readSubject = ({ terminal_id: terminalId, account_id: accountId }: WebhookEvent): string =>
  terminalId ?? accountId;

/** Returns the incident of an event, if it has one. */
export const readIncident = (event: WebhookEvent): { incident_id: string; state: string } | undefined =>
  'incident' in event ? (event.incident ?? undefined) : undefined;
