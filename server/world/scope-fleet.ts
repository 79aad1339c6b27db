import { commandsBetween } from '../../fixtures/commands.ts';
import { HISTORY_START_MS } from '../../fixtures/epoch.ts';
import { msOfId, tagOfId, terminalTag } from '../../fixtures/ids.ts';
import { jobsBetween } from '../../fixtures/provisioning.ts';
import type { Transaction } from '../../fixtures/stream-types.ts';
import { observationsBetween } from '../../fixtures/switch-journal.ts';
import { timelineOf } from '../../fixtures/timeline.ts';
import { localTimeAt, silencesOf, transactionHours } from './activity.ts';
import { connectorState } from './connector-state.ts';
import { LedgerViews } from './ledger-view.ts';
import type { Partition } from './partition.ts';
import { provisioningOf } from './provisioning.ts';
import { accountIncidentsOf, type Incident, incidentsOf, isOpenAt } from './rules/index.ts';
import type { Look } from './scope-look.ts';
import type { GeneratedTenant, Scope, Terminal } from './tenant.ts';
import { statusChanges, terminalState } from './terminal-state.ts';

type FleetMembers = Pick<
  Scope,
  | 'ledgerOf'
  | 'transaction'
  | 'timelineOf'
  | 'transactionHours'
  | 'statusOf'
  | 'statusChangesOf'
  | 'silencesOf'
  | 'incidents'
  | 'incidentsOf'
  | 'commandsOf'
  | 'jobsOf'
  | 'provisioningOf'
  | 'observationsOf'
  | 'localTimeAt'
  | 'connectorStateOf'
>;

/** The part of a scope that tells of terminals and connectors: rows, states, incidents, commands. */
export function fleetMembers(look: Look): FleetMembers {
  const { state, partition, nowMs, books } = look;
  const soon = nowMs + 1; // windows are half-open, and now is within
  const jobsOf = ({ source }: Terminal) => jobsBetween(source, 0, soon).toReversed();

  return {
    ledgerOf: (terminals, order) => viewsOf(state.generated).view(terminals, nowMs, order),
    transaction: (transactionId) => findTransaction(partition, transactionId, nowMs),
    timelineOf(transaction) {
      const { fixture } = visible(partition, transaction.terminalId);
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
      return timelineOf(transaction, context, nowMs);
    },
    transactionHours: (terminals, count) => transactionHours(terminals, nowMs, count),

    statusOf: (terminal) => terminalState(terminal, nowMs, openIncidents(terminal, nowMs)),
    statusChangesOf: (terminal) => statusChanges(terminal, HISTORY_START_MS, soon),
    silencesOf: (terminal) => silencesOf(terminal, nowMs),
    incidents: () =>
      [...partition.terminals.flatMap((terminal) => incidentsAt(terminal, nowMs)), ...accountIncidents(look)].sort(
        oldestFirst,
      ),
    incidentsOf: (terminal) => incidentsAt(terminal, nowMs),
    commandsOf: ({ source }) => commandsBetween(source, HISTORY_START_MS, soon).toReversed(),
    jobsOf,
    provisioningOf: (terminal) => provisioningOf(terminal, jobsOf(terminal), nowMs),
    observationsOf: ({ source, ledger }) => observationsBetween(source, ledger, HISTORY_START_MS, soon),
    localTimeAt: ({ fixture }, ms) => localTimeAt(fixture.location.timezone, ms),
    connectorStateOf: (connector) => connectorState(connector, nowMs),
  };
}

function visible({ terminalsById }: Partition, terminalId: string): Terminal {
  const terminal = terminalsById.get(terminalId);
  if (terminal === undefined) throw new Error('something of a terminal outside the scope was asked for');
  return terminal;
}

const ledgerViews = new WeakMap<GeneratedTenant, LedgerViews>();

function viewsOf(generated: GeneratedTenant): LedgerViews {
  const known = ledgerViews.get(generated) ?? new LedgerViews();
  ledgerViews.set(generated, known);
  return known;
}

/** Found from the id alone: it tells the instant and a tag of the terminal. */
function findTransaction({ terminals }: Partition, transactionId: string, nowMs: number): Transaction | undefined {
  const atMs = msOfId(transactionId);
  if (atMs === undefined || atMs < HISTORY_START_MS || atMs > nowMs) return undefined;
  const tag = tagOfId(transactionId);
  for (const { terminalId, ledger } of terminals) {
    if (terminalTag(terminalId) !== tag) continue;
    const transaction = ledger.findTransaction(transactionId);
    if (transaction !== undefined) return transaction;
  }
  return undefined;
}

const toldIncidents = new WeakMap<Terminal, { readonly nowMs: number; readonly incidents: readonly Incident[] }>();

/** Worked out once for each instant: portal, status and feeds look from the same one. */
function incidentsAt(terminal: Terminal, nowMs: number): readonly Incident[] {
  const known = toldIncidents.get(terminal);
  if (known !== undefined && known.nowMs === nowMs) return known.incidents;
  const incidents = incidentsOf(terminal, { fromMs: HISTORY_START_MS, toMs: nowMs });
  toldIncidents.set(terminal, { nowMs, incidents });
  return incidents;
}

/** Of the accounts themselves, for those who see whole accounts. */
function accountIncidents({ state, partition, nowMs }: Look): readonly Incident[] {
  if (!partition.rules.isAccountWide) return [];
  const { seed, fixture, causes } = state.generated;
  const span = { fromMs: HISTORY_START_MS, toMs: nowMs };
  return partition.accounts.flatMap(({ accountId }) =>
    accountIncidentsOf({ seed, tenant: fixture, causes }, accountId, span),
  );
}

const openIncidents = (terminal: Terminal, nowMs: number): readonly Incident[] =>
  incidentsAt(terminal, nowMs).filter((incident) => isOpenAt(incident, nowMs));

function oldestFirst(a: Incident, b: Incident): number {
  if (a.openedAtMs !== b.openedAtMs) return a.openedAtMs - b.openedAtMs;
  return a.incidentId < b.incidentId ? -1 : 1;
}
