import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startServer, stopChild } from '../machine/child-processes.ts';
import { findFreePort } from '../machine/free-port.ts';
import { readCpuMs, readPeakRssMb, readRssMb } from '../machine/process-tree.ts';

/** A request with its costs. Times in seconds, memory in megabytes. */
export interface Reply {
  readonly title: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly rssMb: number;
}

/** The results of one size. */
export interface FirstReplies {
  readonly terminals: number;
  readonly rows: number;
  /** After the start from an empty data directory. */
  readonly first: readonly Reply[];
  readonly second: readonly Reply[];
  readonly peakRssMb: number;
  readonly advance: Advance | undefined;
}

/** A move of the clock by a day, until its events are queued. */
interface Advance extends Reply {
  readonly events: number;
  /** Time of a read of another user meanwhile, in milliseconds. */
  readonly othersP50Ms: number;
  readonly othersP99Ms: number;
}

interface Server {
  readonly url: string;
  readonly child: ChildProcess;
}

const TOKEN = 'benchmark-operator-token';
const ADMINISTRATOR = { 'X-API-Key': 'sbx-atlas-admin' };
const OPERATOR = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
const command = fileURLToPath(new URL('../../bin/fleetkit.js', import.meta.url));
const REPLIES: readonly (readonly [title: string, path: string])[] = [
  ['list of transactions', '/v1/transactions?limit=50'],
  ['settlements', '/v1/settlements?limit=50'],
  ['portal', '/v1/portal'],
  ['account feed', '/v1/feeds/account.xml'],
];
/** A request that is answered with 503 is sent again after this time. */
const RETRY_MS = 200;
/** The files of the fleet are written when the machine has been idle for this time. */
const IDLE_MS = 3000;
const IDLE_CPU_MS = 100;
/** Of another tenant, whose fleet is small. */
const OTHERS_PATH = '/v1/locations/NW104310';
const OTHERS_PAUSE_MS = 10;

export interface FirstRepliesOptions {
  readonly terminals: number;
  /** An empty folder for the data and the log. */
  readonly folder: string;
  /** The command of another checkout. */
  readonly command: string | undefined;
  readonly isAdvanced: boolean;
}

/** Measures a server that has served nothing, then one with its data. */
export async function measureFirstReplies(options: FirstRepliesOptions): Promise<FirstReplies> {
  const one = await start(options);
  let rows: number;
  let peakRssMb: number;
  const first: Reply[] = [];
  try {
    for (const [title, path] of REPLIES) first.push(await measure(one, title, () => read(one, path)));
    rows = JSON.parse(await read(one, '/v1/transactions?limit=1')).page.matched;
    for (const [title, path] of REPLIES.slice(2))
      first.push(await measure(one, `${title} again`, () => read(one, path)));
    await waitUntilIdle(one);
    peakRssMb = readPeakRssMb(listPids(one));
  } finally {
    await stopChild(one.child);
  }
  const other = await start(options);
  try {
    const second: Reply[] = [];
    for (const [title, path] of REPLIES) second.push(await measure(other, title, () => read(other, path)));
    const advance = options.isAdvanced ? await measureAdvance(other) : undefined;
    return { terminals: options.terminals, rows, first, second, peakRssMb, advance };
  } catch (error) {
    throw new Error(`the second server failed: ${readFileSync(join(options.folder, 'log'), 'utf8')}`, { cause: error });
  } finally {
    await stopChild(other.child);
  }
}

async function start({ terminals, folder, command: given = command }: FirstRepliesOptions): Promise<Server> {
  const port = await findFreePort();
  const logFile = join(folder, 'log');
  const options = ['--port', String(port), '--log', 'off', '--operator-token', TOKEN];
  const fleet = ['--terminals', String(terminals), '--data', join(folder, 'data')];
  // Threads compute parts of the fleet.
  const child = startServer({ args: [given, 'serve', ...options, ...fleet], env: {}, logFile, isOnAllCores: true });
  const server = { url: `http://127.0.0.1:${port}`, child };
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
    const response = await fetch(`${server.url}/readyz`).catch(() => undefined);
    await response?.text();
    if (response?.ok === true) return server;
    await pause(50);
  }
  throw new Error(`the server did not start: ${readFileSync(logFile, 'utf8')}`);
}

