import type { ChangeClass } from '../change.ts';

/*
 * Changes of one schema with the class of each, by direction. The classes follow from sets of values: the program that reads a value
 * still understands it if the new set is a subset of the old one, and the program that writes it may still write its values if the new set is
 * a superset. Keywords whose effect the specification leaves open are unclear. The table was written before the comparison.
 */

/** The worst class of all differences; `none` if there must be no difference. */
export type Expected = ChangeClass | 'none';

export interface SchemaChange {
  readonly kind: string;
  readonly old: object | boolean;
  readonly new: object | boolean;
  /** The client writes: bodies of requests, responses to webhooks. */
  readonly request: Expected;
  /** The server writes: bodies of responses, and of webhooks. */
  readonly response: Expected;
}

const NARROWING = { request: 'breaking', response: 'compatible' } as const;
const WIDENING = { request: 'compatible', response: 'breaking' } as const;
const NONE = { request: 'none', response: 'none' } as const;
const UNCLEAR = { request: 'unclear', response: 'unclear' } as const;
const COMPATIBLE = { request: 'compatible', response: 'compatible' } as const;
const BREAKING = { request: 'breaking', response: 'breaking' } as const;

const text = { type: 'string' };
const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });

export const schemaChanges: readonly SchemaChange[] = [
  // Types.
  { kind: 'type changed', old: { type: 'string' }, new: { type: 'integer' }, ...BREAKING },
  { kind: 'integer to number', old: { type: 'integer' }, new: { type: 'number' }, ...WIDENING },
  { kind: 'number to integer', old: { type: 'number' }, new: { type: 'integer' }, ...NARROWING },
  { kind: 'type added to a list', old: { type: 'string' }, new: { type: ['string', 'integer'] }, ...WIDENING },
  { kind: 'type removed from a list', old: { type: ['string', 'integer'] }, new: { type: 'string' }, ...NARROWING },
  { kind: 'type of a schema without one', old: {}, new: { type: 'string' }, ...NARROWING },
  { kind: 'type removed entirely', old: { type: 'string' }, new: {}, ...WIDENING },
  { kind: 'list of one type', old: { type: 'string' }, new: { type: ['string'] }, ...NONE },
  { kind: 'null added to a list', old: { type: 'string' }, new: { type: ['string', 'null'] }, ...WIDENING },
  { kind: 'null removed from a list', old: { type: ['string', 'null'] }, new: { type: 'string' }, ...NARROWING },
  { kind: 'null added as an alternative', old: text, new: { anyOf: [text, { type: 'null' }] }, ...WIDENING },
  {
    kind: 'null as a list or an alternative',
    old: { type: ['string', 'null'] },
    new: { oneOf: [text, { type: 'null' }] },
    ...NONE,
  },
  { kind: 'schema replaced by true', old: text, new: true, ...WIDENING },
  { kind: 'schema replaced by false', old: text, new: false, ...NARROWING },
  { kind: 'true replaced by the empty schema', old: true, new: {}, ...NONE },
  // Enumerations.
  { kind: 'enum value added', old: { enum: ['a'] }, new: { enum: ['a', 'b'] }, ...WIDENING },
  { kind: 'enum value removed', old: { enum: ['a', 'b'] }, new: { enum: ['a'] }, ...NARROWING },
  { kind: 'enum value replaced', old: { enum: ['a', 'b'] }, new: { enum: ['a', 'c'] }, ...BREAKING },
  { kind: 'enum values reordered', old: { enum: ['a', 'b'] }, new: { enum: ['b', 'a'] }, ...NONE },
  { kind: 'enum introduced', old: text, new: { type: 'string', enum: ['a'] }, ...NARROWING },
  { kind: 'enum dropped', old: { type: 'string', enum: ['a'] }, new: text, ...WIDENING },
  { kind: 'const changed', old: { const: 'a' }, new: { const: 'b' }, ...BREAKING },
  { kind: 'const replaced by an enum that contains it', old: { const: 'a' }, new: { enum: ['a', 'b'] }, ...WIDENING },
  { kind: 'const written as an enum', old: { const: 'a' }, new: { enum: ['a'] }, ...NONE },
  // Numbers.
  { kind: 'maximum lowered', old: { maximum: 100 }, new: { maximum: 50 }, ...NARROWING },
  { kind: 'maximum raised', old: { maximum: 50 }, new: { maximum: 100 }, ...WIDENING },
  { kind: 'maximum added', old: { type: 'integer' }, new: { type: 'integer', maximum: 5 }, ...NARROWING },
  { kind: 'minimum raised', old: { minimum: 0 }, new: { minimum: 1 }, ...NARROWING },
  { kind: 'minimum removed', old: { minimum: 0 }, new: {}, ...WIDENING },
  { kind: 'minimum made exclusive', old: { minimum: 0 }, new: { exclusiveMinimum: 0 }, ...NARROWING },
  { kind: 'exclusive maximum made inclusive', old: { exclusiveMaximum: 9 }, new: { maximum: 9 }, ...WIDENING },
  { kind: 'multipleOf added', old: {}, new: { multipleOf: 5 }, ...NARROWING },
  { kind: 'multipleOf replaced by a divisor', old: { multipleOf: 10 }, new: { multipleOf: 5 }, ...WIDENING },
  { kind: 'multipleOf replaced by a multiple', old: { multipleOf: 5 }, new: { multipleOf: 10 }, ...NARROWING },
  { kind: 'multipleOf replaced by another number', old: { multipleOf: 2 }, new: { multipleOf: 3 }, ...UNCLEAR },
  // Strings.
  { kind: 'maxLength lowered', old: { maxLength: 9 }, new: { maxLength: 5 }, ...NARROWING },
  { kind: 'maxLength removed', old: { maxLength: 9 }, new: {}, ...WIDENING },
  { kind: 'minLength added', old: text, new: { type: 'string', minLength: 1 }, ...NARROWING },
  { kind: 'minLength 0 added', old: text, new: { type: 'string', minLength: 0 }, ...NONE },
  { kind: 'pattern added', old: text, new: { type: 'string', pattern: '^a' }, ...NARROWING },
  { kind: 'pattern removed', old: { type: 'string', pattern: '^a' }, new: text, ...WIDENING },
  { kind: 'pattern changed', old: { pattern: '^a' }, new: { pattern: '^b' }, ...UNCLEAR },
  {
    kind: 'format added',
    old: text,
    new: { type: 'string', format: 'date' },
    request: 'unclear',
    response: 'compatible',
  },
  { kind: 'format removed', old: { format: 'date' }, new: {}, request: 'compatible', response: 'unclear' },
  { kind: 'format changed', old: { format: 'date' }, new: { format: 'date-time' }, ...UNCLEAR },
  {
    kind: 'int32 to int64',
    old: { type: 'integer', format: 'int32' },
    new: { type: 'integer', format: 'int64' },
    request: 'compatible',
    response: 'unclear',
  },
  {
    kind: 'media type of the content changed',
    old: { contentMediaType: 'a/b' },
    new: { contentMediaType: 'c/d' },
    ...UNCLEAR,
  },
  // Objects.
  { kind: 'optional property added', old: object({}), new: object({ a: text }), ...COMPATIBLE },
  { kind: 'required property added', old: object({}), new: object({ a: text }, { required: ['a'] }), ...NARROWING },
  { kind: 'optional property removed', old: object({ a: text }), new: object({}), ...UNCLEAR },
  {
    kind: 'required property removed',
    old: object({ a: text }, { required: ['a'] }),
    new: object({}),
    request: 'unclear',
    response: 'breaking',
  },
  {
    kind: 'optional property added to a closed object',
    old: object({}, { additionalProperties: false }),
    new: object({ a: text }, { additionalProperties: false }),
    ...WIDENING,
  },
  {
    kind: 'optional property removed from a closed object',
    old: object({ a: text }, { additionalProperties: false }),
    new: object({}, { additionalProperties: false }),
    request: 'breaking',
    response: 'unclear',
  },
  {
    kind: 'property made required',
    old: object({ a: text }),
    new: object({ a: text }, { required: ['a'] }),
    ...NARROWING,
  },
  {
    kind: 'property made optional',
    old: object({ a: text }, { required: ['a'] }),
    new: object({ a: text }),
    ...WIDENING,
  },
  {
    kind: 'type of a property changed',
    old: object({ a: text }),
    new: object({ a: { type: 'integer' } }),
    ...BREAKING,
  },
  { kind: 'property narrowed', old: object({ a: {} }), new: object({ a: text }), ...NARROWING },
  { kind: 'object closed', old: object({}), new: object({}, { additionalProperties: false }), ...NARROWING },
  { kind: 'object opened', old: object({}, { additionalProperties: false }), new: object({}), ...WIDENING },
  {
    kind: 'additional properties narrowed',
    old: object({}, { additionalProperties: {} }),
    new: object({}, { additionalProperties: text }),
    ...NARROWING,
  },
  {
    kind: 'property made read-only',
    old: object({ a: text }),
    new: object({ a: { type: 'string', readOnly: true } }),
    request: 'unclear',
    response: 'compatible',
  },
  {
    kind: 'required read-only property added',
    old: object({}),
    new: object({ a: { type: 'string', readOnly: true } }, { required: ['a'] }),
    request: 'compatible',
    response: 'compatible',
  },
  {
    kind: 'required property made write-only',
    old: object({ a: text }, { required: ['a'] }),
    new: object({ a: { type: 'string', writeOnly: true } }, { required: ['a'] }),
    request: 'compatible',
    response: 'breaking',
  },
  {
    kind: 'required property renamed',
    old: object({ a: text }, { required: ['a'] }),
    new: object({ b: text }, { required: ['b'] }),
    ...BREAKING,
  },
  { kind: 'maxProperties lowered', old: { maxProperties: 9 }, new: { maxProperties: 3 }, ...NARROWING },
  { kind: 'pattern for names added', old: {}, new: { propertyNames: { pattern: '^a' } }, ...NARROWING },
  {
    kind: 'pattern properties changed',
    old: { patternProperties: { a: text } },
    new: { patternProperties: { a: {} } },
    ...UNCLEAR,
  },
  { kind: 'dependent property removed', old: { dependentRequired: { a: ['b'] } }, new: {}, ...WIDENING },
  // Arrays.
  {
    kind: 'items changed',
    old: { type: 'array', items: text },
    new: { type: 'array', items: { type: 'integer' } },
    ...BREAKING,
  },
  { kind: 'items widened', old: { type: 'array', items: text }, new: { type: 'array', items: {} }, ...WIDENING },
  { kind: 'maxItems lowered', old: { type: 'array', maxItems: 9 }, new: { type: 'array', maxItems: 5 }, ...NARROWING },
  { kind: 'minItems removed', old: { type: 'array', minItems: 1 }, new: { type: 'array' }, ...WIDENING },
  { kind: 'items made unique', old: { type: 'array' }, new: { type: 'array', uniqueItems: true }, ...NARROWING },
  { kind: 'value replaced by an array of it', old: text, new: { type: 'array', items: text }, ...BREAKING },
  { kind: 'tuple changed', old: { prefixItems: [text] }, new: { prefixItems: [text, text] }, ...UNCLEAR },
  // Combinations.
  { kind: 'alternative added', old: { oneOf: [text] }, new: { oneOf: [text, { type: 'integer' }] }, ...WIDENING },
  { kind: 'alternative removed', old: { anyOf: [text, { type: 'integer' }] }, new: { anyOf: [text] }, ...NARROWING },
  {
    kind: 'alternatives reordered',
    old: { oneOf: [text, { type: 'integer' }] },
    new: { oneOf: [{ type: 'integer' }, text] },
    ...NONE,
  },
  {
    kind: 'schema replaced by alternatives with it',
    old: text,
    new: { oneOf: [text, { type: 'integer' }] },
    ...WIDENING,
  },
  {
    kind: 'members moved into allOf',
    old: object({ a: text }, { required: ['a'] }),
    new: { allOf: [object({ a: text }), { required: ['a'] }] },
    ...NONE,
  },
  { kind: 'part added to allOf', old: { allOf: [text] }, new: { allOf: [text, { minLength: 1 }] }, ...NARROWING },
  {
    kind: 'discriminator property changed',
    old: { oneOf: [object({ a: text })], discriminator: { propertyName: 'a' } },
    new: { oneOf: [object({ a: text })], discriminator: { propertyName: 'b' } },
    ...BREAKING,
  },
  { kind: 'not added', old: text, new: { type: 'string', not: { const: 'a' } }, ...NARROWING },
  {
    kind: 'condition changed',
    old: { if: text, else: { minLength: 1 } },
    new: { if: text, else: { minLength: 2 } },
    ...UNCLEAR,
  },
  { kind: 'condition removed', old: { if: text, else: { minLength: 1 } }, new: {}, ...WIDENING },
  // Annotations.
  { kind: 'description changed', old: { description: 'a' }, new: { description: 'b' }, ...COMPATIBLE },
  { kind: 'example changed', old: { example: 'a' }, new: { example: 'b' }, ...COMPATIBLE },
  { kind: 'default changed', old: { default: 1 }, new: { default: 2 }, request: 'unclear', response: 'compatible' },
  { kind: 'deprecated', old: text, new: { type: 'string', deprecated: true }, ...COMPATIBLE },
  { kind: 'extension changed', old: { 'x-a': 1 }, new: { 'x-a': 2 }, ...NONE },
  { kind: 'unknown keyword changed', old: { colour: 'red' }, new: { colour: 'blue' }, ...UNCLEAR },
];
