import { readFileSync } from 'node:fs';

/**
 * Returns the text of a skeleton of `fleetkit client init`, by its path in `docs/clients/`. The bundle replaces this module by one that
 * reads the files of the package.
 */
export const readSkeleton = (path: string): string =>
  readFileSync(new URL(`../../../docs/clients/${path}`, import.meta.url), 'utf8');
