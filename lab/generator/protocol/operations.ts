import type { Area } from '../model/types.ts';

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly isPublic?: boolean;
  /** The area that a role must include. */
  readonly area?: Area;
  /** The family of section 6 to which the catalog assigns the operation. */
  readonly family: 'fleet' | 'telemetry' | 'transactions' | 'rms' | 'settlements' | 'platform';
}

/** The operations of section 4. */
export const OPERATIONS = [
  { id: 'getPortal', method: 'GET', path: '/v1/portal', family: 'fleet' },
  { id: 'getCatalog', method: 'GET', path: '/v1/integrations/catalog', family: 'platform' },
  { id: 'getOpenapi', method: 'GET', path: '/v1/integrations/public-openapi.json', isPublic: true, family: 'platform' },
  { id: 'listTransactions', method: 'GET', path: '/v1/transactions', area: 'transactions', family: 'transactions' },
  {
    id: 'getTimeline',
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/timeline',
    area: 'transactions',
    family: 'transactions',
  },
  { id: 'listSettlements', method: 'GET', path: '/v1/settlements', area: 'settlements', family: 'settlements' },
  {
    id: 'deriveSettlements',
    method: 'POST',
    path: '/v1/settlements/derive',
    area: 'settlements',
    family: 'settlements',
  },
  { id: 'listDisputes', method: 'GET', path: '/v1/disputes', area: 'disputes', family: 'settlements' },
  { id: 'createDispute', method: 'POST', path: '/v1/disputes', area: 'disputes', family: 'settlements' },
  { id: 'listLocations', method: 'GET', path: '/v1/locations', family: 'telemetry' },
  { id: 'getLocation', method: 'GET', path: '/v1/locations/{terminal_id}', family: 'telemetry' },
  { id: 'getMonitoring', method: 'GET', path: '/v1/terminals/{terminal_id}/status-monitoring', family: 'telemetry' },
  {
    id: 'listTerminalTransactions',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/transactions',
    area: 'transactions',
    family: 'transactions',
  },
  { id: 'listConnectors', method: 'GET', path: '/v1/connectors', area: 'connectors', family: 'rms' },
  {
    id: 'getConnectorStatus',
    method: 'GET',
    path: '/v1/connectors/{connector_id}/status',
    area: 'connectors',
    family: 'rms',
  },
  { id: 'listGroups', method: 'GET', path: '/v1/terminal-groups', family: 'telemetry' },
  { id: 'listCommands', method: 'GET', path: '/v1/terminals/{terminal_id}/commands', area: 'commands', family: 'rms' },
  {
    id: 'getPayload',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    area: 'provisioning',
    family: 'rms',
  },
  {
    id: 'getExport',
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    area: 'provisioning',
    family: 'rms',
  },
  { id: 'getAccountFeed', method: 'GET', path: '/v1/feeds/account.xml', family: 'fleet' },
  { id: 'getTerminalFeed', method: 'GET', path: '/v1/feeds/terminals/{terminal_id}.xml', family: 'telemetry' },
  { id: 'getBranding', method: 'GET', path: '/v1/public/branding-status', isPublic: true, family: 'platform' },
] as const satisfies readonly Operation[];

export type OperationId = (typeof OPERATIONS)[number]['id'];
export type AnyOperation = Operation & { readonly id: OperationId };

export const ALL_OPERATIONS: readonly AnyOperation[] = [...OPERATIONS];

export interface Route {
  readonly operation: AnyOperation;
  /** The decoded identifier of the path, if it has one. */
  readonly id: string | undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns the identifier that `path` has in place of the placeholder, `null` if it does not match. */
function matchPath(template: string, path: string): string | undefined | null {
  const open = template.indexOf('{');
  if (open < 0) return template === path ? undefined : null;
  const before = template.slice(0, open);
  const after = template.slice(template.indexOf('}') + 1);
  if (!path.startsWith(before) || !path.endsWith(after) || path.length <= before.length + after.length) return null;
  const segment = path.slice(before.length, path.length - after.length);
  return segment.includes('/') ? null : decodeSegment(segment);
}

/** Returns the routes of all methods under `path`. */
export function findRoutes(path: string): Route[] {
  return ALL_OPERATIONS.flatMap((operation) => {
    const id = matchPath(operation.path, path);
    return id === null ? [] : [{ operation, id }];
  });
}
