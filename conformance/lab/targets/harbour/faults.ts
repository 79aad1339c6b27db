import type { PlantedFault } from '../target.ts';

/** A fault that most requests of its kind show. */
const plain = (title: string, ...topics: readonly string[]): PlantedFault => ({ title, topics, isSubtle: false });
/** A fault that shows in a corner only: to one role, on the second page, at one endpoint, in a combination. */
const subtle = (title: string, ...topics: readonly string[]): PlantedFault => ({ title, topics, isSubtle: true });

/** Every fault by name. The code asks for each at one place, with `broken`. */
export const faults = {
  'auth-any-key-is-a-readers': plain('Any key that is not known opens what the reader sees', 'auth'),
  'auth-catalog-needs-no-key': subtle('The catalog answers without a key', 'auth', 'catalog'),
  'auth-clerks-may-lodge': subtle('A clerk, who may only read, may lodge a dispute', 'auth', 'writes'),
  'auth-feed-without-a-key-is-empty': subtle(
    'Without a key the account feed is empty, and not refused',
    'auth',
    'feeds',
  ),
  'auth-head-needs-no-key': subtle('HEAD is answered without a key', 'auth', 'http'),
  'auth-key-by-its-beginning': subtle('Of a key only the first 16 characters count', 'auth'),
  'auth-key-in-any-case': subtle('A key counts in any case of its letters', 'auth'),
  'auth-key-in-the-query': subtle('The key may stand in the query', 'auth'),
  'auth-readers-may-derive': plain('A reader may derive settlements', 'auth', 'writes'),
  'auth-timeline-needs-no-key': subtle('The timeline answers without a key', 'auth', 'scope'),

  'card-data-in-a-header-of-declines': subtle(
    'The timeline of a declined row has a card number in a header',
    'card-data',
  ),
  'card-data-in-the-story-of-a-reversal': subtle('The timeline of a reversal tells the card number', 'card-data'),
  'card-data-key-block-in-the-export': plain('The provisioning export holds a key block', 'card-data'),
  'card-data-pin-block-in-the-payload': plain('The provisioning payload holds a PIN block', 'card-data', 'contract'),
  'card-data-spaced-in-the-journal-news': subtle(
    'News of the journal have a card number with spaces',
    'card-data',
    'feeds',
  ),
  'card-data-track-in-a-fetched-journal': subtle('The remark of a fetched journal has track data', 'card-data'),

  'catalog-a-shared-event-stands-once': subtle('location_risk_change stands in one of its two families', 'catalog'),
  'catalog-an-event-in-another-family': subtle('reversal_spike stands with settlements too', 'catalog'),
  'catalog-lists-a-vault-endpoint': plain('The catalog lists an endpoint for compliance', 'catalog'),
  'catalog-misses-the-derivation': subtle('The catalog misses the derivation of settlements', 'catalog'),
  'catalog-shows-clerks-no-feeds': subtle('The catalog of a clerk lists no feeds', 'catalog'),

  'contract-a-reference-leads-nowhere': subtle(
    'A reference of the published document leads nowhere',
    'contract',
    'public',
  ),
  'contract-order-remark-is-not-declared': subtle('The schema of commands misses a member that they have', 'contract'),
  'contract-settlements-declared-without-a-key': subtle(
    'The document says that settlements need no key',
    'contract',
    'public',
  ),
  'contract-stamp-changes-on-wide-pages': subtle(
    'With a limit over 40 the time of a row is in seconds',
    'contract',
    'transactions',
  ),
  'contract-undeclared-member-for-owners': subtle('Rows of an owner have a member that is not declared', 'contract'),

  'disputes-name-another-terminal': subtle('Cases that are investigated name another terminal', 'disputes'),
  'disputes-reviewer-missing-when-lost': subtle('Cases that were lost have no reviewer', 'disputes'),
  'disputes-reviewer-while-investigating': subtle('Cases that are investigated have a reviewer', 'disputes'),

  'errors-repeat-the-wrong-key': subtle('The refusal of a wrong key repeats it', 'errors', 'auth'),
  'errors-stack-for-a-limit-in-words': subtle('A limit in words gives 500 and a stack', 'errors', 'limit'),
  'errors-statement-for-an-unknown-direction': subtle(
    'An unknown sort direction gives 500 and a statement',
    'errors',
    'sort',
  ),

  'feeds-account-without-the-journal': subtle('The account feed has nothing from the switch journal', 'feeds'),
  'feeds-ampersands-stand-bare': plain('An ampersand in a title stands as it is', 'feeds'),
  'feeds-one-permalink-twice': subtle('The eighth transaction has the permalink of the first', 'feeds'),
  'feeds-permalinks-change': plain('Permalinks change with each poll', 'feeds'),
  'feeds-terminal-as-text-xml': subtle("A terminal's feed is served as text/xml", 'feeds'),
  'feeds-terminal-tells-of-another': subtle("A terminal's feed has one item of another terminal", 'feeds', 'scope'),
  'feeds-weekdays-are-wrong': plain('Every date is a Monday', 'feeds'),

  'filter-combination-is-either': subtle('With both filters, rows of either are given', 'filters'),
  'filter-group-dropped-when-combined': subtle('With both filters, the group does not count', 'filters'),
  'filter-subgroups-lost-when-sorting': subtle('With sorting, a group is without its subgroups', 'filters', 'sort'),
  'filter-terminal-by-prefix': subtle('terminal_id gives all terminals that begin so', 'filters'),
  'filter-terminal-drops-declines': subtle('terminal_id drops the rows with response 61', 'filters'),
  'filter-unknown-terminal-matches-all': plain('An unknown terminal_id gives all rows', 'filters'),

  'http-head-tells-another-type': subtle('HEAD tells another content type than GET', 'http'),
  'http-places-in-latin-1': subtle('Locations are not written in UTF-8', 'http', 'contract'),
  'http-rows-may-be-kept-by-anybody': subtle('Transactions may be kept by shared caches', 'http', 'scope'),

  'limit-cuts-before-sorting': plain('Rows are cut to the limit before they are sorted', 'limit', 'sort'),
  'limit-cuts-before-the-group-filter': subtle(
    'With group_id, rows are cut before they are filtered',
    'limit',
    'filters',
  ),
  'limit-ignored-with-both-filters': subtle('With both filters, the limit does not count', 'limit'),
  'limit-one-more-when-large': subtle('A limit over 10 gives one row more', 'limit'),
  'paging-repeats-a-row': subtle('A later page begins with the last row before it', 'lists', 'limit'),
  'paging-skips-a-row': subtle('A later page leaves out its first row', 'lists', 'limit'),

  'portal-films-missing-for-readers': subtle('The portal of a reader has no videos', 'portal', 'contract'),
  'portal-tells-clerks-they-may-lodge': subtle('The portal of a clerk allows what is refused', 'portal', 'writes'),
  'portal-units-are-cut-short': plain('The portal shows two terminals and no more', 'portal'),

  'public-branding-tells-whose-key-it-is': subtle('With a key, the branding status names the customer', 'public'),
  'public-document-lists-a-vault-path': plain('The document has a path for compliance', 'public', 'catalog'),
  'public-document-lists-an-admin-path': plain('The document has a path for administrators', 'public'),
  'public-document-may-not-be-kept': plain('The document may not be cached', 'public'),
  'public-document-misses-the-timeline': plain('The document misses the timeline', 'public', 'contract'),
  'public-document-needs-a-key': plain('The document needs a key', 'public', 'auth'),
  'public-document-shows-key-holders-more': subtle('With a key, the document has a path more', 'public'),

  'scope-a-cursor-opens-its-makers-rows': subtle("Another's next link opens that other's rows", 'scope', 'lists'),
  'scope-a-header-names-the-customer': subtle('X-Tenant-Id chooses whose data are shown', 'scope'),
  'scope-account-feed-tells-of-a-stranger': subtle(
    'The account feed has one item of another customer',
    'scope',
    'feeds',
  ),
  'scope-commands-of-a-colleagues-terminal': subtle('A clerk reads the commands of hidden terminals', 'scope'),
  'scope-connector-status-of-anybody': subtle('The status of any connector can be read', 'scope'),
  'scope-disputes-of-colleagues-for-clerks': subtle(
    "A clerk is shown all of the customer's disputes",
    'scope',
    'disputes',
  ),
  'scope-export-of-anybody': subtle('The provisioning export of any terminal can be read', 'scope'),
  'scope-group-filter-shows-clerks-the-group': subtle(
    'group_id shows a clerk the hidden terminals too',
    'scope',
    'filters',
  ),
  'scope-groups-name-hidden-members': subtle('The groups of a clerk name hidden terminals', 'scope'),
  'scope-locations-remembered-by-address': subtle('Locations are remembered by address, for whoever asks', 'scope'),
  'scope-lost-on-later-pages': subtle('Later pages show a clerk the whole customer', 'scope', 'lists'),
  'scope-lost-when-sorting-down': plain('The greatest amounts are those of all customers', 'scope', 'sort'),
  'scope-neighbours-at-a-site-are-named': subtle('A location names hidden terminals of the same site', 'scope'),
  'scope-portal-latest-is-the-customers': subtle(
    "A clerk's portal has recent rows of hidden terminals",
    'scope',
    'portal',
  ),
  'scope-portal-shows-all-people': plain('The portal shows the users of all customers', 'scope', 'portal'),
  'scope-refusal-names-the-owner': subtle('The refusal of a foreign terminal names its owner', 'scope', 'errors'),
  'scope-settlements-hold-a-strangers-batch': plain(
    "Settlements hold a batch of another customer's",
    'scope',
    'settlements',
  ),
  'scope-terminal-filter-reaches-anywhere': plain('terminal_id gives the rows of any terminal', 'scope', 'filters'),
  'scope-timeline-of-anybody': subtle('The timeline of any transaction can be read', 'scope'),

  'settlements-counts-missing-on-later-pages': subtle(
    'Batches of later pages have no counts',
    'settlements',
    'contract',
  ),
  'settlements-payout-ignores-debits-of-drafts': subtle('The payout of a draft is its credits', 'settlements'),
  'settlements-payout-off-by-a-cent': subtle('The payout of a sent batch is one cent too much', 'settlements'),

  'sort-amounts-as-text': plain('Amounts are sorted as text', 'sort'),
  'sort-by-the-requested-amount': subtle('amt_comp sorts by what was requested', 'sort'),
  'sort-direction-lost-with-a-terminal': subtle('With terminal_id, desc sorts upwards', 'sort'),
  'sort-drops-what-completed-nothing': subtle('amt_comp drops rows that completed nothing', 'sort'),
  'sort-forgotten-on-later-pages': subtle('Later pages are not sorted', 'sort', 'lists'),
  'sort-one-pair-is-swapped': subtle('Far down among the first thirty, two rows are swapped', 'sort'),

  'terminals-transactions-of-a-neighbour': subtle(
    "The last row among a terminal's own is another's, with a limit over 30 or on later pages",
    'terminals',
  ),

  'transactions-emv-null-when-absent': plain(
    'The EMV indicator is null where there is none',
    'transactions',
    'contract',
  ),
  'transactions-summary-counts-what-was-requested': plain(
    'The total withdrawn counts requested amounts',
    'transactions',
  ),
  'transactions-summary-misses-a-row-when-sorted': subtle(
    'With sorting, totals leave out the last row',
    'transactions',
  ),
  'transactions-trace-missing-on-rare-rows': subtle(
    'Transfers from a credit account have no trace',
    'transactions',
    'contract',
  ),

  'versioning-a-path-without-its-version': plain(
    'The document has a path without its version',
    'versioning',
    'public',
    'contract',
  ),
  'writes-derive-needs-no-key': plain('Settlements are derived without a key', 'writes', 'auth'),
  'writes-lodge-about-a-strangers-row': subtle(
    "A dispute may be about another customer's transaction",
    'writes',
    'scope',
  ),
  'writes-refused-lodging-stays': subtle(
    'A dispute that a reader was refused is there all the same',
    'writes',
    'disputes',
    'auth',
  ),
} as const satisfies Readonly<Record<string, PlantedFault>>;

export type FaultName = keyof typeof faults;

export const isFaultName = (name: string): name is FaultName => Object.hasOwn(faults, name);
