/*
 * Measures the memory of a server with many workspaces of several seeds under ordinary load.
 *
 *   node bench/memory/workspace-memory.ts [--workspaces 50] [--seeds 8] [--minutes 5] [--rate 10] [--heap-mb 640] [--most-mb 400]
 *
 * Starts the built server with a limit of its heap, creates the workspaces, and then reads at a fixed rate: lists, portals, feeds
 * and terminals of any workspace. Every tenth request triggers an event. Prints the resident memory every 30 seconds. Ends
 * with status 1 if the server ends early or needs more than `--most-mb`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasEnded, startServer, stopChild } from '../machine/child-processes.ts';
import { findFreePort } from '../machine/free-port.ts';
import { listTree, readRssMb } from '../machine/process-tree.ts';

const TOKEN = 'opr-for-the-benchmark-of-workspaces-0123456789';
const PATHS = [
  '/v1/transactions?limit=50',
  '/v1/portal',
  '/v1/settlements',
  '/v1/disputes',
  '/v1/feeds/account.xml',
  '/v1/locations',
];
const PRINT_MS = 30_000;

const { values } = parseArgs({
  options: {
    workspaces: { type: 'string', default: '50' },
    seeds: { type: 'string', default: '8' },
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '10' },
    'heap-mb': { type: 'string', default: '640' },
    'most-mb': { type: 'string', default: '400' },
  },
});

const port = await findFreePort();
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-workspace-memory-'));
const logFile = join(folder, 'server.log');
const command = fileURLToPath(new URL('../../bin/fleetkit.js', import.meta.url));
const serve = ['serve', '--port', String(port), '--log', 'off', '--operator-token', TOKEN];
const child = startServer({ args: [`--max-old-space-size=${values['heap-mb']}`, command, ...serve], env: {}, logFile });
await waitForServer();

const keys: string[] = [];
for (let index = 0; index < Number(values.workspaces); index += 1) {
  const { status, text } = await send('/sandbox/workspaces', { body: { seed: 1 + (index % Number(values.seeds)) } });
  if (status !== 201) throw new Error(`a workspace was not created: ${text}`);
  const created = JSON.parse(text) as { readonly api_keys: readonly { readonly api_key: string }[] }; // validated by the sandbox
  keys.push(...created.api_keys.map((one) => one.api_key));
}

const statuses = new Map<number, number>();
const startedMs = performance.now();
let mostMb = 0;
for (let sent = 0; !hasEnded(child) && performance.now() - startedMs < Number(values.minutes) * 60_000; sent += 1) {
  if (sent % Math.max(1, Math.round((Number(values.rate) * PRINT_MS) / 1000)) === 0) print();
  void request(sent).then((status) => statuses.set(status, (statuses.get(status) ?? 0) + 1));
  await pause(1000 / Number(values.rate));
}
print();
if (hasEnded(child)) process.stdout.write(`the server ended:\n${readFileSync(logFile, 'utf8').slice(-1000)}\n`);
if (hasEnded(child) || mostMb > Number(values['most-mb'])) process.exitCode = 1;
await stopChild(child);
rmSync(folder, { recursive: true, force: true });

/** Sends one request of the load. Returns its status; 0 if there was no response. */
async function request(number: number): Promise<number> {
  const key = keys[Math.floor(Math.random() * keys.length)] ?? '';
  try {
    if (number % 10 !== 0) return (await send(PATHS[number % PATHS.length] ?? '', { key })).status;
    const { text } = await send('/v1/locations', { key });
    const { data } = JSON.parse(text) as { readonly data: readonly { readonly terminal_ids: readonly string[] }[] }; // validated by the sandbox
    const terminalIds = data.flatMap(({ terminal_ids }) => terminal_ids);
    const terminalId = terminalIds[Math.floor(Math.random() * terminalIds.length)];
    return (await send('/sandbox/causes', { key, body: { event_type: 'cash_low', terminal_id: terminalId } })).status;
  } catch {
    return 0;
  }
}

function print(): void {
  const rssMb = hasEnded(child) ? 0 : readRssMb(listTree(child.pid ?? 0));
  mostMb = Math.max(mostMb, rssMb);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const counts = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  process.stdout.write(`${String(seconds).padStart(5)} s: ${rssMb.toFixed(0)} MB (${counts})\n`);
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
  readonly key?: string;
  readonly body?: object;
}

/** Sends a read or, with a body, a write: with a key, or as the operator. */
async function send(path: string, { key, body }: Sent): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: {
      ...(key === undefined ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': key }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
