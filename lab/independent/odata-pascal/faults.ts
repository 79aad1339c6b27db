// Known faults: each one breaks the sentence quoted (or, where isMust is false, only good practice).
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const S = {
  limited:
    '1.2 "Every response is limited to what the authenticated user may see. The scope follows the same account, role and visibility rules as the user portal."',
  tenant: '1.1 "The service exposes tenant-scoped data of a payment-terminal (ATM-style) fleet management platform."',
  exact: '5.2 "The response reflects exactly the scope of the user that owns the key."',
  admin: '1.3 "Configuration-changing behaviour is admin-gated and more privileged than reporting reads."',
  write: '5.4 "Write paths and configuration-changing operations need higher privilege than reporting reads."',
  rules: '5.4 "Read APIs follow the portal\'s account, role and visibility rules."',
  card: '1.4 "Transaction responses never include PAN, track data, PIN blocks or raw key material."',
  header: '5.1 "Requests carry the header X-API-Key with the caller\'s API key."',
  needed: '4 "Unless marked public, each request needs the X-API-Key header."',
  open: '5.3 "Public endpoints need no key and no tenant session: /v1/integrations/public-openapi.json and /v1/public/branding-status."',
  never: '4 rule 2 "Rows outside the caller\'s scope are never returned, whatever filters are given."',
  combine: '4 rule 1 "Parameters may be combined in one request."',
  limit: '4 "limit: Restricts the number of rows returned."',
  terminal: '4 "terminal_id: Restricts rows to one terminal."',
  group: '4 "group_id: Restricts rows to one terminal group."',
  sort: '4 "sort_by: Sort column; amt_comp (completed amount) is a valid value."',
  dir: '4 "sort_dir: Sort direction; desc is a valid value."',
  completed: '2 "The sort key value amt_comp refers to the completed amount."',
  row: '2 "Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed."',
  summary: '2 "The response also has a summary with total surcharge and total withdrawn."',
  batch:
    '2 "Settlement batch carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields."',
  dispute:
    '2 "Dispute case carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved)."',
  portal:
    '2 "Portal snapshot contains these groups of data: principal and account profile data; organization branding and DNS state; access flags; visible users; visible terminals; visible groups and connectors; recent transactions, commands and forms; the available report catalog."',
  vault:
    '1.6 "Compliance vault, onboarding, documents and videos are available only through the portal snapshot. No dedicated compliance endpoints exist."',
  members:
    '2 "Each service group includes these members: portal_surfaces, api_endpoints, webhook_events, rss_feeds, notes."',
  grouped: '2 "Integration catalog response: Grouped by service."',
  families:
    '6 "Events are grouped by service family. The same event name can appear in more than one family." (and the table of names)',
  listed: '6 RSS 4 "Which services expose feeds is listed in the integration catalog (rss_feeds)."',
  live: '9.2 "The public OpenAPI document and the integration catalog describe the current live contract."',
  prefix: '9.1 "Every endpoint path starts with the version prefix /v1."',
  cacheable:
    '4 "Public OpenAPI document of the customer-safe surface. No key or session needed. Intended to be cacheable."',
  branding: '4 "/v1/public/branding-status: Public status of branding and docs-host readiness."',
  feeds:
    '6 RSS 1 "Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service."',
  digest:
    '6 RSS 2 "Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals."',
  stream:
    '6 RSS 3 "Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents."',
  polling: '6 RSS 4 "RSS is for read-only polling and human-readable digests."',
  status: '4 "/v1/terminals/{terminal_id}/status-monitoring: Terminal status and telemetry."',
  connector: '4 "/v1/connectors/{connector_id}/status: Status of one connector."',
  commands: '4 "/v1/terminals/{terminal_id}/commands: Commands of one terminal."',
  timeline: '4 "/v1/transactions/{transaction_id}/timeline: Timeline of one transaction."',
  errors: '7 leaves error answers open; only bad practice.',
};
const all: Record<string, Fault> = {};
const must = (id: string, area: string, title: string, sentence: string) => {
  all[id] = { title, sentence, area, isSubtle: false, isMust: true };
};
const subtle = (id: string, area: string, title: string, sentence: string) => {
  all[id] = { title, sentence, area, isSubtle: true, isMust: true };
};
const poor = (id: string, area: string, title: string, sentence: string, isSubtle = false) => {
  all[id] = { title, sentence, area, isSubtle, isMust: false };
};

