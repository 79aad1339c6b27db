import { describe, expect, test } from 'vitest';
import { runs, sample } from '../../../spec/testing/depth.ts';
import { checks } from '../../checks/index.ts';
import { topicOf } from '../../engine/check-selection.ts';
import type { CheckResult } from '../../engine/result.ts';
import { run } from '../../engine/runner.ts';
import { harbour } from '../../lab/targets/harbour/index.ts';
import { ledgerline } from '../../lab/targets/ledgerline/index.ts';
import type { TargetService } from '../../lab/targets/target.ts';
import type { Bindings } from '../bindings.ts';
import { inferBindings } from '../infer-bindings.ts';
import { withOpaqueNames } from './testing/opaque-names.ts';

/*
 * No check passes on a binding that was learnt from the very behaviour that it tests. Held in two ways: on services that
 * break a rule, where whatever is learnt from them must not hide it, and on one whose names say nothing, where all that
 * can be learnt is learnt from behaviour.
 */

/** The topics of checks whose verdicts depend on where things are. */
const TOPICS = new Set(['sort', 'limit', 'filters', 'lists', 'transactions', 'settlements', 'disputes', 'portal']);

const URL = 'http://target.test';
const inTopics = (topics: readonly string[]) => checks.filter(({ id }) => topics.includes(topicOf(id)));

async function learnt(target: TargetService, faults: readonly string[] = []): Promise<Bindings> {
  const found = await inferBindings({
    target: URL,
    keys: target.keys,
    transport: target.transport({ seed: 1, faults }),
  });
  if ('problem' in found) throw new Error(found.problem);
  return found.bindings;
}

const resultsOf = async (
  target: TargetService,
  bindings: Bindings,
  topics: readonly string[],
  faults: readonly string[],
): Promise<readonly CheckResult[]> => {
  const transport = target.transport({ seed: 1, faults });
  const chosen = inTopics(topics);
  return (await run({ target: URL, keys: target.keys, checks: chosen, transport, bindings })).results;
};

const isFound = ({ outcome }: CheckResult): boolean => outcome === 'fail' || outcome === 'warning';

const FAULTS = sample(
  [harbour, ledgerline].flatMap((target: TargetService) =>
    Object.entries(target.faults)
      .map(([fault, { topics }]) => ({
        target,
        name: target.name,
        fault,
        topics: topics.filter((one) => TOPICS.has(one)),
      }))
      .filter(({ topics }) => topics.length > 0),
  ),
  24,
);

/** The checks that see a fault when everything is where the correct service has it. */
async function sightOf(one: (typeof FAULTS)[number]): Promise<readonly string[]> {
  const results = await resultsOf(one.target, await learnt(one.target), one.topics, [one.fault]);
  return results.filter(isFound).map(({ id }) => id);
}

const seenFaults: ((typeof FAULTS)[number] & { readonly seenBy: readonly string[] })[] = [];
for (const one of FAULTS) {
  const seenBy = await sightOf(one);
  if (seenBy.length > 0) seenFaults.push({ ...one, seenBy });
}

test('there are faults enough to hold this against', () => {
  expect(seenFaults.length).toBeGreaterThan(runs(12, 50));
});

test.each(seenFaults)('$name: what is learnt under "$fault" hides it from no check', async (one) => {
  const { target, fault, topics, seenBy } = one;
  const results = await resultsOf(target, await learnt(target, [fault]), topics, [fault]);
  expect(results.filter(({ id, outcome }) => seenBy.includes(id) && outcome === 'pass')).toEqual([]);
});

describe('a service whose names say nothing', () => {
  const transport = withOpaqueNames(ledgerline.transport({ seed: 1 }));
  const results = run({
    target: URL,
    keys: ledgerline.keys,
    checks: inTopics([...TOPICS]),
    transport,
    bindings: 'infer',
  });
  const outcomeOf = async (id: string) => (await results).results.find((one) => one.id === id);

  test('is learnt by its behaviour where there is no other way', async () => {
    const { bindings } = await results;
    const byBehaviour = bindings?.found.filter(({ from }) => from.includes('experiment')).map(({ name }) => name);
    expect(byBehaviour).toEqual(
      expect.arrayContaining(['transactions.id', 'transactions.terminal', 'transactions.amount_completed']),
    );
  });

  test.each(['sort/amt-comp-descends', 'transactions/summary-adds-up'])('%s does not lean on itself', async (id) => {
    expect(await outcomeOf(id)).toMatchObject({ outcome: 'untestable', reason: expect.stringMatching(/config/) });
  });

  test('no rule is said to be broken', async () => {
    expect((await results).results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  });
});
