import type { FeedCategory, FeedId, Privilege } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { feeds } from '../catalog/catalog.ts';

type Rules = Scope['rules'];

/** The privilege that a role needs to read a category. It is the privilege of the API operations with the same data. */
const privilegeOfCategory: Readonly<Record<FeedCategory, Privilege>> = {
  heartbeat: 'view_terminals',
  status: 'view_terminals',
  transaction: 'view_transactions',
  alert: 'view_terminals',
  'switch-journal': 'view_transactions',
  command: 'view_commands',
  provisioning: 'view_provisioning',
};

/** Observations about the exchange between the switch and a network. */
const networkObservations: ReadonlySet<string> = new Set(['late_response', 'stand_in_used', 'surcharge_overridden']);

/** Lists the categories of a feed that the role may read, in the order of the contract. @see clause feeds.visibility */
export function listReadableCategories(feedId: FeedId, rules: Rules): readonly FeedCategory[] {
  return categoriesOfFeed[feedId].filter((category) => rules.privileges.has(privilegeOfCategory[category]));
}

/** Lists all categories of a feed. */
function listCategories(feedId: FeedId): readonly FeedCategory[] {
  const marks = feeds.filter((feed) => feed.feedId === feedId);
  return [...new Set(marks.flatMap(({ categories }) => Object.values(categories).flat()))];
}

const categoriesOfFeed: Readonly<Record<FeedId, readonly FeedCategory[]>> = {
  account: listCategories('account'),
  terminal: listCategories('terminal'),
};

/** Whether the role may read observations with this code. */
export function mayReadObservation(rules: Rules, code: string): boolean {
  return !(rules.hidesNetworkSteps && networkObservations.has(code));
}
