// @ts-nocheck: written without noUncheckedIndexedAccess
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const table: Record<string, Fault> = {};
function add(area: string, id: string, flags: string, title: string, sentence: string): void {
  table[id] = { title, sentence, area, isSubtle: flags.includes('s'), isMust: flags.includes('m') };
}

const limited = 'Every response is limited to what the authenticated user may see.';
const exactly = 'The response reflects exactly the scope of the user that owns the key.';
const needsKey = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const isPublic =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const cardData = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const rowFields =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const summary = 'The response also has a summary with total surcharge and total withdrawn.';
const outside = "Rows outside the caller's scope are never returned, whatever filters are given.";
const combined = 'Parameters may be combined in one request.';
const privilege = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const live = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const disputeFields =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const batchFields = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const accountFeed =
  'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const terminalFeed =
  'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const feedScope =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const groupMembers =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';

// Flags: m = the document states it plainly, s = subtle.
add('authentication', 'auth-timeline-open', 'ms', 'The timeline of a transaction is served without any key', needsKey);
add(
  'authentication',
  'auth-account-feed-open',
  'ms',
  'The account feed without a key shows the feed of the first administrator',
  needsKey,
);
add('authentication', 'auth-openapi-needs-key', 'm', 'The public OpenAPI document asks for a key', isPublic);
add('authentication', 'auth-branding-needs-key', 'm', 'The branding status asks for a key', isPublic);
add(
  'authentication',
  'auth-key-prefix',
  's',
  'A truncated key is accepted (comparison by prefix)',
  "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
);
add(
  'authentication',
  'auth-portal-cache',
  'ms',
  'The portal snapshot is cached by organization, so the next user gets the snapshot of the previous one',
  exactly,
);

add(
  'scope',
  'scope-tx-terminal-filter',
  'm',
  'With terminal_id the rows of any terminal of any customer are returned',
  outside,
);
add(
  'scope',
  'scope-tx-group-filter',
  'ms',
  'With group_id the rows of members that the user cannot see are returned',
  outside,
);
add('scope', 'scope-timeline', 'ms', 'The timeline checks the organization only, not the visible terminals', limited);
add(
  'scope',
  'scope-locations-list',
  'ms',
  'A user with single terminals gets the locations of all terminals of the touched accounts',
  limited,
);
add('scope', 'scope-status-monitoring', 'm', 'Status monitoring answers for every terminal of every customer', limited);
add(
  'scope',
  'scope-provisioning-export',
  'ms',
  'The provisioning export answers for every terminal of the organization',
  limited,
);
add(
  'scope',
  'scope-connector-status-counters',
  'ms',
  'Counters of the connector status include terminals that the user cannot see',
  limited,
);
add(
  'scope',
  'scope-group-count',
  'ms',
  'terminalCount of a terminal group counts terminals that the user cannot see',
  limited,
);
add(
  'scope',
  'scope-settlements',
  'm',
  'Users limited to one account get the batches of all accounts of the organization',
  'Scoped ACH settlement batches.',
);
add(
  'scope',
  'scope-disputes',
  'ms',
  'A user with single terminals gets disputes of all terminals of the touched accounts',
  'Scoped dispute cases.',
);
add(
  'scope',
  'scope-summary',
  'ms',
  'The summary is computed over the whole organization for users limited to one account',
  limited,
);
add(
  'scope',
  'scope-total-items',
  'ms',
  'totalItems of the transactions counts rows of the organization for users with single terminals',
  limited,
);
add(
  'scope',
  'scope-portal-users',
  'ms',
  'The portal lists all users of the organization to limited users',
  'visible users',
);
add(
  'scope',
  'scope-portal-documents',
  'ms',
  'Documents in the portal snapshot are not limited to visible terminals',
  limited,
);
add(
  'scope',
  'scope-locations-incomplete',
  'ms',
  'Locations of terminals without a group are lost (inner join)',
  exactly,
);
add(
  'scope',
  'scope-feed-alerts',
  'ms',
  'Alert incidents of the account feed are those of the whole organization',
  accountFeed,
);
add('scope', 'scope-terminal-feed', 'm', 'The terminal feed answers for every terminal of every customer', feedScope);
add('errors', 'scope-error-reveals', 'ms', 'The error for a terminal out of scope says its name and account', limited);