// authentication and public surfaces
must('auth-key-in-query', 'authentication', 'The key is also accepted as ?api_key= in the address', S.header);
subtle('auth-bearer-accepted', 'authentication', 'The key is also accepted as an Authorization bearer token', S.header);
subtle('auth-key-prefix', 'authentication', 'A shortened or lengthened key is accepted', S.exact);
subtle('auth-key-case-ignored', 'authentication', 'Keys are compared without regard to case', S.exact);
must('auth-catalog-open', 'authentication', 'The integration catalog answers without a key', S.needed);
must(
  'auth-terminal-feed-open',
  'authentication',
  'The terminal feed answers without a key, as the administrator',
  S.needed,
);
must('auth-derive-open', 'authentication', 'The POST endpoints answer without a key', S.needed);
must(
  'auth-wrong-key-empty',
  'authentication',
  'An unknown key is treated as a user with no terminals instead of being refused',
  S.needed,
);
must('public-document-needs-key', 'public document', 'The public OpenAPI document asks for a key', S.open);
subtle(
  'public-document-bad-key',
  'public document',
  'The public OpenAPI document refuses a request that carries an outdated key',
  S.open,
);
must('public-branding-needs-key', 'public document', 'The branding status asks for a key', S.open);
must('branding-no-docs-host', 'public document', 'The branding status says nothing about the docs host', S.branding);
must(
  'branding-tenant-hosts',
  'public document',
  'The public branding status lists every tenant with its hosts',
  S.limited,
);

// scope of transactions
must('scope-transactions-tenant', 'scope', 'Administrators see transactions of other accounts', S.tenant);
must(
  'scope-transactions-role',
  'scope',
  'Transactions follow the account only, not the visibility of the user',
  S.rules,
);
must(
  'scope-terminal-filter-bypass',
  'scope',
  'terminal_id reaches terminals of the account that the user may not see',
  S.never,
);
subtle('scope-terminal-filter-tenant', 'scope', 'terminal_id reaches terminals of other accounts', S.never);
subtle(
  'scope-group-filter-bypass',
  'scope',
  'group_id of a partly visible group returns the rows of all its terminals',
  S.never,
);
subtle(
  'scope-both-filters-bypass',
  'scope',
  'terminal_id and group_id together switch the visibility check off',
  S.never,
);
subtle('scope-later-pages', 'scope', 'Pages after the first are not limited to visible terminals', S.limited);
subtle('scope-sorted-asc', 'scope', 'With sort_dir=asc the rows are not limited to visible terminals', S.limited);
subtle('scope-count-unscoped', 'scope', 'The count of transactions covers the whole account', S.limited);
must('scope-empty-means-all', 'scope', 'A user without any terminal sees all terminals of the account', S.exact);
subtle('scope-first-group-only', 'scope', 'Only the first of the groups given to a user counts', S.exact);
must('scope-timeline-role', 'scope', 'The timeline of any transaction of the account can be read', S.limited);
must('scope-timeline-tenant', 'scope', 'The timeline of a transaction of another account can be read', S.tenant);
subtle(
  'scope-timeline-disputed',
  'scope',
  'Timelines of disputed transactions can be read by everybody in the account',
  S.limited,
);

