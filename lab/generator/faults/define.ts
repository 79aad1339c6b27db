import type { Scope } from '../model/scope.ts';
import type { World } from '../model/types.ts';
import type { OperationId } from '../protocol/operations.ts';
import type { Shape } from '../shape.ts';
import type { Fault, FaultHooks } from './types.ts';

/** The rules of the document that faults violate, as paraphrases. */
export const RULES = {
  limited: ['1', 'a reply shows only what its user may see'],
  secrets: ['1', 'card numbers, tracks, PIN blocks and keys do not occur in transactions'],
  writesExist: ['1', 'settlements can be derived and disputes opened by POST'],
  snapshotOnly: ['1', 'compliance has no endpoints outside the portal snapshot'],
  portalGroups: ['2', 'the portal snapshot has eight groups'],
  visibleRows: ['2', 'transaction rows come from visible terminals alone'],
  rowCarries: ['2', 'a transaction row has ten kinds of values'],
  summary: ['2', 'a transaction list also states its totals of surcharges and withdrawals'],
  sortKey: ['2', 'amt_comp sorts by the amount that was completed'],
  batchCarries: ['2', 'a batch has its status, counts, totals, payout and times'],
  batchScoped: ['2', 'settlement batches follow the scope'],
  disputeCarries: ['2', 'a dispute has its status, reason, references, amount, due date, assignee and resolution'],
  reviewer: ['2', 'a dispute names its reviewer after its resolution'],
  catalogMembers: ['2', 'each group of the catalog has five members'],
  mainSurface: ['1', 'the service mainly serves reads'],
  location: ['4', 'a location is read by its terminal'],
  timeline: ['4', 'a timeline belongs to the transaction in its path'],
  connectorStatus: ['4', 'a status belongs to the connector in its path'],
  commands: ['4', 'commands belong to the terminal in their path'],
  keyNeeded: ['4', 'X-API-Key is required except on public paths'],
  json: ['4', 'a read answers in JSON if no other format is named'],
  limit: ['4', 'limit bounds how many rows come back'],
  terminalFilter: ['4', 'terminal_id keeps the rows of that terminal'],
  groupFilter: ['4', 'group_id keeps the rows of that group'],
  sortBy: ['4', 'sort_by accepts amt_comp'],
  sortDir: ['4', 'sort_dir accepts desc'],
  combined: ['4', 'a request may use several parameters together'],
  outside: ['4', 'rows of others never appear, with any filters'],
  ofTerminal: ['4', 'the list below a terminal has its transactions'],
  openapi: ['4', 'the OpenAPI document lists what customers may safely know'],
  cacheable: ['4', 'clients should be able to cache the OpenAPI document'],
  exactly: ['5', "a reply shows the whole scope of the key's owner, and nothing else"],
  publicEndpoints: ['5', 'neither a key nor a session is necessary on the public paths'],
  privilege: ['5', 'writing and configuring require more rights than reading reports'],
  families: ['6', 'each event belongs to families of services'],
  feedType: ['6', 'the two feeds have the RSS content type'],
  feedScope: ['6', 'feeds show a user no account that other replies hide'],
  accountFeed: ['6', 'the account feed reports status, transactions, incidents and journal of all visible terminals'],
  terminalFeed: [
    '6',
    'the feed of one terminal reports its status, transactions, journal, commands, jobs and incidents',
  ],
  live: ['9', 'catalog and OpenAPI document show the contract as it is now'],
} as const;

export type RuleName = keyof typeof RULES;

/** Faults that a far-fetched reading might excuse: gaps in the document on counts, order, time and duplicates. */
const WEAK = new Set([
  ...['pages-repeat-row', 'pages-lose-row', 'second-page-repeats-first', 'row-listed-twice', 'terminal-list-empty'],
  ...['total-withdrawn-off-by-one', 'group-filter-first-terminal-only', 'visible-terminal-without-rows'],
  ...['disputes-lack-assignment', 'resolved-disputes-lack-reviewer', 'all-batches-equal', 'connectors-empty'],
  ...['terminal-rows-other-types', 'feed-amounts-differ', 'portal-amounts-differ', 'terminal-rows-other-amounts'],
  ...['account-feed-lacks-status', 'account-feed-lacks-transactions', 'account-feed-lacks-incidents'],
  ...['account-feed-lacks-journal', 'terminal-feed-lacks-status', 'terminal-feed-lacks-transactions'],
  ...['terminal-feed-lacks-commands', 'terminal-feed-lacks-jobs', 'terminal-feed-lacks-journal'],
  ...['account-feed-of-one-terminal', 'feeds-always-empty', 'catalog-group-missing', 'catalog-lacks-event'],
  ...['dispute-not-kept', 'dispute-kept-twice', 'dispute-kept-with-other-amount', 'disputes-refused-to-everyone'],
  ...['derivation-not-kept', 'derivation-kept-twice', 'derivation-refused-to-everyone', 'disputes-stale'],
  ...['settlements-stale', 'location-of-another-terminal', 'timeline-of-another-transaction'],
  ...['status-of-another-connector', 'commands-of-another-terminal'],
]);

