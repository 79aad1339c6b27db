/** A column with few distinct values: a small code for each row. Codes sort like the values. */
export interface CodedColumn {
  /** The values by code, ascending. */
  readonly values: Float64Array;
  readonly codes: Uint8Array | Uint16Array;
}

/**
 * Codes the values at `order`. The column can also represent `others`, which further versions of it need.
 */
export function encodeColumn(
  all: ArrayLike<number>,
  order: ArrayLike<number>,
  others: readonly number[] = [],
): CodedColumn {
  const distinct = new Set(others);
  for (let index = 0; index < order.length; index += 1) distinct.add(all[order[index] as number] as number);
  const values = Float64Array.from(distinct).sort();
  const codeOf = new Map<number, number>();
  for (let code = 0; code < values.length; code += 1) codeOf.set(values[code] as number, code);
  const codes = values.length <= 256 ? new Uint8Array(order.length) : new Uint16Array(order.length);
  for (let index = 0; index < order.length; index += 1)
    codes[index] = codeOf.get(all[order[index] as number] as number) as number;
  return { values, codes };
}

/** Returns the value of a row. */
export const readValue = ({ values, codes }: CodedColumn, index: number): number =>
  values[codes[index] as number] as number;

/** Returns the column with other values in some rows; `encodeColumn` must know them. */
export function replaceValues(
  column: CodedColumn,
  changed: Iterable<readonly [index: number, value: number]>,
): CodedColumn {
  const codes = column.codes.slice();
  for (const [index, value] of changed) codes[index] = column.values.indexOf(value);
  return { values: column.values, codes };
}

/** Returns the values of the rows at `order`. */
export function selectRows({ values, codes }: CodedColumn, order: ArrayLike<number>): CodedColumn {
  const selected = codes instanceof Uint8Array ? new Uint8Array(order.length) : new Uint16Array(order.length);
  for (let index = 0; index < order.length; index += 1) selected[index] = codes[order[index] as number] as number;
  return { values, codes: selected };
}
