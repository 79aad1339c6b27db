/** The operations, by this service's own names. */
export type OperationName =
  | 'portal'
  | 'catalog'
  | 'document'
  | 'transactions'
  | 'timeline'
  | 'settlements'
  | 'derive'
  | 'disputes'
  | 'lodge'
  | 'locations'
  | 'location'
  | 'status'
  | 'unit-transactions'
  | 'connectors'
  | 'connector-status'
  | 'groups'
  | 'commands'
  | 'payload'
  | 'export'
  | 'account-feed'
  | 'unit-feed'
  | 'branding';

export interface HarbourRoute {
  readonly name: OperationName;
  readonly verb: 'GET' | 'POST';
  readonly path: string;
  /** The accepted query parameters; any other is rejected. */
  readonly parameters: readonly string[];
  readonly isPublic: boolean;
  readonly isWrite: boolean;
}

const PAGED = ['limit', 'after'];
const SELECTED = ['limit', 'after', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'];

const read = (name: OperationName, path: string, parameters: readonly string[] = []): HarbourRoute => ({
  name,
  verb: 'GET',
  path,
  parameters,
  isPublic: false,
  isWrite: false,
});
const open = (name: OperationName, path: string): HarbourRoute => ({ ...read(name, path), isPublic: true });
const write = (name: OperationName, path: string): HarbourRoute => ({
  ...read(name, path),
  verb: 'POST',
  isWrite: true,
});

/** The documented operations. */
export const ROUTES: readonly HarbourRoute[] = [
  read('portal', '/v1/portal'),
  read('catalog', '/v1/integrations/catalog'),
  open('document', '/v1/integrations/public-openapi.json'),
  read('transactions', '/v1/transactions', SELECTED),
  read('timeline', '/v1/transactions/{transaction_id}/timeline'),
  read('settlements', '/v1/settlements', PAGED),
  write('derive', '/v1/settlements/derive'),
  read('disputes', '/v1/disputes', PAGED),
  write('lodge', '/v1/disputes'),
  read('locations', '/v1/locations', PAGED),
  read('location', '/v1/locations/{terminal_id}'),
  read('status', '/v1/terminals/{terminal_id}/status-monitoring'),
  read('unit-transactions', '/v1/terminals/{terminal_id}/transactions', PAGED),
  read('connectors', '/v1/connectors', PAGED),
  read('connector-status', '/v1/connectors/{connector_id}/status'),
  read('groups', '/v1/terminal-groups', PAGED),
  read('commands', '/v1/terminals/{terminal_id}/commands', PAGED),
  read('payload', '/v1/terminals/{terminal_id}/provisioning-payload'),
  read('export', '/v1/terminals/{terminal_id}/provisioning-export'),
  read('account-feed', '/v1/feeds/account.xml'),
  read('unit-feed', '/v1/feeds/terminals/{terminal_id}.xml'),
  open('branding', '/v1/public/branding-status'),
];

/** Finds the routes at a path, with the values of the placeholders; none for an unknown path. */
export function findRoutes(
  pathname: string,
): { readonly route: HarbourRoute; readonly values: Readonly<Record<string, string>> }[] {
  return ROUTES.flatMap((route) => {
    const pattern = route.path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (match === null) return [];
    const values = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeValue(value)] as const);
    return [{ route, values: Object.fromEntries(values) }];
  });
}

/** Decodes a path value; a malformed one is returned unchanged. */
function decodeValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
