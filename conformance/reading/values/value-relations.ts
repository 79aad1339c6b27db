import type { MoneyForm } from '../../slots/slots.ts';

/**
 * Parses an amount in any format (`"60.00"`, `60`, `"$1,250.00"`, `"1.250,00 EUR"`, `{"amount": 6000, "currency": "USD"}`,
 * `{"units": "60", "nanos": 0}`) and returns it in its own unit; `undefined` if it is not a number.
 */
export function parseAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    if (isUnitsAndNanos(value)) return Number(value.units ?? 0) + Number(value.nanos ?? 0) / 1e9;
    const amounts = Object.values(value).flatMap((member) =>
      typeof member === 'object' ? [] : (parseAmount(member) ?? []),
    );
    return amounts.length === 1 ? amounts[0] : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const written = value
    .replaceAll(/\s/g, '')
    .replace(/^[^\d-]+(?=\d)/, '')
    .replace(/(?<=\d)(\p{Sc}|[A-Z]{3})$/u, '');
  const isDecimalComma = /^-?(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/.test(written);
  const plain = isDecimalComma ? written.replaceAll('.', '').replace(',', '.') : written.replaceAll(',', '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

/** Whether a value is an amount in whole units and billionths, in which a member that is 0 may be absent. */
export const isUnitsAndNanos = (value: unknown): value is { readonly units?: unknown; readonly nanos?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  ('units' in value || 'nanos' in value || isZeroOfCurrency(value)) &&
  Object.entries(value).every(([name, member]) =>
    name === 'units' || name === 'nanos' ? /^-?\d+$/.test(String(member)) : typeof member === 'string',
  );

/** Whether an amount has only its currency, because the number is 0. */
const isZeroOfCurrency = (value: object): boolean => {
  const [[name, code] = [], ...others] = Object.entries(value);
  return others.length === 0 && /^currency_?code$/i.test(name ?? '') && /^[A-Z]{3}$/.test(String(code));
};

/** Returns the index of the first value that is greater than its predecessor; -1 without one. */
export const findFirstRise = (values: readonly number[]): number =>
  values.findIndex((value, index) => index > 0 && value > (values[index - 1] ?? value));

/** Whether there are at least two different values. */
export const isVaried = (values: readonly unknown[]): boolean => new Set(values).size > 1;

/** Whether the second sequence begins with the whole of the first. */
export const isPrefix = (short: readonly unknown[], long: readonly unknown[]): boolean =>
  short.length <= long.length && short.every((value, index) => value === long[index]);

/** Returns the values that occur more than once. */
export const listRepeated = (values: readonly string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];

/** Returns an amount in cents; `undefined` if it is not a number. */
export function toCents(value: unknown, form: MoneyForm | undefined): number | undefined {
  const amount = parseAmount(value);
  if (amount === undefined) return undefined;
  return Math.round(form === 'minor-units' ? amount : amount * 100);
}

/** Returns a sum of amounts in cents; `undefined` if any is not a number. */
export function sumInCents(values: readonly unknown[], form: MoneyForm | undefined): number | undefined {
  let sum = 0;
  for (const value of values) {
    const cents = toCents(value, form);
    if (cents === undefined) return undefined;
    sum += cents;
  }
  return sum;
}
