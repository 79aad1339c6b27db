import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chooseRuns } from '../../base/testing/depth.ts';
import { type Acknowledged, findMissing, gatherClaims, isGapless, runKillRound } from './testing/kill-rounds.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// crash.verify.ts runs more rounds.
test('keeps acknowledged writes in rounds of kill -9 under concurrent writes', async () => {
  const claims = await gatherClaims(100);
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < chooseRuns(1, 3); round += 1) {
    const left = await runKillRound(join(root, 'data'), claims, 100);
    expect(left.acknowledged.length).toBeGreaterThan(0);
    acknowledged.push(...left.acknowledged);
    expect(left.refused).toEqual([]);
    expect(findMissing(left.entries, acknowledged)).toEqual([]);
    expect(isGapless(left.entries)).toBe(true);
  }
});
