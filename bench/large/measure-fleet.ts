import type { Sandbox } from '../../bin/library/index.ts';
import { startSandbox } from '../../bin/library/index.ts';

/** Times in milliseconds. */
export interface PageTimes {
  readonly user: 'administrator' | 'one terminal';
  readonly sortBy: string;
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The results of one size. Null: not measured within the time limit. */
export interface FleetResult {
  readonly terminals: number;
  readonly rows: number;
  readonly readyMs: number;
  /** Time of the first list of the administrator, which generates all rows. */
  readonly firstListMs: number;
  readonly rssMb: number;
  /** Memory in use after all lists, without that before the start. */
  readonly usedMbPerMillionRows: number;
  readonly rssMbPerMillionRows: number;
  readonly pages: readonly PageTimes[];
  readonly advanceMs: number;
  readonly listAfterAdvanceMs: number;
  readonly eventsPerSecond: number | null;
}

const SORT_KEYS = [
  'terminal_datetime',
  'transaction_type',
  'seq_no',
  'account_type',
  'response',
  'amt_req',
  'amt_comp',
  'sur_req',
  'sur_comp',
  'terminal_id',
] as const;

const SAMPLES = 101;
const users = { administrator: 'usr_at_admin', 'one terminal': 'usr_at_store' } as const;

/** Measures a sandbox with a large fleet in this process, which must have run nothing else. */
export async function measureFleet(terminals: number, eventLimitMs: number): Promise<FleetResult> {
  const before = readMemory();
  const startMs = performance.now();
  const sandbox = await startSandbox({ port: false, terminals });
  const readyMs = performance.now() - startMs;
  try {
    const oneTerminal = await measurePages(sandbox, 'one terminal');
    const first = await timeList(sandbox, 'administrator', 'limit=50');
    const administrator = await measurePages(sandbox, 'administrator');
    const after = readMemory();
    const rows = first.matched;
    const perMillion = (bytes: number): number => bytes / rows; // bytes per row are megabytes per million rows
    const advanceMs = await timeOf(() => sandbox.clock.advance('1d'));
    const { ms: listAfterAdvanceMs } = await timeList(sandbox, 'administrator', 'limit=50');
    return {
      terminals,
      rows,
      readyMs,
      firstListMs: first.ms,
      rssMb: after.rss / 1e6,
      usedMbPerMillionRows: perMillion(after.used - before.used),
      rssMbPerMillionRows: perMillion(after.rss - before.rss),
      pages: [...administrator, ...oneTerminal],
      advanceMs,
      listAfterAdvanceMs,
      eventsPerSecond: await measureEvents(sandbox, eventLimitMs),
    };
  } finally {
    void sandbox.close();
  }
}

async function measurePages(sandbox: Sandbox, user: PageTimes['user']): Promise<readonly PageTimes[]> {
  const measured: PageTimes[] = [];
  for (const sortBy of SORT_KEYS) {
    const { ms: firstMs } = await timeList(sandbox, user, `limit=50&sort_by=${sortBy}`);
    const times: number[] = [];
    for (let index = 0; index < SAMPLES; index += 1) {
      // A different query each time, so that no reply is repeated.
      const query = `limit=${50 + Math.floor(index / 2)}&sort_by=${sortBy}&sort_dir=${index % 2 === 0 ? 'desc' : 'asc'}`;
      times.push((await timeList(sandbox, user, query)).ms);
    }
    times.sort((a, b) => a - b);
    measured.push({ user, sortBy, firstMs, p50Ms: times[50] ?? 0, p99Ms: times[99] ?? 0 });
  }
  return measured;
}

async function timeList(
  sandbox: Sandbox,
  user: PageTimes['user'],
  query: string,
): Promise<{ readonly ms: number; readonly matched: number }> {
  const headers = { 'X-API-Key': sandbox.keys[users[user]] ?? '' };
  const startMs = performance.now();
  const response = await sandbox.fetch(`/v1/transactions?${query}`, { headers });
  const text = await response.text();
  const ms = performance.now() - startMs;
  if (response.status !== 200) throw new Error(`${query} got ${response.status}: ${text}`);
  return { ms, matched: JSON.parse(text).page.matched };
}

/**
 * Returns the events per second while the clock advances by a day with a destination for all events; null if that takes
 * longer than the limit. The first evaluation of the rules is included.
 */
async function measureEvents(sandbox: Sandbox, limitMs: number): Promise<number | null> {
  if (limitMs === 0) return null;
  await sandbox.destinations.add({ accountId: 'acct_atlas', name: 'benchmark', inbox: true });
  const startMs = performance.now();
  await sandbox.clock.advance('1d');
  const isSettled = await sandbox.settled({ timeoutMs: limitMs }).then(
    () => true,
    () => false,
  );
  const seconds = (performance.now() - startMs) / 1000;
  return isSettled ? (await sandbox.deliveries()).length / seconds : null;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Needs `--expose-gc`. */
function readMemory(): { readonly rss: number; readonly used: number } {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, used: heapUsed + arrayBuffers };
}
