import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenants as usualTenants } from '../../fixtures/index.ts';
import type { TenantFixture } from '../../fixtures/model/model.ts';
import type { DeliveryStore } from '../../server/delivery/store/delivery-store.ts';
import { openMemoryDeliveries } from '../../server/delivery/store/memory-store.ts';
import { type AppOptions, buildApp } from '../../server/http/app.ts';
import { SignInCodes } from '../../server/http/control/sign-in-codes.ts';
import { createHttpServer } from '../../server/http/edge/http-server.ts';
import { createPublicLimits, LOCAL_LIMITS, type ServerLimits } from '../../server/http/edge/limits.ts';
import { WorkQueue } from '../../server/http/pipeline/work-queue.ts';
import { ReplyCheck } from '../../server/http/reply/reply-check.ts';
import type { Journal } from '../../server/journal/journal.ts';
import { openMemoryJournal } from '../../server/journal/memory.ts';
import { Sandbox } from '../../server/sandbox.ts';
import { type RealMs, realMs } from '../../server/world/state/time.ts';
import { DEFAULT_SEED, generateWorld } from '../../server/world/state/world.ts';
import { isLoopbackHost } from '../../spec/hosts.ts';
import { type DeliveryWorker, type DestinationOptions, startDeliveryWorker } from './delivery-options.ts';
import { fetchInProcess } from './in-process.ts';
import { listTenants, requireTerminalCount } from './large-fleet.ts';

/** Options of a sandbox. The defaults suit a developer's machine. */
export interface SandboxOptions {
  /** 0 picks a free port. False listens on no port: only `fetch` reaches the sandbox. Default 4400. */
  readonly port?: number | false;
  /** Address to listen on. Default 127.0.0.1, reachable from this machine only. */
  readonly host?: string;
  /**
   * Whole number from 0 to 4294967295. Equal seeds give byte-identical replies, except for cursors, which `cursorSecret`
   * signs. Default: the seed stored in `data`, otherwise 1.
   */
  readonly seed?: number;
  /**
   * Adds the tenant Atlas with this number of terminals, 1 to 20000, for tests of clients with large fleets. Default: the
   * number stored in `data`, otherwise no such tenant.
   */
  readonly terminals?: number;
  /**
   * Directory in which changes are stored, created if absent. The next start continues from there. One sandbox at a time
   * uses it. Default: none, changes are lost when the process ends.
   */
  readonly data?: string;
  /** The URL at which clients reach the sandbox, for absolute links. Default: the address it listens on. */
  readonly publicUrl?: string;
  /** Requests per minute for each user. Default: no limit on a loopback address, 120 on any other. */
  readonly ratePerMinute?: number;
  /**
   * Trusted proxies whose `X-Forwarded-For` names the client: their number, or their addresses and ranges. Default: none.
   */
  readonly trustProxy?: number | readonly string[];
  /** Maximum concurrent connections. Except on loopback, one client address gets at most a tenth. Default 2000. */
  readonly maxConnections?: number;
  /** Limits for tests of the limits. */
  readonly limits?: Partial<ServerLimits>;
  /** The operator's token for the control plane. Default: random on a loopback address, none on any other. */
  readonly operatorToken?: string;
  /**
   * Where webhooks may be sent. Default: `local` on a loopback address, `hosted` on any other.
   */
  readonly destinations?: DestinationOptions;
  /**
   * Signs the `next_cursor` of lists, at least 16 characters. Sandboxes with the same secret accept each other's cursors
   * and give equal ones. Default: the secret stored in `data`, otherwise a random one.
   */
  readonly cursorSecret?: string;
  /** Real time in epoch milliseconds, for the rate limit, a running clock and the timestamps of deliveries. Default: the system clock. */
  readonly realNow?: () => number;
  readonly log?: AppOptions['log'];
  /** Called when the contract is invalid. Default: prints the error to standard error and exits with 70. */
  readonly onFault?: (fault: Error) => void;
}

/** A running sandbox. */
export interface RunningSandbox {
  /** The URL on this machine, without a trailing slash. */
  readonly url: string;
  readonly seed: number;
  readonly tenants: readonly TenantFixture[];
  /** The operator's token for the control plane. Undefined: operator access is off. */
  readonly operatorToken: string | undefined;
  /** Returns a code with which a browser signs in once as the operator. Undefined: operator access is off. */
  createSignInCode(): string | undefined;
  /** Sends a request without the network. */
  fetch(request: Request): Promise<Response>;
  /** Resolves with true when no due delivery is left, or with false after `limitMs` of real time. */
  settled(limitMs: number): Promise<boolean>;
  /**
   * Stops listening, ends event streams, waits at most 7 s for requests in flight, closes all connections and releases `data`.
   */
  close(): Promise<void>;
}

const REMOTE_RATE_PER_MINUTE = 120;

