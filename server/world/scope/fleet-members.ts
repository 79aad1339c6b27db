import { listObservationsBetween } from '../../../fixtures/cash/switch-journal.ts';
import { buildTimeline } from '../../../fixtures/cash/timeline.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { getTerminalTag, parseIdMs, parseTerminalTag } from '../../../fixtures/random/ids.ts';
import { listCommandsBetween } from '../../../fixtures/terminals/commands.ts';
import { listJobsBetween } from '../../../fixtures/terminals/provisioning.ts';
import { getRiskAt } from '../../../fixtures/terminals/risk.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { viewLedger, viewTerminalLedger } from '../books/views.ts';
import { getAccountStreams, listHappenings, readAccountLog, readTerminalLog } from '../events/incident-log.ts';
import { LatestValueCache } from '../events/latest-value-cache.ts';
import { type Happening, type Incident, isOpenAt } from '../rules/index.ts';
import type { Terminal, VisibleConnector } from '../state/tenant.ts';
import { getLocalTime, listSilences, listTransactionHours } from '../telemetry/activity.ts';
import { getConnectorState } from '../telemetry/connector-state.ts';
import { readProvisioning } from '../telemetry/provisioning.ts';
import { getTerminalState, listStatusChanges } from '../telemetry/terminal-state.ts';
import type { Partition } from './partition.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './scope-types.ts';

type FleetMembers = Pick<
  Scope,
  | 'viewLedger'
  | 'viewTerminalLedger'
  | 'transaction'
  | 'getTimeline'
  | 'transactionHours'
  | 'getState'
  | 'getRisk'
  | 'listStatusChanges'
  | 'listSilences'
  | 'accountStreams'
  | 'incidents'
  | 'listIncidents'
  | 'happenings'
  | 'listHappenings'
  | 'listCommands'
  | 'listJobs'
  | 'getProvisioning'
  | 'listObservations'
  | 'localTimeAt'
  | 'getConnectorState'
>;

/** The period of recent data, the same as that of feeds. @see gap feeds.count */
const RECENT_MS = 35 * DAY_MS;

const keptStates = new LatestValueCache<Terminal, ReturnType<Scope['getState']>>();
const keptStatusChanges = new LatestValueCache<Terminal, ReturnType<Scope['listStatusChanges']>>();
const keptSilences = new LatestValueCache<Terminal, ReturnType<Scope['listSilences']>>();
const keptCommands = new LatestValueCache<Terminal, ReturnType<Scope['listCommands']>>();
const keptJobs = new LatestValueCache<Terminal, ReturnType<Scope['listJobs']>>();
const keptObservations = new LatestValueCache<Terminal, ReturnType<Scope['listObservations']>>();

/** Returns the members of a scope about terminals and connectors: rows, states, incidents, commands. */
export function makeFleetMembers(context: ScopeContext): FleetMembers {
  const { state, partition, nowMs, books } = context;
  const soon = nowMs + 1; // windows are half-open and must include now
  const recentMs = Math.max(HISTORY_START_MS, nowMs - RECENT_MS);
  const listJobs = (terminal: Terminal) =>
    keptJobs.at(terminal, nowMs, () => listJobsBetween(terminal.source, 0, soon).toReversed());

  return {
    viewLedger: (terminals, order) => viewLedger(state.generated, { terminals, nowMs, order }),
    viewTerminalLedger: (terminal, order) => viewTerminalLedger(state.generated, { terminal, nowMs, order }),
    transaction: (transactionId) => findTransaction(partition, transactionId, nowMs),
    getTimeline(transaction) {
      const { fixture } = getVisibleTerminal(partition, transaction.terminalId);
      const payee = fixture.payees?.vaultCash ?? fixture.accountId;
      const batch = books()
        .listBatches(payee)
        .find((view) => view.batch.businessDate === transaction.businessDate)?.batch;
      const disputes = books().cases.filter(({ transactionId }) => transactionId === transaction.transactionId);
      const audience = partition.rules.hidesNetworkSteps ? 'counter' : 'all';
      const context = {
        seed: state.generated.seed,
        terminal: fixture,
        batch,
        disputes: disputes.toReversed(),
        audience,
      } as const;
      return buildTimeline(transaction, context, nowMs);
    },
    transactionHours: (terminals, count) => listTransactionHours(terminals, nowMs, count),

    getState: (terminal) =>
      keptStates.at(terminal, nowMs, () => getTerminalState(terminal, nowMs, listOpenIncidents(terminal, nowMs))),
    getRisk: ({ source }) => getRiskAt(source, nowMs),
    listStatusChanges: (terminal) =>
      keptStatusChanges.at(terminal, nowMs, () => listStatusChanges(terminal, recentMs, soon)),
    listSilences: (terminal) => keptSilences.at(terminal, nowMs, () => listSilences(terminal, nowMs)),
    accountStreams: (accountId) => getAccountStreams(state.generated, accountId),
    incidents: () =>
      [
        ...partition.terminals.flatMap((terminal) => readTerminalLog(terminal, nowMs).incidents),
        ...listIncidentsOfAccounts(context),
      ].sort(compareOldestFirst),
    listIncidents: (terminal) => readTerminalLog(terminal, nowMs).incidents,
    happenings: () =>
      partition.terminals.flatMap((terminal) => listHappenings(state, terminal, nowMs)).sort(compareEarliestFirst),
    listHappenings: (terminal) => [...listHappenings(state, terminal, nowMs)].sort(compareEarliestFirst),
    listCommands: (terminal) =>
      keptCommands.at(terminal, nowMs, () => listCommandsBetween(terminal.source, HISTORY_START_MS, soon).toReversed()),
    listJobs,
    getProvisioning: (terminal) => readProvisioning(terminal, listJobs(terminal), nowMs),
    listObservations: (terminal) =>
      keptObservations.at(terminal, nowMs, () => listObservationsBetween(terminal.ledger, recentMs, soon)),
    localTimeAt: ({ fixture }, ms) => getLocalTime(fixture.location.timezone, ms),
    getConnectorState: (connector) =>
      getConnectorState(connector, nowMs, findOpenOutage(context, connector)?.incidentId ?? null),
  };
}

