import { createHash, randomBytes } from 'node:crypto';
import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, notFound, problem } from '../../problems/problem.ts';
import type { SandboxInput, SandboxReply, WorkspaceOperationId } from '../../sandbox-contract.ts';
import { findTooHighQuota } from '../../workspaces/quotas.ts';
import {
  formatBasePath,
  formatWorkspaceId,
  parseWorkspaceId,
  type Quotas,
  type Workspace,
} from '../../workspaces/workspace.ts';
import { createKeyText, digestKey, formatSymbols, type IssuedKey, KEY_BYTES } from '../../world/state/issued-keys.ts';
import { countDaysAfterDefault, parseStart, START_FORMS } from '../../world/state/start.ts';
import { type RealMs, realMs } from '../../world/state/time.ts';
import { EPOCH_MS } from '../../world/state/world.ts';

const DEFAULT_LIFETIME_SECONDS = 30 * 86_400;
const DEFAULT_PAGE = 50;

/** A user of the fleets, to whom a new workspace gives a key. */
export interface WorkspaceUser {
  readonly tenantId: string;
  readonly userId: string;
  readonly displayName: string;
  readonly role: SandboxSchemas['WorkspaceKey']['role'];
}

/** Limits on generated fleets, because each takes memory and computing time. Workspaces with the same fleet share it. */
export interface FleetLimits {
  /** Maximum number of pairs of a seed and a number of terminals. */
  readonly mostFleets: number;
  /** Maximum number of terminals of Atlas. */
  readonly mostTerminals: number;
}

/** The fleets of a workspace in addition to the usual ones. */
export type ChosenFleets = Pick<Workspace, 'terminals' | 'fleetFiles' | 'startMs'>;

/** The result of a check of fleet files. */
export interface CheckedFleets {
  /** Their pointers begin at the contents of the file. */
  readonly faults: readonly { readonly pointer: string; readonly message: string }[];
  readonly terminals: number;
}

/** The workspaces that a caller may manage. */
export interface WorkspaceManager {
  /** Returns them newest first. */
  list(): Promise<readonly Workspace[]>;
  find(name: string): Promise<Workspace | undefined>;
  /**
   * Adds a workspace, unless there are too many or `findFault` returns a fault; no other is added meanwhile. Undefined: the caller
   * may add none.
   */
  readonly add:
    | ((workspace: Workspace, findFault: () => Promise<Fault | undefined>) => Promise<'added' | 'full' | Fault>)
    | undefined;
  extend(name: string, expiresAtMs: RealMs): Promise<Workspace | undefined>;
  delete(name: string): Promise<boolean>;
  readUsage(name: string): Promise<readonly SandboxSchemas['QuotaUsage'][]>;
  /** Returns the active users of a world with these fleets. */
  listUsers(fleets: ChosenFleets): Promise<readonly WorkspaceUser[]>;
  /** Returns the faults of fleet files, and the number of their terminals. */
  checkFleets(fleets: ChosenFleets): Promise<CheckedFleets>;
  readonly seed: number;
  /** The start of the clock of the server, in epoch milliseconds. */
  readonly startMs: number;
  readonly quotas: Quotas;
  readonly fleets: FleetLimits;
  readonly realNow: () => RealMs;
}

/** The operations on workspaces. @see gap sandbox.workspaces */
export type WorkspaceOperations = {
  readonly [Op in WorkspaceOperationId]: (input: SandboxInput<Op>) => Promise<SandboxReply<Op>>;
};

