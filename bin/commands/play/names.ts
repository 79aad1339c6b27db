/** The values of placeholders such as `{terminal}` in this run. */
export type Names = ReadonlyMap<string, string>;

/** Replaces every `{name}`. Throws if a name has no value yet, which is a mistake in the scenario. */
export function filledIn(text: string, names: Names): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = names.get(name);
    if (value === undefined) throw new Error(`the placeholder {${name}} has no value yet`);
    return value;
  });
}

/** Replaces placeholders in each string of an object. */
export function allFilledIn<Value>(values: Readonly<Record<string, Value>>, names: Names): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? filledIn(value, names) : value]),
  );
}
