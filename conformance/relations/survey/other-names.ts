const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/**
 * Whether a text is only another name of one thing that a caller sees: each row with the text also has the id of that thing, as another
 * member or as its name. The label of one terminal may be the id of another one.
 * @param body JSON
 * @param own the ids of the things that the caller sees
 */
export function isNameOfOwn(body: unknown, text: string, own: ReadonlySet<string>): boolean {
  /** For each row with the text: the own things that it names. */
  const found: ReadonlySet<string>[] = [];
  const search = (value: unknown, around: ReadonlySet<string>): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((one) => toText(one) === text)) found.push(new Set());
      for (const one of value) search(one, new Set());
      return;
    }
    const texts = new Set(listRowTexts(value));
    const named = new Set([...around, ...texts].filter((one) => one !== text && own.has(one)));
    if (Object.values(value).some((member) => toText(member) === text)) found.push(named);
    for (const [name, member] of Object.entries(value))
      search(member, Array.isArray(member) ? new Set() : new Set([...named, ...(own.has(name) ? [name] : [])]));
  };
  search(body, new Set());
  const [first, ...others] = found;
  return first !== undefined && [...first].some((one) => others.every((names) => names.has(one)));
}

/** Returns the texts of a row: those of its members, and of the objects in it, without those of lists. */
const listRowTexts = (value: object): readonly string[] =>
  Object.values(value).flatMap((member: unknown) => {
    const text = toText(member);
    if (text !== undefined) return [text];
    return typeof member === 'object' && member !== null && !Array.isArray(member) ? listRowTexts(member) : [];
  });
