/** An amount as a target writes it (`"60.00"`, `60`, `"$1,250.00"`), or `undefined` when it is no number. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const plain = value.replaceAll(/[,\s]|^[^\d-]+(?=\d)/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** The index at which a sequence first rises; -1 when it never does. */
export const firstRise = (values: readonly number[]): number =>
  values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? value));

/** Whether sorting these numbers as text would give another order than sorting them as numbers. */
export function textOrderDiffers(values: readonly number[], written: readonly string[]): boolean {
  const spelled = [...new Map(values.map((value, index) => [value, written[index] ?? '']))];
  return spelled.some(([a, textOfA]) => spelled.some(([b, textOfB]) => a > b && textOfA < textOfB));
}

/** Whether there are at least two different values. */
export const isVaried = (values: readonly unknown[]): boolean => new Set(values).size > 1;

/** Whether the second sequence begins with the whole of the first. */
export const isPrefix = (short: readonly unknown[], long: readonly unknown[]): boolean =>
  short.length <= long.length && short.every((value, index) => value === long[index]);

/** The values that stand more than once. */
export const repeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** A sum of amounts in hundredths, exact for two decimals; `undefined` as soon as one is no number. */
export function sumInCents(values: readonly unknown[]): number | undefined {
  let cents = 0;
  for (const value of values) {
    const amount = amountOf(value);
    if (amount === undefined) return undefined;
    cents += Math.round(amount * 100);
  }
  return cents;
}
