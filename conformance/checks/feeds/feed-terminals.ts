import type { Principal, Visibility } from '../../engine/principals.ts';
import { listElements, listStrings } from '../../oracles/response-words.ts';

/** A label with characters that XML escapes or encodes. */
const NEEDS_CARE = /[&<>"']|[^\x20-\x7e]/;

/** Returns the visible terminals: first those whose labels a feed must escape, then those with many kinds of data. */
export function orderForFeeds({ terminals, aliases, responses }: Visibility): string[] {
  const portal = responses.get('getPortal');
  const kinds = new Map<string, Set<string>>();
  for (const { value, path } of portal === undefined ? [] : listElements(portal)) {
    const texts = listStrings(value);
    const state = texts.find((text) => /^(queued|pending|waiting|scheduled|open)$/i.test(text)) ?? '';
    for (const text of texts)
      if (terminals.has(text)) kinds.set(text, (kinds.get(text) ?? new Set()).add(path).add(`${path} ${state}`));
  }
  const rank = (terminal: string): number =>
    (kinds.get(terminal)?.size ?? 0) +
    ([...(aliases.get(terminal) ?? [])].some((alias) => NEEDS_CARE.test(alias)) ? 100 : 0);
  return [...terminals].sort((a, b) => rank(b) - rank(a));
}

/** Returns the terminal whose feed the key has read, and then the others in the order of `orderForFeeds`. */
export function listFeedTerminals({ sees }: Principal): string[] {
  const first = sees.reads.get('getTerminalFeed')?.terminal_id;
  const others = orderForFeeds(sees).filter((id) => id !== first);
  return typeof first === 'string' ? [first, ...others] : others;
}
