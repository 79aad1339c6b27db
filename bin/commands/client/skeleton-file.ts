import { readFileSync } from 'node:fs';

/** Returns the text of a skeleton of `fleetkit client init`. The bundle replaces this module by one that reads the files of the package. */
export const readSkeleton = (file: string): string =>
  readFileSync(new URL(`skeletons/${file}`, import.meta.url), 'utf8');
