// @ts-nocheck: written without noUncheckedIndexedAccess
export interface Fault {
  title: string;
  sentence: string;
  area: string;
  isSubtle: boolean;
  isMust: boolean;
}

const S = {
  limited: 'Every response is limited to what the authenticated user may see.',
  exact: 'The response reflects exactly the scope of the user that owns the key.',
  rules: "Read APIs follow the portal's account, role and visibility rules.",
  never: "Rows outside the caller's scope are never returned, whatever filters are given.",
  key: 'Unless marked public, each request needs the `X-API-Key` header (see section 5).',
  carry: "Requests carry the header `X-API-Key` with the caller's API key (`<API_KEY>`).",
  pub: 'Public endpoints need no key and no tenant session: `/v1/integrations/public-openapi.json` and `/v1/public/branding-status`.',
  card: 'Transaction responses never include PAN, track data, PIN blocks or raw key material.',
  row: 'Each row carries: terminal date and time; transaction type; sequence number; account type; EMV indicator (present only when available); response; amount requested; amount completed; surcharge requested; surcharge completed.',
  sum: 'The response also has a summary with total surcharge and total withdrawn.',
  write: 'Write paths and configuration-changing operations need higher privilege than reporting reads.',
  feeds:
    'Both return application/rss+xml and apply the same authenticated account visibility rules as the rest of the service.',
  acc: 'Account feed: scoped, cross-terminal digest with rows for terminal heartbeat and status changes, recent transaction activity, alert incidents, and switch journal observations for visible terminals.',
  term: 'Terminal feed: lighter stream for one terminal, covering terminal status, transaction activity, switch journal events, queued and completed command activity, provisioning job activity and alert incidents.',
  live: 'The public OpenAPI document and the integration catalog describe the current live contract.',
  members:
    'Each service group includes these members: `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds`, `notes`.',
  v1: 'Every endpoint path starts with the version prefix `/v1`.',
  combined: 'Parameters may be combined in one request.',
  sort: 'Sort column; `amt_comp` (completed amount) is a valid value.',
  ach: 'Carries: batch status; entry counts; credit total; debit total; net payout; batch timing fields.',
  dispute:
    'Carries: status; reason code; related transaction id; related terminal id; amount; due date; assignment fields; resolution fields; reviewer metadata (only once the case is resolved).',
  txscope: 'Scoped, normalized transaction rows for visible terminals, plus a summary.',
};
const f = (area: string, title: string, sentence: string, isSubtle = false, isMust = true): Fault => ({
  title,
  sentence,
  area,
  isSubtle,
  isMust,
});

