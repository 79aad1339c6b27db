/** A text or a number with the name of its member, and that of the nearest object or list around it. */
export interface NamedScalar {
  readonly name: string;
  readonly parent: string;
  readonly value: string | number;
}

/** Returns every text and number in members of a JSON value, elements of lists included. */
export function listNamedScalars(value: unknown): NamedScalar[] {
  const found: NamedScalar[] = [];
  collect(value, { name: '', parent: '' }, found);
  return found;
}

function collect(value: unknown, at: Omit<NamedScalar, 'value'>, into: NamedScalar[]): void {
  if (typeof value === 'string' || typeof value === 'number') into.push({ ...at, value });
  else if (Array.isArray(value)) for (const one of value) collect(one, at, into);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) collect(one, { name, parent: at.name }, into);
}
