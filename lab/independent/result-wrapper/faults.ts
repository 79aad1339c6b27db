// What each fault does wrong. S = subtle, P = plain; M = breaks a sentence of the document, B = bad practice only.
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}
type Row = [id: string, area: string, marks: string, title: string, sentence: string];

const header =
  'Section 5.1: "Requests carry the header X-API-Key with the caller\'s API key." Section 4: "Unless marked public, each request needs the X-API-Key header."';
const owner = 'Section 5.2: "The response reflects exactly the scope of the user that owns the key."';
const scope =
  'Section 1.2: "Every response is limited to what the authenticated user may see. The scope follows the same account, role and visibility rules as the user portal."';
const pub =
  'Section 5.3: "Public endpoints need no key and no tenant session: /v1/integrations/public-openapi.json and /v1/public/branding-status."';
const outside = 'Section 4, rule 2: "Rows outside the caller\'s scope are never returned, whatever filters are given."';
const combine = 'Section 4, rule 1: "Parameters may be combined in one request."';
const byTerm = 'Section 4: "terminal_id: Restricts rows to one terminal."';
const byGroup = 'Section 4: "group_id: Restricts rows to one terminal group."';
const sortBy = 'Section 4: "sort_by: Sort column; amt_comp (completed amount) is a valid value."';
const sortDir = 'Section 4: "sort_dir: Sort direction; desc is a valid value."';
const limit = 'Section 4: "limit: Restricts the number of rows returned."';
const summary = 'Section 2: "The response also has a summary with total surcharge and total withdrawn."';
const rowFields =
  'Section 2: "Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed."';
const rssScope =
  'Section 6, RSS 1: "Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service."';
const rssType = 'Section 6, RSS 1: "Both return application/rss+xml."';
const acctFeed =
  'Section 6, RSS 2: "Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals."';
const termFeed =
  'Section 6, RSS 3: "Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents."';
const reviewer = 'Section 2: "reviewer metadata (only once the case is resolved)."';
const dispFields =
  'Section 2: "Dispute case carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields."';
const dispScope = 'Section 4: "GET /v1/disputes: Scoped dispute cases."';
const stlFields =
  'Section 2: "Settlement batch carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields."';
const stlScope = 'Section 4: "GET /v1/settlements: Scoped ACH settlement batches."';
const catMembers =
  'Section 2: "Each service group includes these members: portal_surfaces, api_endpoints, webhook_events, rss_feeds, notes."';
const portalGroups =
  'Section 2: "Portal snapshot (current user, scoped) contains: principal and account profile; organization branding and DNS state; access flags; visible users; visible terminals; visible groups and connectors; recent transactions, commands and forms; the available report catalog."';
const live =
  'Section 9.2: "The public OpenAPI document and the integration catalog describe the current live contract."';
const version = 'Section 9.1: "Every endpoint path starts with the version prefix /v1."';
const card = 'Section 1.4: "Transaction responses never include PAN, track data, PIN blocks or raw key material."';
const write =
  'Section 5.4: "Write paths and configuration-changing operations need higher privilege than reporting reads."';
const json = 'Section 4: "Reads return JSON unless stated otherwise."';
const silent = 'No sentence (section 7 leaves errors open): bad practice.';

