import { reopenLedger } from '../../../fixtures/cash/ledger.ts';
import type { Cause } from '../../../fixtures/model/causes.ts';
import type { AccountFixture, TenantFixture } from '../../../fixtures/model/model.ts';
import { MINUTE_MS } from '../../../fixtures/time/dates.ts';
import type { BatchView } from '../books/book-types.ts';
import { terminalLog } from '../events/incident-log.ts';
import { minuteFrom } from '../rules/evaluation/minutes.ts';
import type { AccountStreams, Incident, TerminalStreams } from '../rules/index.ts';
import type { Terminal, VisibleConnector } from '../state/tenant.ts';
import { type Obstacle, obstacle } from './obstacle.ts';
import type { ParameterSchemas, ParametersOf } from './parameters.ts';

/** The visible part of the world in which a cause takes effect. A `Scope` is one. */
export interface TriggerContext {
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
export const showsAccount = ({ accounts }: TriggerContext, accountId: string): boolean =>
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
  /** What a user must do at that instant; null if waiting is enough. */
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

/** How to trigger and resolve one type of event. */
export interface TriggerDefinition<Schemas extends ParameterSchemas> {
  readonly about: 'terminal' | 'connector' | 'account';
  readonly parameters: Schemas;
  readonly provoke: (setting: Setting, parameters: ParametersOf<Schemas>) => TriggerOutcome;
  /** Undefined for events without an incident. */
  readonly resolve: ((setting: Setting) => TriggerOutcome) | undefined;
}

/** Place and time. `terminal` is that of the target. */
export interface Setting {
  readonly triggerContext: TriggerContext;
  readonly target: TriggerTarget;
  readonly nowMs: number;
}

/** Hides the types of a definition's parameters, for a table of definitions. */
export const defineTrigger = <const Schemas extends ParameterSchemas>(
  given: TriggerDefinition<Schemas>,
): TriggerDefinition<ParameterSchemas> => given as unknown as TriggerDefinition<ParameterSchemas>; // each definition parses its values with its own schemas

/** Returns the causes, with the delay from now until the rule has reported at `firesAtMs`. */
export const triggerPlan = (
  { nowMs }: Setting,
  causes: readonly Cause[],
  firesAtMs: number,
  followUp: FollowUp | null = null,
): TriggerPlan => ({ causes, afterMs: Math.max(0, minuteFrom(firesAtMs) - nowMs), followUp });

/** Returns the target's terminal, if it can have events. */
export function findTargetTerminal({ triggerContext, target }: Setting): Terminal | readonly Obstacle[] {
  const { terminalId } = target;
  if (terminalId === undefined) return obstacle('/terminal_id', 'missing_target', 'Expected the id of a terminal.');
  const terminal = triggerContext.terminals.find((each) => each.terminalId === terminalId);
  if (terminal === undefined)
    return obstacle('/terminal_id', 'unknown_target', 'Expected the id of a terminal that you can see.');
  const { status } = terminal.fixture;
  if (status === 'active') return terminal;
  return obstacle('/terminal_id', 'not_in_service', `A terminal that is ${status.replace('_', ' ')} has no events.`);
}

/** Returns a cause at a terminal, now. */
export const causeAt = (
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
export function latestIncident(terminal: Terminal, nowMs: number, dedupeKey: string): Incident | undefined {
  return terminalLog(terminal, nowMs).incidents.findLast((incident) => incident.dedupeKey === dedupeKey);
}

export function alreadyOpen({ incidentId, type }: Incident): readonly Obstacle[] {
  return obstacle('/event_type', 'already_open', `${incidentId} is open. Resolve ${type} first.`);
}

/** Returns the first instant at which a rule may report again after an incident. */
export const findRearmedMs = (incident: Incident | undefined, rearmMinutes: number): number =>
  (incident?.resolvedAtMs ?? Number.NEGATIVE_INFINITY) + Math.max(1, rearmMinutes) * MINUTE_MS;
