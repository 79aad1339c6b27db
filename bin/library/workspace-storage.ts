import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tenants as usualTenants } from '../../fixtures/index.ts';
import type { WorkspaceOperations } from '../../server/http/control/workspace-operations.ts';
import { readHeld } from '../../server/http/edge/capacity.ts';
import { InFlight } from '../../server/http/edge/in-flight.ts';
import type { WorkspaceApp } from '../../server/http/route-workspaces.ts';
import type { Journal } from '../../server/journal/journal.ts';
import type { Sandbox } from '../../server/sandbox.ts';
import type { PostgresDatabase } from '../../server/storage/postgres/database.ts';
import { takeReserve } from '../../server/storage/space-reserve.ts';
import type { WantedStart } from '../../server/storage/start-instant.ts';
import { DEFAULT_QUOTAS, QuotaGuard } from '../../server/workspaces/quotas.ts';
import { formatBasePath, formatWorkspaceId, type Quotas, type Workspace } from '../../server/workspaces/workspace.ts';
import type { ServedWorkspace, WorkspaceStorage } from '../../server/workspaces/workspaces.ts';
import { type JournalImported, position } from '../../server/world/state/facts.ts';
import { WHOLE_SANDBOX } from '../../server/world/state/sandbox-facts.ts';
import { type SandboxMs, sandboxMs } from '../../server/world/state/time.ts';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { listTenants } from './fleets/large-fleet.ts';
import { openStores } from './open-stores.ts';
import { createKeptParts, type KeptParts, openWorld, type WorldHost } from './open-world.ts';
import { DEFAULT_START } from './options/start-option.ts';
import type { Stores } from './stores.ts';

/** A workspace that answers requests. */
export interface OpenWorkspace extends ServedWorkspace, WorkspaceApp, Pick<Sandbox, 'fork'> {
  readUsage(): Promise<readonly SandboxSchemas['QuotaUsage'][]>;
  endStreams(): void;
}

export interface WorkspaceStorageOptions {
  readonly host: WorldHost;
  /** The public URL of the server. */
  readonly baseUrl: string;
  /** The data directory of the server. Undefined: workspaces are stored in memory. */
  readonly data: string | undefined;
  /** The database of the server, instead of a data directory. */
  readonly database: PostgresDatabase | undefined;
  /** Called when another replica has deleted an open workspace. */
  readonly onRemoved: (name: string) => void;
  /** Returns the operations on workspaces that callers of one workspace may use. */
  readonly restrictOperations: (name: string) => WorkspaceOperations;
}

/** How long a closing workspace waits for its requests in flight, in real milliseconds. The request that deletes it is one of them. */
const CLOSING_MS = 10_000;

/** Stores each workspace in memory, in a separate directory, or in the database. */
export function createWorkspaceStorage(options: WorkspaceStorageOptions): WorkspaceStorage<OpenWorkspace> {
  const { host, baseUrl, data, database, onRemoved, restrictOperations } = options;
  const inMemory = new Map<string, Stores>();
  /** Empty with a database, which has these parts, and in which other replicas may delete a workspace. */
  const keptByName = new Map<string, KeptParts>();

  const openItsStores = async ({ name, seed, startMs, terminals, fleetFiles, quotas }: Workspace): Promise<Stores> => {
    const options = { seed, start: toStart(startMs), terminals, fleetFiles, deliveryBytes: quotas.delivery_bytes };
    if (database !== undefined) {
      const { openWorldStores } = await import('./postgres-stores.ts');
      return openWorldStores(database, name, options);
    }
    if (data !== undefined) return openStores({ ...options, data: join(data, 'workspaces', formatWorkspaceId(name)) });
    const known = inMemory.get(name) ?? (await openStores(options));
    inMemory.set(name, known);
    return known;
  };

  return {
    async open(workspace) {
      const { name, quotas, keys, operatorDigest } = workspace;
      const stores = await openItsStores(workspace);
      if (workspace.fork?.fact !== undefined) await beginFork(stores.journal, workspace.fork.fact);
      const kept =
        keptByName.get(name) ?? (await createKeptParts({ ...host, stores, mostInboxBytes: quotas.inbox_bytes }));
      if (database === undefined) keptByName.set(name, kept);
      const guard = new QuotaGuard(quotas, name, host.createBudgets);
      const { app, sandbox, deliveryService, capacity, isKitRunning, close } = openWorld(
        withWorkspaceInLog(host, name),
        {
          name,
          stores,
          kept,
          guard,
          baseUrl: `${baseUrl}${formatBasePath(name)}`,
          operator: Buffer.from(operatorDigest, 'base64url'),
          workspaces: async () => restrictOperations(name),
          tenants: await listTenants(usualTenants, stores),
          issuedKeys: keys,
          hasPublishedKeys: false,
          latestMs: findClockEnd(stores, quotas),
        },
      );
      deliveryService.start();
      const unsubscribe = database?.feed.subscribe(name, ({ kind }) => {
        if (kind === 'removed') onRemoved(name);
      });
      const inFlight = new InFlight();
      return {
        answer(request, response, onDeleted) {
          inFlight.add(response);
          app(request, response, onDeleted);
        },
        isIdle: async () => inFlight.size === 0 && !(await isKitRunning()) && (await deliveryService.isIdle()),
        endStreams: () => deliveryService.endStreams(),
        fork: (wanted) => sandbox.fork(wanted),
        async readUsage() {
          await sandbox.catchUp();
          return guard.readUsage(sandbox.world, {
            nowMs: sandbox.now(),
            inboxBytes: await kept.inboxes.readBytes(),
            deliveryBytes: await stores.deliveries.readLargestTenantBytes(),
            held: readHeld(capacity),
          });
        },
        async close() {
          unsubscribe?.();
          deliveryService.endStreams();
          await inFlight.finish(CLOSING_MS);
          inFlight.destroyAll();
          await close();
          host.forgetBudgets(`${name} `);
        },
      };
    },
    async destroy({ name }) {
      inMemory.delete(name);
      keptByName.get(name)?.requests.dropRecordings();
      keptByName.delete(name);
      await (await host.loadKit?.())?.forget(name);
      if (database !== undefined) {
        const { deleteWorld } = await import('../../server/storage/postgres/delete-world.ts');
        await deleteWorld(database.connection, name);
      }
      if (data !== undefined) {
        await rm(join(data, 'workspaces', formatWorkspaceId(name)), { recursive: true, force: true });
        takeReserve(data);
      }
    },
  };
}

/** Records the first fact of a fork, unless it was recorded already, here or by another replica. */
async function beginFork(journal: Journal, fact: JournalImported): Promise<void> {
  if ((await journal.latest()) === 0) await journal.append(WHOLE_SANDBOX, [fact], position(0));
}

/** Returns the host with a log that names the workspace. */
const withWorkspaceInLog = (host: WorldHost, name: string): WorldHost => ({
  ...host,
  app: {
    ...host.app,
    log: (entry, response) => host.app.log({ ...entry, workspaceId: formatWorkspaceId(name) }, response),
    audit: (entry) => host.app.audit?.({ ...entry, workspaceId: formatWorkspaceId(name) }),
  },
});

/** A workspace of an earlier version has no quota for its clock, which ended after a year. */
const findClockEnd = ({ startMs }: Stores, { clock_days: days = DEFAULT_QUOTAS.clock_days ?? 0 }: Quotas): SandboxMs =>
  sandboxMs(startMs + days * 86_400_000);

/** The start of a workspace never changes. Those of earlier versions have the default one. */
const toStart = (startMs: number | undefined): WantedStart =>
  startMs === undefined ? DEFAULT_START : { startMs, isDefault: false };
