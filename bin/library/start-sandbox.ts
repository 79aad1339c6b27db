import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { formatInstant } from '../../base/formats.ts';
import { isLoopbackHost } from '../../base/hosts.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { readSystemClock, setImmediate, setTimeout } from '../../base/real-time.ts';
import { tenants as usualTenants } from '../../fixtures/index.ts';
import type { TenantFixture } from '../../fixtures/model/model.ts';
import { EARLIEST_START_MS } from '../../fixtures/time/epoch.ts';
import type { AppliedFault } from '../../server/faults/fault-choice.ts';
import { ANSWER_WITHIN_MS } from '../../server/http/app.ts';
import { ReplyCheck } from '../../server/http/check/reply-check.ts';
import { areSchemasCompiled } from '../../server/http/check/schemas.ts';
import { serveBelow } from '../../server/http/edge/base-path.ts';
import { Capacity } from '../../server/http/edge/capacity.ts';
import { createHttpServer, type ServerCertificate } from '../../server/http/edge/http-server.ts';
import { createPublicLimits, LOCAL_LIMITS, type ServerLimits } from '../../server/http/edge/limits.ts';
import { yieldToNewConnections } from '../../server/http/edge/new-connections.ts';
import { Turns } from '../../server/http/edge/turns.ts';
import type { App } from '../../server/http/exchange/middleware.ts';
import { WorkQueue } from '../../server/http/exchange/work-queue.ts';
import { serveHealth } from '../../server/http/operations/health.ts';
import { Operations } from '../../server/http/operations/operations.ts';
import { MAX_BYTES_OF_ALL_WORLDS, RecordingBudget } from '../../server/http/recording/recording-budget.ts';
import { createAddressBudgets } from '../../server/http/request/2-limits/rate-limit.ts';
import { ReplyCache } from '../../server/http/request/5-answer/reply-cache.ts';
import { routeWorkspaces } from '../../server/http/route-workspaces.ts';
import type { WantedStart } from '../../server/storage/start-instant.ts';
import { readRowBytes } from '../../server/world/books/rows/ledger-view.ts';
import { measureTenantBytes } from '../../server/world/books/views.ts';
import { EarlierStates } from '../../server/world/fold/earlier-states.ts';
import { type RealMs, realMs } from '../../server/world/state/time.ts';
import { type FleetHelp, listTenants, prepareFleetHelp } from './fleets/large-fleet.ts';
import type { FleetText } from './fleets/own-fleets.ts';
import { IncompleteHosting, listMissingRequirements } from './hosted.ts';
import { fetchInProcess } from './in-process.ts';
import type { KitHost, KitHostOptions } from './kit/kit-host.ts';
import { LazyWorkspaces } from './lazy-workspaces.ts';
import { openBudgets } from './open-budgets.ts';
import { openStores } from './open-stores.ts';
import { createKeptParts, type OpenWorld, openWorld, type WorldHost } from './open-world.ts';
import { LARGE_FLEET_TERMINALS, MOST_TERMINALS } from './options/most-terminals.ts';
import { checkSandboxOptions } from './options/sandbox-option-rules.ts';
import type { SandboxOptions } from './options/sandbox-options.ts';
import { readStart } from './options/start-option.ts';
import { chooseLocalName, openTransport } from './transport/open-transport.ts';

export type { SandboxOptions } from './options/sandbox-options.ts';

/** A running sandbox. */
export interface RunningSandbox {
  /** The URL on this machine, without a trailing slash. */
  readonly url: string;
  readonly seed: number;
  /** The start of its clock, RFC 3339 in UTC. */
  readonly start: string;
  readonly tenants: readonly TenantFixture[];
  /** The file with the authority that signed the certificate, if `tls` has made one. */
  readonly caFile: string | undefined;
  /** The operator's token for the control plane. Undefined: operator access is off. */
  readonly operatorToken: string | undefined;
  /** Returns a code with which a browser signs in once as the operator. Undefined: operator access is off. */
  createSignInCode(): Promise<string | undefined>;
  /** Sends a request without the network. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request that another server of this process received. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Resolves with true when no due delivery is left, or with false after `limitMs` of real time. */
  settled(limitMs: number): Promise<boolean>;
  /** Calls `listener`, the only one, with each request or delivery of the main world that a fault rule lets fail. */
  onFaultApplied(listener: (applied: AppliedFault) => void): void;
  /** Makes `/readyz` fail, so that load balancers send requests elsewhere. Requests are still answered. */
  drain(): void;
  /**
   * Stops listening, ends event streams, waits at most 7 s for requests in flight, closes all connections and releases `data`.
   */
  close(): Promise<void>;
}