// scope of terminals, groups, connectors
must('scope-location-role', 'terminals', 'One location can be read for a terminal that is not visible', S.limited);
subtle('scope-location-tenant', 'terminals', 'One location can be read for a terminal of another account', S.tenant);
must('scope-locations-role', 'terminals', 'The list of locations holds all terminals of the account', S.limited);
must('scope-locations-tenant', 'terminals', 'The list of locations of an administrator holds other accounts', S.tenant);
subtle('locations-offline-lost', 'terminals', 'Locations of terminals that are offline are left out', S.exact);
must(
  'scope-monitoring-role',
  'terminals',
  'Status monitoring is readable for terminals that are not visible',
  S.limited,
);
must(
  'scope-terminal-transactions-role',
  'terminals',
  'Transactions of one terminal are readable though the terminal is not visible',
  S.limited,
);
must('scope-commands-role', 'commands', 'Commands are readable for terminals that are not visible', S.limited);
must(
  'scope-payload-role',
  'provisioning',
  'The provisioning payload is readable for terminals that are not visible',
  S.limited,
);
must(
  'scope-export-role',
  'provisioning',
  'The provisioning export is readable for terminals that are not visible',
  S.limited,
);
subtle(
  'scope-export-tenant',
  'provisioning',
  'The provisioning export is readable for terminals of another account',
  S.tenant,
);
must('scope-groups-all', 'terminals', 'The groups of the whole account are listed', S.limited);
subtle(
  'scope-group-members',
  'terminals',
  'A partly visible group names its terminals that are not visible',
  S.limited,
);
subtle(
  'scope-group-count',
  'terminals',
  'The terminal count of a group includes terminals that are not visible',
  S.limited,
);
must('scope-connectors-all', 'terminals', 'The connectors of the whole account are listed', S.limited);
subtle('scope-connector-members', 'terminals', 'A connector names terminals that are not visible', S.limited);
must(
  'scope-connector-status-role',
  'terminals',
  'The status of a connector is readable though no visible terminal uses it',
  S.limited,
);
subtle(
  'scope-connector-status-tenant',
  'terminals',
  'The status of a connector of another account is readable',
  S.tenant,
);
subtle(
  'scope-connector-rate',
  'terminals',
  'The approval rate of a connector counts transactions of terminals that are not visible',
  S.limited,
);
subtle(
  'connector-status-stale',
  'terminals',
  'A degraded connector is reported as connected by its status endpoint',
  S.connector,
);
must('monitoring-no-telemetry', 'terminals', 'Status monitoring has no telemetry', S.status);
subtle(
  'monitoring-offline-no-telemetry',
  'terminals',
  'Status monitoring of an offline terminal has no telemetry',
  S.status,
);
subtle('monitoring-offline-online', 'terminals', 'Status monitoring reports offline terminals as online', S.status);
must(
  'monitoring-of-neighbour',
  'terminals',
  'Status monitoring shows the telemetry of the first terminal of the account',
  S.limited,
);
subtle(
  'commands-of-whole-account',
  'commands',
  'Commands of one terminal include the queued commands of all the others',
  S.commands,
);
subtle('commands-queued-lost', 'commands', 'Commands that are still queued are left out', S.commands);

