import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { type CallOperation, fetchDeliveries, type OperationInput } from './control-plane.ts';

/* Triggers an event in a running sandbox, for the command and the library. */

type WebhookEvent = SandboxSchemas['WebhookEvent'];

/** The body of `provokeEvent`. */
type ProvokeRequest = NonNullable<OperationInput<'provokeEvent'>['body']>;

/** The changes and, if the clock was moved, the resulting events and deliveries. */
export interface TriggerResult {
  readonly provoked: SandboxSchemas['ProvokedEvent'];
  /** The resulting events, oldest first, as `listRelatedEvents` finds them. Null if the clock was not moved. */
  readonly events: readonly WebhookEvent[] | null;
  /** The deliveries of these events, oldest first. Null if the clock was not moved. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][] | null;
}

/** Triggers the event. With `isAdvancing`, also moves the clock until the event happens and collects the results. */
export async function triggerEvent(
  call: CallOperation,
  request: ProvokeRequest,
  isAdvancing: boolean,
): Promise<TriggerResult> {
  const provoked = await call('provokeEvent', { body: request });
  if (!isAdvancing || provoked.dry_run) return { provoked, events: null, deliveries: null };
  const { happens_at: happensAt, happens_after_seconds: seconds } = provoked;
  await call('advanceClock', { body: { by: seconds } });
  const beforeMs = Date.parse(happensAt) - seconds * 1000;
  const events = (await listRelatedEvents(call, request, provoked)).filter(
    ({ timestamp }) => Date.parse(timestamp) > beforeMs,
  );
  return { provoked, events, deliveries: await listDeliveriesOfEvents(call, events) };
}

/** Returns the deliveries of `events`, oldest first. */
export async function listDeliveriesOfEvents(
  call: CallOperation,
  events: NonNullable<TriggerResult['events']>,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  const [first] = events;
  if (first === undefined) return [];
  const ids = new Set(events.map(({ id }) => id));
  const { deliveries } = await fetchDeliveries(call, { since: first.timestamp }, Number.POSITIVE_INFINITY);
  return deliveries.filter(({ event_id: id }) => ids.has(id)).toReversed();
}

/**
 * Returns, oldest first, the events of the incident that was triggered or ended, and the events at the requested terminal.
 * Without a terminal: the events of the same type, limited to the requested account if there is one. Some types open an
 * incident at account level even though the request names a terminal.
 */
async function listRelatedEvents(
  call: CallOperation,
  { event_type: type, terminal_id: terminalId, account_id: accountId }: ProvokeRequest,
  { incident_id: incidentId, event_id: eventId, ends }: SandboxSchemas['ProvokedEvent'],
): Promise<readonly WebhookEvent[]> {
  const ofType = await listAllEvents(call, { type });
  const ids = new Set([incidentId, ...ends.map(({ incident_id: id }) => id)]);
  const keys = new Set(
    ofType.flatMap((event) => (ids.has(readIncident(event)?.incident_id ?? '') ? [readDedupeKey(event)] : [])),
  );
  const isFollowed = (event: WebhookEvent): boolean =>
    event.id === eventId ||
    [...keys].some((key) => readDedupeKey(event) === key || readDedupeKey(event).startsWith(`${key}:`));
  if (terminalId === undefined)
    return ofType.filter((event) => isFollowed(event) || accountId === undefined || event.account_id === accountId);
  const atTerminal = await listAllEvents(call, { terminal_id: terminalId });
  const known = new Set(atTerminal.map(({ id }) => id));
  const others = ofType.filter((event) => isFollowed(event) && !known.has(event.id));
  return [...atTerminal, ...others].toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

const readIncident = (event: WebhookEvent) => ('incident' in event ? event.incident : null);

/** Incidents shared by several accounts have a common key, with the account appended. */
const readDedupeKey = (event: WebhookEvent): string => readIncident(event)?.dedupe_key ?? '';

/** Returns all events that the filter accepts, oldest first. */
export async function listAllEvents(
  call: CallOperation,
  filter: NonNullable<OperationInput<'listEvents'>['query']>,
): Promise<readonly WebhookEvent[]> {
  const events: WebhookEvent[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, page } = await call('listEvents', { query: { ...filter, cursor, limit: 500 } });
    events.push(...data);
    if (page.next_cursor === null) return events;
    cursor = page.next_cursor;
  }
}
