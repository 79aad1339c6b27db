import { type Choices, DIMENSION_NAMES, DIMENSIONS, type DimensionName } from './dimensions/index.ts';
import { createRandom } from './random.ts';

/** The form of a service: one value per dimension. The seed also decides the data. */
export interface Shape {
  readonly seed: number;
  readonly choices: Choices;
}

export interface ShapeOptions {
  /** The dimensions that may differ from their plain value. */
  readonly only?: readonly string[];
  /** Leaves out the values that only the letter of the document permits. */
  readonly isNearOnly?: boolean;
  /** Values that replace those of the seed, by dimension. */
  readonly set?: Readonly<Record<string, string>>;
}

function requireDimension(name: string): DimensionName {
  if (Object.hasOwn(DIMENSIONS, name)) return name as DimensionName;
  throw new Error(`Unknown dimension "${name}"; expected one of --list-dimensions. Correct the name.`);
}

/** Returns the plain value of a dimension: the first one. */
export function plainValue(name: DimensionName): string {
  return DIMENSIONS[name].values[0]?.value ?? '';
}

/**
 * Chooses the value of `name` for `seed`. Consecutive seeds walk through a permutation of all values, and each pass
 * has its own permutation: a run of seeds has every value once, and longer runs approach all pairs of values.
 */
function chooseValue(name: DimensionName, seed: number, isNearOnly: boolean): string {
  const values = DIMENSIONS[name].values.filter((each) => !isNearOnly || each.reach === 'near');
  const pass = Math.floor(seed / values.length);
  const order = createRandom(`dimension ${name} ${pass}`).shuffle(values);
  return order[seed % values.length]?.value ?? plainValue(name);
}

/** Creates the shape of a non-negative integer `seed`. Without options, every dimension may differ from its plain value. */
export function createShape(seed: number, options: ShapeOptions = {}): Shape {
  const only = options.only === undefined ? undefined : new Set(options.only.map(requireDimension));
  const set = new Map(Object.entries(options.set ?? {}).map(([name, value]) => [requireDimension(name), value]));
  for (const [name, value] of set) {
    if (DIMENSIONS[name].values.some((each) => each.value === value)) continue;
    throw new Error(`Unknown value "${value}" of dimension "${name}"; see --list-dimensions. Correct the value.`);
  }
  const entries = DIMENSION_NAMES.map((name) => {
    const isFree = only === undefined || only.has(name);
    const value = isFree ? chooseValue(name, seed, options.isNearOnly ?? false) : plainValue(name);
    return [name, set.get(name) ?? value];
  });
  // Each entry pairs the name of a dimension with one of its values.
  return { seed, choices: Object.fromEntries(entries) as Choices };
}

/** Returns the names of the dimensions on which `shape` is not plain. */
export function unplainDimensions(shape: Shape): DimensionName[] {
  return DIMENSION_NAMES.filter((name) => shape.choices[name] !== plainValue(name));
}

/** Returns `shape` with the plain value on every dimension but those in `kept`. */
function keepDimensions(shape: Shape, kept: readonly DimensionName[]): Shape {
  const entries = DIMENSION_NAMES.map((name) => [name, kept.includes(name) ? shape.choices[name] : plainValue(name)]);
  // Each entry pairs the name of a dimension with one of its values.
  return { seed: shape.seed, choices: Object.fromEntries(entries) as Choices };
}

/**
 * Reduces a failing shape to a minimal set of dimensions that still fails (delta debugging).
 * @param isFailing returns whether a shape fails; it must be true of `shape`, which is returned unchanged otherwise
 */
export async function shrinkShape(shape: Shape, isFailing: (shape: Shape) => Promise<boolean>): Promise<Shape> {
  if (!(await isFailing(shape))) return shape;
  if (await isFailing(keepDimensions(shape, []))) return keepDimensions(shape, []);
  let kept = unplainDimensions(shape);
  let parts = 2;
  while (kept.length > 1) {
    const size = Math.ceil(kept.length / parts);
    const slices = Array.from({ length: Math.ceil(kept.length / size) }, (_, at) =>
      kept.slice(at * size, (at + 1) * size),
    );
    const candidates = [...slices, ...slices.map((slice) => kept.filter((name) => !slice.includes(name)))];
    let smaller: DimensionName[] | undefined;
    for (const candidate of candidates) {
      if (candidate.length === kept.length || candidate.length === 0) continue;
      if (!(await isFailing(keepDimensions(shape, candidate)))) continue;
      smaller = candidate;
      break;
    }
    if (smaller !== undefined) {
      parts = slices.includes(smaller) ? 2 : Math.max(2, parts - 1);
      kept = smaller;
    } else if (parts >= kept.length) break;
    else parts = Math.min(kept.length, parts * 2);
  }
  return keepDimensions(shape, kept);
}
