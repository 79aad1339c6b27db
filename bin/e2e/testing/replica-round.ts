import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { setTimeout as pause } from 'node:timers/promises';
import { COMMAND } from './built-code.ts';

/*
 * Replicas on one PostgreSQL database under reads, writes, moves of the clock and webhooks. They are killed one after the other,
 * and the database may be restarted in between. Afterwards nothing that was acknowledged may be missing.
 */

export interface RoundOptions {
  readonly database: string;
  readonly replicas: number;
  readonly seconds: number;
  readonly killEveryMs: number;
  /** Restarts the database in the middle of the round. */
  readonly restartDatabase?: () => Promise<void>;
}

export interface RoundResult {
  readonly kills: number;
  readonly reads: number;
  /** Reads without a response, or with a server error. */
  readonly failedReads: number;
  /** Writes with a success as response. */
  readonly acknowledged: number;
  readonly failedWrites: number;
  /** Acknowledged disputes, causes and destinations that a replica does not have at the end. */
  readonly lost: readonly string[];
  readonly clockMoves: number;
  readonly deliveries: number;
  /** Events of deliveries that the receiver never got. */
  readonly lostDeliveries: readonly string[];
  /** Requests to the receiver with the id of an earlier one. */
  readonly repeatedDeliveries: number;
  /** Reads compared byte for byte on each replica and on a new one. */
  readonly compared: number;
  /** The compared reads that differ. */
  readonly different: readonly string[];
  /** The 99th percentile of the times of reads, in milliseconds. */
  readonly readP99Ms: number;
}

interface Replica {
  readonly child: ChildProcess;
  readonly url: string;
}

const TOKEN = 'opr-for-tests-of-killed-replicas';
const KEY = 'sbx-delgado-owner';
const READERS = [KEY, 'sbx-northway-admin', 'sbx-redline-admin', 'sbx-harbor-admin'];
const TERMINALS = ['DG000101', 'DG000202'];
const READ_PATHS = [
  '/v1/portal',
  '/v1/transactions?limit=200&sort_by=amt_comp&sort_dir=desc',
  '/v1/transactions?limit=200',
  '/v1/settlements?limit=100',
  '/v1/disputes?limit=100',
  '/v1/locations',
  '/v1/connectors',
  '/v1/terminal-groups',
  '/v1/feeds/account.xml',
  '/sandbox/incidents?limit=200',
  '/sandbox/events?limit=200',
];
const OWN_PATHS = ['/sandbox/destinations', ...TERMINALS.map((id) => `/v1/terminals/${id}/status-monitoring`)];
/** Maximum number of attempts in flight for the destination in one replica. */
const IN_FLIGHT = 8;
const SETTLE_MS = 120_000;

/** Returns the number of deliveries that may be repeated: those in flight in a killed replica. */
export const countRepeatable = (kills: number): number => kills * IN_FLIGHT;

export async function runReplicaRound(options: RoundOptions): Promise<RoundResult> {
  const round = new Round(options);
  try {
    return await round.run();
  } finally {
    round.end();
  }
}

class Round {
  readonly #options: RoundOptions;
  readonly #receivedIds: string[] = [];
  readonly #receiver: Server;
  #replicas: Replica[] = [];
  #isOver = false;
  #turn = 0;
  #kills = 0;
  #clockMoves = 0;
  #failedReads = 0;
  #failedWrites = 0;
  readonly #readTimesMs: number[] = [];
  readonly #acknowledged = { destinations: new Set<string>(), facts: new Set<string>() };

