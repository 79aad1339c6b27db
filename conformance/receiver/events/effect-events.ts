import { createHash } from 'node:crypto';
import { formatInstant } from '../../../base/formats.ts';
import { listEventsOfNull } from './contract-values.ts';
import {
  createSample,
  type EventSource,
  exampleEvents,
  generateEventOfEachType,
  type ProbeEvent,
  readState,
  removeSampleMark,
  replaceIncident,
} from './events.ts';

/** The first and the last event of one incident. */
export interface EventsOfIncident {
  readonly triggered: ProbeEvent;
  readonly resolved: ProbeEvent;
}

/** The types with an example of each end of an incident. */
const INCIDENT_TYPES = [...listTypes('triggered')].filter((type) => listTypes('resolved').has(type));
/** The types whose effects can be compared, the safest first. */
const EFFECT_TYPES = [...new Set(exampleEvents.map(({ type }) => type))].sort((a, b) => rankType(a) - rankType(b));
const SAFEST_TYPES = EFFECT_TYPES.filter((type) => rankType(type) === 0);

function listTypes(state: string): Set<string> {
  return new Set(exampleEvents.filter((one) => readState(one) === state).map(({ type }) => type));
}

/** Ranks a type by how surely a receiver processes each of its events: those about one terminal come first. */
function rankType(type: string): number {
  if (exampleEvents.some((one) => one.type === type && one.terminal_id === null)) return 2;
  return INCIDENT_TYPES.includes(type) ? 0 : 1;
}

/** The number of types for `generateEffectEvent`. */
export const EFFECT_TYPE_COUNT = EFFECT_TYPES.length;

/** Returns the first and the last event of a new incident, marked as samples. */
export const generateIncident = (name: string, source: EventSource): EventsOfIncident =>
  createIncident(selectType(0, source), name, source);

/**
 * Returns an event that is not marked as a sample. Events with different names differ in everything by which a receiver may
 * detect repeats: id, incident, terminal, instant and data. `typeIndex` selects the type; the first depends on the seed.
 */
export function generateEffectEvent(name: string, typeIndex: number, source: EventSource): ProbeEvent {
  const type = selectType(typeIndex, source);
  const ofType = exampleEvents.filter((example) => example.type === type);
  const opening = ofType.find((example) => readState(example) === 'triggered') ?? ofType[0];
  if (opening === undefined) throw new Error(`the contract has no example of ${type}`);
  const nameOfType = `${name} ${type}`;
  return createEffectEvent(opening, nameOfType, source);
}

/** Returns the events of a new incident, not marked as samples; `undefined` for a type without incidents. */
export function generateEffectIncident(
  name: string,
  typeIndex: number,
  source: EventSource,
): EventsOfIncident | undefined {
  const type = selectType(typeIndex, source);
  if (!INCIDENT_TYPES.includes(type)) return undefined;
  const { triggered, resolved } = createIncident(type, name, source);
  const change = (event: ProbeEvent) => makeDistinct(removeSampleMark(event), name, source);
  return { triggered: change(triggered), resolved: { ...change(resolved), timestamp: resolved.timestamp } };
}

/** Returns an event like this one, not marked as a sample. It differs from others as those of `generateEffectEvent` do. */
export const createEffectEvent = (like: ProbeEvent, name: string, source: EventSource): ProbeEvent =>
  makeDistinct(removeSampleMark(createSample(like, name, source)), name, source);

/** Returns an event of each kind, not marked as a sample. They differ as those of `generateEffectEvent` do. */
export const generateEffectKinds = (name: string, source: EventSource): readonly ProbeEvent[] =>
  generateEventOfEachType(name, source).map((event, at) => {
    const nameOfKind = `${name}, kind ${at}`;
    return makeDistinct(removeSampleMark(event), nameOfKind, source);
  });

/** Returns an event of each type that can have null in its data, with all of it null, not marked as a sample. */
export const generateEffectNulls = (name: string, source: EventSource): readonly ProbeEvent[] =>
  listEventsOfNull().map((event, at) => createEffectEvent(event, `${name}, null ${at}`, source));

function selectType(typeIndex: number, { seed }: EventSource): string {
  const safest = SAFEST_TYPES[seed % SAFEST_TYPES.length];
  const type = typeIndex === 0 ? safest : EFFECT_TYPES.filter((one) => one !== safest)[typeIndex - 1];
  if (type === undefined) throw new Error('the contract has no type to choose from');
  return type;
}

function createIncident(type: string, name: string, source: EventSource): EventsOfIncident {
  const ofState = (state: string): ProbeEvent => {
    const example = exampleEvents.find((one) => one.type === type && readState(one) === state);
    if (example === undefined) throw new Error(`the contract has no example of ${type} ${state}`);
    return replaceIncident(createSample(example, `${name} ${state}`, source), name, source);
  };
  const triggered = ofState('triggered');
  return { triggered, resolved: { ...ofState('resolved'), terminal_id: triggered.terminal_id } };
}

/** Events happened within this time before the run. */
const EVENT_SPREAD_SECONDS = 120;
/** Counts increase by at most so much. */
const MOST_INCREASE = 40;

/** Gives the event its own incident, terminal, instant and data. */
function makeDistinct(event: ProbeEvent, name: string, source: EventSource): ProbeEvent {
  const chance = createHash('sha256').update(`${source.seed} ${source.nowMs} ${name}`).digest();
  const terminalId = `ZZ${String(chance.readUInt32BE() % 1_000_000).padStart(6, '0')}`;
  const ageSeconds = 1 + (chance.readUInt32BE(4) % EVENT_SPREAD_SECONDS);
  return {
    ...replaceIncident(event, name, source),
    timestamp: formatInstant((Math.floor(source.nowMs / 1000) - ageSeconds) * 1000),
    terminal_id: event.terminal_id === null ? null : terminalId,
    data: increaseLastCount(Object(event.data), 1 + (chance.readUInt32BE(8) % MOST_INCREASE)),
  };
}

function increaseLastCount(data: Readonly<Record<string, unknown>>, increase: number): object {
  const isCount = ([name, value]: [string, unknown]) => Number.isInteger(value) && !/rate|score/.test(name);
  const [name, count] = Object.entries(data).findLast(isCount) ?? [];
  return name === undefined ? data : { ...data, [name]: Number(count) + increase };
}
