/** How much of each sweep a run asks: `quick` for a first look, `standard` for CI, `thorough` for everything. */
export type Depth = (typeof DEPTHS)[number];
export const DEPTHS = ['quick', 'standard', 'thorough'] as const;

/** The number of subjects of a sweep to test at each depth; `thorough` tests all of them. */
export type SampleSize = Readonly<Record<Exclude<Depth, 'thorough'>, number>>;

/** A sweep of which only a part was tested. */
export interface Sampled {
  /** The kind of subject, in the plural: `paths`. */
  readonly subjects: string;
  readonly tested: number;
  readonly available: number;
}

/** Selects the subjects of sweeps by the depth of the run, and records what it left out. */
export interface Sampling {
  readonly depth: Depth;
  /**
   * Returns the subjects to test, in their order. A sample is spread evenly over all subjects, and contains the first one;
   * which others depends on `turn`, so that checks with different turns cover different subjects.
   */
  sample<Subject>(
    subjects: readonly Subject[],
    options: { readonly of: string; readonly size: SampleSize; readonly turn?: number },
  ): readonly Subject[];
  /** The sweeps of which a part was left out, with equal kinds added up. */
  readonly sampled: readonly Sampled[];
}

/** Creates the sampling of one check. */
export function createSampling(depth: Depth): Sampling {
  const sampled = new Map<string, Sampled>();
  return {
    depth,
    sample(subjects, { of, size, turn = 0 }) {
      const count = depth === 'thorough' ? subjects.length : Math.min(size[depth], subjects.length);
      const chosen = spread(subjects, count, turn);
      if (chosen.length === subjects.length && !sampled.has(of)) return subjects;
      const before = sampled.get(of);
      sampled.set(of, {
        subjects: of,
        tested: (before?.tested ?? 0) + chosen.length,
        available: (before?.available ?? 0) + subjects.length,
      });
      return chosen;
    },
    get sampled() {
      return [...sampled.values()].filter(({ tested, available }) => tested < available);
    },
  };
}

/** Returns `count` members at equal distances, from the first one on; `turn` moves all but the first one. */
function spread<Member>(members: readonly Member[], count: number, turn: number): readonly Member[] {
  if (count >= members.length) return members;
  const rest = members.length - 1;
  const offset = rest === 0 ? 0 : turn % rest;
  const chosen = new Set<number>(count > 0 ? [0] : []);
  for (let step = 0; chosen.size < count; step += 1)
    chosen.add(1 + ((Math.floor((step * rest) / Math.max(1, count - 1)) + offset + Math.floor(step / count)) % rest));
  return members.filter((_, index) => chosen.has(index));
}
