/*
 * Measures reads and writes of one server in memory, one on SQLite, and one, two and three replicas on PostgreSQL.
 *
 *   node bench/replicas.ts [--rounds 3] [--seconds 8] [--connections 12] [--writes 100] [--json FILE]
 *
 * Each round starts each setup anew, in turn. The load consists of repeated and changing pages of transactions in equal parts,
 * spread over all replicas, while one client opens disputes, twenty per second. Afterwards the same client opens disputes one
 * after the other without other load. All processes share all cores, as far as the load generator leaves them. Needs the programs
 * of PostgreSQL on this machine. Uses only loopback. Asserts nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findObstacle, startTestServer } from '../server/storage/postgres/testing/postgres-server.ts';
import { createTestDatabase } from '../server/storage/postgres/testing/test-database.ts';
import { startServer, stopChild } from './machine/child-processes.ts';
import { environmentText } from './machine/environment.ts';
import { findFreePort } from './machine/free-port.ts';
import { applyLoad, type LoadResult } from './machine/load.ts';
import { headers, writeBenchmarkData } from './test-data.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '12' },
    writes: { type: 'string', default: '100' },
    json: { type: 'string' },
  },
});

/** How the servers of a setup store their data, and how many there are. */
interface Setup {
  readonly name: string;
  readonly storage: 'memory' | 'sqlite' | 'postgres';
  readonly servers: number;
}

const SETUPS: readonly Setup[] = [
  { name: 'one server, in memory', storage: 'memory', servers: 1 },
  { name: 'one server, `--data` (SQLite)', storage: 'sqlite', servers: 1 },
  { name: 'one replica, PostgreSQL', storage: 'postgres', servers: 1 },
  { name: 'two replicas, PostgreSQL', storage: 'postgres', servers: 2 },
  { name: 'three replicas, PostgreSQL', storage: 'postgres', servers: 3 },
];

const DISPUTABLE: ReadonlySet<string> = new Set(['withdrawal', 'cash_advance']);
const WRITE_EVERY_MS = 50;
const MOST_TRANSACTIONS = 500;
const COMMAND = fileURLToPath(new URL('../bin/fleetkit.js', import.meta.url));

/** The results of one setup in one round. */
interface Measured {
  readonly setup: string;
  readonly requestsPerSecond: number;
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  readonly writeP50Ms: number;
  readonly writeP99Ms: number;
  /** Times of writes without other load. */
  readonly aloneP50Ms: number;
  readonly aloneP99Ms: number;
  readonly failures: number;
}

/** Opens disputes about different transactions, on each server in turn. */
class DisputeClient {
  readonly #origins: readonly string[];
  readonly #transactions: string[];
  #count = 0;
  failures = 0;

  constructor(origins: readonly string[], transactions: readonly string[]) {
    this.#origins = origins;
    this.#transactions = [...transactions];
  }

  /** Opens disputes at this interval for a while. Returns their times in milliseconds. */
  async openEvery(intervalMs: number, forMs: number): Promise<readonly number[]> {
    const timesMs: number[] = [];
    for (const endMs = performance.now() + forMs; performance.now() < endMs; await pause(intervalMs))
      timesMs.push(await this.#open());
    return timesMs;
  }

  /** Opens this many disputes, one after the other. Returns their times in milliseconds. */
  async openMany(count: number): Promise<readonly number[]> {
    const timesMs: number[] = [];
    while (timesMs.length < count && this.#transactions.length > 0) timesMs.push(await this.#open());
    return timesMs;
  }

  async #open(): Promise<number> {
    const transaction_id = this.#transactions.pop();
    const origin = this.#origins[this.#count % this.#origins.length] ?? '';
    this.#count += 1;
    const startedMs = performance.now();
    const response = await fetch(`${origin}/v1/disputes`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ transaction_id, reason_code: 'cash_not_dispensed', amount: '1.00' }),
    });
    await response.arrayBuffer();
    if (response.status !== 201) this.failures += 1;
    return performance.now() - startedMs;
  }
}

const obstacle = findObstacle();
if (obstacle !== undefined) throw new Error(`No database server can be started: ${obstacle}.`);
const database = await startTestServer();
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-replicas-'));
const measured: Measured[] = [];
process.stdout.write(`${environmentText}\n`);
try {
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    for (const setup of SETUPS) {
      const result = await measure(setup, round);
      measured.push(result);
      process.stderr.write(`${JSON.stringify(result)}\n`);
      if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(measured)}\n`);
    }
  }
} finally {
  database.destroy();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${formatTable()}\n`);

async function measure(setup: Setup, round: number): Promise<Measured> {
  const storage = await listStorageOptions(setup, round);
  const children = [];
  const origins: string[] = [];
  for (let index = 0; index < setup.servers; index += 1) {
    const port = await findFreePort();
    const logFile = join(folder, `${setup.storage}-${round}-${index}.log`);
    const args = [COMMAND, 'serve', '--port', String(port), '--log', 'off', ...storage];
    children.push(startServer({ args, env: {}, logFile, isOnAllCores: true }));
    origins.push(`http://127.0.0.1:${port}`);
    await waitForServer(origins[index] ?? '', logFile);
  }
  try {
    return await apply(setup, origins);
  } finally {
    for (const child of children) await stopChild(child);
  }
}

