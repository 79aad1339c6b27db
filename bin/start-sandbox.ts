import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMemoryDeliveries } from '../server/delivery/memory.ts';
import type { DeliveryStore } from '../server/delivery/store.ts';
import { type AppOptions, buildApp } from '../server/http/app.ts';
import { createHttpServer } from '../server/http/edge/http-server.ts';
import { LOCAL_LIMITS, publicLimits, type ServerLimits } from '../server/http/edge/limits.ts';
import { ReplyCheck } from '../server/http/reply-check.ts';
import { Sandbox } from '../server/http/sandbox.ts';
import { WorkQueue } from '../server/http/work-queue.ts';
import type { Journal } from '../server/journal/journal.ts';
import { openMemoryJournal } from '../server/journal/memory.ts';
import { type RealMs, realMs } from '../server/world/time.ts';
import { DEFAULT_SEED, generateWorld } from '../server/world/world.ts';
import { isLoopbackHost } from '../spec/hosts.ts';
import { type Delivering, type DestinationOptions, startDelivering } from './delivering.ts';
import { fetchFrom } from './in-process.ts';

/** How a sandbox is started; everything has a default that suits a developer's own machine. */
export interface SandboxOptions {
  /** 0 takes a free port, false none: then only `fetch` reaches it. Default 4400. */
  readonly port?: number | false;
  /** Address to listen on. Default 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /**
   * Whole number from 0 to 4294967295; equal seeds give equal fleets, byte for byte but for cursors, which
   * `cursorSecret` signs. Default: the one that `data` was begun with, otherwise 1.
   */
  readonly seed?: number;
  /**
   * Directory that keeps what happens, so that the next start goes on from there; made if absent. One sandbox at a time
   * owns it. Default: none, what happens is forgotten with the process.
   */
  readonly data?: string;
  /** Where clients reach it, for absolute links. Default: the address it listens on. */
  readonly publicUrl?: string;
  /** Requests a minute for each user. Default: no limit on a loopback address, 120 on any other. */
  readonly ratePerMinute?: number;
  /**
   * Proxies whose `X-Forwarded-For` names the client: how many there are, or their addresses and ranges. Default: none.
   */
  readonly trustProxy?: number | readonly string[];
  /** Connections at a time; on an address other than loopback, one client gets a tenth of them. Default 2000. */
  readonly maxConnections?: number;
  /** Limits for tests of the limits. */
  readonly limits?: Partial<ServerLimits>;
  /** What the operator of the control plane has to send. Default: a random one on a loopback address, none on any other. */
  readonly operatorToken?: string;
  /**
   * Where deliveries may go. Default: `local` on a loopback address, `hosted` on any other.
   */
  readonly destinations?: DestinationOptions;
  /**
   * Signs the `next_cursor` of lists, at least 16 characters. Sandboxes with the same secret accept each other's cursors
   * and give equal ones. Default: the one in `data`, otherwise a random one.
   */
  readonly cursorSecret?: string;
  /** Real time in epoch milliseconds, for the rate limit, a clock that runs and the timestamps of deliveries. Default: the clock of this machine. */
  readonly realNow?: () => number;
  readonly log?: AppOptions['log'];
  /** Called when the contract turns out to be at fault. Default: says so on standard error and exits with 70. */
  readonly onFault?: (fault: Error) => void;
}

/** A sandbox that answers. */
export interface RunningSandbox {
  /** Where it is reached on this machine, without a slash at the end. */
  readonly url: string;
  readonly seed: number;
  /** What the operator of the control plane has to send; undefined: there is none. */
  readonly operatorToken: string | undefined;
  /** Asks it without the network. */
  fetch(request: Request): Promise<Response>;
  /** Resolves with true when no delivery that is due is left, with false when `limitMs` of real time pass before. */
  settled(limitMs: number): Promise<boolean>;
  /**
   * Stops listening, ends event streams, waits at most 7 s for requests in flight, ends all connections and releases `data`.
   */
  close(): Promise<void>;
}

const REMOTE_RATE_PER_MINUTE = 120;

