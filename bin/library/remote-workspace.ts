import { formatBaseUrl } from '../../base/base-url.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { createCall, fetchDeliveries } from '../control/control-plane.ts';
import { waitForDeliveries } from '../control/wait-for-deliveries.ts';
import { createSender } from './control-sender.ts';
import {
  checkOptions,
  either,
  httpUrl,
  instant,
  type OptionRules,
  record,
  secret,
  text,
  wholeNumber,
} from './options/check-options.ts';
import { seedRule, terminalsRule } from './options/sandbox-option-rules.ts';
import { startRule } from './options/start-option.ts';

/** A new workspace on a server that runs elsewhere. */
export interface WorkspaceOptions {
  /** The URL of the server. Default: `FLEETKIT_URL`. */
  readonly url?: string;
  /** The token of its operator. Default: `FLEETKIT_OPERATOR_TOKEN`. */
  readonly operatorToken?: string;
  /** For people. */
  readonly name?: string;
  /** Default: the seed of the server. */
  readonly seed?: number;
  /** The start of its clock: `today`, `now` or an instant. Default: the start of the server. */
  readonly start?: string;
  /** Adds the tenant Atlas with this number of terminals. */
  readonly terminals?: number;
  /** The contents of a fleet file, which adds a tenant. */
  readonly fleet?: object;
  /** Time until the server deletes the workspace, in seconds, if `close` is not called. Default: an hour. */
  readonly expiresInSeconds?: number;
}

/** A sandbox to which the library sends requests. */
export interface SandboxConnection {
  readonly url: string;
  /** The file with the authority that signed its certificate, if one was made in this process. */
  readonly caFile?: string | undefined;
  /** By user id. */
  readonly keys: Readonly<Record<string, string>>;
  readonly operatorToken: string;
  fetch(request: Request): Promise<Response>;
  /** Resolves with true when no due delivery is left, or with false after `limitMs` of real time. */
  settled(limitMs: number): Promise<boolean>;
  /** Creates a workspace that continues from a state of this sandbox. */
  fork(options: ForkOptions): Promise<SandboxConnection>;
  close(): Promise<void>;
}

/** A fork of a sandbox. All options are optional. */
export interface ForkOptions {
  /**
   * Where it begins: an instant of the sandbox clock since the latest reset, import or fork, or a position of the journal. Default: now.
   */
  readonly at?: string | Date;
  /** For people. */
  readonly name?: string;
  /** Time until the server deletes it, in seconds, if `close` is not called. Default: an hour. */
  readonly expiresInSeconds?: number;
}

/** The server of a workspace. */
export interface WorkspaceServer extends Pick<SandboxConnection, 'caFile' | 'fetch'> {
  readonly url: string;
  /** Whether it runs no longer, and its workspaces with it. */
  readonly isClosed?: () => boolean;
}

const FORK_RULES: OptionRules<Required<ForkOptions>> = {
  at: either(instant, text),
  name: text,
  expiresInSeconds: wholeNumber(1),
};

/** Creates a fork of `world`, a workspace or `main`, with its operator's token. `close` of the fork deletes it. */
export async function createFork(
  server: WorkspaceServer,
  { world, ...source }: Pick<SandboxConnection, 'url' | 'operatorToken' | 'fetch'> & { readonly world: string },
  options: ForkOptions,
): Promise<SandboxConnection> {
  checkOptions('sandbox.fork', options, FORK_RULES);
  const { at, name, expiresInSeconds = DEFAULT_LIFETIME_SECONDS } = options;
  const body = {
    ...{ from: world, name, expires_in_seconds: expiresInSeconds },
    at: at === undefined || typeof at === 'string' ? at : at.toISOString(),
  };
  return connectToWorkspace(server, await createCall(createSender(source))('createWorkspace', { body }));
}

const DEFAULT_LIFETIME_SECONDS = 3600;

const RULES: OptionRules<Required<WorkspaceOptions>> = {
  url: httpUrl,
  operatorToken: secret,
  name: text,
  seed: seedRule,
  start: startRule,
  terminals: terminalsRule,
  fleet: record,
  expiresInSeconds: wholeNumber(1),
};

/** Creates a workspace. `close` deletes it. Rejects with a `SandboxRefusal` if the server refuses. */
export async function createRemoteWorkspace(options: WorkspaceOptions): Promise<SandboxConnection> {
  checkOptions('startSandbox, workspace', options, RULES);
  const { name, seed, start, terminals, fleet, expiresInSeconds = DEFAULT_LIFETIME_SECONDS } = options;
  const { url = process.env.FLEETKIT_URL || undefined, operatorToken = process.env.FLEETKIT_OPERATOR_TOKEN } = options;
  if (url === undefined)
    throw new RangeError('workspace.url is missing: give the URL of the server, or set FLEETKIT_URL.');
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new RangeError(
      `FLEETKIT_URL is ${JSON.stringify(url)}: expected a URL that starts with http:// or https://.`,
    );
  if (operatorToken === undefined || operatorToken === '')
    throw new RangeError(
      "workspace.operatorToken is missing: give the operator's token, or set FLEETKIT_OPERATOR_TOKEN.",
    );
  const base = formatBaseUrl(new URL(url));
  const createAtServer = createCall(createSender({ url: base, operatorToken, fetch }));
  const created = await createAtServer('createWorkspace', {
    body: {
      name,
      seed,
      start,
      terminals,
      fleet: fleet as Record<string, unknown> | undefined,
      expires_in_seconds: expiresInSeconds,
    },
  });
  return connectToWorkspace({ url: base, fetch: (request) => fetch(request) }, created);
}

/** Returns the connection to a new workspace. `close` deletes it. */
function connectToWorkspace(server: WorkspaceServer, created: SandboxSchemas['CreatedWorkspace']): SandboxConnection {
  const own = {
    url: `${server.url}${created.base_path}`,
    operatorToken: created.operator_token,
    fetch: (request: Request) => server.fetch(request),
  };
  const call = createCall(createSender(own));
  return {
    ...own,
    caFile: server.caFile,
    keys: Object.fromEntries(created.api_keys.map(({ user_id: userId, api_key: key }) => [userId, key])),
    async settled(limitMs) {
      const readDeliveries = async () => {
        const [pending, sending] = await Promise.all(
          (['pending', 'sending'] as const).map((state) => fetchDeliveries(call, { state }, MOST_DELIVERIES)),
        );
        return [...(pending?.deliveries ?? []), ...(sending?.deliveries ?? [])];
      };
      return (await waitForDeliveries(call, { readDeliveries, timeoutMs: limitMs })).outcome !== 'timed_out';
    },
    fork: (options) => createFork(server, { ...own, world: created.workspace_id }, options),
    async close() {
      if (server.isClosed?.() === true) return;
      await call('deleteWorkspace', { path: { workspace_id: created.workspace_id } });
    },
  };
}

/** More than a workspace can have waiting. */
const MOST_DELIVERIES = 20_000;