// filters, limit, sorting, paging
must('filter-terminal-ignored', 'filters', 'terminal_id is ignored', S.terminal);
subtle('filter-terminal-ignored-with-group', 'filters', 'terminal_id is ignored when group_id is given', S.combine);
subtle(
  'filter-terminal-prefix',
  'filters',
  'terminal_id also matches terminals whose identifier begins the same way',
  S.terminal,
);
must('filter-group-ignored', 'filters', 'group_id is ignored', S.group);
subtle('filter-group-ignored-with-terminal', 'filters', 'group_id is ignored when terminal_id is given', S.combine);
subtle('filter-group-ignored-when-sorted', 'filters', 'group_id is ignored when sort_by is given', S.combine);
subtle('filter-group-first-only', 'filters', 'group_id looks only at the first group of a terminal', S.group);
must('limit-ignored', 'paging/limit', 'limit is ignored', S.limit);
must('limit-off-by-one', 'paging/limit', 'One row more than limit is returned', S.limit);
subtle('limit-one-returns-all', 'paging/limit', 'limit=1 returns every row', S.limit);
subtle('limit-ignored-when-sorted', 'paging/limit', 'limit is ignored when sort_by is given', S.combine);
subtle('limit-ignored-on-terminal', 'paging/limit', 'The transactions of one terminal ignore limit', S.live);
subtle('limit-before-filter', 'paging/limit', 'limit cuts the rows before the filters are applied', S.combine);
must('sort-ignored', 'sorting', 'sort_by is ignored', S.sort);
subtle('sort-ignored-with-group', 'sorting', 'sort_by is ignored when group_id is given', S.combine);
must('sort-amount-as-text', 'sorting', 'amt_comp sorts the amounts as text', S.completed);
subtle('sort-amt-comp-by-requested', 'sorting', 'amt_comp sorts by the amount requested', S.completed);
must('sort-desc-is-asc', 'sorting', 'sort_dir=desc sorts upwards', S.dir);
subtle('sort-desc-is-asc-one-terminal', 'sorting', 'sort_dir=desc sorts upwards when terminal_id is given', S.combine);
subtle('sort-only-the-page', 'sorting', 'Only the rows of the page are sorted, not the whole result', S.sort);
subtle('paging-skips-a-row', 'paging/limit', 'The next page leaves one row out', S.live);
subtle('paging-repeats-a-row', 'paging/limit', 'The next page repeats the last row', S.live);
subtle('paging-next-drops-sort', 'paging/limit', 'The link to the next page forgets the sorting', S.live);
subtle('paging-next-drops-group', 'paging/limit', 'The link to the next page forgets group_id', S.group);
subtle('paging-next-drops-limit', 'paging/limit', 'The link to the next page forgets limit', S.live);

// rows and summary
must('row-date-without-time', 'transactions', 'The terminal date has no time', S.row);
subtle('row-server-time', 'transactions', 'The time is the clock of the server with the offset of the terminal', S.row);
subtle('row-emv-null', 'transactions', 'The EMV indicator is sent as null when it is not available', S.row);
must('row-emv-never', 'transactions', 'The EMV indicator is never sent', S.row);
subtle('row-emv-contactless-lost', 'transactions', 'The EMV indicator is missing for contactless transactions', S.row);
subtle('row-sequence-missing-inquiry', 'transactions', 'Balance inquiries have no sequence number', S.row);
must('row-account-type-missing', 'transactions', 'Rows have no account type', S.row);
must('row-surcharge-requested-missing', 'transactions', 'Rows have no surcharge requested', S.row);
subtle('row-response-missing-declined', 'transactions', 'Declined rows have no response', S.row);
subtle('row-partial-shown-full', 'transactions', 'A partial dispense shows the requested amount as completed', S.row);
subtle('row-surcharge-of-declined', 'transactions', 'Declined rows show the requested surcharge as completed', S.row);
must('summary-missing', 'transactions', 'There is no summary', S.summary);
subtle('summary-missing-when-empty', 'transactions', 'There is no summary when no row matches', S.summary);
must('summary-of-the-page', 'transactions', 'The summary covers only the rows of the page', S.live);
must('summary-unscoped', 'transactions', 'The summary covers terminals that are not visible', S.limited);
subtle('summary-ignores-group', 'transactions', 'The summary ignores group_id', S.live);
must('summary-surcharge-requested', 'transactions', 'Total surcharge adds the requested surcharges', S.live);
must('summary-withdrawn-requested', 'transactions', 'Total withdrawn adds the requested amounts', S.summary);
subtle('summary-counts-transfers', 'transactions', 'Total withdrawn counts transfers', S.summary);
subtle(
  'timeline-of-previous',
  'transactions',
  'The timeline shows the transaction before the one asked for',
  S.timeline,
);
poor(
  'timeline-newest-first',
  'transactions',
  'The timeline runs backwards',
  '4 names a timeline but leaves its order open; only bad practice.',
);

