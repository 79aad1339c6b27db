import { type Exchange, isSuccess, NoResponse } from '../http/client.ts';

/** The shortest text that counts as one of the deployment. */
export const SHORTEST_TEXT = 4;
/** Generated words are shorter, so a longer text cannot be part of one. */
const LONGEST_TEXT = 64;

/** Whether a generated word contains a text of the deployment, in any letter case. */
export type ContainsOriginal = (word: string) => boolean;

/** Returns a function that recognises texts of these responses, and of the given ones, in generated words. */
export function recogniseTexts(exchanges: readonly Exchange[], given: readonly string[]): ContainsOriginal {
  const texts = new Set<string>();
  const add = (text: string): void => {
    if (text.length >= SHORTEST_TEXT && text.length <= LONGEST_TEXT) texts.add(text.toLowerCase());
    // the parts of a long text, such as the host of an address
    if (text.length > SHORTEST_TEXT)
      for (const part of text.toLowerCase().split(/[^\p{L}\p{N}]+/u)) if (part.length >= SHORTEST_TEXT) texts.add(part);
  };
  for (const text of given) add(text);
  for (const exchange of exchanges) if (isSuccess(exchange)) addTexts(readBody(exchange), add);
  return (word) => listParts(word.toLowerCase()).some((part) => texts.has(part));
}

function readBody(exchange: Exchange): unknown {
  try {
    return exchange.json ?? exchange.text;
  } catch (thrown) {
    if (thrown instanceof NoResponse) return exchange.text;
    throw thrown;
  }
}

/** Calls `add` with each text and number of a value, and with the names of members, which may be ids. */
function addTexts(value: unknown, add: (text: string) => void): void {
  if (typeof value === 'string' || typeof value === 'number') add(String(value));
  if (typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    if (!Array.isArray(value)) add(name);
    addTexts(one, add);
  }
}

function listParts(word: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from <= word.length - SHORTEST_TEXT; from += 1)
    for (let to = from + SHORTEST_TEXT; to <= word.length; to += 1) parts.push(word.slice(from, to));
  return parts;
}
