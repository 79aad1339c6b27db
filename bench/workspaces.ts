/*
 * Measures workspaces on one server: time to create one, memory, and the response times of reads spread over all of them.
 *
 *   node bench/workspaces.ts [--counts 1,100,1000,5000] [--seconds 10] [--rate 100] [--data] [--database] [--json FILE]
 *
 * Creates workspaces until there is each number of them, one after the other, and then reads a page of transactions of a
 * workspace chosen at random at a fixed rate. `--data` stores them in a directory, and `--database` on a new PostgreSQL server that
 * is deleted afterwards; by default they are in memory. Uses only loopback. Asserts nothing.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
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
import { listTree, readRssMb } from './machine/process-tree.ts';

const TOKEN = 'opr-for-the-benchmark-of-workspaces-0123456789';

const { values } = parseArgs({
  options: {
    counts: { type: 'string', default: '1,100,1000,5000' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '100' },
    data: { type: 'boolean', default: false },
    database: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

/** The results for one number of workspaces. */
interface WorkspacesResult {
  readonly workspaces: number;
  /** Median and 99th percentile of the time to create one, in milliseconds. */
  readonly createP50Ms: number;
  readonly createP99Ms: number;
  /** Resident memory after they were created, before any was read. */
  readonly rssMb: number;
  /** Times of reads. The first read in a workspace also opens it. */
  readonly readP50Ms: number;
  readonly readP99Ms: number;
  readonly reads: number;
  readonly failures: number;
  readonly rssAfterReadsMb: number;
}

const port = await findFreePort();
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-workspaces-'));
const logFile = join(folder, 'server.log');
const obstacle = values.database ? findObstacle() : undefined;
if (obstacle !== undefined) throw new Error(`No database server can be started: ${obstacle}.`);
const database = values.database ? await startTestServer() : undefined;
const storage = [
  ...(values.data ? ['--data', join(folder, 'data')] : []),
  ...(database === undefined ? [] : ['--database', await createTestDatabase(String(database.port))]),
];
const command = fileURLToPath(new URL('../bin/fleetkit.js', import.meta.url));
const serve = ['serve', '--port', String(port), '--log', 'off', '--operator-token', TOKEN, ...storage];
const child = startServer({ args: [command, ...serve], env: {}, logFile });
await waitForServer();
process.stdout.write(`${environmentText}\n`);

const keys: string[] = [];
const results: WorkspacesResult[] = [];
for (const count of values.counts.split(',').map(Number)) results.push(await measure(count));
process.stdout.write(`${formatTable(results)}\n`);
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results)}\n`);
agent.destroy();
await stopChild(child);
database?.destroy();
rmSync(folder, { recursive: true, force: true });

async function measure(workspaces: number): Promise<WorkspacesResult> {
  const createMs: number[] = [];
  while (keys.length < workspaces) {
    const startedMs = performance.now();
    const { status, text } = await send('/sandbox/workspaces', { body: {} });
    createMs.push(performance.now() - startedMs);
    if (status !== 201) throw new Error(`a workspace was not created: ${text}`);
    const created = JSON.parse(text) as { readonly api_keys: readonly { readonly api_key: string }[] }; // validated by the sandbox
    keys.push(created.api_keys[0]?.api_key ?? '');
  }
  const rssMb = readRssMb(listTree(child.pid ?? 0));
  const { timesMs, failures } = await read(Number(values.seconds) * 1000);
  return {
    workspaces,
    createP50Ms: selectQuantile(createMs, 0.5),
    createP99Ms: selectQuantile(createMs, 0.99),
    rssMb,
    readP50Ms: selectQuantile(timesMs, 0.5),
    readP99Ms: selectQuantile(timesMs, 0.99),
    reads: timesMs.length,
    failures,
    rssAfterReadsMb: readRssMb(listTree(child.pid ?? 0)),
  };
}

/** Reads at the fixed rate, whether earlier reads have ended or not. */
async function read(forMs: number): Promise<{ readonly timesMs: readonly number[]; readonly failures: number }> {
  const timesMs: number[] = [];
  const pending: Promise<void>[] = [];
  let failures = 0;
  const endMs = performance.now() + forMs;
  const readOne = async (): Promise<void> => {
    const key = keys[Math.floor(Math.random() * keys.length)];
    const startedMs = performance.now();
    const status = await send('/v1/transactions?limit=50', { key }).then(
      (reply) => reply.status,
      () => undefined,
    );
    timesMs.push(performance.now() - startedMs);
    if (status !== 200) failures += 1;
  };
  while (performance.now() < endMs) {
    pending.push(readOne());
    await pause(1000 / Number(values.rate));
  }
  await Promise.all(pending);
  return { timesMs, failures };
}

function selectQuantile(numbers: readonly number[], quantile: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0;
}

function formatTable(all: readonly WorkspacesResult[]): string {
  const rows = all.map((one) => [
    String(one.workspaces),
    `${one.createP50Ms.toFixed(1)} / ${one.createP99Ms.toFixed(1)}`,
    one.rssMb.toFixed(0),
    `${one.readP50Ms.toFixed(1)} / ${one.readP99Ms.toFixed(1)}`,
    one.rssAfterReadsMb.toFixed(0),
    String(one.failures),
  ]);
  const head = ['Workspaces', 'Create, p50 / p99 ms', 'RSS MB', 'Read, p50 / p99 ms', 'RSS MB after reads', 'Failures'];
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    try {
      await send('/v1/public/branding-status', {});
      return;
    } catch {
      await pause(200);
    }
  }
  throw new Error(`the sandbox did not start: ${readFileSync(logFile, 'utf8')}`);
}

interface Sent {
  readonly key?: string | undefined;
  readonly body?: object;
}

/** Sends a read with a key, or a write as the operator. */
function send(
  path: string,
  { key, body }: Sent,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const headers = {
    ...(key === undefined ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': key }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const options = { agent, headers, method: body === undefined ? 'GET' : 'POST' };
    const sent = request(`http://127.0.0.1:${port}${path}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
