/** The values of placeholders such as `{terminal}` in this run. */
export type PlaceholderValues = ReadonlyMap<string, string>;

/** Replaces every `{name}`. Throws if a name has no value yet, which is a mistake in the scenario. */
export function fillPlaceholders(text: string, names: PlaceholderValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = names.get(name);
    if (value === undefined) throw new Error(`the placeholder {${name}} has no value yet`);
    return value;
  });
}

/** Replaces placeholders in each string of an object. */
export function fillAllPlaceholders<Value>(
  values: Readonly<Record<string, Value>>,
  names: PlaceholderValues,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'string' ? fillPlaceholders(value, names) : value,
    ]),
  );
}
