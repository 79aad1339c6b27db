import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { getPort } from '../../base/base-url.ts';
import { parseCidrs } from '../../base/cidr.ts';
import { isLoopbackHost } from '../../base/hosts.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { UnusableData } from '../../server/storage/unusable-data.ts';
import { type Quotas, quotaNames } from '../../server/workspaces/workspace.ts';
import { IncompleteHosting } from '../library/hosted.ts';
import { isOrigin } from '../library/options/check-options.ts';
import { LARGE_FLEET_TERMINALS, MOST_FLEET_THREADS } from '../library/options/most-terminals.ts';
import type { RunningSandbox } from '../library/start-sandbox.ts';
import { parseBasePath } from '../library/transport/base-path.ts';
import { createFleetProgress } from './serve/fleet-progress.ts';
import { type ListenAddress, parseListenAddress } from './serve/listen-address.ts';
import type { ServeOperations } from './serve/serve-operations.ts';
import type { ServerLog } from './serve/server-log.ts';
import { StartFailure } from './serve/start-failure.ts';
import { createConfigFileOption, findConfigFiles } from './shared/config-file/names.ts';
import { createStartOption } from './shared/options/start-option.ts';
import { createTerminalsOption } from './shared/options/terminals-option.ts';
import { createWholeNumberParser } from './shared/options/whole-number.ts';
import { createRefuse } from './shared/refuse.ts';
import { removeToken, writeToken } from './shared/token-file.ts';

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly seed?: number;
  readonly start?: string;
  readonly terminals?: number;
  readonly fleet?: readonly string[];
  readonly journal?: string;
  readonly fleetThreads?: number;
  readonly magicAmounts?: true;
  readonly data?: string;
  readonly database?: string;
  readonly publicUrl?: string;
  readonly basePath?: string;
  readonly tls?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly corsOrigin?: readonly string[];
  readonly rateLimit?: number;
  readonly trustProxy?: number | readonly string[];
  readonly maxConnections?: number;
  readonly operatorToken?: string;
  readonly drainDelay?: number;
  readonly metrics?: ListenAddress;
  readonly auditLog?: string;
  readonly destinations?: 'local' | 'hosted';
  readonly allowDestinations?: readonly string[];
  readonly allowHttpDestinations?: true;
  readonly allowConformanceRuns?: true;
  readonly hosted?: true;
  readonly workspaceQuota?: Quotas;
  readonly maxWorkspaces?: number;
  readonly recordRequests?: true;
  readonly log: 'text' | 'json' | 'off';
  readonly json?: true;
}