/** Creates the operations for the callers of one world. */
export function createWorkspaceOperations(manager: WorkspaceManager): WorkspaceOperations {
  const find = async (id: string): Promise<Workspace | undefined> => {
    const name = parseWorkspaceId(id);
    return name === undefined ? undefined : manager.find(name);
  };
  const presentDetails = async (workspace: Workspace): Promise<SandboxSchemas['WorkspaceDetails']> => ({
    ...presentWorkspace(workspace),
    quotas: [...(await manager.readUsage(workspace.name))],
  });

  return {
    async listWorkspaces({ query: { limit = DEFAULT_PAGE, cursor } }) {
      const all = await manager.list();
      const start = cursor === undefined ? 0 : all.findIndex(({ name }) => formatWorkspaceId(name) === cursor) + 1;
      if (cursor !== undefined && start === 0) return refuseCursor();
      const page = all.slice(start, start + limit);
      const last = page.at(-1);
      const hasMore = start + limit < all.length;
      return {
        status: 200,
        body: {
          object: 'list',
          data: page.map(presentWorkspace),
          page: {
            limit,
            returned: page.length,
            matched: all.length,
            has_more: hasMore,
            next_cursor: hasMore && last !== undefined ? formatWorkspaceId(last.name) : null,
          },
        },
      };
    },

    async createWorkspace({ body }) {
      if (manager.add === undefined)
        return problem(403, 'operator_only', { detail: 'Only the operator of the server can create workspaces.' });
      if (body.terminals !== undefined && body.terminals > manager.fleets.mostTerminals)
        return invalidBody({
          pointer: '/terminals',
          code: 'out_of_range',
          detail: `Expected at most ${manager.fleets.mostTerminals}, the limit of the server.`,
        });
      const startMs = body.start === undefined ? manager.startMs : parseStart(body.start, manager.realNow());
      if (startMs === undefined)
        return invalidBody({ pointer: '/start', code: 'wrong_format', detail: `Expected ${START_FORMS}.` });
      const fleets = chooseFleets(body, startMs);
      const checked = await manager.checkFleets(fleets);
      if (checked.faults.length > 0)
        return invalidBody(
          ...checked.faults.map(({ pointer, message }) => ({
            pointer: `/fleet${pointer}`,
            code: 'wrong_format' as const,
            detail: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
          })),
        );
      if (checked.terminals > manager.fleets.mostTerminals)
        return invalidBody({
          pointer: '/fleet/terminals',
          code: 'out_of_range',
          detail: `Expected at most ${manager.fleets.mostTerminals}, the limit of the server.`,
        });
      const quotas = { ...manager.quotas, ...body.quotas };
      const tooHigh = findTooHighQuota(quotas, manager.quotas);
      if (tooHigh !== undefined)
        return invalidBody({
          pointer: `/quotas/${tooHigh}`,
          code: 'out_of_range',
          detail: `Expected at most ${manager.quotas[tooHigh]}, the quota of the server.`,
        });
      const made = makeWorkspace(
        { body, fleets, quotas, seed: manager.seed },
        await manager.listUsers(fleets),
        manager.realNow(),
      );
      const result = await manager.add(made.workspace, () => findFleetFault(made.workspace, { body, manager }));
      if (result === 'full')
        return problem(507, 'insufficient_storage', {
          detail: 'The server has as many workspaces as it allows. Delete one, or wait until one expires.',
        });
      if (result !== 'added') return invalidBody(result);
      return {
        status: 201,
        body: { ...presentWorkspace(made.workspace), operator_token: made.operatorToken, api_keys: [...made.apiKeys] },
      };
    },

    async getWorkspace({ path }) {
      const workspace = await find(path.workspace_id);
      return workspace === undefined ? notFound() : { status: 200, body: await presentDetails(workspace) };
    },

    async extendWorkspace({ path, body }) {
      const workspace = await find(path.workspace_id);
      const expiresAtMs = realMs(manager.realNow() + body.expires_in_seconds * 1000);
      const extended = workspace && (await manager.extend(workspace.name, expiresAtMs));
      return extended === undefined ? notFound() : { status: 200, body: await presentDetails(extended) };
    },

    async deleteWorkspace({ path }) {
      const workspace = await find(path.workspace_id);
      if (workspace === undefined || !(await manager.delete(workspace.name))) return notFound();
      return { status: 200, body: { workspace_id: path.workspace_id, deleted: true } };
    },
  };
}

/** Returns why there can be no workspace with another fleet, or undefined. Lists the workspaces only if its fleet is not that of the server. */
async function findFleetFault(
  workspace: Workspace,
  { body, manager }: { readonly body: SandboxSchemas['CreateWorkspace']; readonly manager: WorkspaceManager },
): Promise<Fault | undefined> {
  const {
    seed: ownSeed,
    startMs,
    fleets: { mostFleets },
    list,
  } = manager;
  const ofServer = formatFleet({ seed: ownSeed, startMs });
  const wanted = formatFleet(workspace);
  if (wanted === ofServer || mostFleets === Number.POSITIVE_INFINITY) return undefined;
  const existing = await list();
  const known = new Set([ofServer, ...existing.map(formatFleet)]);
  if (known.has(wanted) || known.size < mostFleets) return undefined;
  const seeds = [...new Set([ownSeed, ...existing.map((one) => one.seed)])].toSorted((one, other) => one - other);
  return {
    pointer: findChosenFleetMember(body),
    code: 'out_of_range',
    detail: `The server has as many different fleets as it allows, ${mostFleets}. Its seeds: ${seeds.join(', ')}.`,
  };
}

