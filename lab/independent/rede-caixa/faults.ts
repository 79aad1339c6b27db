// @ts-nocheck: written without noUncheckedIndexedAccess
export type Fault = { id: string; title: string; sentence: string; area: string; isSubtle: boolean; isMust: boolean };
const SCOPE = 'Every response is limited to what the authenticated user may see.';
const KEYSCOPE = 'The response reflects exactly the scope of the user that owns the key.';
const NEEDKEY = 'Unless marked public, each request needs the `X-API-Key` header (see section 5).';
const CARRY = "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).";
const PUBLIC =
  'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.';
const ROWS = "Rows outside the caller's scope are never returned, whatever filters are given.";
const COMB = 'Parameters may be combined in one request.';
const TID = 'Restricts rows to one terminal.',
  GID = 'Restricts rows to one terminal group.',
  LIM = 'Restricts the number of rows returned.';
const SORT = 'Sort column; `amt_comp` (completed amount) is a valid value.',
  DIR = 'Sort direction; `desc` is a valid value.';
const CARD = 'Transaction responses never include PAN, track data, PIN blocks or raw key material.';
const ROW =
  'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.';
const SUM = 'The response also has a summary with total surcharge and total withdrawn.';
const BATCH = 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.';
const DISP =
  'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).';
const WRITE = 'Write paths and configuration-changing operations need higher privilege than reporting reads.';
const RULES = "Read APIs follow the portal's account, role and visibility rules.";
const PORTAL = 'Scoped portal snapshot of the current user (groups listed in section 2).';
const FEEDS =
  'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.';
const FACC =
  'scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.';
const FTER =
  'lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.';
const GROUPED =
  'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.';
const LIVE = 'The public OpenAPI document and the integration catalog describe the current live contract.';
const V1 = 'Every endpoint path starts with the version prefix `/v1`.';
const COMPL = 'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.';

const all: Fault[] = [];
const add = (
  area: string,
  id: string,
  level: 'plain' | 'subtle' | 'practice' | 'subtle practice',
  sentence: string,
  title: string,
) => all.push({ id, title, sentence, area, isSubtle: level.startsWith('subtle'), isMust: !level.endsWith('practice') });