add(
  'filters',
  'limit-second-page',
  'ms',
  'From the second page on, limit is ignored and the default page size is used',
  'Restricts the number of rows returned.',
);
add('filters', 'limit-ignored-with-group', 'ms', 'limit is ignored when group_id is given', combined);
add(
  'filters',
  'terminal-partial-match',
  'ms',
  'terminal_id matches partially: 87 also returns terminal 1087',
  'Restricts rows to one terminal.',
);
add(
  'filters',
  'combine-or',
  'ms',
  'terminal_id and group_id together give the union instead of the intersection',
  combined,
);
add(
  'filters',
  'group-first-account',
  'ms',
  'group_id only returns members that belong to the account of the first member',
  'Restricts rows to one terminal group.',
);
add('filters', 'group-ignored', 'm', 'group_id is ignored', 'Restricts rows to one terminal group.');
add(
  'sorting',
  'sort-requested',
  'ms',
  'amt_comp sorts by the requested amount',
  'The sort key value `amt_comp` refers to the completed amount.',
);
add(
  'sorting',
  'sort-desc-ignored',
  'm',
  'sort_dir=desc with amt_comp gives ascending order',
  'Sort direction; `desc` is a valid value.',
);
add(
  'sorting',
  'sort-after-paging',
  'ms',
  'Sorting by amt_comp is applied inside the page only',
  'Sort column; `amt_comp` (completed amount) is a valid value.',
);
add('sorting', 'sort-terminal-rejected', 'ms', 'sort_by=amt_comp together with terminal_id is rejected', combined);

add('transactions', 'row-surcharge-missing', 'ms', 'surchargeCompleted is missing in declined rows', rowFields);
add(
  'transactions',
  'row-emv-null',
  'm',
  'emvIndicator is null where it is not available instead of absent',
  'EMV indicator (present only when available)',
);
add(
  'transactions',
  'row-declined-completed',
  'ms',
  'Rows declined for a wrong PIN carry the requested amount as completed amount',
  rowFields,
);
add('transactions', 'row-sequence-missing', 'ms', 'Reversal rows have no sequence number', rowFields);
add(
  'transactions',
  'row-account-type-missing',
  'ms',
  'accountType is missing in the transactions of one terminal',
  rowFields,
);
add('transactions', 'summary-page-two', 'ms', 'The summary is missing on the second and later pages', summary);
add('transactions', 'summary-deposits', 'ms', 'totalWithdrawn includes deposits', summary);
add(
  'transactions',
  'summary-surcharge-missing',
  'ms',
  'The summary has no totalSurcharge when a filter by group is given',
  summary,
);

add('card data', 'card-pan-timeline', 'm', 'The authorization step of the timeline contains the PAN', cardData);
add('card data', 'card-track-fallback', 'ms', 'Fallback rows carry the track data', cardData);
add(
  'card data',
  'card-pin-block-timeline',
  'ms',
  'The timeline of a wrong-PIN decline contains the PIN block',
  cardData,
);
add(
  'card data',
  'card-key-terminal',
  'ms',
  'Rows of contactless transactions of one terminal carry the working key',
  cardData,
);
add('card data', 'card-pan-portal', 'ms', 'Recent reversals in the portal snapshot carry the PAN', cardData);

add(
  'portal',
  'portal-connectors-missing',
  'ms',
  'The auditor gets no connectors in the portal snapshot',
  'visible groups and connectors',
);
add(
  'portal',
  'portal-reports-missing',
  'ms',
  'The report catalog is missing for users limited to one account',
  'the available report catalog',
);
add('portal', 'portal-flags-wrong', 's', 'The access flags say that the auditor may create disputes', 'access flags');
add(
  'portal',
  'portal-principal',
  'ms',
  'For the technician the principal is the administrator of the organization',
  'Scoped portal snapshot of the current user (groups listed in section 2).',
);
add(
  'portal',
  'portal-recent-oldest',
  'm',
  'Recent transactions of the portal snapshot are the oldest ones',
  'recent transactions, commands and forms',
);

