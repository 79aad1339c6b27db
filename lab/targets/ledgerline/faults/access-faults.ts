import { plainFault, subtleFault } from './define-fault.ts';

/** Faults of authentication and of writes. */
export const ACCESS_FAULTS = {
  'auth-any-key-opens': plainFault('Any key has the scope of the first owner', 'auth'),
  'auth-empty-key-opens': subtleFault('An empty key is accepted', 'auth'),
  'auth-key-by-its-beginning': subtleFault('A prefix or an extension of a valid key is accepted', 'auth'),
  'auth-key-in-any-case': subtleFault('Keys are compared without regard to case', 'auth'),
  'auth-key-in-the-query': subtleFault('A key in the query is accepted', 'auth'),
  'auth-catalog-is-open': subtleFault('The catalog requires no key', 'auth'),
  'auth-export-is-open': subtleFault('The provisioning export requires no key', 'auth'),
  'auth-feeds-are-empty-without-key': subtleFault(
    'Without a key, the feeds are empty instead of refused',
    'auth',
    'feeds',
  ),
  'auth-head-is-open': subtleFault('HEAD requires no key', 'auth', 'http'),
  'auth-trailing-slash-opens': subtleFault('A path with a trailing slash requires no key', 'auth', 'http'),
  'auth-refusal-repeats-the-key': subtleFault('The refusal of an invalid key repeats it', 'auth', 'errors'),
  'public-document-wants-a-key': plainFault('The public document requires a key', 'auth', 'public'),
  'public-branding-wants-a-key': plainFault('The branding status requires a key', 'auth', 'public'),
  'public-branding-names-the-customer': subtleFault(
    'With a key, the branding status names the customer',
    'public',
    'scope',
    'contract',
  ),
  'writes-readers-may-derive': plainFault('A reader may derive settlements', 'auth', 'writes'),
  'writes-branches-may-derive': subtleFault(
    'A branch, which may only open disputes, may derive settlements',
    'auth',
    'writes',
  ),
  'writes-disputes-need-no-key': plainFault('Disputes can be opened without a key', 'auth', 'writes'),
  'writes-malformed-fails': plainFault('A body that is not JSON causes a server error', 'writes', 'errors'),
  'writes-refused-leave-a-trace': subtleFault('A dispute that is refused as a duplicate is created anyway', 'writes'),
  'writes-reading-completes-commands': subtleFault(
    'Reading the commands of a terminal completes the queued ones',
    'writes',
    'terminals',
    'http',
  ),
} as const;

/** Faults of scope. */
export const SCOPE_FAULTS = {
  'scope-list-of-everyone': plainFault('The transaction list contains the rows of all customers', 'scope'),
  'scope-lost-by-terminal-filter': plainFault(
    'A filter by terminal returns rows of other customers',
    'scope',
    'filters',
  ),
  'scope-lost-by-group-filter': subtleFault('A filter by group returns rows of hidden terminals', 'scope', 'filters'),
  'scope-lost-by-both-filters': subtleFault('Both filters together return rows of other customers', 'scope', 'filters'),
  'scope-lost-when-ascending': subtleFault(
    'A list in ascending order contains the rows of all customers',
    'scope',
    'sort',
  ),
  'scope-lost-on-later-pages': subtleFault('Later pages contain the rows of the whole customer', 'scope', 'lists'),
  'scope-lost-by-large-limits': subtleFault(
    'With a limit of 90 or more, the list contains the rows of the whole customer',
    'scope',
    'limit',
  ),
  'scope-timeline-of-anyone': plainFault('Timelines are readable with any key', 'scope'),
  'scope-timeline-within-customer': subtleFault('Timelines are readable for every user of the customer', 'scope'),
  'scope-location-of-anyone': plainFault('The location of any terminal is readable', 'scope'),
  'scope-status-at-shared-sites': subtleFault(
    'The status of a hidden terminal at the site of a visible one is readable',
    'scope',
  ),
  'scope-commands-of-anyone': plainFault('The commands of any terminal are readable', 'scope'),
  'scope-export-within-customer': subtleFault(
    'Provisioning exports are readable for every user of the customer',
    'scope',
  ),
  'scope-connector-status-of-anyone': plainFault('The status of any connector is readable', 'scope'),
  'scope-connectors-of-the-customer': subtleFault('A branch sees a connector that none of its terminals uses', 'scope'),
  'scope-groups-show-all-members': subtleFault('A partly visible group lists all its terminals', 'scope'),
  'scope-locations-show-all-terminals': subtleFault('A partly visible site lists all its terminals', 'scope'),
  'scope-disputes-of-the-customer': subtleFault('A branch sees all disputes of the customer', 'scope', 'disputes'),
  'scope-disputes-about-anything': subtleFault('A dispute can be opened about a hidden transaction', 'scope', 'writes'),
  'scope-settlements-of-everyone': plainFault(
    'The settlement list contains the batches of all customers',
    'scope',
    'settlements',
  ),
  'scope-settlements-seen-in-part': subtleFault(
    'The settlement list contains the batches of partly visible groups',
    'scope',
    'settlements',
  ),
  'scope-portal-shows-all-terminals': subtleFault('The portal lists all terminals to a branch', 'scope', 'portal'),
  'scope-portal-shows-all-commands': subtleFault(
    'The portal lists the latest commands of all terminals to a branch',
    'scope',
    'portal',
  ),
  'scope-portal-shows-all-people': plainFault('The portal lists the users of all customers', 'scope', 'portal'),
  'scope-account-feed-alerts-of-all': subtleFault(
    'The account feed of a branch contains alerts of all terminals',
    'scope',
    'feeds',
  ),
  'scope-account-feed-kept-by-address': subtleFault(
    'The account feed is cached by URL and returned to any key',
    'scope',
    'feeds',
  ),
  'scope-terminal-feed-of-anyone': plainFault('The feed of any terminal is readable', 'scope', 'feeds'),
  'scope-customer-by-header': subtleFault('The header X-Account-Id selects the customer', 'scope', 'auth'),
  'scope-customer-by-query': subtleFault('The parameter account_id selects the customer', 'scope', 'auth'),
  'totals-of-the-whole-customer': subtleFault(
    'Without a filter, the totals include hidden terminals',
    'scope',
    'transactions',
  ),
} as const;
