import type { Cause } from '../../fixtures/causes.ts';
import type { ComplianceItem } from '../../fixtures/compliance.ts';
import type { Claim } from '../../fixtures/dispute-cases.ts';
import type { DisputeCase, DisputeState } from '../../fixtures/disputes.ts';
import type { Ledger } from '../../fixtures/ledger.ts';
import type {
  AccountFixture,
  ConnectorFixture,
  GroupFixture,
  KeyFixture,
  TenantFixture,
  TerminalFixture,
  UserFixture,
} from '../../fixtures/model.ts';
import type { Onboarding } from '../../fixtures/onboarding.ts';
import type { ReportEntry } from '../../fixtures/reports.ts';
import type { Assessment } from '../../fixtures/risk.ts';
import type { Derivation, DerivationInput } from '../../fixtures/settlement-derivation.ts';
import type { Batch, BatchState } from '../../fixtures/settlements.ts';
import type {
  CommandRun,
  JournalObservation,
  ProvisioningJob,
  StreamSource,
  Transaction,
  TransactionForm,
} from '../../fixtures/stream-types.ts';
import type { Timeline } from '../../fixtures/timeline.ts';
import type { VideoEntry } from '../../fixtures/videos.ts';
import type { LocalTime, Silence, TransactionHour } from './activity.ts';
import type { ConnectorState } from './connector-state.ts';
import type { Destination } from './destinations.ts';
import type { Fact, KeptReply, Position } from './facts.ts';
import type { GrownList, GrownMap } from './grown.ts';
import type { FiledDocument, FiledForm } from './paperwork.ts';
import type { Provisioning } from './provisioning.ts';
import type { RoleRules } from './roles.ts';
import type { AccountStreams, Happening, Incident } from './rules/index.ts';
import type { StatusChange, TerminalState } from './terminal-state.ts';
import type { SandboxMs } from './time.ts';

/** A terminal with its streams opened: everything that ever happens to it can be asked of these. */
export interface Terminal {
  readonly terminalId: string;
  readonly locationId: string;
  readonly fixture: TerminalFixture;
  readonly source: StreamSource;
  readonly ledger: Ledger;
  /** Groups it is a direct member of. */
  readonly groupIds: readonly string[];
}

/** A group as one user sees it: its members are cut to the visible ones. */
export interface VisibleGroup {
  readonly fixture: GroupFixture;
  /** Null also where the parent is not visible. */
  readonly parentGroupId: string | null;
  /** Members of it and of its descendants, visible ones only, in fleet order. */
  readonly terminals: readonly Terminal[];
}

/** A connector as one user sees it: `terminals` are the visible ones that depend on it. */
export interface VisibleConnector {
  readonly fixture: ConnectorFixture;
  readonly terminals: readonly Terminal[];
}

/** A tenant as drawn from the seed and from what users changed in its input. */
export interface GeneratedTenant {
  readonly seed: number;
  /** As its file has it, but that its connectors have the outages that users gave them. */
  readonly fixture: TenantFixture;
  /** As it was before the first cause; undefined while there is none. */
  readonly pristine: GeneratedTenant | undefined;
  /** In order of time. */
  readonly causes: readonly Cause[];
  readonly terminals: readonly Terminal[];
  readonly terminalsById: ReadonlyMap<string, Terminal>;
}

/** A tenant as it stands after the facts up to `position`. */
export interface TenantState {
  readonly generated: GeneratedTenant;
  readonly position: Position;
  /** Cases opened by users, in order of opening. */
  readonly openedDisputes: GrownList<DisputeCase>;
  /** Batches worked out by users, the latest revision of each, by batch id. */
  readonly derivedBatches: ReadonlyMap<string, Batch>;
  /** The same with every earlier revision, in order of derivation. */
  readonly everDerived: GrownList<Batch>;
  /** Replies kept for `Idempotency-Key`, by user, operation and key. */
  readonly keptReplies: GrownMap<KeptReply>;
  /** Where its events are sent, by id, in order of registration. */
  readonly destinations: ReadonlyMap<string, Destination>;
  /** The account that each deleted one belonged to, by its id: what was sent there can still be looked at. */
  readonly deletedDestinations: ReadonlyMap<string, string>;
  /** Position of its latest reset; 0 before any. */
  readonly since: Position;
  /** Facts since then, but for those that nobody caused: new ids are drawn from it, so that they repeat after a reset. */
  readonly factCount: number;
  /** Mixed into new ids; 0 unless a reset asked for other ids than before. */
  readonly idSalt: number;
  /** The state before the last entry; undefined before the first, and after a reset. */
  readonly previous: TenantState | undefined;
}

