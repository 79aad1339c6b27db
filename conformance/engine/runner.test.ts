import { expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../lab/targets/honest-target.ts';
import { NoResponse, type Transport } from '../http/client.ts';
import { findTexts, findValues } from '../reading/pointers.ts';
import { fail, notApplicable, notInThisDepth, pass, untestable } from '../reading/verdicts/verdict.ts';
import { type Check, check } from './check.ts';
import type { RunEvent } from './run-options.ts';
import { run } from './runner.ts';

const base = { title: 'T', clause: 'portal.get', level: 'must' } as const;
const target = 'http://target.test';

const readsPortal = check({
  ...base,
  id: 'a/reads-the-portal',
  needs: ['reader'],
  run: async ({ reader }) => pass(await reader.get('getPortal')),
});
const failsForClerk = check({
  ...base,
  id: 'b/fails-for-one-key',
  needs: ['reader'],
  async run({ reader }) {
    const portal = await reader.get('getPortal');
    return reader.name === 'clerk'
      ? fail({ expected: 'x', actual: portal, saw: 'k-clerk-0002 in clear' })
      : pass(portal);
  },
});

const runChecks = (checks: readonly Check[], more: Partial<Parameters<typeof run>[0]> = {}) =>
  run({ target, keys: HONEST_KEYS, transport: honestTarget(), checks, ...more });

test('runs a check once for each key, and reports the key that it fails for', async () => {
  const { results, exitCode } = await runChecks([readsPortal, failsForClerk]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['pass', 'fail']);
  expect(results[1]?.cases.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['east', 'pass'],
    ['clerk', 'fail'],
    ['west', 'pass'],
  ]);
  expect(exitCode).toBe(1);
});

test('results and events contain no keys', async () => {
  const events: RunEvent[] = [];
  const result = await runChecks([failsForClerk], { onEvent: (event) => events.push(event) });
  const everything = JSON.stringify([result, events]);
  expect(everything).toContain('[key clerk] in clear');
  expect(everything).not.toMatch(/k-(east|clerk|west)-0/);
});

test('passes a check only the capabilities that it needs', async () => {
  const seen: string[][] = [];
  const looks = check({
    ...base,
    id: 'c/looks',
    needs: ['anonymous', 'bindings'],
    async run(context) {
      seen.push(Object.keys(context));
      return pass(await context.anonymous.get('getBrandingStatus'));
    },
  });
  await runChecks([looks]);
  expect(seen).toEqual([['anonymous', 'bindings']]);
});

test('states what to supply if a need cannot be met', async () => {
  const pair = check({
    ...base,
    id: 'c/pair',
    needs: ['insider', 'outsider'],
    run: async ({ insider }) => pass(await insider.get('getPortal')),
  });
  const writes = check({
    ...base,
    id: 'c/writes',
    needs: ['writes', 'anonymous'],
    run: async ({ anonymous }) => pass(await anonymous.get('getBrandingStatus')),
  });
  const { results, exitCode } = await runChecks([pair, writes], { keys: new Map([...HONEST_KEYS].slice(0, 1)) });
  expect(results.map(({ outcome }) => outcome)).toEqual(['untestable', 'untestable']);
  expect(results[0]?.reason).toContain('east sees 3 terminals, no other key was given; add a key with another scope');
  expect(results[1]?.reason).toContain('--allow-writes');
  expect(exitCode).toBe(4);
});

test('states why the given keys do not form a pair', async () => {
  const pair = check({
    ...base,
    id: 'c/pair',
    needs: ['insider', 'outsider'],
    run: async ({ insider }) => pass(await insider.get('getPortal')),
  });
  const [[name = '', key = ''] = []] = HONEST_KEYS;
  const same = await runChecks([pair], {
    keys: new Map([
      [name, key],
      ['again', key],
    ]),
  });
  expect(same.results[0]?.reason).toContain(`${name}, again see the same 3 terminals; add a key with another scope`);
  const invalid = await runChecks([pair], {
    keys: new Map([
      [name, key],
      ['typo', `${key}x`],
    ]),
  });
  expect(invalid.results[0]?.reason).toContain(`${name} sees 3 terminals, typo can read nothing; add a key`);
});

test('names where a failure was read', async () => {
  const breaks = check({
    ...base,
    id: 'c/breaks',
    needs: ['reader', 'bindings'],
    async run({ reader, bindings }) {
      const list = await reader.get('listTransactions');
      const [row] = findValues(list.json, bindings.need('transactions.rows'));
      const [terminal] = findTexts(row, bindings.need('transactions.terminal'));
      bindings.find('portal.account_id'); // not about this response
      return fail({ expected: 'no rows', actual: list, saw: `rows of ${terminal}` });
    },
  });
  const { results } = await runChecks([breaks]);
  const [named, ...places] = results[0]?.places ?? [];
  expect(named?.pointer).toBe('/data/0/terminal_id');
  expect(results[0]?.saw).toBe(`rows of ${named?.meaning}`);
  expect(places).toContainEqual({ pointer: '/data/*', meaning: 'the rows of GET /v1/transactions' });
  expect(places).toContainEqual({ pointer: '/data/*/terminal_id', meaning: 'the terminal id of a transaction' });
  expect(places.filter(({ meaning }) => meaning.includes('portal'))).toEqual([]);
});

