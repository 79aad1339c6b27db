export type Fault = { title: string; sentence: string; area: string; isSubtle: boolean; isMust: boolean };
const f = (
  area: string,
  grade: 'must' | 'should',
  look: 'plain' | 'subtle',
  title: string,
  sentence: string,
): Fault => ({ title, sentence, area, isSubtle: look === 'subtle', isMust: grade === 'must' });

const KEY = 'Unless marked public, each request needs the X-API-Key header (section 4).';
const SCOPE = 'Every response is limited to what the authenticated user may see (section 1, item 2).';
const REFLECT = 'The response reflects exactly the scope of the user that owns the key (section 5, item 2).';
const OUTSIDE = "Rows outside the caller's scope are never returned, whatever filters are given (section 4, rule 2).";
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material (section 1, item 4).';
const WRITE =
  'Write paths and configuration-changing operations need higher privilege than reporting reads (section 5, item 4).';
const LIVE =
  'The public OpenAPI document and the integration catalog describe the current live contract (section 9, item 2).';
const GROUPED =
  'Each service group includes these members: portal_surfaces, api_endpoints, webhook_events, rss_feeds, notes (section 2).';
const SUMMARY =
  'The response also has a summary with total surcharge and total withdrawn (section 2, Transaction row).';
const RSS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service (section 6, RSS feeds, item 1).';
const ACCOUNT_FEED =
  'Account feed: rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals (section 6, RSS feeds, item 2).';
const TERMINAL_FEED =
  'Terminal feed: terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents (section 6, RSS feeds, item 3).';
const AMT = 'The sort key value amt_comp refers to the completed amount (section 2).';

