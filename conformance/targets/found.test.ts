import { describe, expect, test } from 'vitest';
import type { Bindings } from '../bindings.ts';
import { checks } from '../checks/index.ts';
import type { Transport } from '../client.ts';
import { run } from '../runner.ts';
import { bindingsOfHarbour, bindingsOfLedgerline } from './bindings-of-targets.ts';
import { harbour } from './harbour/index.ts';
import { ledgerline } from './ledgerline/index.ts';
import type { Target } from './target.ts';

const TARGETS: readonly (readonly [Target, Bindings])[] = [
  [ledgerline, bindingsOfLedgerline],
  [harbour, bindingsOfHarbour],
];

/** The topics of lists and of what is in them. */
const TOPICS = [
  'scope',
  'limit',
  'sort',
  'filters',
  'lists',
  'transactions',
  'settlements',
  'disputes',
  'terminals',
  'portal',
];
const OF_OTHER_CHECKS =
  /^(writes-|auth-|http-|card-|feeds-|document-|contract-|errors-|rows-amount-of|portal-tells|portal-flags)|disputes-about-any/;
const topicOf = (id: string): string => id.split('/')[0] ?? '';

const alarmsOf = async (
  [target, bindings]: readonly [Target, Bindings],
  transport: Transport,
  topics: readonly string[],
) => {
  const { results } = await run({
    target: 'http://target.test',
    keys: target.keys,
    checks: checks.filter(({ id }) => topics.includes(topicOf(id))),
    bindings,
    transport,
  });
  expect(results.length).toBeGreaterThan(0);
  return results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome)).map(({ id }) => id);
};

describe.each(TARGETS.map((one) => [one[0].name, one] as const))('%s', (_, one) => {
  const [target] = one;

  test.each([1, 2, 3])('as it should be, with seed %i, gives no alarm', async (seed) => {
    expect(await alarmsOf(one, target.transport({ seed }), TOPICS)).toEqual([]);
  });

  const faults = Object.entries(target.faults).filter(
    ([name, { topics }]) => !OF_OTHER_CHECKS.test(name) && topics.some((topic) => TOPICS.includes(topic)),
  );

  test.each(faults.map(([name, { topics }]) => [name, topics] as const))('%s is found', async (name, topics) => {
    expect(await alarmsOf(one, target.transport({ seed: 1, faults: [name] }), topics)).not.toEqual([]);
  });
});
