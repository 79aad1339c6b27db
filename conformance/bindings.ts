import type { OperationId } from '../spec/index.ts';

/** A JSON pointer in which `*` stands for every element of an array: `/data/*`. */
export type Pointer = string;

/** The operations whose answer is a list of rows. */
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

/** Where a list keeps its rows, and a row its id and the terminals it is of. */
export interface ListBinding {
  readonly rows: Pointer;
  readonly id: Pointer;
  readonly terminals?: Pointer;
  /** Where the cursor of the next page stands, and the parameter that takes it. */
  readonly nextPage?: { readonly cursor: Pointer; readonly parameter: string };
}

/** The ten columns that the document gives a transaction row, in its order. */
export const TRANSACTION_COLUMNS = [
  'terminal date and time',
  'transaction type',
  'sequence number',
  'account type',
  'EMV indicator',
  'response',
  'amount requested',
  'amount completed',
  'surcharge requested',
  'surcharge completed',
] as const;
export type TransactionColumn = (typeof TRANSACTION_COLUMNS)[number];

export type SettlementMember =
  | 'batch status'
  | 'entry counts'
  | 'credit total'
  | 'debit total'
  | 'net payout'
  | 'batch timing';

export type DisputeMember =
  | 'status'
  | 'reason code'
  | 'related transaction id'
  | 'related terminal id'
  | 'amount'
  | 'due date'
  | 'assignment'
  | 'resolution';

/**
 * Where a target keeps what the document names only in words. Checks read through it and through nothing else, so that a
 * service with other names, another envelope or other ids can be judged by the same checks.
 */
export interface Bindings {
  /** The most rows worth asking for at once, if the target is known to grant it; otherwise its default is used. */
  readonly widestLimit?: number;
  readonly lists: Readonly<Record<ListOperationId, ListBinding>>;
  readonly transactions: {
    readonly columns: Readonly<Record<TransactionColumn, Pointer>>;
    readonly totals: { readonly surcharge: Pointer; readonly withdrawn: Pointer };
    /** The transaction types whose completed amount counts as withdrawn. */
    readonly withdrawalTypes: readonly string[];
  };
  readonly settlements: Readonly<Record<SettlementMember, Pointer>>;
  readonly disputes: Readonly<Record<DisputeMember, Pointer>> & {
    readonly reviewer: Pointer;
    readonly resolvedStatuses: readonly string[];
  };
  readonly groups: { readonly parent: Pointer };
  readonly commands: { readonly state: Pointer };
  readonly provisioning: { readonly job: Pointer };
  readonly portal: {
    /** The groups of data that the document lists for the snapshot, by its words. */
    readonly sections: Readonly<Record<string, Pointer>>;
    readonly account: Pointer;
    readonly terminals: Pointer;
  };
  readonly catalog: {
    readonly services: Pointer;
    readonly family: Pointer;
    readonly eventTypes: Pointer;
    readonly endpointMethods: Pointer;
    readonly endpointPaths: Pointer;
    readonly feedPaths: Pointer;
  };
  readonly writes: Readonly<
    Record<
      'deriveSettlements' | 'createDispute',
      {
        /** Where the portal says that the caller may do this. */
        readonly flag: Pointer;
        /** A body that a privileged caller may send; `{transaction_id}` is replaced. */
        readonly body: Readonly<Record<string, unknown>>;
      }
    >
  >;
}

const paged = { nextPage: { cursor: '/page/next_cursor', parameter: 'cursor' } } as const;
const transactionRows: ListBinding = {
  rows: '/data/*',
  id: '/transaction_id',
  terminals: '/terminal_id',
  ...paged,
};

