/** What scenarios call by name, `{terminal}` and others, with what it is in this telling. */
export type Names = ReadonlyMap<string, string>;

/** The text with every `{name}` filled in. Throws where a name is not known yet: the scenario is at fault. */
export function filledIn(text: string, names: Names): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = names.get(name);
    if (value === undefined) throw new Error(`nobody is called {${name}} yet`);
    return value;
  });
}

/** The same for each text of an object. */
export function allFilledIn<Value>(values: Readonly<Record<string, Value>>, names: Names): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? filledIn(value, names) : value]),
  );
}
