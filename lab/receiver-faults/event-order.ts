import type { ReceivedEvent } from './process-event.ts';
import type { HasReceiverFault } from './read-body.ts';

/** The stored state of incidents. */
export interface IncidentMemory {
  /** The sequence, and the state, of the newest event by incident. */
  readonly newest: Map<string, { readonly sequence: number; readonly state: string }>;
}

/** Whether an event has no effect because it is a sample, or older than the newest one of its incident. Stores the newest. */
export function isIgnored(
  { event, body }: { readonly event: ReceivedEvent; readonly body: Buffer },
  memory: IncidentMemory,
  hasFault: HasReceiverFault,
): boolean {
  const isSample = event.is_test === true && !hasFault('samples-processed');
  if (isSample && !hasFault('samples-stored')) return true;
  if (event.incident === null || event.incident === undefined) return isSample || isDropped(memory, hasFault);
  const { incident_id: id, dedupe_key: subject, state } = event.incident;
  const sequence = hasFault('sequence-searched') ? searchSequence(body) : event.incident.sequence;
  const key = hasFault('subject-as-incident') ? subject : id;
  const newest = memory.newest.get(key);
  if (hasFault('unknown-end-forgotten') && state === 'resolved' && newest === undefined) return true;
  const isOlder = newest !== undefined && isBefore(sequence, newest.sequence, hasFault);
  const isSameState = hasFault('notices-ignored') && newest?.state === state;
  if (!isOlder || hasFault('last-sequence-stored')) memory.newest.set(key, { sequence, state });
  if (hasFault('ended-forgotten') && state === 'resolved') memory.newest.delete(key);
  return isSample || isSameState || (isOlder && !hasFault('older-processed'));
}

/** With the fault, all events without an incident share one. */
function isDropped({ newest }: IncidentMemory, hasFault: HasReceiverFault): boolean {
  if (!hasFault('kinds-share-an-incident')) return false;
  const isKnown = newest.has('none');
  newest.set('none', { sequence: 1, state: '' });
  return isKnown;
}

const isBefore = (one: number, other: number, hasFault: HasReceiverFault): boolean =>
  hasFault('sequence-as-text') ? String(one) < String(other) : one < other;

const searchSequence = (body: Buffer): number => Number(/"sequence":(\d+)/.exec(body.toString())?.[1] ?? Number.NaN);
