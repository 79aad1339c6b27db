// Generated from spec/clauses.yaml and spec/gaps.yaml by spec/generate.ts. Do not edit.

import type { Clause, Gap } from '../rules.ts';

/** Id of a rule that the interface document states. */
export type ClauseId =
  | 'service.tenant_scoped'
  | 'scope.response'
  | 'scope.portal_rules'
  | 'service.write_paths'
  | 'access.configuration_gated'
  | 'privacy.no_card_data'
  | 'compliance.portal_only'
  | 'compliance.no_endpoints'
  | 'portal.principal'
  | 'portal.organization'
  | 'portal.access_flags'
  | 'portal.users'
  | 'portal.terminals'
  | 'portal.groups_connectors'
  | 'portal.recent'
  | 'portal.report_catalog'
  | 'transactions.row'
  | 'transactions.emv_when_available'
  | 'transactions.summary.surcharge'
  | 'transactions.summary.withdrawn'
  | 'settlements.status'
  | 'settlements.entry_counts'
  | 'settlements.credit_total'
  | 'settlements.debit_total'
  | 'settlements.net_payout'
  | 'settlements.timing'
  | 'disputes.status'
  | 'disputes.reason_code'
  | 'disputes.related_transaction'
  | 'disputes.related_terminal'
  | 'disputes.amount'
  | 'disputes.due_date'
  | 'disputes.assignment'
  | 'disputes.resolution'
  | 'disputes.reviewer_only_when_resolved'
  | 'catalog.by_service'
  | 'catalog.members'
  | 'paths.string_ids'
  | 'commands.queued_completed'
  | 'provisioning.jobs'
  | 'http.json_reads'
  | 'portal.get'
  | 'portal.safe_first_call'
  | 'catalog.get'
  | 'openapi.get'
  | 'openapi.cacheable'
  | 'transactions.list'
  | 'transactions.timeline'
  | 'settlements.list'
  | 'settlements.derive'
  | 'disputes.list'
  | 'disputes.create'
  | 'locations.list'
  | 'locations.get'
  | 'terminals.status'
  | 'terminals.transactions'
  | 'scope.terminal'
  | 'connectors.list'
  | 'connectors.status'
  | 'groups.list'
  | 'commands.list'
  | 'provisioning.payload'
  | 'provisioning.export'
  | 'feeds.account.get'
  | 'feeds.account.content_type'
  | 'feeds.terminal.get'
  | 'feeds.terminal.content_type'
  | 'branding.get'
  | 'transactions.limit'
  | 'transactions.filter.terminal'
  | 'transactions.filter.group'
  | 'transactions.sort_by'
  | 'transactions.sort.amt_comp'
  | 'transactions.sort_dir'
  | 'transactions.sort.desc'
  | 'transactions.combine'
  | 'transactions.filter.scope'
  | 'auth.required'
  | 'auth.header'
  | 'auth.scope'
  | 'auth.public'
  | 'auth.visibility_rules'
  | 'access.writes_privileged'
  | 'events.signed_push'
  | 'events.names'
  | 'events.families'
  | 'catalog.families'
  | 'events.subscription_levels'
  | 'feeds.visibility'
  | 'feeds.account.rows'
  | 'feeds.terminal.rows'
  | 'feeds.digest'
  | 'feeds.catalog_listed'
  | 'versioning.prefix'
  | 'versioning.current_contract';

/** Id of a question that the interface document leaves open. */
export type GapId =
  | 'portal.fields'
  | 'portal.values'
  | 'access.roles'
  | 'access.privileges'
  | 'roles.matrix'
  | 'access.redaction'
  | 'transactions.row_names'
  | 'transactions.row_additions'
  | 'transactions.types'
  | 'transactions.account_types'
  | 'transactions.entry_modes'
  | 'transactions.response'
  | 'transactions.dispense_status'
  | 'transactions.summary_fields'
  | 'transactions.summary_extent'
  | 'timeline.fields'
  | 'timeline.values'
  | 'telemetry.fields'
  | 'telemetry.values'
  | 'telemetry.alerts'
  | 'settlements.fields'
  | 'settlements.list_summary'
  | 'settlements.statuses'
  | 'disputes.fields'
  | 'disputes.list_summary'
  | 'disputes.statuses'
  | 'disputes.reasons'
  | 'locations.fields'
  | 'connectors.fields'
  | 'connectors.status_fields'
  | 'connectors.values'
  | 'groups.fields'
  | 'groups.descendants'
  | 'commands.fields'
  | 'commands.states'
  | 'commands.values'
  | 'provisioning.payload_fields'
  | 'provisioning.export_fields'
  | 'provisioning.job_states'
  | 'catalog.inner'
  | 'catalog.availability'
  | 'catalog.service_ids'
  | 'branding.fields'
  | 'openapi.fields'
  | 'ids.format'
  | 'money.format'
  | 'time.format'
  | 'schema.absent_or_null'
  | 'schema.closed'
  | 'lists.envelope'
  | 'lists.cursor'
  | 'lists.limit'
  | 'lists.limit_bounds'
  | 'lists.order'
  | 'transactions.sort_values'
  | 'transactions.filter_unknown'
  | 'terminals.transactions_query'
  | 'settlements.query'
  | 'disputes.query'
  | 'query.unknown_parameter'
  | 'settlements.derive_request'
  | 'settlements.derive_response'
  | 'disputes.create_request'
  | 'disputes.create_response'
  | 'http.idempotency'
  | 'http.prefer'
  | 'http.request_id'
  | 'http.conditional'
  | 'http.cache_control'
  | 'auth.key_lifecycle'
  | 'events.payload'
  | 'events.frame'
  | 'events.signature'
  | 'events.conditions'
  | 'events.retries'
  | 'events.incident_states'
  | 'events.levels'
  | 'events.severity'
  | 'events.data.heartbeat_stale'
  | 'events.data.processor_outage'
  | 'events.data.communication_flapping'
  | 'events.data.cash_low'
  | 'events.data.cash_out'
  | 'events.data.dispenser_fault'
  | 'events.data.compliance_expiration'
  | 'events.data.location_risk_change'
  | 'events.data.decline_spike'
  | 'events.data.approval_rate_drop'
  | 'events.data.reversal_spike'
  | 'events.data.high_decline_velocity'
  | 'events.data.repeated_same_card_attempt'
  | 'events.data.command_failed'
  | 'events.data.provisioning_failed'
  | 'events.data.settlement_mismatch'
  | 'destinations.operations'
  | 'destinations.states'
  | 'destinations.secrets'
  | 'destinations.test'
  | 'destinations.recovery'
  | 'destinations.addresses'
  | 'feeds.items'
  | 'feeds.order'
  | 'feeds.count'
  | 'feeds.categories'
  | 'feeds.conditional'
  | 'errors.format'
  | 'errors.codes'
  | 'errors.statuses'
  | 'errors.unauthenticated'
  | 'errors.forbidden'
  | 'errors.not_found'
  | 'errors.method'
  | 'errors.negotiation'
  | 'errors.body'
  | 'errors.conflict'
  | 'errors.server'
  | 'errors.storage'
  | 'limits.rate'
  | 'limits.body_size'
  | 'limits.request'
  | 'versioning.number'
  | 'versioning.policy'
  | 'sandbox.clock'
  | 'sandbox.reset'
  | 'sandbox.causes'
  | 'deliveries.log'
  | 'deliveries.replay'
  | 'deliveries.listener'
  | 'deliveries.explain'
  | 'inbox.answers'
  | 'sandbox.events'
  | 'sandbox.incidents'
  | 'sandbox.journal'
  | 'sandbox.requests'
  | 'sandbox.misbehaviours'
  | 'sandbox.callers'
  | 'sandbox.origin'
  | 'sandbox.problems'
  | 'sandbox.bodies';

