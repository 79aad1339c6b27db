export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const LIMITED = 'Every response is limited to what the authenticated user may see.';
const SAME_RULES = 'The scope follows the same account, role and visibility rules as the user portal.';
const NEEDS_KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const NEVER = "Rows outside the caller's scope are never returned, whatever filters are given.";
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const PRIV = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const CASE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const ACCOUNT_FEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TERMINAL_FEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const BOTH_FEEDS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const MEMBERS =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const TERMINAL_EVENTS =
  '| Terminals, locations, telemetry | heartbeat_stale, cash_low, cash_out, dispenser_fault, compliance_expiration, location_risk_change |';
const AMT = 'The sort key value `amt_comp` refers to the completed amount.';

// id, area, must, subtle, title, sentence
const list: [string, string, 0 | 1, 0 | 1, string, string][] = [
  ['auth-connectors-without-key', 'authentication', 1, 1, 'GET /v1/connectors is served without a key', NEEDS_KEY],
  ['auth-timeline-without-key', 'authentication', 1, 1, 'The transaction timeline is served without a key', NEEDS_KEY],
  [
    'auth-key-prefix-match',
    'authentication',
    1,
    1,
    'A key with extra characters at the end is accepted',
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  ],
  ['auth-unknown-key-default-user', 'authentication', 1, 0, 'An unknown key is served as the first user', EXACT],
  ['auth-openapi-needs-key', 'public document', 1, 0, 'The public OpenAPI document needs a key', PUBLIC],
  ['auth-branding-needs-key', 'public branding status', 1, 0, 'The branding status needs a key', PUBLIC],
  ['auth-groups-cache-shared', 'authentication', 1, 1, 'Terminal groups are cached by URL and not by user', EXACT],

  ['scope-transactions-terminal-filter', 'scope', 1, 1, 'terminal_id gives rows of any terminal of the tenant', NEVER],
  ['scope-transactions-group-filter', 'scope', 1, 1, 'group_id gives rows of all group members, visible or not', NEVER],
  [
    'scope-account-user-terminal-missing',
    'scope',
    1,
    1,
    'A user of one account misses the last terminal in /v1/transactions',
    EXACT,
  ],
  ['scope-location-of-hidden-terminal', 'scope', 1, 1, 'The location of a terminal checks the tenant only', LIMITED],
  [
    'scope-locations-whole-account',
    'scope',
    1,
    1,
    'A user of some terminals gets the locations of the whole account',
    LIMITED,
  ],
  [
    'scope-terminal-transactions-any',
    'scope',
    1,
    0,
    'Transactions of one terminal are given for each terminal of each tenant',
    LIMITED,
  ],
  ['scope-status-monitoring-any', 'scope', 1, 0, 'Status monitoring has no scope check', LIMITED],
  ['scope-timeline-any', 'scope', 1, 0, 'The timeline has no scope check', LIMITED],
  ['scope-commands-tenant', 'commands and provisioning', 1, 1, 'Commands check the tenant only', LIMITED],
  [
    'scope-connectors-tenant',
    'connectors and groups',
    1,
    1,
    'Limited users get all connectors of the tenant',
    SAME_RULES,
  ],
  ['scope-connector-status-any', 'connectors and groups', 1, 0, 'The connector status has no scope check', LIMITED],
  [
    'scope-connector-status-count',
    'connectors and groups',
    1,
    1,
    'The connector status counts terminals that the user may not see',
    LIMITED,
  ],
  [
    'scope-group-hidden-members',
    'connectors and groups',
    1,
    1,
    'Groups list members that the user may not see',
    LIMITED,
  ],
  [
    'scope-settlements-other-account',
    'settlements',
    1,
    1,
    'A user of one account gets the batches of the other accounts',
    LIMITED,
  ],
  [
    'scope-disputes-whole-account',
    'disputes',
    1,
    1,
    'A user of some terminals gets the disputes of the whole account',
    LIMITED,
  ],
  ['scope-disputes-total', 'disputes', 1, 1, 'totalElements of disputes counts the whole tenant', LIMITED],
  [
    'scope-summary-tenant',
    'transaction rows and summary',
    1,
    1,
    'The totals of the summary cover hidden terminals for limited users',
    LIMITED,
  ],
  [
    'scope-account-feed-journal',
    'feeds',
    1,
    1,
    'The account feed has switch journal entries of hidden terminals',
    ACCOUNT_FEED,
  ],
  ['scope-terminal-feed-tenant', 'feeds', 1, 1, 'The terminal feed checks the tenant only', BOTH_FEEDS],
  ['scope-portal-recent-transactions', 'portal', 1, 1, 'Recent transactions of the portal cover the tenant', LIMITED],
  ['scope-portal-users-all', 'portal', 1, 0, 'The portal lists all users of the platform', LIMITED],

  ['filter-limit-ignored', 'filters', 1, 0, 'limit has no effect', 'Restricts the number of rows returned.'],
  [
    'filter-limit-ignored-with-sort',
    'filters',
    1,
    1,
    'limit has no effect together with sort_by',
    'Parameters may be combined in one request.',
  ],
  [
    'filter-terminal-dropped-with-offset',
    'filters',
    1,
    1,
    'terminal_id is lost on the second page',
    'Restricts rows to one terminal.',
  ],
  ['filter-group-ignored', 'filters', 1, 0, 'group_id has no effect', 'Restricts rows to one terminal group.'],
  [
    'filter-group-first-member',
    'filters',
    1,
    1,
    'group_id gives rows of the first member only',
    'Restricts rows to one terminal group.',
  ],
  [
    'filter-terminal-or-group',
    'filters',
    1,
    1,
    'terminal_id and group_id are joined by OR',
    'Parameters may be combined in one request.',
  ],
  ['sort-amount-as-text', 'sort', 1, 1, 'amt_comp is sorted as text', AMT],
  ['sort-amount-requested', 'sort', 1, 1, 'amt_comp sorts by the requested amount', AMT],
  [
    'sort-desc-ascending',
    'sort',
    1,
    0,
    'sort_by=amt_comp&sort_dir=desc sorts ascending',
    'Sort direction; `desc` is a valid value.',
  ],
  [
    'sort-within-page',
    'sort',
    1,
    1,
    'Only the rows of the page are sorted',
    'Sort column; `amt_comp` (completed amount) is a valid value.',
  ],

  [
    'row-emv-always-present',
    'transaction rows and summary',
    1,
    1,
    'The EMV indicator is UNKNOWN where none is available',
    ROW,
  ],
  [
    'row-surcharge-completed-missing',
    'transaction rows and summary',
    1,
    1,
    'Balance inquiries have no completed surcharge',
    ROW,
  ],
  [
    'row-declined-amount-completed',
    'transaction rows and summary',
    1,
    1,
    'Declined rows show the requested amount as completed',
    ROW,
  ],
  [
    'row-sequence-missing-terminal',
    'transaction rows and summary',
    1,
    1,
    'Rows of /v1/terminals/{terminal_id}/transactions have no sequence number',
    ROW,
  ],
  [
    'summary-counts-declined',
    'transaction rows and summary',
    1,
    1,
    'Total withdrawn has the amounts of declined withdrawals',
    SUMMARY,
  ],
  ['summary-page-only', 'transaction rows and summary', 0, 1, 'The totals cover the rows of the page only', SUMMARY],

  [
    'card-pan-in-timeline',
    'card data',
    1,
    1,
    'Timeline of approved withdrawals shows the PAN in the host request',
    CARD,
  ],
  ['card-track2-on-declines', 'card data', 1, 1, 'Declined rows carry track 2', CARD],
  ['card-pan-in-portal', 'card data', 1, 1, 'Recent transactions of the portal carry the PAN', CARD],

  ['portal-dns-missing', 'portal', 1, 0, 'The portal has no DNS state', 'organization branding and DNS state'],
  [
    'portal-report-catalog-missing',
    'portal',
    1,
    1,
    'Report viewers get no report catalog',
    'the available report catalog',
  ],
  [
    'portal-out-of-service-missing',
    'portal',
    1,
    1,
    'Terminals out of service are not in the portal',
    'visible terminals',
  ],
  [
    'portal-compliance-missing',
    'portal',
    1,
    0,
    'The portal has no compliance vault, onboarding, documents and videos',
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
  ],

  [
    'location-of-other-terminal',
    'terminals and locations',
    1,
    1,
    'The location of a terminal is the first one of its city',
    'One location by terminal.',
  ],
  [
    'terminal-transactions-account',
    'terminals and locations',
    1,
    1,
    'Transactions of one terminal have rows of terminals on the same connector',
    'Transactions of one terminal.',
  ],
  [
    'commands-of-account',
    'commands and provisioning',
    1,
    0,
    'Commands of one terminal are those of its account',
    'Commands of one terminal.',
  ],
  [
    'export-of-connector',
    'commands and provisioning',
    1,
    1,
    'The export has jobs of other visible terminals of the connector',
    'Provisioning export of one terminal.',
  ],
  [
    'connector-status-down-404',
    'connectors and groups',
    1,
    1,
    'A connector that is down has no status',
    'Status of one connector.',
  ],
  ['settlement-net-payout-sum', 'settlements', 1, 1, 'Net payout is credit total plus debit total', BATCH],
  ['settlement-timing-missing', 'settlements', 1, 1, 'Pending batches have no timing fields', BATCH],
  ['dispute-reviewer-too-early', 'disputes', 1, 1, 'Cases under review carry reviewer metadata', CASE],
  ['dispute-terminal-missing', 'disputes', 1, 1, 'New disputes carry no related terminal', CASE],

  ['write-viewer-derives', 'writes and privileges', 1, 0, 'A report viewer may derive settlements', PRIV],
  ['write-technician-disputes', 'writes and privileges', 1, 1, 'A field technician may open disputes', PRIV],
  [
    'write-derive-other-tenant',
    'writes and privileges',
    1,
    1,
    'An administrator may derive for an account of another tenant',
    LIMITED,
  ],

  [
    'feed-account-content-type',
    'feeds',
    1,
    0,
    'The account feed is application/xml',
    'Account RSS feed (section 6). Content type application/rss+xml.',
  ],
  ['feed-terminal-no-queued', 'feeds', 1, 1, 'The terminal feed has no queued commands', TERMINAL_FEED],
  ['catalog-events-once', 'catalog', 1, 1, 'An event is listed in the first family only', TERMINAL_EVENTS],
  [
    'openapi-connectors-public',
    'public document',
    1,
    1,
    'The OpenAPI document declares that /v1/connectors needs no key',
    LIVE,
  ],
  ['feed-account-no-journal', 'feeds', 1, 0, 'The account feed has no switch journal observations', ACCOUNT_FEED],
  [
    'feed-terminal-other-transactions',
    'feeds',
    1,
    1,
    'The terminal feed has transactions of the other visible terminals of the account',
    TERMINAL_FEED,
  ],
  [
    'catalog-rss-terminal-missing',
    'catalog',
    1,
    1,
    'The catalog does not list the terminal feed',
    'Which services expose feeds is listed in the integration catalog (`rss_feeds`).',
  ],
  ['catalog-notes-missing', 'catalog', 1, 1, 'A group without endpoints has no notes member', MEMBERS],
  [
    'version-catalog-without-prefix',
    'versioning',
    1,
    1,
    'The catalog gives the settlement paths without the version prefix',
    'Every endpoint path starts with the version prefix `/v1`.',
  ],
  [
    'openapi-no-store',
    'public document',
    1,
    0,
    'The public OpenAPI document forbids caching',
    'Intended to be cacheable.',
  ],
  [
    'branding-docs-host-missing',
    'public branding status',
    1,
    0,
    'The branding status does not contain the docs host',
    'Public status of branding and docs-host readiness.',
  ],
  [
    'error-names-hidden-terminal',
    'errors',
    1,
    1,
    'The 404 of a terminal out of scope names the terminal, its city and account',
    LIMITED,
  ],
];

export const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  list.map(([id, area, must, subtle, title, sentence]) => [
    id,
    { title, sentence, area, isSubtle: subtle === 1, isMust: must === 1 },
  ]),
);
