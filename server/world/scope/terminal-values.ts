import { LatestValueCache } from '../../../base/caches/latest-value-cache.ts';
import type { PaidDay } from '../../../fixtures/cash/ledger.ts';
import { listObservationsBetween } from '../../../fixtures/cash/switch-journal.ts';
import type { CommandRun, JournalObservation } from '../../../fixtures/model/stream-types.ts';
import { listCommandsBetween } from '../../../fixtures/terminals/commands.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { readTerminalLog } from '../events/incident-log.ts';
import { type Incident, isOpenAt } from '../rules/incident.ts';
import type { Log } from '../rules/log.ts';
import type { Happening } from '../rules/point-event.ts';
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
const changedIncidents = new ReachCache<Terminal, readonly Incident[]>();
const happenings = new ReachCache<Terminal, readonly Happening[]>();

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

/** With this number of terminals, a day has enough new entries of each kind: a terminal changes its state about every six weeks. */
const TERMINALS_WITH_ENTRIES_EACH_DAY = 1500;

/** Returns a period that usually contains the newest entries about the fleet of a terminal. Feeds first read shorter ones, up to four days. */
const getNewestEntriesMs = ({ source }: Terminal): number =>
  source.tenant.terminals.length < TERMINALS_WITH_ENTRIES_EACH_DAY ? 4 * DAY_MS : DAY_MS;

/** Returns the values of a period up to now: those of at least the newest entries are cached, and include those of shorter periods. */
function readRecent<Value>(
  terminal: Terminal,
  { nowMs, reachMs }: Reach,
  {
    cache,
    list,
    toMs,
  }: {
    readonly cache: ReachCache<Terminal, readonly Value[]>;
    readonly list: (reach: Reach) => readonly Value[];
    readonly toMs: (value: Value) => number;
  },
): readonly Value[] {
  const reach = { nowMs, reachMs: Math.max(reachMs, getNewestEntriesMs(terminal)) };
  const values = cache.at(terminal, reach, () => list(reach));
  return reach.reachMs === reachMs ? values : values.filter((value) => toMs(value) >= nowMs - reachMs);
}

export const readObservations = (terminal: Terminal, reach: Reach): readonly JournalObservation[] =>
  readRecent(terminal, reach, {
    cache: observations,
    list: (wanted) => listObservationsBetween(terminal.ledger, toStartMs(terminal, wanted), reach.nowMs + 1),
    toMs: ({ atMs }) => atMs,
  });

export const readSilences = (terminal: Terminal, reach: Reach): readonly Silence[] =>
  readRecent(terminal, reach, {
    cache: silences,
    list: ({ reachMs }) => listSilences(terminal, reach.nowMs, reachMs),
    toMs: ({ noticedMs, resumedMs }) => resumedMs ?? noticedMs,
  });

export const readStatusChanges = (terminal: Terminal, reach: Reach): readonly StatusChange[] =>
  readRecent(terminal, reach, {
    cache: statusChanges,
    list: (wanted) => listStatusChanges(terminal, toStartMs(terminal, wanted), reach.nowMs + 1),
    toMs: ({ atMs }) => atMs,
  });

/** Returns the incidents with a moment in the reach. */
const readChangedIncidents = (terminal: Terminal, reach: Reach): readonly Incident[] =>
  readRecent(terminal, reach, {
    cache: changedIncidents,
    list: (wanted) =>
      readTerminalLog(terminal, reach.nowMs).incidents.filter(
        (incident) => getLatestMs(incident) >= toStartMs(terminal, wanted),
      ),
    toMs: getLatestMs,
  });

const getLatestMs = ({ moments, openedAtMs }: Incident): number => moments.at(-1)?.atMs ?? openedAtMs;

const readHappenings = (terminal: Terminal, reach: Reach): readonly Happening[] =>
  readRecent(terminal, reach, {
    cache: happenings,
    list: (wanted) =>
      readTerminalLog(terminal, reach.nowMs).happenings.filter(({ atMs }) => atMs >= toStartMs(terminal, wanted)),
    toMs: ({ atMs }) => atMs,
  });

/** Returns the incidents with a moment in the reach, and the happenings in it. */
export const readAlerts = (terminal: Terminal, reach: Reach): Log => ({
  incidents: readChangedIncidents(terminal, reach),
  happenings: readHappenings(terminal, reach),
});

/** The values of a terminal that replies about whole large fleets show; all but the first two are those of the time of the newest entries. */
export interface TerminalValues {
  readonly state: TerminalState;
  readonly commands: readonly CommandRun[];
  readonly observations: readonly JournalObservation[];
  readonly silences: readonly Silence[];
  readonly statusChanges: readonly StatusChange[];
  /** With a moment in that time. */
  readonly incidents: readonly Incident[];
  /** Of the terminal's own rules. */
  readonly happenings: readonly Happening[];
  /** Later states and incidents also depend on these. */
  readonly paidDays: readonly PaidDay[];
}

/** Computes and caches the values of a terminal at once, because most of the work is the simulation. */
export function computeValues(terminal: Terminal, nowMs: number): TerminalValues {
  const reach = { nowMs, reachMs: getNewestEntriesMs(terminal) };
  return {
    state: readState(terminal, nowMs),
    commands: readCommands(terminal, nowMs),
    observations: readObservations(terminal, reach),
    silences: readSilences(terminal, reach),
    statusChanges: readStatusChanges(terminal, reach),
    ...readAlerts(terminal, reach),
    paidDays: terminal.ledger.listPaidDays(),
  };
}

/** Returns the values of a terminal if all are cached. */
export function readKnownValues(terminal: Terminal, nowMs: number): TerminalValues | undefined {
  const reach = { nowMs, reachMs: getNewestEntriesMs(terminal) };
  const known = {
    state: states.find(terminal, nowMs),
    commands: commands.find(terminal, nowMs),
    observations: observations.find(terminal, reach),
    silences: silences.find(terminal, reach),
    statusChanges: statusChanges.find(terminal, reach),
    incidents: changedIncidents.find(terminal, reach),
    happenings: happenings.find(terminal, reach),
    paidDays: terminal.ledger.listPaidDays(),
  };
  return Object.values(known).includes(undefined) ? undefined : (known as TerminalValues); // none is undefined
}

/** Caches values that were computed elsewhere. */
export function keepValues(terminal: Terminal, nowMs: number, values: TerminalValues): void {
  const reach = { nowMs, reachMs: getNewestEntriesMs(terminal) };
  states.keep(terminal, nowMs, values.state);
  commands.keep(terminal, nowMs, values.commands);
  observations.keep(terminal, reach, values.observations);
  silences.keep(terminal, reach, values.silences);
  statusChanges.keep(terminal, reach, values.statusChanges);
  changedIncidents.keep(terminal, reach, values.incidents);
  happenings.keep(terminal, reach, values.happenings);
  terminal.ledger.keepPaidDays(values.paidDays);
}
