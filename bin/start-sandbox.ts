import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMemoryDeliveries } from '../server/delivery/memory.ts';
import type { DeliveryStore } from '../server/delivery/store.ts';
import { type AppOptions, buildApp } from '../server/http/app.ts';
import { ReplyCheck } from '../server/http/reply-check.ts';
import { Sandbox } from '../server/http/sandbox.ts';
import { WorkQueue } from '../server/http/work-queue.ts';
import type { Journal } from '../server/journal/journal.ts';
import { openMemoryJournal } from '../server/journal/memory.ts';
import { type RealMs, realMs } from '../server/world/time.ts';
import { DEFAULT_SEED, generateWorld } from '../server/world/world.ts';
import { type Delivering, type DestinationOptions, startDelivering } from './delivering.ts';
import { fetchFrom } from './in-process.ts';

/** How a sandbox is started; everything has a default that suits a developer's own machine. */
export interface SandboxOptions {
  /** 0 takes a free port, false none: then only `fetch` reaches it. Default 4400. */
  readonly port?: number | false;
  /** Address to listen on. Default 127.0.0.1, which only this machine can reach. */
  readonly host?: string;
  /**
   * Whole number from 0 to 4294967295; equal seeds give equal fleets, byte for byte. Default: the one that `data` was
   * begun with, otherwise 1.
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
  /** What the operator of the control plane has to send. Default: a random one on a loopback address, none on any other. */
  readonly operatorToken?: string;
  /**
   * Where deliveries may go. Default: `local` on a loopback address, `hosted` on any other.
   */
  readonly destinations?: DestinationOptions;
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
  /** Stops listening, ends open connections and gives `data` back. */
  close(): Promise<void>;
}

const REMOTE_RATE_PER_MINUTE = 120;

/**
 * Starts a sandbox in this process and resolves once it answers. Rejects when the port is taken (`EADDRINUSE`), the
 * contract is at fault, or `data` cannot be used (an `UnusableData` that names it and the reason).
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 4400, host = '127.0.0.1' } = options;
  const { journal, deliveries, seed } = await openStores(options);
  const server = createServer();
  let delivering: Delivering | undefined;

  try {
    if (port !== false) await listen(server, port, host);
    const url = port === false ? 'http://sandbox.invalid' : addressOf(server, host);
    const isReachedFromHereOnly = port === false || isLoopback(host);
    const operatorToken = options.operatorToken ?? (isReachedFromHereOnly ? newToken() : undefined);
    const realNow = (): RealMs => realMs((options.realNow ?? Date.now)());
    const world = generateWorld(seed, { baseUrl: options.publicUrl ?? url });
    const sandbox = new Sandbox(world, journal, realNow);
    const check = new ReplyCheck();
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
      realNow,
      operatorToken,
      courier,
      refusalOf,
      queue,
      origins: { baseUrl: options.publicUrl ?? url, isLoopback: port !== false && isLoopback(host) },
    });
    server.on('request', app);
    courier.start();
    compileInIdleMoments(check, options.onFault ?? stopProcess);
    return {
      url,
      seed,
      operatorToken,
      fetch: (request) => fetchFrom(server, request),
      settled: (limitMs) => courier.whenSettled(limitMs),
      async close() {
        await delivering?.close();
        await close(server);
        await journal.close();
      },
    };
  } catch (error) {
    await delivering?.close();
    server.close();
    await journal.close();
    throw error;
  }
}

const newToken = (): string => `opr-${randomBytes(24).toString('base64url')}`;

function addressOf(server: Server, host: string): string {
  return `http://${urlHost(host)}:${(server.address() as AddressInfo).port}`; // listens on TCP, so it has a port
}

interface Stores {
  readonly journal: Journal;
  readonly deliveries: DeliveryStore;
  readonly seed: number;
}

/** In memory, or both in the one file of a directory. */
async function openStores({ data, seed }: SandboxOptions): Promise<Stores> {
  if (data === undefined)
    return { journal: openMemoryJournal(), deliveries: openMemoryDeliveries(), seed: seed ?? DEFAULT_SEED };
  const { openSqliteJournal } = await import('../server/journal/sqlite.ts');
  const { openSqliteDeliveries } = await import('../server/delivery/sqlite.ts');
  const journal = openSqliteJournal(data, { seed, defaultSeed: DEFAULT_SEED });
  return { journal, deliveries: openSqliteDeliveries(journal.data.database), seed: journal.seed };
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
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
