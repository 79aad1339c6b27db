/**
 * Returns a copy of a JSON value without one of its members, or with `replacement` in its place. `choice` selects the member, and
 * whether to remove it. A value without members is replaced.
 */
export function changeOneMember(value: unknown, choice: number, replacement: unknown): unknown {
  const copy = structuredClone(value);
  const places = listPlaces(copy);
  const place = places[choice % Math.max(1, places.length)];
  if (place === undefined) return replacement;
  if (choice % 3 === 0) Reflect.deleteProperty(place.owner, place.name);
  else Reflect.set(place.owner, place.name, replacement);
  return copy;
}

function listPlaces(value: unknown): readonly { readonly owner: object; readonly name: string }[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [{ owner: value, name }, ...listPlaces(member)]);
}
