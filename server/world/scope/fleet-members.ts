import { observationsBetween } from '../../../fixtures/cash/switch-journal.ts';
import { buildTimeline } from '../../../fixtures/cash/timeline.ts';
import type { Transaction } from '../../../fixtures/model/stream-types.ts';
import { parseIdMs, parseTerminalTag, terminalTag } from '../../../fixtures/random/ids.ts';
import { commandsBetween } from '../../../fixtures/terminals/commands.ts';
import { jobsBetween } from '../../../fixtures/terminals/provisioning.ts';
import { riskAt } from '../../../fixtures/terminals/risk.ts';
import { DAY_MS } from '../../../fixtures/time/calendar.ts';
import { HISTORY_START_MS } from '../../../fixtures/time/epoch.ts';
import { LedgerViews } from '../books/ledger-view.ts';
import { accountLog, getAccountStreams, listHappenings, terminalLog } from '../events/incident-log.ts';
import { LatestValueCache } from '../events/latest-value-cache.ts';
import { type Happening, type Incident, isOpenAt } from '../rules/index.ts';
import type { GeneratedTenant, Terminal, VisibleConnector } from '../state/tenant.ts';
import { listSilences, listTransactionHours, localTimeAt } from '../telemetry/activity.ts';
import { connectorState } from '../telemetry/connector-state.ts';
import { readProvisioning } from '../telemetry/provisioning.ts';
import { statusChanges, terminalState } from '../telemetry/terminal-state.ts';
import type { Partition } from './partition.ts';
import type { ScopeContext } from './scope-context.ts';
import type { Scope } from './scope-types.ts';

type FleetMembers = Pick<
  Scope,
  | 'ledgerOf'
  | 'transaction'
  | 'timelineOf'
  | 'transactionHours'
  | 'statusOf'
  | 'riskOf'
  | 'statusChangesOf'
  | 'silencesOf'
  | 'accountStreams'
  | 'incidents'
  | 'incidentsOf'
  | 'happenings'
  | 'happeningsOf'
  | 'commandsOf'
  | 'jobsOf'
  | 'provisioningOf'
  | 'observationsOf'
  | 'localTimeAt'
  | 'connectorStateOf'
>;

/** The period of recent data, the same as that of feeds. @see gap feeds.count */
const RECENT_MS = 35 * DAY_MS;

const keptStates = new LatestValueCache<Terminal, ReturnType<Scope['statusOf']>>();
const keptStatusChanges = new LatestValueCache<Terminal, ReturnType<Scope['statusChangesOf']>>();
const keptSilences = new LatestValueCache<Terminal, ReturnType<Scope['silencesOf']>>();
const keptCommands = new LatestValueCache<Terminal, ReturnType<Scope['commandsOf']>>();
const keptJobs = new LatestValueCache<Terminal, ReturnType<Scope['jobsOf']>>();
const keptObservations = new LatestValueCache<Terminal, ReturnType<Scope['observationsOf']>>();

