export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}
export const faults: Record<string, Fault> = {};
const add = (area: string, id: string, flags: string, title: string, sentence: string): void => {
  if (faults[id]) throw new Error(`duplicate fault ${id}`);
  faults[id] = { title, sentence, area, isSubtle: flags.includes('s'), isMust: flags.includes('m') };
};
const LIMITED = 'Every response is limited to what the authenticated user may see.';
const EXACT = 'The response reflects exactly the scope of the user that owns the key.';
const NEEDS = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const NEVER = "Rows outside the caller's scope are never returned, whatever filters are given.";
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const COMBINE = 'Parameters may be combined in one request.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUMMARY = 'The response also has a summary with total surcharge and total withdrawn.';
const WRITE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const DISPUTE =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const CONTRACT = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const RSS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const AFEED =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const TFEED =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';

// authentication
add(
  'authentication',
  'auth-locations-without-key',
  'ms',
  "The location list is also served without a key (with the first administrator's scope)",
  NEEDS,
);
add(
  'authentication',
  'auth-terminal-feed-without-key',
  'ms',
  'The terminal feed is served to RSS readers that send no key',
  RSS,
);
add('authentication', 'auth-catalog-without-key', 'm', 'The integration catalog needs no key', NEEDS);
add(
  'authentication',
  'auth-key-prefix',
  'ms',
  'Only the first 16 characters of the key are compared',
  "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
);
add(
  'authentication',
  'auth-openapi-needs-key',
  'm',
  'The public OpenAPI document requires a key',
  'No key or session needed.',
);
add(
  'authentication',
  'auth-public-rejects-bad-key',
  's',
  'The branding status answers 401 when an unknown key is sent along',
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.',
);

// scope and visibility
add(
  'scope',
  'scope-groups-response-cached',
  'ms',
  "The group list is cached by URL without the user, so the next user gets the previous user's list",
  EXACT,
);
add(
  'scope',
  'scope-transactions-account-user-sees-org',
  'ms',
  'An account-limited gerente gets the transactions of the whole organization',
  'Scoped, normalized transaction rows for visible terminals, plus a summary.',
);
add('scope', 'scope-terminal-filter-bypass', 'ms', 'With terminal_id the visibility restriction is lost', NEVER);
add(
  'scope',
  'scope-group-filter-bypass',
  'ms',
  'With group_id all terminals of the group count, also those that the user may not see',
  NEVER,
);
add('scope', 'scope-timeline-any-tenant', 'm', 'The timeline is found by id only, without tenant check', LIMITED);
add('scope', 'scope-location-detail-org', 'ms', 'The single location checks the organization only', LIMITED);
add('scope', 'scope-status-any-tenant', 'm', 'Status monitoring works for terminals of other customers', LIMITED);
add(
  'scope',
  'scope-terminal-transactions-account',
  'ms',
  'Transactions of one terminal check the account, not the terminal visibility',
  'The scope follows the same account, role and visibility rules as the user portal.',
);
add('scope', 'scope-commands-org', 'ms', 'Commands of one terminal check the organization only', LIMITED);
add('scope', 'scope-export-org', 'ms', 'The provisioning export checks the organization only', LIMITED);
add(
  'scope',
  'scope-connectors-org',
  'ms',
  'The connector list shows all connectors of the organization to limited users',
  EXACT,
);
add('scope', 'scope-group-members-hidden', 'ms', 'Groups list terminals that the user may not see', LIMITED);
add(
  'scope',
  'scope-settlements-account-wide',
  'ms',
  'A terminal-limited user gets all batches of the account, with hidden terminals',
  LIMITED,
);
add('scope', 'scope-disputes-org', 'ms', 'The dispute list is limited by organization only', 'Scoped dispute cases.');
add(
  'scope',
  'scope-transactions-hides-maintenance',
  'ms',
  'Transactions of terminals under maintenance are missing',
  EXACT,
);