interface FaultInput {
  readonly id: string;
  readonly violates: RuleName;
  readonly title: string;
  /** The hooks, or a function that creates them where they keep state. */
  readonly hooks: FaultHooks | ((shape: Shape) => FaultHooks);
  readonly applies?: (choices: Shape['choices']) => boolean;
  readonly isWeak?: boolean;
}

/** Defines a fault. Without `applies`, it applies to every shape. */
export function defineFault({ id, violates, title, hooks, applies, isWeak }: FaultInput): Fault {
  const [section, rule] = RULES[violates];
  return {
    id,
    section,
    rule,
    title,
    isWeak: isWeak ?? WEAK.has(id),
    isApplicable: ({ choices }) => applies?.(choices) ?? true,
    create: (shape) => (typeof hooks === 'function' ? hooks(shape) : hooks),
  };
}

export type Choices = Shape['choices'];
export const hasRows = (choices: Choices) => choices.transactionVolume !== 'none';
/** Returns whether transactions of a list keep an order. */
export const keepsOrder = (choices: Choices) =>
  hasRows(choices) && !['by-terminal', 'by-day', 'map-by-id'].includes(choices.rowListForm);
export const hasDisputes = (choices: Choices) => choices.disputesPresent !== 'none' && hasRows(choices);
/** Returns whether ids of two tenants never coincide, so that an id names one thing. */
export const hasGlobalIds = (choices: Choices) => choices.idUniqueness === 'global';

const GIVEN = {
  restricted: ['administrators-and-restricted', 'one-tenant', 'all'],
  tenants: ['administrators-and-restricted', 'two-administrators', 'restricted-only', 'all'],
  reader: ['administrators-and-restricted', 'one-tenant', 'restricted-only', 'all'],
  auditor: ['administrators-and-restricted', 'all'],
  administrator: ['administrators-and-restricted', 'two-administrators', 'one', 'one-tenant', 'all'],
} as const;

/** Returns whether the user of a kit owns a key of a kind: a fault without it cannot be noticed. */
export function ownsKey(choices: Choices, kind: keyof typeof GIVEN): boolean {
  return (GIVEN[kind] as readonly string[]).includes(choices.keysGiven);
}

/** Returns the key of a tenant to which the user does not belong. */
export function findOtherTenant(scope: Scope): string | undefined {
  return scope.world.tenants.find((tenant) => !scope.user.tenantKeys.includes(tenant.key))?.key;
}

type Collection =
  | 'terminals'
  | 'groups'
  | 'connectors'
  | 'transactions'
  | 'batches'
  | 'disputes'
  | 'users'
  | 'commands'
  | 'observations';

/** Returns the scope widened by the entities of the named collections, of all tenants or of the user's own. */
export function widenScope(scope: Scope, names: readonly Collection[], reach: 'all' | 'own' = 'all'): Scope {
  const { world, nowMs, user } = scope;
  const widened: Record<string, unknown> = {};
  for (const name of names) {
    const known = scope[name] as readonly { readonly key: string; readonly tenantKey: string }[];
    const keys = new Set(known.map((each) => each.key));
    const all = world[name as keyof World] as readonly {
      readonly key: string;
      readonly tenantKey: string;
      readonly arrivedAtMs?: number;
    }[];
    const more = all.filter(
      (each) =>
        !keys.has(each.key) &&
        (each.arrivedAtMs ?? 0) <= nowMs &&
        (reach === 'all' || user.tenantKeys.includes(each.tenantKey)),
    );
    widened[name] = [...known, ...more];
  }
  // Each collection keeps the type of its entities.
  return { ...scope, ...widened } as Scope;
}

/** Creates hooks that widen the scope of some operations. */
export function widenOn(
  operations: readonly OperationId[],
  names: readonly Collection[],
  reach: 'all' | 'own' = 'all',
): FaultHooks {
  return {
    scope: (scope, { operation }) => (operations.includes(operation) ? widenScope(scope, names, reach) : scope),
  };
}
