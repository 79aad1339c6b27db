import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { request } from './request.ts';
import type { EventPage, Portal, WebhookEvent } from './types.ts';

/* Earlier states of the sandbox. */

const MAX_PAGES = 12;
/** The number of events that a list shows at most. */
export const MAX_SHOWN = 1000;

/** Reads the latest events, newest first. The API lists the oldest first. */
export async function readLatestEvents(): Promise<readonly WebhookEvent[]> {
  const events: WebhookEvent[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const query = new URLSearchParams({ limit: '500', ...(cursor === undefined ? {} : { cursor }) });
    const { data, page } = await request<EventPage>(`/sandbox/events?${query}`);
    events.push(...data);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return events.slice(-MAX_SHOWN).toReversed();
}

/** Marks on one line of time: more are not distinguishable. */
const MOST = 500;

/** Reads the changes since the latest reset, and the latest events that the user may see. */
export async function readPast() {
  const [entries, events] = await Promise.all([
    request<SandboxSchemas['JournalEntryList']>(`/sandbox/journal/entries?limit=${MOST}`, { as: 'operator' }),
    readLatestEvents().catch((): undefined => undefined), // the role may see none
  ]);
  const firstMs = Math.min(...entries.data.map(({ at }) => Date.parse(at)));
  return {
    entries: entries.data,
    hasMore: entries.page.has_more,
    events: (events ?? []).filter(({ timestamp }) => Date.parse(timestamp) >= firstMs).slice(0, MOST),
  };
}

/** Reads the portal as it was at a position of the journal. */
export const readPortalAt = (position: string): Promise<Portal> => request('/v1/portal', { asOf: position });
