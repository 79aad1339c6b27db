import { expect, test } from 'vitest';
import type { Bindings } from '../bindings/bindings.ts';
import { builtin } from '../bindings/builtin-bindings.ts';
import { checks } from '../checks/index.ts';
import { run } from '../engine/runner.ts';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import { costsOf } from './costs.ts';

/** Bindings that write down what is asked of them. */
function recording(asked: Set<string>, bindings: Bindings = builtin): Bindings {
  return {
    ...bindings,
    need(name) {
      asked.add(name);
      return bindings.need(name);
    },
    forJudging: (rules) => recording(asked, bindings.forJudging(rules)),
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
    bindings: recording(LOOKED_UP_FIRST),
  });
}

// After a change of what checks ask for, `vitest run conformance/config/costs.test.ts -u` writes the table again.
test('the generated table lists the bindings that each check asks for', async () => {
  const lines: string[] = [];
  for (const one of checks) {
    const asked = new Set<string>();
    await run({
      target: 'http://t.test',
      keys: HONEST_KEYS,
      checks: [one],
      transport: honestTarget(),
      bindings: recording(asked),
      allowWrites: true,
    });
    const own = [...asked].filter((slot) => !LOOKED_UP_FIRST.has(slot)).sort();
    if (own.length > 0) lines.push(`  ${JSON.stringify(one.id)}: ${JSON.stringify(own)}`);
  }
  expect(lines.length).toBeGreaterThan(20);
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('../generated/bindings-needed.json');
});

test('a binding that many checks stand on names them all', () => {
  expect(costsOf().get('transactions.amount_completed')).toContain('sort/amt-comp-descends');
});