export type SortKey =
  | 'terminal_datetime'
  | 'transaction_type'
  | 'seq_no'
  | 'account_type'
  | 'response'
  | 'amt_req'
  | 'amt_comp'
  | 'sur_req'
  | 'sur_comp'
  | 'terminal_id';

export interface RowOrder {
  readonly sortBy: SortKey;
  readonly sortDir: 'asc' | 'desc';
}

/** A row with its money columns as they stand at the scope's instant. */
export interface LedgerRow {
  readonly transaction: Transaction;
  readonly form: TransactionForm;
}

export interface LedgerView {
  readonly rows: readonly LedgerRow[];
  readonly totals: LedgerTotals;
}

/** Sums over all rows of a view, whatever page is shown. Money in cents. */
export interface LedgerTotals {
  readonly surchargeCents: number;
  readonly withdrawnCents: number;
  readonly approved: number;
  readonly declined: number;
  readonly reversals: number;
}

/** A batch with what is known of it at the scope's instant. */
export interface BatchView {
  readonly batch: Batch;
  readonly state: BatchState;
}

/** A case with what is known of it at the scope's instant. */
export interface DisputeView {
  readonly dispute: DisputeCase;
  readonly state: DisputeState;
  /** The batch that charges the lost case to its payee; null while none does. */
  readonly adjustmentBatchId: string | null;
}

/** What a user asks to have worked out; adjustments follow from what exists. */
export type DeriveRequest = Pick<
  DerivationInput,
  'accountId' | 'businessDate' | 'fundingType' | 'sameDay' | 'terminalIds'
> &
  Required<Pick<DerivationInput, 'memo' | 'revision'>> & {
    readonly includeAdjustments: boolean;
    /** Of the batch that is worked out again; default: the id that the account, date and funding type always have. */
    readonly batchId?: string;
  };

export interface DerivationView {
  readonly derivation: Derivation;
  /** The batch as it would stand at once; undefined when there is nothing to settle. */
  readonly view: BatchView | undefined;
}

export type DisputeClaim = Omit<Claim, 'tenant' | 'disputeId' | 'openedAtMs'>;

/** The root account's banking calendar, as of the scope's instant. */
export interface BusinessDates {
  /** The latest business date whose cut-off is past. */
  readonly lastClosed: string;
  /** Whether a same-day ACH window is still open today. */
  readonly isSameDayOpen: boolean;
  /** Why a date cannot be derived now, or undefined. */
  faultOf(date: string): 'not_a_banking_day' | 'business_date_open' | 'business_date_too_old' | undefined;
}

/** Which instant and position a reader looks from. */
export interface Viewpoint {
  readonly nowMs: SandboxMs;
  readonly position: Position;
}

/** Where the service is reached, without a slash at the end. Fixed at start, never taken from a request. */
export interface Placed {
  readonly baseUrl: string;
}

/** What every portal offers, whoever looks: reports to order and videos to watch. */
export interface Library {
  readonly reports: readonly ReportEntry[];
  readonly videos: readonly VideoEntry[];
}

/**
 * What a key may see, at one instant. Behind it there is nothing of anybody else, so its users need no filter; what it
 * does not hold is answered like what never existed. Made by `openScope` alone.
 * @see clause auth.scope
 */
export interface Scope extends Viewpoint, Placed {
  /** Where the sandbox clock started. */
  readonly epochMs: SandboxMs;
  /** Position of the latest reset; what was looked at before it cannot be looked at again. */
  readonly since: Position;
  readonly tenant: TenantFixture;
  readonly seed: number;
  /** Signs the cursors of lists; undefined where no lists are served. */
  readonly cursorSecret: string | undefined;
  readonly user: UserFixture;
  readonly key: KeyFixture;
  readonly account: AccountFixture;
  readonly rules: RoleRules;
  /** Its own account and, for account-wide roles, all below it. */
  readonly accounts: readonly AccountFixture[];
  /** Users it may be shown, itself included. */
  readonly users: readonly UserFixture[];
  readonly terminals: readonly Terminal[];
  readonly groups: readonly VisibleGroup[];
  readonly connectors: readonly VisibleConnector[];
  /** What users changed about these terminals, accounts and connectors, in order of time; later than now too. */
  readonly causes: readonly Cause[];

