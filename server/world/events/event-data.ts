import { formatInstant, formatMoney } from '../../../base/formats.ts';
import { contract, type EventType, getEnumValues } from '../../../spec/index.ts';
import type { DataValue, IncidentData } from '../rules/incident.ts';

/** How to format a member of an event's data, or the members of list items. */
type Writing = 'plain' | 'money' | 'instant' | Shape;
type Shape = readonly Member[];

interface Member {
  /** In the contract: `notes_remaining`. */
  readonly name: string;
  /** In a rule's data: `notesRemaining`. */
  readonly dataName: string;
  readonly writing: Writing;
}

/** The members of a schema that decide how values are formatted. */
interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const schemas = contract.components.schemas as Readonly<Record<string, Schema>>; // JSON Schema, in which these members have these types

/** The members of each event's data, as in its schema. Other members of a rule's data are not sent. */
const shapes: ReadonlyMap<EventType, Shape> = new Map(
  getEnumValues('EventType').map((type) => [type, readShape(findDataSchema(type).properties)]),
);

function findDataSchema(type: EventType): Schema {
  const body = contract.webhooks[type].post.requestBody?.content['application/json']?.schema as Schema | undefined; // as above
  const data = resolveSchema(body ?? {}).properties?.data;
  if (data === undefined) throw new Error(`the schema of ${type} has no data`);
  return data;
}

function resolveSchema(schema: Schema): Schema {
  return { ...schemas[readSchemaName(schema)], ...schema };
}

function readSchemaName({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

function readWriting(schema: Schema): Writing {
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return readWriting(choice); // the other choice is null
  if (['Money', 'SignedMoney'].includes(readSchemaName(schema))) return 'money';
  const { format, items, properties } = resolveSchema(schema);
  if (format === 'date-time') return 'instant';
  if (items !== undefined) return readWriting(items);
  return properties === undefined ? 'plain' : readShape(properties);
}

function readShape(properties: Schema['properties'] = {}): Shape {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    dataName: name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    writing: readWriting(schema),
  }));
}

/** A JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
export type JsonObject = Extract<JsonValue, { readonly [name: string]: JsonValue }>;

/** Formats the data of an event as the contract requires. @see gap events.payload */
export function presentEventData(type: EventType, data: IncidentData): JsonObject {
  return presentMembers(shapes.get(type) ?? [], data);
}

function presentMembers(shape: Shape, data: IncidentData): JsonObject {
  return Object.fromEntries(shape.map(({ name, dataName, writing }) => [name, presentValue(writing, data[dataName])]));
}

function presentValue(writing: Writing, value: DataValue | undefined): JsonValue {
  if (value === undefined) throw new Error('a member of the event is missing');
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => presentItem(writing, item));
  if (typeof value === 'number' && writing === 'money') return formatMoney(value);
  if (typeof value === 'number' && writing === 'instant') return formatInstant(value);
  return value as string | number | boolean; // lists were handled above
}

const presentItem = (writing: Writing, item: string | IncidentData): JsonValue =>
  typeof item === 'string' || typeof writing === 'string' ? String(item) : presentMembers(writing, item);