/** Where another server of this process serves the sandbox, in place of an own port. */
export interface Mount {
  /** Without a slash at its end. */
  readonly url: string;
  readonly port: number;
}

const REMOTE_RATE_PER_MINUTE = 120;

/** A fleet of another seed takes some 40 MB once it was read, and one of 500 terminals about a second to read first. */
const HOSTED_FLEETS = { mostFleets: 8, mostTerminals: 500 };
/** Forks that descend from one workspace. */
const HOSTED_FORKS = 20;
/** Maximum memory of the states at earlier positions of all worlds, in bytes. */
const MOST_EARLIER_BYTES = 48 * 1024 * 1024;
const UNLIMITED_FLEETS = { mostFleets: Number.POSITIVE_INFINITY, mostTerminals: MOST_TERMINALS };

/**
 * Starts a sandbox in this process and resolves when it accepts requests. Rejects when the port is in use (`EADDRINUSE`),
 * the contract is invalid, an option is invalid or unknown (`RangeError`), `hosted` lacks an option (`IncompleteHosting`), or
 * `data` or `database` cannot be used (`UnusableData` with the place and the reason).
 */
export async function startSandbox(options: SandboxOptions = {}, mount?: Mount): Promise<RunningSandbox> {
  checkSandboxOptions(options);
  const { journal, ...others } = options;
  if (journal === undefined) return start(others, { mount });
  const { readJournalOption, importJournal } = await import('./fleets/journal-option.ts');
  const restored = await readJournalOption(journal, others);
  const { seed, start: startAt, terminals, fleets } = restored;
  const running = await start(
    { ...others, seed, ...omitUndefined({ start: startAt, terminals }) },
    { mount, restoredFleets: fleets },
  );
  const { operatorToken } = running;
  try {
    if (operatorToken === undefined)
      throw new RangeError('The option journal requires an operator: give the option operatorToken, too.');
    const { pathname } = new URL(running.url);
    const url = `${new URL(options.publicUrl ?? running.url).origin}${pathname.replace(/\/$/, '')}`; // the control plane answers under this name
    await importJournal(restored, { url, operatorToken, fetch: running.fetch });
    return running;
  } catch (fault) {
    await running.close();
    throw fault;
  }
}

interface StartParts {
  readonly mount: Mount | undefined;
  /** The fleet files of a journal with which the sandbox begins. Undefined: it begins without one. */
  readonly restoredFleets?: readonly FleetText[];
}

