import titles from './generated/mutant-titles.json' with { type: 'json' };

const titlesById: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(titles));

/**
 * Returns titles of faults that the check with this id detects: those of its mutants. Empty for other ids.
 *
 * @example
 * const titles = faultsDetectedBy('auth/missing-key-is-refused');
 */
export const faultsDetectedBy = (id: string): readonly string[] => titlesById.get(id) ?? [];
