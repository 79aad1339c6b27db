import { reopenLedger } from '../../../../fixtures/cash/ledger.ts';
import type { Cause } from '../../../../fixtures/model/causes.ts';
import type { AccountFixture, TenantFixture } from '../../../../fixtures/model/model.ts';
import { MINUTE_MS } from '../../../../fixtures/time/dates.ts';
import type { EventType } from '../../../../spec/index.ts';
import type { TriggerParameters } from '../../../../spec/trigger-parameters.ts';
import type { BatchView } from '../../books/book-types.ts';
import { getPolicy, type Policy } from '../../rules/evaluation/default-policy.ts';
import { ceilToMinute } from '../../rules/evaluation/minutes.ts';
import type { Incident } from '../../rules/incident.ts';
import type { AccountStreams, TerminalStreams } from '../../rules/input/streams.ts';
import type { Log } from '../../rules/log.ts';
import type { Terminal, VisibleConnector } from '../../state/tenant.ts';
import { createObstacle, type Obstacle } from './obstacle.ts';

/** The visible part of the world in which a cause takes effect. A `ControlScope` is one. */
export interface TriggerContext {
  readonly nowMs: number;
  readonly seed: number;
  readonly tenant: TenantFixture;
  /** Visible accounts. Effects on others are not considered. */
  readonly accounts: readonly AccountFixture[];
  readonly terminals: readonly Terminal[];
  readonly connectors: readonly Pick<VisibleConnector, 'fixture'>[];
  /** Earlier causes about visible data, ordered by time. */
  readonly causes: readonly Cause[];
  /** Returns a visible account with its working terminals. */
  accountStreams(accountId: string): AccountStreams;
  /** Returns batches paid to visible accounts that exist now. */
  batches(): readonly BatchView[];
  /** Returns a unique id. */
  newId(prefix: string): string;
}

/** Whether the account is visible. */
export const isAccountVisible = ({ accounts }: TriggerContext, accountId: string): boolean =>
  accounts.some((account) => account.accountId === accountId);

/** The target of the event. The event determines which members are required. */
export interface TriggerTarget {
  readonly terminalId?: string;
  readonly connectorId?: string;
  readonly accountId?: string;
}

/** The causes that make the real rule report. */
export interface TriggerPlan {
  readonly causes: readonly Cause[];
  /** How far the clock must move from now until the rule has reported. */
  readonly afterMs: number;
  /** The action of a user that is required at that instant; null if none is required. */
  readonly followUp: FollowUp | null;
  /** Id of the resulting incident or event; absent if it is not known yet. */
  readonly expectedId?: string;
}

export interface FollowUp {
  readonly operationId: 'deriveSettlements';
  readonly accountId: string;
  readonly businessDate: string;
}

export type TriggerOutcome = TriggerPlan | readonly Obstacle[];

/** How to trigger one type of event. */
export interface PointEventTrigger<Type extends EventType> {
  readonly about: 'terminal' | 'connector' | 'account';
  /** Members of the target that it uses in addition to those of `about`. */
  readonly alsoTakes?: readonly TargetMember[];
  /** Minutes that are enough for 90 % of the terminals. */
  readonly usualMinutes: number;
  /** Returns the causes after which the rule reports. */
  provoke(setting: Setting, parameters: TriggerParameters<Type>): TriggerOutcome;
}

export type TargetMember = keyof TriggerTarget;

/** How to trigger one type of event and to end its incident. */
export interface IncidentTrigger<Type extends EventType> extends PointEventTrigger<Type> {
  /** Returns the causes after which the rule ends the incident; none if it ends without them. */
  resolve(setting: Setting): TriggerOutcome;
  /** Whether this open incident is one that `resolve` ends. Default: it is that of the target's terminal. */
  ends?(incident: Incident, ending: Ending): boolean;
}

/** The target of a resolution, and the causes that resolve its incidents. */
export interface Ending {
  readonly triggerContext: Pick<TriggerContext, 'terminals'>;
  readonly target: TriggerTarget;
  readonly causes: readonly Cause[];
}

