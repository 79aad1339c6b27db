import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../library/start-sandbox.ts';
import {
  type Acknowledged,
  findMissing,
  gatherClaims,
  isGapless,
  killWhileAppending,
  killWhileStarting,
  postClaim,
  runKillRound,
} from './testing/kill-rounds.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ROUNDS = 20;
/** Rounds in one directory. Each round continues with the data of the previous one. */
const ROUNDS_PER_DIRECTORY = 5;
const AT_MOST_MS = 800;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

test(`keeps acknowledged writes in ${ROUNDS} rounds of kill -9 under concurrent writes`, async () => {
  let total = { acknowledged: 0, found: 0, beyond: 0 };
  let claims = await gatherClaims(1500);
  let acknowledged: Acknowledged[] = [];
  print('| Round | Killed after ms | Acknowledged | Found | Found beyond | Facts | Gaps | Reopened in ms |');
  print('|---|---|---|---|---|---|---|---|');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const directory = join(root, `${Math.floor((round - 1) / ROUNDS_PER_DIRECTORY)}`);
    const isFresh = round % ROUNDS_PER_DIRECTORY === 1;
    if (isFresh) {
      acknowledged = [];
      claims = await gatherClaims(1500);
    }
    const left = await runKillRound(directory, claims, AT_MOST_MS);
    acknowledged = [...acknowledged, ...left.acknowledged];
    const missing = findMissing(left.entries, left.acknowledged);
    const found = left.acknowledged.length - missing.length;
    const beyond = left.entries.length - acknowledged.length;
    const facts = left.entries.reduce((sum, entry) => sum + entry.facts.length, 0);
    const cells = [round, left.killedAfterMs, left.acknowledged.length, found, beyond, facts];
    const gaps = isGapless(left.entries) ? 'none' : 'SOME';
    print(`| ${cells.map((n) => Math.round(n)).join(' | ')} | ${gaps} | ${Math.round(left.reopenMs)} |`);
    total = {
      acknowledged: total.acknowledged + left.acknowledged.length,
      found: total.found + found,
      beyond: total.beyond + (round % ROUNDS_PER_DIRECTORY === 0 ? beyond : 0),
    };

    expect(left.acknowledged.length).toBeGreaterThan(0);
    expect(left.refused).toEqual([]);
    expect(findMissing(left.entries, acknowledged)).toEqual([]);
    expect(gaps).toBe('none');
    if (round % ROUNDS_PER_DIRECTORY === 0) await expectReplays(directory, acknowledged);
  }
  print(`acknowledged ${total.acknowledged}, found ${total.found}; written but not yet answered ${total.beyond}`);
});

/** Checks that a repeated acknowledged write gets the identical reply. */
async function expectReplays(directory: string, acknowledged: readonly Acknowledged[]): Promise<void> {
  const sandbox = await startSandbox({ port: 0, data: directory });
  try {
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const { claim, text } of acknowledged) {
      expect(await postClaim(sandbox.url, claim)).toEqual({ status: 201, replayed: 'true', text });
    }
  } finally {
    await sandbox.close();
  }
}

test(`keeps acknowledged facts in ${ROUNDS} rounds of kill -9 on a journal that only appends`, async () => {
  const directory = join(root, 'appending');
  let acknowledgedInAll = 0;
  let beyond = 0;
  let entriesBefore = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { acknowledged, entries } = await killWhileAppending(directory, 400);
    const found = new Map(entries.map((entry): [number, number] => [entry.position, entry.facts.length]));
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(acknowledged.filter(({ position, facts }) => found.get(position) !== facts)).toEqual([]);
    expect(isGapless(entries)).toBe(true);
    acknowledgedInAll += acknowledged.length;
    beyond += entries.length - entriesBefore - acknowledged.length;
    entriesBefore = entries.length;
  }
  print(`appending only: acknowledged ${acknowledgedInAll}, found all; written but not yet acknowledged ${beyond}`);
});

test('opens a directory after kill -9 while its file was created', async () => {
  const seen = new Map<string, number>();
  for (let round = 0; round < 30; round += 1) {
    const directory = join(root, `start-${round}`);
    const { left, entries } = await killWhileStarting(directory, 12);
    expect(entries).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual(['fleetkit.db', 'fleetkit.lock']);
    seen.set(left.join(' '), (seen.get(left.join(' ')) ?? 0) + 1);
  }
  print(`30 interrupted starts; all directories opened. Files that the starts left:`);
  for (const [names, times] of seen) print(`  ${times} x ${names}`);
});
