import type { Schemas } from '../../../spec/index.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { readAll } from './ledger.ts';
import { RequestError, request, requestText } from './request.ts';
import type { Exchange, Page, Portal } from './types.ts';

/* Groups, connectors, commands, feeds, the catalog, and what the operator manages. */

export type Group = Schemas['TerminalGroup'];
export type Connector = Schemas['Connector'];
export type ConnectorStatus = Schemas['ConnectorStatus'];
export type Command = Schemas['TerminalCommand'];
export type ProvisioningPayload = Schemas['ProvisioningPayload'];
export type ProvisioningExport = Schemas['ProvisioningExport'];
export type Catalog = Schemas['IntegrationCatalog'];
export type CatalogService = Catalog['services'][number];
export type Workspace = SandboxSchemas['Workspace'];
export type WorkspaceDetails = SandboxSchemas['WorkspaceDetails'];
export type CreatedWorkspace = SandboxSchemas['CreatedWorkspace'];
export type IssuedKeyState = SandboxSchemas['IssuedKeyState'];
export type FaultRule = SandboxSchemas['FaultRule'];

export const readGroups = async (): Promise<readonly Group[]> =>
  (await readAll<Schemas['TerminalGroupList']>('/v1/terminal-groups', {})).rows;

export const readConnectors = async (): Promise<readonly Connector[]> =>
  (await readAll<Schemas['ConnectorList']>('/v1/connectors', {})).rows;

export const readConnectorStatus = (id: string): Promise<ConnectorStatus> =>
  request(`/v1/connectors/${encodeURIComponent(id)}/status`);

const ofTerminal = (id: string, part: string): string => `/v1/terminals/${encodeURIComponent(id)}/${part}`;

export const readCommands = (terminalId: string) =>
  readAll<Schemas['TerminalCommandList']>(ofTerminal(terminalId, 'commands'), {});

export const readProvisioningPayload = (terminalId: string): Promise<ProvisioningPayload> =>
  request(ofTerminal(terminalId, 'provisioning-payload'));

export const readProvisioningExport = (terminalId: string): Promise<ProvisioningExport> =>
  request(ofTerminal(terminalId, 'provisioning-export'));

/** Returns the path of the feed of a terminal, or of the account. */
export const toFeedPath = (terminalId: string): string =>
  terminalId === '' ? '/v1/feeds/account.xml' : `/v1/feeds/terminals/${encodeURIComponent(terminalId)}.xml`;

export const readFeed = (path: string): Promise<string> => requestText(path);

export const readCatalog = (): Promise<Catalog> => request('/v1/integrations/catalog');

/** The parts of an OpenAPI document that the catalog shows. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: OpenApiWebhook }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface OpenApiWebhook {
  readonly summary: string;
  readonly requestBody: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly $ref?: string };
        readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
      };
    };
  };
}

export const readOpenApi = (): Promise<OpenApi> => request('/v1/integrations/public-openapi.json');

/** The contents that one key may see. A count is undefined where the role has no access. */
export interface UserSight {
  readonly portal: Portal;
  readonly transactions: number | undefined;
  readonly batches: number | undefined;
  readonly disputes: number | undefined;
}

export async function readSight(key: string): Promise<UserSight> {
  const count = (path: string): Promise<number | undefined> =>
    request<{ readonly page: { readonly matched: number } }>(`${path}?limit=1`, { key }).then(
      ({ page }) => page.matched,
      (error: unknown) => {
        if (error instanceof RequestError && error.status === 403) return undefined;
        throw error;
      },
    );
  const [portal, transactions, batches, disputes] = await Promise.all([
    request<Portal>('/v1/portal', { key }),
    count('/v1/transactions'),
    count('/v1/settlements'),
    count('/v1/disputes'),
  ]);
  return { portal, transactions, batches, disputes };
}

const asOperator = { as: 'operator' } as const;

const MOST_WORKSPACES = 500;

/** Reads the newest workspaces. */
export const readWorkspaces = (): Promise<SandboxSchemas['WorkspaceList']> =>
  request(`/sandbox/workspaces?limit=${MOST_WORKSPACES}`, asOperator);

const workspacePath = (id: string): string => `/sandbox/workspaces/${encodeURIComponent(id)}`;

export const readWorkspace = (id: string): Promise<WorkspaceDetails> => request(workspacePath(id), asOperator);

export const createWorkspace = (body: object): Promise<CreatedWorkspace> =>
  request('/sandbox/workspaces', { ...asOperator, method: 'POST', body });

export const extendWorkspace = (id: string, seconds: number): Promise<Workspace> =>
  request(`${workspacePath(id)}/extend`, { ...asOperator, method: 'POST', body: { expires_in_seconds: seconds } });

export const deleteWorkspace = (id: string): Promise<object> =>
  request(workspacePath(id), { ...asOperator, method: 'DELETE' });

export const readKeys = (): Promise<SandboxSchemas['KeyList']> => request('/sandbox/keys', asOperator);

export const issueKey = (body: object): Promise<SandboxSchemas['IssuedKey']> =>
  request('/sandbox/keys', { ...asOperator, method: 'POST', body });

export const rotateKey = (id: string, overlapSeconds: number): Promise<SandboxSchemas['IssuedKey']> =>
  request(`/sandbox/keys/${encodeURIComponent(id)}/rotate`, {
    ...asOperator,
    method: 'POST',
    body: { overlap_seconds: overlapSeconds },
  });

export const revokeKey = (id: string): Promise<object> =>
  request(`/sandbox/keys/${encodeURIComponent(id)}`, { ...asOperator, method: 'DELETE' });

export interface FaultRules {
  readonly rules: readonly FaultRule[];
  /** The latest requests to which a rule applied. */
  readonly exchanges: readonly Exchange[];
}

export async function readFaults(): Promise<FaultRules> {
  const [rules, exchanges] = await Promise.all([
    request<SandboxSchemas['FaultRuleList']>('/sandbox/faults', asOperator),
    request<Page<Exchange>>('/sandbox/requests', asOperator),
  ]);
  return { rules: rules.data, exchanges: exchanges.data.filter(({ fault_id: id }) => id !== null) };
}

export const addFault = (body: object): Promise<FaultRule> =>
  request('/sandbox/faults', { ...asOperator, method: 'POST', body });

/** Removes one rule, or all if `id` is undefined. */
export const removeFault = (id?: string): Promise<object> =>
  request(`/sandbox/faults${id === undefined ? '' : `/${encodeURIComponent(id)}`}`, {
    ...asOperator,
    method: 'DELETE',
  });