/** Place and time. */
export interface Setting {
  readonly triggerContext: TriggerContext;
  readonly target: TriggerTarget;
  /** When causes take effect. */
  readonly nowMs: number;
  /** Returns the incidents and happenings at a terminal as known at an instant, oldest first. */
  readonly readLog: (terminal: Terminal, nowMs: number) => Log;
  /** Returns what the rules of a terminal report up to an instant if causes are added. */
  readonly rehearseLog: (terminal: Terminal, rehearsed: Rehearsed) => Log;
}

/** Causes to add, and the end of the span to evaluate. */
export interface Rehearsed {
  readonly causes: readonly Cause[];
  readonly toMs: number;
}

/** Returns the thresholds of the rules. */
export const readPolicy = ({ triggerContext }: Setting): Policy => getPolicy(triggerContext.tenant);

/** Returns the causes, with the delay from now until the rule has reported at `firesAtMs`. */
export const createTriggerPlan = ({ nowMs }: Setting, causes: readonly Cause[], firesAtMs: number): TriggerPlan => ({
  causes,
  afterMs: Math.max(0, ceilToMinute(firesAtMs) - nowMs),
  followUp: null,
});

/** Returns the target's terminal, if it can have events. */
export function findTargetTerminal({ triggerContext, target }: Setting): Terminal | readonly Obstacle[] {
  const { terminalId } = target;
  if (terminalId === undefined)
    return createObstacle('/terminal_id', 'missing_target', 'Expected the id of a terminal.');
  const terminal = triggerContext.terminals.find((each) => each.terminalId === terminalId);
  if (terminal === undefined)
    return createObstacle('/terminal_id', 'unknown_target', 'Expected the id of a terminal that you can see.');
  const { status } = terminal.fixture;
  if (status === 'active') return terminal;
  return createObstacle(
    '/terminal_id',
    'not_in_service',
    `A terminal that is ${status.replace('_', ' ')} has no events.`,
  );
}

/** Returns a cause at a terminal, now. */
export const createCauseBase = (
  { triggerContext, nowMs }: Setting,
  { terminalId }: Terminal,
): { readonly causeId: string; readonly atMs: number; readonly terminalId: string } => ({
  causeId: triggerContext.newId('cau'),
  atMs: nowMs,
  terminalId,
});

/** Returns the terminal's streams after injecting the causes. */
export function withInjectedCauses({ source, ledger }: TerminalStreams, causes: readonly Cause[]): TerminalStreams {
  const caused = { ...source, causes: [...(source.causes ?? []), ...causes] };
  const fromMs = Math.min(...causes.map(({ atMs }) => atMs));
  return { source: caused, ledger: reopenLedger(ledger, caused, fromMs) };
}

/** Returns the terminal's latest incident with that key, open or resolved, as known now. */
export function findLatestIncident(
  { readLog, nowMs }: Setting,
  terminal: Terminal,
  dedupeKey: string,
): Incident | undefined {
  return readLog(terminal, nowMs).incidents.findLast((incident) => incident.dedupeKey === dedupeKey);
}

/** Explains that the requested duration is too short for the rule, which reports after `leastMs`. */
export const explainShortDuration = (leastMs: number): readonly Obstacle[] =>
  createObstacle(
    '/parameters/minutes',
    'invalid_value',
    `Expected more than ${Math.ceil(leastMs / MINUTE_MS)}, the time after which the rule reports.`,
  );

export function createAlreadyOpenObstacle({ incidentId, type }: Incident): readonly Obstacle[] {
  return createObstacle('/event_type', 'already_open', `${incidentId} is open. Resolve ${type} first.`);
}

/** Returns the first instant at which a rule may report again after an incident. */
export const findRearmedMs = (incident: Incident | undefined, rearmMinutes: number): number =>
  (incident?.resolvedAtMs ?? Number.NEGATIVE_INFINITY) + Math.max(1, rearmMinutes) * MINUTE_MS;
