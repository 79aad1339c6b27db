// @ts-nocheck: written without noUncheckedIndexedAccess
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}
const SCOPE = 'Every response is limited to what the authenticated user may see.';
const OUTSIDE = "Rows outside the caller's scope are never returned, whatever filters are given.";
const KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const COMBINED = 'Parameters may be combined in one request.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const WRITE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const AFEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TFEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const BOTH =
  'Two feeds: the account feed and the per-terminal feed (paths in section 4). Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const VAULT = 'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.';
const DISPUTE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const VERSION = 'Every endpoint path starts with the version prefix `/v1`.';
const all: Record<string, Fault> = {};
const add = (id: string, area: string, isSubtle: 0 | 1, sentence: string, title: string, isMust = true) => {
  all[id] = { title, sentence, area, isSubtle: isSubtle === 1, isMust };
};

add(
  'auth-locations-anonymous',
  'authentication',
  0,
  KEY,
  'The location list answers without a key, with the data of the first tenant',
);
add('auth-terminal-feed-anonymous', 'authentication', 1, BOTH, 'The terminal feed answers without a key');
add(
  'auth-key-prefix',
  'authentication',
  1,
  "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  'Only the first 16 characters of a key are compared',
);
add(
  'auth-account-limit-lost',
  'authentication',
  1,
  EXACT,
  'The location list of an account-limited auditor covers the whole tenant',
);
add(
  'portal-cached-per-tenant',
  'portal',
  1,
  EXACT,
  'The portal snapshot is cached per tenant: the second user gets that of the first',
);
add('scope-timeline-tenant-only', 'scope', 1, SCOPE, 'The timeline checks the tenant only, not the visible terminals');
add('scope-location-tenant-only', 'terminals and locations', 1, SCOPE, 'One location checks the tenant only');
add(
  'scope-export-tenant-only',
  'commands and provisioning',
  1,
  SCOPE,
  'The provisioning export checks the tenant only',
);
add(
  'scope-group-filter-bypass',
  'scope',
  1,
  OUTSIDE,
  'With group_id all terminals of the group are returned, also hidden ones',
);
add(
  'scope-connector-status-terminals',
  'connectors and groups',
  1,
  SCOPE,
  'The connector status lists all terminals of the connector',
);
add('scope-group-count-total', 'connectors and groups', 1, SCOPE, 'terminalCount of a group counts hidden terminals');
add('scope-disputes-by-account', 'disputes', 1, SCOPE, 'A technician sees the disputes of the whole account');
add(
  'scope-settlements-of-tenant',
  'settlements',
  1,
  SCOPE,
  'An account-limited user sees the batches of all accounts of the tenant',
);
add('portal-users-of-tenant', 'portal', 0, SCOPE, 'The portal lists all users of the tenant for everybody');
add('portal-alerts-of-tenant', 'portal', 1, SCOPE, 'The total of open alerts counts the whole tenant');
add(
  'portal-forms-missing',
  'portal',
  1,
  '- recent transactions, commands and forms',
  'The snapshot of an auditor has no forms',
);
add('portal-videos-missing', 'portal', 0, VAULT, 'The snapshot has no videos');
add(
  'compliance-endpoint',
  'portal',
  0,
  'No dedicated compliance endpoints exist.',
  'A leftover endpoint /v1/compliance answers',
);
add('limit-ignored-with-group', 'filters, limit and sort', 1, COMBINED, 'limit is ignored when group_id is given');
add(
  'filters-combined-with-or',
  'filters, limit and sort',
  1,
  COMBINED,
  'terminal_id and group_id together are combined with OR',
);
add(
  'next-link-drops-group',
  'filters, limit and sort',
  1,
  'Restricts rows to one terminal group.',
  'nextLink loses group_id, so the second page is unfiltered',
);
add(
  'sort-completed-by-requested',
  'filters, limit and sort',
  1,
  'The sort key value `amt_comp` refers to the completed amount.',
  'amt_comp sorts by the requested amount',
);
add(
  'sort-desc-lost-with-terminal',
  'filters, limit and sort',
  1,
  COMBINED,
  'sort_dir=desc sorts ascending by amt_comp when terminal_id is given',
);
add('row-inquiry-date-only', 'transaction rows and summary', 1, ROW, 'Balance inquiries carry a date without time');
add(
  'row-emv-always-present',
  'transaction rows and summary',
  1,
  ROW,
  'The EMV indicator says Chip when it is not available',
);
add('row-reversal-without-sequence', 'transaction rows and summary', 1, ROW, 'Reversals have no sequence number');
add(
  'summary-counts-declines',
  'transaction rows and summary',
  1,
  SUMMARY,
  'Total withdrawn includes the requested amounts of declined withdrawals',
);
add('summary-null-when-empty', 'transaction rows and summary', 1, SUMMARY, 'The summary is null when no row matches');
add(
  'summary-of-account',
  'transaction rows and summary',
  1,
  SCOPE,
  'The summary of a technician covers the whole account',
);
add('card-pan-in-timeline', 'card data', 0, CARD, 'The timeline text contains the PAN');
add('card-track-in-declines', 'card data', 1, CARD, 'Declined rows of the terminal transactions carry track 2');
add(
  'card-pin-block-in-portal',
  'card data',
  1,
  CARD,
  'PIN changes among the recent transactions of the portal carry the PIN block',
);
add(
  'terminal-transactions-of-account',
  'terminals and locations',
  1,
  'Transactions of one terminal.',
  'With sort_by the terminal transactions cover the account of the terminal',
);
add(
  'location-by-city',
  'terminals and locations',
  1,
  'One location by terminal.',
  'The location of the first terminal in the same city is returned',
);
add(
  'telemetry-null-when-offline',
  'terminals and locations',
  1,
  'Terminal status and telemetry.',
  'An offline terminal has no telemetry',
);
add(
  'commands-of-group',
  'commands and provisioning',
  0,
  'Commands of one terminal.',
  'The commands of all terminals of the group are returned',
);
add(
  'provisioning-payload-by-model',
  'commands and provisioning',
  1,
  'Provisioning payload of one terminal.',
  'The payload is that of another terminal of the same model',
);
add(
  'settlement-pending-without-net',
  'settlements',
  1,
  'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.',
  'Pending batches have no net payout',
);
add('dispute-reviewer-early', 'disputes', 1, DISPUTE, 'The reviewer is shown while the case is in review');
add('dispute-new-without-due-date', 'disputes', 1, DISPUTE, 'New cases have no due date');
add('write-derive-by-auditor', 'writes and privileges', 1, WRITE, 'An auditor may derive settlements');
add('write-dispute-by-technician', 'writes and privileges', 1, WRITE, 'A technician may open disputes');
add(
  'scope-dispute-hidden-transaction',
  'writes and privileges',
  1,
  'The scope follows the same account, role and visibility rules as the user portal.',
  'A dispute can be opened for a hidden transaction of the tenant',
);
add('feed-terminal-content-type', 'feeds', 0, BOTH, 'The terminal feed has the content type text/xml');
add(
  'feed-account-journal-of-account',
  'feeds',
  1,
  AFEED,
  'The account feed of a technician has the switch journal of hidden terminals',
);
add('feed-account-without-offline', 'feeds', 1, AFEED, 'The account feed has no status row for offline terminals');
add(
  'feed-terminal-alerts-of-account',
  'feeds',
  1,
  TFEED,
  'The terminal feed has alerts of other terminals of the account',
);
add('feed-terminal-without-queued', 'feeds', 1, TFEED, 'The terminal feed lacks queued commands');
add(
  'catalog-notes-absent',
  'catalog',
  1,
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.',
  'One group has no notes',
);
add(
  'catalog-events-deduplicated',
  'catalog',
  1,
  'The same event name can appear in more than one family.',
  'Events that another family has are removed from the compliance family',
);
add('catalog-path-unversioned', 'versioning', 1, VERSION, 'The catalog lists the provisioning endpoints without /v1');
add('catalog-post-endpoints-missing', 'catalog', 1, LIVE, 'The catalog does not list the POST endpoints');
add('unversioned-alias', 'versioning', 0, VERSION, '/transactions answers like /v1/transactions');
add('openapi-needs-key', 'public document', 0, PUBLIC, 'The public OpenAPI document needs a key');
add('openapi-timeline-missing', 'public document', 1, LIVE, 'The public OpenAPI document lacks the timeline');
add(
  'openapi-not-cacheable',
  'public document',
  0,
  'Intended to be cacheable.',
  'The public OpenAPI document is served with no-store',
  false,
);
add('branding-needs-key', 'public branding status', 0, PUBLIC, 'The branding status needs a key');
add(
  'branding-docs-host-missing',
  'public branding status',
  0,
  'Public status of branding and docs-host readiness.',
  'The branding status lacks the docs host',
);
add('error-detail-leaks-terminal', 'errors', 1, SCOPE, 'The 404 of a hidden terminal names it');
add(
  'error-conflict-before-scope',
  'errors',
  1,
  SCOPE,
  'The duplicate check of disputes comes before the scope check and reveals a hidden case',
);
export const faults: Readonly<Record<string, Fault>> = all;