  terminal(terminalId: string): Terminal | undefined;
  group(groupId: string): VisibleGroup | undefined;
  connector(connectorId: string): VisibleConnector | undefined;
  hasAccount(accountId: string): boolean;

  /** Rows of the given visible terminals up to now, in an order of the contract, with sums over all of them. */
  ledgerOf(terminals: readonly Terminal[], order: RowOrder): LedgerView;
  transaction(transactionId: string): Transaction | undefined;
  timelineOf(transaction: Transaction): Timeline;

  statusOf(terminal: Terminal): TerminalState;
  /** What is thought of the risk of the place where it stands. */
  riskOf(terminal: Terminal): Assessment;
  /** A visible account with its working terminals, as rules look at it. */
  accountStreams(accountId: string): AccountStreams;
  /** Incidents that touch visible terminals or, for account-wide roles, visible accounts; oldest first, open or not. */
  incidents(): readonly Incident[];
  incidentsOf(terminal: Terminal): readonly Incident[];
  /** What happened at visible terminals and is told once; oldest first. */
  happenings(): readonly Happening[];
  happeningsOf(terminal: Terminal): readonly Happening[];
  /** Queued up to now, newest first. */
  commandsOf(terminal: Terminal): readonly CommandRun[];
  /** Begun up to now, newest first. */
  jobsOf(terminal: Terminal): readonly ProvisioningJob[];
  provisioningOf(terminal: Terminal): Provisioning;
  /** At the switch, of the last 35 days, up to now, oldest first. */
  observationsOf(terminal: Terminal): readonly JournalObservation[];
  /** Of the last 35 days, up to now, oldest first. */
  statusChangesOf(terminal: Terminal): readonly StatusChange[];
  /** Times without a heartbeat in the last 35 days, as known now, oldest first. */
  silencesOf(terminal: Terminal): readonly Silence[];
  /** The latest finished hours with transactions, newest first: at least `count` of them where there are so many. */
  transactionHours(terminals: readonly Terminal[], count: number): readonly TransactionHour[];
  /** What the wall clock at a terminal shows. */
  localTimeAt(terminal: Terminal, ms: number): LocalTime;
  connectorStateOf(connector: VisibleConnector): ConnectorState;

  /** Batches paid to visible accounts that exist now, newest business date first. */
  batches(): readonly BatchView[];
  /** Cases over visible terminals opened up to now, newest first. */
  disputes(): readonly DisputeView[];
  complianceItems(): readonly ComplianceItem[];
  /** Newest first, drafts last. */
  forms(): readonly FiledForm[];
  /** Of its own account, newest first. */
  documents(): readonly FiledDocument[];
  /** Of its own account. */
  onboarding(): Onboarding;
  readonly library: Library;

  readonly businessDates: BusinessDates;
  /** Works a batch out as it would stand now; nothing is kept of it. */
  derive(request: DeriveRequest): DerivationView;
  /** The case that such a claim opens now. */
  openDispute(claim: DisputeClaim): DisputeView;
  /** Whether that user is visible and may work on disputes. */
  mayHandleDisputes(userId: string): boolean;

  /** Where events of visible accounts are sent, in order of registration. */
  readonly destinations: readonly Destination[];
  /** Destinations of the whole tenant, visible or not. */
  readonly destinationCount: number;
  /** Ids of those that were deleted. */
  readonly deletedDestinationIds: readonly string[];

  keptReply(operationId: string, idempotencyKey: string): KeptReply | undefined;
  /** An id no other write of this tenant has: drawn from the seed, the position and how many were asked for before. */
  newId(prefix: string): string;
  /** Causes in the whole tenant, whether the user sees what they concern or not. */
  readonly allCauses: readonly Cause[];
  /** The same user's view of the tenant after a reset, to which facts are added one after another. */
  startOver(): TenantHistory;
  /** The same user's view from an earlier viewpoint, for the later pages of a walk. */
  asSeenFrom(viewpoint: Viewpoint): Scope;
}

/** A tenant as it would be after other facts than its own. */
export interface TenantHistory {
  add(fact: Fact): void;
  /** The tenant with the facts added so far, at an instant. */
  seenAt(nowMs: SandboxMs): Scope;
}
