// @ts-nocheck: written without noUncheckedIndexedAccess
// The faults. Each violates the quoted sentence of the document.

export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const LIMITED = 'Every response is limited to what the authenticated user may see.';
const RULES = 'The scope follows the same account, role and visibility rules as the user portal.';
const OWNER = 'The response reflects exactly the scope of the user that owns the key.';
const NEVER_OUTSIDE = "Rows outside the caller's scope are never returned, whatever filters are given.";
const NEEDS_KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const CARRIES_ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const COMBINED = 'Parameters may be combined in one request.';
const NO_CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const CARRIES_BATCH =
  'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const CARRIES_DISPUTE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const HIGHER = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const WRITES = 'Write paths exist (POST for settlements derive and for disputes).';
const ACCOUNT_FEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TERMINAL_FEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const FEEDS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const GROUP_MEMBERS =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const JSON_READS = 'Reads return JSON unless stated otherwise.';
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';

type Row = [id: string, area: string, isMust: boolean, isSubtle: boolean, sentence: string, title: string];

const rows = [
  // authentication
  [
    'catalog-open-without-key',
    'authentication',
    true,
    false,
    NEEDS_KEY,
    'The integration catalog answers without an API key',
  ],
  [
    'connector-status-accepts-unknown-key',
    'authentication',
    true,
    true,
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
    'The connector status checks only that some key is present',
  ],
  [
    'api-key-compared-by-prefix',
    'authentication',
    true,
    true,
    "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
    'A truncated API key is accepted',
  ],
  [
    'api-key-in-query-accepted',
    'authentication',
    true,
    true,
    NEEDS_KEY,
    'The API key is also accepted as query parameter api_key, without the header',
  ],
  [
    'portal-cached-per-organization',
    'authentication',
    true,
    true,
    OWNER,
    'The portal snapshot is cached by organization, so the second user gets the snapshot of the first',
  ],
  // scope and visibility
  [
    'terminal-transactions-cross-tenant',
    'scope',
    true,
    false,
    LIMITED,
    'Transactions of one terminal are returned for terminals of other customers',
  ],
  [
    'timeline-scope-by-organization',
    'scope',
    true,
    true,
    RULES,
    'The timeline checks the organization only, not account or terminal visibility',
  ],
  [
    'status-monitoring-scope-by-account',
    'scope',
    true,
    true,
    RULES,
    'Status monitoring is open for every terminal of an account in which the user sees one terminal',
  ],
  [
    'locations-list-by-account',
    'scope',
    true,
    true,
    LIMITED,
    'A technician gets the locations of all terminals of the account',
  ],
  [
    'location-by-terminal-unscoped',
    'scope',
    true,
    false,
    LIMITED,
    'A location of another customer can be read by terminal id',
  ],
  [
    'connector-status-counts-hidden-terminals',
    'scope',
    true,
    true,
    LIMITED,
    'The terminal counts of a connector status include terminals that the user does not see',
  ],
  [
    'group-members-unfiltered',
    'scope',
    true,
    true,
    LIMITED,
    'The terminal group list names members that the user does not see',
  ],
  [
    'commands-scope-by-organization',
    'scope',
    true,
    true,
    RULES,
    'Commands can be read for every terminal of the organization',
  ],
  [
    'provisioning-payload-unscoped',
    'scope',
    true,
    false,
    LIMITED,
    'The provisioning payload of a terminal of another customer can be read',
  ],
  [
    'settlements-shown-to-technician',
    'scope',
    true,
    true,
    RULES,
    'A user with terminal visibility gets the settlement batches of the whole account',
  ],
  [
    'settlements-auditor-organization-wide',
    'scope',
    true,
    true,
    RULES,
    'An auditor of one account gets the batches of all accounts of the organization',
  ],
  [
    'disputes-scope-by-account',
    'scope',
    true,
    true,
    RULES,
    'A technician gets disputes of hidden terminals in the same account',
  ],
  [
    'disputes-total-organization-wide',
    'scope',
    true,
    true,
    LIMITED,
    'The total of the dispute list counts cases that the user does not see',
  ],
  [
    'transactions-group-filter-bypasses-scope',
    'scope',
    true,
    true,
    NEVER_OUTSIDE,
    'With group_id, rows of hidden members of a visible group are returned',
  ],
  [
    'transactions-terminal-filter-bypasses-tenant',
    'scope',
    true,
    false,
    NEVER_OUTSIDE,
    'With terminal_id, rows of a terminal of another customer are returned',
  ],
  [
    'transactions-summary-by-account',
    'scope',
    true,
    true,
    LIMITED,
    'The summary of a technician adds up the rows of whole accounts',
  ],
  [
    'transactions-lack-maintenance-terminals',
    'scope',
    true,
    true,
    OWNER,
    'Rows of terminals in maintenance are left out',
  ],
  // filters, limit, sort
  [
    'limit-one-too-many',
    'filters',
    true,
    false,
    '| limit | Restricts the number of rows returned. |',
    'With limit, one row more is returned',
  ],
  ['limit-ignored-with-group', 'filters', true, true, COMBINED, 'limit has no effect together with group_id'],
  [
    'terminal-filter-ignored-with-group',
    'filters',
    true,
    true,
    COMBINED,
    'terminal_id has no effect together with group_id',
  ],
  [
    'sort-amt-comp-as-text',
    'filters',
    true,
    true,
    'The sort key value `amt_comp` refers to the completed amount.',
    'sort_by=amt_comp compares the amounts as text',
  ],
  [
    'sort-amt-comp-uses-requested',
    'filters',
    true,
    true,
    'The sort key value `amt_comp` refers to the completed amount.',
    'sort_by=amt_comp sorts by the requested amount',
  ],
  [
    'sort-desc-ignored-with-terminal',
    'filters',
    true,
    true,
    '| sort_dir | Sort direction; `desc` is a valid value. |',
    'Together with terminal_id, sort_dir=desc sorts ascending',
  ],
  [
    'second-page-repeats-row',
    'filters',
    false,
    true,
    'Scoped, normalized transaction rows for visible terminals, plus a summary.',
    'The second page begins with the last row of the first page',
  ],
  // transaction rows and summary
  [
    'emv-indicator-empty-text',
    'transactions',
    true,
    false,
    CARRIES_ROW,
    'The EMV indicator is an empty string when it is not available',
  ],
  [
    'declined-row-completed-amount',
    'transactions',
    true,
    true,
    CARRIES_ROW,
    'Declined rows show the requested amount as completed',
  ],
  [
    'inquiry-row-without-sequence',
    'transactions',
    true,
    true,
    CARRIES_ROW,
    'Rows of balance inquiries have no sequence number',
  ],
  ['reversal-row-without-response', 'transactions', true, true, CARRIES_ROW, 'Rows of reversals have no response'],
  ['summary-of-page-only', 'transactions', false, true, SUMMARY, 'The summary covers only the rows of the page'],
  [
    'summary-withdrawn-from-requested',
    'transactions',
    true,
    false,
    SUMMARY,
    'total_withdrawn adds up requested amounts, also of declines',
  ],
  [
    'summary-surcharge-without-inquiries',
    'transactions',
    true,
    true,
    SUMMARY,
    'total_surcharge leaves out the surcharges of balance inquiries',
  ],
  ['summary-missing-when-empty', 'transactions', true, true, SUMMARY, 'The summary is missing when no row matches'],
  // card data
  ['timeline-reversal-shows-pan', 'card data', true, true, NO_CARD, 'The timeline of a reversal shows the card number'],
  ['row-card-number-on-reversal', 'card data', true, true, NO_CARD, 'Rows of reversals have the card number'],
  ['terminal-rows-track-data', 'card data', true, false, NO_CARD, 'Transactions of one terminal include track data'],
  [
    'timeline-pin-block-on-wrong-pin',
    'card data',
    true,
    true,
    NO_CARD,
    'The timeline of a wrong-PIN decline shows the PIN block',
  ],
  // portal
  [
    'portal-dns-state-admin-only',
    'portal',
    true,
    true,
    '- organization branding and DNS state',
    'The portal has no DNS state for users who are not administrators',
  ],
  [
    'portal-report-catalog-missing-for-auditor',
    'portal',
    true,
    true,
    '- the available report catalog',
    'The portal has no report catalog for auditors',
  ],
  [
    'portal-users-organization-wide',
    'portal',
    true,
    true,
    LIMITED,
    'The portal lists all users of the organization to everybody',
  ],
  [
    'portal-alert-count-unscoped',
    'portal',
    true,
    true,
    LIMITED,
    'The alert count of the portal counts alerts of the whole platform',
  ],
  [
    'portal-documents-missing-for-account-users',
    'portal',
    true,
    true,
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
    'The portal has no documents for users with account visibility',
  ],
  [
    'portal-flags-grant-analyst-writes',
    'portal',
    false,
    true,
    RULES,
    'The access flags of an analyst claim that disputes can be created',
  ],
  // terminals and locations
  [
    'location-of-sibling-at-same-site',
    'terminals',
    true,
    true,
    '| GET | /v1/locations/{terminal_id} | One location by terminal. |',
    'At a site with two terminals the location of the other terminal is returned',
  ],
  [
    'telemetry-missing-when-offline',
    'terminals',
    true,
    true,
    '| GET | /v1/terminals/{terminal_id}/status-monitoring | Terminal status and telemetry. |',
    'Offline terminals have no telemetry',
  ],
  // commands and provisioning
  [
    'commands-of-whole-account',
    'commands',
    true,
    false,
    '| GET | /v1/terminals/{terminal_id}/commands | Commands of one terminal. |',
    'The commands of all terminals of the account are returned',
  ],
  ['provisioning-export-as-csv', 'commands', true, false, JSON_READS, 'The provisioning export is returned as CSV'],
  // connectors and groups
  [
    'connector-id-as-number',
    'connectors',
    true,
    false,
    '`{terminal_id}`, `{transaction_id}`, `{connector_id}`: string identifiers.',
    'The connector list has numbers as identifiers',
  ],
  // settlements and disputes
  [
    'net-payout-wrong-when-returned',
    'settlements',
    true,
    true,
    CARRIES_BATCH,
    'The net payout of returned batches adds the debits',
  ],
  [
    'pending-batch-without-debit-total',
    'settlements',
    true,
    true,
    CARRIES_BATCH,
    'Pending batches have no debit total',
  ],
  [
    'reviewer-before-resolution',
    'disputes',
    true,
    true,
    CARRIES_DISPUTE,
    'The reviewer is shown while the case is under review',
  ],
  ['dispute-due-date-missing-when-open', 'disputes', true, true, CARRIES_DISPUTE, 'Open disputes have no due date'],
  // writes and privileges
  ['analyst-may-derive', 'writes', true, false, HIGHER, 'An analyst, who may only read, can derive settlements'],
  ['technician-may-dispute', 'writes', true, true, HIGHER, 'A technician, who may only read, can open disputes'],
  [
    'dispute-about-hidden-transaction',
    'writes',
    true,
    true,
    RULES,
    'An account manager can open a dispute about a transaction of another account',
  ],
  [
    'derive-for-other-tenant',
    'writes',
    true,
    false,
    LIMITED,
    'An administrator can derive a batch for an account of another customer',
  ],
  [
    'created-dispute-visible-to-all',
    'writes',
    true,
    true,
    LIMITED,
    'A dispute created with POST is visible to every user',
  ],
  ['derive-twice-doubles-batch', 'writes', false, true, WRITES, 'Deriving the same day twice makes a second batch'],
  // feeds
  [
    'account-feed-alerts-unscoped',
    'feeds',
    true,
    true,
    ACCOUNT_FEED,
    'The account feed has alerts of hidden terminals of the organization',
  ],
  [
    'account-feed-without-journal',
    'feeds',
    true,
    false,
    ACCOUNT_FEED,
    'The account feed has no switch journal observations',
  ],
  ['terminal-feed-cross-tenant', 'feeds', true, false, FEEDS, 'The feed of a terminal of another customer can be read'],
  ['terminal-feed-content-type', 'feeds', true, true, FEEDS, 'The terminal feed is sent as text/xml'],
  [
    'terminal-feed-without-queued-commands',
    'feeds',
    true,
    true,
    TERMINAL_FEED,
    'The terminal feed has only completed commands',
  ],
  // catalog
  [
    'catalog-notes-left-out-when-empty',
    'catalog',
    true,
    true,
    GROUP_MEMBERS,
    'Service groups without notes have no member notes',
  ],
  [
    'catalog-event-only-in-first-family',
    'catalog',
    true,
    true,
    '| Terminals, locations, telemetry | heartbeat_stale, cash_low, cash_out, dispenser_fault, compliance_expiration, location_risk_change |',
    'heartbeat_stale is missing in the terminals family',
  ],
  [
    'catalog-lists-retired-endpoint',
    'catalog',
    true,
    false,
    LIVE,
    'The catalog lists an endpoint that does not exist any more',
  ],
  [
    'catalog-lists-compliance-endpoint',
    'catalog',
    true,
    true,
    'No dedicated compliance endpoints exist.',
    'The catalog lists a compliance endpoint',
  ],
  // public document and versioning
  ['public-openapi-requires-key', 'public document', true, false, PUBLIC, 'The public document needs a key'],
  [
    'openapi-not-cacheable',
    'public document',
    true,
    true,
    'Intended to be cacheable.',
    'The public document is sent with Cache-Control: no-store',
  ],
  [
    'openapi-lacks-dispute-creation',
    'public document',
    true,
    true,
    LIVE,
    'The public document lacks POST /v1/disputes',
  ],
  [
    'openapi-terminal-feed-without-security',
    'public document',
    true,
    true,
    LIVE,
    'The public document says that the terminal feed needs no key',
  ],
  [
    'openapi-settlement-member-renamed',
    'public document',
    true,
    true,
    LIVE,
    'The public document has an old member name for the net payout',
  ],
  [
    'openapi-feed-path-unversioned',
    'versioning',
    true,
    true,
    'Every endpoint path starts with the version prefix `/v1`.',
    'The public document has the path of the account feed without version',
  ],
  // public branding status
  ['branding-status-requires-key', 'public branding', true, false, PUBLIC, 'The branding status needs a key'],
  [
    'branding-status-without-docs-host',
    'public branding',
    true,
    false,
    '| GET | /v1/public/branding-status | Public status of branding and docs-host readiness. No key needed. |',
    'The branding status says nothing about the docs host',
  ],
  // errors
  [
    'not-found-names-other-customer',
    'errors',
    true,
    true,
    LIMITED,
    'The error for a terminal of another customer names that customer',
  ],
] as const satisfies readonly Row[];

export type FaultId = (typeof rows)[number][0];
export const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  rows.map(([id, area, isMust, isSubtle, sentence, title]) => [id, { title, sentence, area, isSubtle, isMust }]),
);