// filters, limit, sort
add('filters', 'limit-ignored-with-sort', 'ms', 'limit has no effect when sort_by is given', COMBINE);
add(
  'filters',
  'limit-off-by-one',
  'm',
  'One row more than limit is returned',
  'Restricts the number of rows returned.',
);
add(
  'filters',
  'limit-before-scope',
  'ms',
  'The page is cut from the rows of the organization before the visibility is applied',
  EXACT,
);
add('filters', 'filter-group-overrides-terminal', 'ms', 'With group_id the terminal_id filter is dropped', COMBINE);
add(
  'filters',
  'filter-group-label-ignored',
  'ms',
  'group_id has no effect for groups of the kind etiqueta',
  'Restricts rows to one terminal group.',
);
add(
  'filters',
  'sort-amount-as-text',
  'm',
  'amt_comp is sorted as text',
  'Sort column; `amt_comp` (completed amount) is a valid value.',
);
add(
  'filters',
  'sort-amount-requested',
  'ms',
  'amt_comp sorts by the requested amount',
  'The sort key value `amt_comp` refers to the completed amount.',
);
add(
  'filters',
  'sort-desc-ascending',
  'm',
  'sort_by=amt_comp with sort_dir=desc sorts ascending',
  'Sort direction; `desc` is a valid value.',
);
add(
  'filters',
  'sort-within-page',
  'ms',
  'The page is cut first and sorted afterwards',
  'Sort column; `amt_comp` (completed amount) is a valid value.',
);
add('filters', 'page-overlap', 'ms', 'Pages after the first start one row too early', CONTRACT);

// rows and summary
add(
  'transactions',
  'row-emv-null',
  'm',
  'The EMV indicator is null instead of absent when it is not available',
  'EMV indicator (present only when available)',
);
add(
  'transactions',
  'row-surcharge-missing-inquiry',
  'ms',
  'Rows of the type consulta have no requested surcharge',
  ROW,
);
add(
  'transactions',
  'row-sequence-missing-terminal',
  'ms',
  'The transactions of one terminal have no sequence number',
  ROW,
);
add(
  'transactions',
  'row-decline-completed',
  'ms',
  'Declined withdrawals show the requested amount as completed amount',
  ROW,
);
add('transactions', 'summary-withdrawn-transfers', 'ms', 'Total withdrawn includes transfers', SUMMARY);
add('transactions', 'summary-missing-when-empty', 'ms', 'No summary when no row matches', SUMMARY);
add(
  'transactions',
  'summary-unscoped',
  'ms',
  'The summary of a terminal-limited user covers the whole organization',
  LIMITED,
);
add('transactions', 'summary-page-only', 's', 'The summary covers only the rows of the page', SUMMARY);

// card data
add('card-data', 'card-pan-inquiry-rows', 'ms', 'Rows of the type consulta carry the card number', CARD);
add('card-data', 'card-track-terminal-rows', 'm', 'The transactions of one terminal carry track 2', CARD);
add(
  'card-data',
  'card-pan-timeline-reversal',
  'ms',
  'The timeline of a reversal mentions the card number in the detail text',
  CARD,
);
add(
  'card-data',
  'card-pin-block-timeline',
  'ms',
  'The timeline of a transaction declined for a wrong PIN carries the PIN block',
  CARD,
);

// portal
add('portal', 'portal-users-all-tenants', 'ms', 'Administrators see the users of every customer', LIMITED);
add(
  'portal',
  'portal-forms-missing',
  'ms',
  'Recent forms are missing for users without write privilege',
  'recent transactions, commands and forms',
);
add(
  'portal',
  'portal-principal-admin',
  'ms',
  'The principal of an analista is the administrator of the organization',
  'Scoped portal snapshot of the current user (groups listed in section 2).',
);
add(
  'portal',
  'portal-dns-missing',
  'm',
  'The DNS state of the organization is missing',
  'organization branding and DNS state',
);
add('portal', 'portal-commands-unscoped', 'ms', 'Recent commands are those of the whole organization', LIMITED);
add(
  'portal',
  'portal-onboarding-missing',
  'ms',
  'Onboarding is missing for users of one account',
  'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
);