test('reports results in the given order, and runs checks of the archive last', async () => {
  const order: string[] = [];
  const archive = check({
    ...base,
    id: 'd/archive',
    needs: ['archive'],
    async run({ archive: read }) {
      order.push('archive');
      const [first, ...rest] = read;
      return first === undefined ? notApplicable('nothing') : pass(first, ...rest);
    },
  });
  const later = check({
    ...base,
    id: 'd/later',
    needs: ['anonymous'],
    async run({ anonymous }) {
      order.push('later');
      return pass(await anonymous.get('getBrandingStatus'));
    },
  });
  const { results } = await runChecks([archive, later]);
  expect(order).toEqual(['later', 'archive']);
  expect(results.map(({ id }) => id)).toEqual(['d/archive', 'd/later']);
});

test('a check that throws is an error, and the other checks still run', async () => {
  const throws = check({
    ...base,
    id: 'e/throws',
    needs: ['anonymous'],
    run: () => Promise.reject(new Error('a defect')),
  });
  const { results, exitCode } = await runChecks([throws, readsPortal]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['error', 'pass']);
  expect(results[0]?.reason).toContain('a defect');
  expect(exitCode).toBe(70);
});

test('a check that hangs is inconclusive after its timeout', async () => {
  const hangs = check({ ...base, id: 'f/hangs', needs: ['anonymous'], run: () => new Promise(() => undefined) });
  const { results } = await runChecks([hangs, readsPortal], { checkTimeoutMs: 20 });
  expect(results.map(({ outcome }) => outcome)).toEqual(['inconclusive', 'pass']);
});

test('checks that remain after the timeout of the run are inconclusive', async () => {
  let nowMs = 0;
  const { results } = await runChecks([readsPortal, failsForClerk], {
    runTimeoutMs: 100,
    now: () => {
      nowMs += 60;
      return nowMs;
    },
  });
  expect(results.map(({ outcome }) => outcome)).toContain('inconclusive');
  expect(results).toHaveLength(2);
});

test('a run against an unreachable target exits 3 with a sentence', async () => {
  const transport: Transport = () => Promise.reject(new NoResponse('unreachable', 'refused'));
  const { results, exitCode, stopped } = await runChecks([readsPortal], { transport });
  expect([results, exitCode]).toEqual([[], 3]);
  expect(stopped).toContain('refused');
});

test('a run whose target stops responding exits 3, and sends no further requests', async () => {
  let requests = 0;
  const honest = honestTarget();
  const transport: Transport = (request) => {
    requests += 1;
    return requests > 70 ? Promise.reject(new NoResponse('broken', 'cut')) : honest(request);
  };
  const many = Array.from(
    { length: 40 },
    (_, index): Check =>
      check({
        ...base,
        id: `g/${index}`,
        needs: ['reader'],
        run: async ({ reader }) => pass(await reader.get('getPortal', {}, { isFresh: true })),
      }),
  );
  const { results, exitCode } = await runChecks(many, { transport });
  expect(results).toHaveLength(40);
  expect(results.at(-1)).toMatchObject({ outcome: 'inconclusive' });
  expect(exitCode).toBe(3);
  expect(requests).toBeLessThan(80);
});

test.each([401, 404, 503])(
  'a run against a target that returns %i to every request exits 3 without results',
  async (status) => {
    const transport: Transport = async () => ({ status, headers: [], body: Buffer.from('') });
    const { results, exitCode } = await runChecks([readsPortal], { transport });
    expect(results).toEqual([]);
    expect(exitCode).toBe(3);
  },
);

test('derives the made-up key from the seed, different from the given keys', async () => {
  const keysSeen = async (seed: number) => {
    const keys = new Set<string>();
    const honest = honestTarget();
    const slowCheck = check({
      ...base,
      id: 'h/reads',
      needs: ['stranger'],
      run: async ({ stranger }) => pass(await stranger.get('getPortal')),
    });
    await runChecks([slowCheck], {
      seed,
      transport: (request) => {
        for (const [name, value] of request.headers) if (name === 'X-API-Key') keys.add(value);
        return honest(request);
      },
    });
    return [...keys];
  };
  const [first] = await keysSeen(1);
  expect(await keysSeen(1)).toEqual([first]);
  expect(await keysSeen(2)).not.toEqual([first]);
  expect(first).toMatch(/^[a-z]-[a-z]{4}-\d{4}$/);
  expect([...HONEST_KEYS.values()]).not.toContain(first);
});

