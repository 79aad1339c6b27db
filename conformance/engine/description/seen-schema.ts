import type { DeclaredSchemaReader, DeclaredSchemas } from './declared-schema.ts';
import type { Shape } from './shape.ts';

/** The schemas that a document declares at a place; absent without a document. */
export interface Declared {
  readonly reader: DeclaredSchemaReader;
  readonly schemas: DeclaredSchemas;
}

/** Values needed before a member that all of them have counts as required. */
const ENOUGH = 5;

/**
 * Returns a JSON Schema of what was seen. `x-seen` counts the values. With a document, `x-published` states whether it declares a
 * member, and `x-not-seen` lists the members that it declares and no response had.
 */
export function createSeenSchema(shape: Shape, declared: Declared | undefined): Readonly<Record<string, unknown>> {
  const types = listTypes(shape);
  const texts = shape.types.get('string') ?? 0;
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(texts > 0 && shape.instants === texts ? { format: 'date-time' } : {}),
    ...(shape.types.has('object') ? createMembers(shape, declared) : {}),
    ...(shape.items === undefined
      ? {}
      : {
          items: createSeenSchema(
            shape.items,
            descend(declared, ({ reader, schemas }) => reader.listItems(schemas)),
          ),
        }),
    ...(texts > 0 && shape.words !== undefined ? { 'x-seen-words': [...shape.words].sort() } : {}),
    ...(shape.types.size > 1 ? { 'x-seen-types': Object.fromEntries([...shape.types].sort()) } : {}),
    'x-seen': shape.seen,
  };
}

/** Integers are numbers: both types together are one. */
const listTypes = ({ types }: Shape): readonly string[] =>
  [...types.keys()].filter((type) => type !== 'integer' || !types.has('number')).sort();

function createMembers(shape: Shape, declared: Declared | undefined): Readonly<Record<string, unknown>> {
  const objects = shape.types.get('object') ?? 0;
  const members = [...shape.members].sort(([one], [other]) => (one < other ? -1 : 1));
  const required = members.filter(([, { seen }]) => objects >= ENOUGH && seen === objects).map(([name]) => name);
  const declaredNames = declared === undefined ? [] : declared.reader.listMembers(declared.schemas);
  const notSeen = declaredNames.filter((name) => !shape.members.has(name)).sort();
  return {
    ...(members.length === 0 ? {} : { properties: Object.fromEntries(members.map(toProperty)) }),
    ...(required.length === 0 ? {} : { required }),
    ...(shape.entries === undefined
      ? {}
      : {
          additionalProperties: createSeenSchema(
            shape.entries,
            descend(declared, ({ reader, schemas }) => reader.listEntries(schemas)),
          ),
        }),
    ...(notSeen.length === 0 ? {} : { 'x-not-seen': notSeen }),
  };

  function toProperty([name, member]: readonly [string, Shape]): readonly [string, object] {
    const schemas = declared?.reader.findMember(declared.schemas, name);
    const inner = declared === undefined ? undefined : { reader: declared.reader, schemas: schemas ?? [] };
    const isJudged = declaredNames.length > 0;
    return [
      name,
      { ...createSeenSchema(member, inner), ...(isJudged ? { 'x-published': schemas !== undefined } : {}) },
    ];
  }
}

const descend = (
  declared: Declared | undefined,
  list: (declared: Declared) => DeclaredSchemas,
): Declared | undefined => (declared === undefined ? undefined : { reader: declared.reader, schemas: list(declared) });