// card data
must('card-pan-in-rows', 'card data', 'Rows hold the card number', S.card);
subtle('card-track-on-fallback', 'card data', 'Fallback rows hold track 2', S.card);
subtle('card-key-on-reversal', 'card data', 'Reversal rows hold the working key', S.card);
subtle('card-pan-in-timeline', 'card data', 'Timelines of magnetic stripe transactions hold the card number', S.card);
subtle(
  'card-pin-block-in-timeline',
  'card data',
  'Timelines of transactions with a wrong PIN hold the PIN block',
  S.card,
);
must('card-pan-in-feed', 'card data', 'Transaction items of the feeds hold the card number', S.card);

// settlements and disputes
must(
  'scope-settlements-tenant',
  'settlements',
  'Users who see all terminals get the batches of every account',
  S.tenant,
);
must('scope-settlements-role', 'settlements', 'Settlement batches of the whole account are listed', S.limited);
subtle(
  'scope-settlements-any',
  'settlements',
  'A batch is listed when only one of its terminals is visible, with the totals and names of the others',
  S.limited,
);
must('settlement-net-wrong', 'settlements', 'Net payout adds the debits', S.batch);
must('settlement-net-missing', 'settlements', 'Batches have no net payout', S.batch);
must('settlement-counts-missing', 'settlements', 'Batches have no entry counts', S.batch);
subtle('settlement-returned-no-timing', 'settlements', 'Returned batches have no timing fields', S.batch);
subtle('settlement-draft-no-status', 'settlements', 'Draft batches have no status', S.batch);
must('scope-disputes-role', 'disputes', 'Dispute cases of the whole account are listed', S.limited);
must('scope-disputes-tenant', 'disputes', 'Administrators get the dispute cases of every account', S.tenant);
subtle('scope-disputes-resolved', 'disputes', 'Resolved cases are listed for everybody in the account', S.limited);
must('dispute-reviewer-always', 'disputes', 'Reviewer metadata is shown for every case', S.dispute);
subtle(
  'dispute-reviewer-under-review',
  'disputes',
  'Reviewer metadata is shown while a case is under review',
  S.dispute,
);
must('dispute-reviewer-never', 'disputes', 'Reviewer metadata is never shown', S.dispute);
subtle('dispute-due-missing-open', 'disputes', 'Open cases have no due date', S.dispute);
must('dispute-terminal-missing', 'disputes', 'Cases have no terminal', S.dispute);
must('dispute-assignment-missing', 'disputes', 'Cases have no assignment fields', S.dispute);
must('dispute-resolution-missing', 'disputes', 'Cases have no resolution fields', S.dispute);
subtle('dispute-amount-in-cents', 'disputes', 'Resolved cases give their amount in cents', S.live);
subtle(
  'dispute-hidden-assignee',
  'disputes',
  'Users who are not visible are named in cases, commands and forms',
  S.limited,
);

// rights and writes
must('rights-derive-viewer', 'writes', 'A viewer may derive settlements', S.write);
subtle('rights-derive-regional', 'writes', 'A regional manager may derive settlements of the whole account', S.admin);
must('rights-derive-anyone', 'writes', 'Everybody may derive settlements', S.write);
must('rights-dispute-viewer', 'writes', 'A viewer may open disputes', S.write);
subtle('rights-dispute-merchant', 'writes', 'A site merchant may open disputes', S.write);
must('rights-provisioning-open', 'provisioning', 'Provisioning is readable without the right to it', S.rules);
must('derive-all-tenants', 'writes', 'Deriving makes batches of every account', S.tenant);
must('derive-twice', 'writes', 'Deriving the same period again makes the same batches again', S.live);
subtle('derive-not-kept', 'writes', 'Batches that were derived do not appear among the settlements', S.live);
must(
  'dispute-on-hidden-transaction',
  'writes',
  'A dispute can be opened for a transaction that is not visible',
  S.limited,
);
subtle(
  'dispute-on-foreign-transaction',
  'writes',
  'A dispute can be opened for a transaction of another account',
  S.tenant,
);
subtle('dispute-amount-ignored', 'writes', 'The amount sent with a dispute is ignored', S.live);
subtle('dispute-not-kept', 'writes', 'A dispute that was opened does not appear among the disputes', S.live);

