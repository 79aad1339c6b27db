import { resolveReference, toObject } from '../../reading/published-document.ts';

/* The members that a published document declares at a place of a response, without judging how schemas are composed. */

type Document = Readonly<Record<string, unknown>>;

/** Alternative schemas of one place. */
export type DeclaredSchemas = readonly Document[];

const COMPOSITIONS = ['allOf', 'anyOf', 'oneOf', 'then', 'else'] as const;
/** The maximum depth of compositions and number of parts: the document is untrusted. */
const DEEPEST = 12;
const MOST_PARTS = 200;

/** Reads the schemas of one document. */
export class DeclaredSchemaReader {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  /** Returns the schemas of a member, `undefined` if the schemas declare members, but not this one. */
  findMember(schemas: DeclaredSchemas, name: string): DeclaredSchemas | undefined {
    const parts = this.#listParts(schemas);
    const found = parts.flatMap(({ properties }) => toPart(toObject(properties), name));
    if (found.length > 0) return found;
    return parts.some((part) => 'properties' in part) ? undefined : [];
  }

  /** Returns the names of all members that the schemas declare. */
  listMembers(schemas: DeclaredSchemas): readonly string[] {
    return [...new Set(this.#listParts(schemas).flatMap(({ properties }) => Object.keys(toObject(properties))))];
  }

  listItems(schemas: DeclaredSchemas): DeclaredSchemas {
    return this.#listParts(schemas).flatMap((part) => toPart(part, 'items'));
  }

  listEntries(schemas: DeclaredSchemas): DeclaredSchemas {
    return this.#listParts(schemas).flatMap((part) => toPart(part, 'additionalProperties'));
  }

  /** Returns the schemas and those that they are composed of, without references. */
  #listParts(schemas: DeclaredSchemas): DeclaredSchemas {
    const parts = new Set<Document>();
    let level: readonly unknown[] = schemas;
    for (let depth = 0; level.length > 0 && depth < DEEPEST; depth += 1) {
      const resolved = level.map((schema) => toObject(resolveReference(this.#document, schema)));
      const added = resolved.filter((schema) => !parts.has(schema) && parts.size < MOST_PARTS);
      for (const schema of added) parts.add(schema);
      level = added.flatMap((schema) => COMPOSITIONS.flatMap((name) => schema[name] ?? []));
    }
    return [...parts];
  }
}

const toPart = (whole: Document, name: string): readonly Document[] =>
  Object.hasOwn(whole, name) && typeof whole[name] === 'object' ? [toObject(whole[name])] : [];
