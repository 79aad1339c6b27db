import enums from '../../../spec/generated/enums.json' with { type: 'json' };
import { hasIdsAsNames, isMapById } from '../../reading/values/maps-by-id.ts';

/*
 * The common form of the values at one place of many responses: types, members and known words. It contains no value of a response
 * except words that the contract lists.
 */

type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string';

/** The common form of the values at a place. */
export interface Shape {
  /** How many values were seen. */
  seen: number;
  /** How many values had each type. */
  readonly types: Map<JsonType, number>;
  /** The members of objects whose names belong to a schema. */
  readonly members: Map<string, Shape>;
  /** The values of members whose names are ids, or are otherwise data. */
  entries?: Shape;
  items?: Shape;
  /** The known words among the values; undefined after another text. */
  words: Set<string> | undefined;
  /** How many texts were instants of RFC 3339. */
  instants: number;
}

export const createShape = (): Shape => ({
  seen: 0,
  types: new Map(),
  members: new Map(),
  words: new Set(),
  instants: 0,
});

/** The limits of a description: responses are untrusted. */
const MOST_PLACES = 20_000;
const MOST_WORDS = 40;

const KNOWN_WORDS: ReadonlySet<string> = new Set(Object.values(enums).flat());
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;
/** The names of members in schemas. Names with longer numbers are ids. */
const SCHEMA_NAME = /^[A-Za-z_$@#][A-Za-z_$@.:-]{0,60}\d{0,2}[A-Za-z_$@.:-]{0,20}$/;

export interface ShapeReaderOptions {
  /** Whether a document declares a member with this name. */
  readonly isDeclared: (name: string) => boolean;
  /** Whether the name contains a secret. */
  readonly isSecret: (name: string) => boolean;
  /** Whether the name is the id of a thing. */
  readonly isId: (name: string) => boolean;
}

/** Adds values to shapes, up to a number of places. */
export class ShapeReader {
  readonly #options: ShapeReaderOptions;
  #places = 0;
  #isCut = false;

  constructor(options: ShapeReaderOptions) {
    this.#options = options;
  }

  /** Whether places were left out because of their number. */
  get isCut(): boolean {
    return this.#isCut;
  }

  add(shape: Shape, value: unknown): void {
    shape.seen += 1;
    const type = getType(value);
    shape.types.set(type, (shape.types.get(type) ?? 0) + 1);
    if (typeof value === 'string') addText(shape, value);
    else if (Array.isArray(value)) {
      shape.items ??= this.#createPlace();
      for (const item of value) this.add(shape.items, item);
    } else if (typeof value === 'object' && value !== null) this.#addMembers(shape, value);
  }

  #addMembers(shape: Shape, value: object): void {
    const members = Object.entries(value);
    const isMap = this.#isMap(value);
    for (const [name, member] of members) {
      if (isMap || !this.#isMember(name)) {
        shape.entries ??= this.#createPlace();
        this.add(shape.entries, member);
        continue;
      }
      const known = shape.members.get(name);
      if (known === undefined && this.#places >= MOST_PLACES) {
        this.#isCut = true;
        continue;
      }
      const place = known ?? this.#createPlace();
      shape.members.set(name, place);
      this.add(place, member);
    }
  }

  /** Whether all names are ids. Members with declared names are never ids. */
  #isMap(value: object): boolean {
    const names = Object.keys(value);
    if (names.some((name) => this.#options.isDeclared(name))) return false;
    return hasIdsAsNames(value) || (names.length > 1 && isMapById(value));
  }

  #isMember(name: string): boolean {
    const { isSecret, isDeclared, isId } = this.#options;
    return !isSecret(name) && (isDeclared(name) || (SCHEMA_NAME.test(name) && !isId(name)));
  }

  #createPlace(): Shape {
    this.#places += 1;
    return createShape();
  }
}

function getType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
    case 'string':
    case 'object':
      return typeof value as 'boolean' | 'string' | 'object'; // just compared
    default:
      return Number.isInteger(value) ? 'integer' : 'number';
  }
}

function addText(shape: Shape, text: string): void {
  if (INSTANT.test(text)) shape.instants += 1;
  if (shape.words === undefined) return;
  if (KNOWN_WORDS.has(text) && shape.words.size < MOST_WORDS) shape.words.add(text);
  else shape.words = undefined;
}
