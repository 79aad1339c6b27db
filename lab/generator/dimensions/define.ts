/** How likely a builder is to choose a value: `far` values follow the letter of the document only. */
export type Reach = 'near' | 'far';

/** A paraphrase of what the document states, or leaves open, to permit a value. */
export interface Permit {
  readonly section: string;
  readonly rule: string;
}

export interface DimensionValue<V extends string = string> {
  readonly value: V;
  readonly reach: Reach;
  readonly permit: Permit;
}

/** One thing that the document leaves open. The first value is the plain one. */
export interface Dimension<V extends string = string> {
  readonly about: string;
  readonly values: readonly DimensionValue<V>[];
}

interface Override<V extends string> {
  readonly value: V;
  readonly reach?: Reach;
  readonly permit?: Permit;
}

/** Defines a dimension whose values are permitted by `permit` unless a value names its own. */
export function choose<const V extends string>(
  permit: Permit,
  about: string,
  values: readonly (V | Override<V>)[],
): Dimension<V> {
  return {
    about,
    values: values.map((each) =>
      typeof each === 'string'
        ? { value: each, reach: 'near', permit }
        : { value: each.value, reach: each.reach ?? 'near', permit: each.permit ?? permit },
    ),
  };
}

/** Marks a value that only the letter of the document permits. */
export function far<const V extends string>(value: V, permit?: Permit): Override<V> {
  return permit === undefined ? { value, reach: 'far' } : { value, reach: 'far', permit };
}