/** `fleetkit serve`. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Serves the whole contract with six made-up fleets. The same seed gives the same bytes on any machine, except for signed cursors.',
    )
    .addOption(
      new Option('-p, --port <port>', 'port to listen on; 0 picks a free port')
        .env('FLEETKIT_PORT')
        .default(4400)
        .argParser(createWholeNumberParser(0, 65_535)),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on')
        .env('FLEETKIT_HOST')
        .default('127.0.0.1', '127.0.0.1, reachable from this machine only'),
    )
    .addOption(
      new Option(
        '-s, --seed <number>',
        'seed of the generated fleets (default: 1, or the seed stored in --data or --database)',
      ).argParser(createWholeNumberParser(0, 4_294_967_295)),
    )
    .addOption(
      createStartOption(
        'start of the sandbox clock (default: 2026-11-02T15:00:00Z, or the start stored in --data or --database)',
      ),
    )
    .addOption(
      createTerminalsOption(
        'add the tenant Atlas with this number of terminals, for tests with a large fleet (default: none, or the number stored in --data or --database)',
      ),
    )
    .addOption(
      new Option(
        '--fleet <file>',
        'serve the fleet of this file, too; repeatable; write one with: fleetkit fleet init (default: none, or the files stored in --data or --database)',
      ).argParser((file: string, before: readonly string[] = []) => [...before, file]),
    )
    .addOption(
      new Option(
        '--journal <file>',
        'begin with the seed, the fleets, the changes and the clock in this file, which fleetkit journal export wrote; --data must be without changes',
      )
        .argParser(parseFile)
        .conflicts(['seed', 'terminals', 'fleet', 'database']),
    )
    .addOption(
      new Option(
        '--fleet-threads <n>',
        'threads that compute parts of large fleets (default: one less than the processors, at most 4; none for fewer than 500 terminals)',
      ).argParser(createWholeNumberParser(0, MOST_FLEET_THREADS)),
    )
    .addOption(
      new Option(
        '--magic-amounts',
        'let the amount of a new dispute and the memo of a derived batch choose its outcome (table: docs/outcomes.md)',
      ),
    )
    .addOption(
      new Option(
        '-d, --data <dir>',
        'store all changes in this directory, created if absent (default: keep them in memory)',
      ).argParser(parseDirectory),
    )
    .addOption(
      new Option(
        '--database <url>',
        'store all changes in this PostgreSQL database (postgres://USER:PASSWORD@HOST:PORT/DATABASE); all servers with the same database are replicas of one sandbox',
      )
        .env(DATABASE_VARIABLE)
        .conflicts('data'),
    )
    .addOption(
      new Option('--log <form>', 'format of the request log on standard error')
        .choices(['text', 'json', 'off'])
        .default('text'),
    )
    .addOption(
      new Option(
        '--record-requests',
        'keep query, headers and body of the latest requests, without credentials and card numbers; print them with: fleetkit requests --json',
      ),
    )
    .addOption(
      new Option('--public-url <url>', 'the URL at which clients reach the sandbox, for links in replies').argParser(
        parseAbsoluteUrl,
      ),
    )
    .addOption(
      new Option(
        '--base-path <path>',
        'path with which every path of the sandbox begins, such as /fleet (default: none)',
      ).argParser(parsePath),
    )
    .addOption(
      new Option(
        '--tls',
        'speak TLS with a certificate that is made for this machine; prints the file of its authority, which clients must trust',
      ).conflicts(['tlsCert', 'tlsKey']),
    )
    .addOption(
      new Option('--tls-cert <file>', 'speak TLS with the certificate in this PEM file; requires --tls-key').argParser(
        parseFile,
      ),
    )
    .addOption(
      new Option('--tls-key <file>', 'the private key of --tls-cert, in PEM, without a passphrase').argParser(
        parseFile,
      ),
    )
    .addOption(
      new Option(
        '--cors-origin <origin>',
        'origin of web pages that may send credentials, such as https://portal.example; repeatable (default: any origin, without credentials)',
      ).argParser(parseOrigin),
    )
    .addOption(
      new Option(
        '--rate-limit <n>',
        'requests per minute for each user (default: no limit on loopback, otherwise 120)',
      ).argParser(createWholeNumberParser(1, 1_000_000)),
    )
    .addOption(
      new Option(
        '--trust-proxy <n|cidr,...>',
        'trusted proxies whose X-Forwarded-For names the client: their number or their addresses (default: none)',
      ).argParser(parseProxies),
    )
    .addOption(
      new Option(
        '--max-connections <n>',
        'maximum concurrent connections; except on loopback, one client address gets at most a tenth (default: 2000)',
      ).argParser(createWholeNumberParser(10, 1_000_000)),
    )
    .addOption(
      new Option(
        '--operator-token <token>',
        'token for operator access to /sandbox (default: random on loopback, otherwise no operator access)',
      )
        .env('FLEETKIT_OPERATOR_TOKEN')
        .argParser(parseToken),
    )
    .addOption(
      new Option(
        '--destinations <where>',
        'where webhooks may be sent: local allows any address, including this machine and its networks; hosted allows only the public internet over https (default: local on loopback, otherwise hosted)',
      ).choices(['local', 'hosted']),
    )
    .addOption(
      new Option('--allow-destinations <cidr,...>', 'address ranges to allow in addition in hosted mode').argParser(
        parseRanges,
      ),
    )
    .addOption(new Option('--allow-http-destinations', 'allow http destinations in hosted mode'))
    .addOption(
      new Option(
        '--allow-conformance-runs',
        'let operators run the conformance kit through the server, against this sandbox and addresses that webhooks may have (default: only on loopback without --hosted)',
      ),
    )
    .addOption(
      new Option(
        '--hosted',
        'serve a public address: only private keys are valid and all limits apply; requires --public-url, --operator-token, --data or --database, and --trust-proxy',
      ),
    )
    .addOption(
      new Option(
        '--workspace-quota <name=n>',
        'quota of each workspace, such as facts=5000; repeatable (defaults: see docs/workspaces.md)',
      ).argParser(parseQuota),
    )
    .addOption(
      new Option('--max-workspaces <n>', 'maximum number of workspaces (default: 10,000)').argParser(
        createWholeNumberParser(0, 1_000_000),
      ),
    )
    .addOption(
      new Option(
        '--drain-delay <seconds>',
        'time between a signal to stop and the end of the server, in which it serves and /readyz fails (default: 0 on loopback without --hosted, otherwise 5)',
      ).argParser(createWholeNumberParser(0, 3600)),
    )
    .addOption(
      new Option(
        '--metrics <[host:]port>',
        'serve metrics for Prometheus on a separate port, on loopback unless a host is named (default: none)',
      ).argParser(parseListenAddress),
    )
    .addOption(
      new Option(
        '--audit-log <file>',
        'append each write of the operator to this file, one JSON object per line (default: only to the log, with --log json)',
      ).argParser(parseFile),
    )
    .option('--json', 'print the URL and all keys as one JSON object')
    .addOption(createConfigFileOption('read options from this file (default: fleetkit.config.* in this directory)'))
    .addHelpText(
      'after',
      '\nPress Ctrl-C to stop. Without --data or --database, all changes are lost when the sandbox stops.',
    )
    .action(async (_options: object, command: Command) => {
      const configFile = await applyConfig(command);
      await serve(command.opts<ServeOptions>(), {
        isDatabaseFromEnvironment: command.getOptionValueSource('database') === 'env',
        ...omitUndefined({ configFile }),
      });
    });
}

/** Names fleetkit, because `DATABASE_URL` usually belongs to another program. */
const DATABASE_VARIABLE = 'FLEETKIT_DATABASE_URL';

