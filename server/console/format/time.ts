/* Instants for people. The sandbox clock is shown in the time zone of the user's account. */

/** Formats `Mon 2 Nov, 15:00`, with seconds if `hasSeconds`. */
export function formatDateTime(instant: string | number, zone: string, hasSeconds = false): string {
  const parts = toParts(instant, zone);
  const seconds = hasSeconds ? `:${parts.second}` : '';
  return `${parts.weekday} ${parts.day} ${parts.month}, ${parts.hour}:${parts.minute}${seconds}`;
}

/** Formats `Mon 2 Nov`. */
export function formatDay(instant: string | number, zone: string): string {
  const { weekday, day, month } = toParts(instant, zone);
  return `${weekday} ${day} ${month}`;
}

/** Formats `15:00:01`. */
export function formatTimeOfDay(instant: string | number, zone: string): string {
  const { hour, minute, second } = toParts(instant, zone);
  return `${hour}:${minute}:${second}`;
}

/** Returns the abbreviation of the zone at an instant, such as `EST`. */
export const formatZone = (instant: string | number, zone: string): string =>
  toParts(instant, zone).timeZoneName ?? zone;

/** Formats the distance of an instant from another one: `4 min ago`, `in 2 h`. */
export function formatDistance(instant: string | number, now: string | number): string {
  const ms = toMs(instant) - toMs(now);
  if (Math.abs(ms) < 1000) return 'now';
  const text = formatDuration(Math.abs(ms) / 1000);
  return ms < 0 ? `${text} ago` : `in ${text}`;
}

/** Formats a duration with its largest unit, or two if the first is small: `45 s`, `1 h 30 min`, `3 d`. */
export function formatDuration(seconds: number): string {
  const units = [
    { name: 'd', size: 86_400 },
    { name: 'h', size: 3600 },
    { name: 'min', size: 60 },
    { name: 's', size: 1 },
  ];
  const whole = Math.max(0, Math.round(seconds));
  const index = units.findIndex(({ size }) => whole >= size);
  const unit = units[index];
  if (unit === undefined) return '0 s';
  const count = Math.floor(whole / unit.size);
  const next = units[index + 1];
  const rest = next === undefined || count >= 3 ? 0 : Math.floor((whole % unit.size) / next.size);
  return `${count} ${unit.name}${rest > 0 && next !== undefined ? ` ${rest} ${next.name}` : ''}`;
}

/** Formats the time between two steps: `120 ms`, `1.3 s`, `3 d`. */
export const formatGap = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms / 1000);

/** Formats milliseconds of a request: `3.1 ms`, `1.25 s`. */
export const formatMilliseconds = (ms: number): string =>
  ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

export const toMs = (instant: string | number): number => (typeof instant === 'number' ? instant : Date.parse(instant));

type Part = 'weekday' | 'day' | 'month' | 'hour' | 'minute' | 'second' | 'timeZoneName';

const formats = new Map<string, Intl.DateTimeFormat>();

function toParts(instant: string | number, zone: string): Record<Part, string> {
  const format = formats.get(zone) ?? createFormat(zone);
  formats.set(zone, format);
  const parts = format.formatToParts(toMs(instant)).map(({ type, value }) => [type, value] as const);
  return Object.fromEntries(parts) as Record<Part, string>; // the format has these parts
}

function createFormat(zone: string): Intl.DateTimeFormat {
  const options: Intl.DateTimeFormatOptions = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  };
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
}
