/** The entities of the logical model. Money is in minor units of the currency, instants are epoch milliseconds. */
export type Role =
  | 'administrator'
  | 'finance'
  | 'technician'
  | 'regional'
  | 'auditor'
  | 'merchant'
  | 'newcomer'
  | 'operator';

/** The data that a role may read in addition to terminals and transactions. */
export type Area =
  | 'transactions'
  | 'settlements'
  | 'disputes'
  | 'connectors'
  | 'commands'
  | 'provisioning'
  | 'users'
  | 'reports';

export type EntityKind =
  | 'account'
  | 'user'
  | 'terminal'
  | 'location'
  | 'group'
  | 'connector'
  | 'transaction'
  | 'batch'
  | 'dispute'
  | 'command'
  | 'job'
  | 'form'
  | 'report'
  | 'incident'
  | 'observation';

export interface Entity {
  /** Unique in the world; never shown. External ids derive from it. */
  readonly key: string;
  /** Position within its tenant, from 1. */
  readonly index: number;
  readonly tenantKey: string;
}

export interface Tenant extends Entity {
  readonly name: string;
  readonly plan: string;
  readonly hostname: string;
  readonly color: string;
  readonly createdAtMs: number;
}

export interface User extends Entity {
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly apiKey: string;
  /** A second key of the same user. */
  readonly secondKey: string | undefined;
  readonly tenantKeys: readonly string[];
  /** The terminals that the user may see; `all` is every terminal of its tenants. */
  readonly terminalKeys: 'all' | readonly string[];
  /** The groups that the user is restricted to, if it is. */
  readonly groupKeys: readonly string[];
}

export interface Location extends Entity {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly region: string;
  readonly postcode: string;
  readonly country: string;
  readonly latitude: number;
  readonly longitude: number;
}

export interface Terminal extends Entity {
  readonly label: string;
  readonly model: string;
  readonly serial: string;
  readonly status: 'online' | 'offline' | 'degraded';
  readonly locationKey: string;
  readonly offsetMinutes: number;
  readonly sharedWith: readonly string[];
  /** `undefined` when the terminal has never reported. */
  readonly heartbeatAgeMs: number | undefined;
  readonly cashNotes: number;
  readonly dispenser: 'ok' | 'jammed';
  readonly connectorKey: string;
}

export interface Group extends Entity {
  readonly name: string;
  readonly terminalKeys: readonly string[];
  /** The terminals that the group names; those of its children are not among them. */
  readonly directKeys: readonly string[];
  readonly parentKey: string | undefined;
}

export interface Connector extends Entity {
  readonly name: string;
  readonly type: string;
  readonly host: string;
  readonly state: 'connected' | 'failing';
  readonly latencyMs: number;
}

export interface Transaction extends Entity {
  readonly terminalKey: string;
  readonly atMs: number;
  /** The instant at which the service learned of it. */
  readonly arrivedAtMs: number;
  readonly type: 'withdrawal' | 'balance_inquiry' | 'transfer' | 'reversal' | 'deposit';
  readonly sequence: number;
  readonly accountType: 'checking' | 'savings' | 'credit' | 'default';
  readonly emv: boolean | undefined;
  readonly response: string;
  readonly amountRequested: number;
  /** `undefined` when nothing was completed. */
  readonly amountCompleted: number | undefined;
  readonly surchargeRequested: number;
  readonly surchargeCompleted: number | undefined;
  readonly lastFour: string;
}

/** Counts and sums of the entries that one terminal contributes to a batch. */
export interface BatchEntries {
  readonly creditCount: number;
  readonly debitCount: number;
  readonly credit: number;
  readonly debit: number;
}

export interface Batch extends Entity {
  readonly status: 'open' | 'closed' | 'submitted' | 'settled';
  readonly entriesByTerminal: ReadonlyMap<string, BatchEntries>;
  readonly openedAtMs: number;
  readonly closedAtMs: number | undefined;
  readonly settledAtMs: number | undefined;
  /** The transactions after this instant are not yet in a batch. */
  readonly throughMs: number;
}

