import { computed, signal } from '@preact/signals';
import { portal } from '../api/session.ts';
import { formatDateTime, formatDay, formatDistance } from '../format/time.ts';
import { clock } from '../state/live.ts';

/** The real time, once a second. */
export const realNow = signal(Date.now());
setInterval(() => {
  realNow.value = Date.now();
}, 1000);

/** The sandbox time now, in epoch milliseconds. While the clock runs, it is computed from its speed. */
export const sandboxNow = computed((): number => {
  const known = clock.value;
  if (known === undefined) return Date.parse(portal.value?.as_of ?? '') || realNow.value;
  const { now, speed } = known.value;
  return Date.parse(now) + (speed === null ? 0 : Math.max(0, realNow.value - known.atMs) * speed);
});

/** The time zone of the user's account. */
export const zone = computed(() => portal.value?.account.timezone ?? 'UTC');

/** An instant of the sandbox clock. */
export function Instant({ at, hasSeconds = false }: { readonly at: string; readonly hasSeconds?: boolean }) {
  return (
    <time dateTime={at} title={at} class="nowrap tabular">
      {formatDateTime(at, zone.value, hasSeconds)}
    </time>
  );
}

/** The day of an instant of the sandbox clock. */
export function Day({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at} class="nowrap tabular">
      {formatDay(at, zone.value)}
    </time>
  );
}

/** The distance of an instant from the present sandbox time, such as `4 min ago`. */
export function Distance({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at} class="nowrap tabular">
      {formatDistance(at, sandboxNow.value)}
    </time>
  );
}