async function start(options: SandboxOptions, { mount, restoredFleets }: StartParts): Promise<RunningSandbox> {
  const { port = 4400, host = '127.0.0.1' } = options;
  const isHosted = options.hosted === true;
  if (isHosted) requireHosting(options);
  const operations = options.operations ?? createOperations();
  const realNow = (): RealMs => realMs((options.realNow ?? readSystemClock)());
  const wantedStart = readStart(options.start, realNow());
  const fleetFiles = await readFleetOption(options, {
    startMs: (await canContinue(options, wantedStart)) ? EARLIEST_START_MS : wantedStart.startMs,
    restored: restoredFleets,
  });
  const stores = await openStores({ ...options, fleetFiles, start: wantedStart });
  if (restoredFleets !== undefined && (await stores.journal.latest()) > 0) {
    await stores.journal.close();
    throw new RangeError(
      `${options.data} contains changes already. Start without the journal, or choose another directory.`,
    );
  }
  const { seed, startMs, terminals } = stores;
  const transport = await openTransport(options, readSystemClock()).catch(async (fault: unknown) => {
    await stores.journal.close();
    throw fault;
  });
  const isPrivate = port === false && mount === undefined;
  const isReachedFromHereOnly = !isHosted && (isPrivate || isLoopbackHost(host));
  const limits = chooseLimits(options, isReachedFromHereOnly);
  const http = createHttpServer(limits, transport.certificate);
  const capacity = new Capacity(limits);
  const { server, listener } = http;
  const yieldTo = yieldToNewConnections(listener);
  let world: OpenWorld | undefined;
  let fleetHelp: FleetHelp | undefined;

  try {
    if (port !== false) await listen(listener, port, host);
    const origin = port === false ? 'http://sandbox.invalid' : readOrigin(listener, host, transport.certificate);
    const url = mount?.url ?? `${origin}${transport.basePath}`;
    const operatorToken = options.operatorToken ?? (isReachedFromHereOnly ? createToken() : undefined);
    const tenants = await listTenants(usualTenants, stores);
    fleetHelp = await prepareFleetHelp({
      ...{ seed, startMs, terminals, tenants, threads: options.fleetThreads, data: options.data },
      fleetFiles: stores.fleetFiles,
      onFailure: (part, fault) => operations.reportFault(part, fault),
    });
    const check = ReplyCheck.shared();
    const cache = new ReplyCache();
    const ratePerMinute = options.ratePerMinute ?? (isReachedFromHereOnly ? undefined : REMOTE_RATE_PER_MINUTE);
    const baseUrl = (options.publicUrl ?? url).replace(/\/+$/, '');
    const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
    const budgets = await openBudgets(stores, realNow);
    const createBudgets = budgets.create;
    const kit =
      (options.conformanceRuns ?? isReachedFromHereOnly) && port !== false && options.database === undefined
        ? createKitLoader({ url, caFile: transport.caFile, data: options.data })
        : undefined;
    const earlierStates = new EarlierStates({ mostBytes: MOST_EARLIER_BYTES, measure: measureTenantBytes });
    const worldHost: WorldHost = {
      server,
      servedPath: transport.basePath,
      createBudgets,
      forgetBudgets: budgets.forget,
      port: mount?.port ?? (port === false ? undefined : (listener.address() as AddressInfo).port), // listens on TCP, so it has one
      isLoopback: !isPrivate && isLoopbackHost(host),
      queue: new WorkQueue({ yieldTo, ...omitUndefined({ onProgress: options.onProgress }) }),
      helpFleets: fleetHelp?.help,
      operations,
      loadKit: kit?.load,
      capacity,
      earlierStates,
      recordings: new RecordingBudget(MAX_BYTES_OF_ALL_WORLDS),
      hasMagicAmounts: options.magicAmounts ?? false,
      realNow,
      destinations: { mode: isReachedFromHereOnly ? 'local' : 'hosted', ...options.destinations },
      app: {
        check,
        cache,
        log: operations.observeRequests(options.log ?? (() => undefined)),
        audit: (entry) => operations.recordAudit(entry),
        ratePerMinute,
        serverToken: operatorToken,
        addressBudgets: ratePerMinute === undefined ? undefined : createAddressBudgets(ratePerMinute, createBudgets),
        trustProxy: options.trustProxy,
        basePath,
        corsOrigins: options.corsOrigins,
        recordsRequests: options.recordRequests,
        answerWithinMs: chooseAnswerTime({
          isPrivate,
          isReachedFromHereOnly,
          hasLargeFleet:
            terminals !== undefined || tenants.some((tenant) => tenant.terminals.length >= LARGE_FLEET_TERMINALS),
          limits,
        }),
      },
    };
    const workspaces = new LazyWorkspaces({
      ...{ host: worldHost, stores, baseUrl, data: options.data },
      fleets: isHosted ? HOSTED_FLEETS : UNLIMITED_FLEETS,
      mostForks: isHosted ? HOSTED_FORKS : Number.POSITIVE_INFINITY,
      getMainWorld: () => {
        if (world === undefined) throw new Error('workspaces were used before the main world was open');
        return world;
      },
      ...omitUndefined({ quotas: options.quotas, mostWorkspaces: options.maxWorkspaces }),
    });
    const kept = await createKeptParts({ stores, realNow, recordings: worldHost.recordings });
    world = openWorld(worldHost, {
      ...{ stores, kept, baseUrl, operatorToken, tenants, hasPublishedKeys: !isHosted },
      workspaces: async () => (await workspaces.load()).operations,
    });
    const { app, sandbox, deliveryService, close: closeWorld } = world;
    const { signInCodes } = kept;
    if (stores.hasWorkspaces) await workspaces.load();
    // It may have been the only one that had a workspace open.
    stores.shared?.database.onReplicaLost(() => {
      workspaces.load().catch((fault: unknown) => operations.reportFault('workspaces', fault));
    });
    operations.connectGauges({
      readLoad: () => ({
        ...http.readLoad(),
        ...capacity.readUse(),
        replyCacheBytes: cache.bytes,
        rowBytes: readRowBytes(),
        recordedRequestBytes: worldHost.recordings.bytes,
      }),
      countWorkspaces: () => workspaces.count(),
      readEarlierStates: () => earlierStates.readUsage(),
    });
    stores.shared?.database.onFault((fault) => operations.reportFault('deliveries', fault));
    operations.readiness.register({ name: 'storage', check: stores.isReadable });
    if (stores.isDatabaseReachable !== undefined)
      operations.readiness.register({ name: 'database', isRequired: false, check: stores.isDatabaseReachable });
    const routed = routeWorkspaces(app, workspaces, { turns: new Turns({ yieldTo }), basePath });
    const withHealth = (inner: App): App => serveHealth(inner, operations.readiness, basePath);
    const local = withHealth(operations.traceRequests(routed));
    // A load balancer probes the address of a server, and does not know its base path.
    http.serve(transport.basePath === '' ? local : withHealth(serveBelow(transport.basePath, local)));
    deliveryService.start();
    const stopCompiling = compileWhenIdle(check, options.onFault ?? stopProcess);
    const drain = (): void => {
      operations.readiness.beginDraining();
      http.drain();
    };
    return {
      url,
      seed,
      start: formatInstant(startMs),
      tenants,
      caFile: transport.caFile,
      operatorToken,
      createSignInCode: async () =>
        operatorToken === undefined ? undefined : (await signInCodes.create(operatorToken)).code,
      fetch: (request) => fetchInProcess(server, request, mount === undefined ? '' : basePath),
      answer: http.answer,
      settled: (limitMs) => deliveryService.whenSettled(limitMs),
      onFaultApplied(listener) {
        sandbox.faults.onApplied = listener;
      },
      drain,
      async close() {
        stopCompiling();
        drain();
        deliveryService.endStreams();
        await workspaces.endStreams();
        await http.close();
        await workspaces.close();
        budgets.close();
        await fleetHelp?.close(); // before another process may use the data directory
        await closeWorld();
        await kit?.close();
      },
    };
  } catch (error) {
    await fleetHelp?.close();
    if (world === undefined) await stores.journal.close();
    else await world.close();
    await http.close();
    throw error;
  }
}