export const faults: Readonly<Record<string, Fault>> = {
  'auth-catalog-open': f('authentication', 'The catalog answers without a key', S.key),
  'auth-unknown-key-default-user': f(
    'authentication',
    "An unknown key is treated as the first customer's viewer",
    S.exact,
  ),
  'auth-key-prefix': f('authentication', 'Only the first 16 characters of the key are compared', S.carry, true),
  'auth-openapi-needs-key': f('authentication', 'The public OpenAPI document wants a key', S.pub),
  'auth-branding-bad-key': f('branding', 'Branding status refuses callers that send an unknown key', S.pub, true),
  'auth-terminal-feed-open': f('authentication', 'The terminal feed is served without a key', S.feeds, true),

  'scope-transactions-terminal-user': f(
    'scope',
    "Users limited to terminals get the whole customer's transactions",
    S.txscope,
  ),
  'scope-terminal-filter': f('scope', 'With terminal_id the scope condition is lost', S.never),
  'scope-group-filter': f('scope', 'With group_id rows of all members are returned, visible or not', S.never, true),
  'scope-timeline-customer': f('scope', 'Timeline checks only the customer, not the visible terminals', S.rules, true),
  'scope-locations-account-user': f(
    'scope',
    "Users limited to an account get the customer's whole location list",
    S.limited,
  ),
  'scope-terminal-transactions-customer': f(
    'terminals',
    'Transactions of one terminal check only the customer',
    S.rules,
    true,
  ),
  'scope-commands-any': f('commands', "Commands of any customer's terminal", S.limited),
  'scope-export-customer': f('provisioning', 'Provisioning export checks only the customer', S.rules, true),
  'scope-connectors-all': f('connectors', "The connector list shows all customers' connectors", S.limited),
  'scope-connector-status-customer': f(
    'connectors',
    'Connector status counts terminals that the user does not see',
    S.exact,
    true,
  ),
  'scope-group-members': f('groups', 'Groups list members that the user does not see', S.limited, true),
  'scope-settlements-account-user': f(
    'settlements',
    'Users limited to an account get all batches of the customer',
    S.limited,
  ),
  'scope-settlements-count': f(
    'settlements',
    'The total count of the settlement list counts all customers',
    S.limited,
    true,
  ),
  'scope-disputes-status-filter': f(
    'disputes',
    'With a status filter disputes of the whole customer are returned',
    S.limited,
    true,
  ),
  'scope-offline-hidden': f('scope', 'Transactions of offline terminals are missing from the list', S.exact, true),

  'limit-ignored': f(
    'filters',
    'limit is ignored when a sort column is given',
    'Restricts the number of rows returned.',
    true,
  ),
  'terminal-filter-lost-with-group': f(
    'filters',
    'terminal_id is ignored when group_id is given too',
    S.combined,
    true,
  ),
  'sort-desc-lost-with-terminal': f(
    'filters',
    'sort_dir=desc sorts ascending when terminal_id is given',
    S.combined,
    true,
  ),
  'sort-as-text': f('filters', 'Amounts are sorted as text', S.sort, true),
  'sort-by-requested': f(
    'filters',
    'amt_comp sorts by the requested amount',
    'The sort key value `amt_comp` refers to the completed amount.',
    true,
  ),
  'sort-page-only': f('filters', 'Only the rows of the page are sorted by the column', S.sort, true),

  'summary-missing-on-empty-page': f(
    'transactions',
    'The summary is missing when the filter finds no rows',
    S.sum,
    true,
  ),
  'summary-surcharge-requested': f('transactions', 'Total surcharge adds the requested surcharges', S.sum, true),
  'summary-withdrawn-declined': f('transactions', 'Total withdrawn counts declined withdrawals', S.sum),
  'summary-whole-customer': f('transactions', 'The summary adds the whole customer for partial users', S.limited, true),
  'row-no-sequence-declined': f('transactions', 'Declined rows have no sequence number', S.row, true),
  'row-emv-null': f(
    'transactions',
    'EMV indicator is given as null when there is none',
    'EMV indicator (present only when available)',
  ),
  'row-completed-is-requested': f(
    'transactions',
    'Partial dispenses show the requested amount as completed',
    S.row,
    true,
  ),

  'card-pan-in-declines': f('card data', 'Declined rows carry the PAN', S.card),
  'card-track-in-timeline': f('card data', 'The timeline carries track 2 data', S.card),
  'card-pin-block-terminal': f('card data', "PIN change rows of one terminal's list carry the PIN block", S.card, true),

  'portal-users-all': f('portal', 'Partial users see all users of the customer', S.limited),
  'portal-commands-customer': f('portal', 'Recent commands are those of the whole customer', S.limited, true),
  'portal-forms-missing': f('portal', 'Recent forms are missing', 'recent transactions, commands and forms'),
  'portal-videos-missing': f(
    'portal',
    'Videos are missing from the snapshot',
    'Compliance vault, onboarding, documents and videos are available only through the portal snapshot.',
    true,
  ),
  'portal-flag-viewer': f(
    'portal',
    'Access flags tell viewers that they may open disputes',
    'access flags',
    true,
    false,
  ),

  'settlement-net-is-credit': f('settlements', 'Net payout is the credit total', S.ach, true),
  'dispute-reviewer-early': f(
    'disputes',
    'Reviewer metadata of cases that are under review',
    'reviewer metadata (only once the case is resolved)',
    true,
  ),
  'dispute-no-due-date-new': f('disputes', 'A new dispute has no due date', S.dispute, true),
  'write-dispute-viewer': f('writes', 'Viewers may open disputes', S.write),
  'write-derive-viewer': f('writes', 'Viewers get 403 but the batches are derived', S.write, true),
  'write-dispute-out-of-scope': f(
    'writes',
    'A dispute may be opened for a transaction that the user does not see',
    S.rules,
    true,
  ),

  'feed-content-type': f(
    'feeds',
    'The terminal feed has content type application/xml',
    'Per-terminal RSS feed. Content type application/rss+xml.',
  ),
  'feed-account-no-journal': f('feeds', 'The account feed has no switch journal rows', S.acc),
  'feed-account-alerts-customer': f(
    'feeds',
    'The account feed shows alerts of terminals that the user does not see',
    S.acc,
    true,
  ),
  'feed-terminal-queued-only': f('feeds', 'The terminal feed leaves out completed commands', S.term, true),
  'catalog-notes-missing': f('catalog', 'One group has no notes member', S.members, true),
  'catalog-events-deduplicated': f(
    'catalog',
    'An event is listed only in its first family',
    'The same event name can appear in more than one family.',
    true,
  ),
  'openapi-path-missing': f('public document', 'The document leaves out the provisioning export', S.live, true),
  'openapi-not-cacheable': f('public document', 'The document is sent with no-store', 'Intended to be cacheable.'),
  'openapi-wrong-header': f('public document', 'The security scheme names another header', S.live, true),
  'branding-no-docs-host': f(
    'branding',
    'Docs-host readiness is missing',
    'Public status of branding and docs-host readiness.',
  ),
  'unversioned-paths': f('versioning', 'Paths without /v1 are served too', S.v1, true),
  'error-names-hidden-terminal': f(
    'errors',
    'The 404 for a terminal that the user does not see names it',
    S.limited,
    true,
  ),
};
