import type { Cause } from '../../../fixtures/causes.ts';
import { reopenLedger } from '../../../fixtures/ledger.ts';
import type { AccountFixture, TenantFixture } from '../../../fixtures/model.ts';
import { terminalLog } from '../incident-log.ts';
import type { AccountStreams, Incident, TerminalStreams } from '../rules/index.ts';
import { minuteFrom } from '../rules/minutes.ts';
import type { BatchView, Terminal, VisibleConnector } from '../tenant.ts';
import type { ParameterSchemas, ParametersOf } from './parameters.ts';

/** Where a cause is to take effect: what the one who asks may see. A `Scope` is one. */
export interface Stage {
  readonly seed: number;
  readonly tenant: TenantFixture;
  /** What happens to others is none of its business. */
  readonly accounts: readonly AccountFixture[];
  readonly terminals: readonly Terminal[];
  readonly connectors: readonly Pick<VisibleConnector, 'fixture'>[];
  /** What was changed before about what it shows, in order of time. */
  readonly causes: readonly Cause[];
  /** One of its accounts with its working terminals. */
  accountStreams(accountId: string): AccountStreams;
  /** Batches paid to its accounts that exist now. */
  batches(): readonly BatchView[];
  /** An id that nothing else has. */
  newId(prefix: string): string;
}

/** Whether the account is one of those that the stage shows. */
export const showsAccount = ({ accounts }: Stage, accountId: string): boolean =>
  accounts.some((account) => account.accountId === accountId);

/** What the event is to be about; which of them is needed depends on the event. */
export interface ProvokeTarget {
  readonly terminalId?: string;
  readonly connectorId?: string;
  readonly accountId?: string;
}

/** What has to change so that the real rule finds what it looks for. */
export interface Provocation {
  readonly causes: readonly Cause[];
  /** So far the clock has to be moved from now until the rule has spoken. */
  readonly afterMs: number;
  /** What a user has to do besides, at that moment; null where time alone is enough. */
  readonly followUp: FollowUp | null;
  /** The id of the incident that opens, or of the event that is sent once; absent where it is not known yet. */
  readonly expectedId?: string;
}

export interface FollowUp {
  readonly operationId: 'deriveSettlements';
  readonly accountId: string;
  readonly businessDate: string;
}

/** Why it cannot be done, and where that shows. */
export interface Obstacle {
  /** Into the request: `/terminal_id`, `/parameters/minutes`. */
  readonly pointer: string;
  readonly code: ObstacleCode;
  readonly detail: string;
}

export type ObstacleCode =
  | 'unknown_member'
  | 'invalid_value'
  | 'missing_target'
  | 'unknown_target'
  | 'not_in_service'
  | 'cannot_serve'
  | 'already_open'
  | 'held_back'
  | 'has_no_end'
  | 'nothing_to_resolve';

export type Outcome = Provocation | readonly Obstacle[];

/** One event in the hands of who wants it to happen. */
export interface Recipe<Schemas extends ParameterSchemas> {
  readonly about: 'terminal' | 'connector' | 'account';
  readonly parameters: Schemas;
  readonly provoke: (setting: Setting, parameters: ParametersOf<Schemas>) => Outcome;
  /** Undefined for what is told once and has no end. */
  readonly resolve: ((setting: Setting) => Outcome) | undefined;
}

/** Where and when. `terminal` is that of the target. */
export interface Setting {
  readonly stage: Stage;
  readonly target: ProvokeTarget;
  readonly nowMs: number;
}

/** Makes the recipe forget what its parameters are, for a table of them. */
export const recipe = <const Schemas extends ParameterSchemas>(given: Recipe<Schemas>): Recipe<ParameterSchemas> =>
  given as unknown as Recipe<ParameterSchemas>; // its values are read by its own schemas

export const obstacle = (pointer: string, code: ObstacleCode, detail: string): readonly Obstacle[] => [
  { pointer, code, detail },
];

export const isObstacles = <Value extends object>(given: Value | readonly Obstacle[]): given is readonly Obstacle[] =>
  Array.isArray(given);

/** The causes, and how long from now the rule has spoken if that is at `firesAtMs`. */
export const provocation = (
  { nowMs }: Setting,
  causes: readonly Cause[],
  firesAtMs: number,
  followUp: FollowUp | null = null,
): Provocation => ({ causes, afterMs: Math.max(0, minuteFrom(firesAtMs) - nowMs), followUp });

/** The terminal that the target names, if events come of it. */
export function terminalOf({ stage, target }: Setting): Terminal | readonly Obstacle[] {
  const { terminalId } = target;
  if (terminalId === undefined) return obstacle('/terminal_id', 'missing_target', 'Expected the id of a terminal.');
  const terminal = stage.terminals.find((each) => each.terminalId === terminalId);
  if (terminal === undefined)
    return obstacle('/terminal_id', 'unknown_target', 'Expected the id of a terminal that you can see.');
  const { status } = terminal.fixture;
  if (status === 'active') return terminal;
  return obstacle(
    '/terminal_id',
    'not_in_service',
    `Nothing is told of a terminal that is ${status.replace('_', ' ')}.`,
  );
}

/** A cause at a terminal, at this moment. */
export const causeAt = (
  { stage, nowMs }: Setting,
  { terminalId }: Terminal,
): { readonly causeId: string; readonly atMs: number; readonly terminalId: string } => ({
  causeId: stage.newId('cau'),
  atMs: nowMs,
  terminalId,
});

/** The terminal's streams as they will be once these causes are injected. */
export function streamsWith({ source, ledger }: TerminalStreams, causes: readonly Cause[]): TerminalStreams {
  const caused = { ...source, causes: [...(source.causes ?? []), ...causes] };
  const fromMs = Math.min(...causes.map(({ atMs }) => atMs));
  return { source: caused, ledger: reopenLedger(ledger, caused, fromMs) };
}

/** The terminal's latest incident under that key, open or not, as known now. */
export function latestIncident(terminal: Terminal, nowMs: number, dedupeKey: string): Incident | undefined {
  return terminalLog(terminal, nowMs).incidents.findLast((incident) => incident.dedupeKey === dedupeKey);
}

export function alreadyOpen({ incidentId, type }: Incident): readonly Obstacle[] {
  return obstacle('/event_type', 'already_open', `${incidentId} is open: resolve ${type} first.`);
}

/** The first instant at which a rule that rests after an incident may speak again. */
export const restedMs = (incident: Incident | undefined, rearmMinutes: number): number =>
  (incident?.resolvedAtMs ?? Number.NEGATIVE_INFINITY) + Math.max(1, rearmMinutes) * 60_000;
