/**
 * Formats and parses money, instants and dates. In code, money is integer cents and an instant is epoch milliseconds. In the
 * contract, money is a two-decimal string and an instant is RFC 3339.
 */

const padToTwo = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** Formats cents: `6000` as `"60.00"`, `-5` as `"-0.05"`. Throws for anything except a safe integer. */
export function formatMoney(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`money is whole cents, not ${cents}`);
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.trunc(size / 100)}.${padToTwo(size % 100)}`;
}

/** Parses `"60.00"` to `6000`; undefined for text that the contract does not allow. */
export function parseMoney(text: string): number | undefined {
  const match = /^(-?)(0|[1-9]\d{0,9})\.(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const cents = Number(match[2]) * 100 + Number(match[3]);
  return match[1] === '-' ? -cents : cents;
}

/** Formats `1793631600000` as `"2026-11-02T15:00:00Z"`; includes milliseconds only if they are not zero. */
export function formatInstant(ms: number): string {
  return `${formatCivilTime(ms)}Z`;
}

/** Formats an instant with the local time `offsetMinutes` east of UTC: `"2026-10-31T21:14:07-04:00"`. */
export function formatLocalInstant(ms: number, offsetMinutes: number): string {
  const size = Math.abs(offsetMinutes);
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${padToTwo(Math.trunc(size / 60))}:${padToTwo(size % 60)}`;
  return `${formatCivilTime(ms + offsetMinutes * 60_000)}${offset}`;
}

/** Formats the UTC date of an instant as `YYYY-MM-DD`. */
export function formatDate(ms: number): string {
  const { year, month, day } = toCivilDate(Math.floor(ms / DAY_MS));
  return `${year}-${padToTwo(month)}-${padToTwo(day)}`;
}

/** Returns year, month and day (both from 1) of the day `days` after 1970-01-01, computed in 400-year eras that begin in March. */
export function toCivilDate(days: number): { readonly year: number; readonly month: number; readonly day: number } {
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

function formatCivilTime(ms: number): string {
  const inDay = ms - Math.floor(ms / DAY_MS) * DAY_MS;
  const seconds = Math.trunc(inDay / 1000);
  const millis = inDay % 1000;
  const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`;
  const clock = `${padToTwo(Math.trunc(seconds / 3600))}:${padToTwo(Math.trunc(seconds / 60) % 60)}:${padToTwo(seconds % 60)}`;
  return `${formatDate(ms)}T${clock}${fraction}`;
}
