import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { type Call, type CallInput, deliveriesBy } from './calls.ts';

/* Making an event happen in a running sandbox, as the command and the library do it. */

type WebhookEvent = SandboxSchemas['WebhookEvent'];

/** What to ask for: the body of `provokeEvent`. */
type ProvokeRequest = NonNullable<CallInput<'provokeEvent'>['body']>;

/** What was changed and, when the clock was moved, what came of it. */
export interface Triggered {
  readonly provoked: SandboxSchemas['ProvokedEvent'];
  /** What came of it, oldest first, as `eventsAbout` finds it. Null: the clock was left alone. */
  readonly events: readonly WebhookEvent[] | null;
  /** What destinations were sent of these events, oldest first. Null: the clock was left alone. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][] | null;
}

/** Provokes; with `isAdvancing`, moves the clock as far as the event needs, and finds what came of it. */
export async function trigger(call: Call, request: ProvokeRequest, isAdvancing: boolean): Promise<Triggered> {
  const provoked = await call('provokeEvent', { body: request });
  if (!isAdvancing || provoked.dry_run) return { provoked, events: null, deliveries: null };
  const { happens_at: happensAt, happens_after_seconds: seconds } = provoked;
  await call('advanceClock', { body: { by: seconds } });
  const beforeMs = Date.parse(happensAt) - seconds * 1000;
  const events = (await eventsAbout(call, request, provoked)).filter(
    ({ timestamp }) => Date.parse(timestamp) > beforeMs,
  );
  return { provoked, events, deliveries: await deliveriesOf(call, events) };
}

/** The deliveries of events, oldest first. */
export async function deliveriesOf(
  call: Call,
  events: NonNullable<Triggered['events']>,
): Promise<readonly SandboxSchemas['Delivery'][]> {
  const [first] = events;
  if (first === undefined) return [];
  const ids = new Set(events.map(({ id }) => id));
  const { deliveries } = await deliveriesBy(call, { since: first.timestamp }, Number.POSITIVE_INFINITY);
  return deliveries.filter(({ event_id: id }) => ids.has(id)).toReversed();
}

/**
 * The events of the incident that was provoked or ended, oldest first, and beside them those at the terminal that was named,
 * or otherwise those of the type, of the account where one is named. Of some types an incident is at account level, although
 * a terminal is named.
 */
async function eventsAbout(
  call: Call,
  { event_type: type, terminal_id: terminalId, account_id: accountId }: ProvokeRequest,
  { incident_id: incidentId, event_id: eventId, ends }: SandboxSchemas['ProvokedEvent'],
): Promise<readonly WebhookEvent[]> {
  const ofType = await allEvents(call, { type });
  const ids = new Set([incidentId, ...ends.map(({ incident_id: id }) => id)]);
  const keys = new Set(
    ofType.flatMap((event) => (ids.has(incidentOf(event)?.incident_id ?? '') ? [keyOf(event)] : [])),
  );
  const isFollowed = (event: WebhookEvent): boolean =>
    event.id === eventId || [...keys].some((key) => keyOf(event) === key || keyOf(event).startsWith(`${key}:`));
  if (terminalId === undefined)
    return ofType.filter((event) => isFollowed(event) || accountId === undefined || event.account_id === accountId);
  const atTerminal = await allEvents(call, { terminal_id: terminalId });
  const known = new Set(atTerminal.map(({ id }) => id));
  const others = ofType.filter((event) => isFollowed(event) && !known.has(event.id));
  return [...atTerminal, ...others].toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
}

const incidentOf = (event: WebhookEvent) => ('incident' in event ? event.incident : null);

/** Incidents that accounts share have the key of the common one, with the account behind it. */
const keyOf = (event: WebhookEvent): string => incidentOf(event)?.dedupe_key ?? '';

async function allEvents(
  call: Call,
  filter: NonNullable<CallInput<'listEvents'>['query']>,
): Promise<readonly WebhookEvent[]> {
  const events: WebhookEvent[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, page } = await call('listEvents', { query: { ...filter, cursor, limit: 500 } });
    events.push(...data);
    if (!page.has_more) return events;
    cursor = page.next_cursor;
  }
}
