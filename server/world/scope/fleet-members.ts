import { LatestValueCache } from '../../../base/caches/latest-value-cache.ts';
import { buildTimeline } from '../../../fixtures/cash/timeline.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { getTerminalTag, parseIdMs, parseTerminalTag } from '../../../fixtures/random/ids.ts';
import { listJobsBetween } from '../../../fixtures/terminals/provisioning.ts';
import { getRiskAt } from '../../../fixtures/terminals/risk.ts';
import { DAY_MS, HOUR_MS } from '../../../fixtures/time/calendar.ts';
import { listActiveTerminals, viewLedger, viewTerminalLedger } from '../books/views.ts';
import {
  computeLogs,
  getAccountStreams,
  listAccountHappenings,
  listHappenings,
  readAccountLog,
  readTerminalLog,
} from '../events/incident-log.ts';
import { type Incident, isOpenAt } from '../rules/incident.ts';
import type { AccountStreams } from '../rules/input/streams.ts';
import type { Happening } from '../rules/point-event.ts';
import type { GeneratedTenant, Terminal, VisibleConnector } from '../state/tenant.ts';
import { getLocalTime, listTransactionHours } from '../telemetry/activity.ts';
import { getConnectorLine } from '../telemetry/connector-line.ts';
import { getConnectorState, TRAFFIC_MS } from '../telemetry/connector-state.ts';
import { readProvisioning } from '../telemetry/provisioning.ts';
import { computeUptime } from '../telemetry/terminal-state.ts';
import type { Partition } from './partition.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './scope-types.ts';
import {
  readAlerts,
  readCommands,
  readObservations,
  readSilences,
  readState,
  readStatusChanges,
} from './terminal-values.ts';

export type FleetMembers = Pick<
  Scope,
  | 'viewLedger'
  | 'viewTerminalLedger'
  | 'transaction'
  | 'getTimeline'
  | 'transactionHours'
  | 'getState'
  | 'getUptime'
  | 'getRisk'
  | 'listStatusChanges'
  | 'listSilences'
  | 'incidents'
  | 'listIncidents'
  | 'happenings'
  | 'listHappenings'
  | 'listAlerts'
  | 'accountIncidents'
  | 'listCommands'
  | 'listJobs'
  | 'getProvisioning'
  | 'listObservations'
  | 'localTimeAt'
  | 'getConnectorStatus'
  | 'getConnectorState'
>;

/** The period of recent data, the same as that of feeds. @see gap feeds.count */
const RECENT_MS = 35 * DAY_MS;

const keptUptimes = new LatestValueCache<Terminal, ReturnType<Scope['getUptime']>>();
const keptJobs = new LatestValueCache<Terminal, ReturnType<Scope['listJobs']>>();