test('an assumed clause decides only with `strict`', async () => {
  const assumed = check({
    ...base,
    clause: 'errors.codes',
    id: 'i/assumed',
    needs: ['anonymous'],
    run: async ({ anonymous }) => fail({ expected: 'x', actual: await anonymous.get('getBrandingStatus') }),
  });
  expect(await runChecks([assumed])).toMatchObject({ exitCode: 0, results: [{ outcome: 'warning', decides: false }] });
  expect(await runChecks([assumed], { strict: true })).toMatchObject({
    exitCode: 1,
    results: [{ outcome: 'fail', decides: true }],
  });
});

test('checks share equal reads, and a failure on shared reads is confirmed on new ones', async () => {
  let requests = 0;
  const honest = honestTarget();
  const transport: Transport = (request) => {
    requests += request.url.endsWith('/v1/portal') ? 1 : 0;
    return honest(request);
  };
  const alsoReads: Check = { ...readsPortal, id: 'b/also-reads' };
  const fails = check({
    ...base,
    id: 'c/fails',
    needs: ['reader'],
    async run({ reader }) {
      const actual = await reader.get('getPortal');
      return fail({ expected: 'another response', actual });
    },
  });
  const passing = await runChecks([readsPortal, alsoReads], { transport });
  const [shared] = [requests];
  expect(passing.results.map(({ requests: sent }) => sent)).toEqual([0, 0]); // discovery has read the portal
  const failing = await runChecks([fails], { transport });
  expect(failing.results[0]).toMatchObject({ outcome: 'fail', requests: 3 });
  expect(requests - shared).toBe(shared + 4); // the last one confirms that the target still responds
});

/** Finds its data only in the second of two cases. */
const needsTheSecondCase = check({
  ...base,
  id: 'd/needs-the-second-case',
  needs: ['anonymous', 'sampling'],
  async run({ anonymous, sampling }) {
    const cases = sampling.select('cases', ['empty', 'full', 'more'], { quick: 1, standard: 2 });
    if (!cases.includes('full')) return untestable('needs data');
    return pass(await anonymous.get('getBrandingStatus'));
  },
});

test('a quick run tests more cases if its sample lacks the data that a check needs', async () => {
  const { results, exitCode } = await runChecks([needsTheSecondCase], { depth: 'quick' });
  expect(results[0]).toMatchObject({ outcome: 'pass', sampled: [{ of: 'cases', tested: 2, total: 3 }] });
  expect(exitCode).toBe(0);
});

test('data that a sample lacks may be in the cases that were left out, and data that no case has is missing', async () => {
  const withData = (found: string, tested: number) =>
    check({
      ...base,
      id: `d/needs-${found}`,
      needs: ['sampling'],
      run: async ({ sampling }) => {
        sampling.select('cases', ['a', 'b', 'c'], { quick: 1, standard: tested });
        return untestable('needs data');
      },
    });
  const { results, exitCode } = await runChecks([withData('more', 2), withData('none', 3)], { depth: 'quick' });
  expect(results.map(({ outcome, remedy }) => [outcome, remedy?.kind])).toEqual([
    ['untestable', 'sample'],
    ['untestable', undefined],
  ]);
  expect(exitCode).toBe(4);
});

test('keys that the sample leaves out are tested if none of the selected ones has the data', async () => {
  const tested: string[][] = [];
  const withData = (names: readonly string[]) =>
    check({
      ...base,
      id: `d/data-of-${names.join('-')}`,
      needs: ['reader'],
      keys: { quick: 1, standard: 1 },
      run: async ({ reader }) => {
        tested.at(-1)?.push(reader.name);
        return names.includes(reader.name) ? pass(await reader.get('getPortal')) : untestable('needs data');
      },
    });
  const outcomes: string[] = [];
  for (const names of [['east', 'west'], ['clerk'], []]) {
    tested.push([]);
    outcomes.push((await runChecks([withData(names)])).results[0]?.outcome ?? '');
  }
  expect(tested).toEqual([['east'], ['east', 'clerk'], ['east', 'clerk', 'west']]);
  expect(outcomes).toEqual(['pass', 'pass', 'untestable']);
});

test('a rule that the depth leaves out is not verified, and does not count against the run', async () => {
  const leftOut = check({
    ...base,
    id: 'd/left-out',
    needs: ['sampling'],
    run: async () => notInThisDepth('a quick run does not test this'),
  });
  const { results, clauses, exitCode, exitReason } = await runChecks([leftOut, needsTheSecondCase], { depth: 'quick' });
  expect(results[0]).toMatchObject({ outcome: 'untestable', remedy: { kind: 'depth' } });
  expect(clauses.list.find(({ id }) => id === base.clause)?.fate).toBe('unverified');
  expect([exitCode, exitReason]).toEqual([0, 'no required check failed; 1 required check not covered at this depth']);
  expect(await runChecks([leftOut], { depth: 'quick' })).toMatchObject({ exitCode: 4 });
});