/** The documented rules, in the order of the document. */
export const clauses: readonly (Clause & { readonly id: ClauseId })[] = [
  {
    "id": "service.tenant_scoped",
    "section": "1",
    "text": "All data belongs to a tenant, and a caller is only ever shown data of its own tenant.",
    "elsewhere": "Every operation that needs a key; no single element carries it.",
    "level": "must"
  },
  {
    "id": "scope.response",
    "section": "1",
    "text": "Every response, its counts and lists of ids included, is limited to what the authenticated user may see.",
    "level": "must"
  },
  {
    "id": "scope.portal_rules",
    "section": "1",
    "text": "The scope follows the same account, role and visibility rules as the user portal.",
    "elsewhere": "The privilege of each operation (`x-privilege`) and the access flags of the portal snapshot.",
    "level": "must"
  },
  {
    "id": "service.write_paths",
    "section": "1",
    "text": "Besides reading there are two write paths, deriving settlements and creating disputes.",
    "elsewhere": "The two operations with `x-access` write.",
    "level": "must"
  },
  {
    "id": "access.configuration_gated",
    "section": "1",
    "text": "Whatever changes configuration is reserved to administrators and needs more privilege than reporting reads.",
    "unchecked": "No documented operation changes configuration.",
    "level": "must"
  },
  {
    "id": "privacy.no_card_data",
    "section": "1",
    "text": "Transaction responses never hold a card number (PAN), track data, a PIN block or raw key material.",
    "level": "must"
  },
  {
    "id": "compliance.portal_only",
    "section": "1",
    "text": "Compliance vault, onboarding, documents and videos are available through the portal snapshot.",
    "level": "must"
  },
  {
    "id": "compliance.no_endpoints",
    "section": "1",
    "text": "There are no dedicated compliance endpoints.",
    "level": "must"
  },
  {
    "id": "portal.principal",
    "section": "2",
    "text": "The portal snapshot holds profile data of the principal and of the account.",
    "level": "must"
  },
  {
    "id": "portal.organization",
    "section": "2",
    "text": "The portal snapshot holds the organization's branding and the state of its DNS.",
    "level": "must"
  },
  {
    "id": "portal.access_flags",
    "section": "2",
    "text": "The portal snapshot holds access flags.",
    "level": "must"
  },
  {
    "id": "portal.users",
    "section": "2",
    "text": "The portal snapshot holds the users that the caller may see.",
    "level": "must"
  },
  {
    "id": "portal.terminals",
    "section": "2",
    "text": "The portal snapshot holds the terminals that the caller may see.",
    "level": "must"
  },
  {
    "id": "portal.groups_connectors",
    "section": "2",
    "text": "The portal snapshot holds the terminal groups and connectors that the caller may see.",
    "level": "must"
  },
  {
    "id": "portal.recent",
    "section": "2",
    "text": "The portal snapshot holds recent transactions, commands and forms.",
    "level": "must"
  },
  {
    "id": "portal.report_catalog",
    "section": "2",
    "text": "The portal snapshot holds the catalog of available reports.",
    "level": "must"
  },
  {
    "id": "transactions.row",
    "section": "2",
    "text": "A transaction row carries terminal date and time, transaction type, sequence number, account type, response, and four amounts, namely amount and surcharge, each as requested and as completed.",
    "level": "must"
  },
  {
    "id": "transactions.emv_when_available",
    "section": "2",
    "text": "A transaction row carries an EMV indicator only when one is available; otherwise the indicator is absent.",
    "level": "must"
  },
  {
    "id": "transactions.summary.surcharge",
    "section": "2",
    "text": "The response to a list of transactions has a summary with the total surcharge.",
    "level": "must"
  },
  {
    "id": "transactions.summary.withdrawn",
    "section": "2",
    "text": "The response to a list of transactions has a summary with the total withdrawn.",
    "level": "must"
  },
  {
    "id": "settlements.status",
    "section": "2",
    "text": "A settlement batch carries a status.",
    "level": "must"
  },
  {
    "id": "settlements.entry_counts",
    "section": "2",
    "text": "A settlement batch carries counts of its entries.",
    "level": "must"
  },
  {
    "id": "settlements.credit_total",
    "section": "2",
    "text": "A settlement batch carries the total of its credits.",
    "level": "must"
  },
  {
    "id": "settlements.debit_total",
    "section": "2",
    "text": "A settlement batch carries the total of its debits.",
    "level": "must"
  },
  {
    "id": "settlements.net_payout",
    "section": "2",
    "text": "A settlement batch carries the net payout.",
    "level": "must"
  },
  {
    "id": "settlements.timing",
    "section": "2",
    "text": "A settlement batch carries the times and dates of its stages.",
    "level": "must"
  },
  {
    "id": "disputes.status",
    "section": "2",
    "text": "A dispute case carries a status.",
    "level": "must"
  },
  {
    "id": "disputes.reason_code",
    "section": "2",
    "text": "A dispute case carries a reason code.",
    "level": "must"
  },
  {
    "id": "disputes.related_transaction",
    "section": "2",
    "text": "A dispute case carries the id of the transaction it is about.",
    "level": "must"
  },
  {
    "id": "disputes.related_terminal",
    "section": "2",
    "text": "A dispute case carries the id of the terminal it is about.",
    "level": "must"
  },
  {
    "id": "disputes.amount",
    "section": "2",
    "text": "A dispute case carries the disputed amount.",
    "level": "must"
  },
  {
    "id": "disputes.due_date",
    "section": "2",
    "text": "A dispute case carries a due date.",
    "level": "must"
  },
  {
    "id": "disputes.assignment",
    "section": "2",
    "text": "A dispute case carries who it is assigned to.",
    "level": "must"
  },
  {
    "id": "disputes.resolution",
    "section": "2",
    "text": "A dispute case carries how it was resolved.",
    "level": "must"
  },
  {
    "id": "disputes.reviewer_only_when_resolved",
    "section": "2",
    "text": "A dispute case carries data about its reviewer once it is resolved, and not before.",
    "level": "must"
  },
  {
    "id": "catalog.by_service",
    "section": "2",
    "text": "The integration catalog is grouped by service.",
    "level": "must"
  },
  {
    "id": "catalog.members",
    "section": "2",
    "text": "Each service group of the catalog has the members `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds` and `notes`.",
    "level": "must"
  },
  {
    "id": "paths.string_ids",
    "section": "2",
    "text": "Terminals, transactions and connectors are named in paths by string identifiers.",
    "level": "must"
  },
  {
    "id": "commands.queued_completed",
    "section": "3",
    "text": "Commands are queued and completed.",
    "level": "must"
  },
  {
    "id": "provisioning.jobs",
    "section": "3",
    "text": "Provisioning jobs exist and are visible as activity.",
    "level": "must"
  },
  {
    "id": "http.json_reads",
    "section": "4",
    "text": "Reads return JSON unless the document says otherwise.",
    "level": "must"
  },
  {
    "id": "portal.get",
    "section": "4",
    "text": "`GET /v1/portal` returns the scoped portal snapshot of the current user.",
    "level": "must"
  },
  {
    "id": "portal.safe_first_call",
    "section": "4",
    "text": "`GET /v1/portal` is the safest first call, so it works for every active key and changes nothing.",
    "level": "should"
  },
  {
    "id": "catalog.get",
    "section": "4",
    "text": "`GET /v1/integrations/catalog` returns an inventory of the integration surface.",
    "level": "must"
  },
  {
    "id": "openapi.get",
    "section": "4",
    "text": "`GET /v1/integrations/public-openapi.json` returns an OpenAPI document of the customer-safe surface.",
    "level": "must"
  },
  {
    "id": "openapi.cacheable",
    "section": "4",
    "text": "The public OpenAPI document is meant to be cacheable.",
    "level": "should"
  },
  {
    "id": "transactions.list",
    "section": "4",
    "text": "`GET /v1/transactions` returns normalized rows of visible terminals, and a summary.",
    "level": "must"
  },
  {
    "id": "transactions.timeline",
    "section": "4",
    "text": "`GET /v1/transactions/{transaction_id}/timeline` returns the timeline of one transaction.",
    "level": "must"
  },
  {
    "id": "settlements.list",
    "section": "4",
    "text": "`GET /v1/settlements` returns the ACH settlement batches within the scope.",
    "level": "must"
  },
  {
    "id": "settlements.derive",
    "section": "4",
    "text": "`POST /v1/settlements/derive` exists as a write path.",
    "level": "must"
  },
  {
    "id": "disputes.list",
    "section": "4",
    "text": "`GET /v1/disputes` returns the dispute cases within the scope.",
    "level": "must"
  },
  {
    "id": "disputes.create",
    "section": "4",
    "text": "`POST /v1/disputes` exists as a write path.",
    "level": "must"
  },
  {
    "id": "locations.list",
    "section": "4",
    "text": "`GET /v1/locations` returns locations.",
    "level": "must"
  },
  {
    "id": "locations.get",
    "section": "4",
    "text": "`GET /v1/locations/{terminal_id}` returns one location, found by its terminal.",
    "level": "must"
  },
  {
    "id": "terminals.status",
    "section": "4",
    "text": "`GET /v1/terminals/{terminal_id}/status-monitoring` returns status and telemetry of one terminal.",
    "level": "must"
  },
  {
    "id": "terminals.transactions",
    "section": "4",
    "text": "`GET /v1/terminals/{terminal_id}/transactions` returns the transactions of one terminal.",
    "level": "must"
  },
  {
    "id": "scope.terminal",
    "section": "4",
    "text": "A path that names a terminal outside the caller's scope shows nothing of that terminal.",
    "level": "must"
  },
  {
    "id": "connectors.list",
    "section": "4",
    "text": "`GET /v1/connectors` returns connectors.",
    "level": "must"
  },
  {
    "id": "connectors.status",
    "section": "4",
    "text": "`GET /v1/connectors/{connector_id}/status` returns the status of one connector.",
    "level": "must"
  },
  {
    "id": "groups.list",
    "section": "4",
    "text": "`GET /v1/terminal-groups` returns terminal groups.",
    "level": "must"
  },
  {
    "id": "commands.list",
    "section": "4",
    "text": "`GET /v1/terminals/{terminal_id}/commands` returns the commands of one terminal.",
    "level": "must"
  },
  {
    "id": "provisioning.payload",
    "section": "4",
    "text": "`GET /v1/terminals/{terminal_id}/provisioning-payload` returns the provisioning payload of one terminal.",
    "level": "must"
  },
  {
    "id": "provisioning.export",
    "section": "4",
    "text": "`GET /v1/terminals/{terminal_id}/provisioning-export` returns the provisioning export of one terminal.",
    "level": "must"
  },
  {
    "id": "feeds.account.get",
    "section": "4",
    "text": "`GET /v1/feeds/account.xml` returns the account feed as RSS.",
    "level": "must"
  },
  {
    "id": "feeds.account.content_type",
    "section": "4",
    "text": "The account feed has the content type `application/rss+xml`.",
    "level": "must"
  },
  {
    "id": "feeds.terminal.get",
    "section": "4",
    "text": "`GET /v1/feeds/terminals/{terminal_id}.xml` returns the feed of one terminal as RSS.",
    "level": "must"
  },
  {
    "id": "feeds.terminal.content_type",
    "section": "4",
    "text": "The feed of a terminal has the content type `application/rss+xml`.",
    "level": "must"
  },
  {
    "id": "branding.get",
    "section": "4",
    "text": "`GET /v1/public/branding-status` tells whether branding and documentation host are ready.",
    "level": "must"
  },
  {
    "id": "transactions.limit",
    "section": "4",
    "text": "`limit` restricts the number of transaction rows returned.",
    "level": "must"
  },
  {
    "id": "transactions.filter.terminal",
    "section": "4",
    "text": "`terminal_id` restricts transaction rows to one terminal.",
    "level": "must"
  },
  {
    "id": "transactions.filter.group",
    "section": "4",
    "text": "`group_id` restricts transaction rows to one terminal group.",
    "level": "must"
  },
  {
    "id": "transactions.sort_by",
    "section": "4",
    "text": "`sort_by` chooses the column by which transaction rows are sorted.",
    "level": "must"
  },
  {
    "id": "transactions.sort.amt_comp",
    "section": "4",
    "text": "`amt_comp` is a valid sort column and means the completed amount.",
    "level": "must"
  },
  {
    "id": "transactions.sort_dir",
    "section": "4",
    "text": "`sort_dir` chooses the direction in which transaction rows are sorted.",
    "level": "must"
  },
  {
    "id": "transactions.sort.desc",
    "section": "4",
    "text": "`desc` is a valid sort direction and puts the greatest first.",
    "level": "must"
  },
  {
    "id": "transactions.combine",
    "section": "4",
    "text": "The parameters of the transaction list can be combined in one request.",
    "level": "must"
  },
  {
    "id": "transactions.filter.scope",
    "section": "4",
    "text": "No filter brings back a transaction row from outside the caller's scope.",
    "level": "must"
  },
  {
    "id": "auth.required",
    "section": "5",
    "text": "Every request to an endpoint that is not public needs a key.",
    "level": "must"
  },
  {
    "id": "auth.header",
    "section": "5",
    "text": "The key is carried in the header `X-API-Key`.",
    "level": "must"
  },
  {
    "id": "auth.scope",
    "section": "5",
    "text": "A response reflects exactly the scope of the user that owns the key.",
    "level": "must"
  },
  {
    "id": "auth.public",
    "section": "5",
    "text": "The public OpenAPI document and the branding status need neither a key nor a session.",
    "level": "must"
  },
  {
    "id": "auth.visibility_rules",
    "section": "5",
    "text": "Reads follow the portal's rules for accounts, roles and visibility.",
    "level": "must"
  },
  {
    "id": "access.writes_privileged",
    "section": "5",
    "text": "The write paths need more privilege than reporting reads.",
    "level": "must"
  },
  {
    "id": "events.signed_push",
    "section": "5",
    "text": "Webhooks are pushed, and each delivery is signed.",
    "unchecked": "The document shows no operation that registers a destination and no signature scheme, so a check cannot make a server deliver to it. Once deliveries come, `fleetkit sender check` judges them.",
    "level": "must"
  },
  {
    "id": "events.names",
    "section": "6",
    "text": "There are 16 webhook events, with the names that the document lists.",
    "level": "must"
  },
  {
    "id": "events.families",
    "section": "6",
    "text": "Webhook events are grouped by service family as the document lists them; a name may be in several families.",
    "level": "must"
  },
  {
    "id": "catalog.families",
    "section": "6",
    "text": "There are six service families.",
    "level": "must"
  },
  {
    "id": "events.subscription_levels",
    "section": "6",
    "text": "Events can be subscribed to for an account and for a terminal; destinations are registered and tested in the terminal management system.",
    "unchecked": "The document shows no operation for subscriptions or destinations.",
    "level": "must"
  },
  {
    "id": "feeds.visibility",
    "section": "6",
    "text": "Both feeds need a key and apply the same rules of visibility as the rest of the service.",
    "level": "must"
  },
  {
    "id": "feeds.account.rows",
    "section": "6",
    "text": "The account feed is a digest across the visible terminals, of heartbeats and status changes, recent transaction activity, alert incidents and switch journal observations.",
    "level": "must"
  },
  {
    "id": "feeds.terminal.rows",
    "section": "6",
    "text": "The feed of a terminal covers its status, transaction activity, switch journal events, queued and completed commands, provisioning jobs and alert incidents.",
    "level": "must"
  },
  {
    "id": "feeds.digest",
    "section": "6",
    "text": "Feeds are for reading by polling, as digests that people can read; nothing is changed through them.",
    "level": "must"
  },
  {
    "id": "feeds.catalog_listed",
    "section": "6",
    "text": "The integration catalog lists which services have feeds.",
    "level": "must"
  },
  {
    "id": "versioning.prefix",
    "section": "9",
    "text": "The path of every endpoint begins with `/v1`.",
    "level": "must"
  },
  {
    "id": "versioning.current_contract",
    "section": "9",
    "text": "The public OpenAPI document and the integration catalog describe the contract as it is now.",
    "level": "must"
  }
];