/** Sets the options in the config file, and returns its name. Loads the parser only if there is a file. */
async function applyConfig(command: Command): Promise<string | undefined> {
  if (findConfigFiles(command.opts().configFile).length === 0) return undefined;
  const { applyConfigFile } = await import('./shared/config-file/apply.ts');
  return (await applyConfigFile(command, 'serve', createRefuse(command)))?.name;
}

interface ServeSources {
  readonly isDatabaseFromEnvironment: boolean;
  /** The name of the config file in use. */
  readonly configFile?: string;
}

async function serve(options: ServeOptions, { isDatabaseFromEnvironment, configFile }: ServeSources): Promise<void> {
  const {
    port,
    host,
    seed,
    start: clockStart,
    terminals,
    fleetThreads,
    data,
    database,
    publicUrl,
    basePath,
    tls,
    tlsCert,
    tlsKey,
    corsOrigin,
    recordRequests,
    rateLimit,
    trustProxy,
    maxConnections,
    operatorToken,
  } = options;
  const { destinations, allowDestinations, allowHttpDestinations, hosted, workspaceQuota, maxWorkspaces } = options;
  const { limitHeap } = await import('./serve/limit-heap.ts');
  const { mayHaveLargeFleet } = await import('./serve/large-fleet.ts');
  const isLarge = (terminals ?? 0) >= LARGE_FLEET_TERMINALS || (await mayHaveLargeFleet(options));
  const allowNewObjects = limitHeap({ isShared: hosted === true, isLarge });
  // Imported here so that help and usage errors do not load the fleets.
  const { startSandbox } = await import('../library/start-sandbox.ts');
  const { formatGreeting: greeting, formatGreetingAsJson: greetingAsJson } = await import('./serve/greeting.ts');
  const { createLog, logProcessEvents, openOperations, stopProcess } = await import('./serve/serve-operations.ts');
  const startedAt = performance.now();
  let sandbox: RunningSandbox;
  let opened: ServeOperations | undefined;
  try {
    opened = await openOperations(options);
    if (options.log === 'json') logProcessEvents(opened.log);
    opened.log.event({
      level: 'info',
      event: 'configuration',
      ...omitUndefined({ message: configFile === undefined ? undefined : `Options: ${configFile}` }),
      fields: { ...describeConfiguration(options), config_file: configFile ?? null },
    });
    sandbox = await startSandbox({
      port,
      host,
      log: opened.log.access,
      operations: opened.operations,
      onFault: stopProcess(opened.log),
      ...omitUndefined({
        seed,
        start: clockStart,
        terminals,
        fleets: options.fleet,
        journal: options.journal,
        fleetThreads,
        onProgress: isLarge || terminals !== undefined ? createFleetProgress(process.stderr) : undefined,
        magicAmounts: options.magicAmounts,
        data,
        database,
        publicUrl,
        ...{ basePath, tls, tlsCert, tlsKey, corsOrigins: corsOrigin, recordRequests },
        ratePerMinute: rateLimit,
        trustProxy,
        maxConnections,
        operatorToken,
        hosted,
        conformanceRuns: options.allowConformanceRuns,
        quotas: workspaceQuota,
        maxWorkspaces,
      }),
      destinations: {
        ...omitUndefined({ mode: destinations, allow: allowDestinations, allowHttp: allowHttpDestinations }),
      },
    });
  } catch (error) {
    const log = opened?.log ?? createLog(options);
    const source = isDatabaseFromEnvironment ? ` The variable ${DATABASE_VARIABLE} sets this database.` : '';
    const described = describeStartFailure(error, options) + (error instanceof UnusableData ? source : '');
    const [message = '', ...moreLines] = error instanceof IncompleteHosting ? described.split('\n') : [described];
    log.event({ level: 'error', event: 'start_failed', message, moreLines });
    await opened?.close();
    process.exitCode = 1;
    return;
  }
  allowNewObjects();
  const taken = getPort(new URL(sandbox.url));
  const isMadeUp = operatorToken === undefined && sandbox.operatorToken !== undefined;
  const { log, metricsUrl } = opened;
  if (isMadeUp) storeToken(taken, sandbox.operatorToken, log);
  closeOnSignal(sandbox, log, {
    drainMs: 1000 * readDrainSeconds(options),
    onClosing() {
      if (isMadeUp) removeToken(taken);
    },
    onClosed: opened.close,
  });
  if (metricsUrl !== undefined)
    log.event({ level: 'info', event: 'metrics', message: `Metrics: ${metricsUrl}`, fields: { url: metricsUrl } });
  const start = {
    url: sandbox.url,
    seed: sandbox.seed,
    clock: sandbox.start,
    start_ms: Math.round(performance.now() - startedAt),
  };
  log.event({ level: 'info', event: 'started', fields: start });
  // Printed last: a program that reads it may stop the server immediately.
  process.stdout.write(
    options.json === true
      ? greetingAsJson(sandbox, isMadeUp)
      : await greeting(sandbox, {
          host,
          data: data ?? (await describeDatabase(database)),
          isTokenGenerated: isMadeUp,
          isHosted: hosted === true,
        }),
  );
}