/** Returns the pointer to the member that chooses another fleet than that of the server. */
const findChosenFleetMember = ({ fleet, seed, start }: SandboxSchemas['CreateWorkspace']): string => {
  if (fleet !== undefined) return '/fleet';
  if (seed !== undefined) return '/seed';
  return start === undefined ? '/terminals' : '/start';
};

/** Returns the fleets that a request chooses. A fleet file is stored as text. */
const chooseFleets = ({ terminals, fleet }: SandboxSchemas['CreateWorkspace'], startMs: number): ChosenFleets => ({
  startMs,
  ...(terminals === undefined ? {} : { terminals }),
  ...(fleet === undefined ? {} : { fleetFiles: [JSON.stringify(fleet)] }),
});

/** Workspaces with the same text have the same fleets. */
const formatFleet = ({
  seed,
  startMs = EPOCH_MS,
  terminals = 0,
  fleetFiles = [],
}: Pick<Workspace, 'seed'> & ChosenFleets): string =>
  `${seed} ${countDaysAfterDefault(startMs)} ${terminals} ${fleetFiles.length === 0 ? '' : createHash('sha256').update(JSON.stringify(fleetFiles)).digest('base64')}`;

const refuseCursor = () =>
  problem<400>(400, 'invalid_parameter', {
    detail: '1 parameter is not valid.',
    errors: [
      {
        parameter: 'cursor',
        code: 'cursor_invalid',
        detail:
          'Expected the page.next_cursor of the previous page. Its last workspace may have been deleted: start again.',
      },
    ],
  });

interface NewWorkspace {
  readonly body: SandboxSchemas['CreateWorkspace'];
  readonly fleets: ChosenFleets;
  readonly seed: number;
  readonly quotas: Quotas;
}

interface MadeWorkspace {
  readonly workspace: Workspace;
  readonly operatorToken: string;
  readonly apiKeys: readonly SandboxSchemas['WorkspaceKey'][];
}

function makeWorkspace(
  { body, fleets, seed, quotas }: NewWorkspace,
  users: readonly WorkspaceUser[],
  now: RealMs,
): MadeWorkspace {
  const name = formatSymbols(randomBytes(12), 12);
  const operatorToken = `opr-ws-${name}-${formatSymbols(randomBytes(32), 32)}`;
  const made = users.map((user) => {
    const { keyId, key } = createKeyText(name, randomBytes(KEY_BYTES));
    return { user, key, keyId };
  });
  const keys = made.map(
    ({ user: { tenantId, userId }, key, keyId }): IssuedKey => ({
      ...{ keyId, tenantId, userId, digest: digestKey(key) },
      ...{ issuedAtMs: now, expiresAtMs: null },
    }),
  );
  const { expires_in_seconds: seconds = DEFAULT_LIFETIME_SECONDS } = body;
  return {
    workspace: {
      name,
      title: body.name ?? '',
      seed: body.seed ?? seed,
      ...fleets,
      operatorDigest: digestKey(operatorToken),
      keys,
      createdAtMs: now,
      expiresAtMs: realMs(now + seconds * 1000),
      quotas,
    },
    operatorToken,
    apiKeys: made.map(({ user, key, keyId }) => ({
      tenant_id: user.tenantId,
      user_id: user.userId,
      display_name: user.displayName,
      role: user.role,
      key_id: `key_${keyId}`,
      api_key: key,
    })),
  };
}

const presentWorkspace = ({
  name,
  title,
  seed,
  startMs = EPOCH_MS,
  terminals,
  createdAtMs,
  expiresAtMs,
}: Workspace) => ({
  workspace_id: formatWorkspaceId(name),
  name: title,
  seed,
  start: formatInstant(startMs),
  terminals: terminals ?? null,
  base_path: formatBasePath(name),
  created_at: formatInstant(createdAtMs),
  expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
});
