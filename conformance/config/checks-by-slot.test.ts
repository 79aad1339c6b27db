import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../checks/index.ts';
import { run } from '../engine/runner.ts';
import type { Bindings } from '../slots/bindings.ts';
import { builtinBindings } from '../slots/builtin-bindings.ts';
import { listChecksBySlot } from './checks-by-slot.ts';

/** Wraps bindings so that the slots passed to `need` are added to `needed`. */
function recordNeeds(needed: Set<string>, bindings: Bindings = builtinBindings): Bindings {
  return {
    ...bindings,
    need(name) {
      needed.add(name);
      return bindings.need(name);
    },
    forJudging: (rules) => recordNeeds(needed, bindings.forJudging(rules)),
  };
}

const LOOKED_UP_FIRST = new Set<string>();
{
  const idle = checks.find(({ id }) => id === 'auth/missing-key-is-401');
  if (idle === undefined) throw new Error('the check is gone');
  await run({
    target: 'http://t.test',
    keys: HONEST_KEYS,
    checks: [idle],
    transport: honestTarget(),
    bindings: recordNeeds(LOOKED_UP_FIRST),
  });
}

/** Returns the bindings that a check needs, in order. */
async function listNeeded(one: (typeof checks)[number]): Promise<readonly string[]> {
  const needed = new Set<string>();
  await run({
    target: 'http://t.test',
    keys: HONEST_KEYS,
    checks: [one],
    transport: honestTarget(),
    bindings: recordNeeds(needed),
    allowWrites: true,
  });
  return [...needed].filter((slot) => !LOOKED_UP_FIRST.has(slot)).sort();
}

const TABLE = '../slots/generated/bindings-needed.json';

// After a change of the bindings that checks need, update the table: FLEETKIT_TESTS=thorough vitest run conformance/config/checks-by-slot.test.ts -u
test.runIf(isThorough)('the generated table lists the bindings that each check needs', async () => {
  const lines: string[] = [];
  for (const one of checks) {
    const own = await listNeeded(one);
    if (own.length > 0) lines.push(`  ${JSON.stringify(one.id)}: ${JSON.stringify(own)}`);
  }
  expect(lines.length).toBeGreaterThan(20);
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(TABLE);
});

test('the generated table lists the bindings that some checks of each topic need', async () => {
  const table: Record<string, readonly string[]> = JSON.parse(readFileSync(new URL(TABLE, import.meta.url), 'utf8'));
  const byTopic = Object.values(Object.groupBy(checks, ({ id }) => id.split('/')[0] ?? '')).flatMap((topic) =>
    sample(topic ?? [], 1),
  );
  for (const one of byTopic) expect([one.id, table[one.id] ?? []]).toEqual([one.id, await listNeeded(one)]);
  expect(Object.keys(table).filter((id) => checks.every((one) => one.id !== id))).toEqual([]);
});

test('the completed amount lists the checks that need it', () => {
  expect(listChecksBySlot().get('transactions.amount_completed')).toContain('lists/page-links-keep-the-request');
});
