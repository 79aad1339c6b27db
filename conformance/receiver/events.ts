import { createHash } from 'node:crypto';
import { formatInstant } from '../../spec/formats.ts';
import { type ContractWebhook, contract } from '../../spec/index.ts';

/** An event to deliver, with its members in the order of the contract. */
export interface ProbeEvent {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Inputs for generated events. */
export interface EventSource {
  /** A whole number: equal seeds choose equal examples. */
  readonly seed: number;
  /** Epoch milliseconds; part of each id, so that two runs share no ids. */
  readonly nowMs: number;
}

/**
 * Returns an event from the contract's examples with a new id and time; equal names give equal events. It contains
 * `data.location_name` and is marked as a sample, which a receiver acknowledges and ignores.
 */
export function generateEvent(name: string, source: EventSource): ProbeEvent {
  const named = examples.filter(({ data }) => typeof Object(data).location_name === 'string');
  return createSample(pickItem(named, `${source.seed}`), name, source);
}

/** Returns one event of each type and incident state of the contract. */
export const generateEventOfEachType = (name: string, source: EventSource): readonly ProbeEvent[] =>
  [...Map.groupBy(examples, describeKind)].map(([kind, ofKind]) =>
    createSample(pickItem(ofKind, `${source.seed} ${kind}`), `${name} ${kind}`, source),
  );

/** Returns the type of an event, with the state of its incident: `cash_low resolved`. */
export function describeKind({ type, incident }: ProbeEvent): string {
  const { state }: { readonly state?: unknown } = Object(incident);
  return typeof state === 'string' ? `${type} ${state}` : type;
}

/** Removes the sample mark, for a receiver whose effects are counted. */
export const removeSampleMark = ({ is_test: _mark, ...event }: ProbeEvent): ProbeEvent => ({ ...event });

/**
 * Replaces the incident of an event with a new one: a receiver that keeps only the latest event of each incident would
 * ignore further events of the same incident. Returns events without an incident unchanged.
 */
export function replaceIncident(event: ProbeEvent): ProbeEvent {
  if (event.incident === null || typeof event.incident !== 'object') return event;
  const incident: { readonly dedupe_key?: unknown } = event.incident;
  const ulid = event.id.slice('evt_'.length);
  const own = { incident_id: `inc_${ulid}`, dedupe_key: `${String(incident.dedupe_key)}:${ulid}` };
  return { ...event, incident: { ...incident, ...own } };
}

/** Replaces the location name of an event. */
export const replaceLocationName = (event: ProbeEvent, name: string): ProbeEvent => ({
  ...event,
  data: { ...Object(event.data), location_name: name },
});

const examples: readonly ProbeEvent[] = Object.values(contract.webhooks).flatMap(({ post }) => listExamples(post));

function listExamples({ requestBody }: ContractWebhook): ProbeEvent[] {
  const { examples: named = {} } = requestBody?.content['application/json'] ?? {};
  return Object.values(named).flatMap((example) => ('value' in example ? [example.value as ProbeEvent] : [])); // the contract's lint validates each example against its schema
}

const createSample = (event: ProbeEvent, name: string, source: EventSource): ProbeEvent => ({
  ...event,
  id: generateEventId(name, source),
  timestamp: formatInstant(Math.floor(source.nowMs / 1000) * 1000),
  is_test: true,
});

function pickItem<Item>(items: readonly Item[], path: string): Item {
  const item = items[createHash('sha256').update(path).digest().readUInt32BE() % items.length];
  if (item === undefined) throw new Error('the contract has no example to choose from');
  return item;
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates an id: `evt_` and a ULID of ten characters of time and sixteen derived from the seed. */
function generateEventId(name: string, { seed, nowMs }: EventSource): string {
  const time = Array.from({ length: 10 }, (_, place) => LETTERS[Math.floor(nowMs / 32 ** (9 - place)) % 32]);
  const chance = createHash('sha256').update(`${seed} ${nowMs} ${name}`).digest().subarray(0, 16);
  return `evt_${time.join('')}${[...chance].map((byte) => LETTERS[byte % 32]).join('')}`;
}
