import { randomBytes } from 'node:crypto';
import { formatInstant } from '../../../base/formats.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { type Fault, invalidBody, type ProblemReply, problem } from '../../problems/problem.ts';
import type { SandboxReply } from '../../sandbox-contract.ts';
import { findTooHighQuota } from '../../workspaces/quotas.ts';
import {
  formatBasePath,
  formatWorkspaceId,
  type Quotas,
  type Workspace,
  type WorkspaceFork,
} from '../../workspaces/workspace.ts';
import { createKeyText, digestKey, formatSymbols, type IssuedKey, KEY_BYTES } from '../../world/state/issued-keys.ts';
import { type RealMs, realMs } from '../../world/state/time.ts';
import { EPOCH_MS } from '../../world/state/world.ts';

const DEFAULT_LIFETIME_SECONDS = 30 * 86_400;

/** A user of the fleets, to whom a new workspace gives a key. */
export interface WorkspaceUser {
  readonly tenantId: string;
  readonly userId: string;
  readonly displayName: string;
  readonly role: SandboxSchemas['WorkspaceKey']['role'];
}

/** The fleets of a workspace in addition to the usual ones. */
export type ChosenFleets = Pick<Workspace, 'terminals' | 'fleetFiles' | 'startMs'>;

export interface NewWorkspace {
  readonly body: SandboxSchemas['CreateWorkspace'];
  readonly fleets: ChosenFleets;
  readonly seed: number;
  readonly quotas: Quotas;
  /** When it expires at the latest. Default: when the body states. */
  readonly latestMs?: RealMs | null;
  readonly fork?: WorkspaceFork;
}

export interface MadeWorkspace {
  readonly workspace: Workspace;
  readonly operatorToken: string;
  readonly apiKeys: readonly SandboxSchemas['WorkspaceKey'][];
}

export function makeWorkspace(
  { body, fleets, seed, quotas, latestMs = null, fork }: NewWorkspace,
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
      seed,
      ...fleets,
      operatorDigest: digestKey(operatorToken),
      keys,
      createdAtMs: now,
      expiresAtMs: realMs(Math.min(now + seconds * 1000, latestMs ?? Number.POSITIVE_INFINITY)),
      quotas,
      ...(fork === undefined ? {} : { fork }),
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

export const presentWorkspace = ({
  name,
  title,
  seed,
  startMs = EPOCH_MS,
  terminals,
  createdAtMs,
  expiresAtMs,
  fork,
}: Workspace) => ({
  workspace_id: formatWorkspaceId(name),
  name: title,
  seed,
  start: formatInstant(startMs),
  terminals: terminals ?? null,
  base_path: formatBasePath(name),
  created_at: formatInstant(createdAtMs),
  expires_at: expiresAtMs === null ? null : formatInstant(expiresAtMs),
  forked_from: fork?.from ?? null,
  forked_at: fork === undefined ? null : formatInstant(fork.atMs),
});

/** Returns the refusal of quotas that exceed others. */
export function findQuotaFault(quotas: Quotas, most: Quotas): ProblemReply<422> | undefined {
  const tooHigh = findTooHighQuota(quotas, most);
  if (tooHigh === undefined) return undefined;
  return invalidBody({
    pointer: `/quotas/${tooHigh}`,
    code: 'out_of_range',
    detail: `Expected at most ${most[tooHigh]}, the quota of the server.`,
  });
}

/** Returns the reply for a workspace that was added, or for the reason why it was not. */
export function replyWith(
  { workspace, operatorToken, apiKeys }: MadeWorkspace,
  result: 'added' | 'full' | Fault,
): SandboxReply<'createWorkspace'> {
  if (result === 'full')
    return problem(507, 'insufficient_storage', {
      detail: 'The server has as many workspaces as it allows. Delete one, or wait until one expires.',
    });
  if (result !== 'added') return invalidBody(result);
  return {
    status: 201,
    body: { ...presentWorkspace(workspace), operator_token: operatorToken, api_keys: [...apiKeys] },
  };
}