/**
 * Starts a sandbox in this process and resolves once it answers. Rejects when the port is taken (`EADDRINUSE`), the
 * contract is at fault, or `data` cannot be used (an `UnusableData` that names it and the reason).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4400, host = '127.0.0.1' } = options;
  const { journal, deliveries, seed, cursorSecret } = await openStores(options);
  const isReachedFromHereOnly = port === false || isLoopbackHost(host);
  const http = createHttpServer(limitsFor(options, isReachedFromHereOnly));
  const { server } = http;
  let delivering: Delivering | undefined;

  try {
    if (port !== false) await listen(server, port, host);
    const url = port === false ? 'http://sandbox.invalid' : addressOf(server, host);
    const operatorToken = options.operatorToken ?? (isReachedFromHereOnly ? newToken() : undefined);
    const realNow = (): RealMs => realMs((options.realNow ?? Date.now)());
    const world = generateWorld(seed, { baseUrl: options.publicUrl ?? url, cursorSecret });
    const sandbox = new Sandbox(world, journal, realNow);
    const check = ReplyCheck.shared();
    const queue = new WorkQueue();
    delivering = startDelivering({
      sandbox,
      store: deliveries,
      queue,
      server,
      port: port === false ? undefined : (server.address() as AddressInfo).port, // listens on TCP, so it has one
      baseUrl: options.publicUrl ?? url,
      destinations: { mode: isReachedFromHereOnly ? 'local' : 'hosted', ...options.destinations },
    });
    const { courier, refusalOf } = delivering;
    const app = buildApp(sandbox, {
      check,
      log: options.log ?? (() => undefined),
      ratePerMinute: options.ratePerMinute ?? (isReachedFromHereOnly ? undefined : REMOTE_RATE_PER_MINUTE),
      trustProxy: options.trustProxy,
      realNow,
      operatorToken,
      courier,
      refusalOf,
      queue,
      origins: { baseUrl: options.publicUrl ?? url, isLoopback: port !== false && isLoopbackHost(host) },
    });
    http.serve(app);
    courier.start();
    compileInIdleMoments(check, options.onFault ?? stopProcess);
    return {
      url,
      seed,
      operatorToken,
      fetch: (request) => fetchFrom(server, request),
      settled: (limitMs) => courier.whenSettled(limitMs),
      async close() {
        courier.endStreams();
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

function limitsFor({ maxConnections, trustProxy, limits }: SandboxOptions, isLocal: boolean): ServerLimits {
  const choice = maxConnections === undefined ? {} : { maxConnections };
  const usual = isLocal
    ? { ...LOCAL_LIMITS, ...choice }
    : publicLimits({ ...choice, isBehindProxy: trustProxy !== undefined });
  return { ...usual, ...limits };
}

const newSecret = (): string => randomBytes(32).toString('base64url');
const newToken = (): string => `opr-${randomBytes(24).toString('base64url')}`;

/** Characters of a cursor secret, at least. */
const SHORTEST_SECRET = 16;

function addressOf(server: Server, host: string): string {
  return `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`; // listens on TCP, so it has a port
}

interface Stores {
  readonly journal: Journal;
  readonly deliveries: DeliveryStore;
  readonly seed: number;
  readonly cursorSecret: string;
}

/** In memory, or both in the one file of a directory. */
async function openStores({ data, seed, cursorSecret }: SandboxOptions): Promise<Stores> {
  if (cursorSecret !== undefined && cursorSecret.length < SHORTEST_SECRET)
    throw new RangeError(`cursorSecret is too short: use at least ${SHORTEST_SECRET} characters, or leave it out.`);
  if (data === undefined)
    return {
      journal: openMemoryJournal(),
      deliveries: openMemoryDeliveries(),
      seed: seed ?? DEFAULT_SEED,
      cursorSecret: cursorSecret ?? newSecret(),
    };
  const { openSqliteJournal } = await import('../server/journal/sqlite.ts');
  const { openSqliteDeliveries } = await import('../server/delivery/sqlite.ts');
  const { settleCursorSecret } = await import('../server/storage/cursor-secret.ts');
  const journal = openSqliteJournal(data, { seed, defaultSeed: DEFAULT_SEED });
  try {
    const { database } = journal.data;
    const settledSecret = cursorSecret ?? settleCursorSecret(database, newSecret());
    return { journal, deliveries: openSqliteDeliveries(database), seed: journal.seed, cursorSecret: settledSecret };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

/**
 * Compiles the contract's schemas between requests, so that neither the start nor a first request waits for them, and a
 * fault in the contract still ends the server at once.
 */
function compileInIdleMoments(check: ReplyCheck, onFault: (fault: Error) => void): void {
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

/** Whether only this machine can reach the address. */

/** An address as it stands in a URL; a server on all addresses is reached here by the loopback one. */
function urlHost(host: string): string {
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
