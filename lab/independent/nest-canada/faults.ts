// @ts-nocheck: written without noUncheckedIndexedAccess
// The realistic bugs that createService({ fault }) can switch on, each with the sentence of the document that it violates.
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const f = (area: string, isMust: boolean, isSubtle: boolean, title: string, sentence: string): Fault => ({
  title,
  sentence,
  area,
  isSubtle,
  isMust,
});

const needsKey = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const limited = 'Every response is limited to what the authenticated user may see.';
const exact = 'The response reflects exactly the scope of the user that owns the key.';
const never = "Rows outside the caller's scope are never returned, whatever filters are given.";
const combine = 'Parameters may be combined in one request.';
const row =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const summary = 'The response also has a summary with total surcharge and total withdrawn.';
const card = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const batch = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const dispute =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const privilege = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const feedRules =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const accountFeed =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const terminalFeed =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const members =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const contract = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const isPublic =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';

export const faults: Readonly<Record<string, Fault>> = {
  // authentication
  'auth-connectors-anonymous': f(
    'authentication',
    true,
    true,
    'The connector list answers without a key, as the first user of the table',
    needsKey,
  ),
  'auth-catalog-open': f('authentication', true, false, 'The guard is missing on the integration catalog', needsKey),
  'auth-key-suffix-accepted': f(
    'authentication',
    true,
    true,
    'Keys are compared by their beginning, so that a key with extra characters is accepted',
    exact,
  ),
  'auth-terminal-feed-anonymous': f(
    'authentication',
    true,
    true,
    'The feed of a terminal is served without a key to anybody who knows the id',
    needsKey,
  ),
  'auth-branding-needs-key': f('authentication', true, false, 'The branding status is behind the key guard', isPublic),
  'auth-portal-cache-shared': f(
    'authentication',
    true,
    true,
    'The portal snapshot is cached by organization instead of by user',
    exact,
  ),
  // scope and visibility
  'scope-transactions-account-level': f(
    'scope',
    true,
    true,
    'The transaction list resolves a terminal restriction to whole accounts',
    'Scoped, normalized transaction rows for visible terminals, plus a summary.',
  ),
  'scope-terminal-filter-bypass': f('scope', true, false, 'terminal_id replaces the scope condition', never),
  'scope-group-filter-bypass': f(
    'scope',
    true,
    true,
    'group_id expands to all members of the group, visible or not',
    never,
  ),
  'scope-timeline-tenant-level': f('scope', true, true, 'The timeline checks only the organization', limited),
  'scope-monitoring-account-level': f(
    'scope',
    true,
    true,
    'Status monitoring checks the accounts of the user, not the terminals',
    limited,
  ),
  'scope-commands-open': f('scope', true, false, 'Commands of any terminal are readable', limited),
  'scope-group-members-unfiltered': f(
    'scope',
    true,
    true,
    'The group list names all members, also those that the user may not see',
    limited,
  ),
  'scope-connector-count-unfiltered': f(
    'scope',
    true,
    true,
    'terminalCount of a connector counts all its terminals',
    limited,
  ),
  'scope-disputes-account-level': f(
    'scope',
    true,
    true,
    'Disputes are limited to the accounts of the visible terminals instead of the terminals',
    'Scoped dispute cases.',
  ),
  'scope-dispute-status-filter-leak': f(
    'scope',
    true,
    true,
    'With the status filter the scope condition of disputes gets lost (AND/OR precedence)',
    'Scoped dispute cases.',
  ),
  'scope-settlements-tenant-level': f(
    'scope',
    true,
    false,
    'The settlement list shows all batches of the organization',
    'Scoped ACH settlement batches.',
  ),
  'scope-settlement-total-unscoped': f(
    'scope',
    true,
    true,
    'meta.total of the settlement list counts the batches of all accounts',
    limited,
  ),
  'scope-locations-second-page': f(
    'scope',
    true,
    true,
    'Locations with an offset use the query of the organization',
    limited,
  ),
  // filters, limit, sort
  'limit-ignored-with-terminal-filter': f(
    'filters',
    true,
    true,
    'limit has no effect together with terminal_id',
    'Restricts the number of rows returned.',
  ),
  'limit-plus-one-on-later-pages': f(
    'filters',
    true,
    true,
    'Pages after the first one carry one row too many',
    'Restricts the number of rows returned.',
  ),
  'sort-amount-requested': f(
    'filters',
    true,
    true,
    'amt_comp sorts by the requested amount',
    'The sort key value `amt_comp` refers to the completed amount.',
  ),
  'sort-desc-lost-with-group': f(
    'filters',
    true,
    true,
    'sort_dir=desc is lost when a group filter is present',
    combine,
  ),
  'sort-within-page-only': f(
    'filters',
    true,
    true,
    'An explicit sort is applied after the page was cut',
    'Sort column; `amt_comp` (completed amount) is a valid value.',
  ),
  'filter-terminal-overrides-group': f(
    'filters',
    true,
    false,
    'group_id is ignored when terminal_id is present',
    combine,
  ),
  'filter-offset-overlap': f(
    'filters',
    false,
    true,
    'Each later page repeats the last row of the page before',
    'Restricts the number of rows returned.',
  ),
  // transaction rows and summary
  'row-surcharge-missing-on-declines': f('transactions', true, true, 'Declined rows have no requested surcharge', row),
  'row-sequence-missing-on-reversals': f('transactions', true, true, 'Reversal rows have no sequence number', row),
  'row-emv-placeholder': f('transactions', true, true, 'Rows without an EMV indicator carry a placeholder', row),
  'row-newfoundland-half-hour': f(
    'transactions',
    true,
    true,
    'The local text of Newfoundland terminals is half an hour off',
    row,
  ),
  'summary-page-only': f('transactions', false, true, 'The summary covers only the rows of the page', summary),
  'summary-counts-declined': f(
    'transactions',
    true,
    false,
    'Total withdrawn includes requested amounts of declined withdrawals',
    summary,
  ),
  'summary-surcharge-requested': f(
    'transactions',
    true,
    true,
    'Total surcharge adds the requested instead of the completed surcharge',
    summary,
  ),
  'summary-account-level': f(
    'transactions',
    true,
    true,
    'The summary adds the rows of whole accounts for a user with some terminals',
    limited,
  ),
  'summary-missing-when-empty': f('transactions', true, true, 'Without rows the summary is missing', summary),
  'summary-counts-transfers': f('transactions', true, true, 'Total withdrawn includes account transfers', summary),
  // card data
  'card-pan-in-timeline-of-declines': f(
    'card-data',
    true,
    true,
    'The host response of a declined transaction repeats the card number',
    card,
  ),
  'card-track2-in-terminal-transactions': f(
    'card-data',
    true,
    false,
    'Rows of one terminal carry the raw track 2',
    card,
  ),
  'card-pan-in-portal-recent': f(
    'card-data',
    true,
    true,
    'Recent transactions of the portal carry the card number',
    card,
  ),
  'card-pin-block-on-reversals': f('card-data', true, true, 'Reversal rows carry the PIN block of the advice', card),
  // portal
  'portal-terminals-tenant-level': f(
    'portal',
    true,
    true,
    'The portal lists the terminals of the whole organization for an account user',
    limited,
  ),
  'portal-users-all-organizations': f(
    'portal',
    true,
    false,
    'An administrator sees the users of all organizations',
    limited,
  ),
  'portal-report-catalog-missing-for-analyst': f(
    'portal',
    true,
    true,
    'The report catalog is only built for roles that write',
    'the available report catalog',
  ),
  'portal-dns-missing': f(
    'portal',
    true,
    false,
    'The organization has no DNS state',
    'organization branding and DNS state',
  ),
  'portal-flags-of-admin': f(
    'portal',
    true,
    true,
    'Access flags are those of the administrator for a field technician',
    exact,
  ),
  'portal-compliance-account-level': f(
    'portal',
    true,
    true,
    'Compliance vault items ignore a terminal restriction',
    limited,
  ),
  // terminals and locations
  'location-missing-for-inactive': f(
    'terminals',
    true,
    true,
    'Inactive terminals have no location page',
    'One location by terminal.',
  ),
  'monitoring-no-telemetry-when-offline': f(
    'terminals',
    true,
    true,
    'Offline terminals have no telemetry',
    'Terminal status and telemetry.',
  ),
  'terminal-transactions-type-filter': f(
    'terminals',
    true,
    true,
    'With a type filter the rows of other visible terminals appear',
    'Transactions of one terminal.',
  ),
  // commands and provisioning
  'commands-completed-only': f(
    'commands',
    true,
    false,
    'Queued commands are missing in the list',
    'Commands are described as queued and completed, and provisioning jobs exist as activity.',
  ),
  'export-of-neighbour': f(
    'commands',
    true,
    true,
    'The export is cached by model and answers with another terminal of the same account',
    'Provisioning export of one terminal.',
  ),
  // connectors
  'connector-status-first': f(
    'connectors',
    true,
    false,
    'The status page answers with the first visible connector',
    'Status of one connector.',
  ),
  // settlements
  'settlement-net-payout-adds-debits': f('settlements', true, false, 'The net payout adds debits', batch),
  'settlement-counts-missing-on-returned': f('settlements', true, true, 'Returned batches have no entry counts', batch),
  'settlement-timing-missing-on-pending': f('settlements', true, true, 'Pending batches have no timing fields', batch),
  // disputes
  'dispute-reviewer-before-resolution': f(
    'disputes',
    true,
    false,
    'The reviewer shows while the case is under review',
    dispute,
  ),
  'dispute-due-date-missing-on-evidence': f(
    'disputes',
    true,
    true,
    'Cases that await evidence have no due date',
    dispute,
  ),
  // writes
  'write-derive-by-readers': f('writes', true, false, 'A user who reads settlements may derive them', privilege),
  'write-dispute-by-readers': f('writes', true, false, 'A user who reads disputes may open them', privilege),
  'write-dispute-foreign-transaction': f(
    'writes',
    true,
    true,
    'A dispute may be opened on any transaction of the organization',
    limited,
  ),
  'write-dispute-stored-before-refusal': f('writes', true, true, 'A refused dispute is nevertheless stored', privilege),
  // feeds
  'feed-terminal-content-type': f('feeds', true, true, 'The terminal feed is sent as application/xml', feedRules),
  'feed-account-alerts-tenant-level': f(
    'feeds',
    true,
    true,
    'The account feed carries alerts of all terminals of the organization',
    accountFeed,
  ),
  'feed-account-journal-missing': f('feeds', true, false, 'The account feed has no switch journal', accountFeed),
  'feed-terminal-queued-commands-missing': f(
    'feeds',
    true,
    true,
    'The terminal feed has no queued commands',
    terminalFeed,
  ),
  'feed-terminal-tenant-level': f('feeds', true, true, 'The terminal feed checks only the organization', feedRules),
  'feed-terminal-journal-of-connector': f(
    'feeds',
    true,
    true,
    'The terminal feed carries the journal of all terminals on the same connector',
    terminalFeed,
  ),
  // catalog
  'catalog-notes-missing-in-one-group': f('catalog', true, true, 'The settlement group has no notes', members),
  'catalog-event-listed-once': f(
    'catalog',
    true,
    true,
    'Events are made unique over all groups',
    '| Compliance vault and onboarding | compliance_expiration, location_risk_change |',
  ),
  'catalog-rss-feeds-empty': f(
    'catalog',
    true,
    false,
    'The fleet groups list no feeds',
    'Which services expose feeds is listed in the integration catalog (`rss_feeds`).',
  ),
  // public document
  'openapi-path-missing': f('public-document', true, true, 'The command list is missing in the document', contract),
  'openapi-internal-path': f(
    'public-document',
    true,
    false,
    'The document shows an internal maintenance route',
    'Public OpenAPI document of the customer-safe surface.',
  ),
  'openapi-not-cacheable': f(
    'public-document',
    true,
    false,
    'The document is sent with no-store',
    'Intended to be cacheable.',
  ),
  'openapi-portal-declared-public': f(
    'public-document',
    true,
    true,
    'The document declares the portal as public',
    contract,
  ),
  // branding status
  'branding-lists-customers': f(
    'branding',
    true,
    false,
    'The public status lists the customers with their hosts',
    limited,
  ),
  'branding-docs-host-missing': f(
    'branding',
    true,
    false,
    'The docs-host readiness is missing',
    'Public status of branding and docs-host readiness.',
  ),
  // versioning, errors
  'version-unprefixed-alias': f(
    'versioning',
    true,
    true,
    'The routes answer without the version prefix too',
    'Every endpoint path starts with the version prefix `/v1`.',
  ),
  'error-names-hidden-terminal': f(
    'errors',
    true,
    true,
    'The refusal for a hidden terminal shows its label and site',
    limited,
  ),
};
