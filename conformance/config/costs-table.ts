/** The bindings that checks ask for, by the ids of the checks. Written by a test, which sees them ask. */
export const NEEDED: Readonly<Record<string, string>> = {
  'auth/writes-need-a-key': 'disputes.rows transactions.id writes.create_dispute_body writes.derive_settlements_body',
  'auth/writes-need-more-privilege':
    'disputes.rows transactions.id writes.create_dispute_body writes.derive_settlements_body',
  'portal/holds-the-documented-groups':
    'portal.access_flags portal.account_profile portal.compliance_vault portal.dns_state portal.documents portal.onboarding portal.organization_branding portal.principal_profile portal.recent_commands portal.recent_forms portal.recent_transactions portal.report_catalog portal.videos portal.visible_connectors portal.visible_groups portal.visible_terminals portal.visible_users',
  'portal/shows-the-terminals-of-the-lists': 'portal.terminal_id portal.terminal_rows',
  'scope/disputes-show-nothing-foreign': 'disputes.rows disputes.terminal',
  'scope/settlements-show-nothing-foreign': 'settlements.id settlements.rows',
  'limit/keeps-the-top-rows': 'transactions.amount_completed',
  'sort/amt-comp-descends': 'transactions.amount_completed',
  'sort/amt-comp-descends-when-filtered': 'transactions.amount_completed',
  'lists/no-row-twice': 'transactions.id',
  'terminals/transactions-are-of-the-terminal': 'terminal_transactions.rows terminal_transactions.terminal',
  'transactions/rows-carry-the-columns':
    'terminal_transactions.rows transactions.account_type transactions.amount_completed transactions.amount_requested transactions.response transactions.sequence_number transactions.surcharge_completed transactions.surcharge_requested transactions.terminal_date_and_time transactions.transaction_type',
  'transactions/emv-only-when-available': 'transactions.emv_indicator',
  'transactions/summary-has-both-totals': 'transactions.total_surcharge transactions.total_withdrawn',
  'transactions/summary-adds-up':
    'transactions.amount_completed transactions.surcharge_completed transactions.total_surcharge transactions.total_withdrawn transactions.transaction_type transactions.withdrawal_types',
  'settlements/batches-carry-the-members':
    'settlements.credit_total settlements.debit_total settlements.entry_counts settlements.net_payout settlements.rows settlements.status settlements.timing',
  'settlements/net-is-credit-minus-debit':
    'settlements.credit_total settlements.debit_total settlements.net_payout settlements.rows',
  'disputes/cases-carry-the-members':
    'disputes.amount disputes.assignment disputes.due_date disputes.reason_code disputes.resolution disputes.resolved_statuses disputes.rows disputes.status disputes.terminal disputes.transaction',
  'disputes/reviewer-only-when-resolved': 'disputes.resolved_statuses disputes.reviewer disputes.rows disputes.status',
  'terminals/commands-are-queued-or-completed': 'commands.rows commands.state',
  'terminals/provisioning-shows-its-job': 'provisioning.job',
  'feeds/terminal-feed-tells-of-commands': 'commands.rows',
  'catalog/groups-have-the-five-members': 'catalog.services',
  'catalog/events-are-the-documented': 'catalog.event_types catalog.services',
  'catalog/lists-every-endpoint': 'catalog.endpoint_path catalog.endpoints catalog.feed_paths catalog.services',
  'catalog/lists-only-what-exists': 'catalog.endpoint_path catalog.endpoints catalog.feed_paths catalog.services',
  'catalog/lists-both-feeds': 'catalog.feed_paths catalog.services',
  'contract/later-pages-keep-the-published-document': 'disputes.rows settlements.rows terminal_transactions.rows',
  'card-data/timelines-of-every-kind': 'transactions.id',
  'writes/foreign-transactions-cannot-be-disputed': 'disputes.rows writes.create_dispute_body',
  'writes/opened-dispute-is-listed': 'disputes.rows disputes.transaction transactions.id writes.create_dispute_body',
  'writes/flags-tell-what-is-allowed': 'writes.create_dispute_body writes.derive_settlements_body',
  'writes/bad-bodies-are-no-accident':
    'disputes.rows transactions.id writes.create_dispute_body writes.derive_settlements_body',
  'writes/unreadable-bodies-are-refused':
    'disputes.rows transactions.id writes.create_dispute_body writes.derive_settlements_body',
  'writes/refused-writes-leave-no-trace': 'disputes.rows transactions.id writes.create_dispute_body',
};