/** Returns the server and the name of a database, without credentials. */
async function describeDatabase(url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const { parseDatabaseUrl } = await import('../../server/storage/postgres/database-url.ts');
  return parseDatabaseUrl(url).label;
}

/** Load balancers usually check their servers at least this often, in seconds. */
const DRAIN_SECONDS = 5;

const readDrainSeconds = ({ drainDelay, host, hosted }: ServeOptions): number =>
  drainDelay ?? (isLoopbackHost(host) && hosted !== true ? 0 : DRAIN_SECONDS);

/** Returns the options as the log shows them: without credentials. */
const describeConfiguration = (options: ServeOptions): Readonly<Record<string, unknown>> => ({
  version: packageJson.version,
  node: process.version,
  pid: process.pid,
  host: options.host,
  port: options.port,
  public_url: options.publicUrl ?? null,
  base_path: options.basePath ?? null,
  has_tls: (options.tls ?? options.tlsCert) !== undefined,
  cors_origins: options.corsOrigin ?? null,
  record_requests: options.recordRequests === true,
  seed: options.seed ?? null,
  start: options.start ?? null,
  terminals: options.terminals ?? null,
  fleet: options.fleet ?? null,
  journal: options.journal ?? null,
  data: options.data ?? null,
  has_database: options.database !== undefined,
  rate_limit: options.rateLimit ?? null,
  trust_proxy: options.trustProxy ?? null,
  max_connections: options.maxConnections ?? null,
  destinations: options.destinations ?? null,
  allow_destinations: options.allowDestinations ?? null,
  allow_conformance_runs: options.allowConformanceRuns === true,
  hosted: options.hosted === true,
  workspace_quota: options.workspaceQuota ?? null,
  max_workspaces: options.maxWorkspaces ?? null,
  drain_seconds: readDrainSeconds(options),
  metrics: options.metrics === undefined ? null : `${options.metrics.host}:${options.metrics.port}`,
  audit_log: options.auditLog ?? null,
});

