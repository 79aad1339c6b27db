import type { MoneyForm } from '../bindings/slots.ts';

/**
 * Parses an amount as a target writes it (`"60.00"`, `60`, `"$1,250.00"`, `{"amount": 6000, "currency": "USD"}`), in the unit in
 * which it is written; `undefined` when it is no number.
 */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const amounts = Object.values(value).flatMap((member) =>
      typeof member === 'object' ? [] : (amountOf(member) ?? []),
    );
    return amounts.length === 1 ? amounts[0] : undefined;
  }
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

/** An amount in hundredths, whichever way the target writes it; `undefined` when it is no number. */
export function centsOf(value: unknown, form: MoneyForm | undefined): number | undefined {
  const amount = amountOf(value);
  if (amount === undefined) return undefined;
  return Math.round(form === 'minor-units' ? amount : amount * 100);
}

/** A sum of amounts in hundredths, exact for two decimals; `undefined` as soon as one is no number. */
export function sumInCents(values: readonly unknown[], form: MoneyForm | undefined): number | undefined {
  let sum = 0;
  for (const value of values) {
    const cents = centsOf(value, form);
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return sum;
}

/** Hundredths as people read them: `12.50`. */
export const inUnits = (cents: number): string => (cents / 100).toFixed(2);
