import { createShape, type Shape, shrinkShape, unplainDimensions } from '../generator/shape.ts';
import { type Examination, type ExaminationOptions, examine } from './examine.ts';

/** The smallest part of a shape that a check still accuses. */
export interface ShrunkAccusation {
  readonly check: string;
  /** The values of the dimensions that are not plain: `paging=offset`. */
  readonly dimensions: readonly string[];
}

/**
 * Reduces the shape of a right service that was accused to the dimensions that the first accusation needs. Runs the accusing check alone, or all
 * checks if it does not accuse alone. Returns `undefined` if the run was not accused, or if the accusation does not occur again.
 */
export async function shrinkAccusation(
  options: ExaminationOptions,
  { accusations }: Pick<Examination, 'accusations'>,
): Promise<ShrunkAccusation | undefined> {
  const [first] = accusations;
  if (first === undefined) return undefined;
  const { check } = first;
  const shape = options.shape ?? createShape(options.seed, { isNearOnly: options.isNearOnly === true });
  const { checks: given, ...others } = options;
  for (const checks of [[check], given]) {
    const isAccused = async (smaller: Shape): Promise<boolean> => {
      const found = await examine({ ...others, ...(checks === undefined ? {} : { checks }), shape: smaller });
      return found.accusations.some((each) => each.check === check);
    };
    if (!(await isAccused(shape))) continue;
    const smallest = await shrinkShape(shape, isAccused);
    return { check, dimensions: unplainDimensions(smallest).map((name) => `${name}=${smallest.choices[name]}`) };
  }
  return undefined;
}
