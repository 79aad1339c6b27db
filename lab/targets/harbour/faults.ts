import type { InjectedFault } from '../target.ts';

/** Defines a fault that most requests of its kind show. */
const plainFault = (title: string, ...topics: readonly string[]): InjectedFault => ({ title, topics, isSubtle: false });
/**
 * Defines a fault that shows in one situation only: for one role, on the second page, at one endpoint, in a
 * combination.
 */
const subtleFault = (title: string, ...topics: readonly string[]): InjectedFault => ({ title, topics, isSubtle: true });

/** Every fault by name. The code tests for each at one place, with `hasFault`. */
export const harbourFaults = {
  'auth-any-key-is-a-readers': plainFault('Any unknown key has the scope of the reader', 'auth'),
  'auth-catalog-needs-no-key': subtleFault('The catalog requires no key', 'auth', 'catalog'),
  'auth-clerks-may-lodge': subtleFault('A clerk, who has a read-only role, may open a dispute', 'auth', 'writes'),
  'auth-feed-without-a-key-is-empty': subtleFault(
    'Without a key, the account feed is empty instead of refused',
    'auth',
    'feeds',
  ),
  'auth-head-needs-no-key': subtleFault('HEAD requires no key', 'auth', 'http'),
  'auth-key-by-its-beginning': subtleFault('Only the first 16 characters of a key are compared', 'auth'),
  'auth-key-in-any-case': subtleFault('Keys are compared without regard to case', 'auth'),
  'auth-key-in-the-query': subtleFault('A key in the query is accepted', 'auth'),
  'auth-readers-may-derive': plainFault('A reader may derive settlements', 'auth', 'writes'),
  'auth-timeline-needs-no-key': subtleFault('The timeline requires no key', 'auth', 'scope'),

  'card-data-in-a-header-of-declines': subtleFault(
    'The timeline of a declined row has a card number in a header',
    'card-data',
  ),
  'card-data-in-the-story-of-a-reversal': subtleFault(
    'The timeline of a reversal contains the card number',
    'card-data',
  ),
  'card-data-key-block-in-the-export': plainFault('The provisioning export contains a key block', 'card-data'),
  'card-data-pin-block-in-the-payload': plainFault(
    'The provisioning payload contains a PIN block',
    'card-data',
    'contract',
  ),
  'card-data-spaced-in-the-journal-news': subtleFault(
    'Switch-journal items contain a card number with spaces',
    'card-data',
    'feeds',
  ),
  'card-data-track-in-a-fetched-journal': subtleFault(
    'The remark of a fetch-journal command contains track data',
    'card-data',
  ),

  'catalog-a-shared-event-stands-once': subtleFault(
    'location_risk_change is listed in one of its two families',
    'catalog',
  ),
  'catalog-an-event-in-another-family': subtleFault('reversal_spike is also listed under settlements', 'catalog'),
  'catalog-lists-a-vault-endpoint': plainFault('The catalog lists a compliance endpoint', 'catalog'),
  'catalog-misses-the-derivation': subtleFault('The catalog lacks the endpoint that derives settlements', 'catalog'),
  'catalog-shows-clerks-no-feeds': subtleFault('The catalog of a clerk lists no feeds', 'catalog'),

  'contract-a-reference-leads-nowhere': subtleFault(
    'A reference of the published document cannot be resolved',
    'contract',
    'public',
  ),
  'contract-order-remark-is-not-declared': subtleFault(
    'The schema of commands lacks a member that commands have',
    'contract',
  ),
  'contract-settlements-declared-without-a-key': subtleFault(
    'The document declares settlements without a key',
    'contract',
    'public',
  ),
  'contract-stamp-changes-on-wide-pages': subtleFault(
    'With a limit over 40, the time of a row is in seconds',
    'contract',
    'transactions',
  ),
  'contract-undeclared-member-for-owners': subtleFault('Rows of an owner have an undeclared member', 'contract'),

  'disputes-name-another-terminal': subtleFault('Disputes under investigation name another terminal', 'disputes'),
  'disputes-reviewer-missing-when-lost': subtleFault('Lost disputes have no reviewer', 'disputes'),
  'disputes-reviewer-while-investigating': subtleFault('Disputes under investigation have a reviewer', 'disputes'),

  'errors-repeat-the-wrong-key': subtleFault('The refusal of an invalid key repeats it', 'errors', 'auth'),
  'errors-stack-for-a-limit-in-words': subtleFault(
    'A non-numeric limit returns 500 and a stack trace',
    'errors',
    'limit',
  ),
  'errors-statement-for-an-unknown-direction': subtleFault(
    'An unknown sort direction returns 500 and an SQL statement',
    'errors',
    'sort',
  ),

  'feeds-account-without-the-journal': subtleFault('The account feed has no switch-journal items', 'feeds'),
  'feeds-ampersands-stand-bare': plainFault('An ampersand in a title is not escaped', 'feeds'),
  'feeds-one-permalink-twice': subtleFault('The eighth transaction item has the guid of the first', 'feeds'),
  'feeds-permalinks-change': plainFault('Guids change with each poll', 'feeds'),
  'feeds-terminal-as-text-xml': subtleFault("A terminal's feed is served as text/xml", 'feeds'),
  'feeds-terminal-tells-of-another': subtleFault(
    "A terminal's feed has one item of another terminal",
    'feeds',
    'scope',
  ),
  'feeds-weekdays-are-wrong': plainFault('Every date has the weekday Monday', 'feeds'),

  'filter-combination-is-either': subtleFault('With both filters, rows that match either are returned', 'filters'),
  'filter-group-dropped-when-combined': subtleFault('With both filters, the group filter has no effect', 'filters'),
  'filter-subgroups-lost-when-sorting': subtleFault(
    'With sorting, a group filter excludes the subgroups',
    'filters',
    'sort',
    'limit',
  ),
  'filter-terminal-by-prefix': subtleFault('terminal_id matches ids by prefix', 'filters'),
  'filter-terminal-drops-declines': subtleFault('terminal_id drops the rows with response 61', 'filters'),
  'filter-unknown-terminal-matches-all': plainFault('An unknown terminal_id returns all rows', 'filters'),

  'http-head-tells-another-type': subtleFault('HEAD returns another content type than GET', 'http'),
  'http-places-in-latin-1': subtleFault('Locations are not encoded in UTF-8', 'http', 'contract'),
  'http-rows-may-be-kept-by-anybody': subtleFault('Transactions are cacheable by shared caches', 'http', 'scope'),

  'limit-ignored-with-both-filters': subtleFault('With both filters, the limit has no effect', 'limit'),
  'limit-one-more-when-large': subtleFault('A limit over 10 returns one row too many', 'limit'),
  'paging-repeats-a-row': subtleFault('A later page begins with the last row of the previous page', 'lists', 'limit'),
  'paging-skips-a-row': subtleFault('A later page skips its first row', 'lists', 'limit'),

  'portal-films-missing-for-readers': subtleFault('The portal of a reader lacks the videos', 'portal', 'contract'),
  'portal-tells-clerks-they-may-lodge': subtleFault(
    "The access flags of a clerk's portal allow a write that is refused",
    'portal',
    'writes',
  ),
  'portal-units-are-cut-short': plainFault('The portal lists only two terminals', 'portal'),

  'public-branding-tells-whose-key-it-is': subtleFault('With a key, the branding status names the customer', 'public'),
  'public-document-lists-a-vault-path': plainFault('The document lists a compliance path', 'public', 'catalog'),
  'public-document-lists-an-admin-path': plainFault('The document lists an administrative path', 'public'),
  'public-document-may-not-be-kept': plainFault('The document is sent with no-store', 'public'),
  'public-document-misses-the-timeline': plainFault('The document lacks the timeline', 'public', 'contract'),
  'public-document-needs-a-key': plainFault('The document requires a key', 'public', 'auth'),
  'public-document-shows-key-holders-more': subtleFault('With a key, the document lists one more path', 'public'),

  'scope-a-cursor-opens-its-makers-rows': subtleFault(
    "The next link of another key returns that key's rows",
    'scope',
    'lists',
  ),
  'scope-a-header-names-the-customer': subtleFault('X-Tenant-Id selects the customer', 'scope'),
  'scope-account-feed-tells-of-a-stranger': subtleFault(
    'The account feed has one item of another customer',
    'scope',
    'feeds',
  ),
  'scope-commands-of-a-colleagues-terminal': subtleFault('A clerk can read the commands of hidden terminals', 'scope'),
  'scope-connector-status-of-anybody': subtleFault('The status of any connector is readable', 'scope'),
  'scope-disputes-of-colleagues-for-clerks': subtleFault(
    'A clerk sees all disputes of the customer',
    'scope',
    'disputes',
  ),
  'scope-export-of-anybody': subtleFault('The provisioning export of any terminal is readable', 'scope'),
  'scope-group-filter-shows-clerks-the-group': subtleFault(
    'group_id returns rows of hidden terminals to a clerk',
    'scope',
    'filters',
  ),
  'scope-groups-name-hidden-members': subtleFault('The groups of a clerk list hidden terminals', 'scope'),
  'scope-locations-remembered-by-address': subtleFault('Locations are cached by URL and returned to any key', 'scope'),
  'scope-lost-on-later-pages': subtleFault(
    'Later pages return the rows of the whole customer to a clerk',
    'scope',
    'lists',
  ),
  'scope-lost-when-sorting-down': plainFault(
    'Sorting in descending order returns the rows of all customers',
    'scope',
    'sort',
  ),
  'scope-neighbours-at-a-site-are-named': subtleFault('A location lists hidden terminals of the same site', 'scope'),
  'scope-portal-latest-is-the-customers': subtleFault(
    "A clerk's portal lists recent rows of hidden terminals",
    'scope',
    'portal',
  ),
  'scope-portal-shows-all-people': plainFault('The portal lists the users of all customers', 'scope', 'portal'),
  'scope-refusal-names-the-owner': subtleFault('The refusal of a foreign terminal names its owner', 'scope', 'errors'),
  'scope-settlements-hold-a-strangers-batch': plainFault(
    'The settlement list contains a batch of another customer',
    'scope',
    'settlements',
  ),
  'scope-terminal-filter-reaches-anywhere': plainFault(
    'terminal_id returns the rows of any terminal',
    'scope',
    'filters',
  ),
  'scope-timeline-of-anybody': subtleFault('The timeline of any transaction is readable', 'scope'),

  'settlements-counts-missing-on-later-pages': subtleFault(
    'Batches of later pages lack their entry counts',
    'settlements',
    'contract',
  ),
  'settlements-payout-ignores-debits-of-drafts': subtleFault(
    'The net payout of a draft is its credit total',
    'settlements',
  ),
  'settlements-payout-off-by-a-cent': subtleFault('The net payout of a sent batch is one cent too high', 'settlements'),

  'sort-amounts-as-text': plainFault('Amounts are sorted as text', 'sort'),
  'sort-by-the-requested-amount': subtleFault('sort_by=amt_comp sorts by the requested amount', 'sort'),
  'sort-direction-lost-with-a-terminal': subtleFault('With terminal_id, desc sorts in ascending order', 'sort'),
  'sort-drops-what-completed-nothing': subtleFault(
    'sort_by=amt_comp drops rows that completed nothing',
    'sort',
    'lists',
  ),
  'sort-forgotten-on-later-pages': subtleFault('Later pages are not sorted', 'sort', 'lists'),
  'sort-one-pair-is-swapped': subtleFault('Two of the first thirty rows are swapped', 'sort'),

  'terminals-transactions-of-a-neighbour': subtleFault(
    "The last row of a terminal's own list is of another terminal, with a limit over 30 or on later pages",
    'terminals',
  ),

  'transactions-summary-counts-what-was-requested': plainFault(
    'The total withdrawn uses requested amounts',
    'transactions',
  ),
  'transactions-summary-misses-a-row-when-sorted': subtleFault(
    'With sorting, the totals exclude the last row',
    'transactions',
  ),
  'transactions-trace-missing-on-rare-rows': subtleFault(
    'Transfers from a credit account lack their trace number',
    'transactions',
    'contract',
  ),

  'versioning-a-path-without-its-version': plainFault(
    'The document lists a path without the version',
    'versioning',
    'public',
    'contract',
  ),
  'writes-derive-needs-no-key': plainFault('Settlements can be derived without a key', 'writes', 'auth'),
  'writes-lodge-about-a-strangers-row': subtleFault(
    "A dispute can be opened about another customer's transaction",
    'writes',
    'scope',
  ),
  'writes-refused-lodging-stays': subtleFault(
    'A dispute that was refused to a reader is listed anyway',
    'writes',
    'disputes',
    'auth',
  ),
} as const satisfies Readonly<Record<string, InjectedFault>>;

export type HarbourFaultName = keyof typeof harbourFaults;

export const isHarbourFault = (name: string): name is HarbourFaultName => Object.hasOwn(harbourFaults, name);