// portal
must('portal-users-all', 'portal', 'The portal lists all users of the account to everybody', S.limited);
must('portal-users-tenant', 'portal', 'The portal of an administrator lists users of other accounts', S.tenant);
must('portal-terminals-all', 'portal', 'The portal lists all terminals of the account', S.limited);
subtle('portal-transactions-all', 'portal', 'Recent transactions of the portal cover the whole account', S.limited);
subtle('portal-commands-all', 'portal', 'Recent commands of the portal cover the whole account', S.limited);
subtle('portal-forms-all', 'portal', 'Recent forms of the portal cover the whole account', S.limited);
subtle(
  'portal-documents-all',
  'portal',
  'Documents and compliance vault of the portal cover all terminals of the account',
  S.limited,
);
subtle('portal-reports-all', 'portal', 'The report catalog offers reports that the user may not run', S.limited);
must('portal-access-copied', 'portal', 'Everybody gets the access flags of the administrator', S.exact);
must('portal-access-missing', 'portal', 'The portal has no access flags', S.portal);
must('portal-dns-missing', 'portal', 'The portal has no DNS state', S.portal);
must('portal-forms-missing', 'portal', 'The portal has no recent forms', S.portal);
must('portal-commands-empty', 'portal', 'Recent commands of the portal are always empty', S.portal);
subtle('portal-reports-missing-viewer', 'portal', 'The portal of a viewer has no report catalog', S.portal);
must('portal-compliance-missing', 'portal', 'The portal has neither compliance vault nor videos', S.vault);
must('compliance-endpoint', 'portal', 'A compliance endpoint exists and lists documents of the whole account', S.vault);

// feeds
subtle(
  'feed-account-status-unscoped',
  'feeds',
  'Heartbeats and status of the account feed cover the whole account',
  S.digest,
);
subtle(
  'feed-account-transactions-unscoped',
  'feeds',
  'Transactions of the account feed cover the whole account',
  S.digest,
);
subtle('feed-account-incidents-unscoped', 'feeds', 'Incidents of the account feed cover the whole account', S.digest);
subtle(
  'feed-account-journal-unscoped',
  'feeds',
  'Switch journal items of the account feed cover the whole account',
  S.digest,
);
subtle(
  'feed-account-journal-tenant',
  'feeds',
  'Switch journal items of the account feed cover every account',
  S.tenant,
);
must('feed-account-no-journal', 'feeds', 'The account feed has no switch journal items', S.digest);
must('feed-account-no-heartbeat', 'feeds', 'The account feed has no heartbeat or status items', S.digest);
must('feed-account-no-incidents', 'feeds', 'The account feed has no incidents', S.digest);
must('feed-account-one-terminal', 'feeds', 'The account feed covers one terminal only', S.digest);
must('feed-account-plain-xml', 'feeds', 'The account feed is sent as text/xml', S.feeds);
must('feed-terminal-json', 'feeds', 'The terminal feed is sent as JSON', S.feeds);
must('feed-not-escaped', 'feeds', 'Names with & make the feeds malformed XML', S.polling);
must('scope-terminal-feed-role', 'feeds', 'The feed of a terminal that is not visible can be read', S.feeds);
subtle('scope-terminal-feed-tenant', 'feeds', 'The feed of a terminal of another account can be read', S.feeds);
subtle(
  'feed-terminal-journal-of-connector',
  'feeds',
  'The terminal feed shows the switch journal of all terminals of its connector',
  S.stream,
);
subtle('feed-terminal-no-completed', 'feeds', 'The terminal feed has no completed commands', S.stream);
subtle('feed-terminal-no-queued', 'feeds', 'The terminal feed has no queued commands', S.stream);
must('feed-terminal-no-provisioning', 'feeds', 'The terminal feed has no provisioning jobs', S.stream);
must('feed-terminal-no-journal', 'feeds', 'The terminal feed has no switch journal items', S.stream);
must('feed-terminal-no-transactions', 'feeds', 'The terminal feed has no transactions', S.stream);
subtle('feed-terminal-no-incidents-offline', 'feeds', 'The feed of an offline terminal has no incidents', S.stream);
poor(
  'feed-oldest-first',
  'feeds',
  'Feeds begin with the oldest item',
  '6 leaves the ordering of feeds open; only bad practice.',
);

