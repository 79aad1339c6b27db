type Node = Readonly<Record<string, unknown>>;

/** The part of a contract at a path, with the components that it refers to. */
export interface ResolvedPart {
  readonly spec: unknown;
  readonly errors: readonly [];
}

/**
 * Replaces the function of Swagger UI that inserts components into an operation when it is opened. That of Swagger UI parses the whole
 * contract for each operation, which takes one to two seconds. The contracts of these pages refer only to their own components.
 */
export const resolvePart = (contract: unknown, path: readonly string[]): ResolvedPart => ({
  spec: insertComponents(readPath(contract, path), { contract, open: [] }),
  errors: [],
});

interface Resolution {
  readonly contract: unknown;
  /** The references around this element. One that refers to itself stays a reference. */
  readonly open: readonly string[];
}

function insertComponents(element: unknown, resolution: Resolution): unknown {
  if (Array.isArray(element)) return element.map((item) => insertComponents(item, resolution));
  if (!isNode(element)) return element;
  const { $ref: reference, ...rest } = element;
  const { contract, open } = resolution;
  if (typeof reference !== 'string' || !reference.startsWith('#/'))
    return Object.fromEntries(
      Object.entries(element).map(([name, value]) => [name, insertComponents(value, resolution)]),
    );
  if (open.includes(reference)) return element;
  const target = readPath(contract, reference.slice(2).split('/').map(unescapePointer));
  return insertComponents({ ...(isNode(target) ? target : {}), ...rest }, { contract, open: [...open, reference] });
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

const readPath = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((element, name) => (isNode(element) ? element[name] : undefined), root);

/** Decodes a part of a JSON pointer (RFC 6901, section 4). */
const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
