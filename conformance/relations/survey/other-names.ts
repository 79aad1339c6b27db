const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** An object with a text as a member. */
interface FoundText {
  /** The own things that its row names. */
  readonly named: ReadonlySet<string>;
  /** The names of the members with the text; `undefined` for a list with it. */
  readonly members: readonly string[] | undefined;
}

/**
 * Whether a text is only another name of one thing that a caller sees: rows with the text also have the id of that thing, as another
 * member or as its name. Others have the text where no row has an own id. The label of one terminal may be the id of another one.
 * @param body JSON
 * @param own the ids of the things that the caller sees
 */
export function isNameOfOwn(body: unknown, text: string, own: ReadonlySet<string>): boolean {
  const found: FoundText[] = [];
  const idMembers = new Set<string>();
  const search = (value: unknown, around: ReadonlySet<string>, isElement = false): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((one) => toText(one) === text)) found.push({ named: new Set(), members: undefined });
      for (const one of value) search(one, new Set(), true);
      return;
    }
    // only an element of a list is surely one row: an object may have several as its members
    const texts = isElement ? listRowTexts(value) : Object.values(value).flatMap((member) => toText(member) ?? []);
    const named = new Set([...around, ...texts].filter((one) => one !== text && own.has(one)));
    const members = Object.entries(value);
    const texted = members.flatMap(([name, member]) => (toText(member) === text ? [name] : []));
    if (texted.length > 0) found.push({ named, members: texted });
    for (const [name, member] of members) {
      if (own.has(toText(member) ?? '')) idMembers.add(name);
      search(member, Array.isArray(member) ? new Set() : new Set([...named, ...(own.has(name) ? [name] : [])]));
    }
  };
  search(body, new Set());
  const [first, ...others] = found.filter(({ named }) => named.size > 0).map(({ named }) => named);
  const areLabels = found.every(
    ({ named, members }) => named.size > 0 || members?.every((name) => !idMembers.has(name)) === true,
  );
  return areLabels && first !== undefined && [...first].some((one) => others.every((names) => names.has(one)));
}

/** Returns the texts of a row: those of its members, and of the objects in it, without those of lists. */
const listRowTexts = (value: object): readonly string[] =>
  Object.values(value).flatMap((member: unknown) => {
    const text = toText(member);
    if (text !== undefined) return [text];
    return typeof member === 'object' && member !== null && !Array.isArray(member) ? listRowTexts(member) : [];
  });
