import { contract, type EventType } from '../../../spec/index.ts';

/** The body of an event, as far as a sender handles it. */
export interface PlantedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly families: readonly string[];
  readonly incident: { readonly incident_id: string; readonly sequence: number } | null;
  readonly [member: string]: unknown;
}

/** Events of the contract's examples: all events of an incident, an event of two families, and a point event. */
export const plantedEvents: readonly PlantedEvent[] = [
  example('cash_low', 'triggered'),
  example('cash_low', 'escalated'),
  example('cash_low', 'resolved'),
  example('heartbeat_stale', 'triggered'),
  example('settlement_mismatch', 'triggered'),
  example('command_failed', 'failed'),
  example('decline_spike', 'triggered'),
];

/** A test event that tries a destination. */
export const plantedTest: PlantedEvent = example('cash_low', 'test');

function example(type: EventType, name: string): PlantedEvent {
  const found = contract.webhooks[type]?.post.requestBody?.content['application/json']?.examples?.[name];
  if (found === undefined || !('value' in found)) throw new Error(`the contract has no example ${name} of ${type}`);
  return found.value as PlantedEvent; // the contract's own tests validate the examples against the event schemas
}