/** Loads the code that runs the conformance kit with the first request that concerns it. */
function createKitLoader(options: KitHostOptions) {
  let host: Promise<KitHost> | undefined;
  return {
    load(): Promise<KitHost> {
      host ??= import('./kit/kit-host.ts').then(({ KitHost }) => new KitHost(options));
      return host;
    },
    async close(): Promise<void> {
      await (await host)?.close();
    },
  };
}

/**
 * Whether a stored world may have another start than the wanted one. Its own start then decides whether the instants of fleet files are
 * within its history, when its tenants are built.
 */
async function canContinue({ data, database }: SandboxOptions, { isDefault }: WantedStart): Promise<boolean> {
  if (!isDefault || data === undefined) return isDefault && database !== undefined;
  const { DATABASE_FILE } = await import('../../server/storage/data-directory.ts');
  return existsSync(join(data, DATABASE_FILE));
}

/**
 * Reads the option `fleets`, so that a file with faults is refused before anything is opened. Undefined: the stored fleet files, if any.
 */
async function readFleetOption(
  { fleets, terminals }: SandboxOptions,
  { startMs, restored }: { readonly startMs: number; readonly restored: readonly FleetText[] | undefined },
): Promise<readonly string[] | undefined> {
  if (fleets === undefined && restored === undefined) return undefined;
  const { readFleetFiles, buildOwnTenants } = await import('./fleets/own-fleets.ts');
  const files = restored ?? (await readFleetFiles(fleets ?? []));
  buildOwnTenants(files, await listTenants(usualTenants, { terminals, startMs }), startMs);
  return files.map(({ text }) => text);
}

