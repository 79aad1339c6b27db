/** Evicts the oldest entry of a cache that has `most` entries. */
export function makeRoom(cache: Map<number, unknown>, most: number): void {
  if (cache.size < most) return;
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}
