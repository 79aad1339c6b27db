import type { Content } from './checked-file.ts';

/* A list of texts as the content of a file. */

/** Returns texts as the content of a file. `about`: what else the reader must know of them. */
export function toTextContent(texts: readonly string[], about: unknown): Content {
  const encoded = texts.map((text) => Buffer.from(text));
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (const [index, { length }] of encoded.entries()) {
    end += length;
    ends[index] = end;
  }
  return { description: about, arrays: [ends, new Uint8Array(Buffer.concat(encoded))] };
}

/** Returns the texts that `toTextContent` was called with. */
export function toTexts({ arrays }: Content): readonly string[] {
  const [ends, bytes] = arrays as [Uint32Array, Uint8Array<ArrayBuffer>]; // written by toTextContent
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from(ends, (end, index) => all.toString('utf8', index === 0 ? 0 : ends[index - 1], end));
}
