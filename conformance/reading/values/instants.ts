import { rememberTexts } from '../../../base/caches/remember-texts.ts';
import { listReadings, type ReadingIds } from '../../../spec/index.ts';

/**
 * The format of an instant: with an offset, as seconds or milliseconds since 1970, without separators, without a time zone, or
 * as `{"seconds": 1767225600, "nanos": 0}`.
 */
export type TimeForm = ReadingIds['time.format'];
export const TIME_FORMS: readonly TimeForm[] = listReadings('time.format');

const FORMS: readonly (readonly [TimeForm, RegExp])[] = [
  ['rfc3339', /^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d))?$/],
  ['compact', /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])(T?\d{4}(\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/],
  ['local', /^\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/],
  ['epoch-milliseconds', /^1[0-9]{12}$/],
  ['epoch-seconds', /^1[0-9]{9}$/],
];

/** Returns the format of a date or an instant of this century; `undefined` for other values. */
export function detectTimeForm(value: unknown): TimeForm | undefined {
  if (isSecondsAndNanos(value)) return 'seconds-and-nanos';
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return FORMS.find(([, pattern]) => pattern.test(String(value)))?.[0];
}

/** Whether a value is an instant in seconds since 1970 and billionths of a second. */
export const isSecondsAndNanos = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'seconds' in value &&
  /^1\d{9}$/.test(String(value.seconds)) &&
  Object.entries(value).every(
    ([name, member]) => /^(seconds|nanos|nanoseconds)$/.test(name) && /^\d+$/.test(String(member)),
  );

/** Whether a text has the format of a date or an instant. */
export const isInstant = (text: string): boolean => detectTimeForm(text) !== undefined;

/**
 * Whether a text is an instant, a date, a time of day or a date of RFC 822. Times never identify a thing: another thing may have the
 * same one.
 */
export const isTimeText = rememberTexts(
  (text) =>
    isInstant(text) || NET_DATE.test(text) || CLOCK_TIME.test(text) || MAIL_DATE.test(text) || LOCAL_DATE.test(text),
);

/** The time of a serialiser of .NET. */
const NET_DATE = /^\/Date\(-?\d+([+-]\d{4})?\)\/$/;
const CLOCK_TIME = /^\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M)?Z?$/i;
const MAIL_DATE = /^(\p{L}{2,4}\.?, )?\d{1,2} \p{L}{3,5}\.? \d{4}( \d{2}:\d{2}.*)?$/u;
const LOCAL_DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}([ T,]+\d{1,2}:\d{2}.*)?$/;

const SECOND = 1000;
const DATE_AND_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}\S*(?:Z|[+-]\d{2}:?\d{2})$/;
const EPOCH = /^1\d{9}(?:\d{3})?$/;

/** Reads the instants in texts with a date, a time and an offset, or with an epoch, in whole seconds. */
export const readInstants = (texts: readonly string[]): number[] =>
  texts.flatMap((text) => {
    if (EPOCH.test(text)) return [Number(text.slice(0, 10)) * SECOND];
    const instant = DATE_AND_TIME.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(instant) ? [] : [toSecond(instant)];
  });

export const toSecond = (instant: number): number => Math.floor(instant / SECOND) * SECOND;

const OFFSET = /([+-])(\d{2}):?(\d{2})$/;
const MINUTE = 60_000;

/** Reads the offset at the end of an instant in milliseconds, 0 for UTC; `undefined` for other forms. */
export function readOffset(text: string): number | undefined {
  if (/^\d{4}-.*\dZ$/.test(text)) return 0;
  const [, sign, hours, minutes] = OFFSET.exec(text) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE * (sign === '-' ? -1 : 1);
  return sign === undefined ? undefined : offset;
}
