import { expect, onTestFinished, test } from 'vitest';
import { isThorough } from '../../../base/testing/depth.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { checks } from '../../checks/index.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import { Concluded } from '../verdicts/verdict.ts';
import { createSchemaBudget } from './schema-budget.ts';

/** Returns the reason for which the budget refuses an act, or its result. */
function readOutcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (thrown) {
    if (!(thrown instanceof Concluded)) throw thrown;
    return 'reason' in thrown.verdict ? thrown.verdict.reason : thrown.verdict.kind;
  }
}

test('returns the result of an act within the budget, and rethrows its error', () => {
  const budget = createSchemaBudget();
  expect(budget.spend(() => 7)).toBe(7);
  expect(() =>
    budget.spend(() => {
      throw new RangeError('inside');
    }),
  ).toThrow('inside');
});

test('refuses further acts once the total CPU time is spent', () => {
  let usedMs = 0;
  const budget = createSchemaBudget({ cpuMs: 5000, usedCpuMs: () => usedMs });
  const judgement = () => {
    usedMs += 1900;
    return 'judged';
  };
  const outcomes = Array.from({ length: 5 }, () => readOutcome(() => budget.spend(judgement)));
  const spent = 'validation with schemas took more than 5 s in this run';
  expect(outcomes).toEqual(['judged', 'judged', 'judged', spent, spent]);
});

test('ends at the timeout of the run, and interrupts a running regular expression', () => {
  let leftMs = 30;
  const budget = createSchemaBudget({ leftMs: () => leftMs });
  const endless = () => /^(((((.)+)+)+)+)+ $/.test('x'.repeat(60));
  expect(readOutcome(() => budget.spend(endless))).toBe("the run's time was up");
  leftMs = 0;
  expect(readOutcome(() => budget.spend(() => 7))).toBe("the run's time was up");
});

/** A document with one hostile schema, and one ordinary schema. */
const createDocument = (hostile: object, others: object = {}) => ({
  openapi: '3.1.0',
  components: { schemas: { Hostile: hostile, Plain: { type: 'string', pattern: '^[a-z]+$' }, ...others } },
});
const HOSTILE = '#/components/schemas/Hostile';
const PLAIN = '#/components/schemas/Plain';
const LONG_TEXT = JSON.stringify('x'.repeat(60));

/** Alternatives that double at each level. */
const DOUBLING = Object.fromEntries(
  Array.from({ length: 30 }, (_, level) => {
    const next = { $ref: `#/components/schemas/S${level + 1}` };
    return [`S${level}`, { anyOf: [next, { allOf: [next] }] }];
  }),
);

const openBudget = (limits?: Parameters<typeof createSchemaBudget>[0]) => {
  const budget = createSchemaBudget(limits);
  onTestFinished(() => budget.close());
  return budget;
};

const readVerdict = (validation: Promise<unknown>): Promise<unknown> =>
  validation.catch((thrown: unknown) =>
    readOutcome(() => {
      throw thrown;
    }),
  );

test('validates with a schema of an untrusted document', async () => {
  const budget = openBudget();
  const document = createDocument({ $ref: 'http://elsewhere.test/schema' });
  expect(await budget.validate(document, PLAIN, '"abc"')).toEqual({ problems: [] });
  expect(await budget.validate(document, PLAIN, '"A1"')).toEqual({
    problems: ['the body must match pattern "^[a-z]+$"'],
  });
  expect(await budget.validate(document, HOSTILE, '"A1"')).toEqual({ outside: 'http://elsewhere.test/schema' });
});

test.each([
  ['a pattern', createDocument({ pattern: '^(((((.)+)+)+)+)+ $' }), /takes longer than 0.5 s/],
  [
    'alternatives that double',
    createDocument({ $ref: '#/components/schemas/S0' }, { ...DOUBLING, S30: { type: 'null' } }),
    /takes longer than 0.5 s|MiB of memory/,
  ],
])('ends the validation with %s, and validates the next value', async (_, document, reason) => {
  const budget = openBudget({ judgementMs: 500 });
  expect(await readVerdict(budget.validate(document, HOSTILE, LONG_TEXT))).toMatch(reason);
  expect(await budget.validate(document, PLAIN, '"abc"')).toEqual({ problems: [] });
  expect(budget.listExceeded()).toEqual([expect.stringMatching(reason)]);
});

// In `npm test`, alternatives that double exceed a limit, and a run exceeds its memory in run-isolated.test.ts.
test.runIf(isThorough)(
  'states that the schemas of a document take too much memory, and validates with another document',
  async () => {
    const budget = openBudget();
    const properties = Object.fromEntries(Array.from({ length: 400_000 }, (_, index) => [`p${index}`, { title: '' }]));
    expect(await readVerdict(budget.validate(createDocument({ properties }), HOSTILE, '{"p1":1}'))).toMatch(
      /MiB of memory|takes longer than 2 s/,
    );
    expect(await budget.validate(createDocument({}), PLAIN, '"abc"')).toEqual({ problems: [] });
  },
);

test('refuses further validations after three that exceeded a limit, with the reason', async () => {
  const budget = openBudget({ judgementMs: 200 });
  const document = createDocument({ pattern: '^(((((.)+)+)+)+)+ $' });
  for (let exceeded = 0; exceeded < 3; exceeded += 1) await readVerdict(budget.validate(document, HOSTILE, LONG_TEXT));
  expect(await readVerdict(budget.validate(document, PLAIN, '"abc"'))).toMatch(/takes longer than 0.2 s/);
});

test('a check of the published document is inconclusive if the run times out during validation', async () => {
  let nowMs = 0;
  const slow: Transport = async (request) => {
    if (request.url.endsWith('/public-openapi.json')) nowMs += 700_000;
    return honestTarget()(request);
  };
  const id = 'contract/responses-keep-the-published-document';
  const only = checks.filter((one) => one.id === id || one.id === 'portal/holds-the-documented-groups');
  const { results } = await run({
    target: 'http://t.test',
    keys: HONEST_KEYS,
    checks: only,
    transport: slow,
    now: () => nowMs,
  });
  const found = results.find((one) => one.id === id);
  expect([found?.outcome, found?.reason]).toEqual(['inconclusive', expect.stringContaining("the run's time was up")]);
});