/** The bindings of the contract that comes with the kit. */
export const builtin: Bindings = {
  widestLimit: 200,
  lists: {
    listTransactions: transactionRows,
    listTerminalTransactions: transactionRows,
    listSettlements: { rows: '/data/*', id: '/batch_id', ...paged },
    listDisputes: { rows: '/data/*', id: '/dispute_id', terminals: '/terminal_id', ...paged },
    listLocations: { rows: '/data/*', id: '/location_id', terminals: '/terminal_ids/*', ...paged },
    listConnectors: { rows: '/data/*', id: '/connector_id', ...paged },
    listTerminalGroups: { rows: '/data/*', id: '/group_id', terminals: '/terminal_ids/*', ...paged },
    listTerminalCommands: { rows: '/data/*', id: '/command_id', terminals: '/terminal_id', ...paged },
  },
  transactions: {
    columns: {
      'terminal date and time': '/terminal_datetime',
      'transaction type': '/transaction_type',
      'sequence number': '/seq_no',
      'account type': '/account_type',
      'EMV indicator': '/emv',
      response: '/response',
      'amount requested': '/amt_req',
      'amount completed': '/amt_comp',
      'surcharge requested': '/sur_req',
      'surcharge completed': '/sur_comp',
    },
    totals: { surcharge: '/summary/total_surcharge', withdrawn: '/summary/total_withdrawn' },
    withdrawalTypes: ['withdrawal', 'cash_advance'],
  },
  settlements: {
    'batch status': '/status',
    'entry counts': '/entry_count',
    'credit total': '/credit_total',
    'debit total': '/debit_total',
    'net payout': '/net_payout',
    'batch timing': '/timing',
  },
  disputes: {
    status: '/status',
    'reason code': '/reason_code',
    'related transaction id': '/transaction_id',
    'related terminal id': '/terminal_id',
    amount: '/amount',
    'due date': '/due_date',
    assignment: '/assignment',
    resolution: '/resolution',
    reviewer: '/reviewer',
    resolvedStatuses: ['resolved'],
  },
  groups: { parent: '/parent_group_id' },
  commands: { state: '/state' },
  provisioning: { job: '/job' },
  portal: {
    sections: {
      'principal profile': '/principal',
      'account profile': '/account',
      'organization branding': '/organization/branding',
      'DNS state': '/organization/dns',
      'access flags': '/access_flags',
      'visible users': '/users',
      'visible terminals': '/terminals',
      'visible groups': '/groups',
      'visible connectors': '/connectors',
      'recent transactions': '/recent_transactions',
      'recent commands': '/recent_commands',
      'recent forms': '/recent_forms',
      'report catalog': '/report_catalog',
      'compliance vault': '/compliance_vault',
      onboarding: '/onboarding',
      documents: '/documents',
      videos: '/videos',
    },
    account: '/principal/account_id',
    terminals: '/terminals/*/terminal_id',
  },
  catalog: {
    services: '/services/*',
    family: '/title',
    eventTypes: '/webhook_events/*/type',
    endpointMethods: '/api_endpoints/*/method',
    endpointPaths: '/api_endpoints/*/path',
    feedPaths: '/rss_feeds/*/path',
  },
  writes: {
    deriveSettlements: { flag: '/access_flags/can_derive_settlements', body: { dry_run: true } },
    createDispute: {
      flag: '/access_flags/can_create_disputes',
      body: { transaction_id: '{transaction_id}', reason_code: 'cash_not_dispensed', amount: '1.00' },
    },
  },
};

/** Every value at `pointer`; none when a member on the way is absent. */
export function valuesAt(value: unknown, pointer: Pointer): readonly unknown[] {
  return pointer
    .split('/')
    .slice(1)
    .reduce<readonly unknown[]>((values, segment) => values.flatMap((one) => childrenOf(one, segment)), [value]);
}

/** The one value at `pointer`, or `undefined` when a member on the way is absent. */
export const valueAt = (value: unknown, pointer: Pointer): unknown => valuesAt(value, pointer)[0];

/** The strings and numbers at `pointer`, as text: ids, types and amounts, whichever way the target writes them. */
export const textsAt = (value: unknown, pointer: Pointer): string[] =>
  valuesAt(value, pointer).flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));

function childrenOf(value: unknown, segment: string): readonly unknown[] {
  if (Array.isArray(value)) return segment === '*' ? value : [];
  if (typeof value !== 'object' || value === null || segment === '*') return [];
  const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
  return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : []; // an object, as just shown
}
