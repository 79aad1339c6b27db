import { classify, explain, type Writer } from './change.ts';
import type { Comparison } from './comparison.ts';
import { listMembers, type Part, partOf, show } from './nodes.ts';
import type { Pair } from './pairs.ts';
import { areSame } from './same-parts.ts';
import { compareSchemas } from './schema-drift.ts';

export interface ContentPair extends Pair {
  readonly writer: Writer;
  /** Whether the reader chooses the media type, so that a further one has no effect. */
  readonly isNegotiated: boolean;
}

/** Adds the changes between the media types of two bodies. */
export function compareContent(comparison: Comparison, { old, now, writer, isNegotiated }: ContentPair): void {
  const before = mapMediaTypes(old);
  const after = mapMediaTypes(now);
  for (const [type, part] of before)
    if (!after.has(type))
      comparison.add(
        isNegotiated ? 'breaking' : classify('narrows', writer),
        part.pointer,
        `The media type ${show(type)} is gone, so ${isNegotiated ? 'clients that read it do not get it' : explain('narrows', writer)}`,
      );
  for (const [type, part] of after) {
    const earlier = before.get(type);
    if (earlier === undefined)
      comparison.add(
        isNegotiated ? 'compatible' : classify('widens', writer),
        part.pointer,
        `The media type ${show(type)} is new, so ${isNegotiated ? 'clients may choose it' : explain('widens', writer)}`,
      );
    else {
      compareSchemas(comparison, { old: [partOf(earlier, 'schema')], now: [partOf(part, 'schema')], writer });
      if (!areSame(comparison.documents, partOf(earlier, 'encoding'), partOf(part, 'encoding')))
        comparison.add(
          'unclear',
          `${part.pointer}/encoding`,
          'The encoding of the body changed, and its effect depends on the media type',
        );
    }
  }
}

const mapMediaTypes = (content: Part): ReadonlyMap<string, Part> =>
  new Map([...listMembers(content)].map(([type, part]) => [type.toLowerCase().replaceAll(/\s/g, ''), part]));
