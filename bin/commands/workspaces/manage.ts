import type { Command } from 'commander';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type CallOperation, createCall } from '../../control/control-plane.ts';
import type { RequestNames } from '../../control/request-names.ts';
import { type ConnectionOptions, createClientCommand, RequestFailure, runAndPrint } from '../shared/client.ts';
import { parseSeconds } from '../shared/lifetime.ts';
import { toPrintable } from '../shared/printable.ts';

/* `fleetkit workspaces list`, `show`, `extend` and `delete`. */

const EXTEND_REQUEST = {
  operations: ['extendWorkspace'],
  names: { '/expires_in_seconds': '--expires-in' },
} as const satisfies RequestNames;

type Workspace = SandboxSchemas['Workspace'];
type Details = SandboxSchemas['WorkspaceDetails'];

export const createListCommand = (): Command =>
  createClientCommand('list')
    .description('list workspaces')
    .action((options: ConnectionOptions) =>
      runAndPrint(options, (send) => fetchWorkspaces(createCall(send)), { asText: formatWorkspaces }),
    );

export const createShowCommand = (): Command =>
  createWorkspaceCommand('show')
    .description('show a workspace and its quotas')
    .action((given: string | undefined, options: ConnectionOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send);
          return call('getWorkspace', { path: await selectWorkspace(call, given) });
        },
        { asText: formatDetails },
      ),
    );

export const createExtendCommand = (): Command =>
  createWorkspaceCommand('extend', EXTEND_REQUEST)
    .description('set when a workspace expires, from now')
    .requiredOption('--expires-in <duration>', 'time until it is deleted, such as 24h', parseSeconds)
    .action(
      (given: string | undefined, { expiresIn, ...options }: ConnectionOptions & { readonly expiresIn: number }) =>
        runAndPrint(
          options,
          async (send) => {
            const call = createCall(send, EXTEND_REQUEST);
            const path = await selectWorkspace(call, given);
            return call('extendWorkspace', { path, body: { expires_in_seconds: expiresIn } });
          },
          { asText: ({ workspace_id: id, expires_at: at }) => `${id} expires ${at ?? 'never'}.` },
        ),
    );

export const createDeleteCommand = (): Command =>
  createWorkspaceCommand('delete')
    .description('delete a workspace with all its data')
    .action((given: string | undefined, options: ConnectionOptions) =>
      runAndPrint(
        options,
        async (send) => {
          const call = createCall(send);
          return call('deleteWorkspace', { path: await selectWorkspace(call, given) });
        },
        { asText: ({ workspace_id: id }) => `Deleted ${id}.` },
      ),
    );

const createWorkspaceCommand = (name: string, requestNames?: RequestNames): Command =>
  createClientCommand(name, requestNames).argument(
    '[workspace]',
    'id of the workspace; optional with the token of a workspace, or if there is only one',
  );

/** Returns the path of the named workspace, or of the only one. */
async function selectWorkspace(call: CallOperation, given: string | undefined): Promise<{ workspace_id: string }> {
  if (given !== undefined) return { workspace_id: given };
  const [only, ...others] = await fetchWorkspaces(call);
  if (only === undefined) throw new RequestFailure('There is no workspace.', 1);
  if (others.length > 0)
    throw new RequestFailure(`There are ${others.length + 1} workspaces. Name one; fleetkit workspaces lists them.`, 2);
  return { workspace_id: only.workspace_id };
}

/** Page size: the maximum that the contract allows. */
const PAGE = 500;

async function fetchWorkspaces(call: CallOperation): Promise<readonly Workspace[]> {
  const workspaces: Workspace[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, page } = await call('listWorkspaces', { query: { limit: PAGE, cursor } });
    workspaces.push(...data);
    if (page.next_cursor === null) return workspaces;
    cursor = page.next_cursor;
  }
}

function formatWorkspaces(workspaces: readonly Workspace[]): string {
  if (workspaces.length === 0) return 'There is no workspace. Create one: fleetkit workspaces create';
  return workspaces
    .map(({ workspace_id: id, expires_at: at, name }) =>
      `${id}  expires ${at ?? 'never'}  ${toPrintable(name)}`.trimEnd(),
    )
    .join('\n');
}

function formatDetails({ quotas, ...workspace }: Details): string {
  const { workspace_id: id, name, seed, start, terminals, base_path: basePath, created_at: createdAt } = workspace;
  const width = Math.max(...quotas.map(({ quota }) => quota.length));
  return [
    `${id}  ${toPrintable(name)}`.trimEnd(),
    `  created   ${createdAt}`,
    `  expires   ${workspace.expires_at ?? 'never'}`,
    `  seed      ${seed}`,
    `  start     ${start}`,
    ...(terminals === null ? [] : [`  terminals ${terminals} in Atlas`]),
    `  base path ${basePath}`,
    '',
    ...quotas.map(({ quota, limit, used }) => `  ${quota.padEnd(width)}  ${used} of ${limit ?? 'no limit'}`),
  ].join('\n');
}