async function listStorageOptions({ storage }: Setup, round: number): Promise<readonly string[]> {
  if (storage === 'memory') return [];
  if (storage === 'sqlite') return ['--data', join(folder, `data-${round}`)];
  return ['--database', await createTestDatabase(String(database.port))];
}

async function apply({ name }: Setup, origins: readonly string[]): Promise<Measured> {
  const [first = ''] = origins;
  const { workloads } = await writeBenchmarkData(first, folder);
  const [repeated, changing] = workloads;
  const pathsFile = join(folder, 'paths.txt');
  const paths = (changing?.paths ?? []).flatMap((path) => [path, ...(repeated?.paths ?? [])]);
  writeFileSync(pathsFile, paths.join('\n'));
  const transactions = await listTransactions(first);
  const connections = Math.ceil(Number(values.connections) / origins.length);
  const load = (seconds: number): Promise<readonly LoadResult[]> =>
    Promise.all(
      origins.map((origin, index) =>
        applyLoad({ origin, headers, pathsFile, skip: 1000 * index, connections, seconds }),
      ),
    );
  await load(2); // fills caches
  const disputes = new DisputeClient(origins, transactions);
  await disputes.openMany(2 * origins.length); // the first write of a server loads code
  const writing = disputes.openEvery(WRITE_EVERY_MS, 1000 * Number(values.seconds));
  const results = await load(Number(values.seconds));
  const underLoadMs = await writing;
  const aloneMs = await disputes.openMany(Number(values.writes));
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
  return {
    setup: name,
    requestsPerSecond: sum(results.map(({ requests, seconds }) => requests / seconds)),
    readP50Ms: sum(results.map(({ p50Ms }) => p50Ms)) / results.length,
    readP99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    writeP50Ms: selectQuantile(underLoadMs, 0.5),
    writeP99Ms: selectQuantile(underLoadMs, 0.99),
    aloneP50Ms: selectQuantile(aloneMs, 0.5),
    aloneP99Ms: selectQuantile(aloneMs, 0.99),
    failures: sum(results.map(({ failures }) => failures)) + disputes.failures,
  };
}

interface Transaction {
  readonly transaction_id: string;
  readonly transaction_type: string;
  readonly amt_comp: string;
}

/** Returns the transactions that can be disputed: approved payouts without an open dispute. */
async function listTransactions(origin: string): Promise<readonly string[]> {
  const read = async <Row>(path: string): Promise<readonly Row[]> => {
    const response = await fetch(`${origin}${path}`, { headers });
    return ((await response.json()) as { readonly data: readonly Row[] }).data; // validated by the sandbox
  };
  const disputed = new Set(
    (await read<{ readonly transaction_id: string }>('/v1/disputes?limit=500')).map((row) => row.transaction_id),
  );
  const rows = await read<Transaction>(`/v1/transactions?limit=${MOST_TRANSACTIONS}`);
  return rows
    .filter(
      (row) => DISPUTABLE.has(row.transaction_type) && Number(row.amt_comp) > 1 && !disputed.has(row.transaction_id),
    )
    .map((row) => row.transaction_id);
}

async function waitForServer(origin: string, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    try {
      if ((await fetch(`${origin}/v1/portal`, { headers })).ok) return;
    } catch {
      // It does not listen yet.
    }
    await pause(100);
  }
  throw new Error(`the sandbox did not start: ${readFileSync(logFile, 'utf8')}`);
}

function selectQuantile(numbers: readonly number[], quantile: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}

/** Returns the medians over all rounds, and the rate relative to the server in memory of the same round. */
function formatTable(): string {
  const inMemory = measured.filter(({ setup }) => setup === SETUPS[0]?.name);
  const rows = SETUPS.map(({ name }) => {
    const own = measured.filter(({ setup }) => setup === name);
    const median = (select: (one: Measured) => number, digits = 1): string =>
      selectQuantile(own.map(select), 0.5).toFixed(digits);
    const ratios = own.map((one, round) => one.requestsPerSecond / (inMemory[round]?.requestsPerSecond ?? Number.NaN));
    const failures = own.reduce((total, one) => total + one.failures, 0);
    return [
      name,
      median((one) => one.requestsPerSecond, 0),
      selectQuantile(ratios, 0.5).toFixed(2),
      `${median((one) => one.readP50Ms)} / ${median((one) => one.readP99Ms)}`,
      `${median((one) => one.writeP50Ms)} / ${median((one) => one.writeP99Ms)}`,
      `${median((one) => one.aloneP50Ms)} / ${median((one) => one.aloneP99Ms)}`,
      String(failures),
    ];
  });
  const head = [
    'Setup',
    'Reads/s',
    'x in memory',
    'Read, p50 / p99 ms',
    'Write under load, p50 / p99 ms',
    'Write alone, p50 / p99 ms',
    'Failures',
  ];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
