/*
 * Measures the memory of a sandbox under moderate load for a long time.
 *
 *   node bench/soak.ts [--minutes 60] [--rate 40] [--json FILE] [--svg FILE]
 *
 * Sends reads of eight kinds at a fixed rate, moves the clock by ten minutes each minute, and receives the webhooks of one
 * account in an inbox. Prints a line every ten seconds: resident memory, open handles, requests, p99 and failures; the reason of
 * each failure goes to stderr. Uses only loopback. Asserts nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startServer, stopChild } from './machine/child-processes.ts';
import { findFreePort } from './machine/free-port.ts';
import { countHandles, listTree, readRssMb } from './machine/process-tree.ts';
import { drawMemory, type SoakSample } from './report/memory-chart.ts';
import { headers } from './test-data.ts';

const SAMPLE_MS = 10_000;
const MOVE_MS = 60_000;
const MOST_SHOWN = 200;
const TOKEN = 'opr-for-the-benchmark-0123456789';
const SORT_COLUMNS = ['terminal_datetime', 'amt_comp', 'seq_no', 'response', 'sur_req'];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '40' },
    json: { type: 'string' },
    svg: { type: 'string' },
  },
});

const port = await findFreePort();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const logFile = join(tmpdir(), `fleetkit-soak-${port}.log`);
const command = fileURLToPath(new URL('../bin/fleetkit.js', import.meta.url));
const serve = ['serve', '--port', String(port), '--log', 'off', '--operator-token', TOKEN];
const child = startServer({ args: [command, ...serve], env: {}, logFile });

const seen = { requests: 0, failures: 0, timesMs: [] as number[] };
const samples: SoakSample[] = [];
await waitForServer();
await send('/sandbox/destinations', { account_id: 'acct_northway', inbox: true, subscriptions: [{}] });
const terminals = await readTerminalIds();

const startedMs = performance.now();
takeSample();
const timers = [
  setInterval(() => void measureRead(selectPath(seen.requests, terminals)), 1000 / Number(values.rate)),
  setInterval(() => void send('/sandbox/clock/advance', { by: 'PT10M' }).catch(countFailure), MOVE_MS),
  setInterval(takeSample, SAMPLE_MS),
];
await pause(60_000 * Number(values.minutes));
for (const timer of timers) clearInterval(timer);
takeSample();
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(samples)}\n`);
if (values.svg !== undefined) writeFileSync(values.svg, drawMemory(samples));
agent.destroy();
await stopChild(child);

async function measureRead(path: string): Promise<void> {
  const sentMs = performance.now();
  seen.requests += 1;
  try {
    const { status, text } = await send(path);
    if (status !== 200) countFailure(`${path}: ${status} ${text.slice(0, MOST_SHOWN)}`);
    seen.timesMs.push(performance.now() - sentMs);
  } catch (error) {
    countFailure(`${path}: ${error}`);
  }
}

/** Counts a failure, and prints its reason: a result without a reason explains nothing. */
function countFailure(reason: unknown): void {
  seen.failures += 1;
  process.stderr.write(`failed after ${((performance.now() - startedMs) / 60_000).toFixed(2)} min: ${reason}\n`);
}

function takeSample(): void {
  const sorted = seen.timesMs.splice(0).sort((one, other) => one - other);
  const sample: SoakSample = {
    minute: (performance.now() - startedMs) / 60_000,
    rssMb: readRssMb(listTree(child.pid ?? 0)),
    handles: countHandles(child.pid ?? 0),
    requests: seen.requests,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    failures: seen.failures,
  };
  samples.push(sample);
  process.stdout.write(`${JSON.stringify(sample)}\n`);
}

/** Returns the path of a read: eight kinds in turn, over all terminals. */
function selectPath(count: number, ids: readonly string[]): string {
  const id = ids[count % ids.length] ?? '';
  const column = SORT_COLUMNS[count % SORT_COLUMNS.length] ?? '';
  const paths = [
    '/v1/transactions?limit=50',
    `/v1/transactions?limit=${1 + (count % 99)}&sort_by=${column}&terminal_id=${id}`,
    `/v1/locations/${id}`,
    `/v1/feeds/terminals/${id}.xml`,
    `/v1/terminals/${id}/status-monitoring`,
    '/v1/feeds/account.xml',
    '/v1/portal',
    `/v1/settlements?limit=${1 + (count % 50)}`,
  ];
  return paths[count % paths.length] ?? '/v1/portal';
}

async function readTerminalIds(): Promise<readonly string[]> {
  const { text } = await send('/v1/locations?limit=100');
  const { data } = JSON.parse(text) as { readonly data: readonly { readonly terminal_ids: readonly string[] }[] }; // validated by the sandbox
  return data.flatMap((location) => location.terminal_ids);
}

async function waitForServer(): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    try {
      await send('/v1/portal');
      return;
    } catch {
      await pause(200);
    }
  }
  throw new Error(`the sandbox did not start: ${readFileSync(logFile, 'utf8')}`);
}

/** Sends a read with an API key, or a write as the operator. */
function send(path: string, body?: object): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const operator = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const options = body === undefined ? { agent, headers } : ({ agent, headers: operator, method: 'POST' } as const);
  return new Promise((resolve, reject) => {
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
