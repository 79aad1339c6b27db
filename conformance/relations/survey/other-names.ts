/** An object that holds a value: whether it, or an object around it in the same row, names an own thing. */
interface Around {
  readonly namesOwn: boolean;
}

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/**
 * Whether a text is only another name of things that a caller sees: each object with the text as a member also has the id of an own thing as
 * another member, or as its name, or the object around it has. The label of one terminal may be the id of another one.
 * @param body JSON
 * @param own the ids of the things that the caller sees
 */
export function isNameOfOwn(body: unknown, text: string, own: ReadonlySet<string>): boolean {
  const found: Around[] = [];
  const search = (value: unknown, around: Around): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      if (value.some((one) => toText(one) === text)) found.push({ namesOwn: false });
      for (const one of value) search(one, { namesOwn: false });
      return;
    }
    const members = Object.values(value);
    const isOwn = (one: string | undefined) => one !== undefined && one !== text && own.has(one);
    const here = { namesOwn: around.namesOwn || members.some((member) => isOwn(toText(member))) };
    if (members.some((member) => toText(member) === text)) found.push(here);
    for (const [name, member] of Object.entries(value))
      search(member, Array.isArray(member) ? around : { namesOwn: here.namesOwn || isOwn(name) });
  };
  search(body, { namesOwn: false });
  return found.length > 0 && found.every(({ namesOwn }) => namesOwn);
}
