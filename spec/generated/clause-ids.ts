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
  | 'service.endpoints'
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
  | 'transactions.summary_amounts'
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
  | 'transactions.sort_empty'
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
  | 'http.as_of'
  | 'http.request_id'
  | 'http.conditional'
  | 'http.cache_control'
  | 'http.body_form'
  | 'auth.key_safety'
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
  | 'destinations.alerts'
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
  | 'errors.database'
  | 'limits.rate'
  | 'limits.held'
  | 'limits.body_size'
  | 'limits.request'
  | 'versioning.number'
  | 'versioning.policy'
  | 'sandbox.clock'
  | 'sandbox.reset'
  | 'sandbox.causes'
  | 'sandbox.outcomes'
  | 'destinations.statistics'
  | 'deliveries.log'
  | 'deliveries.replay'
  | 'deliveries.listener'
  | 'deliveries.explain'
  | 'inbox.answers'
  | 'sandbox.events'
  | 'sandbox.incidents'
  | 'sandbox.journal'
  | 'sandbox.journal_entries'
  | 'sandbox.requests'
  | 'sandbox.forks'
  | 'sandbox.recorded_requests'
  | 'sandbox.activity'
  | 'sandbox.users'
  | 'sandbox.keys'
  | 'sandbox.guests'
  | 'sandbox.workspaces'
  | 'sandbox.sign_in'
  | 'sandbox.conformance_runs'
  | 'sandbox.misbehaviours'
  | 'sandbox.faults'
  | 'sandbox.callers'
  | 'sandbox.origin'
  | 'sandbox.problems'
  | 'sandbox.bodies';

/** The ids of the readings of each gap that checks enumerate. */
export interface ReadingIds {
  readonly 'transactions.summary_extent': 'page' | 'matching' | 'limited' | 'visible';
  readonly 'transactions.summary_amounts': 'all_rows' | 'above_zero' | 'some_types' | 'one_type_deducted';
  readonly 'money.format': 'decimal-string' | 'number' | 'minor-units' | 'units-and-nanos';
  readonly 'time.format': 'rfc3339' | 'epoch-seconds' | 'epoch-milliseconds' | 'compact' | 'local' | 'seconds-and-nanos';
  readonly 'lists.cursor': 'none' | 'cursor' | 'next-url' | 'link' | 'page' | 'offset';
  readonly 'transactions.sort_empty': 'zero_by_sign' | 'apart_by_sign' | 'zero_by_size' | 'apart_by_size';
}

