// @ts-nocheck: written without noUncheckedIndexedAccess
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const KEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const HEADER = "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).";
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const LIMITED = 'Every response is limited to what the authenticated user may see.';
const ROLE = 'The scope follows the same account, role and visibility rules as the user portal.';
const FILTERS = "Rows outside the caller's scope are never returned, whatever filters are given.";
const COMBINE = 'Parameters may be combined in one request.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const PRIVILEGE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const CASE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const ACCOUNT_FEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TERMINAL_FEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const FEEDS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const MEMBERS =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const JSON_READS = 'Reads return JSON unless stated otherwise.';
const SAFE = 'Public OpenAPI document of the customer-safe surface.';
const PREFIX = 'Every endpoint path starts with the version prefix `/v1`.';
const AMT_COMP = 'The sort key value `amt_comp` refers to the completed amount.';

type Row = readonly [id: string, area: string, flags: string, sentence: string, title: string]; // flags: m = must, s = subtle
const rows: readonly Row[] = [
  // authentication
  [
    'auth-connector-status-open',
    'authentication',
    'ms',
    KEY,
    'The status of a connector answers without a key (the authentication filter skips this action)',
  ],
  [
    'auth-terminal-feed-open',
    'authentication',
    'm',
    FEEDS,
    'The terminal feed answers without a key, so that feed readers work',
  ],
  [
    'auth-key-truncated',
    'authentication',
    'ms',
    HEADER,
    'Keys are compared in their first 16 characters only (short column), so a wrong tail is accepted',
  ],
  ['auth-blank-key', 'authentication', 'ms', KEY, 'An empty key matches an invited user who has no key yet'],
  ['public-openapi-needs-key', 'public-document', 'm', PUBLIC, 'The public OpenAPI document needs a key'],
  ['public-branding-needs-key', 'branding', 'm', PUBLIC, 'The public branding status needs a key'],
  // scope
  [
    'scope-terminal-filter',
    'scope',
    'ms',
    FILTERS,
    'terminal_id is looked up among all terminals; a foreign terminal gives its rows',
  ],
  [
    'scope-group-filter',
    'scope',
    'ms',
    FILTERS,
    'group_id gives the rows of all members of a visible group, the invisible ones too',
  ],
  [
    'scope-timeline-organization',
    'scope',
    'ms',
    ROLE,
    'The timeline is limited to the organization, not to the account or the assigned terminals',
  ],
  [
    'scope-location-sibling',
    'scope',
    'ms',
    LIMITED,
    'A location (list) names all terminals at the site, the invisible ones too',
  ],
  ['scope-status-monitoring-any', 'scope', 'm', LIMITED, 'Status monitoring of a terminal of any tenant is readable'],
  [
    'scope-commands-organization',
    'scope',
    'ms',
    LIMITED,
    'Commands of one terminal are limited to the organization only',
  ],
  [
    'scope-connector-status-terminals',
    'scope',
    'ms',
    LIMITED,
    'The status of a connector lists all its terminals, the invisible ones too',
  ],
  ['scope-group-count', 'scope', 'ms', LIMITED, 'terminal_count of a group counts invisible members'],
  ['scope-portal-users', 'scope', 'm', LIMITED, 'The portal shows all users of the organization to everybody'],
  [
    'scope-portal-vault',
    'scope',
    'ms',
    LIMITED,
    'The compliance vault in the portal contains items of invisible terminals',
  ],
  [
    'scope-settlements-organization',
    'scope',
    'm',
    LIMITED,
    'Users of one account see the settlements of all accounts of the organization',
  ],
  [
    'scope-disputes-technician',
    'scope',
    'ms',
    LIMITED,
    'Users with assigned terminals see all disputes of the accounts of these terminals',
  ],
  [
    'scope-account-feed-journal',
    'scope',
    'ms',
    ACCOUNT_FEED,
    'The account feed contains switch journal entries of the whole organization',
  ],
  [
    'scope-terminal-feed-organization',
    'scope',
    'ms',
    FEEDS,
    'The feed of an invisible terminal of the same organization is readable',
  ],
  [
    'scope-summary-organization',
    'scope',
    'ms',
    LIMITED,
    'The summary covers the whole organization when there is no filter',
  ],
  ['scope-groups-partial-hidden', 'connectors', 'ms', EXACT, 'Groups with at least one invisible member are missing'],
  // filters, limit, sort, paging
  [
    'limit-off-by-one',
    'filters',
    'm',
    'Restricts the number of rows returned.',
    'limit gives one row more than asked for',
  ],
  ['limit-ignored-with-group', 'filters', 'ms', COMBINE, 'limit is ignored together with group_id'],
  [
    'filter-terminal-or-group',
    'filters',
    'ms',
    COMBINE,
    'terminal_id and group_id together give rows that match either',
  ],
  ['sort-amt-comp-lexical', 'filters', 'ms', AMT_COMP, 'amt_comp sorts amounts as text'],
  ['sort-amt-comp-requested', 'filters', 'ms', AMT_COMP, 'amt_comp sorts by the requested amount'],
  ['sort-after-paging', 'filters', 'ms', COMBINE, 'Rows are sorted within the page only'],
  ['paging-skips-row', 'filters', 'ms', EXACT, 'From the second page on one transaction is skipped'],
  [
    'link-drops-group',
    'filters',
    's',
    'Restricts rows to one terminal group.',
    'The next link forgets group_id, so that page 2 has rows of other groups',
  ],
  ['link-unversioned', 'versioning', 'ms', PREFIX, 'Link header of settlements points to a path without /v1'],
  // rows and summary
  ['row-surcharge-omitted', 'rows', 'ms', ROW, 'surcharge_completed is missing when it is zero'],
  ['row-emv-null', 'rows', 'ms', ROW, 'emv is present as null when it is not available'],
  ['row-response-omitted', 'rows', 'm', ROW, 'Declined rows have neither response nor response_code'],
  ['row-partial-amount', 'rows', 'ms', ROW, 'Partial dispenses show the requested amount as completed'],
  [
    'row-type-raw',
    'rows',
    'ms',
    'Scoped, normalized transaction rows for visible terminals, plus a summary.',
    'Rows from NDC connectors carry the raw transaction type of the protocol',
  ],
  [
    'summary-surcharge-requested',
    'rows',
    'ms',
    SUMMARY,
    'total_surcharge adds the requested surcharges, declined ones too',
  ],
  ['summary-withdrawn-deposits', 'rows', 'ms', SUMMARY, 'total_withdrawn adds deposits'],
  // card data
  ['card-pan-rows', 'card-data', 'ms', CARD, 'Rows of magnetic stripe fallback contain the card number'],
  [
    'card-pan-timeline',
    'card-data',
    'ms',
    CARD,
    'The timeline of a declined transaction quotes the card number in a message',
  ],
  ['card-track2-terminal', 'card-data', 'ms', CARD, 'Transactions of one terminal contain track 2'],
  ['card-pin-block-timeline', 'card-data', 'ms', CARD, 'The timeline of a PIN change contains the PIN block'],
  // portal
  [
    'portal-reports-missing',
    'portal',
    'ms',
    'the available report catalog',
    'Users without write privileges get no report catalog',
  ],
  [
    'portal-videos-missing',
    'portal',
    'ms',
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
    'The portal has no videos',
  ],
  [
    'portal-recent-oldest',
    'portal',
    'ms',
    'recent transactions, commands and forms',
    'Recent transactions are the oldest ones',
  ],
  [
    'portal-principal-owner',
    'portal',
    'm',
    'Scoped portal snapshot of the current user (groups listed in section 2).',
    'principal is the administrator of the organization',
  ],
  ['portal-access-flags', 'portal', 's', 'access flags', 'Auditors get create_disputes: true although they may not'],
  // terminals and locations
  [
    'location-wrong-site',
    'terminals',
    'ms',
    'One location by terminal.',
    'The location is searched by city, so that a second site in the city gives the first one',
  ],
  ['locations-without-coordinates', 'terminals', 'ms', EXACT, 'Locations without coordinates are missing in the list'],
  [
    'status-telemetry-offline',
    'terminals',
    'ms',
    'Terminal status and telemetry.',
    'Offline terminals have no telemetry',
  ],
  [
    'terminal-transactions-site',
    'terminals',
    'ms',
    'Transactions of one terminal.',
    'Transactions of all visible terminals at the same site are included',
  ],
  // commands and provisioning
  ['provisioning-export-text', 'commands', 'm', JSON_READS, 'The provisioning export is plain text'],
  [
    'provisioning-payload-connector',
    'commands',
    'ms',
    'Provisioning payload of one terminal.',
    'The payload is cached per connector: the one of the first visible terminal of the connector',
  ],
  // settlements
  ['settlement-net-sum', 'settlements', 'ms', BATCH, 'net_payout adds the debits'],
  [
    'settlement-returned-hidden',
    'settlements',
    'ms',
    EXACT,
    'Returned batches are missing for everybody but administrators',
  ],
  // disputes
  ['dispute-reviewer-early', 'disputes', 'ms', CASE, 'reviewer is published for cases under review'],
  ['dispute-created-without-terminal', 'disputes', 'ms', CASE, 'A case made by POST has no terminal id'],
  [
    'dispute-status-filter',
    'versioning',
    'ms',
    LIVE,
    'The documented status filter of disputes is ignored together with terminal_id',
  ],
  // writes
  ['derive-auditor', 'writes', 'm', PRIVILEGE, 'Auditors may derive settlements'],
  [
    'derive-foreign-account',
    'writes',
    'ms',
    LIMITED,
    'An administrator can derive the settlement of an account of another tenant',
  ],
  [
    'derive-not-listed',
    'writes',
    'ms',
    'Write paths exist (POST for settlements derive and for disputes).',
    'A derived batch is answered but not stored',
  ],
  ['dispute-create-technician', 'writes', 'm', PRIVILEGE, 'Field technicians may create disputes'],
  [
    'dispute-create-out-of-scope',
    'writes',
    'ms',
    LIMITED,
    'Account managers can create disputes on transactions of the other account',
  ],
  // feeds
  ['feed-account-content-type', 'feeds', 'm', FEEDS, 'The account feed is served as application/xml'],
  [
    'feed-account-offline-status',
    'feeds',
    'ms',
    ACCOUNT_FEED,
    'The account feed has no status rows of offline terminals',
  ],
  ['feed-terminal-queued', 'feeds', 'ms', TERMINAL_FEED, 'The terminal feed has no queued commands'],
  [
    'feed-terminal-alerts',
    'feeds',
    'ms',
    TERMINAL_FEED,
    'The terminal feed has the alerts of all visible terminals of the account',
  ],
  // catalog
  [
    'catalog-event-deduplicated',
    'catalog',
    'ms',
    'The same event name can appear in more than one family.',
    'An event that is in two families is listed in the first only',
  ],
  ['catalog-notes-omitted', 'catalog', 'ms', MEMBERS, 'Groups without notes have no notes member'],
  [
    'catalog-feed-missing',
    'catalog',
    'm',
    'Which services expose feeds is listed in the integration catalog (`rss_feeds`).',
    'The terminal feed is not in rss_feeds',
  ],
  [
    'catalog-compliance-endpoint',
    'catalog',
    'ms',
    'No dedicated compliance endpoints exist.',
    'The catalog lists a compliance endpoint that does not exist',
  ],
  // public document
  ['openapi-path-missing', 'public-document', 'm', LIVE, 'The timeline is missing in the OpenAPI document'],
  [
    'openapi-parameter-name',
    'public-document',
    'ms',
    LIVE,
    'The OpenAPI document names sort_order instead of sort_dir',
  ],
  ['openapi-key-example', 'public-document', 'ms', SAFE, 'The OpenAPI document contains a live API key as an example'],
  [
    'openapi-not-cacheable',
    'public-document',
    'm',
    'Intended to be cacheable.',
    'The OpenAPI document is sent with Cache-Control: no-store and without an ETag',
  ],
  // branding, versioning, errors
  [
    'branding-docs-host-missing',
    'branding',
    'm',
    'Public status of branding and docs-host readiness.',
    'The branding status has no state of the docs host',
  ],
  [
    'drift-connector-member',
    'versioning',
    'ms',
    LIVE,
    'Connectors carry terminals_count instead of the documented terminal_count',
  ],
  ['error-names-owner', 'errors', 'ms', LIMITED, 'The error for an out-of-scope terminal names its owner'],
  ['error-html', 'errors', 's', JSON_READS, 'An unknown transaction gives an HTML error page'],
];

export const faults: Readonly<Record<string, Fault>> = Object.freeze(
  Object.fromEntries(
    rows.map(([id, area, flags, sentence, title]) => [
      id,
      { title, sentence, area, isSubtle: flags.includes('s'), isMust: flags.includes('m') },
    ]),
  ),
);
