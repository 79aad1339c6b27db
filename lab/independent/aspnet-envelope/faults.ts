// @ts-nocheck: written without noUncheckedIndexedAccess
export interface Fault {
  id: string;
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const LIMITED = 'Every response is limited to what the authenticated user may see.';
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const NEVER = "Rows outside the caller's scope are never returned, whatever filters are given.";
const NOPAN = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const AMT = 'The sort key value `amt_comp` refers to the completed amount.';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const DISPUTE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const MEMBERS =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const HEADER = "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).";
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const COMBINED = 'Parameters may be combined in one request.';
const JSONREADS = 'Reads return JSON unless stated otherwise.';
const FEEDS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const ACCFEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TERMFEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const WRITE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const V1 = 'Every endpoint path starts with the version prefix `/v1`.';
const ONETERM = 'Restricts rows to one terminal.';
const ONEGROUP = 'Restricts rows to one terminal group.';
const LIMIT = 'Restricts the number of rows returned.';

const list: Fault[] = [];
const add = (area: string, id: string, title: string, sentence: string, isSubtle: boolean, isMust = true): void => {
  list.push({ id, title, sentence, area, isSubtle, isMust });
};

// authentication
add('authentication', 'auth-timeline-open', 'The timeline endpoint answers without a key', KEY, false);
add(
  'authentication',
  'auth-account-feed-open',
  'The account feed answers without a key, for all terminals',
  KEY,
  false,
);
add('authentication', 'auth-secret-not-compared', 'Only the part of the key before the dot is compared', HEADER, true);
add(
  'authentication',
  'auth-key-prefix',
  'Any beginning of a valid key, also an empty header, is accepted',
  HEADER,
  true,
);
add('authentication', 'auth-any-key-catalog', 'The catalog checks only that some key is present', HEADER, true);
add('authentication', 'auth-openapi-needs-key', 'The public OpenAPI document needs a key', PUBLIC, false);
add('authentication', 'auth-branding-needs-key', 'The branding status needs a key', PUBLIC, false);
add('authentication', 'auth-head-open', 'HEAD requests are not authenticated', KEY, true);
// scope
add(
  'scope',
  'scope-transactions-account',
  'Transactions of a partly visible account are all listed',
  'Scoped, normalized transaction rows for visible terminals, plus a summary.',
  true,
);
add('scope', 'scope-terminal-filter', 'With terminal_id only the tenant is checked', NEVER, false);
add('scope', 'scope-group-filter', "With group_id all members' rows are returned", NEVER, true);
add(
  'scope',
  'scope-terminal-transactions',
  "Transactions of a terminal outside the user's scope are served",
  LIMITED,
  false,
);
add('scope', 'scope-timeline-tenant', 'Timelines are checked against the tenant only', LIMITED, false);
add('scope', 'scope-status-monitoring', 'Status monitoring is checked against the tenant only', LIMITED, false);
add('scope', 'scope-location-by-id', 'A location is served across tenants', LIMITED, false);
add('scope', 'scope-commands', 'Commands are checked against the tenant only', LIMITED, false);
add('scope', 'scope-provisioning-export', 'The provisioning export is served across tenants', LIMITED, false);
add('scope', 'scope-connector-status', 'The status of an invisible connector of the tenant is served', LIMITED, true);
add('scope', 'scope-connector-activity', "The connector's activity counts cover terminals out of scope", LIMITED, true);
add('scope', 'scope-group-members', 'A group lists its members out of scope', LIMITED, true);
add('scope', 'scope-groups-invisible', 'Groups without any visible terminal are listed by name', LIMITED, false);
add(
  'scope',
  'scope-settlements-partial',
  'Batches of partly visible accounts are listed',
  'Scoped ACH settlement batches.',
  false,
);
add(
  'scope',
  'scope-disputes-status-filter',
  'With the status filter disputes are scoped by tenant only',
  'Scoped dispute cases.',
  true,
);
add('scope', 'scope-disputes-cross-tenant-admin', 'Administrators see the disputes of all tenants', EXACT, false);
add('scope', 'scope-total-records', 'TotalRecords of transactions counts the whole tenant', LIMITED, true);
add('scope', 'scope-summary', 'The summary adds up the whole tenant', LIMITED, true);
add(
  'scope',
  'scope-locations-maintenance',
  'Locations of terminals in maintenance are missing from the list',
  EXACT,
  true,
);
add('scope', 'scope-finance-last-account', "The finance user's last account is missing from transactions", EXACT, true);
add('scope', 'scope-error-names', 'The 404 of an invisible terminal gives its code and name', LIMITED, true);
add(
  'scope',
  'scope-forbidden-reveals',
  'An invisible terminal of the tenant gives 403, an unknown one 404',
  LIMITED,
  true,
  false,
);
add('scope', 'scope-derive-accounts', "Deriving covers accounts out of the caller's scope", EXACT, true);
add('scope', 'scope-dispute-create', 'A dispute can be opened for a transaction out of scope', EXACT, false);
// filters, paging, sorting
add('filters', 'limit-plus-one', 'One row more than limit is returned', LIMIT, false);
add('filters', 'terminal-or-group', 'terminal_id and group_id are combined by OR', COMBINED, false);
add('filters', 'group-first-only', 'group_id finds only terminals whose first group it is', ONEGROUP, true);
add('filters', 'group-unknown-ignored', 'A group_id out of scope is ignored and all rows are returned', ONEGROUP, true);
add('filters', 'limit-before-filter', 'The limit is applied before the terminal filter', COMBINED, true);
add('sorting', 'sort-requested', 'amt_comp sorts by the requested amount', AMT, false);
add('sorting', 'sort-lexical', 'amt_comp compares the amounts as text', AMT, true);
add(
  'sorting',
  'sort-desc-ignored',
  'sort_dir is ignored for amt_comp: always ascending',
  'Sort direction; `desc` is a valid value.',
  false,
);
add(
  'sorting',
  'sort-within-page',
  'Rows are sorted only within the page',
  'Sort column; `amt_comp` (completed amount) is a valid value.',
  true,
);
add('paging', 'page-overlap', 'Each page but the first begins with the last row of the page before', EXACT, true);
add('paging', 'disputes-last-page', 'The last, incomplete page of disputes is empty and is not linked', EXACT, true);
add('paging', 'next-link-loses-filter', 'Links.Next drops terminal_id and group_id', COMBINED, true, false);
add('paging', 'limit-negative-500', 'A negative limit gives 500 with a stack trace', LIMIT, false, false);
// transaction rows and summary
add('transactions', 'emv-null', 'EmvIndicator is null when there is none', ROW, false);
add(
  'transactions',
  'emv-contactless-missing',
  'EmvIndicator is missing from contactless rows of /v1/transactions',
  ROW,
  true,
);
add('transactions', 'partial-completed', 'Partial dispenses show the requested amount as completed', ROW, true);
add('transactions', 'declined-surcharge', 'Declined rows show the surcharge as completed', ROW, false);
add('transactions', 'reversal-sequence', 'Reversal rows have no sequence number', ROW, true);
add('transactions', 'datetime-z', 'Local times are labelled as UTC in /v1/transactions', ROW, true);
add('transactions', 'rows-balance-missing', 'Balance inquiries are missing from /v1/transactions', EXACT, true);
add(
  'transactions',
  'terminal-site-mate',
  'Transactions of all terminals of the same site are listed',
  'Transactions of one terminal.',
  false,
);
add('summary', 'summary-no-withdrawn', 'The summary has no total withdrawn', SUMMARY, false);
add('summary', 'summary-surcharge-requested', 'Total surcharge adds up requested surcharges', SUMMARY, true);
add('summary', 'summary-ignores-terminal', 'The summary ignores terminal_id', SUMMARY, true);
// card data
add('card data', 'card-pan', 'Rows carry the full card number', NOPAN, false);
add('card data', 'card-pan-declined', 'Declined rows of one terminal carry the card number in a text', NOPAN, true);
add('card data', 'card-track-timeline', 'Timelines of magnetic stripe transactions contain track 2', NOPAN, true);
// timeline
add(
  'timeline',
  'timeline-by-sequence',
  "The timeline is looked up by sequence number: of another terminal's transaction",
  'Timeline of one transaction.',
  true,
);
add(
  'timeline',
  'timeline-declined-dispensed',
  'The timeline of a declined withdrawal reports that cash was dispensed',
  'Timeline of one transaction.',
  true,
);
// settlements
add('settlements', 'net-payout-sum', 'Net payout is the sum of credits and debits', BATCH, false);
add('settlements', 'entry-count-credits', 'EntryCount leaves out debit entries', BATCH, true);
add('settlements', 'net-missing-returned', 'Returned batches have no net payout', BATCH, true);
add('settlements', 'derive-reversed', 'Derived batches pay out reversed withdrawals', LIVE, true);
add(
  'settlements',
  'derive-not-listed',
  'Derived batches do not appear in the list',
  'Scoped ACH settlement batches.',
  false,
);
// disputes
add('disputes', 'reviewer-early', 'Reviewer is shown while under review', DISPUTE, false);
add('disputes', 'reviewer-missing-rejected', 'Rejected cases have no reviewer', DISPUTE, true);
add('disputes', 'dispute-terminal-location', 'TerminalId of a dispute is the id of the location', DISPUTE, true);
add(
  'disputes',
  'resolved-omitted',
  'Resolved cases are missing from the list without a status filter',
  'Scoped dispute cases.',
  true,
);
add('disputes', 'resolution-missing', 'Cases have no resolution fields', DISPUTE, false);
// terminals
add(
  'terminals',
  'status-maintenance',
  'Status monitoring reports terminals in maintenance as online',
  'Terminal status and telemetry.',
  false,
);
add('terminals', 'cassette-empty-dropped', 'Empty cassettes are missing from telemetry', LIVE, true);
add(
  'terminals',
  'commands-queued-omitted',
  "Queued commands are missing from the terminal's commands",
  'Commands of one terminal.',
  false,
);
add(
  'terminals',
  'location-site-mate',
  'The location of the first terminal at the same site is served',
  'One location by terminal.',
  true,
);
add(
  'terminals',
  'export-first-of-model',
  "The export's content is that of the first terminal of the model",
  'Provisioning export of one terminal.',
  true,
);
add(
  'terminals',
  'connector-always-connected',
  'The status of a degraded connector is Connected',
  'Status of one connector.',
  true,
);
add('terminals', 'group-empty-dropped', 'Empty groups are missing for administrators', EXACT, true);
add(
  'terminals',
  'provisioning-key',
  'The provisioning payload contains the terminal master key in clear',
  NOPAN,
  false,
  false,
);
// portal
add('portal', 'portal-users-all', 'Administrators see the users of all tenants', LIMITED, false);
add('portal', 'portal-compliance-unscoped', 'The compliance vault covers the whole tenant', LIMITED, true);
add('portal', 'portal-forms-missing', 'There are no forms', 'recent transactions, commands and forms', false);
add('portal', 'portal-access-flag', "The read-only user's flags allow writing", 'access flags', true);
add('portal', 'portal-dns-missing', 'The DNS state is missing', 'organization branding and DNS state', false);
add(
  'portal',
  'portal-principal',
  'The principal is the first user of the tenant',
  'Scoped portal snapshot of the current user (groups listed in section 2).',
  false,
);
add('portal', 'portal-terminals-25', 'Only the first 25 terminals are included', 'visible terminals', true);
// catalog
add('catalog', 'catalog-feeds-omitted', 'Groups without feeds have no rss_feeds member', MEMBERS, true);
add('catalog', 'catalog-flat', 'The catalog is one flat group', 'Grouped by service.', false);
add(
  'catalog',
  'catalog-event-dedupe',
  'An event is listed only in the first family that has it',
  'The same event name can appear in more than one family.',
  true,
);
add(
  'catalog',
  'catalog-event-renamed',
  'dispenser_fault is called dispenser_error',
  'heartbeat_stale, cash_low, cash_out, dispenser_fault, compliance_expiration, location_risk_change',
  false,
);
add('catalog', 'catalog-ghost-endpoint', 'The catalog lists GET /v1/terminals, which does not exist', LIVE, true);
add(
  'catalog',
  'catalog-unsigned',
  'The catalog describes webhooks as unsigned',
  'Webhook delivery is described as signed push delivery.',
  true,
);
// feeds
add(
  'feeds',
  'feed-account-type',
  'The account feed is text/xml',
  'Account RSS feed (section 6). Content type application/rss+xml.',
  false,
);
add('feeds', 'feed-terminal-type', 'The terminal feed is application/atom+xml', FEEDS, false);
add('feeds', 'feed-account-journal-scope', 'The account feed has journal items of the whole tenant', ACCFEED, true);
add('feeds', 'feed-terminal-scope', 'The feed of a terminal out of scope is served', FEEDS, false);
add('feeds', 'feed-account-no-alerts', 'The account feed has no alerts', ACCFEED, false);
add('feeds', 'feed-queued-missing', 'The terminal feed has no queued commands', TERMFEED, true);
add('feeds', 'feed-unescaped', 'Names with & make the feed malformed', FEEDS, true);
// OpenAPI document
add('openapi', 'openapi-no-sort-dir', 'The document does not declare sort_dir', LIVE, false);
add(
  'openapi',
  'openapi-internal',
  'The document lists an internal path',
  'Public OpenAPI document of the customer-safe surface. No key or session needed. Intended to be cacheable.',
  false,
);
add('openapi', 'openapi-enum', 'The Response enum lacks PartiallyDispensed', LIVE, true);
add(
  'openapi',
  'openapi-no-store',
  'The document is sent with no-store',
  'Public OpenAPI document of the customer-safe surface. No key or session needed. Intended to be cacheable.',
  false,
);
add('openapi', 'openapi-unversioned', 'The document lists the dispute paths without /v1', V1, true);
// branding, versioning, caching, privileges, other
add('branding', 'branding-tenants', 'The branding status lists the tenants and their domains', LIMITED, false);
add(
  'branding',
  'branding-no-docs-host',
  'The branding status says nothing about the docs host',
  'Public status of branding and docs-host readiness. No key needed.',
  false,
);
add('versioning', 'version-alias', 'All paths are served without /v1, too', V1, true);
add('versioning', 'version-links', 'Paging links lack /v1', V1, true);
add('caching', 'cache-connectors-by-path', 'The connectors reply is cached by path for all users', EXACT, false);
add('caching', 'cache-portal-public', 'The portal snapshot is sent with Cache-Control: public', LIMITED, false, false);
add('privileges', 'write-derive-anyone', 'A read-only user may derive settlements', WRITE, false);
add(
  'privileges',
  'write-dispute-engineer',
  'Only the role ReadOnly is refused: a field engineer may open disputes',
  WRITE,
  true,
);
add(
  'privileges',
  'write-derive-before-check',
  'Deriving is refused with 403 after the batches were stored',
  WRITE,
  true,
);
add('privileges', 'write-derive-get', 'GET on the derive path derives settlements, for any user', WRITE, false);
add(
  'surface',
  'compliance-endpoint',
  'There is an endpoint /v1/compliance',
  'No dedicated compliance endpoints exist.',
  false,
);
add('http', 'groups-text', 'Terminal groups are sent as text/plain', JSONREADS, true);
add('http', 'empty-204', 'Empty lists give 204 without a body', JSONREADS, true);

export const faults: readonly Fault[] = list;
