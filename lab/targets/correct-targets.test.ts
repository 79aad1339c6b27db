import { describe, expect, test } from 'vitest';
import { sample } from '../../base/testing/depth.ts';
import { checks } from '../../conformance/checks/index.ts';
import { run } from '../../conformance/engine/runner.ts';
import type { Bindings } from '../../conformance/slots/bindings.ts';
import { harbour } from './harbour/index.ts';
import { ledgerline } from './ledgerline/index.ts';
import type { TargetService } from './target.ts';
import { harbourBindings, ledgerlineBindings } from './target-bindings.ts';

/*
 * Runs all checks, writes included, on the correct targets of other shapes. The fault-detection matrix covers their
 * faults.
 */

/** Each target, with the advice that it gets anyway: the document leaves these choices to it. */
const TARGETS: readonly (readonly [TargetService, Bindings, readonly string[]])[] = [
  [ledgerline, ledgerlineBindings, ['auth/missing-key-is-401', 'auth/two-keys-are-refused']],
  [harbour, harbourBindings, []],
];

describe.each(TARGETS.map((one) => [one[0].name, one] as const))('%s', (_, [target, bindings, advised]) => {
  test.each(sample([1, 2, 3, 4, 5], 1))('fails no check with the data of seed %i', async (seed) => {
    const { results } = await run({
      target: 'http://target.test',
      keys: target.keys,
      checks,
      bindings,
      transport: target.transport({ seed }),
      allowWrites: true,
    });
    expect(results).toHaveLength(checks.length);
    const visible = results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome)).map(({ id }) => id);
    expect(visible.sort()).toEqual(advised);
  });
});