/** The documented rules, in the order of the document. */
export const clauses: readonly (Clause & { readonly id: ClauseId })[] = [
  {
    "id": "service.tenant_scoped",
    "section": "1",
    "rests_on": "data are exposed per tenant and replies stay within the user's visibility",
    "text": "The data of the fleet is scoped by tenant, and a caller sees only data within its scope.",
    "elsewhere": "Every operation that needs a key; no single element shows it.",
    "level": "must"
  },
  {
    "id": "scope.response",
    "section": "1",
    "rests_on": "no reply goes beyond the visibility of the signed-in user",
    "text": "Every response, including counts and lists of ids, contains only data that the authenticated user may see.",
    "level": "must"
  },
  {
    "id": "scope.portal_rules",
    "section": "1",
    "rests_on": "visibility is decided as in the portal, by account and by role",
    "text": "The scope follows the same account, role and visibility rules as the user portal.",
    "elsewhere": "The privilege of each operation (`x-privilege`) and the access flags of the portal snapshot.",
    "level": "must"
  },
  {
    "id": "service.write_paths",
    "section": "1",
    "rests_on": "writing is possible by two named POST operations",
    "text": "Two write paths exist, `POST /v1/settlements/derive` and `POST /v1/disputes`.",
    "elsewhere": "The two operations with `x-access` write.",
    "level": "must"
  },
  {
    "id": "access.configuration_gated",
    "section": "1",
    "rests_on": "changing configuration is for admins and above report reading",
    "text": "Changes of configuration are reserved to administrators and need more privilege than reporting reads.",
    "unchecked": "No documented operation changes configuration.",
    "level": "must"
  },
  {
    "id": "privacy.no_card_data",
    "section": "1",
    "rests_on": "replies about transactions are free of PAN, tracks, PIN blocks and raw keys",
    "text": "Transaction responses never contain a card number (PAN), track data, a PIN block or raw key material.",
    "level": "must"
  },
  {
    "id": "compliance.portal_only",
    "section": "1",
    "rests_on": "the snapshot is the one place where the four areas can be had",
    "text": "Compliance vault, onboarding, documents and videos are available through the portal snapshot.",
    "level": "must"
  },
  {
    "id": "compliance.no_endpoints",
    "section": "1",
    "rests_on": "nothing dedicated to compliance is offered as an endpoint",
    "text": "There are no dedicated compliance endpoints.",
    "level": "must"
  },
  {
    "id": "portal.principal",
    "section": "2",
    "rests_on": "snapshot group: profile of principal and account",
    "text": "The portal snapshot contains profile data of the principal and of the account.",
    "level": "must"
  },
  {
    "id": "portal.organization",
    "section": "2",
    "rests_on": "snapshot group: branding of the organization with its DNS condition",
    "text": "The portal snapshot contains the organization's branding and the state of its DNS.",
    "level": "must"
  },
  {
    "id": "portal.access_flags",
    "section": "2",
    "rests_on": "snapshot group: flags of access",
    "text": "The portal snapshot contains access flags.",
    "level": "must"
  },
  {
    "id": "portal.users",
    "section": "2",
    "rests_on": "snapshot group: users in view",
    "text": "The portal snapshot contains the users that the caller may see.",
    "level": "must"
  },
  {
    "id": "portal.terminals",
    "section": "2",
    "rests_on": "snapshot group: terminals in view",
    "text": "The portal snapshot contains the terminals that the caller may see.",
    "level": "must"
  },
  {
    "id": "portal.groups_connectors",
    "section": "2",
    "rests_on": "snapshot group: groups and connectors in view",
    "text": "The portal snapshot contains the terminal groups and connectors that the caller may see.",
    "level": "must"
  },
  {
    "id": "portal.recent",
    "section": "2",
    "rests_on": "snapshot group: latest transactions, commands, forms",
    "text": "The portal snapshot contains recent transactions, commands and forms.",
    "level": "must"
  },
  {
    "id": "portal.report_catalog",
    "section": "2",
    "rests_on": "snapshot group: which reports can be had",
    "text": "The portal snapshot contains the catalog of available reports.",
    "level": "must"
  },
  {
    "id": "transactions.row",
    "section": "2",
    "rests_on": "the list of what a transaction row contains",
    "text": "A transaction row has terminal date and time, transaction type, sequence number, account type, response, and four amounts, namely amount and surcharge, each as requested and as completed.",
    "level": "must"
  },
  {
    "id": "transactions.emv_when_available",
    "section": "2",
    "rests_on": "the EMV value appears solely if it can be had",
    "text": "A transaction row has an EMV indicator only if one is available; otherwise the indicator is absent.",
    "level": "must"
  },
  {
    "id": "transactions.summary.surcharge",
    "section": "2",
    "rests_on": "a summary with surcharge and withdrawal totals accompanies the rows",
    "text": "The response to a list of transactions has a summary with the total surcharge.",
    "level": "must"
  },
  {
    "id": "transactions.summary.withdrawn",
    "section": "2",
    "rests_on": "a summary with surcharge and withdrawal totals accompanies the rows",
    "text": "The response to a list of transactions has a summary with the total withdrawn.",
    "level": "must"
  },
  {
    "id": "settlements.status",
    "section": "2",
    "rests_on": "members of a batch: its status",
    "text": "A settlement batch has a status.",
    "level": "must"
  },
  {
    "id": "settlements.entry_counts",
    "section": "2",
    "rests_on": "members of a batch: how many entries",
    "text": "A settlement batch has counts of its entries.",
    "level": "must"
  },
  {
    "id": "settlements.credit_total",
    "section": "2",
    "rests_on": "members of a batch: sum of credits",
    "text": "A settlement batch has the total of its credits.",
    "level": "must"
  },
  {
    "id": "settlements.debit_total",
    "section": "2",
    "rests_on": "members of a batch: sum of debits",
    "text": "A settlement batch has the total of its debits.",
    "level": "must"
  },
  {
    "id": "settlements.net_payout",
    "section": "2",
    "rests_on": "members of a batch: what is paid out net",
    "text": "A settlement batch has the net payout.",
    "level": "must"
  },
  {
    "id": "settlements.timing",
    "section": "2",
    "rests_on": "members of a batch: some fields about its timing",
    "text": "A settlement batch has fields about its timing.",
    "level": "must"
  },
  {
    "id": "disputes.status",
    "section": "2",
    "rests_on": "members of a case: its status",
    "text": "A dispute case has a status.",
    "level": "must"
  },
  {
    "id": "disputes.reason_code",
    "section": "2",
    "rests_on": "members of a case: code of the reason",
    "text": "A dispute case has a reason code.",
    "level": "must"
  },
  {
    "id": "disputes.related_transaction",
    "section": "2",
    "rests_on": "members of a case: id of the transaction concerned",
    "text": "A dispute case has the id of its transaction.",
    "level": "must"
  },
  {
    "id": "disputes.related_terminal",
    "section": "2",
    "rests_on": "members of a case: id of the terminal concerned",
    "text": "A dispute case has the id of its terminal.",
    "level": "must"
  },
  {
    "id": "disputes.amount",
    "section": "2",
    "rests_on": "members of a case: an amount",
    "text": "A dispute case has an amount.",
    "level": "must"
  },
  {
    "id": "disputes.due_date",
    "section": "2",
    "rests_on": "members of a case: when it is due",
    "text": "A dispute case has a due date.",
    "level": "must"
  },
  {
    "id": "disputes.assignment",
    "section": "2",
    "rests_on": "members of a case: fields about its assignment",
    "text": "A dispute case has fields about its assignment, which may be empty.",
    "level": "must"
  },
  {
    "id": "disputes.resolution",
    "section": "2",
    "rests_on": "members of a case: fields about its resolution",
    "text": "A dispute case has fields about its resolution, which may be empty.",
    "level": "must"
  },
  {
    "id": "disputes.reviewer_only_when_resolved",
    "section": "2",
    "rests_on": "reviewer data are withheld until resolution",
    "text": "A dispute case has no data about its reviewer before it is resolved.",
    "level": "must"
  },
  {
    "id": "catalog.by_service",
    "section": "2",
    "rests_on": "catalog groups are services",
    "text": "The integration catalog is grouped by service.",
    "level": "must"
  },
  {
    "id": "catalog.members",
    "section": "2",
    "rests_on": "the five members that every service group includes",
    "text": "Each service group of the catalog has the members `portal_surfaces`, `api_endpoints`, `webhook_events`, `rss_feeds` and `notes`.",
    "level": "must"
  },
  {
    "id": "paths.string_ids",
    "section": "2",
    "rests_on": "path placeholders for the three kinds of ids are strings",
    "text": "Paths identify terminals, transactions and connectors by string ids.",
    "level": "must"
  },
  {
    "id": "commands.queued_completed",
    "section": "3",
    "rests_on": "commands are spoken of as waiting and finished",
    "text": "Commands are queued and completed.",
    "level": "must"
  },
  {
    "id": "provisioning.jobs",
    "section": "3",
    "rests_on": "jobs of provisioning occur as activity, and the terminal feed has them",
    "text": "Provisioning jobs exist and are visible as activity.",
    "level": "must"
  },
  {
    "id": "service.endpoints",
    "section": "4",
    "rests_on": "the table of methods and paths, which covers the whole service",
    "text": "The service has each endpoint of the table, with its method and path.",
    "elsewhere": "All operations; no single element shows it.",
    "level": "must"
  },
  {
    "id": "http.json_reads",
    "section": "4",
    "rests_on": "JSON is the format of reads by default",
    "text": "Reads return JSON unless the document states another format.",
    "level": "must"
  },
  {
    "id": "portal.get",
    "section": "4",
    "rests_on": "portal row of the endpoint table",
    "text": "`GET /v1/portal` returns the scoped portal snapshot of the current user.",
    "level": "must"
  },
  {
    "id": "portal.safe_first_call",
    "section": "4",
    "rests_on": "it is recommended as the first call for its safety",
    "text": "`GET /v1/portal` is the safest first call: it works for every active key and changes nothing.",
    "level": "should"
  },
  {
    "id": "catalog.get",
    "section": "4",
    "rests_on": "catalog row of the endpoint table",
    "text": "`GET /v1/integrations/catalog` returns an inventory of the integration surface.",
    "level": "must"
  },
  {
    "id": "openapi.get",
    "section": "4",
    "rests_on": "OpenAPI row of the endpoint table",
    "text": "`GET /v1/integrations/public-openapi.json` returns an OpenAPI document of the customer-safe surface.",
    "level": "must"
  },
  {
    "id": "openapi.cacheable",
    "section": "4",
    "rests_on": "caching of that document is intended",
    "text": "The public OpenAPI document is meant to be cacheable.",
    "level": "should"
  },
  {
    "id": "transactions.list",
    "section": "4",
    "rests_on": "transaction list row of the endpoint table",
    "text": "`GET /v1/transactions` returns normalized rows of visible terminals, and a summary.",
    "level": "must"
  },
  {
    "id": "transactions.timeline",
    "section": "4",
    "rests_on": "timeline row of the endpoint table",
    "text": "`GET /v1/transactions/{transaction_id}/timeline` returns the timeline of one transaction.",
    "level": "must"
  },
  {
    "id": "settlements.list",
    "section": "4",
    "rests_on": "settlements row of the endpoint table",
    "text": "`GET /v1/settlements` returns the ACH settlement batches within the scope.",
    "level": "must"
  },
  {
    "id": "settlements.derive",
    "section": "4",
    "rests_on": "derive row of the endpoint table",
    "text": "`POST /v1/settlements/derive` exists as a write path.",
    "level": "must"
  },
  {
    "id": "disputes.list",
    "section": "4",
    "rests_on": "disputes GET row of the endpoint table",
    "text": "`GET /v1/disputes` returns the dispute cases within the scope.",
    "level": "must"
  },
  {
    "id": "disputes.create",
    "section": "4",
    "rests_on": "disputes POST row of the endpoint table",
    "text": "`POST /v1/disputes` exists as a write path.",
    "level": "must"
  },
  {
    "id": "locations.list",
    "section": "4",
    "rests_on": "locations row of the endpoint table",
    "text": "`GET /v1/locations` returns locations.",
    "level": "must"
  },
  {
    "id": "locations.get",
    "section": "4",
    "rests_on": "single location row of the endpoint table",
    "text": "`GET /v1/locations/{terminal_id}` returns one location by its terminal.",
    "level": "must"
  },
  {
    "id": "terminals.status",
    "section": "4",
    "rests_on": "status-monitoring row of the endpoint table",
    "text": "`GET /v1/terminals/{terminal_id}/status-monitoring` returns status and telemetry of one terminal.",
    "level": "must"
  },
  {
    "id": "terminals.transactions",
    "section": "4",
    "rests_on": "terminal transactions row of the endpoint table",
    "text": "`GET /v1/terminals/{terminal_id}/transactions` returns the transactions of one terminal.",
    "level": "must"
  },
  {
    "id": "scope.terminal",
    "section": "1",
    "rests_on": "no reply goes beyond the visibility of the user",
    "text": "A path with a terminal outside the caller's scope returns no data of that terminal.",
    "level": "must"
  },
  {
    "id": "connectors.list",
    "section": "4",
    "rests_on": "connectors row of the endpoint table",
    "text": "`GET /v1/connectors` returns connectors.",
    "level": "must"
  },
  {
    "id": "connectors.status",
    "section": "4",
    "rests_on": "connector status row of the endpoint table",
    "text": "`GET /v1/connectors/{connector_id}/status` returns the status of one connector.",
    "level": "must"
  },
  {
    "id": "groups.list",
    "section": "4",
    "rests_on": "terminal groups row of the endpoint table",
    "text": "`GET /v1/terminal-groups` returns terminal groups.",
    "level": "must"
  },
  {
    "id": "commands.list",
    "section": "4",
    "rests_on": "terminal commands row of the endpoint table",
    "text": "`GET /v1/terminals/{terminal_id}/commands` returns the commands of one terminal.",
    "level": "must"
  },
  {
    "id": "provisioning.payload",
    "section": "4",
    "rests_on": "payload row of the endpoint table",
    "text": "`GET /v1/terminals/{terminal_id}/provisioning-payload` returns the provisioning payload of one terminal.",
    "level": "must"
  },
  {
    "id": "provisioning.export",
    "section": "4",
    "rests_on": "export row of the endpoint table",
    "text": "`GET /v1/terminals/{terminal_id}/provisioning-export` returns the provisioning export of one terminal.",
    "level": "must"
  },
  {
    "id": "feeds.account.get",
    "section": "4",
    "rests_on": "account feed row of the endpoint table",
    "text": "`GET /v1/feeds/account.xml` returns the account feed as RSS.",
    "level": "must"
  },
  {
    "id": "feeds.account.content_type",
    "section": "4",
    "rests_on": "media type stated for the account feed, again in section 6",
    "text": "The account feed has the content type `application/rss+xml`.",
    "level": "must"
  },
  {
    "id": "feeds.terminal.get",
    "section": "4",
    "rests_on": "terminal feed row of the endpoint table",
    "text": "`GET /v1/feeds/terminals/{terminal_id}.xml` returns the feed of one terminal as RSS.",
    "level": "must"
  },
  {
    "id": "feeds.terminal.content_type",
    "section": "4",
    "rests_on": "media type stated for the terminal feed, again in section 6",
    "text": "The feed of a terminal has the content type `application/rss+xml`.",
    "level": "must"
  },
  {
    "id": "branding.get",
    "section": "4",
    "rests_on": "branding row of the endpoint table: readiness of branding and host of the docs",
    "text": "`GET /v1/public/branding-status` returns whether branding and documentation host are ready.",
    "level": "must"
  },
  {
    "id": "transactions.limit",
    "section": "4",
    "rests_on": "parameter table: limit bounds how many rows come",
    "text": "`limit` restricts the number of transaction rows returned.",
    "level": "must"
  },
  {
    "id": "transactions.filter.terminal",
    "section": "4",
    "rests_on": "parameter table: terminal filter",
    "text": "`terminal_id` restricts transaction rows to one terminal.",
    "level": "must"
  },
  {
    "id": "transactions.filter.group",
    "section": "4",
    "rests_on": "parameter table: group filter",
    "text": "`group_id` restricts transaction rows to one terminal group.",
    "level": "must"
  },
  {
    "id": "transactions.sort_by",
    "section": "4",
    "rests_on": "parameter table: the column to sort",
    "text": "`sort_by` chooses the column by which transaction rows are sorted.",
    "level": "must"
  },
  {
    "id": "transactions.sort.amt_comp",
    "section": "4",
    "rests_on": "parameter table accepts it; section 2 gives its meaning",
    "text": "`amt_comp` is a valid sort column and means the completed amount.",
    "level": "must"
  },
  {
    "id": "transactions.sort_dir",
    "section": "4",
    "rests_on": "parameter table: the direction to sort",
    "text": "`sort_dir` chooses the direction in which transaction rows are sorted.",
    "level": "must"
  },
  {
    "id": "transactions.sort.desc",
    "section": "4",
    "rests_on": "parameter table accepts it as a direction; the customary meaning is descending",
    "text": "`desc` is a valid sort direction and sorts the greatest value first.",
    "level": "must"
  },
  {
    "id": "transactions.combine",
    "section": "4",
    "rests_on": "rule 1: several parameters at once",
    "text": "The parameters of the transaction list can be combined in one request.",
    "level": "must"
  },
  {
    "id": "transactions.filter.scope",
    "section": "4",
    "rests_on": "rule 2: filters never widen the scope",
    "text": "No filter returns a transaction row outside the caller's scope.",
    "level": "must"
  },
  {
    "id": "auth.required",
    "section": "4",
    "rests_on": "every request that is not public needs the key in its header",
    "text": "Every request to an endpoint that is not public needs a key.",
    "level": "must"
  },
  {
    "id": "auth.header",
    "section": "5",
    "rests_on": "the named header holds the key",
    "text": "The key is sent in the header `X-API-Key`.",
    "level": "must"
  },
  {
    "id": "auth.scope",
    "section": "5",
    "rests_on": "replies match the key owner's scope, neither wider nor narrower",
    "text": "A response reflects exactly the scope of the user that owns the key.",
    "level": "must"
  },
  {
    "id": "auth.public",
    "section": "5",
    "rests_on": "the two public paths work without key and session",
    "text": "The public OpenAPI document and the branding status need neither a key nor a session.",
    "level": "must"
  },
  {
    "id": "auth.visibility_rules",
    "section": "5",
    "rests_on": "reads obey the portal's rules",
    "text": "Reads follow the portal's rules for accounts, roles and visibility.",
    "level": "must"
  },
  {
    "id": "access.writes_privileged",
    "section": "5",
    "rests_on": "writing needs further rights than report reads",
    "text": "The write paths need more privilege than reporting reads.",
    "level": "must"
  },
  {
    "id": "events.signed_push",
    "section": "5",
    "rests_on": "deliveries are pushed and signed",
    "text": "Webhooks are pushed, and each delivery is signed.",
    "unchecked": "The document shows no operation that registers a destination and no signature scheme, so a check cannot make a server deliver to it. `fleetkit sender check` checks received deliveries.",
    "level": "must"
  },
  {
    "id": "events.names",
    "section": "6",
    "rests_on": "the table of events with their names",
    "text": "The documented events have the names that the document lists.",
    "level": "must"
  },
  {
    "id": "events.families",
    "section": "6",
    "rests_on": "the table puts events into families and repeats of a name are allowed",
    "text": "Webhook events are grouped by service family as the document lists them; a name may be in several families.",
    "level": "must"
  },
  {
    "id": "catalog.families",
    "section": "6",
    "rests_on": "the event table has six families",
    "text": "The documented events belong to six families.",
    "level": "must"
  },
  {
    "id": "events.subscription_levels",
    "section": "6",
    "rests_on": "subscriptions of both levels exist; destinations can be set up and tried in the management system",
    "text": "Subscriptions exist for an account and for a terminal, and destinations can be registered and tested in the terminal management system.",
    "unchecked": "The document shows no operation for subscriptions or destinations.",
    "level": "must"
  },
  {
    "id": "feeds.visibility",
    "section": "6",
    "rests_on": "both feeds obey authenticated visibility rules; section 4 requires the key",
    "text": "Both feeds need a key and apply the same visibility rules as the rest of the service.",
    "level": "must"
  },
  {
    "id": "feeds.account.rows",
    "section": "6",
    "rests_on": "what the account digest has rows for",
    "text": "The account feed is a digest across the visible terminals: heartbeats and status changes, recent transaction activity, alert incidents and switch journal observations.",
    "level": "must"
  },
  {
    "id": "feeds.terminal.rows",
    "section": "6",
    "rests_on": "what the stream of one terminal covers",
    "text": "The feed of a terminal covers its status, transaction activity, switch journal events, queued and completed commands, provisioning jobs and alert incidents.",
    "level": "must"
  },
  {
    "id": "feeds.digest",
    "section": "6",
    "rests_on": "purpose of RSS: polling without writing, and digests for people",
    "text": "Feeds are human-readable digests for polling; they change nothing.",
    "level": "must"
  },
  {
    "id": "feeds.catalog_listed",
    "section": "6",
    "rests_on": "the catalog member for feeds lists the services that have them",
    "text": "The integration catalog lists which services have feeds.",
    "level": "must"
  },
  {
    "id": "versioning.prefix",
    "section": "9",
    "rests_on": "all endpoint paths have the version prefix",
    "text": "The path of every endpoint begins with `/v1`.",
    "level": "must"
  },
  {
    "id": "versioning.current_contract",
    "section": "9",
    "rests_on": "both descriptions are of the contract that is live",
    "text": "The public OpenAPI document and the integration catalog describe the current contract.",
    "level": "must"
  }
];

