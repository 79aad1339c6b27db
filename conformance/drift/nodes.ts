/** The document cannot be compared. The message states the reason and what was expected. */
export class DocumentFault extends Error {}

export type Members = Readonly<Record<string, unknown>>;

/** A part of a document with its JSON Pointer. */
export interface Part {
  readonly node: unknown;
  readonly pointer: string;
}

/** Returns a part of a part. */
export const partOf = ({ node, pointer }: Part, ...steps: readonly string[]): Part =>
  steps.reduce<Part>(
    (part, step) => ({
      node: isMembers(part.node) || Array.isArray(part.node) ? getMember(part.node, step) : undefined,
      pointer: `${part.pointer}/${escapeStep(step)}`,
    }),
    { node, pointer },
  );

export const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

const getMember = (whole: object, name: string): unknown =>
  Object.hasOwn(whole, name) ? (whole as Members)[name] : undefined; // arrays have their elements as members

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object, or an empty one without a value. Throws `DocumentFault` for another value. */
export function toMembers({ node, pointer }: Part): Members {
  if (node === undefined) return {};
  if (!isMembers(node)) throw new DocumentFault(`Expected an object at ${pointer || 'the root'}.`);
  return node;
}

/** Returns the elements of a list, none without a value. Throws `DocumentFault` for another value. */
export function toParts({ node, pointer }: Part): readonly Part[] {
  if (node === undefined) return [];
  if (!Array.isArray(node)) throw new DocumentFault(`Expected a list at ${pointer}.`);
  return node.map((element: unknown, at) => ({ node: element, pointer: `${pointer}/${at}` }));
}

/** Returns the members of an object as parts by name, without extensions. */
export const listMembers = (part: Part): ReadonlyMap<string, Part> =>
  new Map(
    Object.keys(toMembers(part))
      .filter((name) => !name.startsWith('x-'))
      .map((name) => [name, partOf(part, name)]),
  );

/** Returns a value as text for explanations, shortened. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
