import { contract } from '../../../spec/index.ts';
import { exampleEvents, type ProbeEvent } from './events.ts';

/** The parts of a schema by which its values differ. */
interface ValueSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly ValueSchema[];
  readonly oneOf?: readonly ValueSchema[];
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minItems?: number;
}

/** The description of the events with null. */
const NULL = 'null wherever it is allowed';

/** Returns another value that a schema allows, or the same value. */
type ChooseValue = (schema: ValueSchema, value: unknown) => unknown;

const SCHEMAS: Readonly<Record<string, unknown>> = contract.components.schemas;

function resolveSchema({ $ref, ...own }: ValueSchema): ValueSchema {
  if ($ref === undefined) return own;
  const found = Object(SCHEMAS[$ref.replace('#/components/schemas/', '')]) as ValueSchema; // the contract's lint resolves each reference
  return { ...resolveSchema(found), ...own };
}

const listAlternatives = ({ anyOf, oneOf }: ValueSchema): readonly ValueSchema[] =>
  (anyOf ?? oneOf ?? []).map(resolveSchema);

const allowsNull = (schema: ValueSchema): boolean =>
  [schema.type].flat().includes('null') || listAlternatives(schema).some(allowsNull);

/** Returns the schema of values other than null. */
const findValueSchema = (schema: ValueSchema): ValueSchema =>
  listAlternatives(schema).find(({ type }) => type !== 'null') ?? schema;

const hasConditions = (schema: ValueSchema): boolean => ['if', 'allOf', 'oneOf', 'anyOf'].some((key) => key in schema);

const isNumeric = ({ type }: ValueSchema): boolean =>
  [type].flat().some((one) => one === 'integer' || one === 'number');

const NEGATIVE = '-120.50';

const CHOICES: Readonly<Record<string, ChooseValue>> = {
  [NULL]: (schema, value) => (allowsNull(schema) ? null : value),
  'the smallest numbers and empty lists': (schema, value) => {
    if (isNumeric(schema)) return schema.minimum ?? value;
    return Array.isArray(value) && schema.minItems === undefined ? [] : value;
  },
  'amounts of zero': (schema, value) => (isAmount(schema, '0.00') ? '0.00' : value),
  'negative amounts': (schema, value) => (isAmount(schema, NEGATIVE) ? NEGATIVE : value),
};

const isAmount = ({ pattern }: ValueSchema, amount: string): boolean =>
  pattern?.includes(String.raw`\.\d{2}$`) === true && new RegExp(pattern).test(amount);

/** The most values of an enumeration that are tried: the longest, of response codes, has more. */
const MOST_VALUES = 6;

/** Returns the data of an event with other values. Lists keep their items: only direct members change. */
function chooseData(data: object, schema: ValueSchema, choose: ChooseValue): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const own = resolveSchema(schema.properties?.[name] ?? {});
      if (own.const !== undefined) return [name, value];
      const isNull = choose(own, value) === null && allowsNull(own);
      return [name, isNull ? null : choose(findValueSchema(own), value)];
    }),
  );
}

/** Returns the first example of each type, and the schemas of the event and of its data. */
const listTypes = () =>
  Object.entries(contract.webhooks).flatMap(([type, { post }]) => {
    const example = exampleEvents.find((one) => one.type === type);
    const schema = post.requestBody?.content['application/json']?.schema;
    if (example === undefined || schema === undefined) return [];
    const ofEvent = resolveSchema(schema as ValueSchema);
    return [{ type, example, ofEvent, ofData: resolveSchema(ofEvent.properties?.data ?? {}) }];
  });

/**
 * Returns events of each type whose members have the values at the borders of the contract, and each value of its
 * enumerations, by a description.
 */
export function listEventsOfValues(): ReadonlyMap<string, ProbeEvent> {
  const found = new Map<string, ProbeEvent>();
  for (const { type, example, ofEvent, ofData } of listTypes()) {
    for (const [words, choose] of Object.entries(CHOICES))
      found.set(`${type} with ${words}`, { ...example, data: chooseData(Object(example.data), ofData, choose) });
    // the values of a type with conditions depend on each other
    for (let at = 0; at < MOST_VALUES && !hasConditions(ofEvent); at += 1) {
      const choose: ChooseValue = ({ enum: values }, value) => values?.[at] ?? value;
      const data = chooseData(Object(example.data), ofData, choose);
      const severity = choose(resolveSchema(ofEvent.properties?.severity ?? {}), example.severity);
      found.set(`${type} with value ${at + 1} of its enumerations`, { ...example, severity, data });
    }
    const resolved = exampleEvents.find((one) => one.type === type && Object(one.incident).state === 'resolved');
    for (const resolution of resolved === undefined ? [] : RESOLUTIONS)
      found.set(`${type} with the resolution ${String(resolution)}`, {
        ...example,
        ...resolved,
        incident: { ...Object(resolved?.incident), resolution },
      });
  }
  const unique = new Map([...found].map(([words, event]) => [JSON.stringify(event), [words, event] as const]));
  return new Map(unique.values());
}

/** Returns events of each type with values that the contract does not have, by a description. */
export function listEventsOfUnknownValues(): ReadonlyMap<string, ProbeEvent> {
  const found = new Map<string, ProbeEvent>();
  for (const { type, example, ofData } of listTypes()) {
    found.set(`${type} with an unknown severity`, { ...example, severity: UNKNOWN });
    found.set(`${type} with another family`, { ...example, families: [...Object(example.families), UNKNOWN] });
    const data = chooseData(Object(example.data), ofData, ({ enum: values }, value) =>
      values !== undefined && typeof value === 'string' ? UNKNOWN : value,
    );
    if (JSON.stringify(data) !== JSON.stringify(example.data))
      found.set(`${type} with unknown values in its data`, { ...example, data });
  }
  return found;
}

/** A value that no enumeration of the contract has. */
const UNKNOWN = 'added_later';

/** Returns the events with null wherever the contract allows it in their data. */
export const listEventsOfNull = (): readonly ProbeEvent[] =>
  [...listEventsOfValues()].flatMap(([words, event]) => (words.endsWith(NULL) ? [event] : []));

/** Returns the other events with the values at the borders of the contract. */
export const listEventsWithoutNull = (): ReadonlyMap<string, ProbeEvent> =>
  new Map([...listEventsOfValues()].filter(([words]) => !words.endsWith(NULL)));

const RESOLUTIONS =
  resolveSchema({ $ref: '#/components/schemas/EventIncidentResolved' }).properties?.resolution?.enum ?? [];
