const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/**
 * Whether a text is only another name of things that a caller sees: each object with the text as a member also has the id of an own thing as
 * another member, or as its name, or the object around it has. The label of one terminal may be the id of another one.
 * @param body JSON
 * @param own the ids of the things that the caller sees
 */
export function isNameOfOwn(body: unknown, text: string, own: ReadonlySet<string>): boolean {
  /** For each place of the text: whether the objects around it in the same row name an own thing. */
  const found: boolean[] = [];
  const search = (value: unknown, isBesideOwn: boolean): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((one) => toText(one) === text)) found.push(false);
      for (const one of value) search(one, false);
      return;
    }
    const members = Object.values(value);
    const isOwn = (one: string | undefined) => one !== undefined && one !== text && own.has(one);
    const namesOwn = isBesideOwn || members.some((member) => isOwn(toText(member)));
    if (members.some((member) => toText(member) === text)) found.push(namesOwn);
    for (const [name, member] of Object.entries(value))
      search(member, !Array.isArray(member) && (namesOwn || isOwn(name)));
  };
  search(body, false);
  return found.length > 0 && found.every((isBeside) => isBeside);
}
