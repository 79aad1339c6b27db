// @ts-nocheck: written without noUncheckedIndexedAccess
// The bugs that this service can be opened with. Each sentence is quoted from the interface specification.

export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const SCOPED = 'Every response is limited to what the authenticated user may see.';
const NEVER = "Rows outside the caller's scope are never returned, whatever filters are given.";
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const EACH = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const ROLES = 'The scope follows the same account, role and visibility rules as the user portal.';
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const COMBINE = 'Parameters may be combined in one request.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUM = 'The response also has a summary with total surcharge and total withdrawn.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const WRITE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const DSP =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const BTCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const ACCTFEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TRMFEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';

function f(area: string, title: string, sentence: string, kind: 'plain' | 'subtle', isMust = true): Fault {
  return { title, sentence, area, isSubtle: kind === 'subtle', isMust };
}

export const faultTable = {
  // authentication
  'locations-open-without-key': f(
    'authentication',
    'GET /v1/locations without a key runs as the first administrator',
    EACH,
    'subtle',
  ),
  'key-in-query-accepted': f(
    'authentication',
    'A key in the query string (api_key) is accepted in place of the header',
    EACH,
    'subtle',
  ),
  'key-compared-by-prefix': f(
    'authentication',
    'A key that only starts like a real key is accepted',
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
    'subtle',
  ),
  'terminal-feed-open-without-key': f(
    'authentication',
    'The terminal feed is served without a key',
    'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.',
    'plain',
  ),
  'public-openapi-needs-key': f(
    'authentication',
    'The public OpenAPI document asks for a key',
    'No key or session needed.',
    'plain',
  ),
  'branding-status-needs-key': f(
    'authentication',
    'The branding status asks for a key',
    'Public status of branding and docs-host readiness. No key needed.',
    'plain',
  ),
  'portal-cached-per-tenant': f(
    'authentication',
    'The portal snapshot is cached by tenant, so the second user gets the snapshot of the first',
    EXACT,
    'subtle',
  ),

  // scope and visibility
  'txn-group-filter-drops-scope': f(
    'scope',
    'With group_id the account and terminal restriction of the user is not applied',
    NEVER,
    'subtle',
  ),
  'txn-terminal-filter-skips-scope': f(
    'scope',
    'With terminal_id the rows of any terminal of any tenant are returned',
    NEVER,
    'plain',
  ),
  'timeline-tenant-only': f(
    'scope',
    'The timeline verifies the tenant but not the terminals of the user',
    SCOPED,
    'subtle',
  ),
  'status-monitoring-any-tenant': f(
    'scope',
    'Status monitoring is served for terminals of other tenants',
    SCOPED,
    'plain',
  ),
  'payload-tenant-only': f(
    'scope',
    'The provisioning payload verifies the tenant but not the terminals of the user',
    SCOPED,
    'subtle',
  ),
  'connectors-tenant-wide': f(
    'scope',
    'The connector list shows every connector of the tenant to restricted users',
    SCOPED,
    'subtle',
  ),
  'group-members-unscoped': f(
    'scope',
    'Terminal groups list member terminals that the user may not see',
    SCOPED,
    'subtle',
  ),
  'settlement-partial-batch-visible': f(
    'scope',
    'A batch is shown when only one of its terminals is visible',
    ROLES,
    'subtle',
  ),
  'settlement-sum-tenant-wide': f(
    'scope',
    'The totals of the settlement list cover the whole tenant',
    SCOPED,
    'subtle',
  ),
  'settlement-second-page-unscoped': f(
    'scope',
    'From the second page on, the settlement list holds batches of all tenants',
    SCOPED,
    'subtle',
  ),
  'dispute-scope-by-account': f(
    'scope',
    'Disputes are limited by account, not by terminal, for terminal-list users',
    SCOPED,
    'subtle',
  ),
  'txn-summary-tenant-wide': f(
    'scope',
    'The transaction summary totals cover all terminals of the tenant',
    SCOPED,
    'subtle',
  ),
  'dispute-count-unscoped': f(
    'scope',
    'The total count of the dispute list counts the cases of all tenants',
    SCOPED,
    'subtle',
  ),

  // portal
  'portal-users-cross-tenant': f(
    'portal',
    'Administrators see the administrators of every tenant in the user list',
    SCOPED,
    'plain',
  ),
  'portal-commands-tenant-wide': f(
    'portal',
    'Recent commands in the portal cover all terminals of the tenant',
    SCOPED,
    'subtle',
  ),
  'portal-compliance-tenant-wide': f(
    'portal',
    'Compliance vault items in the portal cover all terminals of the tenant',
    SCOPED,
    'subtle',
  ),
  'portal-counts-tenant-wide': f(
    'portal',
    'The terminal count of the portal counts terminals that the user may not see',
    SCOPED,
    'subtle',
  ),
  'portal-no-dns': f(
    'portal',
    'The portal lacks the DNS state of the organization',
    'organization branding and DNS state',
    'plain',
  ),
  'portal-no-reports-readonly': f(
    'portal',
    'The portal lacks the report catalog for read-only users',
    'the available report catalog',
    'subtle',
  ),
  'portal-no-videos': f(
    'portal',
    'The portal lacks the videos, which exist nowhere else',
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
    'plain',
  ),

  // filters, limit, sort
  'limit-ignored-with-sort': f(
    'filters',
    'limit has no effect when sort_by is given',
    'Restricts the number of rows returned.',
    'plain',
  ),
  'limit-plus-one-later-page': f(
    'filters',
    'Pages after the first hold one row more than limit',
    'Restricts the number of rows returned.',
    'subtle',
  ),
  'limit-before-sort': f('filters', 'The page is cut first and only its rows are sorted', COMBINE, 'subtle'),
  'sort-by-requested-amount': f(
    'filters',
    'amt_comp sorts by the requested amount',
    'The sort key value `amt_comp` refers to the completed amount.',
    'subtle',
  ),
  'sort-desc-ignored-for-amount': f(
    'filters',
    'sort_dir=desc is ignored when sorting by amount',
    'Sort direction; `desc` is a valid value.',
    'plain',
  ),
  'terminal-filter-lost-with-group': f(
    'filters',
    'terminal_id is ignored when group_id is given too',
    COMBINE,
    'subtle',
  ),
  'group-filter-primary-only': f(
    'filters',
    'group_id matches only the first group of a terminal',
    'Restricts rows to one terminal group.',
    'subtle',
  ),
  'limit-before-group-filter': f(
    'filters',
    'limit is applied before group_id, so matching rows are missing',
    COMBINE,
    'subtle',
  ),

  // transaction rows and summary
  'no-sequence-on-reversal': f('transactions', 'Reversal rows lack the sequence number', ROW, 'subtle'),
  'emv-null-when-unavailable': f(
    'transactions',
    'The EMV indicator is present with null when it is not available',
    'EMV indicator (present only when available)',
    'subtle',
  ),
  'terminal-list-date-in-utc': f(
    'transactions',
    'The transaction list of one terminal shows UTC in place of the terminal date and time',
    ROW,
    'subtle',
  ),
  'zero-completed-omitted': f('transactions', 'A completed amount of zero is left out of the row', ROW, 'plain'),
  'total-withdrawn-requested': f('transactions', 'The total withdrawn adds up requested amounts', SUM, 'plain'),
  'total-withdrawn-with-transfers': f('transactions', 'The total withdrawn includes account transfers', SUM, 'subtle'),
  'no-total-surcharge-with-terminal': f(
    'transactions',
    'The summary lacks the total surcharge when terminal_id is given',
    SUM,
    'subtle',
  ),

  // card data
  'pan-on-magstripe-row': f('card-data', 'Rows read from the magnetic stripe carry the PAN', CARD, 'subtle'),
  'track-in-reversal-timeline': f(
    'card-data',
    'The timeline of a reversed transaction carries track 2',
    CARD,
    'subtle',
  ),
  'pin-block-on-pin-decline': f(
    'card-data',
    'Rows declined for an incorrect PIN carry the PIN block in the list of one terminal',
    CARD,
    'subtle',
  ),
  'raw-key-in-timeline': f(
    'card-data',
    'The host request event of gateway connectors carries the raw working key',
    CARD,
    'subtle',
  ),

  // terminals and locations
  'no-telemetry-when-degraded': f(
    'terminals',
    'Status monitoring lacks telemetry for degraded terminals',
    'Terminal status and telemetry.',
    'subtle',
  ),
  'location-of-sibling': f(
    'terminals',
    'The location of one terminal is that of the first terminal of its payee',
    'One location by terminal.',
    'subtle',
  ),
  'terminal-txns-by-payee': f(
    'terminals',
    'The transaction list of one terminal holds the rows of its payee',
    'Transactions of one terminal.',
    'plain',
  ),

  // commands and provisioning
  'commands-without-completed': f(
    'commands',
    'The command list lacks completed commands',
    'Commands are described as queued and completed, and provisioning jobs exist as activity.',
    'plain',
  ),
  'export-as-text': f(
    'provisioning',
    'The provisioning export has the media type text/plain',
    'Reads return JSON unless stated otherwise.',
    'plain',
  ),
  'export-jobs-account-wide': f(
    'provisioning',
    'The provisioning export includes the jobs of the whole account',
    'Provisioning export of one terminal.',
    'subtle',
  ),

  // connectors
  'connector-status-of-first': f(
    'connectors',
    'The connector status is always that of the first visible connector',
    'Status of one connector.',
    'plain',
  ),

  // settlements and disputes
  'no-debit-total-when-pending': f('settlements', 'Pending batches lack the debit total', BTCH, 'subtle'),
  'no-net-payout-when-returned': f('settlements', 'Returned batches lack the net payout', BTCH, 'subtle'),
  'reviewer-while-in-review': f('disputes', 'Cases in review already show the reviewer', DSP, 'subtle'),
  'no-reviewer-when-denied': f('disputes', 'Denied cases lack the reviewer', DSP, 'subtle'),
  'no-due-date-on-new-case': f('disputes', 'Cases without assignment lack the due date', DSP, 'subtle'),

  // writes and privileges
  'derive-for-read-only': f('writes', 'Read-only users may derive settlements', WRITE, 'plain'),
  'dispute-by-field-technician': f('writes', 'Field technicians may open disputes', WRITE, 'subtle'),
  'derive-foreign-account': f(
    'writes',
    'An administrator may derive settlements of an account of another tenant and sees the batches',
    SCOPED,
    'subtle',
  ),
  'dispute-on-hidden-transaction': f(
    'writes',
    'An account operator may open a dispute on a transaction of another account',
    ROLES,
    'subtle',
  ),
  'dispute-not-stored': f(
    'writes',
    'A created dispute is answered but not stored',
    'Write paths exist (POST for settlements derive and for disputes).',
    'plain',
  ),

  // feeds
  'terminal-feed-text-xml': f(
    'feeds',
    'The terminal feed has the content type text/xml',
    'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.',
    'plain',
  ),
  'account-feed-journal-tenant-wide': f(
    'feeds',
    'The account feed shows the switch journal of all terminals of the tenant',
    ACCTFEED,
    'subtle',
  ),
  'account-feed-no-alerts': f('feeds', 'The account feed lacks alert incidents', ACCTFEED, 'plain'),
  'terminal-feed-no-queued-commands': f(
    'feeds',
    'The terminal feed lacks commands that are still queued',
    TRMFEED,
    'subtle',
  ),
  'terminal-feed-sibling-alerts': f(
    'feeds',
    'The terminal feed holds the alerts of all terminals of the payee',
    TRMFEED,
    'subtle',
  ),
  'terminal-feed-no-jobs': f('feeds', 'The terminal feed lacks provisioning jobs', TRMFEED, 'plain'),
  'feed-ampersand-not-escaped': f(
    'feeds',
    'An ampersand in a location name is not escaped, so the feed is not well-formed',
    'RSS is for read-only polling and human-readable digests.',
    'subtle',
    false,
  ),

  // catalog, public document, branding, versioning, errors
  'catalog-no-notes-in-group': f(
    'catalog',
    'One service group lacks its notes member',
    'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.',
    'subtle',
  ),
  'catalog-events-deduplicated': f(
    'catalog',
    'An event name is shown only in the first family that has it',
    'The same event name can appear in more than one family.',
    'subtle',
  ),
  'catalog-rms-feed-missing': f(
    'catalog',
    'The terminal feed is not listed for the command and provisioning service',
    'Which services expose feeds is listed in the integration catalog (`rss_feeds`).',
    'subtle',
  ),
  'catalog-path-without-version': f(
    'versioning',
    'The catalog lists one endpoint without the version prefix',
    'Every endpoint path starts with the version prefix `/v1`.',
    'subtle',
  ),
  'openapi-not-cacheable': f(
    'public-document',
    'The public OpenAPI document is sent with no-store',
    'Intended to be cacheable.',
    'plain',
  ),
  'openapi-without-sort-dir': f(
    'public-document',
    'The public OpenAPI document lacks the parameter sort_dir',
    LIVE,
    'subtle',
  ),
  'openapi-branding-secured': f(
    'public-document',
    'The public OpenAPI document says that the branding status needs a key',
    LIVE,
    'subtle',
  ),
  'branding-no-docs-host': f(
    'branding',
    'The branding status lacks the readiness of the docs host',
    'Public status of branding and docs-host readiness. No key needed.',
    'plain',
  ),
  'error-names-hidden-terminal': f(
    'errors',
    'The error for a hidden terminal names its account and location',
    SCOPED,
    'subtle',
  ),
} as const satisfies Record<string, Fault>;

export type FaultId = keyof typeof faultTable;
