// @ts-nocheck: written without noUncheckedIndexedAccess
// The catalogue of faults. Every `sentence` is quoted literally from the interface specification.
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const S = {
  scoped: 'Every response is limited to what the authenticated user may see.',
  rules: 'The scope follows the same account, role and visibility rules as the user portal.',
  needsKey: 'Unless marked public, each request needs the `X-API-Key` header (see section 5).',
  carries: "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  exact: 'The response reflects exactly the scope of the user that owns the key.',
  publicNoKey:
    'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.',
  never: "Rows outside the caller's scope are never returned, whatever filters are given.",
  combined: 'Parameters may be combined in one request.',
  row: 'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.',
  summary: 'The response also has a summary with total surcharge and total withdrawn.',
  card: 'Transaction responses never include PAN, track data, PIN blocks or raw key material.',
  batch: 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.',
  dispute:
    'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).',
  privilege: 'Write paths and configuration-changing operations need higher privilege than reporting reads.',
  accountFeed:
    'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.',
  terminalFeed:
    'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.',
  feedRules:
    'Two feeds: the account feed and the per-terminal feed (paths in section 4). Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.',
  contract: 'The public OpenAPI document and the integration catalog describe the current live contract.',
  members:
    'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.',
  writePaths: 'Write paths exist (POST for settlements derive and for disputes).',
};
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
const practice = (area: string, title: string, sentence: string, isSubtle: boolean): Fault => ({
  title,
  sentence,
  area,
  isSubtle,
  isMust: false,
});

