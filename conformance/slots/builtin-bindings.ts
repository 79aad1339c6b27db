import type { Paging } from '../reading/paging.ts';
import { type Binding, createBindings, type Entries } from './bindings.ts';
import type { Slot, SlotValue } from './slots.ts';

const nextPage: Paging = { style: 'cursor', at: '/page/next_cursor', parameter: 'cursor' };

const values: { readonly [Name in Slot]?: SlotValue<Name> } = {
  'money.form': 'decimal-string',
  'time.form': 'rfc3339',

  'transactions.rows': '/data/*',
  'transactions.id': '/transaction_id',
  'transactions.terminal': '/terminal_id',
  'transactions.next_page': nextPage,
  'transactions.widest_limit': 500,
  'transactions.default_limit': 50,
  'transactions.terminal_date_and_time': '/terminal_datetime',
  'transactions.transaction_type': '/transaction_type',
  'transactions.sequence_number': '/seq_no',
  'transactions.account_type': '/account_type',
  'transactions.emv_indicator': '/emv',
  'transactions.response': '/response',
  'transactions.amount_requested': '/amt_req',
  'transactions.amount_completed': '/amt_comp',
  'transactions.surcharge_requested': '/sur_req',
  'transactions.surcharge_completed': '/sur_comp',
  'transactions.total_surcharge': '/summary/total_surcharge',
  'transactions.total_withdrawn': '/summary/total_withdrawn',
  'transactions.withdrawal_types': ['withdrawal', 'cash_advance'],
  'transactions.summary_covers': 'matching',

  'terminal_transactions.rows': '/data/*',
  'terminal_transactions.id': '/transaction_id',
  'terminal_transactions.terminal': '/terminal_id',
  'terminal_transactions.next_page': nextPage,

  'settlements.rows': '/data/*',
  'settlements.id': '/batch_id',
  'settlements.next_page': nextPage,
  'settlements.status': '/status',
  'settlements.entry_counts': ['/entry_count'],
  'settlements.credit_total': '/credit_total',
  'settlements.debit_total': '/debit_total',
  'settlements.net_payout': '/net_payout',
  'settlements.timing': ['/timing'],

  'disputes.rows': '/data/*',
  'disputes.id': '/dispute_id',
  'disputes.terminal': '/terminal_id',
  'disputes.next_page': nextPage,
  'disputes.status': '/status',
  'disputes.reason_code': '/reason_code',
  'disputes.transaction': '/transaction_id',
  'disputes.amount': '/amount',
  'disputes.due_date': '/due_date',
  'disputes.assignment': ['/assignment'],
  'disputes.resolution': ['/resolution'],
  'disputes.reviewer': '/reviewer',
  'disputes.resolved_statuses': ['resolved'],

  'locations.rows': '/data/*',
  'locations.id': '/location_id',
  'locations.terminal': '/terminal_ids/*',
  'locations.next_page': nextPage,

  'connectors.rows': '/data/*',
  'connectors.id': '/connector_id',
  'connectors.next_page': nextPage,

  'terminal_groups.rows': '/data/*',
  'terminal_groups.id': '/group_id',
  'terminal_groups.terminals': '/terminal_ids/*',
  'terminal_groups.parent': '/parent_group_id',
  'terminal_groups.next_page': nextPage,

  'commands.rows': '/data/*',
  'commands.id': '/command_id',
  'commands.terminal': '/terminal_id',
  'commands.state': '/state',
  'commands.next_page': nextPage,

  'provisioning.job': '/job',

  'portal.account_id': '/principal/account_id',
  'portal.terminal_rows': '/terminals/*',
  'portal.terminal_id': '/terminal_id',
  'portal.principal_profile': '/principal',
  'portal.account_profile': '/account',
  'portal.organization_branding': '/organization/branding',
  'portal.dns_state': '/organization/dns',
  'portal.access_flags': '/access_flags',
  'portal.visible_users': '/users',
  'portal.visible_terminals': '/terminals',
  'portal.visible_groups': '/groups',
  'portal.visible_connectors': '/connectors',
  'portal.recent_transactions': '/recent_transactions',
  'portal.recent_commands': '/recent_commands',
  'portal.recent_forms': '/recent_forms',
  'portal.report_catalog': '/report_catalog',
  'portal.compliance_vault': '/compliance_vault',
  'portal.onboarding': '/onboarding',
  'portal.documents': '/documents',
  'portal.videos': '/videos',

  'catalog.services': '/services/*',
  'catalog.family': '/title',
  'catalog.event_types': '/webhook_events/*/type',
  'catalog.endpoints': '/api_endpoints/*',
  'catalog.endpoint_method': '/method',
  'catalog.endpoint_path': '/path',
  'catalog.feed_paths': '/rss_feeds/*/path',

  'writes.derive_settlements_flag': '/access_flags/can_derive_settlements',
  'writes.derive_settlements_body': { dry_run: true },
  'writes.create_dispute_flag': '/access_flags/can_create_disputes',
  'writes.create_dispute_body': {
    transaction_id: '{transaction_id}',
    reason_code: 'cash_not_dispensed',
    amount: '1.00',
  },
};

const createBuiltinBinding = (value: unknown): Binding => ({
  value,
  confidence: 'certain',
  evidence: [{ source: 'builtin', observation: 'defined by the built-in contract', assumedRules: [] }],
});

/** The bindings of the built-in contract. */
export const builtinBindings = createBindings(
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, createBuiltinBinding(value)])) as Entries, // as typed above
  'builtin',
);
