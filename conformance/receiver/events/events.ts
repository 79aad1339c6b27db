import { createHash } from 'node:crypto';
import { formatInstant } from '../../../base/formats.ts';
import { type ContractWebhook, contract } from '../../../spec/index.ts';

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

/** The examples of the contract, except those that are marked as samples. */
export const exampleEvents: readonly ProbeEvent[] = Object.values(contract.webhooks)
  .flatMap(({ post }) => listExamples(post))
  .filter((example) => !('is_test' in example));

function listExamples({ requestBody }: ContractWebhook): ProbeEvent[] {
  const { examples: named = {} } = requestBody?.content['application/json'] ?? {};
  return Object.values(named).flatMap((example) => ('value' in example ? [example.value as ProbeEvent] : [])); // the contract's lint validates each example against its schema
}

/** Returns the state of the incident of an event; `undefined` without an incident. */
export const readState = ({ incident }: ProbeEvent): unknown => Object(incident).state;

/**
 * Returns an event from the contract's examples with a new id, time and incident; equal names give equal events. It contains
 * `data.location_name` and is marked as a sample, which a receiver acknowledges and ignores.
 */
export function generateEvent(name: string, source: EventSource): ProbeEvent {
  const named = exampleEvents.filter(({ data }) => typeof Object(data).location_name === 'string');
  return replaceIncident(createSample(pickItem(named, `${source.seed}`), name, source), name, source);
}

/** Returns the same for an event of any type and state, which depends on the name. */
export const generateEventOfAnyType = (name: string, source: EventSource): ProbeEvent =>
  replaceIncident(createSample(pickItem(exampleEvents, `${source.seed} ${name}`), name, source), name, source);

/**
 * Returns one event of each type, incident state and level of the contract. Events of one incident keep a common incident,
 * which is new in each run.
 */
export const generateEventOfEachType = (name: string, source: EventSource): readonly ProbeEvent[] =>
  [...Map.groupBy([...exampleEvents, ...listMissingLevels()].toSorted(compareStates), describeKind)].map(
    ([kind, ofKind]) => {
      const example = pickItem(ofKind, `${source.seed} ${kind}`);
      const { incident_id: id }: { readonly incident_id?: unknown } = Object(example.incident);
      return replaceIncident(createSample(example, `${name} ${kind}`, source), `${name} ${String(id)}`, source);
    },
  );

/** Puts the end of an incident before its beginning: events arrive in any order. Keeps all types in the order of the contract. */
const compareStates = (one: ProbeEvent, other: ProbeEvent): number =>
  one.type === other.type ? Number(readState(other) === 'resolved') - Number(readState(one) === 'resolved') : 0;

/** Derives events of the states that a type has no example of at one of its levels. */
function listMissingLevels(): ProbeEvent[] {
  return [...Map.groupBy(exampleEvents, ({ type }) => type).values()].flatMap((ofType) => {
    const byState = new Map(ofType.map((example) => [readState(example), example]));
    return [...Map.groupBy(ofType, ({ level }) => level).values()].flatMap((ofLevel) => {
      const [base] = ofLevel;
      const missing = [...byState].filter(([state]) => !ofLevel.some((one) => readState(one) === state));
      if (base === undefined) return [];
      const { incident_id, dedupe_key } = Object(base.incident);
      return missing.map(([, { incident }]) => ({
        ...base,
        incident: { ...Object(incident), incident_id, dedupe_key },
      }));
    });
  });
}

/** Describes an event by its type, the state of its incident, and its level if the type has several. */
export function describeKind({ type, incident, level }: ProbeEvent): string {
  const { state, resolution }: { readonly state?: unknown; readonly resolution?: unknown } = Object(incident);
  const levels = new Set(exampleEvents.filter((one) => one.type === type).map((one) => one.level));
  return [
    type,
    ...(typeof state === 'string' ? [state] : []),
    ...(typeof resolution === 'string' && resolution !== 'recovered' ? [`(${resolution})`] : []),
    ...(levels.size > 1 ? [`at level ${String(level)}`] : []),
  ].join(' ');
}

/** Replaces the location name of an event. */
export const replaceLocationName = (event: ProbeEvent, name: string): ProbeEvent => ({
  ...event,
  data: { ...Object(event.data), location_name: name },
});

/** Returns an example as a new event, marked as a sample. */
export const createSample = (example: ProbeEvent, name: string, source: EventSource): ProbeEvent => ({
  ...example,
  id: `evt_${generateUlid(name, source)}`,
  timestamp: formatInstant(Math.floor(source.nowMs / 1000) * 1000),
  is_test: true,
});

/** Returns the same with a new incident. */
export const createNew = (example: ProbeEvent, name: string, source: EventSource): ProbeEvent =>
  replaceIncident(createSample(example, name, source), name, source);

/** Removes the sample mark, for a receiver whose effects are counted. */
export const removeSampleMark = ({ is_test: _mark, ...event }: ProbeEvent): ProbeEvent => ({ ...event });

/** Replaces the incident of an event with the new one of this name. Returns events without an incident unchanged. */
export function replaceIncident(event: ProbeEvent, name: string, source: EventSource): ProbeEvent {
  if (event.incident === null || typeof event.incident !== 'object') return event;
  const incident: { readonly dedupe_key?: unknown } = event.incident;
  const ulid = generateUlid(`incident ${name}`, source);
  const own = { incident_id: `inc_${ulid}`, dedupe_key: `${String(incident.dedupe_key)}:${ulid}` };
  return { ...event, incident: { ...incident, ...own } };
}

function pickItem<Item>(items: readonly Item[], path: string): Item {
  const item = items[createHash('sha256').update(path).digest().readUInt32BE() % items.length];
  if (item === undefined) throw new Error('the contract has no example to choose from');
  return item;
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a ULID of ten characters of time and sixteen derived from the seed. */
function generateUlid(name: string, { seed, nowMs }: EventSource): string {
  const time = Array.from({ length: 10 }, (_, place) => LETTERS[Math.floor(nowMs / 32 ** (9 - place)) % 32]);
  const chance = createHash('sha256').update(`${seed} ${nowMs} ${name}`).digest().subarray(0, 16);
  return `${time.join('')}${[...chance].map((byte) => LETTERS[byte % 32]).join('')}`;
}