/**
 * Starts a sandbox in this process and resolves when it accepts requests. Rejects when the port is in use (`EADDRINUSE`),
 * the contract is invalid, `terminals` is out of range (`RangeError`), or `data` cannot be used (`UnusableData` with the
 * directory and the reason).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4400, host = '127.0.0.1' } = options;
  requireTerminalCount(options.terminals);
  const { journal, deliveries, seed, terminals, cursorSecret } = await openStores(options);
  const isReachedFromHereOnly = port === false || isLoopbackHost(host);
  const http = createHttpServer(chooseLimits(options, isReachedFromHereOnly));
  const { server } = http;
  let delivering: DeliveryWorker | undefined;

  try {
    if (port !== false) await listen(server, port, host);
    const url = port === false ? 'http://sandbox.invalid' : readAddress(server, host);
    const operatorToken = options.operatorToken ?? (isReachedFromHereOnly ? createToken() : undefined);
    const realNow = (): RealMs => realMs((options.realNow ?? Date.now)());
    const tenants = await listTenants(usualTenants, terminals);
    const world = generateWorld(seed, { baseUrl: options.publicUrl ?? url, cursorSecret, tenants });
    const sandbox = new Sandbox(world, journal, realNow);
    const signInCodes = new SignInCodes(realNow);
    const check = ReplyCheck.shared();
    const queue = new WorkQueue();
    delivering = startDeliveryWorker({
      sandbox,
      store: deliveries,
      queue,
      server,
      port: port === false ? undefined : (server.address() as AddressInfo).port, // listens on TCP, so it has one
      baseUrl: options.publicUrl ?? url,
      destinations: { mode: isReachedFromHereOnly ? 'local' : 'hosted', ...options.destinations },
    });
    const { deliveryService, findRefusal } = delivering;
    const app = buildApp(sandbox, {
      check,
      log: options.log ?? (() => undefined),
      ratePerMinute: options.ratePerMinute ?? (isReachedFromHereOnly ? undefined : REMOTE_RATE_PER_MINUTE),
      trustProxy: options.trustProxy,
      realNow,
      operatorToken,
      signInCodes,
      deliveryService,
      findRefusal,
      queue,
      origins: { baseUrl: options.publicUrl ?? url, isLoopback: port !== false && isLoopbackHost(host) },
    });
    http.serve(app);
    deliveryService.start();
    compileWhenIdle(check, options.onFault ?? stopProcess);
    return {
      url,
      seed,
      tenants,
      operatorToken,
      createSignInCode: () => (operatorToken === undefined ? undefined : signInCodes.create().code),
      fetch: (request) => fetchInProcess(server, request),
      settled: (limitMs) => deliveryService.whenSettled(limitMs),
      async close() {
        deliveryService.endStreams();
        await http.close();
        await delivering?.close();
        await journal.close();
      },
    };
  } catch (error) {
    await delivering?.close();
    await http.close();
    await journal.close();
    throw error;
  }
}

function chooseLimits({ maxConnections, trustProxy, limits }: SandboxOptions, isLocal: boolean): ServerLimits {
  const choice = maxConnections === undefined ? {} : { maxConnections };
  const usual = isLocal
    ? { ...LOCAL_LIMITS, ...choice }
    : createPublicLimits({ ...choice, isBehindProxy: trustProxy !== undefined });
  return { ...usual, ...limits };
}

const createSandboxSecret = (): string => randomBytes(32).toString('base64url');
const createToken = (): string => `opr-${randomBytes(24).toString('base64url')}`;

/** Minimum length of a cursor secret, in characters. */
const SHORTEST_SECRET = 16;

function readAddress(server: Server, host: string): string {
  return `http://${formatUrlHost(host)}:${(server.address() as AddressInfo).port}`; // listens on TCP, so it has a port
}

interface Stores {
  readonly journal: Journal;
  readonly deliveries: DeliveryStore;
  readonly seed: number;
  readonly terminals: number | undefined;
  readonly cursorSecret: string;
}

/** Opens the journal and the delivery store: in memory, or in one file of the data directory. */
async function openStores({ data, seed, terminals, cursorSecret }: SandboxOptions): Promise<Stores> {
  if (cursorSecret !== undefined && cursorSecret.length < SHORTEST_SECRET)
    throw new RangeError(`cursorSecret is too short: use at least ${SHORTEST_SECRET} characters, or leave it out.`);
  if (data === undefined)
    return {
      journal: openMemoryJournal(),
      deliveries: openMemoryDeliveries(),
      seed: seed ?? DEFAULT_SEED,
      terminals,
      cursorSecret: cursorSecret ?? createSandboxSecret(),
    };
  const { openSqliteJournal } = await import('../../server/journal/sqlite.ts');
  const { openSqliteDeliveries } = await import('../../server/delivery/store/sqlite-store.ts');
  const { resolveTerminalCount } = await import('../../server/storage/terminal-count.ts');
  const { readOrCreateCursorSecret } = await import('../../server/storage/cursor-secret.ts');
  const journal = openSqliteJournal(data, { seed, defaultSeed: DEFAULT_SEED });
  try {
    const { database } = journal.data;
    const settledSecret = cursorSecret ?? readOrCreateCursorSecret(database, createSandboxSecret());
    return {
      journal,
      deliveries: openSqliteDeliveries(database),
      seed: journal.seed,
      terminals: resolveTerminalCount(journal.data, terminals),
      cursorSecret: settledSecret,
    };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/**
 * Compiles the contract's schemas between requests, so that neither the start nor the first request waits for them. An
 * invalid contract still stops the server immediately.
 */
function compileWhenIdle(check: ReplyCheck, onFault: (fault: Error) => void): void {
  const steps = check.compileAll();
  const next = (): void => {
    try {
      if (steps.next().done !== true) setImmediate(next).unref();
    } catch (fault) {
      onFault(fault as Error); // compileAll throws Errors only
    }
  };
  setImmediate(next).unref();
}

function stopProcess({ message, cause }: Error): void {
  process.stderr.write(`${message}${cause instanceof Error ? `: ${cause.message}` : ''}\n`);
  process.exit(70);
}

/** Formats a host for a URL. A server on all addresses is reached at the loopback address. */
function formatUrlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
