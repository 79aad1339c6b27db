import type { OperationId } from '../../spec/index.ts';
import type { Paging } from '../reading/paging.ts';
import type { ValuePointer } from '../reading/pointers.ts';
import type { TimeForm } from '../reading/values/instants.ts';
import type { MoneyForm } from '../reading/values/value-relations.ts';

/** The rows that the totals of the transaction list include: all matching rows, or the rows of the page. */
export type TotalsExtent = 'matching' | 'page';
export const EXTENTS: readonly TotalsExtent[] = ['matching', 'page'];

/** The type of the value for each kind of binding. */
export interface SlotValues {
  readonly pointer: ValuePointer;
  /** For data that a target may spread over several members. */
  readonly pointers: readonly ValuePointer[];
  readonly words: readonly string[];
  readonly number: number;
  readonly paging: Paging;
  readonly money: MoneyForm;
  readonly time: TimeForm;
  readonly extent: TotalsExtent;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One thing that the document leaves to each service: its kind, its meaning and an example. */
export interface SlotDefinition<Kind extends keyof SlotValues = keyof SlotValues> {
  readonly kind: Kind;
  /** A noun phrase for messages: "the amount completed of a transaction". */
  readonly meaning: string;
  /** An example value in config syntax. */
  readonly example: string;
}

const defineSlot =
  <Kind extends keyof SlotValues>(kind: Kind) =>
  (meaning: string, example: string): SlotDefinition<Kind> => ({ kind, meaning, example });
const definePointer = defineSlot('pointer');
const pointers = defineSlot('pointers');
const words = defineSlot('words');
const body = defineSlot('body');
const defineRows = (list: string) => definePointer(`the rows of ${list}`, '/items/*');
const defineId = (thing: string) => definePointer(`the id of ${thing} (relative to its row)`, '/id');
const defineTerminal = (thing: string) =>
  definePointer(`the terminal id of ${thing} (relative to its row)`, '/terminal/id');
const defineNextPage = (list: string) =>
  defineSlot('paging')(`how to request the next page of ${list}`, '{ style: link }');
const defineColumn = (meaning: string, example: string) =>
  definePointer(`${meaning} (relative to a transaction row)`, example);
const defineSection = (meaning: string, example: string) => definePointer(`${meaning} in the portal snapshot`, example);

/** Everything that the document leaves to each service, by the names that configs and reports use. */
export const slots = {
  'money.form': defineSlot('money')('the format of amounts', 'minor-units'),
  'time.form': defineSlot('time')('the format of instants', 'rfc3339'),

  'transactions.rows': defineRows('GET /v1/transactions'),
  'transactions.id': defineId('a transaction'),
  'transactions.terminal': defineTerminal('a transaction'),
  'transactions.next_page': defineNextPage('GET /v1/transactions'),
  'transactions.widest_limit': defineSlot('number')('the largest limit that the service honours', '500'),
  'transactions.default_limit': defineSlot('number')('the number of rows per page without a limit', '50'),
  'transactions.terminal_date_and_time': defineColumn('the terminal date and time', '/localTime'),
  'transactions.transaction_type': defineColumn('the transaction type', '/type'),
  'transactions.sequence_number': defineColumn('the sequence number', '/sequence'),
  'transactions.account_type': defineColumn('the account type', '/accountType'),
  'transactions.emv_indicator': defineColumn('the EMV indicator', '/emv'),
  'transactions.response': defineColumn('the response', '/responseCode'),
  'transactions.amount_requested': defineColumn('the amount requested', '/amount/requested'),
  'transactions.amount_completed': defineColumn('the amount completed', '/amount/completed'),
  'transactions.surcharge_requested': defineColumn('the surcharge requested', '/surcharge/requested'),
  'transactions.surcharge_completed': defineColumn('the surcharge completed', '/surcharge/completed'),
  'transactions.total_surcharge': definePointer('the total surcharge in the summary', '/summary/surcharge'),
  'transactions.total_withdrawn': definePointer('the total withdrawn in the summary', '/summary/withdrawn'),
  'transactions.withdrawal_types': words('the transaction types that the total withdrawn includes', '[withdrawal]'),
  'transactions.summary_covers': defineSlot('extent')(
    'the rows that the totals include (matching or page)',
    'matching',
  ),

  'terminal_transactions.rows': defineRows('GET /v1/terminals/{terminal_id}/transactions'),
  'terminal_transactions.id': defineId('a transaction in the list of a terminal'),
  'terminal_transactions.terminal': defineTerminal('a transaction in the list of a terminal'),
  'terminal_transactions.next_page': defineNextPage('GET /v1/terminals/{terminal_id}/transactions'),

  'settlements.rows': defineRows('GET /v1/settlements'),
  'settlements.id': defineId('a settlement batch'),
  'settlements.next_page': defineNextPage('GET /v1/settlements'),
  'settlements.status': definePointer('the status of a batch', '/status'),
  'settlements.entry_counts': pointers('the entry counts of a batch', '[/creditCount, /debitCount]'),
  'settlements.credit_total': definePointer('the credit total of a batch', '/credits'),
  'settlements.debit_total': definePointer('the debit total of a batch', '/debits'),
  'settlements.net_payout': definePointer('the net payout of a batch', '/payout'),
  'settlements.timing': pointers('the timing fields of a batch', '[/openedAt, /settledAt]'),

  'disputes.rows': defineRows('GET /v1/disputes'),
  'disputes.id': defineId('a dispute'),
  'disputes.terminal': defineTerminal('a dispute'),
  'disputes.next_page': defineNextPage('GET /v1/disputes'),
  'disputes.status': definePointer('the status of a dispute', '/status'),
  'disputes.reason_code': definePointer('the reason code of a dispute', '/reason'),
  'disputes.transaction': definePointer('the id of the disputed transaction', '/transactionId'),
  'disputes.amount': definePointer('the amount of a dispute', '/amount'),
  'disputes.due_date': definePointer('the due date of a dispute', '/dueDate'),
  'disputes.assignment': pointers('the assignment fields of a dispute', '[/assignee]'),
  'disputes.resolution': pointers('the resolution fields of a dispute', '[/resolution]'),
  'disputes.reviewer': definePointer('the reviewer of a resolved dispute', '/reviewer'),
  'disputes.resolved_statuses': words('the statuses of resolved disputes', '[resolved]'),

  'locations.rows': defineRows('GET /v1/locations'),
  'locations.id': defineId('a location'),
  'locations.terminal': definePointer('the ids of the terminals at a location (relative to its row)', '/terminals/*'),
  'locations.group': definePointer('the terminal group id of a location (relative to its row)', '/groupId'),
  'locations.next_page': defineNextPage('GET /v1/locations'),

  'connectors.rows': defineRows('GET /v1/connectors'),
  'connectors.id': defineId('a connector'),
  'connectors.next_page': defineNextPage('GET /v1/connectors'),

  'terminal_groups.rows': defineRows('GET /v1/terminal-groups'),
  'terminal_groups.id': defineId('a terminal group'),
  'terminal_groups.terminals': definePointer(
    'the ids of the terminals in a group (relative to its row)',
    '/terminalIds/*',
  ),
  'terminal_groups.parent': definePointer('the id of the parent of a group (relative to its row)', '/parentId'),
  'terminal_groups.next_page': defineNextPage('GET /v1/terminal-groups'),

  'commands.rows': defineRows('GET /v1/terminals/{terminal_id}/commands'),
  'commands.id': defineId('a command'),
  'commands.terminal': defineTerminal('a command'),
  'commands.state': definePointer('the state of a command (relative to its row)', '/state'),
  'commands.next_page': defineNextPage('GET /v1/terminals/{terminal_id}/commands'),

  'provisioning.job': definePointer('the provisioning job in the payload', '/job'),

  'portal.account_id': definePointer("the id of the caller's account in the portal snapshot", '/account/id'),
  'portal.terminal_rows': definePointer('each terminal of the portal snapshot', '/terminals/*'),
  'portal.terminal_id': definePointer('the id of a terminal in the portal snapshot (relative to the terminal)', '/id'),
  'portal.terminal_group': definePointer(
    'the group id of a terminal in the portal snapshot (relative to the terminal)',
    '/groupId',
  ),
  'portal.principal_profile': defineSection('the principal profile', '/user'),
  'portal.account_profile': defineSection('the account profile', '/account'),
  'portal.organization_branding': defineSection('the organization branding', '/organization/branding'),
  'portal.dns_state': defineSection('the DNS state', '/organization/dns'),
  'portal.access_flags': defineSection('the access flags', '/access'),
  'portal.visible_users': defineSection('the visible users', '/users'),
  'portal.visible_terminals': defineSection('the visible terminals', '/terminals'),
  'portal.visible_groups': defineSection('the visible groups', '/groups'),
  'portal.visible_connectors': defineSection('the visible connectors', '/connectors'),
  'portal.recent_transactions': defineSection('the recent transactions', '/recent/transactions'),
  'portal.recent_commands': defineSection('the recent commands', '/recent/commands'),
  'portal.recent_forms': defineSection('the recent forms', '/recent/forms'),
  'portal.report_catalog': defineSection('the report catalog', '/reports'),
  'portal.compliance_vault': defineSection('the compliance vault', '/compliance'),
  'portal.onboarding': defineSection('the onboarding', '/onboarding'),
  'portal.documents': defineSection('the documents', '/documents'),
  'portal.videos': defineSection('the videos', '/videos'),

  'catalog.services': definePointer('the service groups of the catalog', '/services/*'),
  'catalog.family': definePointer(
    'the name of a service group (relative to the group); # if the names are object keys',
    '#',
  ),
  'catalog.event_types': definePointer(
    'the event names of a service group (relative to the group)',
    '/webhook_events/*',
  ),
  'catalog.endpoints': definePointer('the endpoints of a service group (relative to the group)', '/api_endpoints/*'),
  'catalog.endpoint_method': definePointer(
    'the method or methods of an endpoint (relative to the endpoint)',
    '/method',
  ),
  'catalog.endpoint_path': definePointer(
    'the path of an endpoint (relative to the endpoint); "" if the endpoint is a string',
    '/path',
  ),
  'catalog.feed_paths': definePointer('the feed paths of a service group (relative to the group)', '/rss_feeds/*'),

  'writes.derive_settlements_flag': definePointer(
    'the portal flag that allows the caller to derive settlements',
    '/access/deriveSettlements',
  ),
  'writes.derive_settlements_body': body(
    'a valid body for POST /v1/settlements/derive; the kit replaces {business_day}, {account_id}, {group_id} and {terminal_id}',
    '{ dryRun: true }',
  ),
  'writes.create_dispute_flag': definePointer(
    'the portal flag that allows the caller to open disputes',
    '/access/createDisputes',
  ),
  'writes.create_dispute_body': body(
    'a valid body for POST /v1/disputes; the kit replaces {transaction_id} and {terminal_id}',
    '{ transactionId: "{transaction_id}", reason: not_dispensed, amount: 100 }',
  ),
  'writes.read_only_keys': words('the names of the keys without permission to write', '[viewer]'),
} as const satisfies Readonly<Record<string, SlotDefinition>>;

export type Slot = keyof typeof slots;
export type SlotValue<Name extends Slot> = SlotValues[(typeof slots)[Name]['kind']];
export type SlotOfKind<Kind extends keyof SlotValues> = {
  [Name in Slot]: (typeof slots)[Name]['kind'] extends Kind ? Name : never;
}[Slot];

/** The names of all slots, in the order of reports. */
export const SLOTS = Object.keys(slots) as readonly Slot[]; // the table's own keys

/** The operations that return a list of rows. */
export type ListOperationId = Extract<
  OperationId,
  | 'listTransactions'
  | 'listTerminalTransactions'
  | 'listSettlements'
  | 'listDisputes'
  | 'listLocations'
  | 'listConnectors'
  | 'listTerminalGroups'
  | 'listTerminalCommands'
>;

/** The slots for reading a list. */
export interface ListSlots {
  readonly rows: SlotOfKind<'pointer'>;
  readonly id: SlotOfKind<'pointer'>;
  readonly terminal?: SlotOfKind<'pointer'>;
  readonly nextPage: SlotOfKind<'paging'>;
}

export const LIST_SLOTS: Readonly<Record<ListOperationId, ListSlots>> = {
  listTransactions: {
    rows: 'transactions.rows',
    id: 'transactions.id',
    terminal: 'transactions.terminal',
    nextPage: 'transactions.next_page',
  },
  listTerminalTransactions: {
    rows: 'terminal_transactions.rows',
    id: 'terminal_transactions.id',
    terminal: 'terminal_transactions.terminal',
    nextPage: 'terminal_transactions.next_page',
  },
  listSettlements: { rows: 'settlements.rows', id: 'settlements.id', nextPage: 'settlements.next_page' },
  listDisputes: {
    rows: 'disputes.rows',
    id: 'disputes.id',
    terminal: 'disputes.terminal',
    nextPage: 'disputes.next_page',
  },
  listLocations: {
    rows: 'locations.rows',
    id: 'locations.id',
    terminal: 'locations.terminal',
    nextPage: 'locations.next_page',
  },
  listConnectors: { rows: 'connectors.rows', id: 'connectors.id', nextPage: 'connectors.next_page' },
  listTerminalGroups: {
    rows: 'terminal_groups.rows',
    id: 'terminal_groups.id',
    terminal: 'terminal_groups.terminals',
    nextPage: 'terminal_groups.next_page',
  },
  listTerminalCommands: {
    rows: 'commands.rows',
    id: 'commands.id',
    terminal: 'commands.terminal',
    nextPage: 'commands.next_page',
  },
};
