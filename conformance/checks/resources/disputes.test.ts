import { expect, test } from 'vitest';
import { createBindings } from '../../bindings/bindings.ts';
import { builtinBindings } from '../../bindings/builtin-bindings.ts';
import { run } from '../../engine/runner.ts';
import { changeRows, type Json } from '../../lab/mutants/proxy-helpers.ts';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { checks } from '../index.ts';

const statuses = builtinBindings.entries['disputes.resolved_statuses'];
const bindings = createBindings(
  {
    ...builtinBindings.entries,
    ...(statuses === undefined
      ? {}
      : { 'disputes.resolved_statuses': { ...statuses, value: ['resolved', 'rejected'] } }),
  },
  'builtin',
);

/** Runs the check on a target whose resolved disputes of some terminals are rejected. */
async function runWithRejections(change: (row: Json) => Json) {
  const { results } = await run({
    target: 'http://target.test',
    keys: HONEST_KEYS,
    checks: checks.filter(({ id }) => id === 'disputes/reviewers-are-shown-at-all'),
    bindings,
    transport: changeRows('listDisputes', (rows) =>
      rows.map((row) => (row.status === 'resolved' && String(row.terminal_id).endsWith('1') ? change(row) : row)),
    )(honestTarget()),
  });
  return results.map(({ outcome }) => outcome);
}

test('fails if no rejected dispute shows a reviewer while other disputes do', async () => {
  expect(await runWithRejections((row) => ({ ...row, status: 'rejected', reviewer: null }))).toEqual(['fail']);
});

test('passes if rejected disputes show a reviewer', async () => {
  expect(await runWithRejections((row) => ({ ...row, status: 'rejected' }))).toEqual(['pass']);
});

test('passes if resolved disputes that were not rejected show no reviewer while others do', async () => {
  expect(await runWithRejections((row) => ({ ...row, reviewer: null }))).toEqual(['pass']);
});