/** The choices made where the document is silent, in its order. */
export const gaps: readonly (Gap & { readonly id: GapId })[] = [
  {
    "id": "portal.fields",
    "section": "2",
    "question": "Which members does the portal snapshot have?",
    "choice": "One member for each documented group, plus compliance vault, onboarding, documents and videos. A section that the role may not read is present and empty or null. Lists of recent items have at most 25 entries.",
    "why": "A client can rely on every section being present, and the access flags explain why one is empty.",
    "kit": "choice"
  },
  {
    "id": "portal.values",
    "section": "2",
    "question": "Which values do the states and kinds in the portal snapshot have?",
    "choice": "Lower-case industry terms, as listed in the schemas.",
    "why": "Fleet operators know them.",
    "kit": "ignored"
  },
  {
    "id": "access.roles",
    "section": "5",
    "question": "Which roles exist?",
    "choice": "Nine, from administrator to technician, merchant, cash provider and auditor.",
    "why": "In practice, these parties share the portal of one fleet.",
    "kit": "ignored"
  },
  {
    "id": "access.privileges",
    "section": "5",
    "question": "How are a role's privileges expressed?",
    "choice": "Fourteen privileges. The access flags have `can_<privilege>` for each. The catalog and the problem document of a rejected request name the required one.",
    "why": "The same name in flags, catalog and errors makes a rejection easy to understand.",
    "kit": "ignored"
  },
  {
    "id": "roles.matrix",
    "section": "5",
    "question": "Which role may use which operations?",
    "choice": "Settlements: administrators, finance, affiliates, auditors, and payees for their own batches. Deriving settlements: administrators and finance. Reading disputes: all but technicians. Opening disputes: administrators, affiliates and dispute analysts. Connectors, commands and provisioning: roles that operate terminals, and auditors.",
    "why": "Separates roles that move money from roles that operate machines, as is usual.",
    "kit": "choice",
    "elsewhere": "The behaviour of the server; the contract names only the privilege of each operation."
  },
  {
    "id": "access.redaction",
    "section": "5",
    "question": "What does a role see that may read only part of a resource?",
    "choice": "Members that it may not read are null or empty, never absent.",
    "why": "The schema is the same for every caller.",
    "kit": "ignored"
  },
  {
    "id": "transactions.row_names",
    "section": "2",
    "question": "What are the names and types of the members of a transaction row?",
    "choice": "The four amounts are `amt_req`, `amt_comp`, `sur_req`, `sur_comp`, after the one documented name; the other names are not abbreviated. Each sort key is the name of the member it sorts by.",
    "why": "A client can guess every sort key from a row.",
    "kit": "choice"
  },
  {
    "id": "transactions.row_additions",
    "section": "2",
    "question": "Does a row have more than the documented columns?",
    "choice": "Six more members: ids of the transaction and its terminal, a label for the response, the result of dispensing, the business date, and the other row of a reversal.",
    "why": "Without ids, a client cannot request the timeline of a row or distinguish terminals in a list.",
    "kit": "choice"
  },
  {
    "id": "transactions.types",
    "section": "2",
    "question": "Which transaction types exist?",
    "choice": "Six. A reversal is a separate row, and its amount is subtracted from the original.",
    "why": "Totals are simple sums over rows.",
    "kit": "ignored"
  },
  {
    "id": "transactions.account_types",
    "section": "2",
    "question": "Which account types exist?",
    "choice": "The six that the processing code of ISO 8583 distinguishes at an ATM.",
    "why": "The host reports these.",
    "kit": "ignored"
  },
  {
    "id": "transactions.entry_modes",
    "section": "2",
    "question": "Which values does the EMV indicator have?",
    "choice": "Chip, contactless, fallback and magstripe; absent on reversals and where the host does not report it.",
    "why": "Operators look for fallback, which a boolean would hide.",
    "kit": "ignored"
  },
  {
    "id": "transactions.response",
    "section": "2",
    "question": "What is the format of the response of a row?",
    "choice": "The two-character code of ISO 8583 field 39, with an English label in a second member.",
    "why": "Processors, networks and technicians use these codes.",
    "kit": "ignored"
  },
  {
    "id": "transactions.dispense_status",
    "section": "2",
    "question": "How does a row show the result of dispensing?",
    "choice": "Six values, from full dispense to not applicable.",
    "why": "Many disputes follow short dispenses, which the amounts alone do not show.",
    "kit": "ignored"
  },
  {
    "id": "transactions.summary_fields",
    "section": "2",
    "question": "What are the members of the summary?",
    "choice": "`total_surcharge` and `total_withdrawn`, the currency, and four counts that add up.",
    "why": "The counts let a client check that no row is missing.",
    "kit": "choice"
  },
  {
    "id": "transactions.summary_extent",
    "section": "2",
    "question": "Which rows does the summary cover?",
    "choice": "All matching rows in scope, not only those of the page.",
    "why": "A total that changes with the page size is useless.",
    "kit": "choice",
    "readings": [
      {
        "id": "page",
        "text": "A total covers the rows of the response."
      },
      {
        "id": "matching",
        "text": "A total covers all rows that match the filters, on every page and with any limit."
      },
      {
        "id": "limited",
        "text": "A total covers the rows that a limit leaves, but not only those of one page."
      },
      {
        "id": "visible",
        "text": "A total covers all rows that the key may see, with any filter."
      }
    ]
  },
  {
    "id": "transactions.summary_amounts",
    "section": "2",
    "question": "Which amounts does a total of the summary add?",
    "choice": "The completed amounts of all rows. A reversal has a negative amount, so that it is deducted.",
    "why": "A client can compute the totals without a list of transaction types.",
    "kit": "choice",
    "readings": [
      {
        "id": "all_rows",
        "text": "A total adds a column, or two of them, over all rows it covers."
      },
      {
        "id": "above_zero",
        "text": "A total adds only the amounts above zero, which is gross."
      },
      {
        "id": "some_types",
        "text": "A total adds only rows with some values of a column, such as withdrawals."
      },
      {
        "id": "one_type_deducted",
        "text": "A total deducts the rows with one value of a column, such as reversals, which is net."
      }
    ],
    "elsewhere": "The totals of the sandbox, and the amounts of its rows."
  },
  {
    "id": "timeline.fields",
    "section": "2",
    "question": "What does a timeline contain?",
    "choice": "The outcome, the reference numbers of the host, and numbered steps, oldest first.",
    "why": "A timeline is read after a failure, so the order and source of each step matter.",
    "kit": "ignored"
  },
  {
    "id": "timeline.values",
    "section": "2",
    "question": "Which sources, steps and outcomes exist?",
    "choice": "Those of an ATM transaction from card in to settlement, as listed in the schemas.",
    "why": "They cover reversals, time-outs and disputes, the usual reasons to read a timeline.",
    "kit": "ignored"
  },
  {
    "id": "telemetry.fields",
    "section": "2",
    "question": "What does status monitoring contain?",
    "choice": "Line, cash with cassettes, devices, uptime, software and open alerts. For a terminal that has never reported, the reply is 200 with these parts null or empty.",
    "why": "A retail ATM sends these in its status message. A terminal that exists but is silent is not missing.",
    "kit": "ignored"
  },
  {
    "id": "telemetry.values",
    "section": "2",
    "question": "Which states do terminals, lines and devices have?",
    "choice": "Device states named after XFS4IoT, reduced to what a retail ATM reports, and one overall health value.",
    "why": "The names are published, and technicians know them.",
    "kit": "ignored"
  },
  {
    "id": "telemetry.alerts",
    "section": "6",
    "question": "How do open alerts appear in status monitoring?",
    "choice": "One entry per open incident, with the name of its event.",
    "why": "A client that missed a webhook finds the same incident here.",
    "kit": "ignored"
  },
  {
    "id": "settlements.fields",
    "section": "2",
    "question": "Which members does a settlement batch have?",
    "choice": "One batch per payee, business date and kind of funding, with counts, totals, a breakdown that adds up to the net payout, returns, notifications of change, and the time of each stage. Net payout is credits minus debits.",
    "why": "It follows the ACH file, so it can be reconciled with the bank.",
    "kit": "choice"
  },
  {
    "id": "settlements.list_summary",
    "section": "2",
    "question": "Does the list of batches have a summary?",
    "choice": "Totals over all matching batches.",
    "why": "Users need the total payout first.",
    "kit": "ignored"
  },
  {
    "id": "settlements.statuses",
    "section": "3",
    "question": "Which statuses does a batch have, in which order?",
    "choice": "Nine. Derived, optionally held, approved, submitted, settled; returns can follow settlement; rejected, returned and canceled are final.",
    "why": "ACH returns arrive after settlement, so settled cannot be final.",
    "kit": "choice"
  },
  {
    "id": "disputes.fields",
    "section": "2",
    "question": "Which members does a dispute case have?",
    "choice": "The documented members, the network's view of the case, evidence, and the issuer's deadlines. Resolution is null until the case is resolved; the reviewer is absent until then.",
    "why": "Operators need these to answer a claim in time.",
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
    "question": "Which statuses does a case have, in which order?",
    "choice": "Open, evidence requested, under review, escalated, resolved. The resolution contains the outcome.",
    "why": "One final status keeps the rule about the reviewer simple.",
    "kit": "choice"
  },
  {
    "id": "disputes.reasons",
    "section": "2",
    "question": "Which reason codes exist?",
    "choice": "Ten descriptive codes, and the network's own code in a second member.",
    "why": "Networks use different numbers for the same claim.",
    "kit": "ignored"
  },
  {
    "id": "locations.fields",
    "section": "2",
    "question": "Which members does a location have?",
    "choice": "Site, address, coordinates, time zone, hours, surcharge, contact, risk and accessibility.",
    "why": "Field service and risk assessment need these.",
    "kit": "ignored"
  },
  {
    "id": "connectors.fields",
    "section": "2",
    "question": "What is a connector, and which members does it have?",
    "choice": "One logical link that the fleet depends on, with its kind, protocol, direction and failover.",
    "why": "Outages affect links, not single terminals.",
    "kit": "ignored"
  },
  {
    "id": "connectors.status_fields",
    "section": "2",
    "question": "What does the status of a connector contain?",
    "choice": "Echo tests, traffic of the last five minutes, TLS, tunnel and key exchange. Never a key or check value.",
    "why": "These show whether the link, the host or a certificate is at fault.",
    "kit": "ignored"
  },
  {
    "id": "connectors.values",
    "section": "2",
    "question": "Which kinds, protocols and states do connectors have?",
    "choice": "As listed in the schemas.",
    "why": "They are in use between ATMs, processors, networks and banks.",
    "kit": "ignored"
  },
  {
    "id": "groups.fields",
    "section": "2",
    "question": "Which members does a terminal group have?",
    "choice": "Name, kind, parent, account and the visible terminals. Two users may see different counts for one group.",
    "why": "A group must not reveal terminals that the caller cannot see.",
    "kit": "ignored"
  },
  {
    "id": "groups.descendants",
    "section": "4",
    "question": "Does a filter by group include its subgroups?",
    "choice": "Yes.",
    "why": "Groups form a tree. Without this, a filter by a top-level group would match nothing.",
    "kit": "choice"
  },
  {
    "id": "commands.fields",
    "section": "2",
    "question": "Which members does a command have?",
    "choice": "Kind, state, requester, attempts, the time of each state, and the result.",
    "why": "A retail ATM polls for its commands, so the state in which one waits matters.",
    "kit": "ignored"
  },
  {
    "id": "commands.states",
    "section": "3",
    "question": "Which states does a command have?",
    "choice": "Eight. Between queued and completed, a command is sent and acknowledged; it can fail in four ways.",
    "why": "Rejected, not collected and interrupted commands need different reactions.",
    "kit": "ignored"
  },
  {
    "id": "commands.values",
    "section": "2",
    "question": "Which commands, channels and results exist?",
    "choice": "As listed in the schemas.",
    "why": "Processors and vendors offer these.",
    "kit": "ignored"
  },
  {
    "id": "provisioning.payload_fields",
    "section": "2",
    "question": "What does the provisioning payload contain?",
    "choice": "The typed configuration, a version and a checksum. No key, key part, check value or password. A terminal without provisioning has version 0 and no job.",
    "why": "Many users can read this document, so it must not contain a secret.",
    "kit": "ignored"
  },
  {
    "id": "provisioning.export_fields",
    "section": "2",
    "question": "What does the provisioning export contain, and in which format?",
    "choice": "A flat sheet in JSON. Version and checksum agree with the payload, and texts are safe to open in a spreadsheet.",
    "why": "Installers read it, and reads are JSON unless the document states otherwise.",
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
    "question": "What do the members of a catalog group contain?",
    "choice": "Endpoints are objects with method, path, authentication and privilege; events have levels; feeds have categories; notes are strings.",
    "why": "A client can be configured from it without parsing prose.",
    "kit": "choice"
  },
  {
    "id": "catalog.availability",
    "section": "2",
    "question": "Does the catalog differ between callers?",
    "choice": "Only in `is_available`, which is true if the caller may use the endpoint.",
    "why": "A caller sees every endpoint, and the privilege that it needs.",
    "kit": "ignored"
  },
  {
    "id": "catalog.service_ids",
    "section": "6",
    "question": "What are the ids of the six families?",
    "choice": "Their titles in lower case with underscores.",
    "why": "Titles may change; ids may not.",
    "kit": "ignored"
  },
  {
    "id": "branding.fields",
    "section": "2",
    "question": "What does the branding status contain, and for whom?",
    "choice": "Readiness of branding and of the documentation host, for the host name of the request. An unknown host name gets the status of the platform.",
    "why": "No key is needed, so only the host name identifies the tenant. Unknown names must not reveal who is a customer.",
    "kit": "ignored"
  },
  {
    "id": "openapi.fields",
    "section": "4",
    "question": "What is the form of the public OpenAPI document?",
    "choice": "OpenAPI 3.1, all operations with their privileges, the base URL of the server, the same bytes for every caller.",
    "why": "It can be cached anywhere and compared between days, and tools that import it can send requests.",
    "kit": "choice"
  },
  {
    "id": "ids.format",
    "section": "4",
    "question": "What is the format of ids?",
    "choice": "At most 64 letters, digits, `_` and `-`, with a prefix for the kind of object; terminals have the eight characters of their TID. Clients treat all ids as opaque.",
    "why": "Prefixes make logs readable and confused ids visible.",
    "kit": "choice"
  },
  {
    "id": "money.format",
    "section": "2",
    "question": "What is the format of money?",
    "choice": "A string with two decimals in major units. Each response states the currency once.",
    "why": "Exact in every programming language, and unambiguous about the unit.",
    "kit": "choice",
    "readings": [
      {
        "id": "decimal-string",
        "text": "An amount is a text, such as `\"60.00\"` or `\"60,00 EUR\"`."
      },
      {
        "id": "number",
        "text": "An amount is a number of major units, such as `60.00`."
      },
      {
        "id": "minor-units",
        "text": "An amount is an integer of minor units, such as `6000`."
      },
      {
        "id": "units-and-nanos",
        "text": "An amount is an object of units and nanos."
      }
    ]
  },
  {
    "id": "time.format",
    "section": "2",
    "question": "What is the format of instants?",
    "choice": "RFC 3339. Server times are in UTC, with names ending in `_at`; terminal times have the terminal's own offset. Dates are `YYYY-MM-DD`, with names ending in `_date`.",
    "why": "Terminal journals are in local time, and one hour a year occurs twice; the offset distinguishes the two.",
    "kit": "choice",
    "readings": [
      {
        "id": "rfc3339",
        "text": "An instant is a text with an offset."
      },
      {
        "id": "epoch-seconds",
        "text": "An instant is the number of seconds since 1970."
      },
      {
        "id": "epoch-milliseconds",
        "text": "An instant is the number of milliseconds since 1970."
      },
      {
        "id": "compact",
        "text": "An instant is a text without separators."
      },
      {
        "id": "local",
        "text": "An instant is a text without a time zone."
      },
      {
        "id": "seconds-and-nanos",
        "text": "An instant is an object of seconds since 1970 and nanos."
      }
    ]
  },
  {
    "id": "schema.absent_or_null",
    "section": "2",
    "question": "Is a member without a value absent or null?",
    "choice": "Null, except for the two members that the document makes conditional (EMV indicator and reviewer), which are absent.",
    "why": "Makes the documented condition visible, and keeps everything else regular.",
    "kit": "ignored",
    "elsewhere": "The `required` lists of all schemas."
  },
  {
    "id": "schema.closed",
    "section": "9",
    "question": "May members be added?",
    "choice": "Clients accept unknown members and values. The server sends only members that the contract declares, and rejects unknown members in request bodies.",
    "why": "A typo in a write that moves money must not be ignored silently.",
    "kit": "advice",
    "elsewhere": "The closed schemas (`additionalProperties` is false)."
  },
  {
    "id": "lists.envelope",
    "section": "4",
    "question": "What is the envelope of a list?",
    "choice": "One envelope for all lists, with `object`, `data`, `page`, `summary` and `as_of`. Single resources have no envelope.",
    "why": "The same client code reads every list.",
    "kit": "choice"
  },
  {
    "id": "lists.cursor",
    "section": "4",
    "question": "How are lists paged?",
    "choice": "With an opaque `cursor`, valid for one caller, query and order. All pages of one walk show one snapshot, so new rows neither repeat nor shift others.",
    "why": "Page numbers lose rows while new ones arrive.",
    "kit": "choice",
    "readings": [
      {
        "id": "none",
        "text": "A response has all rows; there are no pages."
      },
      {
        "id": "cursor",
        "text": "The body has a cursor to send in a parameter."
      },
      {
        "id": "next-url",
        "text": "The body has the URL of the next page."
      },
      {
        "id": "link",
        "text": "A header `Link` has the URL of the next page."
      },
      {
        "id": "page",
        "text": "A parameter selects a page by its number."
      },
      {
        "id": "offset",
        "text": "A parameter sets the number of rows to skip."
      }
    ]
  },
  {
    "id": "lists.limit",
    "section": "4",
    "question": "Which lists other than transactions accept a limit?",
    "choice": "All.",
    "why": "A rule for one list should apply to all.",
    "kit": "choice"
  },
  {
    "id": "lists.limit_bounds",
    "section": "8",
    "question": "What are the default and the maximum of `limit`?",
    "choice": "50 and 500. A value outside 1 to 500 is rejected, not adjusted.",
    "why": "A silent adjustment looks like missing data.",
    "kit": "choice"
  },
  {
    "id": "lists.order",
    "section": "4",
    "question": "What is the default order of lists?",
    "choice": "Events and transactions: newest first. Other objects: by name, then by id.",
    "why": "Users look for these on the first page.",
    "kit": "advice"
  },
  {
    "id": "transactions.sort_values",
    "section": "4",
    "question": "Which sort columns and directions exist in addition to the documented ones?",
    "choice": "Every column except the EMV indicator; `asc` and `desc`; by default newest first. Amounts sort as numbers, times as instants. Ties are newest first in both directions.",
    "why": "A column that can be absent has no order. A fixed order of ties makes pages reproducible.",
    "kit": "choice"
  },
  {
    "id": "transactions.sort_empty",
    "section": "4",
    "question": "Where does the order of completed amounts put rows without a positive amount?",
    "choice": "An amount of nothing is zero, and a negative amount is less than zero.",
    "why": "The order of the numbers needs no further rule.",
    "kit": "choice",
    "readings": [
      {
        "id": "zero_by_sign",
        "text": "An empty amount is zero, and negative amounts are below it."
      },
      {
        "id": "apart_by_sign",
        "text": "Empty amounts and zeros are at either end, and negative amounts are below the others."
      },
      {
        "id": "zero_by_size",
        "text": "An empty amount is zero, and negative amounts are ordered by their size."
      },
      {
        "id": "apart_by_size",
        "text": "Empty amounts and zeros are at either end, and negative amounts are ordered by their size."
      }
    ],
    "elsewhere": "The order of the rows of the sandbox."
  },
  {
    "id": "transactions.filter_unknown",
    "section": "4",
    "question": "What does a filter by an unknown or invisible id return?",
    "choice": "200 and no rows.",
    "why": "A different reply for invisible and unknown ids would reveal ids.",
    "kit": "choice"
  },
  {
    "id": "terminals.transactions_query",
    "section": "4",
    "question": "Which query parameters does the list of one terminal's transactions have?",
    "choice": "Limit, sort and cursor, as in the list of all transactions.",
    "why": "The rows are the same.",
    "kit": "choice"
  },
  {
    "id": "settlements.query",
    "section": "4",
    "question": "Which query parameters does the list of batches have?",
    "choice": "Status and a range of business dates, plus limit and cursor.",
    "why": "Accounting works by period.",
    "kit": "ignored"
  },
  {
    "id": "disputes.query",
    "section": "4",
    "question": "Which query parameters does the list of cases have?",
    "choice": "Status, reason code and terminal, plus limit and cursor.",
    "why": "Dispute teams organise their work by these.",
    "kit": "ignored"
  },
  {
    "id": "query.unknown_parameter",
    "section": "4",
    "question": "What happens to an unknown query parameter?",
    "choice": "400; the error names the closest known parameter.",
    "why": "Ignoring `sortBy=amt_comp` would hide the mistake from the integrator.",
    "kit": "ignored"
  },
  {
    "id": "settlements.derive_request",
    "section": "4",
    "question": "What is the request body for deriving settlements?",
    "choice": "All members are optional; an empty object derives the last closed business date of the caller's account. A dry run stores nothing.",
    "why": "A first call succeeds without further reading, and can be tried without effect.",
    "kit": "ignored"
  },
  {
    "id": "settlements.derive_response",
    "section": "4",
    "question": "What is the response to deriving settlements?",
    "choice": "The complete batches, with their source, a reconciliation and warnings. 201 when a batch was stored for the first time, otherwise 200.",
    "why": "The caller sees the result before anything is approved.",
    "kit": "ignored"
  },
  {
    "id": "disputes.create_request",
    "section": "4",
    "question": "What is the request body for opening a dispute?",
    "choice": "Transaction, reason and amount, with a few optional details. The amount is at most the requested amount plus surcharge, and the transaction is at most 120 days old.",
    "why": "A short dispense must be disputable in full. The maximum age is that of the networks.",
    "kit": "ignored"
  },
  {
    "id": "disputes.create_response",
    "section": "4",
    "question": "What is the response to opening a dispute?",
    "choice": "201 with the case, open and without a reviewer. No `Location`, because no path returns a single case.",
    "why": "The reply equals the entry in the list.",
    "kit": "ignored"
  },
  {
    "id": "http.idempotency",
    "section": "4",
    "question": "Can a write be retried safely?",
    "choice": "With an `Idempotency-Key`, for 24 hours. It is optional, because the document does not mention it. Without it, natural keys prevent duplicates.",
    "why": "A client that follows only the document must succeed.",
    "kit": "ignored"
  },
  {
    "id": "http.prefer",
    "section": "4",
    "question": "Can a client request an error to test itself?",
    "choice": "`Prefer: code=503` and `Prefer: delay=2000`, for every status that the operation declares.",
    "why": "Clients do not handle errors that they cannot reproduce. Existing mock servers use the same header.",
    "kit": "ignored"
  },
  {
    "id": "http.as_of",
    "section": "4",
    "question": "Can a client read an earlier state?",
    "choice": "`Fleetkit-As-Of` with an instant or a position of the journal, on every read that needs a key. Writes ignore it. The key must be valid now. Its user has the rights of now, and gets only what the response of then contained. A resource must be visible then and now. Nothing before the latest reset can be read.",
    "why": "A failed test can be examined after other tests have changed the data.",
    "kit": "ignored"
  },
  {
    "id": "http.request_id",
    "section": "4",
    "question": "How is an exchange identified?",
    "choice": "An `X-Request-Id` on every response, repeated in problem documents.",
    "why": "Support requests refer to it.",
    "kit": "ignored"
  },
  {
    "id": "http.conditional",
    "section": "4",
    "question": "Can a client avoid reading unchanged data again?",
    "choice": "Every read has a strong `ETag`; a matching `If-None-Match` gets 304.",
    "why": "Clients poll feeds and lists.",
    "kit": "advice"
  },
  {
    "id": "http.cache_control",
    "section": "4",
    "question": "What may caches store?",
    "choice": "Responses that need a key are private and revalidated. The public OpenAPI document may be cached for five minutes, the branding status for one. Errors are not cached.",
    "why": "A cache must not send data of one caller to another.",
    "kit": "advice"
  },
  {
    "id": "http.body_form",
    "section": "4",
    "question": "How are bodies encoded?",
    "choice": "JSON in UTF-8 without a byte order mark, with each member of an object once. Feeds in UTF-8 without a document type declaration. Compression only with a `Content-Encoding`. A `Content-Length` is true, and a `charset` is that of the body.",
    "why": "Every parser reads such bodies, and reads them alike.",
    "kit": "advice",
    "elsewhere": "The bodies of all responses."
  },
  {
    "id": "auth.key_safety",
    "section": "5",
    "question": "What else protects a key?",
    "choice": "TRACE does not return it, no other origin may send it from a browser with credentials, and no redirect leads to another origin.",
    "why": "A client sends its key with each of these requests.",
    "kit": "advice",
    "elsewhere": "The behaviour of the server."
  },
  {
    "id": "auth.key_lifecycle",
    "section": "5",
    "question": "How are keys created, and when do they end?",
    "choice": "A key is active, expired or revoked. A user may have two active keys. Keys in a query string are not accepted.",
    "why": "Two keys allow rotation without downtime. Query strings end up in logs.",
    "kit": "ignored"
  },
  {
    "id": "events.payload",
    "section": "6",
    "question": "What is the form of the body of an event?",
    "choice": "A JSON object with an envelope that is the same for all events, and `data` that depends on the event.",
    "why": "A receiver can route events of unknown types.",
    "kit": "deliveries"
  },
  {
    "id": "events.frame",
    "section": "6",
    "question": "What does the envelope contain?",
    "choice": "Id, type, instant, API version, level, account, terminal, families, severity and incident. An event of two families is delivered once and names both.",
    "why": "Receivers filter and deduplicate by these.",
    "kit": "deliveries"
  },
  {
    "id": "events.signature",
    "section": "6",
    "question": "How is a delivery signed?",
    "choice": "Standard Webhooks: HMAC-SHA256 over id, timestamp and body, with several signatures during a secret rotation.",
    "why": "Libraries for verification exist in many languages.",
    "kit": "deliveries"
  },
  {
    "id": "events.conditions",
    "section": "6",
    "question": "When is each event emitted?",
    "choice": "By rules with thresholds and clearing conditions, documented with each event.",
    "why": "At a few transactions a day, plain percentages would fire on two declines.",
    "kit": "ignored"
  },
  {
    "id": "events.retries",
    "section": "6",
    "question": "What happens when a delivery fails?",
    "choice": "It is retried with increasing delays, at least once; 410 disables the destination; a delivery can be replayed.",
    "why": "Receivers are down for minutes or for a night.",
    "kit": "deliveries"
  },
  {
    "id": "events.incident_states",
    "section": "6",
    "question": "How does a receiver learn that an alert has ended?",
    "choice": "The same event is sent again with the incident's state: triggered, escalated or resolved. Some events happen once and have no incident.",
    "why": "No other event names exist, and clearing events are usual in monitoring.",
    "kit": "deliveries"
  },
  {
    "id": "events.levels",
    "section": "6",
    "question": "Which events concern a terminal, and which an account?",
    "choice": "Most concern a terminal. Outages, approval rates and settlements concern an account. A subscription to a terminal receives that terminal's events; one to an account receives all below it.",
    "why": "Follows from the subject of the event.",
    "kit": "deliveries"
  },
  {
    "id": "events.severity",
    "section": "6",
    "question": "How urgent is an event?",
    "choice": "Low, medium, high or critical, by rules documented with each event.",
    "why": "On-call staff decide by it whether to react at once.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.heartbeat_stale",
    "section": "6",
    "question": "Which data does `heartbeat_stale` contain?",
    "choice": "When the terminal last reported, how long it has been silent, its line and its location.",
    "why": "Shows whether to call the site or the carrier.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.processor_outage",
    "section": "6",
    "question": "Which data does `processor_outage` contain?",
    "choice": "The connector, failed echo tests, traffic, and the number of affected terminals. Requests are not sent to another host, even if a failover host is configured, so `failover_active` is false in this sandbox.",
    "why": "Shows the extent of the outage and whether a failover works.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.communication_flapping",
    "section": "6",
    "question": "Which data does `communication_flapping` contain?",
    "choice": "The number of changes in the window, the longest time offline, the line and its signal.",
    "why": "Distinguishes a weak signal from a failing power supply.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.cash_low",
    "section": "6",
    "question": "Which data does `cash_low` contain?",
    "choice": "The cassette, its notes and threshold, the usual daily use and the hours until empty.",
    "why": "Cash loads are planned from these.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.cash_out",
    "section": "6",
    "question": "Which data does `cash_out` contain?",
    "choice": "The cassettes, the time since when the terminal is empty, and an estimate of lost withdrawals.",
    "why": "Shows the cost of a delay.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.dispenser_fault",
    "section": "6",
    "question": "Which data does `dispenser_fault` contain?",
    "choice": "Device, error code, make and model, and whether the terminal can still dispense.",
    "why": "Shows which part and which technician to send.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.compliance_expiration",
    "section": "6",
    "question": "Which data does `compliance_expiration` contain?",
    "choice": "The item, its reference, its last day and the number of this notice.",
    "why": "The same item is announced several times before it expires.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.location_risk_change",
    "section": "6",
    "question": "Which data does `location_risk_change` contain?",
    "choice": "Band and score before and after, and the factors.",
    "why": "A change is more informative than a level.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.decline_spike",
    "section": "6",
    "question": "Which data does `decline_spike` contain?",
    "choice": "The window, attempts and declines, the usual rate, and the most frequent responses.",
    "why": "The responses show whether cards or the configuration are at fault.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.approval_rate_drop",
    "section": "6",
    "question": "Which data does `approval_rate_drop` contain?",
    "choice": "The window, the rate and the usual rate, and the connector or network concerned.",
    "why": "Shows the common cause of many declines.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.reversal_spike",
    "section": "6",
    "question": "Which data does `reversal_spike` contain?",
    "choice": "Reversals and approved withdrawals in the window, their amount and their reason codes.",
    "why": "Consecutive reversals mean that the machine does not dispense cash.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.high_decline_velocity",
    "section": "6",
    "question": "Which data does `high_decline_velocity` contain?",
    "choice": "Declines and distinct cards in the window, the responses, and first and last transaction.",
    "why": "Many cards in a short time indicate a test of stolen cards.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.repeated_same_card_attempt",
    "section": "6",
    "question": "Which data does `repeated_same_card_attempt` contain?",
    "choice": "A random reference to the card, the pattern, and attempts by outcome and terminal. Never card data.",
    "why": "A random reference cannot be converted back to the card number.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.command_failed",
    "section": "6",
    "question": "Which data does `command_failed` contain?",
    "choice": "The command, its final state, result and number of attempts, and the requester.",
    "why": "Shows whether to retry or to visit the site.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.provisioning_failed",
    "section": "6",
    "question": "Which data does `provisioning_failed` contain?",
    "choice": "The job, the stage that failed, and the version to which the terminal was rolled back.",
    "why": "A terminal between two versions needs attention.",
    "kit": "deliveries"
  },
  {
    "id": "events.data.settlement_mismatch",
    "section": "6",
    "question": "Which data does `settlement_mismatch` contain?",
    "choice": "The batch, the amounts from the three sources, the variance and the terminals that cause it.",
    "why": "Reconciliation starts from these.",
    "kit": "deliveries"
  },
  {
    "id": "destinations.operations",
    "section": "6",
    "question": "How are destinations registered, subscribed and tested?",
    "choice": "Outside `/v1`, by users whose role may manage the configuration, within their scope. We add no path to the documented interface.",
    "why": "The document places it in the terminal management system.",
    "kit": "ignored"
  },
  {
    "id": "destinations.states",
    "section": "6",
    "question": "Which states does a destination have?",
    "choice": "Enabled, paused (deliveries are queued) or disabled with a reason (deliveries are skipped and can be recovered). It is disabled by a user, by a 410, and after 120 hours without a success in which a delivery ran out of attempts.",
    "why": "A receiver that is gone for good wastes resources; one that is down for a night must not lose deliveries.",
    "kit": "ignored"
  },
  {
    "id": "destinations.alerts",
    "section": "6",
    "question": "How does a user learn that deliveries fail?",
    "choice": "The state of the destination shows it. Two events of the sandbox itself state it to other destinations that subscribe to them by name: after five failed attempts in a row, and when the sandbox disables a destination. The documented list of events remains as it is.",
    "why": "Services that send webhooks notify their users in this way, and the document lists no such event.",
    "kit": "ignored"
  },
  {
    "id": "destinations.secrets",
    "section": "6",
    "question": "How is the signing secret issued and rotated?",
    "choice": "One secret per destination, returned at creation and on request. After a rotation, the old secret also signs for a day, or for the requested time. At most two old secrets are kept.",
    "why": "A secret can be rotated without losing a delivery.",
    "kit": "ignored"
  },
  {
    "id": "destinations.test",
    "section": "6",
    "question": "How is a destination tested?",
    "choice": "A sample event marked `is_test`, or a JSON object of the user, signed and sent at once. The reply contains the response of the receiver and what it means.",
    "why": "Users want the result immediately.",
    "kit": "ignored"
  },
  {
    "id": "destinations.recovery",
    "section": "6",
    "question": "What happens to events while a destination is disabled?",
    "choice": "They are stored as skipped, and sent on request.",
    "why": "No event is lost silently, and no receiver gets an unexpected burst.",
    "kit": "ignored"
  },
  {
    "id": "destinations.addresses",
    "section": "6",
    "question": "Which addresses may a destination have?",
    "choice": "On a developer machine, local, private and public addresses. On a shared sandbox, only public https addresses, unless the operator allows more. Metadata services are always rejected, and redirects are not followed.",
    "why": "A server that sends requests to addresses of its users can be abused to reach internal services.",
    "kit": "ignored"
  },
  {
    "id": "feeds.items",
    "section": "6",
    "question": "What does a feed item contain?",
    "choice": "RSS 2.0: a title in plain text, a description in HTML without markup, a link to the terminal's status or to the portal snapshot in the API, a permanent id, and the instant of the event. Money and times are formatted for people.",
    "why": "Feed readers show nothing else reliably.",
    "kit": "choice"
  },
  {
    "id": "feeds.order",
    "section": "6",
    "question": "What is the order of items?",
    "choice": "Newest first.",
    "why": "Readers expect it.",
    "kit": "advice"
  },
  {
    "id": "feeds.count",
    "section": "6",
    "question": "How many items does a feed have?",
    "choice": "The newest 15 of each category within 35 days. A feed without items is valid.",
    "why": "A busy category cannot push out rare, important items.",
    "kit": "ignored"
  },
  {
    "id": "feeds.categories",
    "section": "6",
    "question": "How are the kinds of items distinguished?",
    "choice": "By seven fixed categories. The account feed has five, the feed of a terminal six. A category that the role may not read elsewhere is omitted.",
    "why": "Otherwise a feed would bypass the visibility rules.",
    "kit": "choice"
  },
  {
    "id": "feeds.conditional",
    "section": "6",
    "question": "How can a reader poll a feed efficiently?",
    "choice": "With `ETag` and `Last-Modified`; a request with a matching condition gets 304.",
    "why": "Feed readers use both.",
    "kit": "advice"
  },
  {
    "id": "errors.format",
    "section": "7",
    "question": "What is the format of an error?",
    "choice": "A problem document (RFC 9457, `application/problem+json`) with a code, a request id, and an entry for each fault in the request.",
    "why": "Clients can parse this standard format with existing libraries.",
    "kit": "choice"
  },
  {
    "id": "errors.codes",
    "section": "7",
    "question": "Which error codes exist?",
    "choice": "A closed list of problem codes, and a closed list of codes for single values.",
    "why": "Clients branch on codes, so all codes must be known in advance.",
    "kit": "ignored"
  },
  {
    "id": "errors.statuses",
    "section": "7",
    "question": "Which status does an invalid parameter get?",
    "choice": "400 for parameters, headers and requests that are not valid HTTP; 422 for bodies.",
    "why": "Distinguishes a malformed request from a well-formed but rejected one.",
    "kit": "choice"
  },
  {
    "id": "errors.unauthenticated",
    "section": "7",
    "question": "What is the reply to a missing or invalid key?",
    "choice": "401 with `WWW-Authenticate`. Unknown, expired and revoked keys get the same reply.",
    "why": "A different reply would confirm keys that were once valid.",
    "kit": "choice"
  },
  {
    "id": "errors.forbidden",
    "section": "7",
    "question": "What is the reply when the role has no access?",
    "choice": "403, which names the required privilege. Never an empty list.",
    "why": "An empty list of settlements would look as if no money was paid.",
    "kit": "choice"
  },
  {
    "id": "errors.not_found",
    "section": "7",
    "question": "What is the reply for an object out of scope?",
    "choice": "404, the same as for an id that never existed.",
    "why": "Clients cannot probe for ids.",
    "kit": "advice"
  },
  {
    "id": "errors.method",
    "section": "7",
    "question": "What is the reply to a method that a path does not have?",
    "choice": "405 with `Allow`.",
    "why": "As HTTP requires.",
    "kit": "advice"
  },
  {
    "id": "errors.negotiation",
    "section": "7",
    "question": "What is the reply if client and server support no common media type?",
    "choice": "406 for responses and 415 for request bodies; both list the accepted types.",
    "why": "As HTTP requires.",
    "kit": "ignored"
  },
  {
    "id": "errors.body",
    "section": "7",
    "question": "What is the reply to an invalid body?",
    "choice": "422, with a JSON Pointer and a code for each fault.",
    "why": "A client can correct all faults at once.",
    "kit": "advice"
  },
  {
    "id": "errors.conflict",
    "section": "7",
    "question": "What is the reply when the state does not allow a write?",
    "choice": "409, which names the conflicting batch or case.",
    "why": "The client can read it and decide.",
    "kit": "advice"
  },
  {
    "id": "errors.server",
    "section": "7",
    "question": "What is the reply to a server error?",
    "choice": "500 without internal details, 503 with `Retry-After`, or 507 for a write that cannot be stored; all are problem documents.",
    "why": "All errors have one format.",
    "kit": "advice"
  },
  {
    "id": "errors.storage",
    "section": "7",
    "question": "What is the reply to a write that cannot be stored?",
    "choice": "507, and nothing is recorded.",
    "why": "The operator of the server must free the disk; then the client can retry the same write.",
    "kit": "ignored"
  },
  {
    "id": "errors.database",
    "section": "7",
    "question": "What happens while the database of the server cannot be reached?",
    "choice": "Reads of the service go on with the last known state. Writes, and what the control plane reads from the database, get a 503 with `Retry-After`. If the connection ended before the result of a write arrived, the 503 states that it is not known whether it was recorded.",
    "why": "A client can retry a write with the same `Idempotency-Key` in any case, and reads need not fail with the database.",
    "kit": "ignored"
  },
  {
    "id": "limits.rate",
    "section": "8",
    "question": "How many requests are allowed?",
    "choice": "The operator of the server sets the limit per user; requests without a valid key count by address. Beyond it, the reply is 429 with `Retry-After`; `RateLimit-Policy` names the limit.",
    "why": "A local sandbox needs no limit, a shared one does.",
    "kit": "ignored"
  },
  {
    "id": "limits.held",
    "section": "8",
    "question": "How many requests and event streams may a caller have open at the same time?",
    "choice": "The operator of the server sets the limits per user, per workspace and for the whole server. Beyond them, the reply is 429 with `Retry-After`, and `detail` names the quota.",
    "why": "One caller must not hold all connections of a shared server.",
    "kit": "ignored",
    "elsewhere": "The behaviour of the server; the contract declares the reply for `limits.rate`."
  },
  {
    "id": "limits.body_size",
    "section": "8",
    "question": "How large may a body be?",
    "choice": "64 KiB; a larger body gets 413.",
    "why": "No body of this interface is nearly as large.",
    "kit": "ignored"
  },
  {
    "id": "limits.request",
    "section": "8",
    "question": "How long may the request line and headers be, and how long may a request take to arrive?",
    "choice": "The server configuration sets the limits. Beyond them the reply is 431 or 408, and the connection is closed.",
    "why": "A slow or oversized request must not delay others.",
    "kit": "ignored"
  },
  {
    "id": "versioning.number",
    "section": "9",
    "question": "How is the version of the contract expressed?",
    "choice": "As a date, the same in the catalog and the public OpenAPI document.",
    "why": "Shows at once which of two documents is newer.",
    "kit": "ignored"
  },
  {
    "id": "versioning.policy",
    "section": "9",
    "question": "What can change within `/v1`?",
    "choice": "Members, values and optional parameters are added; nothing is removed or changes its meaning.",
    "why": "A client that ignores unknown members keeps working.",
    "kit": "ignored",
    "elsewhere": "The description of the whole contract."
  },
  {
    "id": "sandbox.clock",
    "section": "10",
    "question": "How does sandbox time pass?",
    "choice": "The clock starts at a chosen instant and does not move until it is moved: forwards by a duration, to an instant, or at a set speed; by at most a year at once. Only a full reset moves it back.",
    "why": "Data that was read does not change, and the same moves give the same bytes.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.reset",
    "section": "10",
    "question": "What does a reset do?",
    "choice": "Restores one tenant, or everything, to the generated state. A full reset also resets the clock. Ids repeat unless new ones are requested; older cursors are rejected. Destinations are kept on request.",
    "why": "A test suite gets the same replies after each reset.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.causes",
    "section": "10",
    "question": "How is an event triggered?",
    "choice": "By changing its cause at one place in the scope of the caller. The event follows by its rule when the clock reaches it, with the matching rows, statuses and alerts. A dry run changes nothing.",
    "why": "A triggered event is consistent in all replies, and ends as any other does.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.outcomes",
    "section": "10",
    "question": "How does a dispute, a batch, a command, a provisioning job or a transaction get a chosen outcome?",
    "choice": "By a change from the next second on that its state must allow. Earlier times stay as they were, and later ones follow from the change by the usual rules.",
    "why": "A client can be tested with each ending of a business process, and all replies agree about it.",
    "kit": "ignored"
  },
  {
    "id": "destinations.statistics",
    "section": "10",
    "question": "Which statistics of a destination exist?",
    "choice": "Results, durations and kinds of failure of the attempts of its latest 100 deliveries, and the number of waiting ones.",
    "why": "The health of a receiver is visible without reading each delivery.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.log",
    "section": "10",
    "question": "What is stored of deliveries?",
    "choice": "Every attempt with request, response (16 KiB of it), timings, and how it was signed; bodies for 30 days of the sandbox clock. Never a secret.",
    "why": "To debug a lost event, users need the response of the receiver.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.replay",
    "section": "10",
    "question": "What is a replay?",
    "choice": "The same id and body again, with a new timestamp and the current secrets. It changes nothing else.",
    "why": "A handler can be tested repeatedly, even while its destination is disabled.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.listener",
    "section": "10",
    "question": "How do events reach a program that the sandbox cannot reach?",
    "choice": "The program connects and fetches signed deliveries, in order, one at a time, and reports the response to each. While no listener is connected, they are queued.",
    "why": "Nothing is lost while a laptop sleeps.",
    "kit": "ignored"
  },
  {
    "id": "deliveries.explain",
    "section": "10",
    "question": "How can a user find out why a signature does not match?",
    "choice": "The signed text is compared with what the receiver has, to the byte.",
    "why": "Signature verification is the most common fault in a new handler.",
    "kit": "ignored"
  },
  {
    "id": "inbox.answers",
    "section": "10",
    "question": "How does an inbox respond?",
    "choice": "With 200, or with a configured list of statuses, delays and timeouts.",
    "why": "Retries can be demonstrated without a second program.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.events",
    "section": "10",
    "question": "What is the form of past events?",
    "choice": "As subscribers receive them, oldest first, with a second cursor that also leads to later ones.",
    "why": "A client needs no second parser, and misses no event.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.incidents",
    "section": "10",
    "question": "What is the form of an incident?",
    "choice": "With its trigger, its escalations and its resolution, as known now.",
    "why": "It links all events and alerts with one cause.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.journal",
    "section": "10",
    "question": "What is the form of an exported journal?",
    "choice": "One document with the seed, and every fact with its instant. A sandbox with the same seed can import it atomically.",
    "why": "A sequence of changes can be saved and restored.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.journal_entries",
    "section": "10",
    "question": "How does an operator find the change that caused a state?",
    "choice": "A list of the writes since the latest reset, each with its position, instant, user and a text. A fork at a position contains the writes up to there.",
    "why": "The cause of a failure can be found by halving the list.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.requests",
    "section": "10",
    "question": "What is stored of past exchanges?",
    "choice": "The last 200, and the last 50 with an id of the console, without keys, queries and bodies, each with its problem document if there was one.",
    "why": "Enough to find the mistake of a client, without any secret.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.forks",
    "section": "10",
    "question": "Can a world continue from an earlier state of another one?",
    "choice": "A workspace may be a fork of the main world or of a workspace, at an instant or a position since the latest reset, import or fork of its source. It has the facts up to there and a stopped clock. Destinations, deliveries, inboxes, keys and misbehaviours are not copied. New ids differ from those of the source, and repeat those of another fork of the same moment. A hosted server allows 20 forks that descend from one workspace.",
    "why": "A test continues from a prepared state without changing it, and receivers never get the events of two worlds.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.recorded_requests",
    "section": "10",
    "question": "Can a test read what its client sent?",
    "choice": "If the server records requests: query, headers and body of requests to the service, within 2 MiB for each world and 32 MiB for all worlds of a process. The oldest are dropped. Keys, tokens, cookies, passwords and card numbers are masked before anything is stored. The list can be filtered by operation, status and method.",
    "why": "A test asserts what was sent, and recording is off unless someone wants it.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.activity",
    "section": "10",
    "question": "How does a client see live what happens?",
    "choice": "One stream of server-sent events with the clock, attempts, exchanges and hints to read data again, in the scope of the caller. Messages are not repeated.",
    "why": "A page needs no polling, and the lists stay the only source of data.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.users",
    "section": "10",
    "question": "Who can list users and keys?",
    "choice": "The operator, who chooses a user to act as. The keys are public, because all data is made up.",
    "why": "A person can see the fleets as each user sees them.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.keys",
    "section": "10",
    "question": "Who can issue API keys, and how long are they valid?",
    "choice": "The operator, for any user. A key is shown once, valid on the real clock until it expires or is revoked, and stored as a digest. A reset does not change the keys, and an exported journal does not contain them.",
    "why": "Hosted data needs keys that are not public, and a test must not lose its key by a reset.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.guests",
    "section": "10",
    "question": "May a key read and never write?",
    "choice": "The operator issues read-only keys, which expire within 30 days. Such a key reads the service as its user sees it, without provisioning data, documents and bank accounts. It cannot use the control plane, and has limits separate from its user.",
    "why": "A link for a guest must not lead to secrets or changes.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.workspaces",
    "section": "10",
    "question": "How do several users share one server without seeing each other?",
    "choice": "Each has a workspace: an isolated world with its own keys, token, seed, start, clock, journal and quotas. The key or token selects it; a base path selects it for requests without a key.",
    "why": "Integrators and CI jobs need separate data, but no separate servers.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.sign_in",
    "section": "10",
    "question": "How does a browser get the operator's token?",
    "choice": "By a code that is valid once, for an hour, and that the operator creates. Or a person pastes the token.",
    "why": "A token in an address would remain in histories and logs.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.conformance_runs",
    "section": "10",
    "question": "Who may run the conformance kit through the server, and against which addresses?",
    "choice": "The operator, one run of a world at a time, in a process with limits of time and memory. The target is this sandbox, or a service or receiver at an address that destinations may have. Only a server on loopback allows this, unless an option does.",
    "why": "A page can show a run with its evidence, and the server must not become a way into its network.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.misbehaviours",
    "section": "10",
    "question": "Which misbehaviours exist?",
    "choice": "Named ones, each in one place, off by default; the operator switches them for all callers.",
    "why": "A test suite that never failed proves nothing.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.faults",
    "section": "10",
    "question": "How does a client meet statuses, delays and broken connections?",
    "choice": "Fault rules, in the order in which they were added, none by default. The operator adds them. A rule decides from the seed, the operation, the key and how many requests that pair has had, so that concurrency does not change the requests that fail. A rule with a preference applies only to requests that select it with `Prefer`.",
    "why": "The same test meets the same failures on every machine.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.callers",
    "section": "10",
    "question": "Who may use the control plane?",
    "choice": "The operator, with a token; and users whose role may manage the configuration, within their scope. Only users of the top-level account can reset, export and import the whole tenant.",
    "why": "No user can change what another user sees.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.origin",
    "section": "10",
    "question": "Which origins may use the control plane?",
    "choice": "No web pages of another origin; the `Host` must be this server. It sends no CORS headers.",
    "why": "No web page, and no DNS rebinding, can reset a local sandbox.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.problems",
    "section": "10",
    "question": "Which problems does the control plane have?",
    "choice": "Those of the service, six about its callers, and three about conflicts when triggering an event.",
    "why": "The same client code parses all errors.",
    "kit": "ignored"
  },
  {
    "id": "sandbox.bodies",
    "section": "10",
    "question": "How large may a body be?",
    "choice": "64 KiB; for a journal 2 MiB, or 8 MiB from the operator of the server. Arrays and objects have at most 64 levels, and arrays at most 100,000 items.",
    "why": "No other body is nearly as large.",
    "kit": "ignored"
  }
];
