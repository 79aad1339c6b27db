import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { SandboxSchemas } from '../../spec/sandbox-contract.ts';
import { startHosted } from './testing/serve-process.ts';

/*
 * Memory of a hosted server with as many fleets as it allows, with the heap that Node chooses in a container of 768 MB.
 */

const WORKSPACES = 50;
const SEEDS = 8;
const ROUNDS = 2;
const HEAP_MB = 450;
const OPERATOR_TOKEN = 'operator-of-the-server-0123456789';
const PATHS = [
  '/v1/transactions?limit=50',
  '/v1/transactions?limit=500&sort_by=amt_req',
  '/v1/settlements',
  '/v1/portal',
  '/v1/feeds/account.xml',
  '/v1/disputes',
  '/v1/locations',
];
/** Requests in flight. */
const CONCURRENCY = 4;

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-memory-'));
const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
let child: ChildProcess | undefined;
afterAll(() => {
  agent.destroy();
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test(`${WORKSPACES} workspaces of ${SEEDS} seeds answer all requests with a heap of ${HEAP_MB} MB`, async () => {
  const started = await startHosted(join(folder, 'data'), { operatorToken: OPERATOR_TOKEN, heapMb: HEAP_MB });
  child = started.child;
  const send = createClient(started.url);
  const workspaces: SandboxSchemas['CreatedWorkspace'][] = [];
  for (let n = 0; n < WORKSPACES; n += 1) {
    const { status, text } = await send('/sandbox/workspaces', { body: { seed: 1 + (n % SEEDS) } });
    expect([status, text]).toEqual([201, text]);
    workspaces.push(JSON.parse(text));
  }
  const round = workspaces.flatMap(({ api_keys: keys }) =>
    keys.flatMap(({ tenant_id: id, api_key: key }, index) =>
      keys.findIndex(({ tenant_id: other }) => other === id) === index ? PATHS.map((path) => ({ path, key })) : [],
    ),
  );
  const reads = Array.from({ length: ROUNDS }, () => round).flat();
  const statuses = new Map<number | undefined, number>();
  let next = 0;
  /** Returns the status of a read. On a slow machine, the first reads of a fleet get a 503 until its data is computed. */
  const readPatiently = async (path: string, key: string): Promise<number | undefined> => {
    for (;;) {
      const { status, retryAfterSeconds } = await send(path, { key });
      if (retryAfterSeconds === undefined) return status;
      await wait(retryAfterSeconds * 1000);
    }
  };
  const readNext = async (): Promise<void> => {
    for (let read = reads[next]; read !== undefined; read = reads[next]) {
      next += 1;
      const status = await readPatiently(read.path, read.key);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readNext));
  process.stdout.write(`RSS ${readMegabytes('VmRSS')} MB, at most ${readMegabytes('VmHWM')} MB\n`);
  expect([...statuses]).toEqual([[200, reads.length]]);
});

interface Sent {
  readonly key?: string;
  readonly body?: object;
}

interface Received {
  readonly status: number | undefined;
  readonly text: string;
  /** Undefined unless the server is preparing the data. */
  readonly retryAfterSeconds: number | undefined;
}

/** Returns a function that sends a read with a key, or a write as the operator. */
const createClient =
  (url: string) =>
  (path: string, { key, body }: Sent): Promise<Received> =>
    new Promise((resolve, reject) => {
      const headers = {
        'X-Forwarded-For': '192.0.2.1',
        ...(key === undefined ? { Authorization: `Bearer ${OPERATOR_TOKEN}` } : { 'X-API-Key': key }),
        ...(body && { 'Content-Type': 'application/json' }),
      };
      const sent = request(`${url}${path}`, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => {
          const { statusCode: status, headers } = response;
          resolve({ status, text, retryAfterSeconds: status === 503 ? Number(headers['retry-after']) : undefined });
        });
        response.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });

/** Returns a figure of the server process in megabytes of 10^6 bytes. */
function readMegabytes(name: 'VmRSS' | 'VmHWM'): number {
  const text = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * 0.001_024);
}
