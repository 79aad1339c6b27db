import type { RunResult } from '../result.ts';

/** How a run was made, in a few words each, as far as it bears on what the result is worth. */
export const notesOf = ({ seed, options }: Pick<RunResult, 'seed' | 'options'>): string[] => [
  `seed ${seed}`,
  ...(options.strict ? ['strict'] : []),
  options.allowWrites ? 'writes allowed' : 'read-only',
  ...(options.insecure ? ['CERTIFICATES NOT CHECKED'] : []),
  ...(options.viaProxy ? ['through a proxy'] : []),
  ...(options.addedHeaders.length > 0 ? [`headers added: ${options.addedHeaders.join(', ')}`] : []),
  ...(options.failFast ? ['up to the first failure'] : []),
];
