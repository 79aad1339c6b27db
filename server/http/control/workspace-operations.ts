import { createHash } from 'node:crypto';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, notFound, type ProblemReply, problem } from '../../problems/problem.ts';
import type { SandboxInput, SandboxReply, WorkspaceOperationId } from '../../sandbox-contract.ts';
import { formatWorkspaceId, parseWorkspaceId, type Quotas, type Workspace } from '../../workspaces/workspace.ts';
import { countDaysAfterDefault, parseStart, START_FORMS } from '../../world/state/start.ts';
import { type RealMs, realMs } from '../../world/state/time.ts';
import { EPOCH_MS } from '../../world/state/world.ts';
import { createFork, type ForkManager } from './fork-workspace.ts';
import { type ChosenFleets, findQuotaFault, makeWorkspace, presentWorkspace, replyWith } from './make-workspace.ts';

const DEFAULT_PAGE = 50;

/** Limits on generated fleets, because each takes memory and computing time. Workspaces with the same fleet share it. */
export interface FleetLimits {
  /** Maximum number of pairs of a seed and a number of terminals. */
  readonly mostFleets: number;
  /** Maximum number of terminals of Atlas. */
  readonly mostTerminals: number;
}

/** The result of a check of fleet files. */
export interface CheckedFleets {
  /** Their pointers begin at the contents of the file. */
  readonly faults: readonly { readonly pointer: string; readonly message: string }[];
  readonly terminals: number;
}

/** The workspaces that a caller may manage. */
export interface WorkspaceManager extends ForkManager {
  /** Returns them newest first. */
  list(): Promise<readonly Workspace[]>;
  find(name: string): Promise<Workspace | undefined>;
  /** Whether the caller may add workspaces that are no forks. */
  readonly mayAddNew: boolean;
  extend(name: string, expiresAtMs: RealMs): Promise<Workspace | undefined>;
  delete(name: string): Promise<boolean>;
  readUsage(name: string): Promise<readonly SandboxSchemas['QuotaUsage'][]>;
  /** Returns the faults of fleet files, and the number of their terminals. */
  checkFleets(fleets: ChosenFleets): Promise<CheckedFleets>;
  readonly seed: number;
  /** The start of the clock of the server, in epoch milliseconds. */
  readonly startMs: number;
  readonly quotas: Quotas;
  readonly fleets: FleetLimits;
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
      if (body.from !== undefined) return createFork(manager, body);
      if (!manager.mayAddNew)
        return problem(403, 'operator_only', {
          detail: 'Only the operator of the server can create new workspaces. Send "from" to fork this one.',
        });
      if (body.at !== undefined)
        return invalidBody({
          pointer: '/at',
          code: 'wrong_format',
          detail: 'Expected "from" too: only a fork begins at an instant.',
        });
      const startMs = body.start === undefined ? manager.startMs : parseStart(body.start, manager.realNow());
      if (startMs === undefined)
        return invalidBody({ pointer: '/start', code: 'wrong_format', detail: `Expected ${START_FORMS}.` });
      const fleets = chooseFleets(body, startMs);
      const fault = await findChoiceFault(manager, body, fleets);
      if (fault !== undefined) return fault;
      const quotas = { ...manager.quotas, ...body.quotas };
      const tooHigh = findQuotaFault(quotas, manager.quotas);
      if (tooHigh !== undefined) return tooHigh;
      const made = makeWorkspace(
        { body, fleets, quotas, seed: body.seed ?? manager.seed },
        await manager.listUsers(fleets),
        manager.realNow(),
      );
      return replyWith(
        made,
        await manager.add(made.workspace, () => findFleetFault(made.workspace, { body, manager })),
      );
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

/** Returns the refusal of fleets that the server cannot have. */
async function findChoiceFault(
  { fleets: { mostTerminals }, checkFleets }: WorkspaceManager,
  { terminals }: SandboxSchemas['CreateWorkspace'],
  fleets: ChosenFleets,
): Promise<ProblemReply<422> | undefined> {
  const refuseTerminals = (pointer: string) =>
    invalidBody({
      pointer,
      code: 'out_of_range',
      detail: `Expected at most ${mostTerminals}, the limit of the server.`,
    });
  if (terminals !== undefined && terminals > mostTerminals) return refuseTerminals('/terminals');
  const checked = await checkFleets(fleets);
  const [first, ...more] = checked.faults.map(
    ({ pointer, message }): Fault => ({
      pointer: `/fleet${pointer}`,
      code: 'wrong_format',
      detail: `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    }),
  );
  if (first !== undefined) return invalidBody(first, ...more);
  return checked.terminals > mostTerminals ? refuseTerminals('/fleet/terminals') : undefined;
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
