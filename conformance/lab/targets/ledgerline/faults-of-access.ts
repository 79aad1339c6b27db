import { plain, subtle } from './planting.ts';

/** Faults of authentication and of writes. */
export const OF_ACCESS = {
  'auth-any-key-opens': plain('Any key has the scope of the first owner', 'auth'),
  'auth-empty-key-opens': subtle('An empty key is accepted', 'auth'),
  'auth-key-by-its-beginning': subtle('A prefix or an extension of a valid key is accepted', 'auth'),
  'auth-key-in-any-case': subtle('Keys are compared without regard to case', 'auth'),
  'auth-key-in-the-query': subtle('A key in the query is accepted', 'auth'),
  'auth-catalog-is-open': subtle('The catalog requires no key', 'auth'),
  'auth-export-is-open': subtle('The provisioning export requires no key', 'auth'),
  'auth-feeds-are-empty-without-key': subtle('Without a key, the feeds are empty instead of refused', 'auth', 'feeds'),
  'auth-head-is-open': subtle('HEAD requires no key', 'auth', 'http'),
  'auth-trailing-slash-opens': subtle('A path with a trailing slash requires no key', 'auth', 'http'),
  'auth-refusal-repeats-the-key': subtle('The refusal of an invalid key repeats it', 'auth', 'errors'),
  'public-document-wants-a-key': plain('The public document requires a key', 'auth', 'public'),
  'public-branding-wants-a-key': plain('The branding status requires a key', 'auth', 'public'),
  'public-branding-names-the-customer': subtle(
    'With a key, the branding status names the customer',
    'public',
    'scope',
    'contract',
  ),
  'writes-readers-may-derive': plain('A reader may derive settlements', 'auth', 'writes'),
  'writes-branches-may-derive': subtle(
    'A branch, which may only open disputes, may derive settlements',
    'auth',
    'writes',
  ),
  'writes-disputes-need-no-key': plain('Disputes can be opened without a key', 'auth', 'writes'),
  'writes-malformed-fails': plain('A body that is not JSON causes a server error', 'writes', 'errors'),
  'writes-refused-leave-a-trace': subtle('A dispute that is refused as a duplicate is created anyway', 'writes'),
  'writes-reading-completes-commands': subtle(
    'Reading the commands of a terminal completes the queued ones',
    'writes',
    'terminals',
    'http',
  ),
} as const;

/** Faults of scope. */
export const OF_SCOPE = {
  'scope-list-of-everyone': plain('The transaction list contains the rows of all customers', 'scope'),
  'scope-lost-by-terminal-filter': plain('A filter by terminal returns rows of other customers', 'scope', 'filters'),
  'scope-lost-by-group-filter': subtle('A filter by group returns rows of hidden terminals', 'scope', 'filters'),
  'scope-lost-by-both-filters': subtle('Both filters together return rows of other customers', 'scope', 'filters'),
  'scope-lost-when-ascending': subtle('A list in ascending order contains the rows of all customers', 'scope', 'sort'),
  'scope-lost-on-later-pages': subtle('Later pages contain the rows of the whole customer', 'scope', 'lists'),
  'scope-lost-by-large-limits': subtle(
    'With a limit of 90 or more, the list contains the rows of the whole customer',
    'scope',
    'limit',
  ),
  'scope-timeline-of-anyone': plain('Timelines are readable with any key', 'scope'),
  'scope-timeline-within-customer': subtle('Timelines are readable for every user of the customer', 'scope'),
  'scope-location-of-anyone': plain('The location of any terminal is readable', 'scope'),
  'scope-status-at-shared-sites': subtle(
    'The status of a hidden terminal at the site of a visible one is readable',
    'scope',
  ),
  'scope-commands-of-anyone': plain('The commands of any terminal are readable', 'scope'),
  'scope-export-within-customer': subtle('Provisioning exports are readable for every user of the customer', 'scope'),
  'scope-connector-status-of-anyone': plain('The status of any connector is readable', 'scope'),
  'scope-connectors-of-the-customer': subtle('A branch sees a connector that none of its terminals uses', 'scope'),
  'scope-groups-show-all-members': subtle('A partly visible group lists all its terminals', 'scope'),
  'scope-locations-show-all-terminals': subtle('A partly visible site lists all its terminals', 'scope'),
  'scope-disputes-of-the-customer': subtle('A branch sees all disputes of the customer', 'scope', 'disputes'),
  'scope-disputes-about-anything': subtle('A dispute can be opened about a hidden transaction', 'scope', 'writes'),
  'scope-settlements-of-everyone': plain(
    'The settlement list contains the batches of all customers',
    'scope',
    'settlements',
  ),
  'scope-settlements-seen-in-part': subtle(
    'The settlement list contains the batches of partly visible groups',
    'scope',
    'settlements',
  ),
  'scope-portal-shows-all-terminals': subtle('The portal lists all terminals to a branch', 'scope', 'portal'),
  'scope-portal-shows-all-commands': subtle(
    'The portal lists the latest commands of all terminals to a branch',
    'scope',
    'portal',
  ),
  'scope-portal-shows-all-people': plain('The portal lists the users of all customers', 'scope', 'portal'),
  'scope-account-feed-alerts-of-all': subtle(
    'The account feed of a branch contains alerts of all terminals',
    'scope',
    'feeds',
  ),
  'scope-account-feed-kept-by-address': subtle(
    'The account feed is cached by URL and returned to any key',
    'scope',
    'feeds',
  ),
  'scope-terminal-feed-of-anyone': plain('The feed of any terminal is readable', 'scope', 'feeds'),
  'scope-customer-by-header': subtle('The header X-Account-Id selects the customer', 'scope', 'auth'),
  'scope-customer-by-query': subtle('The parameter account_id selects the customer', 'scope', 'auth'),
  'totals-of-the-whole-customer': subtle(
    'Without a filter, the totals include hidden terminals',
    'scope',
    'transactions',
  ),
} as const;
