/** Who owns terminals. */
export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly webHost: string;
}

export interface User {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly role: 'owner' | 'branch' | 'reader';
  /** The terminals that the user sees: all or some of the own customer. */
  readonly generateTerminalIds: ReadonlySet<string>;
  readonly mayDerive: boolean;
  readonly mayDispute: boolean;
}

export interface Group {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly parentId?: string;
}

export interface Site {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly street: string;
  readonly town: string;
  readonly risk: 'low' | 'raised';
}

export interface Connector {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly delayMs: number;
}

export interface Terminal {
  readonly id: string;
  readonly customerId: string;
  readonly groupId: string;
  readonly siteId: string;
  readonly connectorId: string;
  readonly serial: string;
  readonly condition: 'inService' | 'short of cash' | 'silent';
  readonly feeCents: number;
  readonly notes: number;
  readonly lastHeartbeatMs: number;
}

export type Kind = 'cash' | 'advance' | 'transfer' | 'balance' | 'reversal';
export type TransactionOutcome = 'approved' | 'partial' | 'declined' | 'timedOut';

/** One transaction. */
export interface TransactionRecord {
  readonly id: string;
  readonly customerId: string;
  readonly terminalId: string;
  /** Its index among the transactions of its customer, from 0, oldest first. */
  readonly number: number;
  readonly happenedAtMs: number;
  readonly kind: Kind;
  readonly outcome: TransactionOutcome;
  readonly sequence: number;
  readonly accountKind: 'chequing' | 'savings' | 'credit';
  readonly chip?: 'contact' | 'contactless';
  readonly requestedCents: number;
  readonly dispensedCents: number;
  readonly feeRequestedCents: number;
  readonly feeTakenCents: number;
}

export const REASONS = ['cashNotGiven', 'wrongAmount', 'chargedTwice', 'notMine'] as const;
export type DisputeStage = 'new' | 'underReview' | 'closedWon' | 'closedLost';

export interface Dispute {
  readonly id: string;
  readonly terminalId: string;
  readonly transactionId: string;
  readonly stage: DisputeStage;
  readonly why: (typeof REASONS)[number];
  readonly amountCents: number;
  readonly openedAtMs: number;
  readonly reviewer: string;
}

/** The settlement of a group for a period. */
export interface Batch {
  readonly id: string;
  readonly customerId: string;
  readonly groupId: string;
  readonly state: 'collecting' | 'sent' | 'paid';
  readonly opensAtMs: number;
  readonly closesAtMs: number;
  readonly credits: number;
  readonly debits: number;
  readonly creditCents: number;
  readonly debitCents: number;
}

export interface Command {
  readonly id: string;
  readonly terminalId: string;
  readonly verb: 'reload' | 'restart' | 'readCounters' | 'closeDay';
  readonly phase: 'queued' | 'completed' | 'failed';
  readonly askedAtMs: number;
}

/** All data of the service. Writes replace the lists of disputes and batches. */
export interface DataSet {
  readonly seed: number;
  readonly customers: readonly Customer[];
  readonly users: readonly User[];
  readonly groups: readonly Group[];
  readonly sites: readonly Site[];
  readonly connectors: readonly Connector[];
  readonly terminals: readonly Terminal[];
  readonly records: readonly TransactionRecord[];
  disputes: readonly Dispute[];
  batches: readonly Batch[];
  commands: readonly Command[];
}

export const DAY_MS = 86_400_000;
/** Formats the UTC day of an instant as `2025-09-30`. */
export const formatIsoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
/** Formats an instant as `2025-09-30T08:15:00Z`. */
export const formatUtcInstant = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;
