import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Fault, invalidApiKey, invalidBody } from '../../problems/problem.ts';
import type { SandboxReply } from '../../sandbox-contract.ts';
import type { Quotas, Workspace, WorkspaceFork } from '../../workspaces/workspace.ts';
import type { PastFault, PastMoment } from '../../world/fold/find-past.ts';
import type { Fork } from '../../world/fold/fork-world.ts';
import type { RealMs } from '../../world/state/time.ts';
import { describePastFault, parseMoment } from '../request/4-input/as-of.ts';
import { type ChosenFleets, findQuotaFault, makeWorkspace, replyWith, type WorkspaceUser } from './make-workspace.ts';

/** The world of a caller, which it may fork. */
export interface ForkSource extends ChosenFleets {
  /** `main`, or the id of a workspace. */
  readonly id: string;
  readonly seed: number;
  /** The most that a fork may use. */
  readonly quotas: Quotas;
  /** The name of the workspace from which its forks descend; undefined for the main world. */
  readonly root: string | undefined;
  /** When it expires; null if it is kept. No fork exists longer. */
  readonly expiresAtMs: RealMs | null;
  fork(wanted: PastMoment | undefined): Promise<Fork | PastFault>;
}

/** The means to fork the world of a caller. */
export interface ForkManager {
  /** Adds a workspace, unless there are too many or `findFault` returns a fault; no other is added meanwhile. */
  add(workspace: Workspace, findFault: () => Promise<Fault | undefined>): Promise<'added' | 'full' | Fault>;
  /** Opens the world of the caller. Undefined: it was deleted. */
  openSource(): Promise<ForkSource | undefined>;
  /** Returns how many forks descend from the workspace with this name. */
  countForks(root: string): Promise<number>;
  /** Maximum of these forks. */
  readonly mostForks: number;
  /** Returns the active users of a world with these fleets. */
  listUsers(fleets: ChosenFleets): Promise<readonly WorkspaceUser[]>;
  readonly realNow: () => RealMs;
}

/** Adds a workspace that continues from a state of the caller's world. @see gap sandbox.forks */
export async function createFork(
  manager: ForkManager,
  body: SandboxSchemas['CreateWorkspace'],
): Promise<SandboxReply<'createWorkspace'>> {
  const source = await manager.openSource();
  if (source === undefined) return invalidApiKey(); // it was deleted meanwhile
  const chosen = findChoiceFault(body, source.id);
  if (chosen !== undefined) return invalidBody(chosen);
  const wanted = body.at === undefined ? undefined : parseMoment(body.at);
  if (body.at !== undefined && wanted === undefined)
    return invalidBody({
      pointer: '/at',
      code: 'wrong_format',
      detail: 'Expected an instant, such as 2026-11-02T15:00:00Z, or a position of the journal, such as 3.',
    });
  const quotas = { ...source.quotas, ...body.quotas };
  const tooHigh = findQuotaFault(quotas, source.quotas);
  if (tooHigh !== undefined) return tooHigh;
  const forked = await source.fork(wanted);
  if ('reason' in forked)
    return invalidBody({ pointer: '/at', code: 'out_of_range', detail: describePastFault(forked) });
  const tooMany = findSizeFault(forked, quotas);
  if (tooMany !== undefined) return invalidBody(tooMany);

  const { id: from, seed, startMs, terminals, fleetFiles, root, expiresAtMs: latestMs } = source;
  const fleets = {
    ...(startMs === undefined ? {} : { startMs }),
    ...(terminals === undefined ? {} : { terminals }),
    ...(fleetFiles === undefined ? {} : { fleetFiles }),
  };
  const fork: WorkspaceFork = { from, atMs: forked.atMs, fact: forked.fact, ...(root === undefined ? {} : { root }) };
  const made = makeWorkspace(
    { body, fleets, seed, quotas, latestMs, fork },
    await manager.listUsers(fleets),
    manager.realNow(),
  );
  const findFault = async (): Promise<Fault | undefined> => {
    if (root === undefined || (await manager.countForks(root)) < manager.mostForks) return undefined;
    const detail = `This workspace has ${manager.mostForks} forks, as many as the server allows. Delete one, or wait until one expires.`;
    return { pointer: '/from', code: 'out_of_range', detail };
  };
  return replyWith(made, await manager.add(made.workspace, findFault));
}

/** Returns what is wrong with the members that choose the source. Other worlds look as if they did not exist. */
function findChoiceFault(body: SandboxSchemas['CreateWorkspace'], id: string): Fault | undefined {
  if (body.from !== id) {
    const detail = `Expected ${id}, the world of this token. To fork a workspace, send its operator token.`;
    return { pointer: '/from', code: 'unknown_value', detail };
  }
  const other = (['seed', 'start', 'terminals', 'fleet'] as const).find((name) => body[name] !== undefined);
  if (other === undefined) return undefined;
  return { pointer: `/${other}`, code: 'wrong_format', detail: 'Leave it out: a fork has the fleets of its source.' };
}

/** Returns the quota that the copied history would exceed. */
function findSizeFault({ fact }: Fork, { facts: mostFacts, stored_bytes: mostBytes }: Quotas): Fault | undefined {
  const count = fact.entries.reduce((sum, { facts }) => sum + facts.length, 0);
  if (mostFacts !== undefined && count > mostFacts) {
    const detail = `The source has ${count} changes up to there, and the quota facts of the fork allows ${mostFacts}.`;
    return { pointer: '/from', code: 'out_of_range', detail };
  }
  if (mostBytes === undefined) return undefined;
  const bytes = Buffer.byteLength(JSON.stringify([fact]));
  if (bytes <= mostBytes) return undefined;
  const detail = `The changes of the source up to there have ${bytes} bytes, and the quota stored_bytes of the fork allows ${mostBytes}.`;
  return { pointer: '/from', code: 'out_of_range', detail };
}
