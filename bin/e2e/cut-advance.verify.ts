import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { COMPARED_SECRET, COMPARED_URL, computeFingerprintAt } from '../dev/fingerprint.ts';
import { startSandbox } from '../library/start-sandbox.ts';

/*
 * Advances the clock by a quarter over HTTP: in one step, in days and in hours. Every read returns the same bytes, and the
 * event list has the same events in the same order. Triggers a cash-out and a line cut before the first step.
 */

const HOUR_SECONDS = 3600;
const QUARTER_HOURS = 90 * 24;
const CAUSES = [
  { event_type: 'cash_out', terminal_id: 'NW104310' },
  { event_type: 'heartbeat_stale', terminal_id: 'RL000101' },
];

interface Page {
  readonly data: readonly unknown[];
  readonly page: { readonly has_more: boolean; readonly poll_cursor: string };
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

test.each([1, 7])('returns the same quarter for any step size, seed %i', async (seed) => {
  const worlds = [];
  for (const steps of [1, 90, 2160]) worlds.push(await runQuarter(steps, seed));
  const [first] = worlds;
  expect(first?.events).toBeGreaterThan(100);
  for (const world of worlds) expect(world).toEqual(first);
});

async function runQuarter(steps: number, seed: number) {
  const sandbox = await startSandbox({ port: 0, seed, publicUrl: COMPARED_URL, cursorSecret: COMPARED_SECRET });
  const request = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${sandbox.url}/sandbox/${path}`, {
      headers: { Authorization: `Bearer ${sandbox.operatorToken}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return (await response.json()) as Answer; // the sandbox's own contract
  };
  try {
    for (const cause of CAUSES) await request('causes', cause);
    const by = `PT${(QUARTER_HOURS / steps) * HOUR_SECONDS}S`;
    const eventsHash = createHash('sha256');
    let events = 0;
    let cursor = '';
    const readOn = async (): Promise<void> => {
      const { data, page } = await request<Page>(`events?limit=200${cursor}`);
      for (const event of data) eventsHash.update(JSON.stringify(event));
      events += data.length;
      cursor = `&cursor=${page.poll_cursor}`;
      if (page.has_more) await readOn();
    };
    const startedMs = performance.now();
    for (let step = 0; step < steps; step += 1) {
      await request('clock/advance', { by });
      await readOn();
    }
    const seconds = (performance.now() - startedMs) / 1000;

    const { requests, sha256 } = await computeFingerprintAt(sandbox.url);
    const replies = `${requests} replies ${sha256.slice(0, 16)}`;
    print(`seed ${seed}, ${steps} steps: ${seconds.toFixed(1)} s; ${events} events, ${replies}`);
    return { events, eventsHash: eventsHash.digest('hex'), replies: sha256 };
  } finally {
    await sandbox.close();
  }
}
