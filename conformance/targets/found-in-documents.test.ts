import { describe, expect, test } from 'vitest';
import type { Bindings } from '../bindings.ts';
import { checks } from '../checks/index.ts';
import type { Transport } from '../client.ts';
import { run } from '../runner.ts';
import { bindingsOfHarbour, bindingsOfLedgerline } from './bindings-of-targets.ts';
import { harbour } from './harbour/index.ts';
import { ledgerline } from './ledgerline/index.ts';
import type { Target } from './target.ts';

/** Each target, with the advice that its correct form gets: the document leaves these to it. */
const TARGETS: readonly (readonly [Target, Bindings, readonly string[]])[] = [
  [ledgerline, bindingsOfLedgerline, ['auth/missing-key-is-401', 'auth/two-keys-are-refused']],
  [harbour, bindingsOfHarbour, []],
];

/** Keys, public paths, portal, catalog, feeds, documents, card data, errors, HTTP and writes. */
const TOPICS = [
  'auth',
  'public',
  'portal',
  'catalog',
  'feeds',
  'contract',
  'card-data',
  'errors',
  'http',
  'writes',
  'versioning',
];
const topicOf = (id: string): string => id.split('/')[0] ?? '';
const ofTopics = checks.filter(({ id }) => TOPICS.includes(topicOf(id)));

const alarmsOf = async ([target, bindings]: (typeof TARGETS)[number], transport: Transport, chosen = ofTopics) => {
  const { results } = await run({
    target: 'http://target.test',
    keys: target.keys,
    checks: chosen,
    bindings,
    transport,
    allowWrites: true,
  });
  expect(results).toHaveLength(chosen.length);
  return results.filter(({ outcome }) => ['fail', 'warning', 'error'].includes(outcome)).map(({ id }) => id);
};

describe.each(TARGETS.map((one) => [one[0].name, one] as const))('%s', (_, one) => {
  const [target, , advised] = one;

  test.each([1, 2, 3, 4, 5])('as it should be, with seed %i, gives no alarm', async (seed) => {
    expect(await alarmsOf(one, target.transport({ seed }))).toEqual(advised);
  });

  /** Faults of lists and of their rows are found by checks of those. */
  const faults = Object.entries(target.faults).filter(
    ([name, { topics }]) => TOPICS.includes(topics[0] ?? '') && !name.startsWith('scope-'),
  );

  test.each(faults.map(([name, { topics }]) => [name, topics] as const))('%s is found', async (name, topics) => {
    const near = checks.filter(({ id }) => topics.includes(topicOf(id)) || NEIGHBOURS.test(id));
    const alarms = await alarmsOf(one, target.transport({ seed: 1, faults: [name] }), near);
    expect(alarms.filter((id) => !advised.includes(id))).not.toEqual([]);
  });
});

/** Checks of one topic that see the faults of others too. */
const NEIGHBOURS = /^contract\/|^public\/is-the-same|^auth\/writes-/;