const rows: Row[] = [
  ['auth-query-key', 'auth', 'SM', 'A key in the query string (api_key) is accepted without the header.', header],
  ['auth-bearer', 'auth', 'SM', 'A key in the Authorization header is accepted without X-API-Key.', header],
  ['auth-key-prefix', 'auth', 'SM', 'Only the first 14 characters of the key are compared.', owner],
  ['auth-key-case', 'auth', 'SM', 'Keys are compared without regard to letter case.', owner],
  ['auth-unknown-key', 'auth', 'PM', 'An unknown key is served as a read-only user of the first account.', owner],
  ['auth-feed-open', 'auth', 'SM', 'The terminal feed is served without a key.', header],
  ['auth-timeline-open', 'auth', 'SM', 'The transaction timeline is served without a key.', header],
  ['auth-catalog-open', 'auth', 'SM', 'The integration catalog is served without a key.', header],
  ['auth-doc-key', 'auth', 'PM', 'The public OpenAPI document asks for a key.', pub],
  ['auth-branding-key', 'auth', 'PM', 'The branding status asks for a key.', pub],

  ['scope-timeline', 'scope', 'SM', 'A timeline of a hidden terminal of the same account is served.', scope],
  ['scope-location', 'scope', 'PM', 'The location by terminal is served for terminals of any account.', scope],
  ['scope-location-shared', 'scope', 'SM', 'A shared location lists terminals the user cannot see.', scope],
  [
    'scope-cache',
    'scope',
    'SM',
    "The locations answer is cached by address, so a second key gets the first key's answer.",
    owner,
  ],
  ['scope-status', 'scope', 'SM', "Status monitoring checks the account, not the user's terminals.", scope],
  [
    'scope-term-txns',
    'scope',
    'SM',
    "Transactions of one terminal check the account, not the user's terminals.",
    scope,
  ],
  ['scope-commands', 'scope', 'SM', "Commands of one terminal check the account, not the user's terminals.", scope],
  ['scope-payload', 'scope', 'PM', 'The provisioning payload is served for terminals of any account.', scope],
  ['scope-export', 'scope', 'PM', 'The provisioning export is served for terminals of any account.', scope],
  ['scope-connectors', 'scope', 'SM', 'The connector list shows a partial user all connectors of the account.', scope],
  ['scope-connector-terms', 'scope', 'SM', 'A connector lists hidden terminals behind it.', scope],
  ['scope-conn-status', 'scope', 'PM', 'The status of any connector of any account is served.', scope],
  ['scope-conn-counts', 'scope', 'SM', 'The counts in a connector status include hidden terminals.', scope],
  ['scope-groups', 'scope', 'SM', 'The group list shows a partial user all groups of the account.', scope],
  ['scope-group-members', 'scope', 'SM', 'A group lists member terminals the user cannot see.', scope],
  ['scope-group-parent', 'scope', 'SM', 'A group names a parent group the user cannot see.', scope],
  ['scope-branding-accounts', 'scope', 'PM', 'The public branding status lists the customers.', scope],

  ['flt-terminal-scope', 'filters', 'SM', 'terminal_id reaches hidden terminals of the account.', outside],
  [
    'flt-group-scope',
    'filters',
    'PM',
    'group_id returns rows of groups outside the scope, even of another account.',
    outside,
  ],
  ['flt-terminal-prefix', 'filters', 'SM', 'terminal_id matches every terminal whose id starts with it.', byTerm],
  ['flt-terminal-sorted', 'filters', 'SM', 'terminal_id is ignored when sort_by is given.', combine + ' ' + byTerm],
  [
    'flt-group-with-terminal',
    'filters',
    'SM',
    'group_id is ignored when terminal_id is given too.',
    combine + ' ' + byGroup,
  ],
  ['flt-group-siblings', 'filters', 'SM', 'group_id of a nested group returns its sibling groups too.', byGroup],
  [
    'flt-group-direct',
    'filters',
    'SB',
    'group_id leaves out the groups nested below it.',
    "No sentence (whether nested groups count is open); breaks the service's own description.",
  ],
  ['flt-limit-first', 'filters', 'SM', 'limit is applied before the filters, so filtered answers lose rows.', combine],

  ['sort-text', 'sort', 'PM', 'amt_comp sorts as text.', sortBy],
  [
    'sort-requested',
    'sort',
    'SM',
    'amt_comp sorts by the requested amount.',
    'Section 2: "The sort key value amt_comp refers to the completed amount."',
  ],
  [
    'sort-abs',
    'sort',
    'SM',
    'amt_comp sorts by the absolute amount, so reversals are misplaced.',
    'Section 2: "The sort key value amt_comp refers to the completed amount."',
  ],
  ['sort-dir-lost', 'sort', 'PM', 'sort_dir=desc is served ascending for amt_comp.', sortDir],
  ['sort-page-only', 'sort', 'SM', 'Only the rows of the page are sorted, not the whole.', sortBy],
  ['sort-group-lost', 'sort', 'SM', 'Sorting is ignored when group_id is given.', combine + ' ' + sortBy],
  [
    'sort-term-lost',
    'sort',
    'SM',
    'The transactions of one terminal ignore the sorting its own description offers.',
    live,
  ],

  ['lim-plus-one', 'limit', 'PM', 'One row more than limit is returned.', limit],
  ['lim-min-ten', 'limit', 'SM', 'A limit below ten is raised to ten.', limit],
  ['lim-lost-page2', 'limit', 'SM', 'From the second page on limit is ignored.', limit],
  ['lim-lost-group', 'limit', 'SM', 'limit is ignored when group_id is given.', combine + ' ' + limit],
  [
    'lim-lost-term',
    'limit',
    'SM',
    'The transactions of one terminal ignore the limit its own description offers.',
    live,
  ],

  ['page-scope-lost', 'paging', 'SM', 'From the second page on the rows are those of the whole account.', scope],
  ['page-filter-lost', 'paging', 'SM', 'From the second page on the filters are ignored.', byTerm],
  ['page-total-account', 'paging', 'SM', 'TotalCount counts all transactions of the account.', scope],
  [
    'page-overlap',
    'paging',
    'SB',
    'The second page repeats the last row of the first.',
    'No sentence (paging is open): bad practice.',
  ],
  [
    'page-ties-swap',
    'paging',
    'SB',
    'Ties are ordered differently from the second page on, so rows repeat or vanish.',
    'No sentence (paging is open): bad practice.',
  ],

  ['sum-account', 'summaries', 'SM', 'The totals are those of the whole account, not of the visible terminals.', scope],
  [
    'sum-page',
    'summaries',
    'SB',
    'The totals cover the page instead of all matching rows.',
    'No sentence (what the summary covers is open): bad practice.',
  ],
  [
    'sum-filter-lost',
    'summaries',
    'SB',
    'The totals ignore terminal_id and group_id.',
    'No sentence (what the summary covers is open): bad practice.',
  ],
  ['sum-requested', 'summaries', 'PM', 'Total withdrawn adds requested amounts, declines included.', summary],
  [
    'sum-surch-requested',
    'summaries',
    'SB',
    'Total surcharge adds requested surcharges, declines included.',
    summary + ' (which surcharge is left open)',
  ],
  [
    'sum-reversal-kept',
    'summaries',
    'SB',
    'Total withdrawn leaves reversals out.',
    summary + ' (reversals are left open)',
  ],
  [
    'sum-inquiry-types',
    'summaries',
    'SB',
    'Total withdrawn counts transfers.',
    summary + ' (which types count is left open)',
  ],
  ['sum-empty-lost', 'summaries', 'SM', 'An answer without rows has no summary.', summary],
  ['sum-one-missing', 'summaries', 'SM', 'With group_id the summary has no total surcharge.', summary],

  ['feed-no-heartbeat', 'feeds', 'PM', 'The account feed has no heartbeat rows.', acctFeed],
  ['feed-no-journal', 'feeds', 'PM', 'The account feed has no switch journal rows.', acctFeed],
  ['feed-hidden-alerts', 'feeds', 'SM', 'The account feed shows alerts of hidden terminals.', rssScope],
  ['feed-txn-account', 'feeds', 'SM', 'The account feed shows transactions of hidden terminals.', rssScope],
  ['feed-no-provisioning', 'feeds', 'PM', 'The terminal feed has no provisioning jobs.', termFeed],
  ['feed-no-queued', 'feeds', 'SM', 'The terminal feed leaves out queued commands.', termFeed],
  ['feed-no-alerts', 'feeds', 'PM', 'The terminal feed has no alert incidents.', termFeed],
  [
    'feed-journal-connector',
    'feeds',
    'SM',
    'The terminal feed shows journal events of other terminals on the connector.',
    termFeed,
  ],
  ['feed-term-scope', 'feeds', 'SM', 'The feed of a hidden terminal of the account is served.', rssScope],
  ['feed-type-account', 'feeds', 'SM', 'The account feed is served as text/xml.', rssType],
  ['feed-type-terminal', 'feeds', 'SM', 'The terminal feed is served as application/xml.', rssType],
  ['feed-unescaped', 'feeds', 'SM', 'Location names with & or < break the XML of the feed.', rssType],

  ['dsp-reviewer-early', 'disputes', 'PM', 'The reviewer shows while a case is under review.', reviewer],
  ['dsp-reviewer-reopened', 'disputes', 'SM', 'The reviewer still shows on a reopened case.', reviewer],
  ['dsp-reviewer-created', 'disputes', 'SM', 'The answer to a new case names a reviewer.', reviewer],
  ['dsp-scope', 'disputes', 'SM', 'A partial user sees all disputes of the account.', dispScope],
  ['dsp-scope-resolved', 'disputes', 'SM', 'Denied cases of hidden terminals are shown.', dispScope],
  ['dsp-due-lost', 'disputes', 'SM', 'Resolved cases have no due date.', dispFields],

  ['stl-scope', 'settlements', 'SM', 'A partial user sees all batches of the account.', stlScope],
  [
    'stl-partial-batch',
    'settlements',
    'SM',
    'A batch with hidden terminals is shown when one of its terminals is visible.',
    stlScope,
  ],
  ['stl-net-adds', 'settlements', 'PM', 'The net payout adds debits instead of taking them off.', stlFields],
  ['stl-net-abs', 'settlements', 'SM', 'A negative net payout is shown as positive.', stlFields],
  ['stl-entry-count', 'settlements', 'SM', 'The entry count leaves out debits.', stlFields],
  ['stl-status-lost', 'settlements', 'SM', 'Returned batches have no status.', stlFields],

  ['catalog-renamed', 'catalog', 'PM', 'The members of a service group are renamed to PascalCase.', catMembers],
  ['catalog-no-notes', 'catalog', 'SM', 'A service group without notes lacks the member.', catMembers],
  [
    'catalog-event-lost',
    'catalog',
    'SM',
    'The event provisioning_failed is missing.',
    'Section 6: "RMS, commands, connectors, provisioning: command_failed, provisioning_failed."',
  ],
  [
    'catalog-event-once',
    'catalog',
    'SM',
    'An event is listed only in the first family it belongs to.',
    'Section 6: "The same event name can appear in more than one family."',
  ],
  [
    'catalog-feed-lost',
    'catalog',
    'PM',
    'The terminal feed is in no service group.',
    'Section 6, RSS 4: "Which services expose feeds is listed in the integration catalog (rss_feeds)."',
  ],
  ['catalog-endpoint-lost', 'catalog', 'SM', 'The transaction timeline is missing from the catalog.', live],

  [
    'portal-principal',
    'portal',
    'SM',
    'The principal is the first user of the account, not the current one.',
    'Section 4: "Scoped portal snapshot of the current user."',
  ],
  ['portal-users', 'portal', 'PM', 'The users of other accounts or hidden users are listed.', portalGroups],
  ['portal-terms', 'portal', 'SM', 'The snapshot lists terminals a partial user cannot see.', portalGroups],
  ['portal-commands', 'portal', 'SM', 'Recent commands include hidden terminals.', portalGroups],
  ['portal-forms-empty', 'portal', 'SM', 'Recent forms are missing when there are none.', portalGroups],
  ['portal-dns', 'portal', 'PM', 'The DNS state is missing.', portalGroups],
  ['portal-flags', 'portal', 'SM', 'Read-only users get no access flags.', portalGroups],
  [
    'portal-compliance',
    'portal',
    'PM',
    'The compliance vault and onboarding are missing from the snapshot.',
    'Section 1.6: "Compliance vault, onboarding, documents and videos are available only through the portal snapshot."',
  ],
  [
    'portal-compliance-route',
    'portal',
    'SM',
    'There is an endpoint /v1/compliance.',
    'Section 1.6: "No dedicated compliance endpoints exist."',
  ],

  [
    'portal-branding-docs',
    'public-document',
    'PM',
    'The branding status says nothing of the docs host.',
    'Section 4: "Public status of branding and docs-host readiness."',
  ],
  ['doc-op-lost', 'public-document', 'SM', 'The document omits the provisioning export.', live],
  ['doc-param-lost', 'public-document', 'SM', 'The document omits the parameter group_id.', live],
  [
    'doc-stale-schema',
    'public-document',
    'SM',
    'The document names a transaction field that the service no longer sends.',
    live,
  ],
  [
    'doc-public-secured',
    'public-document',
    'SM',
    'The document says that the branding status needs a key.',
    live + ' ' + pub,
  ],
  [
    'doc-wrong-header',
    'public-document',
    'PM',
    'The document says that the key goes in Authorization.',
    live + ' ' + header,
  ],
  [
    'doc-not-cacheable',
    'public-document',
    'PM',
    'The document is served with no-store.',
    'Section 4: "Intended to be cacheable."',
  ],
  [
    'doc-live-key',
    'public-document',
    'SB',
    'The document shows a live key as its example.',
    'Section 4: "Public OpenAPI document of the customer-safe surface." (keys are not mentioned)',
  ],

  ['ver-unversioned', 'versioning', 'SM', 'Every fixed path also answers without /v1.', version],
  ['ver-catalog-path', 'versioning', 'PM', 'The catalog lists paths without /v1.', version + ' ' + live],
  ['ver-doc-path', 'versioning', 'SM', 'The document lists the feed paths without /v1.', version + ' ' + live],

  ['card-timeline-pan', 'card-data', 'SM', 'A timeline step shows the card number.', card],
  ['card-track2-magstripe', 'card-data', 'SM', 'Rows without EMV carry track 2.', card],
  ['card-pin-block', 'card-data', 'PM', 'Transactions of one terminal carry the PIN block.', card],
  ['card-portal-pan', 'card-data', 'SM', 'Recent transactions of the portal snapshot carry the card number.', card],
  [
    'card-raw-key',
    'card-data',
    'PB',
    'The provisioning payload carries a clear key.',
    card + ' (said of transaction responses only)',
  ],

  ['err-key-echo', 'errors', 'PB', 'The refusal repeats the key that was sent.', silent],
  ['err-names-hidden', 'errors', 'SM', 'The refusal for a hidden terminal names its place and owner.', scope],
  ['err-ok-status', 'errors', 'PB', 'Unknown resources are answered 200 with an error inside.', silent],
  ['err-stack', 'errors', 'SB', 'A malformed limit gives 500 and a stack trace.', silent],

  ['wrt-dispute-viewer', 'writes', 'PM', 'A read-only user can open a dispute.', write],
  ['wrt-derive-viewer', 'writes', 'PM', 'A read-only user can derive settlements.', write],
  ['wrt-dispute-scope', 'writes', 'SM', 'A dispute can be opened on a hidden transaction of the account.', scope],
  ['wrt-derive-accounts', 'writes', 'SM', 'Derive makes and returns batches of other accounts.', scope],
  [
    'wrt-not-kept',
    'writes',
    'SB',
    'A new dispute is confirmed but never appears in the list.',
    'No sentence (the body of the POST is open): bad practice.',
  ],

  [
    'http-get-derive',
    'http',
    'SM',
    'GET on the derive path writes.',
    'Section 4: "POST /v1/settlements/derive: Write path." and section 1.3: "Read endpoints are the main surface."',
  ],
  [
    'http-any-verb',
    'http',
    'SB',
    'PUT, PATCH and DELETE on a read path answer as GET.',
    'Section 4 lists one method for each path: bad practice.',
  ],
  ['http-export-csv', 'http', 'PM', 'The provisioning export is CSV.', json],
  ['http-timeline-text', 'http', 'PM', 'The timeline is plain text.', json],
  ['http-nan', 'http', 'SM', 'A connector without traffic gives NaN, which is not JSON.', json],
  [
    'http-public-cache',
    'http',
    'PB',
    'Scoped answers may be kept by shared caches.',
    'No sentence: bad practice (only the public document is "intended to be cacheable").',
  ],

  [
    'term-emv-null',
    'terminals',
    'SM',
    'Transactions of one terminal show a null EMV indicator when there is none.',
    rowFields,
  ],
  ['term-stan-lost', 'terminals', 'SM', 'Declined rows have no sequence number.', rowFields],
  [
    'term-cmpl-requested',
    'terminals',
    'SM',
    'In the transactions of one terminal, declines show the requested amount as completed.',
    rowFields,
  ],
  [
    'term-site-rows',
    'terminals',
    'SM',
    'Transactions of one terminal include other terminals of the site.',
    'Section 4: "Transactions of one terminal."',
  ],
  [
    'term-timeline-previous',
    'terminals',
    'SM',
    'The timeline of a reversal is that of the reversed transaction.',
    'Section 4: "Timeline of one transaction."',
  ],
  [
    'term-wrong-location',
    'terminals',
    'SM',
    'The location is that of the first terminal of the group.',
    'Section 4: "One location by terminal."',
  ],
  [
    'term-status-neighbour',
    'terminals',
    'SM',
    'The status of a terminal that is down is that of the next one.',
    'Section 4: "Terminal status and telemetry."',
  ],
  [
    'term-telemetry-lost',
    'terminals',
    'SM',
    'A terminal out of service has no telemetry.',
    'Section 4: "Terminal status and telemetry."',
  ],
  [
    'term-commands-group',
    'terminals',
    'SM',
    'Commands include those of other terminals of the site.',
    'Section 4: "Commands of one terminal."',
  ],
  [
    'term-commands-queued',
    'terminals',
    'SM',
    'Queued commands are left out.',
    'Section 3: "Commands are described as queued and completed." and section 4: "Commands of one terminal."',
  ],
];

export const faults: Readonly<Record<string, Fault>> = Object.fromEntries(
  rows.map(([id, area, marks, title, sentence]) => [
    id,
    { title, sentence, area, isSubtle: marks[0] === 'S', isMust: marks[1] === 'M' },
  ]),
);