function requireHosting(options: SandboxOptions): void {
  const missing = listMissingRequirements(options);
  if (missing.length > 0) throw new IncompleteHosting(missing);
}

function chooseLimits({ maxConnections, trustProxy, limits }: SandboxOptions, isLocal: boolean): ServerLimits {
  const choice = maxConnections === undefined ? {} : { maxConnections };
  const usual = isLocal
    ? { ...LOCAL_LIMITS, ...choice }
    : createPublicLimits({ ...choice, isBehindProxy: trustProxy !== undefined });
  return { ...usual, ...limits };
}

interface AnswerTimeChoice {
  /** Whether only this process reaches the sandbox. */
  readonly isPrivate: boolean;
  readonly isReachedFromHereOnly: boolean;
  readonly hasLargeFleet: boolean;
  readonly limits: ServerLimits;
}

/**
 * Returns after how many milliseconds a request for data that must be computed gets a 503. No connection limits the time of a
 * request in this process. The default fleets take seconds even on a slow machine: local requests for them wait almost until the
 * server would close the connection.
 */
export function chooseAnswerTime({
  isPrivate,
  isReachedFromHereOnly,
  hasLargeFleet,
  limits,
}: AnswerTimeChoice): number {
  if (isPrivate) return Number.POSITIVE_INFINITY;
  return isReachedFromHereOnly && !hasLargeFleet ? 0.75 * limits.stallTimeoutMs : ANSWER_WITHIN_MS;
}

const createToken = (): string => `opr-${randomBytes(24).toString('base64url')}`;

function readOrigin(server: Server, host: string, certificate: ServerCertificate | undefined): string {
  const { port } = server.address() as AddressInfo; // listens on TCP, so it has a port
  const scheme = certificate === undefined ? 'http' : 'https';
  return `${scheme}://${chooseLocalName(formatUrlHost(host), certificate)}:${port}`;
}

/** The time after the start in which only the schemas of the first replies are compiled. */
const COMPILE_AFTER_MS = 1000;

/**
 * Compiles the contract's schemas between requests, so that neither the start nor the first requests wait for them. An
 * invalid contract stops the server soon after its start. Returns a function that ends this. Does nothing in the bundle, where
 * each validator is loaded on first use and the others need no memory.
 */
function compileWhenIdle(check: ReplyCheck, onFault: (fault: Error) => void): () => void {
  if (areSchemasCompiled) return () => undefined;
  const steps = check.compileAll();
  let isStopped = false;
  const next = (): void => {
    if (isStopped) return;
    try {
      if (steps.next().done !== true) setImmediate(next).unref();
    } catch (fault) {
      onFault(fault as Error); // compileAll throws Errors only
    }
  };
  setTimeout(next, COMPILE_AFTER_MS).unref();
  return () => {
    isStopped = true;
  };
}

/** Creates operations that write faults to standard error. */
function createOperations(): Operations {
  const operations = new Operations();
  operations.addObserver({
    onFault(part, fault) {
      process.stderr.write(`${part}: ${fault instanceof Error ? fault.message : String(fault)}\n`);
    },
  });
  return operations;
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