const listPids = ({ child }: Server): readonly number[] => (child.pid === undefined ? [] : [child.pid]);

async function measure(server: Server, title: string, run: () => Promise<unknown>): Promise<Reply> {
  const pids = listPids(server);
  const before = { cpuMs: readCpuMs(pids), ms: performance.now() };
  await run();
  return {
    title,
    seconds: (performance.now() - before.ms) / 1000,
    cpuSeconds: (readCpuMs(pids) - before.cpuMs) / 1000,
    rssMb: readRssMb(pids),
  };
}

async function read({ url }: Server, path: string): Promise<string> {
  for (;;) {
    const response = await fetch(url + path, { headers: ADMINISTRATOR });
    const text = await response.text();
    if (response.ok) return text;
    if (response.status !== 503) throw new Error(`${path} got ${response.status}: ${text}`);
    await pause(RETRY_MS);
  }
}

async function waitUntilIdle(server: Server): Promise<void> {
  for (let before = Number.NEGATIVE_INFINITY; ; ) {
    const cpuMs = readCpuMs(listPids(server));
    if (cpuMs - before < IDLE_CPU_MS) return;
    before = cpuMs;
    await pause(IDLE_MS);
  }
}

/** Moves the clock to the end of the known events with a first destination, and then by a day. */
async function measureAdvance(server: Server): Promise<Advance> {
  await post(server, '/sandbox/destinations', { account_id: 'acct_atlas', name: 'benchmark', inbox: true });
  const others = new Others(server);
  try {
    const reply = await measure(server, 'a day of the clock with its events', async () => {
      await post(server, '/sandbox/clock/advance', { by: 'P1D' });
      // The deliveries of a day are stored at once.
      while ((await readDeliveries(server, '?limit=1')).data.length === 0) await pause(50);
    });
    const waits = await others.end();
    return { ...reply, events: await countDeliveries(server), ...waits };
  } finally {
    await others.end();
  }
}

async function countDeliveries(server: Server): Promise<number> {
  let count = 0;
  for (let query = '?limit=500'; ; ) {
    const { data, page } = await readDeliveries(server, query);
    count += data.length;
    if (page.next_cursor === null) return count;
    query = `?limit=500&cursor=${page.next_cursor}`;
  }
}

interface Deliveries {
  readonly data: readonly unknown[];
  readonly page: { readonly next_cursor: string | null };
}

async function readDeliveries({ url }: Server, query: string): Promise<Deliveries> {
  const response = await fetch(`${url}/sandbox/deliveries${query}`, { headers: OPERATOR });
  const text = await response.text();
  if (!response.ok) throw new Error(`the list of deliveries got ${response.status}: ${text}`);
  return JSON.parse(text) as Deliveries;
}

async function post({ url }: Server, path: string, body: unknown): Promise<void> {
  const headers = path.startsWith('/sandbox/clock') ? OPERATOR : { ...OPERATOR, ...ADMINISTRATOR };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} got ${response.status}: ${text}`);
}

/** A user of another tenant who reads one object at a time. */
class Others {
  readonly #times: number[] = [];
  readonly #running: Promise<void>;
  #isEnded = false;

  constructor(server: Server) {
    this.#running = this.#run(server);
    this.#running.catch(() => undefined); // until the end
  }

  async #run({ url }: Server): Promise<void> {
    while (!this.#isEnded) {
      const startMs = performance.now();
      const response = await fetch(url + OTHERS_PATH, { headers: { 'X-API-Key': 'sbx-northway-admin' } });
      await response.text();
      if (!response.ok) throw new Error(`a read of another user got ${response.status}`);
      this.#times.push(performance.now() - startMs);
      await pause(OTHERS_PAUSE_MS);
    }
  }

  async end(): Promise<Pick<Advance, 'othersP50Ms' | 'othersP99Ms'>> {
    this.#isEnded = true;
    await this.#running;
    const times = this.#times.toSorted((one, other) => one - other);
    const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
    return { othersP50Ms: at(0.5), othersP99Ms: at(0.99) };
  }
}
