import { expect, test } from 'vitest';
import { faultyTargets } from '../../../lab/matrix/faulty-targets.ts';
import { evaluateTarget } from '../../../lab/matrix/matrix.ts';
import { listsShowNothingForeign } from './lists.ts';

const CHECK = listsShowNothingForeign.filter(({ id }) => id === 'scope/account-feed-shows-nothing-foreign');

/** The ids of the terminals of this target have six digits, so that they may be other numbers too. */
test('an item of the feed of a hidden terminal is found by that feed', async () => {
  const faulty = faultyTargets.find(({ id }) => id === 'ledgerline/scope-account-feed-alerts-of-all');
  if (faulty === undefined) throw new Error('the target has no such fault');
  const judge = async (target: Parameters<typeof evaluateTarget>[1]) =>
    (await evaluateTarget(faulty.correctTarget, target, CHECK)).map(({ outcome }) => outcome);
  expect(await judge(faulty)).toEqual(['fail']);
  expect(await judge(faulty.correctTarget)).not.toEqual(['fail']);
});