export const faults = {
  // authentication
  'api-key-accepted-in-query': subtle(
    'authentication',
    'A key in the query parameter api_key is accepted when the header is absent',
    S.needsKey,
  ),
  'location-by-terminal-without-key': subtle(
    'authentication',
    'GET /v1/locations/{terminal_id} was registered on the public mux and answers without a key',
    S.needsKey,
  ),
  'api-key-prefix-compare': subtle(
    'authentication',
    'Only the first 20 characters of the key are compared, so a key with a wrong tail is accepted',
    S.carries,
  ),
  'public-openapi-needs-key': must(
    'authentication',
    'The public OpenAPI document answers 401 without a key',
    S.publicNoKey,
  ),
  'analyst-key-gets-admin-role': subtle(
    'authentication',
    'The key of an analyst is resolved with the role of an administrator',
    S.exact,
  ),
  'portal-cached-per-organization': subtle(
    'authentication',
    'The portal snapshot is cached per organization, so the second user gets the snapshot of the first',
    S.exact,
  ),
  // scope
  'terminal-filter-bypasses-scope': must(
    'scope',
    'With terminal_id, the transaction list checks only the organization',
    S.never,
  ),
  'group-filter-bypasses-scope': subtle(
    'scope',
    'With group_id, all members of the group are returned, also hidden terminals',
    S.never,
  ),
  'next-page-drops-terminal-scope': subtle(
    'scope',
    'With a cursor, the transaction list is limited to the organization only',
    S.never,
  ),
  'timeline-checks-organization-only': subtle(
    'scope',
    'The timeline of a transaction at a hidden terminal of the same organization is readable',
    S.scoped,
  ),
  'locations-limited-by-account-only': subtle(
    'scope',
    'The list of locations shows every terminal of the accounts of a terminal-limited user',
    S.scoped,
  ),
  'terminal-transactions-check-account-only': subtle(
    'scope',
    'Transactions of a hidden terminal are readable when another terminal of its account is visible',
    S.scoped,
  ),
  'provisioning-payload-cross-tenant': must(
    'scope',
    'The provisioning payload of any terminal of any customer is readable',
    S.scoped,
  ),
  'connector-status-checks-organization-only': subtle(
    'scope',
    'The status of a connector that serves no visible terminal is readable',
    S.scoped,
  ),
  'connector-counts-hidden-terminals': subtle(
    'scope',
    'terminal_count of a connector counts hidden terminals too',
    S.scoped,
  ),
  'group-members-unscoped': subtle('scope', 'Terminal groups list hidden member terminals', S.scoped),
  'summary-counts-hidden-terminals': subtle(
    'scope',
    'The transaction summary is computed over the organization, not the visible terminals',
    S.scoped,
  ),
  'connector-activity-counts-hidden-terminals': subtle(
    'scope',
    'The activity numbers in the connector status count transactions of hidden terminals',
    S.scoped,
  ),
  'portal-users-organization-wide': subtle(
    'scope',
    'The portal lists all users of the organization for an account manager',
    S.scoped,
  ),
  // query parameters
  'limit-off-by-one': must('transactions-query', 'limit=N returns N+1 rows', 'Restricts the number of rows returned.'),
  'limit-ignored-with-group': subtle('transactions-query', 'limit is ignored when group_id is given', S.combined),
  'terminal-filter-ignored-with-group': subtle(
    'transactions-query',
    'terminal_id is ignored when group_id is given',
    S.combined,
  ),
  'group-filter-dropped-on-next-page': subtle(
    'transactions-query',
    'group_id is not applied on the second and later pages',
    'Restricts rows to one terminal group.',
  ),
  'sort-amt-comp-uses-requested': subtle(
    'transactions-query',
    'sort_by=amt_comp sorts by the requested amount',
    'The sort key value `amt_comp` refers to the completed amount.',
  ),
  'sort-desc-ignored-with-terminal': subtle(
    'transactions-query',
    'sort_dir=desc sorts ascending when terminal_id is given',
    'Sort direction; `desc` is a valid value.',
  ),
  'sort-after-limit': subtle(
    'transactions-query',
    'The newest rows are cut to limit first and sorted afterwards',
    'Sort column; `amt_comp` (completed amount) is a valid value.',
  ),
  'terminal-filter-ignored-when-sorted': subtle(
    'transactions-query',
    'terminal_id is ignored with sort_by=amt_comp',
    'Restricts rows to one terminal.',
  ),
  // transaction rows and summary
  'declined-rows-report-completed-amount': must(
    'transactions',
    'Declined rows repeat the requested amount as completed amount',
    S.row,
  ),
  'zero-surcharge-omitted': subtle(
    'transactions',
    'surcharge_completed is left out when it is zero (omitempty)',
    S.row,
  ),
  'emv-indicator-always-present': must('transactions', 'emv_indicator is an empty string when not available', S.row),
  'sequence-number-missing-on-inquiries': subtle('transactions', 'Balance inquiries have no sequence_number', S.row),
  'terminal-time-in-account-zone': subtle(
    'transactions',
    'terminal_at_local is rendered in the zone of the account, not of the terminal',
    S.row,
  ),
  'total-withdrawn-uses-requested': must('transactions', 'total_withdrawn sums the requested amounts', S.summary),
  'total-surcharge-skips-inquiries': subtle(
    'transactions',
    'total_surcharge leaves out the surcharge of balance inquiries',
    S.summary,
  ),
  'summary-missing-on-next-page': subtle(
    'transactions',
    'The summary is left out on the second and later pages',
    S.summary,
  ),
  // card data
  'pan-in-magstripe-rows': subtle('card-data', 'Rows without EMV data carry the card number', S.card),
  'track-data-in-timeline': subtle(
    'card-data',
    'The card_read event of a magnetic stripe transaction carries track 2',
    S.card,
  ),
  'pin-block-in-declined-timeline': subtle(
    'card-data',
    'The timeline of a transaction declined for the PIN carries the PIN block',
    S.card,
  ),
  'pan-in-portal-transactions': must('card-data', 'Recent transactions of the portal carry the card number', S.card),
  'pan-in-expanded-dispute-transaction': subtle(
    'card-data',
    'A transaction expanded in a dispute carries the card number',
    S.card,
  ),
  // portal
  'portal-forms-missing': must('portal', 'The portal snapshot has no forms', 'recent transactions, commands and forms'),
  'portal-terminals-skip-offline': subtle(
    'portal',
    'Offline terminals are missing in the portal snapshot',
    'visible terminals',
  ),
  'portal-videos-missing': must(
    'portal',
    'The portal snapshot has no videos',
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
  ),
  // terminals and locations
  'location-detail-by-city': subtle(
    'terminals',
    'The location of a terminal is looked up by city and can be that of another terminal',
    'One location by terminal.',
  ),
  'telemetry-missing-when-degraded': subtle(
    'terminals',
    'Status monitoring of a degraded terminal has no telemetry',
    'Terminal status and telemetry.',
  ),
  'terminal-transactions-next-page-mixed': subtle(
    'terminals',
    'The second page of the transactions of a terminal has rows of all visible terminals',
    'Transactions of one terminal.',
  ),
  // commands and provisioning
  'commands-state-filter-drops-terminal': subtle(
    'commands-provisioning',
    'With the state filter, commands of all visible terminals are returned',
    'Commands of one terminal.',
  ),
  'provisioning-export-as-text': must(
    'commands-provisioning',
    'The provisioning export has the media type text/plain',
    'Reads return JSON unless stated otherwise.',
  ),
  'provisioning-export-jobs-of-account': subtle(
    'commands-provisioning',
    'The provisioning export contains the jobs of the other visible terminals of the account',
    'Provisioning export of one terminal.',
  ),
  // connectors and groups
  'connector-status-of-primary': subtle(
    'connectors-groups',
    'The status of a degraded connector is that of the primary connector',
    'Status of one connector.',
  ),
  'terminal-groups-single-account-only': subtle(
    'connectors-groups',
    'Groups that span accounts are missing in /v1/terminal-groups although the portal shows them',
    S.rules,
  ),
  // settlements
  'settlements-organization-wide': must(
    'settlements',
    'Settlement batches of all accounts of the organization are returned to an account manager',
    S.scoped,
  ),
  'settlement-totals-count-hidden-terminals': subtle(
    'settlements',
    'The totals of a batch count the entries of hidden terminals',
    S.scoped,
  ),
  'settlement-zero-debit-omitted': subtle(
    'settlements',
    'debit_total is left out when it is zero (omitempty)',
    S.batch,
  ),
  'settlement-timing-missing-on-returned': subtle('settlements', 'Returned batches have no timing fields', S.batch),
  'settlement-net-payout-ignores-debits': must('settlements', 'net_payout equals the credit total', S.batch),
  // disputes
  'reviewer-on-unresolved-disputes': must(
    'disputes',
    'Reviewer metadata is shown while the case is under review',
    S.dispute,
  ),
  'disputes-not-limited-to-terminals': must(
    'disputes',
    'A terminal-limited user sees the disputes of the whole organization',
    S.scoped,
  ),
  'due-date-missing-on-resolved-disputes': subtle('disputes', 'Resolved disputes have no due date', S.dispute),
  // writes
  'analyst-may-create-disputes': must('writes', 'An analyst may create disputes', S.privilege),
  'derive-dry-run-skips-privilege': subtle('writes', 'Deriving with dry_run is allowed for every user', S.privilege),
  'dispute-for-hidden-transaction': subtle(
    'writes',
    'An account manager may dispute transactions of another account of the organization',
    S.scoped,
  ),
  'created-dispute-not-listed': practice(
    'writes',
    'A created dispute is acknowledged but not stored',
    S.writePaths,
    false,
  ),
  // feeds
  'account-feed-alerts-unscoped': subtle(
    'feeds',
    'The account feed has alerts of hidden terminals of the organization',
    S.accountFeed,
  ),
  'account-feed-switch-cross-tenant': subtle(
    'feeds',
    'The account feed has switch journal rows of all customers',
    S.scoped,
  ),
  'terminal-feed-checks-organization-only': must(
    'feeds',
    'The feed of a hidden terminal of the organization is readable',
    S.feedRules,
  ),
  'terminal-feed-content-type': must(
    'feeds',
    'The terminal feed is sent as text/xml',
    'Per-terminal RSS feed. Content type application/rss+xml.',
  ),
  'account-feed-without-status-changes': subtle(
    'feeds',
    'The account feed has heartbeats but no status changes',
    S.accountFeed,
  ),
  'terminal-feed-without-queued-commands': subtle(
    'feeds',
    'The terminal feed leaves out queued commands',
    S.terminalFeed,
  ),
  // catalog, public document, versioning
  'catalog-empty-notes-omitted': subtle(
    'catalog',
    'Service groups without notes have no notes member (omitempty)',
    S.members,
  ),
  'catalog-reversal-spike-misspelt': subtle(
    'catalog',
    'The catalog names the event reversals_spike',
    '| Transactions and processor activity | decline_spike, approval_rate_drop, reversal_spike, high_decline_velocity, repeated_same_card_attempt |',
  ),
  'catalog-events-deduplicated': subtle(
    'catalog',
    'Events that belong to several families are listed in the first family only',
    '| Compliance vault and onboarding | compliance_expiration, location_risk_change |',
  ),
  'catalog-stale-timeline-path': subtle(
    'catalog',
    'The catalog lists /v1/transactions/{transaction_id}/events in place of the timeline',
    S.contract,
  ),
  'openapi-branding-status-secured': subtle(
    'public-document',
    'The OpenAPI document claims that the branding status needs a key',
    S.contract,
  ),
  'openapi-no-store': must(
    'public-document',
    'The OpenAPI document is sent with Cache-Control: no-store',
    'Intended to be cacheable.',
  ),
  'openapi-sort-by-without-amt-comp': subtle(
    'public-document',
    'The enumeration of sort_by in the OpenAPI document lacks amt_comp',
    S.contract,
  ),
  'branding-status-without-docs-host': must(
    'branding-status',
    'The branding status has no docs-host readiness',
    'Public status of branding and docs-host readiness.',
  ),
  'branding-status-needs-key': must('branding-status', 'The branding status answers 401 without a key', S.publicNoKey),
  'catalog-feed-path-unversioned': subtle(
    'versioning',
    'The catalog lists the account feed as /feeds/account.xml',
    'Every endpoint path starts with the version prefix `/v1`.',
  ),
  // errors
  'hidden-terminal-answers-403': practice(
    'errors',
    'Status monitoring answers 403 for a hidden terminal but 404 for an unknown one, which reveals that it exists',
    S.scoped,
    true,
  ),
} satisfies Record<string, Fault>;
export type FaultId = keyof typeof faults;