// authentication
add(
  'authentication',
  'missing-key-portal',
  'plain',
  NEEDKEY,
  'The portal without a key answers with the default tenant',
);
add('authentication', 'key-in-query', 'plain', CARRY, 'The key is also accepted as ?api_key=');
add('authentication', 'empty-key-admin', 'plain', NEEDKEY, 'An empty X-API-Key counts as the internal administrator');
add('authentication', 'key-prefix-match', 'subtle', CARRY, 'A truncated key (first 14 characters or more) is accepted');
add('authentication', 'terminal-feed-open', 'plain', FEEDS, 'The terminal feed is served without a key');
add('authentication', 'timeline-open', 'subtle', NEEDKEY, 'The transaction timeline is served without a key');
add('authentication', 'slash-bypass', 'subtle', NEEDKEY, 'A trailing slash bypasses the key filter');
add('authentication', 'unknown-key-empty', 'plain', NEEDKEY, 'An unknown key counts as a guest: 200 with empty lists');
add(
  'authentication',
  'public-rejects-stale-key',
  'subtle',
  PUBLIC,
  'Public endpoints answer 401 when an unknown key is sent along',
);
// scope
add('scope', 'terminal-filter-unscoped', 'plain', ROWS, 'terminal_id replaces the scope: rows of other tenants');
add(
  'scope',
  'group-filter-unscoped',
  'subtle',
  ROWS,
  'group_id returns rows of group members that the limited user cannot see',
);
add('scope', 'sort-query-unscoped', 'subtle', ROWS, 'sort_by=amt_comp uses a query on the whole tenant');
add('scope', 'total-unscoped', 'subtle', SCOPE, 'totalElements counts all rows of the tenant');
add('scope', 'summary-unscoped', 'subtle', SCOPE, 'The summary adds up rows of hidden terminals');
add('scope', 'tx-account-dropped', 'subtle', KEYSCOPE, 'The administrator does not get the rows of one sub-account');
add('scope', 'timeline-cross-tenant', 'plain', SCOPE, 'Timelines of any tenant can be read');
add(
  'scope',
  'timeline-hidden-terminal',
  'subtle',
  RULES,
  'The limited user reads timelines of hidden terminals of the tenant',
);
add('scope', 'settlements-by-account', 'subtle', SCOPE, 'Batches are scoped by account only, not by visible terminal');
add(
  'scope',
  'settlements-later-pages-unscoped',
  'subtle',
  SCOPE,
  'From the second page on, batches of the whole tenant',
);
add('scope', 'disputes-resolved-all-tenants', 'plain', SCOPE, 'Resolved disputes of every tenant are listed');
add('scope', 'connectors-org', 'subtle', SCOPE, 'The limited user sees every connector of the tenant');
add('scope', 'group-members-hidden', 'subtle', SCOPE, 'Groups list hidden members');
add(
  'scope',
  'groups-shared-cache',
  'subtle',
  KEYSCOPE,
  "Terminal groups are cached by path: the next key gets the first key's answer",
);
add('scope', 'terminal-tx-cross-tenant', 'plain', SCOPE, 'Transactions of a terminal of another tenant can be read');
add('scope', 'error-leaks-terminal', 'subtle', SCOPE, 'The 404 of an out-of-scope terminal names it and its city');
// filters
add('filters', 'terminal-filter-ignored', 'plain', TID, 'terminal_id is ignored');
add('filters', 'terminal-filter-lost-with-sort', 'subtle', COMB, 'terminal_id is ignored when sort_by is given');
add('filters', 'group-filter-ignored-with-terminal', 'subtle', COMB, 'group_id is ignored when terminal_id is given');
add(
  'filters',
  'group-filter-by-account',
  'plain',
  GID,
  'group_id restricts to the accounts of the members, not to the members',
);
add('filters', 'filters-dropped-next-page', 'subtle', TID, 'From the second page on, filters are dropped');
// limit and paging
add('limit', 'limit-ignored', 'plain', LIM, 'limit is ignored');
add('limit', 'limit-plus-one', 'plain', LIM, 'One row more than limit is returned');
add('limit', 'limit-ignored-sorted', 'subtle', LIM, 'limit is ignored when sort_by is given');
add('limit', 'limit-minimum-ten', 'subtle', LIM, 'limit below 10 is raised to 10');
add('limit', 'page-overlap', 'subtle practice', LIM, 'Later pages repeat the last row of the page before');
// sorting
add('sorting', 'sort-ignored', 'plain', SORT, 'sort_by=amt_comp has no effect');
add('sorting', 'sort-as-text', 'plain', SORT, 'Amounts are sorted as text');
add('sorting', 'sort-dir-ignored', 'plain', DIR, 'sort_dir is ignored: always ascending');
add('sorting', 'sort-after-limit', 'subtle', SORT, 'Only the newest rows of the page are sorted');
add('sorting', 'sort-dir-wrong-with-terminal', 'subtle', DIR, 'With terminal_id the direction is reversed');
add(
  'sorting',
  'sort-terminal-first-limited-role',
  'subtle',
  SORT,
  'For the limited user rows are sorted by terminal first',
);
// transactions, summary, card data
add('transactions', 'pan-in-declined-rows', 'subtle', CARD, 'The response text of declined rows has the PAN');
add('transactions', 'pinblock-terminal-rows', 'plain', CARD, 'Terminal transactions carry the PIN block');
add('transactions', 'track2-no-emv', 'subtle', CARD, 'Rows without EMV carry track 2');
add(
  'transactions',
  'timeline-key-material-reversed',
  'subtle',
  CARD,
  'The timeline of reversed transactions has the session key',
);
add(
  'transactions',
  'emv-empty-when-absent',
  'plain',
  ROW,
  'The EMV indicator is an empty string when it is not available',
);
add('transactions', 'seq-missing-declined', 'subtle', ROW, 'Declined rows have no sequence number');
add(
  'transactions',
  'terminal-rows-no-surcharge',
  'plain',
  ROW,
  'Rows of the terminal endpoint have no surcharge members',
);
add('transactions', 'summary-missing', 'plain', SUM, 'The summary is missing');
add(
  'transactions',
  'summary-from-requested',
  'plain',
  SUM,
  'The summary adds up requested instead of completed amounts',
);
add('transactions', 'summary-ignores-group', 'subtle', SUM, 'With group_id the summary is that of all rows');
add(
  'transactions',
  'timeline-wrong-transaction',
  'plain',
  'Timeline of one transaction.',
  'The timeline is that of the first transaction of the terminal',
);
add('transactions', 'total-ignores-filter', 'practice', COMB, 'totalElements ignores the filters');
// settlements
add('settlements', 'net-payout-sum', 'plain', BATCH, 'Net payout is credit plus debit');
add('settlements', 'net-payout-rejected', 'subtle', BATCH, 'Net payout of rejected batches is the credit total');
add('settlements', 'entry-counts-missing', 'plain', BATCH, 'Entry counts are missing');
add('settlements', 'timing-missing-open', 'subtle', BATCH, 'Open batches have no timing members');
add(
  'settlements',
  'credit-total-missing-later-pages',
  'subtle',
  BATCH,
  'Credit total is missing from the second page on',
);
// disputes
add('disputes', 'reviewer-always', 'plain', DISP, 'Reviewer metadata in unresolved cases');
add('disputes', 'reviewer-in-analysis', 'subtle', DISP, 'Reviewer metadata in cases under analysis');
add('disputes', 'due-date-missing-resolved', 'subtle', DISP, 'Resolved cases have no due date');
add(
  'disputes',
  'dispute-wrong-terminal',
  'subtle',
  DISP,
  'Every second case names another terminal than its transaction',
);
add('disputes', 'assignment-missing-analysis', 'subtle', DISP, 'Cases under analysis have no assignment members');
// writes and privileges
add('writes', 'anonymous-dispute', 'plain', NEEDKEY, 'A dispute can be opened without a key');
add('writes', 'dispute-limited-role-norte', 'subtle', WRITE, 'In one tenant the read-only user may open disputes');
add(
  'writes',
  'dispute-create-cross-tenant',
  'plain',
  SCOPE,
  'A dispute can be opened on a transaction of another tenant',
);
add(
  'writes',
  'dispute-create-hidden',
  'subtle',
  RULES,
  'A dispute can be opened on a transaction of a hidden terminal',
);
add('writes', 'derive-any-role', 'plain', WRITE, 'Every role may derive settlements');
add('writes', 'derive-before-check', 'subtle', WRITE, 'Derive answers 403 but has already stored the batches');
add('writes', 'derive-cross-tenant', 'plain', SCOPE, 'Batches can be derived for a terminal of another tenant');
add(
  'writes',
  'dispute-created-first-terminal',
  'plain',
  DISP,
  "A new case names the first visible terminal instead of the transaction's",
);
add('writes', 'dispute-without-transaction', 'subtle', DISP, 'A case without a transaction can be opened');
add(
  'writes',
  'malformed-json-500',
  'practice',
  'Write path, more privileged.',
  'Malformed JSON answers 500 with a class name',
);
// portal
add('portal', 'portal-users-all', 'subtle', 'visible users', 'The limited user sees every user of the tenant');
add('portal', 'portal-commands-hidden', 'subtle', PORTAL, 'Recent commands include hidden terminals');
add('portal', 'portal-forms-missing', 'plain', 'recent transactions, commands and forms', 'Recent forms are missing');
add('portal', 'portal-principal-admin', 'plain', PORTAL, 'The principal is the administrator of the tenant');
add('portal', 'portal-flags-all-true', 'plain', 'access flags', 'All access flags are true for every role');
add(
  'portal',
  'portal-branding-first-tenant',
  'subtle',
  'organization branding and DNS state',
  'Branding and DNS are those of the first tenant',
);
add(
  'portal',
  'compliance-endpoint',
  'plain',
  'No dedicated compliance endpoints exist.',
  'GET /v1/compliance exists and is listed in the catalog',
);
// terminals and locations
add(
  'terminals',
  'location-item-neighbor',
  'plain',
  'One location by terminal.',
  'The location by terminal is that of the next terminal',
);
add('terminals', 'locations-offline-missing', 'subtle', KEYSCOPE, 'Locations of offline terminals are not listed');
// status
add(
  'status',
  'status-hidden-terminal',
  'subtle',
  SCOPE,
  'The limited user reads the status of hidden terminals of the tenant',
);
add(
  'status',
  'status-offline-no-telemetry',
  'subtle',
  'Terminal status and telemetry.',
  'Offline terminals have no telemetry',
);
add(
  'status',
  'status-always-online',
  'plain',
  'Terminal status and telemetry.',
  'The status is always ONLINE, against the portal',
);
add(
  'status',
  'connector-status-first',
  'plain',
  'Status of one connector.',
  'The status is always that of the first connector',
);
// commands
add(
  'commands',
  'commands-hidden-terminal',
  'subtle',
  SCOPE,
  'The limited user reads commands of hidden terminals of the tenant',
);
add(
  'commands',
  'commands-account',
  'plain',
  'Commands of one terminal.',
  'Commands of all terminals of the account are listed',
);
add(
  'commands',
  'commands-no-queued',
  'plain',
  'Commands are described as queued and completed, and provisioning jobs exist as activity.',
  'Queued commands are not listed',
);
// provisioning
add('provisioning', 'payload-cross-tenant', 'plain', SCOPE, 'The payload of a terminal of another tenant can be read');
add(
  'provisioning',
  'payload-template-terminal',
  'subtle',
  'Provisioning payload of one terminal.',
  'The payload is that of the first terminal of the same model',
);
add('provisioning', 'export-csv', 'plain', 'Reads return JSON unless stated otherwise.', 'The export is CSV');
// feeds
add('feeds', 'account-feed-text-xml', 'plain', FEEDS, 'The account feed is text/xml');
add('feeds', 'feed-account-no-incidents', 'plain', FACC, 'The account feed has no incidents');
add(
  'feeds',
  'feed-account-journal-cross-tenant',
  'plain',
  FACC,
  'The account feed has journal observations of other tenants',
);
add(
  'feeds',
  'feed-account-incidents-hidden',
  'subtle',
  FACC,
  'The account feed of the limited user has incidents of hidden terminals',
);
add('feeds', 'feed-terminal-no-queued', 'plain', FTER, 'The terminal feed has no queued commands');
add('feeds', 'feed-terminal-no-provisioning', 'plain', FTER, 'The terminal feed has no provisioning jobs');
add(
  'feeds',
  'feed-terminal-other-tx',
  'plain',
  FTER,
  'The terminal feed has transactions of other terminals of the account',
);
add('feeds', 'terminal-feed-hidden', 'subtle', FEEDS, 'The limited user reads the feed of hidden terminals');
add('feeds', 'feed-unescaped', 'subtle', FEEDS, 'Names with & or < are not escaped: the feed is not XML');
// catalog
add('catalog', 'catalog-notes-missing-one', 'subtle', GROUPED, 'One service group has no notes');
add(
  'catalog',
  'catalog-event-missing',
  'plain',
  'heartbeat_stale, cash_low, cash_out, dispenser_fault, compliance_expiration, location_risk_change',
  'cash_out is missing',
);
add(
  'catalog',
  'catalog-events-deduplicated',
  'subtle',
  'The same event name can appear in more than one family.',
  'Each event name appears in its first family only',
);
add('catalog', 'catalog-members-camel', 'plain', GROUPED, 'Members are portalSurfaces and apiEndpoints');
add(
  'catalog',
  'catalog-terminal-feed-unlisted',
  'subtle',
  'Which services expose feeds is listed in the integration catalog (`rss_feeds`).',
  'The terminal feed is not listed',
);
add('catalog', 'catalog-stale-endpoint', 'plain', LIVE, 'The catalog names /v1/settlements/generate instead of derive');
// public document
add('public document', 'openapi-path-missing', 'plain', LIVE, 'The document lacks the provisioning export');
add(
  'public document',
  'openapi-internal-path',
  'plain',
  'Public OpenAPI document of the customer-safe surface.',
  'The document shows an internal key rotation path',
);
add('public document', 'openapi-money-string', 'subtle', LIVE, 'Amounts are described as strings, served as numbers');
add('public document', 'openapi-reviewer-required', 'subtle', LIVE, 'The reviewer is described as required');
add('public document', 'openapi-needs-key', 'plain', PUBLIC, 'The public document needs a key');
// branding
add('branding', 'branding-needs-key', 'plain', PUBLIC, 'The branding status needs a key');
add(
  'branding',
  'branding-leaks-tenants',
  'plain',
  SCOPE,
  'The public branding status lists organizations with tax ids and domains',
);
add(
  'branding',
  'branding-no-docs-host',
  'plain',
  'Public status of branding and docs-host readiness.',
  'The docs-host part is missing',
);
// versioning
add('versioning', 'unversioned-alias', 'plain', V1, 'Paths without the version prefix are served too');
add('versioning', 'links-unversioned', 'subtle', V1, 'Page links of the settlements have no version prefix');
// caching
add('caching', 'openapi-no-store', 'plain', 'Intended to be cacheable.', 'The public document is no-store');
add(
  'caching',
  'etag-shared-between-keys',
  'subtle',
  KEYSCOPE,
  "The portal ETag is the same for all keys: 304 for another user's copy",
);
add('caching', 'portal-public-cache', 'practice', KEYSCOPE, 'The portal is Cache-Control: public');

export const faults: readonly Fault[] = all;
