import { contract, type EventType } from '../../spec/index.ts';

/** The body of an event, as far as a sender handles it. */
export interface SampleSenderEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly families: readonly string[];
  readonly incident: { readonly incident_id: string; readonly sequence: number } | null;
  readonly [member: string]: unknown;
}

/** Events of the contract's examples: all events of an incident, an event of two families, and a point event. */
export const sampleEvents: readonly SampleSenderEvent[] = [
  readExample('cash_low', 'triggered'),
  readExample('cash_low', 'escalated'),
  readExample('cash_low', 'resolved'),
  readExample('heartbeat_stale', 'triggered'),
  readExample('settlement_mismatch', 'triggered'),
  readExample('command_failed', 'failed'),
  readExample('decline_spike', 'triggered'),
];

/** A test event that tries a destination. */
export const sampleTestEvent: SampleSenderEvent = readExample('cash_low', 'test');

function readExample(type: EventType, name: string): SampleSenderEvent {
  const found = contract.webhooks[type].post.requestBody?.content['application/json']?.examples?.[name];
  if (found === undefined || !('value' in found)) throw new Error(`the contract has no example ${name} of ${type}`);
  return found.value as SampleSenderEvent; // the contract's own tests validate the examples against the event schemas
}
