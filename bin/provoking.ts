import type { SandboxSchemas } from '../spec/sandbox-contract.ts';

/* Making an event happen in a running sandbox, as the command and the library do it. */

type Body = SandboxSchemas['ProvokeEvent'];

/** What to ask for: the body of `provokeEvent`, in which everything but the event may be left out. */
export type ProvokeRequest = Pick<Body, 'event_type'> & { readonly [Name in keyof Body]?: Body[Name] | undefined };

/** What was changed and, when the clock was moved, what came of it. */
export interface Triggered {
  readonly provoked: SandboxSchemas['ProvokedEvent'];
  /**
   * The events since, oldest first: those at the terminal, or otherwise those of the type, of the account where one is
   * named. Null: the clock was left alone.
   */
  readonly events: readonly SandboxSchemas['WebhookEvent'][] | null;
}

/** Asks the control plane: with a body by POST. The answers are those of its contract. */
export type AskControlPlane = (path: string, body?: object) => Promise<unknown>;

/** Provokes; with `isAdvancing`, moves the clock so far that the event has been told, and looks. */
export async function trigger(ask: AskControlPlane, request: ProvokeRequest, isAdvancing: boolean): Promise<Triggered> {
  const provoked = (await ask('causes', request)) as SandboxSchemas['ProvokedEvent'];
  if (!isAdvancing || provoked.dry_run) return { provoked, events: null };
  const { happens_at: happensAt, happens_after_seconds: seconds } = provoked;
  await ask('clock/advance', { by: seconds });
  const before = Date.parse(happensAt) - seconds * 1000;
  const events = await allEvents(ask, request);
  return {
    provoked,
    events: events.filter(({ timestamp }) => Date.parse(timestamp) > before).filter(isAbout(request)),
  };
}

const isAbout =
  ({ terminal_id: terminalId, account_id: accountId }: ProvokeRequest) =>
  (event: SandboxSchemas['WebhookEvent']): boolean =>
    terminalId !== undefined || accountId === undefined || event.account_id === accountId;

async function allEvents(ask: AskControlPlane, { event_type: type, terminal_id: terminalId }: ProvokeRequest) {
  const filter: Record<string, string> = terminalId === undefined ? { type } : { terminal_id: terminalId };
  const events: SandboxSchemas['WebhookEvent'][] = [];
  for (let cursor: Record<string, string> = {}; ; ) {
    const query = new URLSearchParams({ ...filter, ...cursor, limit: '500' });
    const { data, page } = (await ask(`events?${query}`)) as SandboxSchemas['EventList'];
    events.push(...data);
    if (!page.has_more) return events;
    cursor = { cursor: page.next_cursor };
  }
}
