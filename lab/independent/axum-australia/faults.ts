export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const LIMITED = 'Every response is limited to what the authenticated user may see.';
const SAME_RULES = 'The scope follows the same account, role and visibility rules as the user portal.';
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const NEVER_CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const NEEDS_KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const NEVER_ROWS = "Rows outside the caller's scope are never returned, whatever filters are given.";
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const PRIV = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const MEMBERS =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const COMBINE = 'Parameters may be combined in one request.';
const FEED_RULES =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const ACC_FEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TERM_FEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const DISPUTE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';

// id, area, subtle, must, title, sentence
const LIST: [string, string, boolean, boolean, string, string][] = [
  [
    'locations-without-key',
    'authentication',
    false,
    true,
    'GET /v1/locations answers without a key, with the locations of every customer',
    NEEDS_KEY,
  ],
  [
    'connector-status-without-key',
    'authentication',
    true,
    true,
    'The connector status route was mounted outside of the authentication layer',
    NEEDS_KEY,
  ],
  [
    'terminal-feed-without-key',
    'authentication',
    false,
    true,
    'The per-terminal feed can be read without a key',
    NEEDS_KEY,
  ],
  [
    'key-prefix-lookup',
    'authentication',
    true,
    true,
    'Only the first 16 characters of the key are compared, so that a key with a wrong tail is accepted',
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  ],
  [
    'blank-key-is-admin',
    'authentication',
    true,
    true,
    'An empty X-API-Key header is treated as the key of the first user, an administrator',
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  ],
  [
    'portal-cached-per-tenant',
    'authentication',
    true,
    true,
    'The portal snapshot is cached per customer instead of per user',
    EXACT,
  ],
  ['key-in-query', 'authentication', true, false, 'The key is also accepted in the query parameter api_key', NEEDS_KEY],
  ['openapi-needs-key', 'public document', false, true, 'The public OpenAPI document demands a key', PUBLIC],
  ['branding-needs-key', 'public branding status', false, true, 'The branding status demands a key', PUBLIC],

  [
    'terminal-transactions-tenant-check',
    'scope',
    true,
    true,
    "Transactions of one terminal check only the customer, not the user's visibility",
    LIMITED,
  ],
  ['timeline-no-scope', 'scope', false, true, 'The timeline is looked up by id without a scope check', LIMITED],
  [
    'location-detail-tenant-check',
    'scope',
    true,
    true,
    'One location: an account manager gets terminals of the sibling account',
    SAME_RULES,
  ],
  ['monitoring-no-scope', 'scope', false, true, 'Status monitoring shows terminals of other customers', LIMITED],
  ['commands-tenant-check', 'scope', true, true, 'Commands of one terminal check only the customer', LIMITED],
  ['export-no-scope', 'scope', false, true, "The provisioning export is not limited to the user's terminals", LIMITED],
  [
    'locations-first-account-only',
    'scope',
    true,
    true,
    'The locations list of a user with granted terminals keeps only the terminals of the first account',
    EXACT,
  ],
  ['portal-drops-offline', 'scope', true, true, 'The portal snapshot leaves out terminals that are offline', EXACT],
  [
    'count-tenant-wide',
    'scope',
    true,
    true,
    'The count of the transaction list counts all rows of the customer',
    LIMITED,
  ],
  [
    'second-page-tenant-wide',
    'scope',
    true,
    true,
    'From the second page on, transactions of the whole customer are returned',
    NEVER_ROWS,
  ],
  [
    'group-filter-bypasses-scope',
    'filters',
    true,
    true,
    'With group_id, all terminals of the group are taken, also those that the user does not see',
    NEVER_ROWS,
  ],
  [
    'terminal-filter-bypasses-scope',
    'filters',
    false,
    true,
    'With terminal_id, rows of any terminal are returned',
    NEVER_ROWS,
  ],
  [
    'group-filter-ignored-with-terminal',
    'filters',
    true,
    true,
    'With terminal_id and group_id together, group_id has no effect',
    COMBINE,
  ],
  ['group-filter-ignored', 'filters', false, true, 'group_id has no effect', 'Restricts rows to one terminal group.'],
  [
    'terminal-filter-same-account',
    'filters',
    true,
    true,
    'terminal_id restricts to the account of the terminal instead of the terminal when sorted by amt_comp',
    'Restricts rows to one terminal.',
  ],
  [
    'limit-ignored',
    'limit',
    false,
    true,
    'limit has no effect on the transaction list',
    'Restricts the number of rows returned.',
  ],
  [
    'limit-plus-one-when-sorted',
    'limit',
    true,
    true,
    'With sort_by, one row more than the limit is returned',
    'Restricts the number of rows returned.',
  ],
  [
    'amt-comp-sorted-as-text',
    'sort',
    false,
    true,
    'amt_comp compares the decimal strings',
    'The sort key value `amt_comp` refers to the completed amount.',
  ],
  [
    'amt-comp-sorts-requested',
    'sort',
    true,
    true,
    'amt_comp sorts by the requested amount',
    'The sort key value `amt_comp` refers to the completed amount.',
  ],
  [
    'sort-desc-is-asc',
    'sort',
    false,
    true,
    'sort_dir=desc sorts ascending',
    'Sort direction; `desc` is a valid value.',
  ],
  [
    'sort-after-paging',
    'sort',
    true,
    true,
    'Rows are cut to the page first and sorted afterwards',
    'Sort column; `amt_comp` (completed amount) is a valid value.',
  ],
  [
    'page-boundary-row-lost',
    'limit',
    true,
    true,
    'The row after a page boundary is skipped in the transaction list',
    EXACT,
  ],

  ['summary-tenant-wide', 'transaction summary', true, true, 'The summary adds up rows of the whole customer', LIMITED],
  [
    'summary-counts-declines',
    'transaction summary',
    false,
    true,
    'Total withdrawn adds up requested amounts, declines included',
    SUMMARY,
  ],
  [
    'summary-no-withdrawn-with-group',
    'transaction summary',
    true,
    true,
    'With group_id the summary has no total withdrawn',
    SUMMARY,
  ],
  ['summary-of-page', 'transaction summary', true, false, 'The summary covers only the rows of the page', SUMMARY],
  [
    'row-without-zero-surcharge',
    'transaction rows',
    true,
    true,
    'Rows with a completed surcharge of zero leave the member out',
    ROW,
  ],
  ['row-inquiry-without-sequence', 'transaction rows', true, true, 'Balance inquiries have no sequence number', ROW],
  [
    'row-emv-null',
    'transaction rows',
    true,
    true,
    'The EMV indicator is present as null when it is not available',
    ROW,
  ],
  [
    'terminal-rows-date-only',
    'transaction rows',
    false,
    true,
    'Rows of one terminal carry only the date of the terminal, no time',
    ROW,
  ],
  [
    'partial-shows-requested',
    'transaction rows',
    true,
    true,
    'Partial dispenses show the requested amount as completed in the list of one terminal',
    ROW,
  ],
  [
    'timeline-shows-pan',
    'card data',
    true,
    true,
    'The card_read step of the timeline shows the card number',
    NEVER_CARD,
  ],
  [
    'terminal-declines-show-track',
    'card data',
    true,
    true,
    'Declined rows of one terminal carry the track 2 data',
    NEVER_CARD,
  ],
  [
    'reversal-shows-pin-block',
    'card data',
    true,
    true,
    'The original PIN block is kept on reversal rows of the transaction list',
    NEVER_CARD,
  ],

  [
    'portal-forms-tenant-wide',
    'portal',
    true,
    true,
    'Recent forms in the portal are those of the whole customer',
    LIMITED,
  ],
  ['portal-compliance-all-tenants', 'portal', true, true, 'The compliance vault in the portal is not scoped', LIMITED],
  [
    'portal-totals-tenant-wide',
    'portal',
    true,
    true,
    'The terminal total in the portal counts the whole customer',
    LIMITED,
  ],
  [
    'portal-without-dns',
    'portal',
    false,
    true,
    'The organization has no DNS state while its DNS is not verified',
    'organization branding and DNS state',
  ],

  [
    'location-of-neighbour',
    'terminals and locations',
    true,
    true,
    'One location: the lookup takes the first terminal of the same suburb',
    'One location by terminal.',
  ],
  [
    'monitoring-offline-no-telemetry',
    'terminals and locations',
    true,
    false,
    'Offline terminals have no telemetry member',
    'Terminal status and telemetry.',
  ],
  [
    'terminal-list-without-reversals',
    'terminals and locations',
    true,
    true,
    'Transactions of one terminal lack the reversals',
    'Transactions of one terminal.',
  ],
  [
    'commands-of-account',
    'commands and provisioning',
    false,
    true,
    'Commands of one terminal list those of all visible terminals of its account',
    'Commands of one terminal.',
  ],
  [
    'payload-of-first-terminal',
    'commands and provisioning',
    true,
    true,
    "The payload's configuration is that of the first terminal of the account",
    'Provisioning payload of one terminal.',
  ],
  [
    'group-members-unscoped',
    'connectors and groups',
    true,
    true,
    'Terminal groups list members that the user does not see',
    LIMITED,
  ],
  [
    'connectors-tenant-wide',
    'connectors and groups',
    true,
    true,
    'The connectors list shows all connectors of the customer, unlike the portal',
    SAME_RULES,
  ],
  [
    'connector-status-counts-unscoped',
    'connectors and groups',
    true,
    true,
    "The terminal counts of a connector's status count terminals that the user does not see",
    LIMITED,
  ],

  ['settlements-tenant-wide', 'settlements', false, true, 'Settlement batches of sibling accounts are listed', LIMITED],
  ['net-payout-adds-debits', 'settlements', false, true, 'Net payout is the credit total plus the debit total', BATCH],
  ['batch-without-zero-debit', 'settlements', true, true, 'Batches without debits leave the debit total out', BATCH],
  [
    'disputes-tenant-wide',
    'disputes',
    false,
    true,
    'Disputes of terminals that the user does not see are listed',
    LIMITED,
  ],
  ['reviewer-during-review', 'disputes', true, true, 'Disputes under review already show the reviewer', DISPUTE],
  ['dispute-without-due-date', 'disputes', true, true, 'Disputes without an assignee have no due date', DISPUTE],

  [
    'derive-unguarded',
    'writes and privileges',
    false,
    true,
    'The role is not checked when a settlement is derived',
    PRIV,
  ],
  [
    'disputes-unguarded',
    'writes and privileges',
    false,
    true,
    'The role is not checked when a dispute is opened',
    PRIV,
  ],
  [
    'dispute-on-unseen-transaction',
    'writes and privileges',
    true,
    true,
    'An account manager can open a dispute on a transaction of the sibling account',
    SAME_RULES,
  ],

  [
    'account-feed-tenant-wide',
    'feeds',
    true,
    true,
    'The account feed covers all terminals of the customer',
    FEED_RULES,
  ],
  ['account-feed-content-type', 'feeds', false, true, 'The account feed is served as application/xml', FEED_RULES],
  ['account-feed-no-journal', 'feeds', true, true, 'The account feed has no switch journal observations', ACC_FEED],
  ['terminal-feed-no-completed', 'feeds', true, true, 'The terminal feed shows no completed commands', TERM_FEED],

  [
    'catalog-event-once',
    'catalog',
    true,
    true,
    'The catalog lists every webhook event only in the first family that has it',
    'Events are grouped by service family. The same event name can appear in more than one family.',
  ],
  ['catalog-empty-feeds-dropped', 'catalog', true, true, 'The group without feeds has no rss_feeds member', MEMBERS],
  [
    'catalog-lists-compliance',
    'catalog',
    false,
    true,
    'The catalog lists an endpoint /v1/compliance/vault that does not exist',
    'No dedicated compliance endpoints exist.',
  ],
  [
    'branding-lists-accounts',
    'public branding status',
    false,
    true,
    "The public status was built from the portal's organization query and shows the accounts with their contacts",
    LIMITED,
  ],
  [
    'unprefixed-portal',
    'versioning',
    true,
    true,
    'The portal is also mounted without the version prefix',
    'Every endpoint path starts with the version prefix `/v1`.',
  ],
  [
    'error-names-hidden-terminal',
    'errors',
    true,
    true,
    'The error for a terminal out of scope names the terminal and its suburb',
    LIMITED,
  ],
  [
    'openapi-amounts-numbers',
    'public document',
    true,
    true,
    'The document declares the amounts of transaction rows as numbers',
    LIVE,
  ],
];

export const faults: Readonly<Record<string, Fault>> = Object.freeze(
  Object.fromEntries(
    LIST.map(([id, area, isSubtle, isMust, title, sentence]) => [
      id,
      Object.freeze({ title, sentence, area, isSubtle, isMust }),
    ]),
  ),
);
