import { hashSources } from './hash-sources.ts';

let known: string | undefined;

/** Returns a hash of the code that computes fleets. The build replaces this module by one that returns the hash of its sources. */
export function readCodeHash(): string {
  known ??= hashSources(new URL('../../', import.meta.url));
  return known;
}