/** Returns the members of a scope about terminals and connectors: rows, states, incidents, commands. */
export function makeFleetMembers(context: ScopeContext): FleetMembers {
  const { state, partition, nowMs, books } = context;
  const listJobs = (terminal: Terminal) =>
    keptJobs.at(terminal, nowMs, () => listJobsBetween(terminal.source, 0, nowMs + 1).toReversed());

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
    transactionHours: (terminals, count) =>
      listTransactionHours(listTerminalsOfLatestHour(state.generated, { terminals, nowMs, count }), nowMs, count),

    getState: (terminal) => readState(terminal, nowMs),
    getUptime: (terminal) => keptUptimes.at(terminal, nowMs, () => computeUptime(terminal, nowMs)),
    getRisk: ({ source }) => getRiskAt(source, nowMs),
    listStatusChanges: (terminal, reachMs = RECENT_MS) => readStatusChanges(terminal, { nowMs, reachMs }),
    listSilences: (terminal, reachMs = RECENT_MS) => readSilences(terminal, { nowMs, reachMs }),
    incidents() {
      computeVisibleLogs(context);
      return [
        ...partition.terminals.flatMap((terminal) => readTerminalLog(terminal, nowMs).incidents),
        ...listIncidentsOfAccounts(context),
      ].sort(compareOldestFirst);
    },
    listIncidents: (terminal) => readTerminalLog(terminal, nowMs).incidents,
    happenings: () =>
      partition.terminals.flatMap((terminal) => listHappenings(state, terminal, nowMs)).sort(compareEarliestFirst),
    listAlerts(terminal, reachMs) {
      const { incidents, happenings } = readAlerts(terminal, { nowMs, reachMs });
      return { incidents, happenings: [...happenings, ...listAccountHappenings(state, terminal, nowMs)] };
    },
    accountIncidents: () => listIncidentsOfAccounts(context),
    listHappenings: (terminal) => [...listHappenings(state, terminal, nowMs)].sort(compareEarliestFirst),
    listCommands: (terminal) => readCommands(terminal, nowMs),
    listJobs,
    getProvisioning: (terminal) => readProvisioning(terminal, listJobs(terminal), nowMs),
    listObservations: (terminal, reachMs = RECENT_MS) => readObservations(terminal, { nowMs, reachMs }),
    localTimeAt: ({ fixture }, ms) => getLocalTime(fixture.location.timezone, ms),
    getConnectorStatus: ({ fixture }) => getConnectorLine(fixture, nowMs).status,
    getConnectorState(connector) {
      const fromMs = nowMs - TRAFFIC_MS;
      const active = listActiveTerminals(state.generated, connector.terminals, { fromMs, nowMs });
      const incidentId = findOpenOutage(context, connector)?.incidentId ?? null;
      return {
        ...getConnectorState({ ...connector, terminals: active }, nowMs, incidentId),
        affectedTerminalCount: connector.terminals.length,
      };
    },
  };
}

function getVisibleTerminal({ terminalsById }: Partition, terminalId: string): Terminal {
  const terminal = terminalsById.get(terminalId);
  if (terminal === undefined) throw new Error('data of a terminal outside the scope was requested');
  return terminal;
}

/**
 * Returns terminals that have the latest finished hours with transactions: of many terminals, the first ones with a
 * transaction in the latest finished hour, if these are enough.
 */
function listTerminalsOfLatestHour(
  generated: GeneratedTenant,
  {
    terminals,
    nowMs,
    count,
  }: { readonly terminals: readonly Terminal[]; readonly nowMs: number; readonly count: number },
): readonly Terminal[] {
  const endMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const active = listActiveTerminals(generated, terminals, { fromMs: endMs - HOUR_MS, nowMs: endMs - 1 });
  return active.length >= count && active.length < terminals.length ? active.slice(0, count) : terminals;
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
  if (atMs === undefined || atMs > nowMs) return undefined;
  for (const { ledger } of getTerminalsByTag(partition).get(parseTerminalTag(transactionId) ?? '') ?? []) {
    if (atMs < ledger.historyStartMs) continue;
    const transaction = ledger.findTransaction(transactionId);
    if (transaction !== undefined) return transaction;
  }
  return undefined;
}

/** Computes the logs of the visible terminals and accounts in steps. */
export const computeVisibleLogs = (context: ScopeContext): void =>
  computeLogs(context.state.generated, {
    terminals: context.partition.terminals,
    accounts: listVisibleAccountStreams(context),
    nowMs: context.nowMs,
  });

/** The accounts whose rules are evaluated for a partition. */
const accountStreamsOf = new WeakMap<Partition, readonly AccountStreams[]>();

/**
 * Returns the streams of the visible accounts, and of those of the visible terminals, whose happenings include those of its
 * terminals.
 */
export function listVisibleAccountStreams({ state, partition }: ScopeContext): readonly AccountStreams[] {
  const known = accountStreamsOf.get(partition);
  if (known !== undefined) return known;
  const ids = new Set(partition.terminals.map(({ fixture }) => fixture.accountId));
  if (partition.rules.isAccountWide) for (const { accountId } of partition.accounts) ids.add(accountId);
  const streams = [...ids].map((accountId) => getAccountStreams(state.generated, accountId));
  accountStreamsOf.set(partition, streams);
  return streams;
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

function compareOldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.incidentId < b.incidentId ? -1 : 1;
}

function compareEarliestFirst(a: Happening, b: Happening): number {
  return a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1);
}
