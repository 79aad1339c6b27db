import { LatestValueCache } from '../../../base/caches/latest-value-cache.ts';
import { listObservationsBetween } from '../../../fixtures/cash/switch-journal.ts';
import type { CommandRun, JournalObservation } from '../../../fixtures/model/stream-types.ts';
import { listCommandsBetween } from '../../../fixtures/terminals/commands.ts';
import { readTerminalLog } from '../events/incident-log.ts';
import { isOpenAt } from '../rules/incident.ts';
import type { FleetNeeds } from '../state/fleet-help.ts';
import type { Terminal } from '../state/tenant.ts';
import { listSilences, type Silence } from '../telemetry/activity.ts';
import {
  getTerminalState,
  listStatusChanges,
  type StatusChange,
  type TerminalState,
} from '../telemetry/terminal-state.ts';
import { type Reach, ReachCache } from './reach-cache.ts';

/*
 * Values of a terminal at an instant that replies about whole fleets are made of. The latest ones are cached. They are plain
 * data, so that another thread can compute them.
 */

const states = new LatestValueCache<Terminal, TerminalState>();
const commands = new LatestValueCache<Terminal, readonly CommandRun[]>();
const observations = new ReachCache<Terminal, readonly JournalObservation[]>();
const silences = new ReachCache<Terminal, readonly Silence[]>();
const statusChanges = new ReachCache<Terminal, readonly StatusChange[]>();

const toStartMs = ({ ledger }: Terminal, { nowMs, reachMs }: Reach): number =>
  Math.max(ledger.historyStartMs, nowMs - reachMs);

export const readState = (terminal: Terminal, nowMs: number): TerminalState =>
  states.at(terminal, nowMs, () => {
    const { incidents } = readTerminalLog(terminal, nowMs);
    const open = incidents.filter((incident) => isOpenAt(incident, nowMs));
    return getTerminalState(terminal, nowMs, open);
  });

/** Returns all commands up to now, newest first. */
export const readCommands = (terminal: Terminal, nowMs: number): readonly CommandRun[] =>
  commands.at(terminal, nowMs, () =>
    listCommandsBetween(terminal.source, terminal.ledger.historyStartMs, nowMs + 1).toReversed(),
  );

export const readObservations = (terminal: Terminal, reach: Reach): readonly JournalObservation[] =>
  observations.at(terminal, reach, () =>
    listObservationsBetween(terminal.ledger, toStartMs(terminal, reach), reach.nowMs + 1),
  );

export const readSilences = (terminal: Terminal, reach: Reach): readonly Silence[] =>
  silences.at(terminal, reach, () => listSilences(terminal, reach.nowMs, reach.reachMs));

export const readStatusChanges = (terminal: Terminal, reach: Reach): readonly StatusChange[] =>
  statusChanges.at(terminal, reach, () => listStatusChanges(terminal, toStartMs(terminal, reach), reach.nowMs + 1));

/** The values of a terminal that were needed. */
export interface TerminalValues {
  readonly state?: TerminalState;
  readonly commands?: readonly CommandRun[];
  readonly observations?: readonly JournalObservation[];
  readonly silences?: readonly Silence[];
  readonly statusChanges?: readonly StatusChange[];
}

/** Computes and caches the needed values. */
export function computeValues(terminal: Terminal, nowMs: number, needs: FleetNeeds): TerminalValues {
  const { observationsMs, silencesMs, statusChangesMs } = needs;
  return {
    ...(needs.states && { state: readState(terminal, nowMs) }),
    ...(needs.commands && { commands: readCommands(terminal, nowMs) }),
    ...(observationsMs !== undefined && {
      observations: readObservations(terminal, { nowMs, reachMs: observationsMs }),
    }),
    ...(silencesMs !== undefined && { silences: readSilences(terminal, { nowMs, reachMs: silencesMs }) }),
    ...(statusChangesMs !== undefined && {
      statusChanges: readStatusChanges(terminal, { nowMs, reachMs: statusChangesMs }),
    }),
  };
}

/** Caches values that were computed for the same needs elsewhere. */
export function keepValues(
  terminal: Terminal,
  { nowMs, needs, values }: { readonly nowMs: number; readonly needs: FleetNeeds; readonly values: TerminalValues },
): void {
  const { observationsMs, silencesMs, statusChangesMs } = needs;
  if (values.state !== undefined) states.keep(terminal, nowMs, values.state);
  if (values.commands !== undefined) commands.keep(terminal, nowMs, values.commands);
  if (values.observations !== undefined && observationsMs !== undefined)
    observations.keep(terminal, { nowMs, reachMs: observationsMs }, values.observations);
  if (values.silences !== undefined && silencesMs !== undefined)
    silences.keep(terminal, { nowMs, reachMs: silencesMs }, values.silences);
  if (values.statusChanges !== undefined && statusChangesMs !== undefined)
    statusChanges.keep(terminal, { nowMs, reachMs: statusChangesMs }, values.statusChanges);
}
