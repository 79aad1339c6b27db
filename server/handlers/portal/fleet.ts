import { formatInstant, formatMoney } from '../../../base/formats.ts';
import type { CommandRun } from '../../../fixtures/model/stream-types.ts';
import type {
  PortalConnector,
  PortalGroup,
  PortalTerminal,
  TerminalCommand,
  TransactionRow,
} from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal, VisibleGroup } from '../../world/state/tenant.ts';
import { presentRow } from '../ledger/transactions.ts';
import { sortByName } from '../lists/sort-by-name.ts';
import { presentCommand } from '../terminals/commands.ts';

/** Presents the visible terminals, sorted by id. @see clause portal.terminals */
export function presentTerminals(scope: Scope): PortalTerminal[] {
  return sortByName(scope.terminals, ({ terminalId }) => ({ name: terminalId, id: terminalId })).map((terminal) =>
    presentTerminal(terminal, scope),
  );
}

function presentTerminal(terminal: Terminal, scope: Scope): PortalTerminal {
  const { operationalState, health, line, cash } = scope.getState(terminal);
  return {
    terminal_id: terminal.terminalId,
    name: terminal.fixture.location.name,
    location_id: terminal.locationId,
    account_id: terminal.fixture.accountId,
    group_ids: terminal.groupIds.filter((groupId) => scope.group(groupId) !== undefined),
    operational_state: operationalState,
    health,
    last_heartbeat_at: line.lastHeartbeatMs === null ? null : formatInstant(line.lastHeartbeatMs),
    amount_remaining: cash === null ? null : formatMoney(cash.amountRemainingCents),
  };
}

/** Presents the visible groups, sorted by name. @see clause portal.groups_connectors */
export function presentGroups(groups: readonly VisibleGroup[]): PortalGroup[] {
  return sortByName(groups, ({ fixture }) => ({ name: fixture.name, id: fixture.groupId })).map(
    ({ fixture, terminals }) => ({
      group_id: fixture.groupId,
      name: fixture.name,
      group_kind: fixture.groupKind,
      terminal_count: terminals.length,
    }),
  );
}

/** Presents the visible connectors, sorted by name. @see clause portal.groups_connectors */
export function presentConnectors(scope: Scope): PortalConnector[] {
  const connectors = sortByName(scope.connectors, ({ fixture }) => ({ name: fixture.name, id: fixture.connectorId }));
  return connectors.map((connector) => ({
    connector_id: connector.fixture.connectorId,
    name: connector.fixture.name,
    connector_type: connector.fixture.connectorType,
    status: scope.getConnectorStatus(connector),
  }));
}

/** Returns the newest transactions of all visible terminals. @see clause portal.recent */
export function presentRecentTransactions(scope: Scope, count: number): TransactionRow[] {
  const { rows } = scope.viewLedger(scope.terminals, { sortBy: 'terminal_datetime', sortDir: 'desc' });
  return rows.slice(0, count).map((row) => presentRow(row));
}

/** Returns the latest queued commands of all visible terminals. @see clause portal.recent */
export function presentRecentCommands(scope: Scope, count: number): TerminalCommand[] {
  const runs = scope.terminals.flatMap((terminal) => scope.listCommands(terminal).slice(0, count));
  return runs
    .sort(compareLatestQueuedFirst)
    .slice(0, count)
    .map((run) => presentCommand(run, scope));
}

const getQueuedMs = ({ steps }: CommandRun): number => steps[0]?.atMs ?? 0;

function compareLatestQueuedFirst(a: CommandRun, b: CommandRun): number {
  return getQueuedMs(b) - getQueuedMs(a) || (a.commandId < b.commandId ? 1 : -1);
}
