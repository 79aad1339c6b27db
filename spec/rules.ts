/** How binding a documented rule is. */
export type Level = 'must' | 'should' | 'may';

/** A rule that the interface document states. */
export interface Clause {
  readonly id: string;
  readonly level: Level;
  /** Section of the interface document. */
  readonly section: string;
  /** The words of the document on which the rule rests, as a paraphrase. */
  readonly rests_on: string;
  /** The rule in one or two sentences. */
  readonly text: string;
  /** Why no check can verify it; absent if a check can. */
  readonly unchecked?: string;
  /** Where the contract shows it, if no element does. */
  readonly elsewhere?: string;
}

/** How the conformance kit treats a server with another choice. */
export type KitTreatment = 'ignored' | 'choice' | 'advice' | 'deliveries';

/** An answer to an open question that another service may choose. */
export interface Reading {
  /** Unique within its gap. */
  readonly id: string;
  /** One sentence. */
  readonly text: string;
}

/** A question that the interface document leaves open, and our choice. */
export interface Gap {
  readonly id: string;
  /** Section of the interface document that leaves it open. */
  readonly section: string;
  readonly question: string;
  readonly choice: string;
  readonly why: string;
  readonly kit: KitTreatment;
  /** The readings that checks enumerate; absent if none does. */
  readonly readings?: readonly Reading[];
  /** Where the contract shows it, if no element does. */
  readonly elsewhere?: string;
}

const ID = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/;
const levels: readonly Level[] = ['must', 'should', 'may'];
const treatments: readonly KitTreatment[] = ['ignored', 'choice', 'advice', 'deliveries'];

/** Reads `clauses.yaml`. Throws, naming the entry, on anything but a list of well-formed clauses with distinct ids. */
export function readClauses(source: unknown): readonly Clause[] {
  return readEntries(source, 'clauses.yaml', {
    required: ['id', 'level', 'section', 'rests_on', 'text'],
    optional: ['unchecked', 'elsewhere'],
  }).map(
    ({ level, ...rest }) => ({ ...rest, level: requireAllowed(levels, level, rest.id) }) as Clause, // its members were just checked
  );
}

/** Reads `gaps.yaml`. Throws, naming the entry, on anything but a list of well-formed gaps with distinct ids. */
export function readGaps(source: unknown): readonly Gap[] {
  const readings = new Map<unknown, readonly Reading[]>();
  const texts = Array.isArray(source) ? source.map((entry: unknown) => takeReadings(entry, readings)) : source;
  return readEntries(texts, 'gaps.yaml', {
    required: ['id', 'section', 'question', 'choice', 'why', 'kit'],
    optional: ['elsewhere'],
  }).map(({ kit, elsewhere, ...rest }) => {
    const of = readings.get(rest.id);
    return {
      ...rest,
      kit: requireAllowed(treatments, kit, rest.id),
      ...(of === undefined ? {} : { readings: of }),
      ...(elsewhere === undefined ? {} : { elsewhere }),
    } as Gap; // its members were just checked
  });
}

/** Returns an entry without its readings, which it adds to `into` by the id of the entry. */
function takeReadings(entry: unknown, into: Map<unknown, readonly Reading[]>): unknown {
  if (entry === null || typeof entry !== 'object' || !('readings' in entry)) return entry;
  const { readings, ...rest } = entry;
  into.set('id' in rest ? rest.id : undefined, readReadings(readings, 'id' in rest ? String(rest.id) : ''));
  return rest;
}

const READING_ID = /^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/;

function readReadings(source: unknown, gap: string): readonly Reading[] {
  if (!Array.isArray(source) || source.length < 2)
    throw new Error(`gaps.yaml: ${gap}: "readings" must be a list of two or more`);
  const seen = new Set<unknown>();
  return source.map((value: unknown) => {
    const { id, text, ...others } = Object(value) as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || !READING_ID.test(id) || seen.has(id))
      throw new Error(`gaps.yaml: ${gap}: "${id}" is not an id of a reading, or occurs twice`);
    seen.add(id);
    if (!isText(text) || !/^[A-Z].*\.$/s.test(text) || Object.keys(others).length > 0)
      throw new Error(`gaps.yaml: ${gap}: the reading ${id} must have one "text", a sentence, and nothing else`);
    return { id, text };
  });
}

type Entry = Readonly<Record<string, string>> & { readonly id: string };

interface EntryMembers {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

function readEntries(source: unknown, file: string, { required, optional }: EntryMembers): Entry[] {
  if (!Array.isArray(source)) throw new Error(`${file} must be a list`);
  const seen = new Set<string>();
  return source.map((value: unknown, index) => {
    const place = `${file}, entry ${index + 1}`;
    if (value === null || typeof value !== 'object') throw new Error(`${place} must be a mapping`);
    const entry = value as Record<string, unknown>;
    const id = String(entry.id);
    if (!ID.test(id)) throw new Error(`${place}: "${id}" is not a dotted lower-case id`);
    if (seen.has(id)) throw new Error(`${file}: ${id} occurs twice`);
    seen.add(id);
    for (const name of required) if (!isText(entry[name])) throw new Error(`${file}: ${id} needs the text "${name}"`);
    for (const [name, member] of Object.entries(entry)) {
      if (!required.includes(name) && !optional.includes(name))
        throw new Error(`${file}: ${id} has an unknown "${name}"`);
      if (!isText(member)) throw new Error(`${file}: ${id}: "${name}" must be a text`);
    }
    return entry as Entry;
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function requireAllowed<Value extends string>(allowed: readonly Value[], value: string | undefined, id: string): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new Error(`${id}: expected one of ${allowed.join(', ')}, got "${value}"`);
  return found;
}