// catalog and public document
subtle(
  'catalog-feeds-missing-when-none',
  'catalog',
  'Service groups without a feed have no member rss_feeds',
  S.members,
);
must('catalog-pascal-members', 'catalog', 'portal_surfaces is called PortalSurfaces', S.members);
must('catalog-notes-missing', 'catalog', 'Service groups have no notes', S.members);
must('catalog-flat', 'catalog', 'The catalog is a flat list of endpoints', S.grouped);
subtle('catalog-terminal-feed-missing', 'catalog', 'The catalog does not list the terminal feed', S.listed);
subtle('catalog-derive-missing', 'catalog', 'The catalog does not list the derive endpoint', S.live);
subtle('catalog-event-missing', 'catalog', 'The event repeated_same_card_attempt is missing', S.families);
subtle('catalog-events-once', 'catalog', 'An event that belongs to two families is listed in one', S.families);
must('catalog-event-renamed', 'catalog', 'settlement_mismatch is called settlement_mismatched', S.families);
must('catalog-compliance-endpoint', 'catalog', 'The catalog lists a compliance endpoint', S.vault);
must('document-path-missing', 'public document', 'The public document lacks the connector status', S.live);
subtle('document-post-missing', 'public document', 'The public document lacks POST /v1/disputes', S.live);
subtle(
  'document-old-names',
  'public document',
  'The public document describes a name of a row member that is no longer sent',
  S.live,
);
must('document-without-prefix', 'versioning', 'The public document gives paths without /v1', S.prefix);
must('document-internal-paths', 'public document', 'The public document describes an internal operation', S.cacheable);
subtle('document-extra-path', 'public document', 'The public document describes a path that does not exist', S.live);
must('document-not-cacheable', 'public document', 'The public document forbids caching', S.cacheable);
subtle(
  'document-304-always',
  'public document',
  'Any If-None-Match is answered 304, so an old copy never ends',
  S.live,
);

// versioning and caching
must('version-prefix-optional', 'versioning', 'Endpoints also answer without /v1', S.prefix);
must('version-v2-alias', 'versioning', 'Endpoints also answer under /v2', S.prefix);
subtle('version-next-without-prefix', 'versioning', 'The link to the next page lacks /v1', S.prefix);
subtle('cache-feed-by-address', 'caching', 'Feeds are cached by address, so a user gets the copy of another', S.exact);
subtle(
  'cache-portal-by-account',
  'caching',
  'The portal is cached by account, so a user gets the copy of a colleague',
  S.exact,
);
subtle(
  'cache-transactions-by-address',
  'caching',
  'Filtered transactions are cached by address, so a user gets the rows of another',
  S.exact,
);
poor(
  'cache-private-as-public',
  'caching',
  'Private answers are marked as publicly cacheable',
  'No sentence about caching of private answers; only bad practice.',
);

// errors
poor('error-html', 'errors', 'What is not found is answered with an HTML page', S.errors);
poor('error-200', 'errors', 'Invalid parameters are answered with 200 and an error body', S.errors);
poor('error-sort-500', 'errors', 'An unknown sort_by is answered with 500', S.errors, true);
poor('error-405-as-500', 'errors', 'A method that is not supported is answered with 500', S.errors, true);
poor('error-401-no-challenge', 'errors', '401 comes without WWW-Authenticate', S.errors, true);
poor('error-403-reveals', 'errors', '403 tells that a terminal that is not visible exists', S.errors, true);

export const faults: Record<string, Fault> = all;
