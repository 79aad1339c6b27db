/** How many of several similar cases a run tests. */
export const DEPTHS = ['quick', 'standard', 'thorough'] as const;
export type Depth = (typeof DEPTHS)[number];

/** The share to test of few cases that are alike, such as keys. */
export const HALF = 0.5;

/** The number of cases to test at each depth, or a share below 1. A depth without a number tests all cases. */
export interface SampleSizes {
  readonly quick: number;
  readonly standard?: number;
  readonly thorough?: number;
  /** Shifts the selection, so that checks or keys with the same cases test different ones. A number, or any text. */
  readonly turn?: number | string;
}

/** A set of cases that a check tested only in part. */
export interface SampleRecord {
  /** The kind of cases, in the plural: `protected paths`. */
  readonly of: string;
  readonly tested: number;
  readonly total: number;
}

/** Selects the cases of a check. */
export interface Sampling {
  readonly depth: Depth;
  /**
   * Returns the cases to test, in their order: the first one, and others at equal distances. The report lists each selection
   * that leaves cases out.
   */
  select<Item>(of: string, items: readonly Item[], sizes: SampleSizes): readonly Item[];
}

/** Creates the sampling of one check; `records` receives each selection that leaves cases out. */
export function createSampling(depth: Depth, records: SampleRecord[]): Sampling {
  return {
    depth,
    select: (of, items, { turn = 0, ...sizes }) => {
      const wanted = sizes[depth] ?? items.length;
      const size = wanted < 1 ? Math.ceil(wanted * items.length) : wanted;
      if (size >= items.length) return items;
      const known = records.findIndex((record) => record.of === of && record.total === items.length);
      if (known === -1) records.push({ of, tested: size, total: items.length });
      const indexes = new Set(
        Array.from(
          { length: size },
          (_, index) => (Math.floor((index * items.length) / size) + toNumber(turn)) % items.length,
        ),
      );
      return items.filter((_, index) => indexes.has(index));
    },
  };
}

const toNumber = (turn: number | string): number =>
  typeof turn === 'number' ? turn : [...turn].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
