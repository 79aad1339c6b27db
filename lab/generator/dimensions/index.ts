import { accessDimensions } from './access.ts';
import type { Dimension } from './define.ts';
import { documentDimensions } from './documents.ts';
import { idDimensions } from './ids.ts';
import { listDimensions } from './lists.ts';
import { nameDimensions } from './names.ts';
import { populationDimensions } from './population.ts';
import { transportDimensions } from './transport.ts';
import { valueDimensions } from './values.ts';

/** All dimensions by name. */
export const DIMENSIONS = {
  ...populationDimensions,
  ...accessDimensions,
  ...nameDimensions,
  ...valueDimensions,
  ...idDimensions,
  ...listDimensions,
  ...documentDimensions,
  ...transportDimensions,
};

export type DimensionName = keyof typeof DIMENSIONS;

/** The value that a shape takes on each dimension. */
export type Choices = {
  readonly [Name in DimensionName]: (typeof DIMENSIONS)[Name] extends Dimension<infer V> ? V : never;
};

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as DimensionName[];
