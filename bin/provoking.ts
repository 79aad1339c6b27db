import type { SandboxSchemas } from '../spec/sandbox-contract.ts';
import { type Call, type CallInput, deliveriesBy } from './calls.ts';

/* Making an event happen in a running sandbox, as the command and the library do it. */

/** What to ask for: the body of `provokeEvent`. */
type ProvokeRequest = NonNullable<CallInput<'provokeEvent'>['body']>;

/** What was changed and, when the clock was moved, what came of it. */
export interface Triggered {
  readonly provoked: SandboxSchemas['ProvokedEvent'];
  /**
   * The events since, oldest first: those at the terminal, or otherwise those of the type, of the account where one is
   * named. Null: the clock was left alone.
   */
  readonly events: readonly SandboxSchemas['WebhookEvent'][] | null;
  /** What destinations were sent of these events, oldest first. Null: the clock was left alone. */
  readonly deliveries: readonly SandboxSchemas['Delivery'][] | null;
}

/** Provokes; with `isAdvancing`, moves the clock so far that the event has been told, and looks. */
export async function trigger(call: Call, request: ProvokeRequest, isAdvancing: boolean): Promise<Triggered> {
  const provoked = await call('provokeEvent', { body: request });
  if (!isAdvancing || provoked.dry_run) return { provoked, events: null, deliveries: null };
  const { happens_at: happensAt, happens_after_seconds: seconds } = provoked;
  await call('advanceClock', { body: { by: seconds } });
  const beforeMs = Date.parse(happensAt) - seconds * 1000;
  const events = (await allEvents(call, request))
    .filter(({ timestamp }) => Date.parse(timestamp) > beforeMs)
    .filter(isAbout(request));
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

const isAbout =
  ({ terminal_id: terminalId, account_id: accountId }: ProvokeRequest) =>
  (event: SandboxSchemas['WebhookEvent']): boolean =>
    terminalId !== undefined || accountId === undefined || event.account_id === accountId;

async function allEvents(call: Call, { event_type: type, terminal_id: terminalId }: ProvokeRequest) {
  const filter = terminalId === undefined ? { type } : { terminal_id: terminalId };
  const events: SandboxSchemas['WebhookEvent'][] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, page } = await call('listEvents', { query: { ...filter, cursor, limit: 500 } });
    events.push(...data);
    if (!page.has_more) return events;
    cursor = page.next_cursor;
  }
}
