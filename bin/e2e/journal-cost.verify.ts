import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, test } from 'vitest';
import type { Journal } from '../../server/journal/journal.ts';
import { openMemoryJournal } from '../../server/journal/memory.ts';
import { openSqliteJournal } from '../../server/journal/sqlite.ts';
import { type Fact, position } from '../../server/world/state/facts.ts';
import { startSandbox } from '../library/start-sandbox.ts';
import { gatherClaims, postClaim } from './testing/kill-rounds.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-cost-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ENTRIES = 5000; // two facts each: a dispute and its stored reply

const print = (line: string): void => void process.stdout.write(`${line}\n`);

test('measures the cost of the journal in memory and in a file', async () => {
  const [opened, kept] = await recordOneWrite();
  const rename = (n: number): readonly Fact[] => [
    { ...opened, dispute: { ...opened.dispute, disputeId: `dsp_${n}` } },
    { ...kept, kept: { ...kept.kept, idempotencyKey: `key-${n}` } },
  ];
  const directory = join(root, 'many');
  const journals: readonly (readonly [string, Journal])[] = [
    ['memory', openMemoryJournal()],
    ['SQLite', openSqliteJournal(directory, { defaultSeed: 1 })],
  ];
  for (const [name, journal] of journals) {
    const times: number[] = [];
    for (let n = 0; n < ENTRIES; n += 1) {
      const facts = rename(n);
      const startedMs = performance.now();
      // Distributes the facts over six tenants.
      await journal.append(`acct_${n % 6}`, facts, await journal.latest());
      times.push(performance.now() - startedMs);
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => ((times[Math.floor(share * (times.length - 1))] ?? 0) * 1000).toFixed(0);
    print(`append of two facts, ${name}: p50 ${at(0.5)} us, p99 ${at(0.99)} us, worst ${at(1)} us`);
    await journal.close();
  }

  const bytes = statSync(join(directory, 'fleetkit.db')).size;
  for (let round = 0; round < 3; round += 1) {
    const startedMs = performance.now();
    const journal = openSqliteJournal(directory, { defaultSeed: 1 });
    const openedMs = performance.now();
    const entries = await journal.readAfter(position(0));
    const readMs = performance.now();
    expect(entries).toHaveLength(ENTRIES);
    await journal.close();
    const times = `open ${(openedMs - startedMs).toFixed(0)} ms, read ${(readMs - openedMs).toFixed(0)} ms`;
    print(`${2 * ENTRIES} facts, ${(bytes / 1e6).toFixed(1)} MB: ${times}`);
  }
});

/** Returns the facts of one real write. */
async function recordOneWrite() {
  const directory = join(root, 'one');
  const [[claim] = []] = await gatherClaims(1);
  if (claim === undefined) throw new Error('nothing to claim');
  const sandbox = await startSandbox({ port: 0, data: directory });
  await postClaim(sandbox.url, claim);
  await sandbox.close();
  const journal = openSqliteJournal(directory, { defaultSeed: 1 });
  const [entry] = await journal.readAfter(position(0));
  await journal.close();
  const [opened, kept] = entry?.facts ?? [];
  if (opened?.type !== 'dispute-opened' || kept?.type !== 'reply-kept') throw new Error('no case was opened');
  return [opened, kept] as const;
}