add(
  'commands and provisioning',
  'commands-of-account',
  'm',
  'The commands of a terminal are those of all visible terminals of its account',
  'Commands of one terminal.',
);
add(
  'commands and provisioning',
  'payload-wrong-terminal',
  'ms',
  'For a terminal in a group the provisioning payload is that of the first visible member',
  'Provisioning payload of one terminal.',
);
add(
  'connectors and groups',
  'connector-status-first',
  'm',
  'The status of a connector is always that of the first visible connector',
  'Status of one connector.',
);

add(
  'settlements',
  'settlement-net-sign',
  'ms',
  'netPayout adds the debit total instead of subtracting it',
  batchFields,
);
add('settlements', 'settlement-debit-missing', 'ms', 'debitTotal is left out when it is zero', batchFields);
add('settlements', 'settlement-timing-missing', 'ms', 'Returned batches have no timing fields', batchFields);
add('writes', 'derive-auditor', 'm', 'The auditor may derive settlements', privilege);
add(
  'writes',
  'derive-foreign-account',
  'ms',
  'An administrator may derive a settlement for an account of another customer',
  limited,
);
add(
  'writes',
  'derive-not-stored',
  '',
  'A derived batch is answered but not stored',
  'Write paths exist (POST for settlements derive and for disputes).',
);

add(
  'disputes',
  'dispute-reviewer-early',
  'ms',
  'Reviewer metadata is shown while the case is in review',
  'reviewer metadata (only once the case is resolved)',
);
add(
  'disputes',
  'dispute-reviewer-created',
  'ms',
  'The response of a creation carries the creator as reviewer',
  'reviewer metadata (only once the case is resolved)',
);
add('disputes', 'dispute-due-missing', 'ms', 'Cases that await evidence have no due date', disputeFields);
add('disputes', 'dispute-resolution-missing', 'ms', 'Rejected cases have no resolution fields', disputeFields);
add('writes', 'dispute-create-viewer', 'ms', 'A user of role ROLE_VIEWER may create disputes', privilege);
add(
  'writes',
  'dispute-create-foreign',
  'ms',
  'A dispute can be created for a transaction out of scope in the same organization',
  'The scope follows the same account, role and visibility rules as the user portal.',
);

add(
  'feeds',
  'feed-content-type',
  'm',
  'The terminal feed is sent as text/xml',
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.',
);
add('feeds', 'feed-no-journal', 'm', 'The account feed has no switch journal observations', accountFeed);
add('feeds', 'feed-offline-missing', 'ms', 'Offline terminals have no heartbeat row in the account feed', accountFeed);
add('feeds', 'feed-no-provisioning', 'm', 'The terminal feed has no provisioning jobs', terminalFeed);
add('feeds', 'feed-queued-commands', 'ms', 'The terminal feed has no queued commands', terminalFeed);

add('catalog', 'catalog-notes', 'ms', 'notes is left out of a service group without notes', groupMembers);
add(
  'catalog',
  'catalog-event-dedupe',
  'ms',
  'An event name is listed in the first family only',
  'The same event name can appear in more than one family.',
);
add('catalog', 'catalog-stale-path', 'ms', 'The catalog lists /v1/settlement-batches instead of /v1/settlements', live);

add(
  'public document',
  'openapi-no-store',
  'm',
  'The public OpenAPI document is sent with Cache-Control: no-store',
  'Intended to be cacheable.',
);
add(
  'public document',
  'openapi-path-missing',
  'ms',
  'The provisioning export is missing in the public OpenAPI document',
  live,
);
add(
  'public document',
  'openapi-schema-drift',
  'ms',
  'The published transaction schema has amountDispensed in place of amountCompleted',
  live,
);
add(
  'public branding status',
  'branding-no-docs',
  'm',
  'The branding status says nothing about the docs host',
  'Public status of branding and docs-host readiness.',
);
add(
  'versioning',
  'link-no-prefix',
  'ms',
  'The link to the next page lacks the version prefix',
  'Every endpoint path starts with the version prefix `/v1`.',
);

export const faults: Readonly<Record<string, Fault>> = table;
