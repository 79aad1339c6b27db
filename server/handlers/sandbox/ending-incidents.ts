import type { Cause } from '../../../fixtures/model/causes.ts';
import type { EventType } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { TriggerTarget } from '../../world/triggers/index.ts';
import { mayReadAlert } from '../feeds/feed-access.ts';

type Incident = ReturnType<Scope['incidents']>[number];

/** The causes that end an event. */
interface EndingEvent {
  readonly eventType: EventType;
  readonly target: TriggerTarget;
  readonly causes: readonly Cause[];
}

/** Returns the open incidents of an event that these causes end, or that end without a change. */
export function listEndingIncidents(view: Scope, ending: EndingEvent): readonly Incident[] {
  const { eventType } = ending;
  if (!mayReadAlert(view.rules, eventType)) return [];
  return view
    .incidents()
    .filter(({ type, resolvedAtMs }) => type === eventType && (resolvedAtMs === null || resolvedAtMs > view.nowMs))
    .filter((incident) => isAbout(view, incident, ending));
}

function isAbout(view: Scope, incident: Incident, { target, causes }: EndingEvent): boolean {
  const { type, dedupeKey, terminalId, accountId, moments } = incident;
  const data = moments.at(-1)?.data ?? {};
  switch (type) {
    case 'processor_outage': {
      const parts = dedupeKey.split(':');
      return causes.some((cause) => 'connectorId' in cause && parts.includes(cause.connectorId));
    }
    case 'compliance_expiration':
      return causes.some(
        (cause) =>
          cause.type === 'paper_dated' &&
          cause.terminalId === terminalId &&
          cause.accountId === accountId &&
          cause.itemType === data.itemType,
      );
    case 'settlement_mismatch':
      return causes.some(
        (cause) =>
          cause.type === 'terminal_totals_off' &&
          cause.accountId === accountId &&
          cause.businessDate === data.businessDate,
      );
    case 'approval_rate_drop':
      return accountId === (target.accountId ?? view.terminal(target.terminalId ?? '')?.fixture.accountId);
    default:
      return terminalId === target.terminalId;
  }
}