export const faults = {
  'auth-connector-status-open': f(
    'auth',
    'must',
    'subtle',
    'The connector status endpoint answers without any key.',
    KEY,
  ),
  'auth-key-in-query': f(
    'auth',
    'must',
    'subtle',
    'The key is also taken from an api_key query parameter when the header is absent.',
    "Requests carry the header X-API-Key with the caller's API key (section 5, item 1); each request needs the header (section 4).",
  ),
  'auth-key-prefix': f(
    'auth',
    'must',
    'subtle',
    'A key is accepted when it is only the first half of a real key.',
    'The response reflects exactly the scope of the user that owns the key (section 5, item 2): no user owns the shortened key.',
  ),
  'auth-branding-needs-key': f(
    'auth',
    'must',
    'plain',
    'The branding status refuses a request without a key.',
    'Public endpoints need no key and no tenant session: ... /v1/public/branding-status (section 5, item 3).',
  ),
  'auth-document-checks-key': f(
    'auth',
    'must',
    'subtle',
    'The public OpenAPI document refuses a request that brings an unknown key.',
    'Public OpenAPI document: no key or session needed (section 4).',
  ),
  'auth-any-key': f('auth', 'must', 'plain', 'An unknown key is treated as the first administrator.', REFLECT),

  'scope-timeline-account-wide': f(
    'scope',
    'must',
    'subtle',
    'The timeline checks only the account, not the terminals the user may see.',
    SCOPE,
  ),
  'scope-settlements-account-wide': f(
    'scope',
    'must',
    'plain',
    'A regional user gets the settlement batches of the whole account.',
    'GET /v1/settlements: scoped ACH settlement batches (section 4).',
  ),
  'scope-location-neighbours': f(
    'scope',
    'must',
    'subtle',
    'A shared location lists terminals that the user may not see.',
    SCOPE,
  ),
  'scope-connector-status-foreign': f(
    'scope',
    'must',
    'subtle',
    'The connector status is found by id alone, in any account.',
    SCOPE,
  ),
  'scope-groups-stale-cache': f(
    'scope',
    'must',
    'subtle',
    'The terminal group list is cached by URL, so a second key gets the answer of the first.',
    REFLECT,
  ),
  'scope-assigned-widened': f(
    'scope',
    'must',
    'subtle',
    'Outside the snapshot, a user assigned to single terminals sees the whole groups of these terminals.',
    'The scope follows the same account, role and visibility rules as the user portal (section 1, item 2).',
  ),
  'scope-transactions-account-wide': f(
    'scope',
    'must',
    'plain',
    'The transaction list is limited to the account only.',
    'Transaction row: only for visible terminals (section 2).',
  ),

  'filter-terminal-dropped-with-group': f(
    'filters',
    'must',
    'subtle',
    'terminal_id is ignored when group_id is given too.',
    'Parameters may be combined in one request (section 4, rule 1); terminal_id restricts rows to one terminal.',
  ),
  'filter-group-skips-scope': f(
    'filters',
    'must',
    'subtle',
    'With group_id the rows of the group are taken without the visibility of the user.',
    OUTSIDE,
  ),
  'filter-group-ignored': f(
    'filters',
    'must',
    'plain',
    'group_id has no effect.',
    'group_id: restricts rows to one terminal group (section 4).',
  ),
  'filter-unknown-terminal-all': f(
    'filters',
    'must',
    'subtle',
    'A terminal_id that is not visible is dropped, so all visible rows come back.',
    'terminal_id: restricts rows to one terminal (section 4).',
  ),
  'filter-terminal-same-group': f(
    'filters',
    'must',
    'plain',
    'terminal_id gives the rows of all terminals in the same leaf group.',
    'terminal_id: restricts rows to one terminal (section 4).',
  ),
  'filter-group-not-nested': f(
    'filters',
    'should',
    'subtle',
    'group_id of a parent group leaves out the terminals of nested groups, which the group resource lists as its members.',
    'group_id: restricts rows to one terminal group (section 4).',
  ),

  'sort-as-text': f('sort', 'must', 'plain', 'amt_comp sorts the amount as text.', AMT),
  'sort-by-requested': f('sort', 'must', 'subtle', 'amt_comp sorts by the requested amount.', AMT),
  'sort-desc-ascending': f(
    'sort',
    'must',
    'plain',
    'sort_dir=desc gives ascending order.',
    'sort_dir: sort direction; desc is a valid value (section 4).',
  ),
  'sort-inside-page': f(
    'sort',
    'must',
    'subtle',
    'Rows are cut by time first and only then sorted within the page.',
    'sort_by: sort column; amt_comp (completed amount) is a valid value (section 4).',
  ),
  'sort-lost-with-terminal': f(
    'sort',
    'must',
    'subtle',
    'sort_by is ignored when terminal_id is given.',
    'Parameters may be combined in one request (section 4, rule 1).',
  ),
  'sort-absolute': f(
    'sort',
    'must',
    'subtle',
    'amt_comp sorts by the size of the amount, so reversals stand among withdrawals.',
    AMT,
  ),

  'limit-one-more': f(
    'limit',
    'must',
    'plain',
    'One row more than limit comes back.',
    'limit: restricts the number of rows returned (section 4).',
  ),
  'limit-lost-with-sort': f(
    'limit',
    'must',
    'subtle',
    'limit is ignored when sort_by is given.',
    'limit restricts the number of rows; parameters may be combined (section 4).',
  ),
  'limit-one-is-default': f(
    'limit',
    'must',
    'subtle',
    'limit=1 is taken as not given.',
    'limit: restricts the number of rows returned (section 4).',
  ),
  'limit-before-group': f(
    'limit',
    'should',
    'subtle',
    'limit is applied before the group filter, so pages come back short.',
    'limit restricts the number of rows returned; parameters may be combined (section 4).',
  ),
  'limit-ignored': f(
    'limit',
    'must',
    'plain',
    'limit has no effect up to the page maximum.',
    'limit: restricts the number of rows returned (section 4).',
  ),

  'paging-scope-lost': f('paging', 'must', 'subtle', 'Pages after the first are limited to the account only.', OUTSIDE),
  'paging-filter-lost': f(
    'paging',
    'must',
    'subtle',
    'Pages after the first ignore terminal_id.',
    'terminal_id: restricts rows to one terminal (section 4).',
  ),
  'paging-repeats-row': f(
    'paging',
    'should',
    'subtle',
    'Each page starts with the last row of the page before.',
    'Pagination is not shown (section 4, gaps); a row stands twice in the list.',
  ),
  'paging-link-drops-sort': f(
    'paging',
    'should',
    'subtle',
    'links.next leaves out sort_by and sort_dir.',
    'Pagination is not shown (section 4, gaps); sort_by: sort column (section 4).',
  ),
  'paging-skips-row': f(
    'paging',
    'should',
    'subtle',
    'One row is lost between two pages.',
    'Pagination is not shown (section 4, gaps); scoped rows for visible terminals (section 4).',
  ),

  'summary-account-wide': f('summaries', 'must', 'subtle', 'The totals count all terminals of the account.', SCOPE),
  'summary-requested': f(
    'summaries',
    'must',
    'subtle',
    'Total withdrawn adds the requested amounts, so declined withdrawals count.',
    SUMMARY,
  ),
  'summary-first-page-only': f('summaries', 'must', 'subtle', 'Pages after the first have no summary.', SUMMARY),
  'summary-ignores-filter': f('summaries', 'must', 'subtle', 'The totals ignore terminal_id and group_id.', SUMMARY),
  'summary-of-page': f(
    'summaries',
    'should',
    'subtle',
    'The totals cover only the rows of the page, against the description in the OpenAPI document.',
    SUMMARY,
  ),
  'summary-no-surcharge': f('summaries', 'must', 'plain', 'The summary has no total surcharge.', SUMMARY),

  'feed-account-no-journal': f(
    'feeds',
    'must',
    'subtle',
    'The account feed has no switch journal items.',
    ACCOUNT_FEED,
  ),
  'feed-terminal-no-queued': f(
    'feeds',
    'must',
    'subtle',
    'The terminal feed has completed commands but no queued ones.',
    TERMINAL_FEED,
  ),
  'feed-terminal-content-type': f('feeds', 'must', 'subtle', 'The terminal feed is sent as text/xml.', RSS),
  'feed-alerts-unscoped': f(
    'feeds',
    'must',
    'subtle',
    'The account feed has alert incidents of terminals the user may not see.',
    RSS,
  ),
  'feed-terminal-unscoped': f('feeds', 'must', 'plain', 'The terminal feed of any terminal can be read.', RSS),
  'feed-unescaped': f(
    'feeds',
    'must',
    'subtle',
    'Item titles are not escaped, so a label with & breaks the XML.',
    'Both return application/rss+xml (section 6, RSS feeds, item 1).',
  ),
  'feed-terminal-no-provisioning': f(
    'feeds',
    'must',
    'plain',
    'The terminal feed has no provisioning items.',
    TERMINAL_FEED,
  ),

  'dispute-reviewer-early': f(
    'disputes',
    'must',
    'subtle',
    'Reviewer metadata is shown while the case is under review.',
    'Dispute case: reviewer metadata (only once the case is resolved) (section 2).',
  ),
  'dispute-due-date-dropped': f(
    'disputes',
    'must',
    'subtle',
    'Resolved cases have no due date.',
    'Dispute case carries: ... due date; assignment fields; resolution fields (section 2).',
  ),
  'dispute-account-wide': f(
    'disputes',
    'must',
    'plain',
    'All dispute cases of the account are listed for every user.',
    'GET /v1/disputes: scoped dispute cases (section 4).',
  ),
  'dispute-wrong-terminal': f(
    'disputes',
    'must',
    'subtle',
    'The related terminal is the first terminal of the group, not that of the transaction.',
    'Dispute case carries: related transaction id; related terminal id (section 2).',
  ),

  'settlement-net-adds': f(
    'settlements',
    'must',
    'subtle',
    'For returned batches the net payout adds the debits.',
    'Settlement batch carries: credit total; debit total; net payout (section 2).',
  ),
  'settlement-no-entry-counts': f(
    'settlements',
    'must',
    'subtle',
    'Pending batches have no entry counts.',
    'Settlement batch carries: batch status; entry counts; credit total; ... (section 2).',
  ),
  'settlement-no-debit': f(
    'settlements',
    'must',
    'plain',
    'Batches have no debit total.',
    'Settlement batch carries: ... debit total; net payout (section 2).',
  ),

  'catalog-empty-omitted': f(
    'catalog',
    'must',
    'subtle',
    'Members that would be empty are left out of a service group.',
    GROUPED,
  ),
  'catalog-events-once': f(
    'catalog',
    'must',
    'subtle',
    'An event name is listed only in the first family that has it.',
    'The same event name can appear in more than one family (section 6); Compliance vault and onboarding: compliance_expiration, location_risk_change.',
  ),
  'catalog-camel-case': f(
    'catalog',
    'must',
    'plain',
    'The members of a service group are named in camel case.',
    GROUPED,
  ),
  'catalog-no-terminal-feed': f(
    'catalog',
    'must',
    'subtle',
    'The terminal feed is not listed in rss_feeds.',
    'Which services expose feeds is listed in the integration catalog (rss_feeds) (section 6, RSS feeds, item 4).',
  ),
  'catalog-compliance-endpoint': f(
    'catalog',
    'must',
    'subtle',
    'The compliance group lists an own endpoint.',
    'No dedicated compliance endpoints exist (section 1, item 6).',
  ),

  'portal-users-all-accounts': f(
    'portal',
    'must',
    'subtle',
    'The snapshot of a user who sees the whole account has the users of other accounts too.',
    'Portal snapshot (current user, scoped): visible users (section 2).',
  ),
  'portal-no-forms': f(
    'portal',
    'must',
    'plain',
    'The snapshot has no recent forms.',
    'Portal snapshot contains: recent transactions, commands and forms (section 2).',
  ),
  'portal-recent-unscoped': f(
    'portal',
    'must',
    'subtle',
    'The recent transactions of the snapshot come from the whole account.',
    'Portal snapshot (current user, scoped) (section 2); transaction rows only for visible terminals.',
  ),
  'portal-flags-of-admin': f('portal', 'must', 'subtle', 'The access flags say that every user may write.', REFLECT),
  'portal-no-dns': f(
    'portal',
    'must',
    'plain',
    'The branding of the snapshot has no DNS state.',
    'Portal snapshot contains: organization branding and DNS state (section 2).',
  ),

  'document-omits-timeline': f(
    'public-document',
    'must',
    'subtle',
    'The OpenAPI document leaves out the timeline operation.',
    LIVE,
  ),
  'document-branding-keyed': f(
    'public-document',
    'must',
    'subtle',
    'The OpenAPI document says that branding status needs a key.',
    LIVE,
  ),
  'document-not-cacheable': f(
    'public-document',
    'must',
    'plain',
    'The OpenAPI document is sent with Cache-Control: no-store and no ETag.',
    'Public OpenAPI document: intended to be cacheable (section 4).',
  ),
  'document-stale-schema': f(
    'public-document',
    'must',
    'subtle',
    'The schema of a transaction names the completed amount as in an older build.',
    LIVE,
  ),
  'document-internal-operation': f(
    'public-document',
    'must',
    'subtle',
    'The OpenAPI document lists an internal key operation that is not served.',
    'Public OpenAPI document of the customer-safe surface (section 4); it describes the current live contract (section 9).',
  ),

  'version-bare-paths': f(
    'versioning',
    'must',
    'subtle',
    'All endpoints are served without /v1 too.',
    'Every endpoint path starts with the version prefix /v1 (section 9, item 1).',
  ),
  'version-document-bare': f(
    'versioning',
    'must',
    'plain',
    'The paths and the server of the OpenAPI document have no version prefix.',
    'Every endpoint path starts with the version prefix /v1 (section 9, item 1).',
  ),
  'version-catalog-v2': f(
    'versioning',
    'must',
    'subtle',
    'The catalog lists the dispute endpoints under /v2.',
    'Every endpoint path starts with the version prefix /v1 (section 9, item 1).',
  ),

  'card-pan-in-timeline': f(
    'card-data',
    'must',
    'subtle',
    'The authorization entry of the timeline has the full card number.',
    CARD,
  ),
  'card-track-in-fallback': f('card-data', 'must', 'subtle', 'Rows without EMV data carry track 2.', CARD),
  'card-pin-block': f(
    'card-data',
    'must',
    'subtle',
    'Declines for a wrong PIN carry the PIN block in the list of one terminal.',
    CARD,
  ),
  'card-emv-null': f(
    'card-data',
    'must',
    'subtle',
    'The EMV indicator is sent as null when it is not available.',
    'Transaction row: EMV indicator (present only when available) (section 2).',
  ),

  'error-echoes-key': f(
    'errors',
    'should',
    'plain',
    'The refusal of an unknown key repeats the key.',
    'Error body shape is not shown (section 7); a secret does not belong in an error.',
  ),
  'error-names-foreign-terminal': f(
    'errors',
    'must',
    'subtle',
    'The refusal for a terminal out of scope contains its name and owner.',
    SCOPE,
  ),
  'error-cursor-crash': f(
    'errors',
    'should',
    'subtle',
    'A cursor that cannot be read gives a server error with a stack trace.',
    'Error status codes are not shown (section 7); a mistake of the caller is not a server error.',
  ),

  'write-dispute-by-viewer': f('writes', 'must', 'plain', 'A read-only user can open a dispute.', WRITE),
  'write-derive-by-viewer': f('writes', 'must', 'plain', 'A read-only user can derive settlements.', WRITE),
  'write-dispute-out-of-scope': f(
    'writes',
    'must',
    'subtle',
    'A dispute can be opened on a transaction the user may not see, and the case comes back.',
    SCOPE,
  ),
  'write-derive-all-accounts': f(
    'writes',
    'must',
    'subtle',
    'Derive makes and returns the batches of all accounts.',
    SCOPE,
  ),
  'write-dispute-reviewer': f(
    'writes',
    'must',
    'subtle',
    'A newly opened case comes back with reviewer metadata.',
    'Dispute case: reviewer metadata (only once the case is resolved) (section 2).',
  ),

  'http-export-as-text': f(
    'http',
    'must',
    'subtle',
    'The provisioning export is sent as plain text lines.',
    'Reads return JSON unless stated otherwise (section 4).',
  ),
  'http-derive-by-get': f(
    'http',
    'must',
    'subtle',
    'GET /v1/settlements/derive derives batches for any reader.',
    'POST /v1/settlements/derive: write path, more privileged (section 4).',
  ),
  'http-head-open': f('http', 'must', 'subtle', 'HEAD requests skip the key check.', KEY),
  'http-shared-cache': f(
    'http',
    'should',
    'subtle',
    'Transaction lists may be kept by shared caches.',
    'The response reflects exactly the scope of the user that owns the key (section 5, item 2).',
  ),

  'terminal-commands-of-all': f(
    'terminals',
    'must',
    'plain',
    'The command list has the commands of all visible terminals.',
    'GET /v1/terminals/{terminal_id}/commands: commands of one terminal (section 4).',
  ),
  'terminal-transactions-of-group': f(
    'terminals',
    'must',
    'subtle',
    'The transactions of a terminal include those of its neighbours in the group.',
    'GET /v1/terminals/{terminal_id}/transactions: transactions of one terminal (section 4).',
  ),
  'terminal-location-first': f(
    'terminals',
    'must',
    'subtle',
    'The location by terminal is the first location in the same city.',
    'GET /v1/locations/{terminal_id}: one location by terminal (section 4).',
  ),
  'terminal-no-telemetry-offline': f(
    'terminals',
    'must',
    'subtle',
    'An offline terminal has no telemetry member.',
    'GET /v1/terminals/{terminal_id}/status-monitoring: terminal status and telemetry (section 4).',
  ),
  'terminal-payload-unscoped': f(
    'terminals',
    'must',
    'plain',
    'The provisioning payload of any terminal can be read.',
    SCOPE,
  ),
  'terminal-status-account-wide': f('terminals', 'must', 'subtle', 'Status monitoring checks only the account.', SCOPE),
} satisfies Record<string, Fault>;

export type FaultId = keyof typeof faults;
