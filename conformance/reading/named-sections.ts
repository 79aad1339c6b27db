import { toSegment, type ValuePointer } from './pointers.ts';

/** A part of a body whose name is a value: an element of `[{ "name": "terminals", "content": [...] }]`. */
export interface NamedSection {
  readonly title: string;
  readonly content: unknown;
  /** The place of the content, from the list on: `/[name=terminals]/content`. */
  readonly place: ValuePointer;
}

/** Returns the sections of a list whose elements have a title and a content each, at least one of them with parts; `undefined` for other values. */
export function readNamedSections(value: unknown): readonly NamedSection[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const elements = value.map((element: unknown): [string, unknown][] =>
    typeof element === 'object' && element !== null ? Object.entries(element) : [],
  );
  const names = [...new Set(elements.flatMap((members) => members.map(([name]) => name)))];
  if (names.length !== 2) return undefined;
  for (const [name, other] of [names, names.toReversed()] as [string, string][]) {
    const titles = elements.map((members) => members.find(([member]) => member === name)?.[1]);
    const contents = elements.map((members) => members.find(([member]) => member === other)?.[1]);
    const areTitles = titles.every((one) => typeof one === 'string') && new Set(titles).size === titles.length;
    if (areTitles && contents.some((one) => typeof one === 'object' && one !== null))
      return titles.map((title, at) => ({
        title: String(title),
        content: contents[at],
        place: toSegment(`[${name}=${title}]`) + toSegment(other),
      }));
  }
  return undefined;
}
