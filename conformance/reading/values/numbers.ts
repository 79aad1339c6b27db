/** A number in a JSON value, with its JSON pointer. */
export interface PlacedNumber {
  readonly path: string;
  readonly value: number;
}

/** Returns the integers of a JSON value. */
export function listNumbers(value: unknown, path = ''): PlacedNumber[] {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [{ path, value }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => listNumbers(one, `${path}/${name}`));
}
