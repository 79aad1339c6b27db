import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { toShortId } from '../shared/short-ids.ts';
import { describeCause } from './event-cause.ts';
import type { WatchedItem } from './reporter.ts';

/** Returns an event as columns, its cause in words, and JSON. */
export function createEventItem(event: SandboxSchemas['WebhookEvent']): WatchedItem {
  const cause = describeCause(event);
  return {
    cells: [
      event.timestamp,
      toShortId(event.id),
      [event.type, event.incident?.state].filter((part) => part !== undefined).join(' '),
      event.severity,
      event.terminal_id ?? event.account_id,
    ],
    details: [`because ${cause}`],
    json: { kind: 'event', sandbox_time: event.timestamp, cause, event },
  };
}
