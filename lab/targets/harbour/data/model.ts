/** The data of the service. Money is whole cents of the customer's currency; instants are epoch milliseconds. */
export interface World {
  readonly seed: number;
  readonly customers: readonly Customer[];
}

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly groups: readonly Group[];
  readonly sites: readonly Site[];
  readonly terminals: readonly Terminal[];
  readonly connectors: readonly Connector[];
  readonly users: readonly User[];
  /** Newest first. */
  readonly transactions: readonly Transaction[];
  readonly batches: readonly Batch[];
  readonly cases: readonly DisputeCase[];
  readonly commands: readonly Command[];
}

/** `owner` sees the whole customer and may write, `reader` sees it, `clerk` sees a part of it. */
export type Role = 'owner' | 'reader' | 'clerk';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly key: string;
  readonly customerId: string;
  readonly terminalIds: ReadonlySet<string>;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly parentId: string | null;
}

export interface Site {
  readonly id: string;
  readonly name: string;
  readonly street: string;
  readonly town: string;
}

export interface Terminal {
  readonly id: string;
  readonly siteId: string;
  readonly groupId: string;
  readonly connectorId: string;
  readonly model: string;
  readonly surchargeCents: number;
}

export interface Connector {
  readonly id: string;
  readonly name: string;
  readonly kind: 'Processor' | 'Telemetry';
}

export type TransactionType = 'WDL' | 'FST' | 'BAL' | 'TRF' | 'REV';

export interface Transaction {
  readonly id: string;
  readonly terminalId: string;
  readonly atMs: number;
  readonly type: TransactionType;
  readonly trace: string;
  readonly account: 'CHK' | 'SAV' | 'CRD';
  readonly emv: 'Contact' | 'Contactless' | undefined;
  readonly response: '00' | '51' | '61';
  readonly requestedCents: number;
  readonly completedCents: number;
  readonly surchargeRequestedCents: number;
  readonly surchargeCompletedCents: number;
  /** The number of arrivals after which it exists; 0 for initial data. */
  readonly arrival: number;
}

export interface Batch {
  readonly id: string;
  readonly groupId: string;
  /** Midnight of the settled day. */
  readonly dayMs: number;
  readonly state: 'Draft' | 'Sent' | 'Paid';
  readonly credits: number;
  readonly debits: number;
  readonly creditCents: number;
  readonly debitCents: number;
}

export type Phase = 'Lodged' | 'Investigating' | 'Won' | 'Lost';

export interface DisputeCase {
  readonly id: string;
  readonly transactionId: string;
  readonly terminalId: string;
  readonly phase: Phase;
  readonly cause: string;
  readonly cents: number;
  readonly lodgedAtMs: number;
}

export interface Command {
  readonly id: string;
  readonly terminalId: string;
  readonly order: string;
  readonly queuedAtMs: number;
  readonly completedAtMs: number | undefined;
}

/** Returns the group and all groups below it. */
export function listWithSubgroups(groups: readonly Group[], id: string): ReadonlySet<string> {
  const found = new Set([id]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const group of groups) if (group.parentId !== null && found.has(group.parentId)) found.add(group.id);
  }
  return found;
}

/** Whether the case is decided, and so has a reviewer. */
export const isResolved = ({ phase }: DisputeCase): boolean => phase === 'Won' || phase === 'Lost';

/** The transaction types whose completed amount was paid out in cash. */
export const isWithdrawal = ({ type }: Transaction): boolean => type === 'WDL' || type === 'FST';
