/* Takes the place of `node:zlib` in browsers. A text that was pasted is never compressed. */

export function gunzipSync(): never {
  throw new Error('A browser does not decompress bodies.');
}