interface Closing {
  /** How long to serve after the first signal, in milliseconds. */
  readonly drainMs: number;
  readonly onClosing: () => void;
  readonly onClosed: () => Promise<void>;
}

/**
 * On the first signal, serves for `drainMs` while `/readyz` fails, and closes the sandbox after requests in flight have
 * finished. Ends the process on the second.
 */
function closeOnSignal(sandbox: RunningSandbox, log: ServerLog, { drainMs, onClosing, onClosed }: Closing): void {
  let isClosing = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isClosing) process.exit(128 + constants.signals[signal]);
      isClosing = true;
      onClosing();
      log.event({ level: 'info', event: 'draining', fields: { signal, seconds: drainMs / 1000 } });
      sandbox.drain();
      wait(drainMs)
        .then(async () => {
          log.event({ level: 'info', event: 'stopping' });
          await sandbox.close();
          await onClosed();
        })
        .then(
          () => {
            log.event({ level: 'info', event: 'stopped' });
            process.exit(0);
          },
          (fault: unknown) => {
            log.event({ level: 'error', event: 'stop_failed', fields: { message: String(fault) } });
            process.exit(1);
          },
        );
    });
  }
}

/** Stores the token for client commands on this machine. Without it they require --token. */
function storeToken(port: number, token: string | undefined, log: ServerLog): void {
  try {
    if (token !== undefined) writeToken(port, token);
  } catch (error) {
    const message = `The operator's token was not written to a file: ${(error as Error).message}`;
    log.event({ level: 'warn', event: 'token_not_stored', message });
  }
}

function describeStartFailure(error: unknown, { port, host }: ServeOptions): string {
  const { code, message, cause } = error as NodeJS.ErrnoException;
  if (error instanceof StartFailure || error instanceof UnusableData || error instanceof RangeError) return message;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Choose another port with --port, or let --port 0 pick a free one.`;
    case 'EACCES':
      return `Port ${port} on ${host} is not allowed for this user. Choose one above 1023 with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose one with --host.`;
    default:
      return `The sandbox did not start: ${message}${cause instanceof Error ? `: ${cause.message}` : ''}`;
  }
}

function parseDirectory(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected the path of a directory.');
}

function parseQuota(text: string, before: Quotas = {}): Quotas {
  const [, name = '', value = ''] = /^([a-z_]+)=(\d{1,12})$/.exec(text) ?? [];
  const known = quotaNames.find((one) => one === name);
  if (known !== undefined) return { ...before, [known]: Number(value) };
  throw new InvalidArgumentError(
    `Expected a quota and a whole number, such as facts=5000. Quotas: ${quotaNames.join(', ')}.`,
  );
}

function parseFile(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected the path of a file.');
}

function parsePath(text: string): string {
  try {
    parseBasePath(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError((error as RangeError).message);
  }
}

function parseOrigin(text: string, before: readonly string[] = []): readonly string[] {
  if (isOrigin(text)) return [...before, text];
  throw new InvalidArgumentError('Expected an origin without a path, such as https://portal.example.');
}

function parseToken(text: string): string {
  if (/^[\x21-\x7e]{16,256}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected 16 to 256 characters without spaces.');
}

function parseRanges(text: string): readonly string[] {
  const cidrs = parseCidrs(text);
  if ('fault' in cidrs) throw new InvalidArgumentError(cidrs.fault);
  return text.split(',').map((one) => one.trim());
}

/** Parses a number of proxies, or a list of addresses, ranges and Express's names for ranges. */
function parseProxies(text: string): number | readonly string[] {
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const names = text.split(',').map((one) => one.trim());
  const cidrs = parseCidrs(names.filter((name) => !RANGE_NAMES.has(name)).join(',') || '127.0.0.1');
  if ('fault' in cidrs)
    throw new InvalidArgumentError(`Expected a number from 1 to 99, or proxy addresses: ${cidrs.fault}`);
  return names;
}

const RANGE_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function parseAbsoluteUrl(text: string): string {
  if (/^https?:\/\/[^/?#]+/.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new InvalidArgumentError('Expected an absolute http or https URL, such as https://sandbox.example.');
}