function getVisibleTerminal({ terminalsById }: Partition, terminalId: string): Terminal {
  const terminal = terminalsById.get(terminalId);
  if (terminal === undefined) throw new Error('data of a terminal outside the scope was requested');
  return terminal;
}

const terminalsByTag = new WeakMap<Partition, ReadonlyMap<string, readonly Terminal[]>>();

function getTerminalsByTag(partition: Partition): ReadonlyMap<string, readonly Terminal[]> {
  const known =
    terminalsByTag.get(partition) ?? Map.groupBy(partition.terminals, ({ terminalId }) => getTerminalTag(terminalId));
  terminalsByTag.set(partition, known);
  return known;
}

/** Finds a transaction by its id, which contains the instant and a tag of the terminal. */
function findTransaction(partition: Partition, transactionId: string, nowMs: number): Transaction | undefined {
  const atMs = parseIdMs(transactionId);
  if (atMs === undefined || atMs < HISTORY_START_MS || atMs > nowMs) return undefined;
  for (const { ledger } of getTerminalsByTag(partition).get(parseTerminalTag(transactionId) ?? '') ?? []) {
    const transaction = ledger.findTransaction(transactionId);
    if (transaction !== undefined) return transaction;
  }
  return undefined;
}

/** Returns the incidents of the accounts, for account-wide users. */
function listIncidentsOfAccounts({ state, partition, nowMs }: ScopeContext): readonly Incident[] {
  if (!partition.rules.isAccountWide) return [];
  return partition.accounts.flatMap(({ accountId }) => readAccountLog(state, accountId, nowMs).incidents);
}

/**
 * Returns the connector's outage that is most relevant to the caller: an outage reported to its
 * account, else to the owner, else any visible one.
 */
function findOpenOutage(context: ScopeContext, { fixture }: VisibleConnector): Incident | undefined {
  const { connectorId, accountId } = fixture;
  const open = listIncidentsOfAccounts(context).filter(
    (incident) =>
      incident.type === 'processor_outage' &&
      isOpenAt(incident, context.nowMs) &&
      incident.dedupeKey.split(':')[1] === connectorId,
  );
  const ofAccount = (id: string): Incident | undefined => open.find((incident) => incident.accountId === id);
  return ofAccount(context.partition.account.accountId) ?? ofAccount(accountId) ?? open[0];
}

const listOpenIncidents = (terminal: Terminal, nowMs: number): readonly Incident[] =>
  readTerminalLog(terminal, nowMs).incidents.filter((incident) => isOpenAt(incident, nowMs));

function compareOldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.incidentId < b.incidentId ? -1 : 1;
}

function compareEarliestFirst(a: Happening, b: Happening): number {
  return a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1);
}
