import type { OrdinaryRequest } from './ordinary-request.ts';

/** Number of latest requests among which a repetition is recognised, about. A power of 2. */
const MAX_SEEN = 4096;

const FNV_OFFSET = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/**
 * Recognises requests that came before. Most requests of some clients are never repeated, so that keeping their replies
 * would be useless. It compares hashes of 32 bits: a different request is rarely treated as a repetition, which costs only
 * the memory of its reply.
 */
export class RepeatedRequests {
  readonly #seen = new Int32Array(MAX_SEEN);

  /** Returns whether the same request came before, and remembers it. */
  recognise({ url, apiKey = '', acceptEncoding = '' }: OrdinaryRequest): boolean {
    const hash = hashText(acceptEncoding, hashText(apiKey, hashText(url, FNV_OFFSET)));
    const place = (hash ^ (hash >>> 16)) & (MAX_SEEN - 1);
    const isKnown = this.#seen[place] === hash;
    this.#seen[place] = hash;
    return isKnown;
  }
}

/** FNV-1a, over the characters of a text. */
function hashText(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  return hash;
}
