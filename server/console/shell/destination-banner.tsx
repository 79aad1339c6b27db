import { readDestinations } from '../api/deliveries.ts';
import type { Destination } from '../api/types.ts';
import { formatPlural } from '../format/money.ts';
import { formatDateTime } from '../format/time.ts';
import { Icon } from '../parts/icons.tsx';
import { zone } from '../parts/time.tsx';
import { useResource } from '../state/resource.ts';
import { linkToItem } from '../state/route.ts';

/** Whether a destination gets no deliveries, or its latest attempts failed. A person who pauses a destination knows it. */
const needsAttention = ({ status, disabled_reason: reason, health }: Destination): boolean =>
  status === 'disabled' ? reason !== 'user' : status === 'enabled' && health.failing_since !== null;

/** States over all views that destinations fail, or were disabled because they did. */
export function DestinationBanner() {
  const destinations = useResource('destinations of the banner', readDestinations);
  const [first, ...others] = (destinations.data ?? []).filter(needsAttention);
  if (first === undefined) return null;
  const { destination_id: id, name, status, health } = first;
  return (
    <div class="banner banner-warn" role="status">
      <Icon name="alert" />
      <span class="wrap">
        <a class="name" href={linkToItem(['destinations'], { id })}>
          {name}
        </a>{' '}
        {status === 'disabled'
          ? 'is disabled, because its deliveries failed.'
          : `fails since ${formatDateTime(health.failing_since ?? '', zone.value)}, sandbox time: ${health.last_error ?? ''}`}
        {others.length === 0 ? null : (
          <>
            {' '}
            <a href={linkToItem(['destinations'], {})}>{formatPlural(others.length, 'other destination')}</a> too.
          </>
        )}
      </span>
    </div>
  );
}