  constructor(options: RoundOptions) {
    this.#options = options;
    this.#receiver = createServer((request, response) => {
      this.#receivedIds.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(204).end());
    });
  }

  end(): void {
    for (const { child } of this.#replicas) child.kill('SIGKILL');
    this.#receiver.closeAllConnections();
    this.#receiver.close();
  }

  async run(): Promise<RoundResult> {
    const { replicas, seconds, database } = this.#options;
    this.#receiver.listen(0, '127.0.0.1');
    await once(this.#receiver, 'listening');
    this.#replicas = await Promise.all(Array.from({ length: replicas }, () => startReplica(database)));
    const { port } = this.#receiver.address() as AddressInfo; // it listens
    const url = `http://127.0.0.1:${port}/hooks`;
    await this.#send(this.#replicas[0], '/sandbox/destinations', {
      body: { url, subscriptions: [{ types: ['heartbeat_stale'] }] },
    });
    const work = [this.#create(1), this.#create(2), this.#cause(), this.#dispute(), this.#read(1), this.#read(2)];
    const restart = this.#restartDatabase();
    for (const endMs = performance.now() + 1000 * seconds; performance.now() < endMs; ) await this.#killOne();
    await restart;
    this.#isOver = true;
    await Promise.all(work);
    const fresh = await startReplica(database);
    this.#replicas.push(fresh);
    return this.#measure();
  }

  async #restartDatabase(): Promise<void> {
    const { restartDatabase, seconds } = this.#options;
    if (restartDatabase === undefined) return;
    await pause(500 * seconds);
    await restartDatabase();
  }

  async #killOne(): Promise<void> {
    await pause(this.#options.killEveryMs);
    const [killed] = this.#replicas.splice(this.#kills % this.#replicas.length, 1);
    killed?.child.kill('SIGKILL');
    this.#kills += 1;
    this.#replicas.push(await startReplicaAgain(this.#options.database));
  }

  /** Returns the response, or undefined if there is none. A server error counts as failed. */
  async #attempt(
    path: string,
    body?: object,
  ): Promise<{ readonly text: string; readonly isDone: boolean } | undefined> {
    this.#turn += 1;
    try {
      const response = await this.#request(this.#replicas[this.#turn % this.#replicas.length], path, {
        key: READERS[this.#turn % READERS.length] ?? KEY,
        ...(body === undefined ? {} : { body, key: KEY }),
      });
      const text = await response.text();
      return response.status >= 500 ? undefined : { text, isDone: response.ok };
    } catch {
      return undefined;
    }
  }

  async #write(path: string, body: object): Promise<unknown> {
    const reply = await this.#attempt(path, body);
    if (reply === undefined) this.#failedWrites += 1;
    return reply?.isDone === true ? JSON.parse(reply.text) : undefined;
  }

  async #create(worker: number): Promise<void> {
    for (let n = 0; !this.#isOver && n < 40; n += 1) {
      const name = `${worker}-${n}`;
      const reply = await this.#write('/sandbox/destinations', { inbox: true, name, subscriptions: [] });
      if (reply !== undefined) this.#acknowledged.destinations.add(name);
      await pause(400);
    }
  }

  async #dispute(): Promise<void> {
    const { data } = (await this.#send(this.#replicas[0], '/v1/transactions?limit=500')) as {
      readonly data: readonly { readonly transaction_id: string; readonly amt_comp: string }[];
    };
    for (const { transaction_id } of data.filter(({ amt_comp }) => Number(amt_comp) > 1)) {
      if (this.#isOver) return;
      const body = { transaction_id, reason_code: 'cash_not_dispensed', amount: '1.00' };
      const reply = (await this.#write('/v1/disputes', body)) as { readonly dispute_id?: string } | undefined;
      if (reply?.dispute_id !== undefined) this.#acknowledged.facts.add(reply.dispute_id);
      await pause(300);
    }
  }

  async #cause(): Promise<void> {
    for (let n = 0; !this.#isOver; n += 1) {
      const body = { event_type: 'heartbeat_stale', terminal_id: TERMINALS[n % TERMINALS.length], resolve: n % 4 >= 2 };
      const reply = (await this.#write('/sandbox/causes', body)) as Caused | undefined;
      for (const { cause_id } of reply?.causes ?? []) this.#acknowledged.facts.add(cause_id);
      if ((await this.#write('/sandbox/clock/advance', { by: 'PT20M' })) !== undefined) this.#clockMoves += 1;
      await pause(100);
    }
  }

  async #read(worker: number): Promise<void> {
    for (let n = worker; !this.#isOver; n += 1) {
      const startMs = performance.now();
      const reply = await this.#attempt(READ_PATHS[n % READ_PATHS.length] ?? '');
      this.#readTimesMs.push(performance.now() - startMs);
      if (reply === undefined) this.#failedReads += 1;
      await pause(25);
    }
  }

  async #measure(): Promise<RoundResult> {
    const deliveries = await this.#waitUntilDelivered();
    const lost: string[] = [];
    for (const one of this.#replicas) {
      const names = new Set((await this.#list<Named>(one, '/sandbox/destinations')).map(({ name }) => name));
      const journal = await (await this.#request(one, '/sandbox/journal', { isOperator: true })).text();
      for (const name of this.#acknowledged.destinations) if (!names.has(name)) lost.push(name);
      for (const id of this.#acknowledged.facts) if (!journal.includes(id)) lost.push(id);
    }
    const sorted = this.#readTimesMs.toSorted((a, b) => a - b);
    const received = new Set(this.#receivedIds);
    return {
      kills: this.#kills,
      reads: sorted.length,
      failedReads: this.#failedReads,
      acknowledged: this.#acknowledged.destinations.size + this.#acknowledged.facts.size,
      failedWrites: this.#failedWrites,
      lost,
      clockMoves: this.#clockMoves,
      deliveries: deliveries.length,
      lostDeliveries: deliveries.map(({ event_id }) => event_id).filter((id) => !received.has(id)),
      repeatedDeliveries: this.#receivedIds.length - received.size,
      ...(await this.#compare()),
      readP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    };
  }

  /** Resolves when the deliveries to the receiver have ended, at the latest after two minutes. */
  async #waitUntilDelivered(): Promise<readonly Listed[]> {
    for (const endMs = performance.now() + SETTLE_MS; ; ) {
      const deliveries = await this.#list<Listed>(this.#replicas[0], '/sandbox/deliveries?limit=500');
      if (deliveries.every(({ state }) => state === 'delivered') || performance.now() > endMs) return deliveries;
      await pause(500);
    }
  }

  /** Compares the bytes of reads on all replicas. */
  async #compare(): Promise<Pick<RoundResult, 'compared' | 'different'>> {
    const reads = [
      ...READERS.flatMap((key) => READ_PATHS.map((path) => ({ path, key }))),
      ...OWN_PATHS.map((path) => ({ path, key: KEY })),
      { path: '/sandbox/journal', isOperator: true },
      { path: '/sandbox/clock', isOperator: true },
    ];
    const different: string[] = [];
    for (const { path, ...caller } of reads) {
      const texts = await Promise.all(
        this.#replicas.map(async (one) => {
          const response = await this.#request(one, path, caller);
          return `${response.status} ${response.headers.get('etag')} ${await response.text()}`;
        }),
      );
      if (new Set(texts).size > 1) different.push(path);
    }
    return { compared: reads.length, different };
  }

  #request(
    replica: Replica | undefined,
    path: string,
    { body, key = KEY, isOperator = path.startsWith('/sandbox/clock') }: Sent = {},
  ): Promise<Response> {
    return fetch(`${replica?.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(isOperator ? { Authorization: `Bearer ${TOKEN}` } : { 'X-API-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
  }

  async #send(replica: Replica | undefined, path: string, sent: Sent = {}): Promise<unknown> {
    const response = await this.#request(replica, path, sent);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Reads a list to its end. */
  async #list<Item>(replica: Replica | undefined, path: string): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const from = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;
      const page = (await this.#send(replica, path + from)) as PageOf<Item>;
      items.push(...page.data);
      cursor = page.page?.next_cursor ?? null;
    }
    return items;
  }
}

interface Sent {
  readonly body?: object;
  readonly key?: string;
  readonly isOperator?: boolean;
}

interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly page?: { readonly next_cursor: string | null };
}

interface Named {
  readonly name: string;
}

interface Listed {
  readonly state: string;
  readonly event_id: string;
}

interface Caused {
  readonly causes: readonly { readonly cause_id: string }[];
}

/** Starts a replica while the database may be away: tries for half a minute. */
async function startReplicaAgain(database: string): Promise<Replica> {
  for (const endMs = performance.now() + 30_000; ; ) {
    try {
      return await startReplica(database);
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await pause(500);
    }
  }
}

async function startReplica(database: string): Promise<Replica> {
  const options = ['--port', '0', '--json', '--log', 'off', '--public-url', 'https://sandbox.example'];
  const child = spawn(process.execPath, [COMMAND, 'serve', ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, FLEETKIT_DATABASE_URL: database, FLEETKIT_OPERATOR_TOKEN: TOKEN },
  });
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.endsWith('\n')) break;
  }
  if (text === '') throw new Error('a replica ended before it listened');
  return { child, url: (JSON.parse(text) as { readonly url: string }).url };
}
