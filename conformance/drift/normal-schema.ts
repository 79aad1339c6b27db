import type { ApiDocument } from './api-document.ts';
import { DocumentFault, isMembers, type Members, type Part, partOf, toMembers, toParts } from './nodes.ts';

/** Schemas that apply at the same time, as the parts of `allOf` do. */
export type SchemaParts = readonly Part[];

/** A schema in one form for OpenAPI 3.0 and 3.1, with the parts of `allOf` joined. */
export interface NormalSchema {
  /** The place of the schema, without references. */
  readonly pointer: string;
  /** Whether no value is valid. */
  isNever: boolean;
  /** Allowed types; undefined for all. */
  types?: ReadonlySet<string>;
  /** Allowed values as JSON; undefined for all. */
  values?: ReadonlySet<string>;
  readonly properties: Map<string, SchemaParts>;
  readonly required: Set<string>;
  /** Schemas of members without a property; undefined if none are allowed. */
  additional: SchemaParts | undefined;
  items?: SchemaParts;
  /** Alternatives of `oneOf` or `anyOf`. */
  alternatives?: readonly Part[];
  /** All other keywords. */
  readonly keywords: Map<string, unknown>;
}

/** Reads the schemas of one document. */
export class SchemaReader {
  readonly document: ApiDocument;
  readonly #known = new Map<string, NormalSchema>();

  constructor(document: ApiDocument) {
    this.document = document;
  }

  /** Returns a text that is equal for schemas of the same parts. */
  identify(parts: SchemaParts): string {
    return [
      ...new Set(parts.map((part) => (hasOnlyReference(part) ? this.document.resolve(part).pointer : part.pointer))),
    ]
      .sort()
      .join(' ');
  }

  read(parts: SchemaParts): NormalSchema {
    const key = this.identify(parts);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const schema: NormalSchema = {
      pointer:
        parts[0] === undefined
          ? ''
          : hasOnlyReference(parts[0])
            ? this.document.resolve(parts[0]).pointer
            : parts[0].pointer,
      isNever: false,
      properties: new Map(),
      required: new Set(),
      additional: [],
      keywords: new Map(),
    };
    const seen = new Set<string>();
    for (const part of parts) this.#join(schema, part, seen);
    this.#known.set(key, schema);
    return schema;
  }

  #join(schema: NormalSchema, part: Part, seen: Set<string>): void {
    if (seen.has(part.pointer)) return;
    seen.add(part.pointer);
    if (part.node === true || part.node === undefined) return;
    if (part.node === false) {
      schema.isNever = true;
      return;
    }
    if (!isMembers(part.node)) throw new DocumentFault(`Expected a schema at ${part.pointer}.`);
    const { $ref, ...members } = part.node;
    if (typeof $ref === 'string') {
      this.#join(schema, this.document.resolve({ node: { $ref }, pointer: part.pointer }), seen);
      if (this.document.isOld) return; // OpenAPI 3.0 ignores the other members
    }
    for (const inner of toParts(partOf(part, 'allOf'))) this.#join(schema, inner, seen);
    joinTypes(schema, members, this.document.isOld);
    joinValues(schema, members);
    for (const name of Object.keys(toMembers(partOf(part, 'properties')))) {
      const before = schema.properties.get(name) ?? [];
      schema.properties.set(name, [...before, partOf(part, 'properties', name)]);
    }
    for (const { node } of toParts(partOf(part, 'required'))) schema.required.add(String(node));
    this.#joinInner(schema, part);
    for (const [keyword, value] of listKeywords(members, this.document.isOld)) joinKeyword(schema, keyword, value);
    for (const kind of ['oneOf', 'anyOf']) this.#joinAlternatives(schema, partOf(part, kind), seen);
  }

  #joinInner(schema: NormalSchema, part: Part): void {
    const additional = partOf(part, 'additionalProperties');
    if (additional.node === false) schema.additional = undefined;
    else if (isMembers(additional.node) && schema.additional !== undefined)
      schema.additional = [...schema.additional, additional];
    const items = partOf(part, 'items');
    if (items.node !== undefined && items.node !== true) schema.items = [...(schema.items ?? []), items];
  }

  /** Joins alternatives. One alternative is a part of `allOf`, and one with null a type. */
  #joinAlternatives(schema: NormalSchema, list: Part, seen: Set<string>): void {
    const all = toParts(list);
    if (all.length === 0) return;
    const others = all.filter((part) => !isNullSchema(this.document.resolve(part).node));
    const [only] = others;
    if (others.length === 1 && only !== undefined) {
      this.#join(schema, only, seen);
      if (others.length === all.length) return;
      if (schema.types !== undefined) schema.types = new Set([...schema.types, 'null']);
      if (schema.values !== undefined) schema.values = new Set([...schema.values, 'null']);
      return;
    }
    if (schema.alternatives === undefined) schema.alternatives = all;
    else joinKeyword(schema, 'further alternatives', list.node);
  }
}

