import type { InjectedCause } from '../../api/deliveries.ts';
import type { Delivery, Destination } from '../../api/types.ts';
import { isSandboxType, USER_BODY } from '../../format/delivered-types.ts';
import { explainDelivery } from '../../format/failure-reason.ts';
import { formatTimeOfDay } from '../../format/time.ts';
import { toneOfStatus, toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Day, Distance, zone } from '../../parts/time.tsx';
import { findCause } from './causes.ts';
import { DeliveryDetail } from './delivery-detail.tsx';

export interface DeliveryLineProps {
  readonly delivery: Delivery;
  readonly destination: Destination | undefined;
  readonly causes: readonly InjectedCause[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function describeCause({ type, is_test: isTest }: Delivery, cause: InjectedCause | undefined): string {
  if (isTest) return 'Test by hand';
  return isSandboxType(type) ? 'Failed deliveries' : (cause?.summary ?? 'The fleet itself');
}

/** The chain of one delivery in one line: cause, event, delivery, attempts, response. */
export function DeliveryLine({ delivery, destination, causes, isOpen, onToggle }: DeliveryLineProps) {
  const { delivery_id: id, type, terminal_id: terminalId, incident_state: state, happened_at: at } = delivery;
  const cause = findCause(causes, { terminalId, accountId: delivery.account_id, at });
  const reason = explainDelivery(delivery, destination);
  const panelId = `detail-${id}`;
  return (
    <li class="chain-item">
      <button type="button" class="chain" aria-expanded={isOpen} aria-controls={panelId} onClick={onToggle}>
        <span class="chain-time figure" title={at}>
          {formatTimeOfDay(at, zone.value)}
          <small>
            <Day at={at} />
          </small>
        </span>
        <span class="chain-step chain-cause">
          <small>Cause</small>
          <span class="truncate">{describeCause(delivery, cause)}</span>
        </span>
        <span class="chain-step chain-event">
          <small>Event</small>
          <span class="truncate">
            <strong>{toWords(type)}</strong> {state ?? ''} {terminalId ?? ''}
            {isSandboxType(type) ? <Badge tone="muted">Sandbox</Badge> : null}
            {type === USER_BODY ? <Badge tone="info">No event</Badge> : null}
          </span>
        </span>
        <span class="chain-step chain-destination">
          <small>Delivery to</small>
          <span class="name truncate">{destination?.name ?? 'a deleted destination'}</span>
        </span>
        <span class="chain-step chain-attempts">
          <small>Attempts</small>
          <span class="row-tight">
            {delivery.attempt_count}
            {delivery.attempt_count === 0 ? null : (
              <Badge
                tone={toneOfStatus(delivery.last_error === null ? delivery.last_status : (delivery.last_status ?? 599))}
              >
                {delivery.last_status ?? 'No response'}
              </Badge>
            )}
          </span>
        </span>
        <span class="chain-state">
          <StateBadge state={delivery.state} />
        </span>
        <Icon name="arrow" class={isOpen ? 'chain-arrow chain-arrow-open' : 'chain-arrow'} />
      </button>
      {reason === undefined && delivery.next_attempt === null ? null : (
        <p class="chain-reason small">
          {reason}{' '}
          {delivery.next_attempt?.clock === 'sandbox' ? (
            <>
              Next attempt <Distance at={delivery.next_attempt.at} />.
            </>
          ) : null}
        </p>
      )}
      <div id={panelId}>{isOpen ? <DeliveryDetail deliveryId={id} destination={destination} /> : null}</div>
    </li>
  );
}
