// @ts-nocheck: written without noUncheckedIndexedAccess
// Realistic bugs, each of which can be switched on alone.

export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const OWNER = 'The response reflects exactly the scope of the user that owns the key.';
const SEES = 'Every response is limited to what the authenticated user may see.';
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const ANY_FILTER = "Rows outside the caller's scope are never returned, whatever filters are given.";
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const AMT_COMP = 'The sort key value `amt_comp` refers to the completed amount.';
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const CASE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const PRIVILEGE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const ACCOUNT_FEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TERMINAL_FEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const FEED_TYPE =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';

const must = (area: string, title: string, sentence: string): Fault => ({
  title,
  sentence,
  area,
  isSubtle: false,
  isMust: true,
});
const subtle = (area: string, title: string, sentence: string): Fault => ({
  title,
  sentence,
  area,
  isSubtle: true,
  isMust: true,
});
const soft = (area: string, title: string, sentence: string, isSubtle = true): Fault => ({
  title,
  sentence,
  area,
  isSubtle,
  isMust: false,
});

export const faults: Readonly<Record<string, Fault>> = {
  // authentication
  'locations-without-key': subtle('authentication', 'The list of locations answers without a key', KEY),
  'unknown-key-becomes-reader': must('authentication', 'An unknown key is treated as the first read-only user', OWNER),
  'openapi-needs-key': must('authentication', 'The public OpenAPI document answers 401 without a key', PUBLIC),
  'branding-status-needs-key': must('authentication', 'The branding status answers 401 without a key', PUBLIC),
  'truncated-key-accepted': subtle(
    'authentication',
    'Only the first 20 characters of a key are compared',
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  ),
  'terminal-feed-without-key': subtle(
    'authentication',
    'The terminal feed is delivered when the key header is absent',
    FEED_TYPE,
  ),
  'portal-cached-per-organization': subtle(
    'authentication',
    'The portal snapshot is cached per organization instead of per user',
    OWNER,
  ),
  // scope and visibility
  'transactions-admin-cross-organization': must(
    'scope',
    'Administrators get the transactions of all organizations',
    'The service exposes tenant-scoped data of a payment-terminal (ATM-style) fleet management platform: account profile, terminals, locations, terminal groups, connectors, transactions, commands, provisioning, ACH settlement batches and disputes.',
  ),
  'transactions-account-wide': subtle(
    'scope',
    'Users limited to single terminals get the transactions of the whole account',
    'Scoped, normalized transaction rows for visible terminals, plus a summary.',
  ),
  'settlements-organization-wide': must(
    'scope',
    'Settlement batches are limited to the organization only',
    'Scoped ACH settlement batches.',
  ),
  'disputes-account-wide': subtle(
    'scope',
    'Users limited to single terminals get the disputes of the whole account',
    'Scoped dispute cases.',
  ),
  'timeline-unscoped': must('scope', 'The timeline of any transaction can be read', SEES),
  'status-monitoring-organization-wide': subtle(
    'scope',
    'Status monitoring checks the organization but not the visibility of the terminal',
    'The scope follows the same account, role and visibility rules as the user portal.',
  ),
  'provisioning-export-unscoped': subtle(
    'scope',
    "The provisioning export (not the payload) does not check the terminal's scope",
    SEES,
  ),
  'connector-status-organization-wide': subtle(
    'scope',
    'The status of a connector without visible terminals can be read',
    "Read APIs follow the portal's account, role and visibility rules.",
  ),
  'locations-hide-offline': subtle('scope', 'Offline terminals are missing in the list of locations', OWNER),
  'group-terminals-unscoped': subtle(
    'scope',
    'Terminal groups list and count terminals that the user may not see',
    SEES,
  ),
  'connector-terminal-counts-unscoped': subtle(
    'scope',
    "The terminal counts of a connector's status include terminals that the user may not see",
    SEES,
  ),
  'group-filter-bypasses-scope': must(
    'scope',
    'With group_id, the rows of all terminals of the group are returned',
    ANY_FILTER,
  ),
  'second-page-unscoped': subtle('scope', "Pages after the first are read from the organization's rows", ANY_FILTER),
  'disputes-total-count-unscoped': subtle('scope', 'totalCount of disputes counts the whole organization', SEES),
  'not-found-reveals-terminal': subtle(
    'errors',
    'The 404 problem for a terminal out of scope contains its label and account',
    SEES,
  ),
  // filters, limit and sort
  'limit-ignored-when-sorted': subtle(
    'filters',
    'limit has no effect together with sort_by',
    'Restricts the number of rows returned.',
  ),
  'group-ignored-with-terminal': subtle(
    'filters',
    'group_id is ignored when terminal_id is given too',
    'Parameters may be combined in one request.',
  ),
  'group-filter-first-group-only': subtle(
    'filters',
    'group_id matches only the first group of a terminal',
    'Restricts rows to one terminal group.',
  ),
  'amt-comp-sorted-as-text': subtle('filters', 'amt_comp compares the amounts as text', AMT_COMP),
  'amt-comp-uses-requested': subtle('filters', 'amt_comp sorts by the requested amount', AMT_COMP),
  'sort-dir-ignored-with-sort-by': must(
    'filters',
    'sort_dir=desc sorts ascending when sort_by is given',
    'Sort direction; `desc` is a valid value.',
  ),
  'sort-after-limit': subtle(
    'filters',
    'Rows are sorted by amt_comp only within the page',
    'Sort column; `amt_comp` (completed amount) is a valid value.',
  ),
  'second-page-drops-terminal-filter': subtle(
    'filters',
    'terminal_id has no effect from the second page on',
    'Restricts rows to one terminal.',
  ),
  'page-boundary-skips-row': soft('filters', 'The first row after each page is never delivered', OWNER),
  // transaction rows and summary
  'surcharge-requested-missing-on-declines': subtle('transactions', 'Declined rows have no surchargeRequested', ROW),
  'emv-indicator-always-present': must('transactions', 'Rows without chip data carry an empty emvIndicator', ROW),
  'partial-dispense-completed-amount': subtle(
    'transactions',
    'A partial dispense reports the requested amount as completed',
    ROW,
  ),
  'sequence-number-missing-on-reversals': subtle('transactions', 'Reversal rows have no sequence number', ROW),
  'summary-unscoped': subtle(
    'transactions',
    'The summary is computed over the whole organization for limited users',
    SEES,
  ),
  'summary-counts-deposits': subtle('transactions', 'totalWithdrawn includes deposits', SUMMARY),
  'summary-missing-when-empty': subtle('transactions', 'The summary is left out when no row matches', SUMMARY),
  // card data
  'pan-in-transactions': must('card-data', 'Transaction rows carry the card number', CARD),
  'pan-in-timeline': subtle('card-data', 'The first event of a timeline mentions the card number', CARD),
  'track-in-portal-transactions': subtle(
    'card-data',
    'The recent transactions of the portal snapshot carry track 2',
    CARD,
  ),
  'pin-block-on-wrong-pin': subtle('card-data', 'Rows declined for an incorrect PIN carry the PIN block', CARD),
  // portal
  'portal-users-organization-wide': must(
    'portal',
    'The portal snapshot lists all users of the organization to everyone',
    'visible users',
  ),
  'portal-recent-transactions-unscoped': subtle(
    'portal',
    'Recent transactions of the portal snapshot come from the whole organization',
    'Scoped portal snapshot of the current user (groups listed in section 2).',
  ),
  'portal-access-missing-for-readers': subtle(
    'portal',
    'The snapshot of users without write privileges has no access flags',
    'access flags',
  ),
  'portal-dns-missing-when-pending': subtle(
    'portal',
    'The DNS state is left out unless it is verified',
    'organization branding and DNS state',
  ),
  'portal-videos-missing': must(
    'portal',
    'The portal snapshot has no videos',
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
  ),
  'portal-principal-is-admin': must(
    'portal',
    "The principal of the snapshot is the organization's administrator",
    'Scoped portal snapshot of the current user (groups listed in section 2).',
  ),
  // terminals, locations, commands, provisioning
  'location-of-same-city': subtle(
    'terminals',
    'One location by terminal is looked up by city',
    'One location by terminal.',
  ),
  'telemetry-missing-when-offline': subtle(
    'terminals',
    'Status monitoring of an offline terminal has no telemetry',
    'Terminal status and telemetry.',
  ),
  'terminal-transactions-of-account': must(
    'terminals',
    'Transactions of one terminal include those of the same account',
    'Transactions of one terminal.',
  ),
  'reversal-timeline-of-original': subtle(
    'terminals',
    'The timeline of a reversal is that of the reversed transaction',
    'Timeline of one transaction.',
  ),
  'commands-of-connector': must(
    'commands',
    'Commands of one terminal include those of terminals on the same connector',
    'Commands of one terminal.',
  ),
  'payload-of-same-model': subtle(
    'provisioning',
    'The provisioning payload is cached per terminal model',
    'Provisioning payload of one terminal.',
  ),
  'provisioning-export-csv': must(
    'provisioning',
    'The provisioning export is delivered as CSV',
    'Reads return JSON unless stated otherwise.',
  ),
  // connectors and groups
  'connector-status-first-connector': must(
    'connectors',
    'The status is always that of the first visible connector',
    'Status of one connector.',
  ),
  'groups-organization-wide': must('connectors', 'Terminal groups without visible terminals are listed', OWNER),
  // settlements
  'debit-total-missing-when-zero': subtle('settlements', 'debitTotal is left out when it is zero', BATCH),
  'net-payout-gross': must('settlements', 'netPayout does not subtract the debits', BATCH),
  'entry-counts-missing-when-returned': subtle('settlements', 'Returned batches have no entry counts', BATCH),
  // disputes
  'reviewer-before-resolution': must(
    'disputes',
    'The assignee is shown as reviewer while the case is under review',
    CASE,
  ),
  'due-date-missing-when-resolved': subtle('disputes', 'Resolved cases have no due date', CASE),
  'assignment-missing-when-unassigned': subtle('disputes', 'Cases without assignee have no assignment', CASE),
  // writes and privileges
  'analyst-may-derive': must('writes', 'Analysts may derive settlements', PRIVILEGE),
  'technician-may-open-disputes': subtle('writes', 'Technicians may open disputes', 'Write path, more privileged.'),
  'dispute-for-invisible-transaction': subtle(
    'writes',
    'A dispute can be opened for a transaction of another account of the organization',
    SEES,
  ),
  'derive-organization-wide': subtle(
    'writes',
    "Deriving creates and returns batches for terminals out of the user's scope",
    SEES,
  ),
  'denied-derive-still-writes': subtle('writes', 'The privilege is checked after the batches were derived', PRIVILEGE),
  // feeds
  'account-feed-content-type': must('feeds', 'The account feed is delivered as text/xml', FEED_TYPE),
  'account-feed-without-journal': must('feeds', 'The account feed has no switch journal rows', ACCOUNT_FEED),
  'account-feed-alerts-unscoped': subtle(
    'feeds',
    'The account feed has the alerts of the whole organization',
    ACCOUNT_FEED,
  ),
  'terminal-feed-organization-wide': subtle(
    'feeds',
    'The feed of a terminal that the user may not see is delivered',
    FEED_TYPE,
  ),
  'terminal-feed-completed-commands-missing': subtle(
    'feeds',
    'The terminal feed has only queued commands',
    TERMINAL_FEED,
  ),
  'feed-text-not-escaped': subtle(
    'feeds',
    'Ampersands in feed titles are not escaped, the XML is not well-formed',
    FEED_TYPE,
  ),
  // catalog, public document, branding, versioning
  'catalog-notes-missing': subtle(
    'catalog',
    'A service group without remarks has no notes',
    'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.',
  ),
  'catalog-events-deduplicated': subtle(
    'catalog',
    'An event name is listed only in the first family',
    'The same event name can appear in more than one family.',
  ),
  'catalog-unprefixed-path': subtle(
    'versioning',
    'The catalog lists the dispute endpoints without the version prefix',
    'Every endpoint path starts with the version prefix `/v1`.',
  ),
  'openapi-timeline-missing': must('public-document', 'The public OpenAPI document lacks the timeline', LIVE),
  'openapi-key-header-name': subtle('public-document', 'The public OpenAPI document names the header Api-Key', LIVE),
  'branding-docs-host-missing': must(
    'branding',
    'The branding status has no docs-host readiness',
    'Public status of branding and docs-host readiness.',
  ),
};
const isKnownFault = (id: string) => Object.hasOwn(faults, id);
