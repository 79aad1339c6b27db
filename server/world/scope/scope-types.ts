import type { Timeline } from '../../../fixtures/cash/timeline.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import type {
  AccountFixture,
  BrandingFixture,
  KeyFixture,
  TenantFixture,
  UserFixture,
} from '../../../fixtures/model/model.ts';
import type { Onboarding } from '../../../fixtures/model/onboarding.ts';
import type { ReportEntry } from '../../../fixtures/model/reports.ts';
import type {
  CommandRun,
  JournalObservation,
  ProvisioningJob,
  Transaction,
} from '../../../fixtures/model/stream-types.ts';
import type { VideoEntry } from '../../../fixtures/model/videos.ts';
import type { ComplianceItem } from '../../../fixtures/terminals/compliance.ts';
import type { Assessment } from '../../../fixtures/terminals/risk.ts';
import type { BatchView, DerivationView, DeriveRequest, DisputeClaim, DisputeView } from '../books/book-types.ts';
import type { BusinessDates } from '../books/business-dates.ts';
import type { FiledDocument, FiledForm } from '../books/documents.ts';
import type { FullLedgerView, LedgerView, RowOrder } from '../books/rows/ledger-types.ts';
import type { PastFault, PastMoment } from '../fold/find-past.ts';
import type { Incident } from '../rules/incident.ts';
import type { AccountStreams } from '../rules/input/streams.ts';
import type { Log } from '../rules/log.ts';
import type { Happening } from '../rules/point-event.ts';
import type { Destination } from '../state/destinations.ts';
import type { Fact, KeptReply, Position } from '../state/facts.ts';
import type { Terminal, VisibleConnector, VisibleGroup } from '../state/tenant.ts';
import type { RealMs, SandboxMs } from '../state/time.ts';
import type { Silence, TerminalLocalTime, TransactionHour } from '../telemetry/activity.ts';
import type { ConnectorState } from '../telemetry/connector-state.ts';
import type { Provisioning } from '../telemetry/provisioning.ts';
import type { StatusChange, TerminalState, Uptime } from '../telemetry/terminal-state.ts';
import type { RoleRules } from './roles.ts';

/** The instant and position of a read. */
export interface Snapshot {
  readonly nowMs: SandboxMs;
  readonly position: Position;
}

/** Base URL of the service, without a trailing slash. Fixed at start, never taken from a request. */
export interface ServiceLocation {
  readonly baseUrl: string;
}

/** Contents of every portal, independent of the user: report catalog and videos. */
export interface Library {
  readonly reports: readonly ReportEntry[];
  readonly videos: readonly VideoEntry[];
}

/**
 * Everything that a key may read at one instant. It contains no data of others, so its users need no filter. A
 * request for anything else gets the same reply as one for an unknown id. Created only by `openScope`.
 * @see clause auth.scope
 */
export interface Scope extends Snapshot, ServiceLocation {
  /** Whether amounts and memos of requests can choose outcomes. See docs/outcomes.md */
  readonly hasMagicAmounts: boolean;
  /** Start of the sandbox clock. */
  readonly startMs: SandboxMs;
  /** Position of the latest reset. Earlier states can no longer be read. */
  readonly since: Position;
  readonly tenant: TenantFixture;
  readonly user: UserFixture;
  readonly key: KeyFixture;
  /** When the key expires on the real clock; null for a published key, which expires on the sandbox clock. */
  readonly keyExpiresAtMs: RealMs | null;
  /** Whether the key is that of a guest. */
  readonly isGuest: boolean;
  readonly account: AccountFixture;
  readonly rules: RoleRules;
  /** The user's own account and, for account-wide roles, all accounts below it. */
  readonly accounts: readonly AccountFixture[];
  /** Visible users, including the user of the key. */
  readonly users: readonly UserFixture[];
  readonly terminals: readonly Terminal[];
  readonly groups: readonly VisibleGroup[];
  readonly connectors: readonly VisibleConnector[];

  terminal(terminalId: string): Terminal | undefined;
  group(groupId: string): VisibleGroup | undefined;
  connector(connectorId: string): VisibleConnector | undefined;
  hasAccount(accountId: string): boolean;

  /** Returns rows of the given visible terminals up to now, in an order of the contract, with sums over all of them. */
  viewLedger(terminals: readonly Terminal[], order: RowOrder): LedgerView;
  /** Does the same for one terminal, with whole transactions. */
  viewTerminalLedger(terminal: Terminal, order: RowOrder): FullLedgerView;
  transaction(transactionId: string): Transaction | undefined;
  getTimeline(transaction: Transaction): Timeline;