const hasOnlyReference = ({ node }: Part): boolean =>
  isMembers(node) && typeof node.$ref === 'string' && Object.keys(node).length === 1;

const isNullSchema = (node: unknown): boolean => isMembers(node) && node.type === 'null';

function joinTypes(schema: NormalSchema, { type, nullable }: Members, isOld: boolean): void {
  if (type === undefined) return;
  const listed = (Array.isArray(type) ? type : [type]).map(String);
  const types = new Set(isOld && nullable === true ? [...listed, 'null'] : listed);
  schema.types = schema.types === undefined ? types : intersect(schema.types, types);
}

function joinValues(schema: NormalSchema, members: Members): void {
  const listed = Object.hasOwn(members, 'const') ? [members.const] : members.enum;
  if (!Array.isArray(listed)) return;
  const values = new Set(listed.map((value: unknown) => JSON.stringify(value)));
  schema.values = schema.values === undefined ? values : intersect(schema.values, values);
}

/** Returns the common types or values. An integer is a number. */
const intersect = (some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([
    ...[...some].filter((one) => others.has(one) || (one === 'integer' && others.has('number'))),
    ...[...others].filter((one) => one === 'integer' && some.has('number')),
  ]);

/** Keywords that have separate members in a normal schema. */
const OWN = new Set(
  '$ref allOf oneOf anyOf type nullable enum const properties required additionalProperties items if then else'.split(
    ' ',
  ),
);

/** Values of keywords that mean the same as their absence. */
const ABSENT: Members = {
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  uniqueItems: false,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
};

function* listKeywords(members: Members, isOld: boolean): Generator<readonly [string, unknown]> {
  const { if: condition, then: consequence, else: alternative } = members;
  if (condition !== undefined) yield ['if', [condition, consequence ?? true, alternative ?? true]];
  for (const [keyword, value] of Object.entries(members)) {
    if (OWN.has(keyword) || keyword.startsWith('x-') || ABSENT[keyword] === value) continue;
    if (isOld && /^exclusiveM/.test(keyword)) continue;
    const exclusive =
      keyword === 'minimum' ? 'exclusiveMinimum' : keyword === 'maximum' ? 'exclusiveMaximum' : undefined;
    yield isOld && exclusive !== undefined && members[exclusive] === true ? [exclusive, value] : [keyword, value];
  }
}

/** Limits, and which one of two applies. */
const JOINED: Readonly<Record<string, (a: number, b: number) => number>> = {
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
};

function joinKeyword(schema: NormalSchema, keyword: string, value: unknown): void {
  const before = schema.keywords.get(keyword);
  const join = JOINED[keyword];
  if (typeof before === 'number' && typeof value === 'number' && join !== undefined)
    schema.keywords.set(keyword, join(before, value));
  else if (before === undefined || ANNOTATIONS.has(keyword)) schema.keywords.set(keyword, value);
  else schema.keywords.set(keyword, [before, value]);
}

/** Keywords without an effect on values. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description example examples deprecated externalDocs $comment $id $anchor $schema $defs definitions'.split(
    ' ',
  ),
);