// terminals and locations, commands and provisioning
add(
  'terminals',
  'telemetry-missing-offline',
  's',
  'No telemetry for terminals that are offline',
  'Terminal status and telemetry.',
);
add(
  'terminals',
  'terminal-transactions-code-prefix',
  'ms',
  'Transactions of one terminal are matched by the beginning of the code (CJ-LEO-1 also gets CJ-LEO-10)',
  'Transactions of one terminal.',
);
add(
  'provisioning',
  'export-as-csv',
  'm',
  'The provisioning export is CSV',
  'Reads return JSON unless stated otherwise.',
);

// connectors
add(
  'connectors',
  'connector-status-hidden-terminals',
  'ms',
  'Connector status lists terminals that the user may not see',
  LIMITED,
);

// settlements and disputes
add('settlements', 'settlement-timing-missing-open', 'ms', 'Open batches have no timing fields', BATCH);
add(
  'settlements',
  'settlement-net-rejected',
  'ms',
  'The net payout of rejected batches adds the debits instead of subtracting them',
  BATCH,
);
add(
  'disputes',
  'dispute-reviewer-early',
  'm',
  'Reviewer metadata is shown while the case is in review',
  'reviewer metadata (only once the case is resolved)',
);
add('disputes', 'dispute-due-date-missing-new', 'ms', 'Cases created through the API have no due date', DISPUTE);

// writes
add('writes', 'write-dispute-read-role', 'm', 'A tecnico can create disputes', WRITE);
add('writes', 'write-derive-analyst', 'ms', 'An analista can derive settlements', WRITE);
add(
  'writes',
  'write-dispute-denied-but-saved',
  'ms',
  'The refused dispute of a read-only user is stored nevertheless',
  WRITE,
);
add(
  'writes',
  'write-dispute-foreign-account',
  'ms',
  'A gerente can open a dispute on a transaction of another account',
  LIMITED,
);

// feeds
add(
  'feeds',
  'feed-terminal-content-type',
  'ms',
  'The terminal feed has the content type text/xml',
  'Per-terminal RSS feed. Content type application/rss+xml.',
);
add(
  'feeds',
  'feed-account-alerts-unscoped',
  'ms',
  'The account feed shows alerts of all terminals of the organization',
  RSS,
);
add('feeds', 'feed-account-journal-missing', 'm', 'The account feed has no switch journal observations', AFEED);
add('feeds', 'feed-terminal-jobs-missing', 'ms', 'The terminal feed has no provisioning job activity', TFEED);
add('feeds', 'feed-terminal-out-of-scope', 'm', 'The terminal feed is found by id only', RSS);

// catalog, public document, branding
add(
  'catalog',
  'catalog-terminal-feed-missing',
  'ms',
  'The catalog does not list the terminal feed',
  'Which services expose feeds is listed in the integration catalog (`rss_feeds`).',
);
add(
  'catalog',
  'catalog-repeated-event-missing',
  'ms',
  'An event that already belongs to a family is left out of later families',
  '| Terminals, locations, telemetry | heartbeat_stale, cash_low, cash_out, dispenser_fault, compliance_expiration, location_risk_change |',
);
add(
  'catalog',
  'catalog-notes-missing',
  'ms',
  'The group of settlements and disputes has no notes member',
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.',
);
add('public-document', 'openapi-needs-refresh', 'ms', 'The public document lacks the provisioning export', CONTRACT);
add(
  'public-document',
  'openapi-not-cacheable',
  'm',
  'The public document is sent with no-store',
  'Intended to be cacheable.',
);
add(
  'branding',
  'branding-docs-host-missing',
  'm',
  'The branding status does not contain the docs host',
  'Public status of branding and docs-host readiness.',
);

// versioning, errors
add(
  'versioning',
  'unversioned-alias',
  'ms',
  'All endpoints also answer without the version prefix',
  'Every endpoint path starts with the version prefix `/v1`.',
);
add(
  'versioning',
  'compliance-endpoint',
  'ms',
  'GET /v1/compliance serves the compliance vault',
  'No dedicated compliance endpoints exist.',
);
add(
  'errors',
  'error-forbidden-reveals',
  's',
  'A hidden terminal of the own organization gives 403 instead of 404, so its existence is revealed',
  LIMITED,
);