/** The choices made where the document is silent, in its order. */
export const gaps: readonly (Gap & { readonly id: GapId })[] = [
  {
    "id": "portal.fields",
    "section": "2",
    "question": "Which members does the portal snapshot have?",
    "choice": "One member for each documented group, plus compliance vault, onboarding, documents and videos. A section the role may not see is present and empty or null. Lists of recent things hold at most 25.",
    "why": "A client can rely on every section being there, and the access flags say why one is empty.",
    "kit": "choice"
  },
  {
    "id": "portal.values",
    "section": "2",
    "question": "Which values do the states and kinds in the portal snapshot have?",
    "choice": "The words of the trade, in lower case, as listed in the schemas.",
    "why": "People who run fleets recognise them.",
    "kit": "ignored"
  },
  {
    "id": "access.roles",
    "section": "5",
    "question": "Which roles are there?",
    "choice": "Nine, from administrator to technician, merchant, cash provider and auditor.",
    "why": "These are the parties that share one fleet's portal in practice.",
    "kit": "ignored"
  },
  {
    "id": "access.privileges",
    "section": "5",
    "question": "How is it said what a role may do?",
    "choice": "Fourteen privileges. The access flags have `can_<privilege>` for each, the catalog and a refused request name the one that is needed.",
    "why": "One vocabulary from the flag to the error makes a refusal understandable.",
    "kit": "ignored"
  },
  {
    "id": "roles.matrix",
    "section": "5",
    "question": "Which role may do what?",
    "choice": "Settlements for administrators, finance, affiliates, auditors, and payees of their own batches; deriving for administrators and finance; disputes for all but technicians; opening them for administrators, affiliates and dispute analysts; connectors, commands and provisioning for those who operate terminals, and auditors.",
    "why": "Separates those who move money from those who keep machines running, as operators do.",
    "elsewhere": "The behaviour of the server; the contract names only the privilege of each operation.",
    "kit": "choice"
  },
  {
    "id": "access.redaction",
    "section": "5",
    "question": "What does a role that may read a resource in part see of it?",
    "choice": "The members it may not see are null or empty, never left out.",
    "why": "The schema is the same for every caller.",
    "kit": "ignored"
  },
  {
    "id": "transactions.row_names",
    "section": "2",
    "question": "What are the members of a transaction row called, and of which type are they?",
    "choice": "The four amounts are `amt_req`, `amt_comp`, `sur_req`, `sur_comp`, after the one documented name; the others are spelled out. Each sort key is the name of the member it sorts by.",
    "why": "Who reads a row can guess every sort key.",
    "kit": "choice"
  },
  {
    "id": "transactions.row_additions",
    "section": "2",
    "question": "Does a row carry more than the documented columns?",
    "choice": "Six more members: ids of the transaction and its terminal, a label for the response, what the dispenser did, the business date, and the other row of a reversal.",
    "why": "Without ids no row leads to its timeline, and no list over several terminals can be read.",
    "kit": "choice"
  },
  {
    "id": "transactions.types",
    "section": "2",
    "question": "Which transaction types are there?",
    "choice": "Six; a reversal is a row of its own, and its money is taken off the original.",
    "why": "Totals are then simple sums over rows.",
    "kit": "ignored"
  },
  {
    "id": "transactions.account_types",
    "section": "2",
    "question": "Which account types are there?",
    "choice": "The six that the processing code of ISO 8583 distinguishes at an ATM.",
    "why": "They are what the host reports.",
    "kit": "ignored"
  },
  {
    "id": "transactions.entry_modes",
    "section": "2",
    "question": "Which values does the EMV indicator have?",
    "choice": "Chip, contactless, fallback and magstripe; absent on reversals and where the host does not report it.",
    "why": "Fallback is what an operator looks for, and a bare yes or no would hide it.",
    "kit": "ignored"
  },
  {
    "id": "transactions.response",
    "section": "2",
    "question": "What does the response of a row look like?",
    "choice": "The two-character code of ISO 8583 field 39, with an English label beside it.",
    "why": "It is what processors, networks and technicians quote.",
    "kit": "ignored"
  },
  {
    "id": "transactions.dispense_status",
    "section": "2",
    "question": "How does a row say what the dispenser did?",
    "choice": "Six values, from full dispense to not applicable.",
    "why": "Short dispenses are where disputes begin, and amounts alone do not tell them apart.",
    "kit": "ignored"
  },
  {
    "id": "transactions.summary_fields",
    "section": "2",
    "question": "What are the members of the summary?",
    "choice": "`total_surcharge` and `total_withdrawn`, the currency, and four counts that add up.",
    "why": "The counts let a client check that nothing is missing.",
    "kit": "choice"
  },
  {
    "id": "transactions.summary_extent",
    "section": "2",
    "question": "Over which rows is the summary made?",
    "choice": "Over all rows that match within the scope, not only those of the page.",
    "why": "A total that changes with the page size is of no use.",
    "kit": "choice"
  },
  {
    "id": "timeline.fields",
    "section": "2",
    "question": "What does a timeline hold?",
    "choice": "The outcome, the numbers by which the host knows it, and numbered steps, oldest first.",
    "why": "It is read when something went wrong, so order and source of each step matter.",
    "kit": "ignored"
  },
  {
    "id": "timeline.values",
    "section": "2",
    "question": "Which sources, steps and outcomes are there?",
    "choice": "Those of an ATM transaction from card in to settlement, as listed in the schemas.",
    "why": "They cover reversals, time-outs and disputes, the reasons for opening a timeline.",
    "kit": "ignored"
  },
  {
    "id": "telemetry.fields",
    "section": "2",
    "question": "What does status monitoring hold?",
    "choice": "Line, cash with cassettes, devices, uptime, software and open alerts. A terminal that has never reported gets 200 with these parts null or empty.",
    "why": "It is what a retail ATM sends in its status message; a terminal that is there but silent is no missing one.",
    "kit": "ignored"
  },
  {
    "id": "telemetry.values",
    "section": "2",
    "question": "Which states do terminals, lines and devices have?",
    "choice": "Device states after the XFS4IoT names, reduced to what a retail ATM reports; one word of health over all.",
    "why": "The names are published and known to technicians.",
    "kit": "ignored"
  },
  {
    "id": "telemetry.alerts",
    "section": "6",
    "question": "How do open alerts appear in status monitoring?",
    "choice": "One entry for each open incident, with the name of its event.",
    "why": "A client that missed a webhook finds the same incident here.",
    "kit": "ignored"
  },
  {
    "id": "settlements.fields",
    "section": "2",
    "question": "Which members does a settlement batch have?",
    "choice": "One batch for each payee, business date and kind of funding, with counts, totals, a breakdown that adds up to the net payout, returns, and the time of each stage. Net payout is credits minus debits.",
    "why": "It follows the ACH file, so it can be reconciled with the bank.",
    "kit": "choice"
  },
  {
    "id": "settlements.list_summary",
    "section": "2",
    "question": "Does the list of batches have a summary?",
    "choice": "Sums over all batches that match.",
    "why": "The first question is how much is paid in all.",
    "kit": "ignored"
  },
  {
    "id": "settlements.statuses",
    "section": "3",
    "question": "Which statuses does a batch have, and how do they follow each other?",
    "choice": "Nine. Derived, perhaps held, approved, submitted, settled; returns may follow settlement; rejected, returned and canceled are final.",
    "why": "ACH returns arrive after settlement, so settled cannot be the end.",
    "kit": "choice"
  },
  {
    "id": "disputes.fields",
    "section": "2",
    "question": "Which members does a dispute case have?",
    "choice": "The documented ones, the network's view of the case, evidence, and the issuer's deadlines. Resolution is null until resolved; the reviewer is absent until then.",
    "why": "It is what an operator needs to answer a claim in time.",
    "kit": "choice"
  },
  {
    "id": "disputes.list_summary",
    "section": "2",
    "question": "Does the list of cases have a summary?",
    "choice": "Counts of open, overdue and resolved cases, and the open amount.",
    "why": "Overdue cases are lost by default, so they are counted first.",
    "kit": "ignored"
  },
  {
    "id": "disputes.statuses",
    "section": "3",
    "question": "Which statuses does a case have, and how do they follow each other?",
    "choice": "Open, evidence requested, under review, escalated, resolved; the outcome is told apart in the resolution.",
    "why": "One final status makes the rule about the reviewer simple.",
    "kit": "choice"
  },
  {
    "id": "disputes.reasons",
    "section": "2",
    "question": "Which reason codes are there?",
    "choice": "Ten in words, with the network's own code beside them.",
    "why": "Each network has its own numbers for the same claim.",
    "kit": "ignored"
  },
  {
    "id": "locations.fields",
    "section": "2",
    "question": "Which members does a location have?",
    "choice": "Site, address, coordinates, time zone, hours, surcharge, contact, risk and accessibility.",
    "why": "It is what field service and risk assessment ask for.",
    "kit": "ignored"
  },
  {
    "id": "connectors.fields",
    "section": "2",
    "question": "What is a connector, and which members does it have?",
    "choice": "One logical link the fleet depends on, with its kind, protocol, direction and failover.",
    "why": "Outages follow links, not single terminals.",
    "kit": "ignored"
  },
  {
    "id": "connectors.status_fields",
    "section": "2",
    "question": "What does the status of a connector hold?",
    "choice": "Echo tests, traffic of five minutes, TLS, tunnel and key exchange; never a key or check value.",
    "why": "These tell whether the link, the host or a certificate is at fault.",
    "kit": "ignored"
  },
  {
    "id": "connectors.values",
    "section": "2",
    "question": "Which kinds, protocols and states do connectors have?",
    "choice": "As listed in the schemas.",
    "why": "They are the ones in use between ATMs, processors, networks and banks.",
    "kit": "ignored"
  },
  {
    "id": "groups.fields",
    "section": "2",
    "question": "Which members does a terminal group have?",
    "choice": "Name, kind, parent, account and the visible terminals; two users may see different counts for one group.",
    "why": "A group is a way of looking at terminals, so it shows no more of them than the terminals themselves do.",
    "kit": "ignored"
  },
  {
    "id": "groups.descendants",
    "section": "4",
    "question": "Does a filter by a group take in the groups below it?",
    "choice": "Yes.",
    "why": "Groups form a tree, and the top of it would otherwise match nothing.",
    "kit": "choice"
  },
  {
    "id": "commands.fields",
    "section": "2",
    "question": "Which members does a command have?",
    "choice": "Kind, state, who asked, attempts, the time of each state, and the result.",
    "why": "A retail ATM calls in for its commands, so it matters where one waits.",
    "kit": "ignored"
  },
  {
    "id": "commands.states",
    "section": "3",
    "question": "Which states does a command have?",
    "choice": "Eight; between queued and completed it is sent and acknowledged, and it can fail in four ways.",
    "why": "Refused, not picked up and broken off call for different reactions.",
    "kit": "ignored"
  },
  {
    "id": "commands.values",
    "section": "2",
    "question": "Which commands, channels and results are there?",
    "choice": "As listed in the schemas.",
    "why": "They are the ones that processors and vendors offer.",
    "kit": "ignored"
  },
  {
    "id": "provisioning.payload_fields",
    "section": "2",
    "question": "What does the provisioning payload hold?",
    "choice": "The typed configuration, a version and a checksum. No key, key part, check value or password. A terminal without provisioning has version 0 and no job.",
    "why": "A document that is read by many must not hold a secret.",
    "kit": "ignored"
  },
  {
    "id": "provisioning.export_fields",
    "section": "2",
    "question": "What does the provisioning export hold, and in which format?",
    "choice": "A flat sheet in JSON; version and checksum agree with the payload; texts are safe to open in a spreadsheet.",
    "why": "The installer reads it, and reads are JSON unless the document says otherwise.",
    "kit": "ignored"
  },
  {
    "id": "provisioning.job_states",
    "section": "3",
    "question": "Which states does a provisioning job have?",
    "choice": "Ten, from draft to completed, failed, rolled back or canceled.",
    "why": "Delivery, application and verification fail in different ways.",
    "kit": "ignored"
  },
  {
    "id": "catalog.inner",
    "section": "2",
    "question": "What is inside the members of a catalog group?",
    "choice": "Objects with method, path, authentication and privilege for endpoints, levels for events, categories for feeds; notes are texts.",
    "why": "A client can be configured from it without reading prose.",
    "kit": "choice"
  },
  {
    "id": "catalog.availability",
    "section": "2",
    "question": "Does the catalog differ between callers?",
    "choice": "Only in `is_available`, which says whether the caller may use an endpoint.",
    "why": "A caller sees what exists, and what to ask its administrator for.",
    "kit": "ignored"
  },
  {
    "id": "catalog.service_ids",
    "section": "6",
    "question": "What are the identifiers of the six families?",
    "choice": "Their titles in lower case with underscores.",
    "why": "Titles may change; identifiers may not.",
    "kit": "ignored"
  },
  {
    "id": "branding.fields",
    "section": "2",
    "question": "What does the branding status hold, and whose is it?",
    "choice": "Readiness of branding and of the documentation host, for the host name of the request; an unknown name gets the platform's own.",
    "why": "It needs no key, so the name is all there is; unknown names must not tell who is a customer.",
    "kit": "ignored"
  },
  {
    "id": "openapi.fields",
    "section": "4",
    "question": "What does the public OpenAPI document look like?",
    "choice": "OpenAPI 3.1, all operations with their privileges, relative servers, the same bytes for everybody.",
    "why": "It can be cached anywhere and compared from day to day.",
    "kit": "choice"
  },
  {
    "id": "ids.format",
    "section": "4",
    "question": "What do identifiers look like?",
    "choice": "At most 64 letters, digits, `_` and `-`, with a prefix that tells the kind; terminals have the eight characters of their TID. Clients treat all as opaque.",
    "why": "Prefixes make logs readable and mixed-up ids visible.",
    "kit": "choice"
  },
  {
    "id": "money.format",
    "section": "2",
    "question": "How is money written?",
    "choice": "A string with two decimals in major units; the currency is named once per response.",
    "why": "Exact in every language, and without doubt about the unit.",
    "kit": "choice"
  },
  {
    "id": "time.format",
    "section": "2",
    "question": "How are instants written?",
    "choice": "RFC 3339. Server times in UTC, names ending in `_at`; terminal times with the terminal's own offset. Dates as `YYYY-MM-DD`, names ending in `_date`.",
    "why": "Journals are in local time, and one hour a year happens twice; the offset tells which one it was.",
    "kit": "choice"
  },
  {
    "id": "schema.absent_or_null",
    "section": "2",
    "question": "Is a member without a value absent or null?",
    "choice": "Null, but for the two that the document makes conditional, EMV indicator and reviewer, which are absent.",
    "why": "Makes the documented condition visible, and everything else regular.",
    "elsewhere": "The `required` lists of all schemas.",
    "kit": "ignored"
  },
  {
    "id": "schema.closed",
    "section": "9",
    "question": "May members be added?",
    "choice": "Clients accept unknown members and values. The server sends none that the contract does not declare, and refuses unknown members in request bodies.",
    "why": "A typing error in a write that moves money must not be dropped in silence.",
    "elsewhere": "The closed schemas (`additionalProperties` is false).",
    "kit": "advice"
  },
  {
    "id": "lists.envelope",
    "section": "4",
    "question": "What surrounds a list?",
    "choice": "One envelope for all, with `object`, `data`, `page`, `summary` and `as_of`. Single resources stand bare.",
    "why": "One piece of client code reads every list.",
    "kit": "choice"
  },
  {
    "id": "lists.cursor",
    "section": "4",
    "question": "How are lists paged?",
    "choice": "With an opaque `cursor` that belongs to one caller, query and order. All pages of one walk are one snapshot, so rows that arrive meanwhile neither repeat nor shift.",
    "why": "Numbered pages lose rows while new ones arrive.",
    "kit": "choice"
  },
  {
    "id": "lists.limit",
    "section": "4",
    "question": "Which lists besides the transactions take a limit?",
    "choice": "All of them.",
    "why": "What holds for one list should hold for all.",
    "kit": "choice"
  },
  {
    "id": "lists.limit_bounds",
    "section": "8",
    "question": "What are default and maximum of `limit`?",
    "choice": "50 and 500. Anything outside 1 to 500 is refused, not adjusted.",
    "why": "A silent adjustment looks like missing data.",
    "kit": "choice"
  },
  {
    "id": "lists.order",
    "section": "4",
    "question": "In which order do lists come by default?",
    "choice": "Newest first for what happens; by name, then id, for what exists.",
    "why": "It is what the first page is looked at for.",
    "kit": "advice"
  },
  {
    "id": "transactions.sort_values",
    "section": "4",
    "question": "Which sort columns and directions are there besides those documented?",
    "choice": "Every column but the EMV indicator; `asc` and `desc`; by default newest first. Amounts sort as numbers, times as instants. Ties are newest first, whatever the direction.",
    "why": "What can be absent cannot be sorted by; a fixed order of ties makes pages reproducible.",
    "kit": "choice"
  },
  {
    "id": "transactions.filter_unknown",
    "section": "4",
    "question": "What does a filter by an unknown or invisible id give?",
    "choice": "200 and no rows.",
    "why": "An answer that told invisible from unknown would reveal ids.",
    "kit": "choice"
  },
  {
    "id": "terminals.transactions_query",
    "section": "4",
    "question": "Which query parameters has the list of one terminal's transactions?",
    "choice": "Limit, sort and cursor, as in the list of all.",
    "why": "The rows are the same.",
    "kit": "choice"
  },
  {
    "id": "settlements.query",
    "section": "4",
    "question": "Which query parameters has the list of batches?",
    "choice": "Status and a range of business dates, besides limit and cursor.",
    "why": "Accounting works by period.",
    "kit": "ignored"
  },
  {
    "id": "disputes.query",
    "section": "4",
    "question": "Which query parameters has the list of cases?",
    "choice": "Status, reason code and terminal, besides limit and cursor.",
    "why": "These are the work lists of a dispute desk.",
    "kit": "ignored"
  },
  {
    "id": "query.unknown_parameter",
    "section": "4",
    "question": "What happens to an unknown query parameter?",
    "choice": "400, naming the nearest known one.",
    "why": "Ignoring `sortBy=amt_comp` hides the very fault that an integrator looks for.",
    "kit": "ignored"
  },
  {
    "id": "settlements.derive_request",
    "section": "4",
    "question": "What is the request body of deriving settlements?",
    "choice": "All members optional; an empty object derives the last closed business date of the caller's account. A dry run stores nothing.",
    "why": "The first call succeeds without reading further, and can be tried without effect.",
    "kit": "ignored"
  },
  {
    "id": "settlements.derive_response",
    "section": "4",
    "question": "What is the response of deriving settlements?",
    "choice": "The batches, whole, with their source, a reconciliation and warnings. 201 when a batch was stored for the first time, 200 otherwise.",
    "why": "The caller sees what was found before anything is approved.",
    "kit": "ignored"
  },
  {
    "id": "disputes.create_request",
    "section": "4",
    "question": "What is the request body of creating a dispute?",
    "choice": "Transaction, reason and amount, with a few optional details. The amount is at most what was requested, surcharge included, and the transaction at most 120 days old.",
    "why": "A short dispense must be disputable in full; the age is the networks' own limit.",
    "kit": "ignored"
  },
  {
    "id": "disputes.create_response",
    "section": "4",
    "question": "What is the response of creating a dispute?",
    "choice": "201 with the case, open and without a reviewer. No `Location`, because no path shows a single case.",
    "why": "The reply equals what the list shows next.",
    "kit": "ignored"
  },
  {
    "id": "http.idempotency",
    "section": "4",
    "question": "Can a write be repeated safely?",
    "choice": "With an `Idempotency-Key`, for 24 hours. It is not required, because the document names no such header. Without it, natural keys prevent doubles.",
    "why": "A client that follows only the document must succeed.",
    "kit": "ignored"
  },
  {
    "id": "http.prefer",
    "section": "4",
    "question": "Can a client ask for a failure to test itself?",
    "choice": "`Prefer: code=503` and `Prefer: delay=2000`, for every status that the operation declares.",
    "why": "Errors that cannot be produced are not handled. Existing mock servers use the same header.",
    "kit": "ignored"
  },
  {
    "id": "http.request_id",
    "section": "4",
    "question": "How is one exchange told from another?",
    "choice": "An `X-Request-Id` on every response, repeated in problem documents.",
    "why": "Support starts with it.",
    "kit": "ignored"
  },
  {
    "id": "http.conditional",
    "section": "4",
    "question": "Can a client avoid reading what it has?",
    "choice": "A strong `ETag` on every read; 304 to a matching `If-None-Match`.",
    "why": "Feeds and lists are polled.",
    "kit": "advice"
  },
  {
    "id": "http.cache_control",
    "section": "4",
    "question": "What may caches keep?",
    "choice": "What needs a key is private and revalidated; the public OpenAPI document may be kept for five minutes, the branding status for one. Errors are not kept.",
    "why": "One caller's data must not reach another through a cache.",
    "kit": "advice"
  },
  {
    "id": "auth.key_lifecycle",
    "section": "5",
    "question": "How are keys made, and how do they end?",
    "choice": "A key is active, expired or revoked. A user may have two active keys. Keys in a query string are not accepted.",
    "why": "Two keys let one be replaced without a gap; query strings end up in logs.",
    "kit": "ignored"
  },
  {
    "id": "events.payload",
    "section": "6",
    "question": "What does the body of an event look like?",
    "choice": "A JSON object with a frame that is the same for all events, and `data` that belongs to the event.",
    "why": "A receiver can route every event before it knows any of them.",
    "kit": "deliveries"
  },
  {
    "id": "events.frame",
    "section": "6",
    "question": "What is in the frame?",
    "choice": "Id, type, instant, API version, level, account, terminal, families, severity and incident. An event of two families is delivered once, naming both.",
    "why": "These are what receivers filter and de-duplicate by.",
    "kit": "deliveries"
  },
  {
    "id": "events.signature",
    "section": "6",
    "question": "How is a delivery signed?",
    "choice": "Standard Webhooks, HMAC-SHA256 over id, timestamp and body, with several signatures while a secret changes.",
    "why": "Libraries that verify it exist in many languages.",
    "kit": "deliveries"
  },
  {
    "id": "events.conditions",
    "section": "6",
    "question": "When is each event raised?",
    "choice": "By rules with thresholds and clearing conditions, written down with each event.",
    "why": "At a few transactions a day, bare percentages would fire on two declines.",
    "kit": "ignored"
  },
  {
    "id": "events.retries",
    "section": "6",
    "question": "What happens when a delivery fails?",
    "choice": "Repeated with growing pauses, at least once; 410 disables the destination; a delivery can be replayed.",
    "why": "Receivers are down for minutes and for nights.",
    "kit": "deliveries"
  },
  {
    "id": "events.incident_states",
    "section": "6",
    "question": "How does a receiver learn that an alert is over?",
    "choice": "The same event is sent again with the incident's state, which is triggered, escalated or resolved. Some events are single points and have no incident.",
    "why": "The 16 names are the only names, and a clearing event is custom in monitoring.",
    "kit": "deliveries"
  },
  {
    "id": "events.levels",
    "section": "6",
    "question": "Which event concerns a terminal and which an account?",
    "choice": "Most concern a terminal. Outages, approval rates and settlements concern an account. A subscription for a terminal gets that terminal's events, one for an account all below it.",
    "why": "Follows what the event is about.",
    "kit": "deliveries"
  },
  {
    "id": "events.severity",
    "section": "6",
    "question": "How urgent is an event?",
    "choice": "Low, medium, high or critical, by rules written down with each event.",
    "why": "Somebody decides by it whether to be woken up.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.heartbeat_stale",
    "section": "6",
    "question": "What data does `heartbeat_stale` carry?",
    "choice": "When the terminal was last heard, for how long it is silent, its line and its place.",
    "why": "Tells whether to call the site or the carrier.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.processor_outage",
    "section": "6",
    "question": "What data does `processor_outage` carry?",
    "choice": "The connector, failed echo tests, traffic, and how many terminals are affected. Requests wait for their own host, also where another one is named for a failover, so that `failover_active` is false in this sandbox.",
    "why": "Tells how far it reaches and whether a failover works.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.communication_flapping",
    "section": "6",
    "question": "What data does `communication_flapping` carry?",
    "choice": "The number of changes in the window, the longest time offline, the line and its signal.",
    "why": "Tells a weak signal from a failing power supply.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.cash_low",
    "section": "6",
    "question": "What data does `cash_low` carry?",
    "choice": "The cassette, its notes and threshold, the usual daily use and the hours until empty.",
    "why": "It is what a cash load is planned from.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.cash_out",
    "section": "6",
    "question": "What data does `cash_out` carry?",
    "choice": "The cassettes, since when the terminal is empty, and an estimate of lost withdrawals.",
    "why": "Puts a price on the delay.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.dispenser_fault",
    "section": "6",
    "question": "What data does `dispenser_fault` carry?",
    "choice": "Device, error code, make and model, and whether the terminal can still dispense.",
    "why": "Tells which part and which technician to send.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.compliance_expiration",
    "section": "6",
    "question": "What data does `compliance_expiration` carry?",
    "choice": "The item, its reference, its last day and which of the notices this is.",
    "why": "The same item is announced several times before it expires.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.location_risk_change",
    "section": "6",
    "question": "What data does `location_risk_change` carry?",
    "choice": "Band and score before and after, and what drives them.",
    "why": "A change says more than a level.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.decline_spike",
    "section": "6",
    "question": "What data does `decline_spike` carry?",
    "choice": "The window, attempts and declines, the usual rate, and the most frequent responses.",
    "why": "The responses tell whether cards or the set-up are at fault.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.approval_rate_drop",
    "section": "6",
    "question": "What data does `approval_rate_drop` carry?",
    "choice": "The window, the rate and the usual rate, and the connector or network concerned.",
    "why": "Points to the common cause of many declines.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.reversal_spike",
    "section": "6",
    "question": "What data does `reversal_spike` carry?",
    "choice": "Reversals and approved withdrawals in the window, their amount and their reason codes.",
    "why": "Reversals in a row mean that cash is not coming out.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.high_decline_velocity",
    "section": "6",
    "question": "What data does `high_decline_velocity` carry?",
    "choice": "Declines and distinct cards in the window, the responses, and first and last transaction.",
    "why": "Many cards in a short time are a test of stolen cards.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.repeated_same_card_attempt",
    "section": "6",
    "question": "What data does `repeated_same_card_attempt` carry?",
    "choice": "A random reference to the card, the pattern, and attempts by outcome and terminal. Never card data.",
    "why": "A reference that is not made from the number cannot be turned back into it.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.command_failed",
    "section": "6",
    "question": "What data does `command_failed` carry?",
    "choice": "The command, its final state, result and number of attempts, and who asked for it.",
    "why": "Tells whether to try again or to go there.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.provisioning_failed",
    "section": "6",
    "question": "What data does `provisioning_failed` carry?",
    "choice": "The job, the stage that failed, and the version the terminal is back at.",
    "why": "A terminal between two versions may not be left alone.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.settlement_mismatch",
    "section": "6",
    "question": "What data does `settlement_mismatch` carry?",
    "choice": "The batch, the amounts from the three sources, the variance and the terminals it comes from.",
    "why": "It is where reconciliation starts.",
    "kit": "deliveries"
  },
  {
    "id": "destinations.operations",
    "section": "6",
    "question": "How are destinations registered, subscribed and tested?",
    "choice": "Outside `/v1`, by users whose role may manage the configuration and within what they see. The documented interface gets no path of ours.",
    "why": "The document places it in the terminal management system.",
    "kit": "ignored"
  },
  {
    "id": "destinations.states",
    "section": "6",
    "question": "In which states can a destination be?",
    "choice": "Enabled, paused (deliveries wait) or disabled with a reason (deliveries are skipped, and can be recovered). It is disabled by a user, by a 410, and after 120 hours without a success in which a delivery was given up.",
    "why": "A receiver that is gone for good costs every sender; one that is down for a night must lose nothing.",
    "kit": "ignored"
  },
  {
    "id": "destinations.secrets",
    "section": "6",
    "question": "How is the signing secret given and replaced?",
    "choice": "One for each destination, shown when it is made and on request. A new one signs beside the old one for a day, or as long as is said, and at most two old ones are kept.",
    "why": "A secret can be replaced without losing a delivery.",
    "kit": "ignored"
  },
  {
    "id": "destinations.test",
    "section": "6",
    "question": "How is a destination tested?",
    "choice": "A sample event marked `is_test`, sent at once, with the answer and what it means in the reply.",
    "why": "Whoever sets a destination up wants to know now.",
    "kit": "ignored"
  },
  {
    "id": "destinations.recovery",
    "section": "6",
    "question": "What becomes of events while a destination is disabled?",
    "choice": "They are kept as skipped, and sent when that is asked for.",
    "why": "Nothing is lost silently, and nobody is surprised by a flood.",
    "kit": "ignored"
  },
  {
    "id": "destinations.addresses",
    "section": "6",
    "question": "Which addresses may a destination have?",
    "choice": "On a developer's machine any that is local or private; on a shared one public https only, unless the operator allows more. What leads to metadata services is refused always, and redirects are not followed.",
    "why": "Whoever sends where others say can be made to reach what they cannot.",
    "kit": "ignored"
  },
  {
    "id": "feeds.items",
    "section": "6",
    "question": "What is in a feed item?",
    "choice": "RSS 2.0: a title in plain text, a description in HTML without markup, a link to the terminal's status or to the portal snapshot in the API, an id that stays, and the instant of the event. Money and times are written for people.",
    "why": "Feed readers show nothing else reliably.",
    "kit": "choice"
  },
  {
    "id": "feeds.order",
    "section": "6",
    "question": "In which order do items come?",
    "choice": "Newest first.",
    "why": "Readers expect it.",
    "kit": "advice"
  },
  {
    "id": "feeds.count",
    "section": "6",
    "question": "How many items has a feed?",
    "choice": "The newest 15 of each category within 35 days. A feed without items is valid.",
    "why": "A busy category cannot push the rare and important ones out.",
    "kit": "ignored"
  },
  {
    "id": "feeds.categories",
    "section": "6",
    "question": "How are the kinds of item told apart?",
    "choice": "By seven fixed categories. The account feed has five, the feed of a terminal six. A category the role may not read elsewhere is left out.",
    "why": "Otherwise a feed would be a way round the rules of visibility.",
    "kit": "choice"
  },
  {
    "id": "feeds.conditional",
    "section": "6",
    "question": "How does a reader poll a feed cheaply?",
    "choice": "`ETag` and `Last-Modified`, and 304 to either of their conditions.",
    "why": "Feed readers use both.",
    "kit": "advice"
  },
  {
    "id": "errors.format",
    "section": "7",
    "question": "What does an error look like?",
    "choice": "A problem document (RFC 9457, `application/problem+json`) with a code, a request id, and an entry for each fault in the request.",
    "why": "A published form that clients can read with what they have.",
    "kit": "choice"
  },
  {
    "id": "errors.codes",
    "section": "7",
    "question": "Which error codes are there?",
    "choice": "A list of kinds of problem, and a list of faults of single values; both closed.",
    "why": "Clients branch on codes, so each must be known beforehand.",
    "kit": "ignored"
  },
  {
    "id": "errors.statuses",
    "section": "7",
    "question": "Which status does a bad parameter get?",
    "choice": "400 for parameters, headers and requests that are not valid HTTP; 422 for bodies.",
    "why": "Tells a wrong call from a well-formed but refused one.",
    "kit": "choice"
  },
  {
    "id": "errors.unauthenticated",
    "section": "7",
    "question": "What is the answer to a missing or invalid key?",
    "choice": "401 with `WWW-Authenticate`. Unknown, expired and revoked keys get the same answer.",
    "why": "An answer that told them apart would confirm keys that once worked.",
    "kit": "choice"
  },
  {
    "id": "errors.forbidden",
    "section": "7",
    "question": "What is the answer when the role does not suffice?",
    "choice": "403, naming the privilege that is needed. Never an empty list.",
    "why": "An empty list of settlements would read as no money paid.",
    "kit": "choice"
  },
  {
    "id": "errors.not_found",
    "section": "7",
    "question": "What is the answer for something out of scope?",
    "choice": "404, the same as for an id that never existed.",
    "why": "Ids cannot be probed.",
    "kit": "advice"
  },
  {
    "id": "errors.method",
    "section": "7",
    "question": "What is the answer to a method that a path does not have?",
    "choice": "405 with `Allow`.",
    "why": "As HTTP has it.",
    "kit": "advice"
  },
  {
    "id": "errors.negotiation",
    "section": "7",
    "question": "What if client and server do not agree on a media type?",
    "choice": "406 for responses and 415 for request bodies, naming what would have been accepted.",
    "why": "As HTTP has it.",
    "kit": "ignored"
  },
  {
    "id": "errors.body",
    "section": "7",
    "question": "What is the answer to a body that breaks a rule?",
    "choice": "422, with a JSON Pointer and a code for each fault.",
    "why": "All faults can be put right in one go.",
    "kit": "advice"
  },
  {
    "id": "errors.conflict",
    "section": "7",
    "question": "What is the answer when the state does not allow a write?",
    "choice": "409, naming the batch or the case that stands in the way.",
    "why": "The client can look at it and decide.",
    "kit": "advice"
  },
  {
    "id": "errors.server",
    "section": "7",
    "question": "What is the answer when the server is at fault?",
    "choice": "500 without inner details, 503 with `Retry-After`, or 507 where a write cannot be stored; all as problem documents.",
    "why": "Errors have one form, whoever made them.",
    "kit": "advice"
  },
  {
    "id": "errors.storage",
    "section": "7",
    "question": "What is the answer to a write that cannot be stored?",
    "choice": "507, and nothing is recorded.",
    "why": "A full disk is for the operator of the server to mend, and the same write can then be sent again.",
    "kit": "ignored"
  },
  {
    "id": "limits.rate",
    "section": "8",
    "question": "How many requests are allowed?",
    "choice": "Set by the operator of the server, for each user; requests without a valid key count by address. Beyond it 429 with `Retry-After`; the limit is named in `RateLimit-Policy`.",
    "why": "A local sandbox needs no limit, and a shared one does.",
    "kit": "ignored"
  },
  {
    "id": "limits.body_size",
    "section": "8",
    "question": "How large may a body be?",
    "choice": "64 KiB, beyond which 413.",
    "why": "No body of this interface comes near it.",
    "kit": "ignored"
  },
  {
    "id": "limits.request",
    "section": "8",
    "question": "How long may the request line and the headers be, and how long may a request take to arrive?",
    "choice": "As long as the server is set to allow; beyond that 431 and 408, and the connection is closed.",
    "why": "A slow or oversized request must not hold up the others.",
    "kit": "ignored"
  },
  {
    "id": "versioning.number",
    "section": "9",
    "question": "How is the version of the contract named?",
    "choice": "By a date, the same in catalog and public OpenAPI document.",
    "why": "Shows at a glance which of two documents is newer.",
    "kit": "ignored"
  },
  {
    "id": "versioning.policy",
    "section": "9",
    "question": "What can change within `/v1`?",
    "choice": "Members, values and optional parameters are added; nothing is removed or changes its meaning.",
    "why": "A client that ignores what it does not know keeps working.",
    "elsewhere": "The description of the whole contract.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.clock",
    "section": "10",
    "question": "How does sandbox time pass?",
    "choice": "It stands until it is moved: forwards by or to, set forwards, or left to run at a speed; for at most a year. Only a reset of everything moves it back.",
    "why": "What was seen stays true, and the same moves give the same bytes.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.reset",
    "section": "10",
    "question": "What does starting over mean?",
    "choice": "A tenant, or everything, as it was generated. Everything takes the clock along, a tenant does not. Ids repeat unless new ones are asked for; cursors from before are refused. Destinations stay where that is asked for.",
    "why": "A test suite that starts over gets the same answers again.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.causes",
    "section": "10",
    "question": "How is an event made to happen?",
    "choice": "By changing what it comes from, at one place that the caller can see; the event follows by its rule once the clock is there, with the rows, statuses and alerts that go with it. A trial changes nothing.",
    "why": "What was made to happen is true on every surface, and ends the way it would have ended by itself.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.log",
    "section": "10",
    "question": "What is kept of deliveries?",
    "choice": "Every attempt with request, response (16 KiB of it), timings, and how it was signed; bodies for 30 days of the sandbox clock. Never a secret.",
    "why": "Who looks for a lost event wants to see what the receiver said.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.replay",
    "section": "10",
    "question": "What is a replay?",
    "choice": "The same id and bytes once more, with a fresh timestamp and the current secrets; it changes nothing else.",
    "why": "A handler can be tried again and again, also while its destination is disabled.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.listener",
    "section": "10",
    "question": "How do events reach a program that cannot be reached?",
    "choice": "It connects and fetches: signed deliveries in order, one at a time, until it has reported the answer to each. While nobody is connected they wait.",
    "why": "Nothing is lost while a laptop sleeps.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.explain",
    "section": "10",
    "question": "How does one find out why a signature does not match?",
    "choice": "What was signed is compared with what the receiver has, to the byte.",
    "why": "It is the first thing that goes wrong in every handler.",
    "kit": "ignored"
  },
  {
    "id": "inbox.answers",
    "section": "10",
    "question": "What does an inbox answer?",
    "choice": "200, or a list of statuses, delays and silences that it is told.",
    "why": "Retries can be shown without a second program.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.events",
    "section": "10",
    "question": "In which form are past events shown?",
    "choice": "As they are sent to subscribers, oldest first, behind a cursor that leads on to those still to come.",
    "why": "Who follows them needs no second reader, and misses none.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.incidents",
    "section": "10",
    "question": "How is an incident shown?",
    "choice": "With its trigger, its turns and its end, as known now.",
    "why": "It is what the events and alerts of one trouble have in common.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.journal",
    "section": "10",
    "question": "In which form is the journal exported?",
    "choice": "One document with the seed and every fact with its instant; taken back by a sandbox with the same seed, whole or not at all.",
    "why": "A story can be kept in a file, and told again.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.requests",
    "section": "10",
    "question": "What is kept of past exchanges?",
    "choice": "The last 200, without keys, queries and bodies, with the problem each one got.",
    "why": "Enough to see what a client did wrong, and nothing that would have to be kept secret.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.misbehaviours",
    "section": "10",
    "question": "Which deviations are there?",
    "choice": "Named ones, each in one place, off by default, switched by the operator for everybody.",
    "why": "A test suite that has never been red proves nothing.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.callers",
    "section": "10",
    "question": "Who may use the control plane?",
    "choice": "The operator, with a token; and users whose role may manage the configuration, for what is theirs. Whole tenants are reset, exported and imported by users of their topmost account only.",
    "why": "Nobody changes what another one sees.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.origin",
    "section": "10",
    "question": "From where may the control plane be used?",
    "choice": "Not from web pages of another origin, and under the names of this server only. It sends no CORS headers.",
    "why": "No web page and no rebound name can reset a sandbox on the machine of whoever looks at it.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.problems",
    "section": "10",
    "question": "Which problems does the control plane have?",
    "choice": "Those of the service, six about its callers, and three about what stands in the way of an event.",
    "why": "One form of error is read by one piece of code.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.bodies",
    "section": "10",
    "question": "How large may a body be?",
    "choice": "64 KiB; 8 MiB for a journal.",
    "why": "No other body comes near it.",
    "kit": "ignored"
  }
];
