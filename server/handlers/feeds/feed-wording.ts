import { formatMoney } from '../../../base/formats.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';

/** Local date and time at a terminal. */
type LocalTime = ReturnType<Scope['localTimeAt']>;

/** `168000` → `1,680.00`. With thousands separators, unlike amounts in JSON. */
export function formatAmount(cents: number): string {
  return formatMoney(cents).replace(/\B(?=(?:\d{3}){1,5}\.)/g, ',');
}

/** `out_of_service` → `out of service`. */
export const toWords = (name: string): string => name.replaceAll('_', ' ');

/** `out of service` → `Out of service`. */
export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `3 transactions`, `1 transaction`. */
export const formatQuantity = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** Formats a duration in one unit: `17 min`, `26 h`, `4 d`. */
export function formatSpan(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 96 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** Formats a short duration to the second: `5m19s`, `8s`. */
export function formatShortSpan(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-10-22` → `22 Oct`. */
export function formatDay(date: string): string {
  return `${Number(date.slice(8, 10))} ${months[Number(date.slice(5, 7)) - 1] ?? ''}`;
}

/** Formats a local time: `14:28 EST`. Adds the day if it differs from the day of publication: `1 Nov 14:28 EST`. */
export function formatClock(at: LocalTime, shownAt: LocalTime = at): string {
  const clock = `${at.time.slice(0, 5)} ${at.zone}`;
  return at.date === shownAt.date ? clock : `${formatDay(at.date)} ${clock}`;
}

/** `Harbor Street Mini Mart, Gloucester MA`. */
export function formatSite({ fixture }: Terminal): string {
  const { name, address } = fixture.location;
  return `${name}, ${address.city} ${address.region}`;
}

/** Truncates text to `length` code points, with an ellipsis at the end. */
export function truncate(text: string, length: number): string {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`;
}
