/** Parses standard base64 with its padding. Returns undefined for another text, also for one with unused bits that are not zero. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(text);
    // Without this comparison, several texts would be the same bytes.
    return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the bytes of a secret, which may lack its prefix and its padding. Throws a `TypeError` that does not contain it. */
export function parseSecret(secret: string): Uint8Array<ArrayBuffer> {
  const text = String(secret)
    .replace(/^whsec_/, '')
    .replace(/=+$/, '');
  const bytes = parseBase64(text.padEnd(Math.ceil(text.length / 4) * 4, '='));
  if (bytes !== undefined && bytes.length >= 24 && bytes.length <= 64) return bytes;
  throw new TypeError('a secret is not valid; expected whsec_ and the base64 of 24 to 64 bytes');
}

/** Compares bytes in a time that depends on their number only. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= (one[at] ?? 0) ^ (other[at] ?? 0);
  return difference === 0;
}
