import { publicOpenapi } from './document/public-document.ts';
import { catalog } from './handlers/catalog.ts';
import { disputes, openDispute } from './handlers/disputes.ts';
import { accountFeed, terminalFeed } from './handlers/feeds.ts';
import { terminalGroups } from './handlers/groups.ts';
import { portal } from './handlers/portal.ts';
import { settleDays, settlements } from './handlers/settlements.ts';
import {
  commands,
  connectorStatus,
  connectors,
  location,
  locations,
  provisioningExport,
  provisioningPayload,
  statusMonitoring,
  timeline,
} from './handlers/terminals.ts';
import { transactions, transactionsOfTerminal } from './handlers/transactions.ts';
import {
  type HandlerRequest,
  type HandlerResponse,
  json,
  type LedgerlineHandler,
  type PublicRequest,
} from './http/request.ts';

export type LedgerlineRoute = { readonly method: 'GET' | 'POST'; readonly path: string } & (
  | { readonly isPublic?: false; readonly respond: LedgerlineHandler }
  | { readonly isPublic: true; readonly respond: (request: PublicRequest) => HandlerResponse }
);

const brandingStatus = ({ view, hasFault }: PublicRequest): HandlerResponse =>
  json({
    branding: 'ready',
    docsHost: 'ready',
    ...(hasFault('public-branding-names-the-customer') && view !== undefined ? { customer: view.customer.name } : {}),
  });

const read = (path: string, respond: LedgerlineHandler): LedgerlineRoute => ({ method: 'GET', path, respond });
const write = (path: string, respond: LedgerlineHandler): LedgerlineRoute => ({ method: 'POST', path, respond });

const ROUTES: readonly LedgerlineRoute[] = [
  read('/v1/portal', portal),
  read('/v1/integrations/catalog', catalog),
  { method: 'GET', path: '/v1/integrations/public-openapi.json', isPublic: true, respond: publicOpenapi },
  read('/v1/transactions', transactions),
  read('/v1/transactions/{transaction_id}/timeline', timeline),
  read('/v1/settlements', settlements),
  write('/v1/settlements/derive', settleDays),
  read('/v1/disputes', disputes),
  write('/v1/disputes', openDispute),
  read('/v1/locations', locations),
  read('/v1/locations/{terminal_id}', location),
  read('/v1/terminals/{terminal_id}/status-monitoring', statusMonitoring),
  read('/v1/terminals/{terminal_id}/transactions', transactionsOfTerminal),
  read('/v1/connectors', connectors),
  read('/v1/connectors/{connector_id}/status', connectorStatus),
  read('/v1/terminal-groups', terminalGroups),
  read('/v1/terminals/{terminal_id}/commands', commands),
  read('/v1/terminals/{terminal_id}/provisioning-payload', provisioningPayload),
  read('/v1/terminals/{terminal_id}/provisioning-export', provisioningExport),
  read('/v1/feeds/account.xml', accountFeed),
  read('/v1/feeds/terminals/{terminal_id}.xml', terminalFeed),
  { method: 'GET', path: '/v1/public/branding-status', isPublic: true, respond: brandingStatus },
];

const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^.*?${route.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+?)')}$`),
}));

type RouteMatch =
  | { readonly route: LedgerlineRoute; readonly values: Readonly<Record<string, string>> }
  | { readonly allowed: readonly string[] };

/** Finds the route of a request, or the allowed methods of its path; `undefined` for an unknown path. */
export function findRoute(
  method: string,
  pathname: string,
  hasFault: HandlerRequest['hasFault'],
): RouteMatch | undefined {
  const path = hasFault('auth-trailing-slash-opens') ? pathname.replace(/\/$/, '') : pathname;
  const matches = PATTERNS.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path);
    return match === null ? [] : [{ route, values: decodeValues(match.groups ?? {}) }];
  });
  if (matches.length === 0) return undefined;
  return matches.find(({ route }) => route.method === method) ?? { allowed: matches.map(({ route }) => route.method) };
}

const decodeValues = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodeValue(value)]));

/** Decodes a path value; a malformed one is returned unchanged. */
function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