  getState(terminal: Terminal): TerminalState;
  /** Returns the uptime of a terminal that has reported. */
  getUptime(terminal: Terminal): Uptime;
  /** Returns the risk assessment of the terminal's location. */
  getRisk(terminal: Terminal): Assessment;
  /**
   * Returns incidents of visible terminals and, for account-wide roles, of visible accounts; oldest first, open and
   * resolved.
   */
  incidents(): readonly Incident[];
  listIncidents(terminal: Terminal): readonly Incident[];
  /** Returns happenings (events without an incident) at visible terminals, oldest first. */
  happenings(): readonly Happening[];
  listHappenings(terminal: Terminal): readonly Happening[];
  /** Returns the incidents that changed in the last `reachMs`, and happenings that include all of that time, unordered. */
  listAlerts(terminal: Terminal, reachMs: number): Log;
  /** Returns the incidents of the visible accounts, for account-wide roles. */
  accountIncidents(): readonly Incident[];
  /** Returns commands queued up to now, newest first. */
  listCommands(terminal: Terminal): readonly CommandRun[];
  /** Returns jobs begun up to now, newest first. */
  listJobs(terminal: Terminal): readonly ProvisioningJob[];
  getProvisioning(terminal: Terminal): Provisioning;
  /** Returns the switch journal of the last `reachMs` up to now, by default 35 days, oldest first. */
  listObservations(terminal: Terminal, reachMs?: number): readonly JournalObservation[];
  /** Returns the changes of the last `reachMs` up to now, by default 35 days, oldest first. */
  listStatusChanges(terminal: Terminal, reachMs?: number): readonly StatusChange[];
  /** Returns the periods without a heartbeat in the last `reachMs`, by default 35 days, as known now; oldest first. */
  listSilences(terminal: Terminal, reachMs?: number): readonly Silence[];
  /** Returns the latest finished hours with transactions, newest first: at least `count`, if there are that many. */
  transactionHours(terminals: readonly Terminal[], count: number): readonly TransactionHour[];
  /** Returns the local time at a terminal. */
  localTimeAt(terminal: Terminal, ms: number): TerminalLocalTime;
  /** Returns only the status of its state, without reading transactions or incidents. */
  getConnectorStatus(connector: VisibleConnector): ConnectorState['status'];
  getConnectorState(connector: VisibleConnector): ConnectorState;

  /** Returns batches paid to visible accounts that exist now, newest business date first. */
  batches(): readonly BatchView[];
  /** Returns disputes of visible terminals opened up to now, newest first. */
  disputes(): readonly DisputeView[];
  complianceItems(): readonly ComplianceItem[];
  /** Returns forms, newest first, drafts last. */
  forms(): readonly FiledForm[];
  /** Returns documents of the user's own account, newest first. */
  documents(): readonly FiledDocument[];
  /** Returns the onboarding of the user's own account. */
  onboarding(): Onboarding;
  readonly library: Library;

  readonly businessDates: BusinessDates;
  /** Derives a batch as it would be now. Stores nothing. */
  derive(request: DeriveRequest): DerivationView;
  /** Returns the dispute that the claim would open now. */
  openDispute(claim: DisputeClaim): DisputeView;
  /** Whether the user is visible and may work on disputes. */
  mayHandleDisputes(userId: string): boolean;

  keptReply(operationId: string, idempotencyKey: string): KeptReply | undefined;
  /**
   * Returns an id that no other write of this tenant has, derived from the seed, the position and the number of earlier
   * calls.
   */
  newId(prefix: string): string;
  /** Signs a text for this user, such as a cursor. */
  sign(text: string): string;
  /** Returns the same user's scope at an earlier viewpoint, for later pages of a list. */
  atSnapshot(snapshot: Snapshot): Scope;
}

/** A scope as the steps of a request get it. Handlers get a `Scope`. */
export interface OpenedScope extends Scope {
  /** Computes and caches these of all visible terminals. Each slice of a long computation continues where the previous one ended. */
  computeFleet(): void;
  atSnapshot(snapshot: Snapshot): OpenedScope;
  /** Returns the same user's scope at a moment in the past. */
  asOf(moment: PastMoment): OpenedScope | PastFault;
}

/** A scope with what only the control plane shows and changes. Created only by `openControlScope` and `openEveryTenant`. */
export interface ControlScope extends OpenedScope {
  readonly seed: number;
  /** Where the clock ends. */
  readonly latestMs: SandboxMs;
  /** Causes that affect the visible terminals, accounts and connectors, ordered by time; also future ones. */
  readonly causes: readonly Cause[];
  /** All causes of the tenant, visible or not. */
  readonly allCauses: readonly Cause[];
  /** Returns a visible account with its working terminals, as input of rules. */
  accountStreams(accountId: string): AccountStreams;
  /** Destinations of visible accounts, in order of registration. */
  readonly destinations: readonly Destination[];
  /** Number of destinations of the whole tenant, visible or not. */
  readonly destinationCount: number;
  /** Ids of deleted destinations. */
  readonly deletedDestinationIds: readonly string[];
  /** Returns the same user's view after a reset, to which facts can be added. */
  startOver(): TenantHistory;
  atSnapshot(snapshot: Snapshot): ControlScope;
}

/** A tenant with a hypothetical history. */
export interface TenantHistory {
  add(fact: Fact): void;
  /** Returns the scope with the facts added so far, at an instant. */
  seenAt(nowMs: SandboxMs): ControlScope;
}

/** The data that needs no key: the branding of the requested host. */
export interface PublicView extends Snapshot, ServiceLocation {
  /** Returns the branding of a host name. Unknown hosts have the platform's own branding. */
  findBranding(host: string): BrandingFixture;
  /** The requested `Host` without its port; empty if there is none. */
  readonly host: string;
}