/** Returns the members of a scope about terminals and connectors: rows, states, incidents, commands. */
export function makeFleetMembers(look: ScopeContext): FleetMembers {
  const { state, partition, nowMs, books } = look;
  const soon = nowMs + 1; // windows are half-open and must include now
  const recentMs = Math.max(HISTORY_START_MS, nowMs - RECENT_MS);
  const jobsOf = (terminal: Terminal) =>
    keptJobs.at(terminal, nowMs, () => jobsBetween(terminal.source, 0, soon).toReversed());

  return {
    ledgerOf: (terminals, order) => getLedgerViews(state.generated).view(terminals, nowMs, order),
    transaction: (transactionId) => findTransaction(partition, transactionId, nowMs),
    timelineOf(transaction) {
      const { fixture } = getVisibleTerminal(partition, transaction.terminalId);
      const payee = fixture.payees?.vaultCash ?? fixture.accountId;
      const batch = books()
        .batchesOf(payee)
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

    statusOf: (terminal) =>
      keptStates.at(terminal, nowMs, () => terminalState(terminal, nowMs, openIncidents(terminal, nowMs))),
    riskOf: ({ source }) => riskAt(source, nowMs),
    statusChangesOf: (terminal) => keptStatusChanges.at(terminal, nowMs, () => statusChanges(terminal, recentMs, soon)),
    silencesOf: (terminal) => keptSilences.at(terminal, nowMs, () => listSilences(terminal, nowMs)),
    accountStreams: (accountId) => getAccountStreams(state.generated, accountId),
    incidents: () =>
      [
        ...partition.terminals.flatMap((terminal) => terminalLog(terminal, nowMs).incidents),
        ...accountIncidents(look),
      ].sort(oldestFirst),
    incidentsOf: (terminal) => terminalLog(terminal, nowMs).incidents,
    happenings: () =>
      partition.terminals.flatMap((terminal) => listHappenings(state, terminal, nowMs)).sort(earliestFirst),
    happeningsOf: (terminal) => [...listHappenings(state, terminal, nowMs)].sort(earliestFirst),
    commandsOf: (terminal) =>
      keptCommands.at(terminal, nowMs, () => commandsBetween(terminal.source, HISTORY_START_MS, soon).toReversed()),
    jobsOf,
    provisioningOf: (terminal) => readProvisioning(terminal, jobsOf(terminal), nowMs),
    observationsOf: (terminal) =>
      keptObservations.at(terminal, nowMs, () => observationsBetween(terminal.ledger, recentMs, soon)),
    localTimeAt: ({ fixture }, ms) => localTimeAt(fixture.location.timezone, ms),
    connectorStateOf: (connector) =>
      connectorState(connector, nowMs, findOpenOutage(look, connector)?.incidentId ?? null),
  };
}

function getVisibleTerminal({ terminalsById }: Partition, terminalId: string): Terminal {
  const terminal = terminalsById.get(terminalId);
  if (terminal === undefined) throw new Error('data of a terminal outside the scope was requested');
  return terminal;
}

const ledgerViews = new WeakMap<GeneratedTenant, LedgerViews>();

function getLedgerViews(generated: GeneratedTenant): LedgerViews {
  const known = ledgerViews.get(generated) ?? new LedgerViews(generated.terminals);
  ledgerViews.set(generated, known);
  return known;
}

/** Finds a transaction by its id, which contains the instant and a tag of the terminal. */
function findTransaction({ terminals }: Partition, transactionId: string, nowMs: number): Transaction | undefined {
  const atMs = parseIdMs(transactionId);
  if (atMs === undefined || atMs < HISTORY_START_MS || atMs > nowMs) return undefined;
  const tag = parseTerminalTag(transactionId);
  for (const { terminalId, ledger } of terminals) {
    if (terminalTag(terminalId) !== tag) continue;
    const transaction = ledger.findTransaction(transactionId);
    if (transaction !== undefined) return transaction;
  }
  return undefined;
}

/** Returns the incidents of the accounts, for account-wide users. */
function accountIncidents({ state, partition, nowMs }: ScopeContext): readonly Incident[] {
  if (!partition.rules.isAccountWide) return [];
  return partition.accounts.flatMap(({ accountId }) => accountLog(state, accountId, nowMs).incidents);
}

/**
 * Returns the connector's outage that is most relevant to the caller: of its own account, else of the owner, else any
 * visible one.
 */
function findOpenOutage(look: ScopeContext, { fixture }: VisibleConnector): Incident | undefined {
  const { connectorId, accountId } = fixture;
  const open = accountIncidents(look).filter(
    (incident) =>
      incident.type === 'processor_outage' &&
      isOpenAt(incident, look.nowMs) &&
      incident.dedupeKey.split(':')[1] === connectorId,
  );
  const ofAccount = (id: string): Incident | undefined => open.find((incident) => incident.accountId === id);
  return ofAccount(look.partition.account.accountId) ?? ofAccount(accountId) ?? open[0];
}

const openIncidents = (terminal: Terminal, nowMs: number): readonly Incident[] =>
  terminalLog(terminal, nowMs).incidents.filter((incident) => isOpenAt(incident, nowMs));

function oldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.incidentId < b.incidentId ? -1 : 1;
}

function earliestFirst(a: Happening, b: Happening): number {
  return a.atMs - b.atMs || (a.eventId < b.eventId ? -1 : 1);
}
