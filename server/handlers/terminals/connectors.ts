import { formatInstant } from '../../../base/formats.ts';
import type { Connector, ConnectorStatus } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { VisibleConnector } from '../../world/state/tenant.ts';
import type { ConnectorState } from '../../world/telemetry/connector-state.ts';
import { buildListReply, readPageRequest } from '../lists/paging.ts';
import { sortByName } from '../lists/sort-by-name.ts';

/** Returns the visible connectors, sorted by name. @see clause connectors.list */
export const listConnectors: Handler<'listConnectors'> = (scope, { query }) => {
  const pageRequest = readPageRequest(scope, 'listConnectors', query);
  if ('problem' in pageRequest) return pageRequest;
  const connectors = sortByName(pageRequest.scope.connectors, ({ fixture }) => ({
    name: fixture.name,
    id: fixture.connectorId,
  }));
  return buildListReply(pageRequest, connectors, {
    present: (connector) => presentConnector(connector, pageRequest.scope),
  });
};

/** @see clause connectors.status */
export const getConnectorStatus: Handler<'getConnectorStatus'> = (scope, { path }) => {
  const connector = scope.connector(path.connector_id);
  if (connector === undefined) return notFound();
  return { status: 200, body: presentStatus(connector.fixture.connectorId, scope.getConnectorState(connector)) };
};

function presentConnector(connector: VisibleConnector, scope: Scope): Connector {
  const { fixture, terminals } = connector;
  const { failoverConnectorId } = fixture;
  return {
    connector_id: fixture.connectorId,
    name: fixture.name,
    connector_type: fixture.connectorType,
    protocol: fixture.protocol,
    transport: fixture.transport,
    direction: fixture.direction,
    is_primary: fixture.isPrimary,
    failover_connector_id:
      failoverConnectorId !== null && scope.connector(failoverConnectorId) !== undefined ? failoverConnectorId : null,
    status: scope.getConnectorStatus(connector),
    terminal_count: terminals.length,
    group_ids: listVisibleGroupIds(connector, scope),
    created_at: fixture.createdAt,
  };
}

/** Lists the groups that contain a visible terminal of this connector. Omits all others. */
function listVisibleGroupIds({ fixture, terminals }: VisibleConnector, scope: Scope): string[] {
  const onIt = new Set(terminals);
  return fixture.groupIds.filter((groupId) => scope.group(groupId)?.terminals.some((terminal) => onIt.has(terminal)));
}

function presentStatus(connectorId: string, state: ConnectorState): ConnectorStatus {
  return {
    connector_id: connectorId,
    status: state.status,
    status_reason: state.statusReason,
    since: presentInstant(state.sinceMs),
    checked_at: presentInstant(state.checkedAtMs),
    echo: {
      last_ok_at: presentInstant(state.echo.lastOkAtMs),
      round_trip_ms: state.echo.roundTripMs,
      consecutive_failures: state.echo.consecutiveFailures,
    },
    traffic_5m: presentTraffic(state.traffic),
    tls: state.tls && {
      min_version: state.tls.minVersion,
      certificate_expires_at: formatInstant(state.tls.certificateExpiresAtMs),
      days_to_expiry: state.tls.daysToExpiry,
    },
    tunnel: state.tunnel && {
      state: state.tunnel.state,
      since: formatInstant(state.tunnel.sinceMs),
      last_rekey_at: presentInstant(state.tunnel.lastRekeyAtMs),
    },
    key_exchange: { last_ok_at: presentInstant(state.keyExchange.lastOkAtMs), scheme: state.keyExchange.scheme },
    affected_terminal_count: state.affectedTerminalCount,
    open_incident_id: state.openIncidentId,
  };
}

function presentTraffic(traffic: ConnectorState['traffic']): ConnectorStatus['traffic_5m'] {
  return (
    traffic && {
      requests: traffic.requests,
      approved: traffic.approved,
      business_declines: traffic.businessDeclines,
      technical_declines: traffic.technicalDeclines,
      timeouts: traffic.timeouts,
      p95_ms: traffic.p95Ms,
    }
  );
}

const presentInstant = (ms: number | null): string | null => (ms === null ? null : formatInstant(ms));
