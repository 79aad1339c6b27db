import type { CommandRun } from '../../../fixtures/model/stream-types.ts';
import { formatInstant, formatMoney } from '../../../spec/formats.ts';
import type {
  PortalConnector,
  PortalGroup,
  PortalTerminal,
  TerminalCommand,
  TransactionRow,
} from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal, VisibleGroup } from '../../world/state/tenant.ts';
import { byName } from '../by-name.ts';
import { presentCommand } from '../terminals/commands.ts';
import { presentRow } from '../transactions.ts';

/** By id. @see clause portal.terminals */
export function presentTerminals(scope: Scope): PortalTerminal[] {
  return byName(scope.terminals, ({ terminalId }) => ({ name: terminalId, id: terminalId })).map((terminal) =>
    presentTerminal(terminal, scope),
  );
}

function presentTerminal(terminal: Terminal, scope: Scope): PortalTerminal {
  const { operationalState, health, line, cash } = scope.statusOf(terminal);
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

/** By name. @see clause portal.groups_connectors */
export function presentGroups(groups: readonly VisibleGroup[]): PortalGroup[] {
  return byName(groups, ({ fixture }) => ({ name: fixture.name, id: fixture.groupId })).map(
    ({ fixture, terminals }) => ({
      group_id: fixture.groupId,
      name: fixture.name,
      group_kind: fixture.groupKind,
      terminal_count: terminals.length,
    }),
  );
}

/** By name. @see clause portal.groups_connectors */
export function presentConnectors(scope: Scope): PortalConnector[] {
  const connectors = byName(scope.connectors, ({ fixture }) => ({ name: fixture.name, id: fixture.connectorId }));
  return connectors.map((connector) => ({
    connector_id: connector.fixture.connectorId,
    name: connector.fixture.name,
    connector_type: connector.fixture.connectorType,
    status: scope.connectorStateOf(connector).status,
  }));
}

/** The newest rows over all visible terminals. @see clause portal.recent */
export function recentTransactions(scope: Scope, count: number): TransactionRow[] {
  const { rows } = scope.ledgerOf(scope.terminals, { sortBy: 'terminal_datetime', sortDir: 'desc' });
  return rows.slice(0, count).map(presentRow);
}

/** The commands queued last over all visible terminals. @see clause portal.recent */
export function recentCommands(scope: Scope, count: number): TerminalCommand[] {
  const runs = scope.terminals.flatMap((terminal) => scope.commandsOf(terminal).slice(0, count));
  return runs
    .sort(latestQueuedFirst)
    .slice(0, count)
    .map((run) => presentCommand(run, scope));
}

const queuedMs = ({ steps }: CommandRun): number => steps[0]?.atMs ?? 0;

function latestQueuedFirst(a: CommandRun, b: CommandRun): number {
  return queuedMs(b) - queuedMs(a) || (a.commandId < b.commandId ? 1 : -1);
}
