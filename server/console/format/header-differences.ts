type Headers = Readonly<Record<string, string>>;

/** A header of two requests or responses. */
export interface ComparedHeader {
  readonly name: string;
  readonly value: string;
  /** Undefined if the header is the same in both, or if nothing is compared. */
  readonly change: 'added' | 'changed' | undefined;
}

/** Compares headers with those of the previous attempt. Returns them by name, and the names that are absent now. */
export function compareHeaders(
  headers: Headers,
  previous: Headers | undefined,
): { readonly headers: readonly ComparedHeader[]; readonly removed: readonly string[] } {
  const compared = Object.entries(headers)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]): ComparedHeader => {
      const before = previous?.[name];
      if (previous === undefined || before === value) return { name, value, change: undefined };
      return { name, value, change: before === undefined ? 'added' : 'changed' };
    });
  return { headers: compared, removed: Object.keys(previous ?? {}).filter((name) => !(name in headers)) };
}
