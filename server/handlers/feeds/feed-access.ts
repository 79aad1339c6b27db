import type { EventType, FeedCategory, FeedId, Privilege } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { feeds } from '../catalog/catalog.ts';

type Rules = Scope['rules'];

/** What a role must be able to read by the API before a feed may tell it of. */
const privilegeOfCategory: Readonly<Record<FeedCategory, Privilege>> = {
  heartbeat: 'view_terminals',
  status: 'view_terminals',
  transaction: 'view_transactions',
  alert: 'view_terminals',
  'switch-journal': 'view_transactions',
  command: 'view_commands',
  provisioning: 'view_provisioning',
};

/** The same for each alert: a feed must not be a way round the rules of the resource that the alert is about. */
const privilegeOfAlert: Readonly<Record<EventType, Privilege>> = {
  heartbeat_stale: 'view_terminals',
  processor_outage: 'view_connectors',
  communication_flapping: 'view_terminals',
  cash_low: 'view_terminals',
  cash_out: 'view_terminals',
  dispenser_fault: 'view_terminals',
  compliance_expiration: 'view_compliance',
  location_risk_change: 'view_terminals',
  decline_spike: 'view_transactions',
  approval_rate_drop: 'view_transactions',
  reversal_spike: 'view_transactions',
  high_decline_velocity: 'view_transactions',
  repeated_same_card_attempt: 'view_transactions',
  command_failed: 'view_commands',
  provisioning_failed: 'view_provisioning',
  settlement_mismatch: 'view_settlements',
};

/** Observations about what happened between switch and network. */
const networkObservations: ReadonlySet<string> = new Set(['late_response', 'stand_in_used', 'surcharge_overridden']);

/** The categories of a feed, in the contract's order, that such a role may read. @see clause feeds.visibility */
export function feedCategoriesOf(feedId: FeedId, rules: Rules): readonly FeedCategory[] {
  return categoriesOfFeed[feedId].filter((category) => rules.privileges.has(privilegeOfCategory[category]));
}

/** The categories of a feed, whoever reads it. */
function allCategoriesOf(feedId: FeedId): readonly FeedCategory[] {
  const marks = feeds.filter((feed) => feed.feedId === feedId);
  return [...new Set(marks.flatMap(({ categories }) => Object.values(categories).flat()))];
}

const categoriesOfFeed: Readonly<Record<FeedId, readonly FeedCategory[]>> = {
  account: allCategoriesOf('account'),
  terminal: allCategoriesOf('terminal'),
};

/** Whether a feed may tell such a role of an alert. The scope already keeps other accounts' alerts away. */
export function mayReadAlert(rules: Rules, type: EventType): boolean {
  if (type === 'dispenser_fault' && rules.hidesDevices) return false;
  return rules.privileges.has(privilegeOfAlert[type]);
}

/** Whether such a role may be told of an observation at the switch. */
export function mayReadObservation(rules: Rules, code: string): boolean {
  return !(rules.hidesNetworkSteps && networkObservations.has(code));
}