export interface Dispute extends Entity {
  readonly status: 'open' | 'under_review' | 'accepted' | 'denied' | 'expired';
  readonly reason: string;
  readonly transactionKey: string;
  readonly terminalKey: string;
  readonly amount: number;
  readonly openedAtMs: number;
  readonly dueAtMs: number;
  readonly assigneeKey: string | undefined;
  readonly assignedAtMs: number | undefined;
  readonly resolvedAtMs: number | undefined;
  readonly reviewer: string | undefined;
  readonly note: string | undefined;
}

export interface Command extends Entity {
  readonly terminalKey: string;
  readonly type: string;
  readonly status: 'queued' | 'completed' | 'failed';
  readonly queuedAtMs: number;
  readonly completedAtMs: number | undefined;
  readonly requestedBy: string;
}

export interface Job extends Entity {
  readonly terminalKey: string;
  readonly status: 'running' | 'done';
  readonly atMs: number;
  readonly version: string;
}

/** A heartbeat or status change, or an observation of the switch journal. */
export interface Observation extends Entity {
  readonly terminalKey: string;
  readonly atMs: number;
  readonly kind: 'status' | 'journal';
  readonly text: string;
}

export interface Incident extends Entity {
  readonly terminalKey: string;
  readonly atMs: number;
  readonly event: string;
  readonly isOpen: boolean;
}

export interface Form extends Entity {
  readonly name: string;
  readonly status: 'submitted' | 'draft';
  readonly atMs: number;
  readonly userKey: string;
}

export interface World {
  readonly seed: number;
  /** The instant at which the service starts. */
  readonly startMs: number;
  readonly tenants: readonly Tenant[];
  readonly users: readonly User[];
  readonly locations: readonly Location[];
  readonly terminals: readonly Terminal[];
  readonly groups: readonly Group[];
  readonly connectors: readonly Connector[];
  /** In the order of time; those after the current instant have not happened yet. */
  readonly transactions: readonly Transaction[];
  /** The transactions with positive amounts and without surcharge, from which batches are derived. */
  readonly originals: readonly Transaction[];
  readonly commands: readonly Command[];
  readonly jobs: readonly Job[];
  readonly observations: readonly Observation[];
  readonly incidents: readonly Incident[];
  readonly forms: readonly Form[];
  /** Grow by writes. */
  readonly batches: Batch[];
  readonly disputes: Dispute[];
}

/** The choices of the shape about the population. */
export interface WorldOptions {
  readonly tenantCount: number;
  readonly terminalsPerTenant: readonly number[];
  readonly transactionsPerTerminal: number;
  readonly days: number;
  readonly futureTransactions: number;
  readonly futureSpacingMs: number;
  readonly exponent: 0 | 2 | 3;
  readonly zones: 'utc' | 'one' | 'mixed';
  readonly mix: 'withdrawals' | 'usual' | 'wide';
  readonly sharedTerminals: number;
  readonly sharedSites: boolean;
  readonly groups: 'few' | 'overlapping' | 'nested' | 'tree' | 'none';
  readonly sequences: 'long' | 'wrapping' | 'daily';
  readonly emv: 'some' | 'all' | 'none';
  readonly labels: 'distinct' | 'equal-across-tenants';
  readonly batchUnit: 'account-day' | 'account-week' | 'terminal-day';
  readonly disputes: 'several' | 'none' | 'open-only' | 'resolved-only';
  readonly keys: string;
  readonly hasSecondKeys: boolean;
  readonly hasLateRows: boolean;
  readonly hasMachineReviews: boolean;
  readonly hasPlatformConnectors: boolean;
  readonly hasRestrictedAssignees: boolean;
  readonly surcharge: 'usual' | 'none' | 'varied';
  readonly hasTwins: boolean;
  readonly amounts: 'notes' | 'all-equal' | 'cents' | 'large';
  readonly declineRate: number;
  readonly hasSilentTerminals: boolean;
  readonly hasPlacelessTerminals: boolean;
  readonly hasCommands: boolean;
  readonly hasIncidents: boolean;
  readonly connectorCount: number;
}
