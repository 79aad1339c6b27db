import { describe, expect, test } from 'vitest';
import { TOPICS_BY_AREA } from '../../lab/independent/areas.ts';
import { goService, type IndependentService, independentServices } from '../../lab/independent/services.ts';
import { checks } from '../checks/index.ts';
import type { Bindings } from '../slots/bindings.ts';
import { withOpaqueNames } from '../slots/inference/testing/opaque-names.ts';
import { getTopic } from './check-selection.ts';
import { inferBindings } from './infer-bindings.ts';
import type { CheckResult } from './results/result.ts';
import { run } from './runner.ts';

/*
 * A check must not pass on a binding that was inferred from the behaviour that it tests. Two kinds of targets verify this:
 * faulty targets, whose faults inference must not hide, and a target with meaningless names, where inference uses only
 * behaviour.
 */

/** The topics of checks that use bindings. */
const TOPICS = new Set(['sort', 'limit', 'filters', 'lists', 'transactions', 'settlements', 'disputes', 'portal']);

const URL = 'http://target.test';
const listChecksInTopics = (topics: readonly string[]) => checks.filter(({ id }) => topics.includes(getTopic(id)));

async function inferForTarget(target: IndependentService, fault?: string): Promise<Bindings> {
  const found = await inferBindings({
    target: URL,
    keys: target.keys,
    transport: target.open(fault),
  });
  if ('problem' in found) throw new Error(found.problem);
  return found.bindings;
}

interface FaultyRun {
  readonly bindings: Bindings;
  readonly topics: readonly string[];
  readonly fault: string;
}

const runTopics = async (
  target: IndependentService,
  { bindings, topics, fault }: FaultyRun,
): Promise<readonly CheckResult[]> => {
  const transport = target.open(fault);
  const chosen = listChecksInTopics(topics);
  return (await run({ target: URL, keys: target.keys, checks: chosen, transport, bindings })).results;
};

const isFound = ({ outcome }: CheckResult): boolean => outcome === 'fail' || outcome === 'warning';

const FAULTS = independentServices.flatMap((target) =>
  Object.entries(target.faults)
    .map(([fault, { area }]) => ({
      target,
      name: target.name,
      fault,
      topics: (TOPICS_BY_AREA[area] ?? [area]).filter((one) => TOPICS.has(one)),
    }))
    .filter(({ topics }) => topics.length > 0),
);

const correctBindings = new Map<IndependentService, Promise<Bindings>>();

/** Infers the bindings of a correct target, once. */
function inferForCorrectTarget(target: IndependentService): Promise<Bindings> {
  const inferred = correctBindings.get(target) ?? inferForTarget(target);
  correctBindings.set(target, inferred);
  return inferred;
}

/** Returns the checks that detect a fault with the bindings of the correct target. */
async function findDetectingChecks(one: (typeof FAULTS)[number]): Promise<readonly string[]> {
  const { target, topics, fault } = one;
  const results = await runTopics(target, { bindings: await inferForCorrectTarget(target), topics, fault });
  return results.filter(isFound).map(({ id }) => id);
}

const seenFaults: ((typeof FAULTS)[number] & { readonly seenBy: readonly string[] })[] = [];
for (const one of FAULTS) {
  const seenBy = await findDetectingChecks(one);
  if (seenBy.length > 0) seenFaults.push({ ...one, seenBy });
}

test('the checks detect enough faults for this test', () => {
  expect(seenFaults.length).toBeGreaterThan(50);
});

test.each(seenFaults)(
  '$name: bindings inferred from a target with "$fault" hide the fault from no check',
  async (one) => {
    const { target, fault, topics, seenBy } = one;
    const results = await runTopics(target, { bindings: await inferForTarget(target, fault), topics, fault });
    expect(results.filter(({ id, outcome }) => seenBy.includes(id) && outcome === 'pass')).toEqual([]);
  },
);

describe('a target with meaningless names', () => {
  const transport = withOpaqueNames(goService.open());
  const results = run({
    target: URL,
    keys: goService.keys,
    checks: listChecksInTopics([...TOPICS]),
    transport,
    bindings: 'infer',
  });
  const findOutcome = async (id: string) => (await results).results.find((one) => one.id === id);

  test('has bindings inferred from experiments', async () => {
    const { bindings } = await results;
    const byBehaviour = bindings?.found.filter(({ from }) => from.includes('experiment')).map(({ name }) => name);
    expect(byBehaviour).toEqual(
      expect.arrayContaining(['transactions.id', 'transactions.terminal', 'transactions.amount_completed']),
    );
  });

  test.each(['sort/amt-comp-descends', 'transactions/totals-are-of-the-rows'])(
    '%s needs no binding: it is decided by experiments',
    async (id) => {
      expect(await findOutcome(id)).toMatchObject({ outcome: 'pass' });
    },
  );

  test('fails no check', async () => {
    expect((await results).results.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  });
});
