import { createHash } from 'node:crypto';
import { formatInstant } from '../../spec/formats.ts';
import { type ContractWebhook, contract } from '../../spec/index.ts';

/** An event to be delivered: members in the order of the contract. */
export interface ProbeEvent {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What made-up events are drawn from. */
export interface EventSource {
  /** Whole number: equal seeds choose equal examples. */
  readonly seed: number;
  /** Epoch milliseconds; ids hold it, so that two runs share none. */
  readonly nowMs: number;
}

/**
 * An event out of the contract's examples, with an id and a time of its own, equal for equal names. It holds a name that
 * people write (`data.location_name`), and it is marked as a sample, which a receiver acknowledges and leaves alone.
 */
export function eventFor(name: string, source: EventSource): ProbeEvent {
  const named = examples.filter(({ data }) => typeof Object(data).location_name === 'string');
  return sample(drawn(named, `${source.seed}`), name, source);
}

/** One event of each type of the contract. */
export const eventsOfEveryType = (name: string, source: EventSource): readonly ProbeEvent[] =>
  [...Map.groupBy(examples, ({ type }) => type)].map(([type, ofType]) =>
    sample(drawn(ofType, `${source.seed} ${type}`), `${name} ${type}`, source),
  );

/** The same event without the mark of a sample, for a receiver whose effects are counted. */
export const unmarked = ({ is_test: _mark, ...event }: ProbeEvent): ProbeEvent => ({ ...event });

/**
 * The same event about an incident that no other event is about, where it is about one: a receiver that keeps the latest
 * event of each incident would otherwise ignore all but the first.
 */
export function aboutItsOwnIncident(event: ProbeEvent): ProbeEvent {
  if (event.incident === null || typeof event.incident !== 'object') return event;
  const incident: { readonly dedupe_key?: unknown } = event.incident;
  const ulid = event.id.slice('evt_'.length);
  const own = { incident_id: `inc_${ulid}`, dedupe_key: `${String(incident.dedupe_key)}:${ulid}` };
  return { ...event, incident: { ...incident, ...own } };
}

/** The same event with another name of its location. */
export const atLocation = (event: ProbeEvent, name: string): ProbeEvent => ({
  ...event,
  data: { ...Object(event.data), location_name: name },
});

const examples: readonly ProbeEvent[] = Object.values(contract.webhooks).flatMap(({ post }) => examplesOf(post));

function examplesOf({ requestBody }: ContractWebhook): ProbeEvent[] {
  const { examples: named = {} } = requestBody?.content['application/json'] ?? {};
  return Object.values(named).flatMap((example) => ('value' in example ? [example.value as ProbeEvent] : [])); // held to its schema by the contract's lint
}

const sample = (event: ProbeEvent, name: string, source: EventSource): ProbeEvent => ({
  ...event,
  id: eventId(name, source),
  timestamp: formatInstant(Math.floor(source.nowMs / 1000) * 1000),
  is_test: true,
});

function drawn<Item>(items: readonly Item[], path: string): Item {
  const item = items[createHash('sha256').update(path).digest().readUInt32BE() % items.length];
  if (item === undefined) throw new Error('the contract has no example to choose from');
  return item;
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `evt_` and a ULID: ten letters of time, sixteen of chance. */
function eventId(name: string, { seed, nowMs }: EventSource): string {
  const time = Array.from({ length: 10 }, (_, place) => LETTERS[Math.floor(nowMs / 32 ** (9 - place)) % 32]);
  const chance = createHash('sha256').update(`${seed} ${nowMs} ${name}`).digest().subarray(0, 16);
  return `evt_${time.join('')}${[...chance].map((byte) => LETTERS[byte % 32]).join('')}`;
}
