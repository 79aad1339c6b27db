import { request } from '../../api/request.ts';
import type { Destination, Page, Provoked } from '../../api/types.ts';
import { formatPlural } from '../../format/money.ts';
import { formatDuration } from '../../format/time.ts';
import { toWords } from '../../format/words.ts';
import { Instant } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { listReceivers } from '../destinations/subscribed.ts';

/** The consequences, as the sandbox computed them without changing anything. */
export function TriggerPreview({ made, type }: { readonly made: Provoked; readonly type: string }) {
  const destinations = useResource('destinations', () => request<Page<Destination>>('/sandbox/destinations'));
  const [cause] = made.causes;
  const receivers = listReceivers(destinations.data?.data ?? [], { type, terminalId: cause?.terminal_id ?? null });
  return (
    <ol class="preview" aria-label="Preview">
      {made.causes.map(({ cause_id: id, summary }) => (
        <li key={id}>
          <strong>Cause</strong>
          <span class="wrap">{summary}</span>
        </li>
      ))}
      {made.ends.map(({ incident_id: id, dedupe_key: key }) => (
        <li key={id}>
          <strong>Incident ends</strong>
          <span class="mono wrap">{key}</span>
        </li>
      ))}
      {made.follow_up === null ? null : (
        <li>
          <strong>Request</strong>
          <span class="wrap">
            A user then has to send {made.follow_up.method} {made.follow_up.path}.
          </span>
        </li>
      )}
      <li>
        <strong>Event</strong>
        <span>
          {toWords(type)}, {formatDuration(made.happens_after_seconds)} later:{' '}
          <Instant at={made.happens_at} hasSeconds />
        </span>
      </li>
      <li>
        <strong>Deliveries</strong>
        <span>
          {receivers.length === 0 ? (
            'None: no destination subscribes to it.'
          ) : (
            <span class="name">
              {formatPlural(receivers.length, 'delivery')}: {receivers.map(({ name }) => name).join(', ')}
            </span>
          )}
        </span>
      </li>
    </ol>
  );
}
