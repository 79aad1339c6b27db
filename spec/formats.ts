/**
 * The contract's ways of writing money, instants and dates, in both directions. Money is integer cents inside and a
 * two-decimal string outside; instants are epoch milliseconds inside and RFC 3339 outside.
 */

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** `6000` → `"60.00"`, `-5` → `"-0.05"`. Throws on anything but a safe integer, so that no float slips through. */
export function formatMoney(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`money is whole cents, not ${cents}`);
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.trunc(size / 100)}.${two(size % 100)}`;
}

/** `"60.00"` → `6000`; undefined for anything the contract does not allow. */
export function parseMoney(text: string): number | undefined {
  const match = /^(-?)(0|[1-9]\d{0,9})\.(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const cents = Number(match[2]) * 100 + Number(match[3]);
  return match[1] === '-' ? -cents : cents;
}

/** `1793631600000` → `"2026-11-02T15:00:00Z"`; with milliseconds only where there are some. */
export function formatInstant(ms: number): string {
  return `${civilTime(ms)}Z`;
}

/** The same instant as a clock `offsetMinutes` east of UTC shows it: `"2026-10-31T21:14:07-04:00"`. */
export function formatLocalInstant(ms: number, offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
  return `${civilTime(ms + offsetMinutes * 60_000)}${offset}`;
}

/** The UTC date of an instant, `YYYY-MM-DD`. */
export function formatDate(ms: number): string {
  const { year, month, day } = civilOf(Math.floor(ms / DAY_MS));
  return `${year}-${two(month)}-${two(day)}`;
}

/** Year, month and day (both from 1) of a count of days since 1970-01-01, in 400-year eras that begin in March. */
export function civilOf(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.trunc(
    (dayOfEra - Math.trunc(dayOfEra / 1460) + Math.trunc(dayOfEra / 36_524) - Math.trunc(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.trunc(yearOfEra / 4) - Math.trunc(yearOfEra / 100));
  const shiftedMonth = Math.trunc((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.trunc((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

const DAY_MS = 86_400_000;

function civilTime(ms: number): string {
  const inDay = ms - Math.floor(ms / DAY_MS) * DAY_MS;
  const seconds = Math.trunc(inDay / 1000);
  const millis = inDay % 1000;
  const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`;
  const clock = `${two(Math.trunc(seconds / 3600))}:${two(Math.trunc(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return `${formatDate(ms)}T${clock}${fraction}`;
}
