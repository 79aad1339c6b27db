/** The texts of an item in which words are searched. */
interface SearchedTexts {
  /** Counts three times as much as the rest. */
  readonly title: string;
  readonly rest: string;
}

/** Returns the items that contain words of the query, the best match first. Ignores words of one or two letters. */
export function rankByWords<Item>(
  items: readonly Item[],
  query: string,
  read: (item: Item) => SearchedTexts,
): readonly Item[] {
  const words = [...new Set(query.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [])];
  const count = (text: string): number => words.filter((word) => text.toLowerCase().includes(word)).length;
  return items
    .map((item) => {
      const { title, rest } = read(item);
      return { item, score: 3 * count(title) + count(rest) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
