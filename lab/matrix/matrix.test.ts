import { describe, expect, test } from 'vitest';
import { type Check, check } from '../../conformance/engine/check.ts';
import { fail, pass } from '../../conformance/reading/verdicts/verdict.ts';
import { changeHeader, replaceResponse } from '../mutants/proxy-helpers.ts';
import { HONEST_KEYS, honestTarget } from '../targets/honest-target.ts';
import { countByArea, isFullyDetected, listNeverFailed } from './area-totals.ts';
import type { CorrectTarget, FaultyTarget } from './faulty-target.ts';
import { measureDetection } from './matrix.ts';

const correctTarget: CorrectTarget = {
  name: 'honest',
  address: 'http://target.test',
  keys: HONEST_KEYS,
  open: honestTarget,
};

/** Creates a check that fails on every response with this header. */
const createHeaderCheck = (id: string, header: string, level: Check['level'] = 'must'): Check =>
  check({
    id,
    title: `No response has the header ${header}`,
    clause: 'portal.principal',
    level,
    needs: ['reader'],
    run: async ({ reader }) => {
      const portal = await reader.get('getPortal');
      return portal.headers.some(([name]) => name === header)
        ? fail({ expected: `no ${header}`, actual: portal, saw: header })
        : pass(portal);
    },
  });

/** Creates a faulty target: the honest target, with a header on every response. */
const createMarkedTarget = (id: string, header: string, more: Partial<FaultyTarget> = {}): FaultyTarget => ({
  id,
  title: `Every response has the header ${header}`,
  correctTarget,
  expects: ['alpha'],
  expectsAll: false,
  isSubtle: false,
  open: () => changeHeader(() => true, header, 'here')(honestTarget()),
  ...more,
});

const checks = [
  createHeaderCheck('alpha/no-a', 'a'),
  createHeaderCheck('alpha/no-b', 'b'),
  createHeaderCheck('beta/no-c', 'c'),
];
const measureOne = async (faultyTarget: FaultyTarget, isFull = false) => {
  const matrix = await measureDetection({ faultyTargets: [faultyTarget], checks, isFull });
  const [row] = matrix.rows;
  if (row === undefined) throw new Error('expected one row for the faulty target');
  return { ...matrix, row };
};

describe('a faulty target', () => {
  test('is detected by a check of its topic, and counted there', async () => {
    const { row, columns, falsePositives } = await measureOne(createMarkedTarget('one', 'a'));
    expect(row).toMatchObject({
      area: 'alpha',
      detection: 'found',
      detectedBy: ['alpha/no-a'],
      alsoFailed: [],
      missedBy: [],
    });
    expect(columns.map(({ id, failedOn: kills, passedOn: keptBy }) => [id, kills, keptBy])).toEqual([
      ['alpha/no-a', ['one'], ['honest']],
      ['alpha/no-b', [], ['honest']],
      ['beta/no-c', [], ['honest']],
    ]);
    expect(falsePositives).toEqual([]);
  });

  test('survives with a reason when the checks of its topic pass', async () => {
    const { row } = await measureOne(createMarkedTarget('one', 'c'));
    expect(row).toMatchObject({ detection: 'survived', detectedBy: [], reason: 'The checks of alpha passed.' });
  });

  test('is detected elsewhere when only unrelated checks fail, which needs a run of all checks', async () => {
    const { row, columns } = await measureOne(createMarkedTarget('one', 'c'), true);
    expect(row).toMatchObject({ detection: 'elsewhere', detectedBy: [], alsoFailed: ['beta/no-c'] });
    expect(columns.flatMap(({ failedOn: kills }) => kills)).toEqual([]);
  });

  test('lists the named checks that did not fail', async () => {
    const named = { expects: ['alpha/no-a', 'alpha/no-b'], expectsAll: true };
    const { row } = await measureOne(createMarkedTarget('one', 'b', named));
    expect(row).toMatchObject({ detection: 'found', detectedBy: ['alpha/no-b'], missedBy: ['alpha/no-a'] });
  });

  test('survives with a reason when its topic has no check', async () => {
    const { row } = await measureOne(createMarkedTarget('one', 'a', { expects: ['gamma'] }));
    expect(row).toMatchObject({ detection: 'survived', reason: expect.stringContaining('there is no check of gamma') });
  });
});

test('a check that fails on the correct target too is a false positive, and detects nothing', async () => {
  const always = createMarkedTarget('one', 'a');
  const crooked = { ...correctTarget, open: () => changeHeader(() => true, 'a', 'here')(honestTarget()) };
  const matrix = await measureDetection({ faultyTargets: [{ ...always, correctTarget: crooked }], checks });
  expect(matrix.falsePositives).toEqual([{ target: 'honest', check: 'alpha/no-a', saw: 'a' }]);
  expect(matrix.rows[0]?.detection).toBe('survived');
  expect(isFullyDetected(matrix)).toBe(false);
});

test('a check of earlier responses runs again after all other checks', async () => {
  const reads = check({
    id: 'beta/reads-connectors',
    title: 'Connectors are read',
    clause: 'portal.principal',
    level: 'may',
    needs: ['reader'],
    run: async ({ reader }) => pass(await reader.get('listConnectors')),
  });
  const judges = check({
    id: 'alpha/no-teapots',
    title: 'No response is a teapot',
    clause: 'portal.principal',
    level: 'must',
    needs: ['archive'],
    run: async ({ archive }) => {
      const teapot = archive.find(({ status }) => status === 418);
      const [first] = archive;
      if (teapot !== undefined) return fail({ expected: 'no teapot', actual: teapot, saw: '418' });
      return first === undefined ? Promise.reject(new Error('expected at least one exchange')) : pass(first);
    },
  });
  const teapot: FaultyTarget = {
    ...createMarkedTarget('one', 'a'),
    open: () =>
      replaceResponse(
        ({ operation, request }) =>
          operation === 'listConnectors' && request.headers.some(([name]) => name === 'X-API-Key'),
        async () => ({ status: 418, headers: [], body: new Uint8Array() }),
      )(honestTarget()),
  };
  const matrix = await measureDetection({ faultyTargets: [teapot], checks: [reads, judges] });
  expect(matrix.rows[0]).toMatchObject({ detection: 'found', detectedBy: ['alpha/no-teapots'], alsoFailed: [] });
});

describe('the totals', () => {
  const planted = [
    createMarkedTarget('plain', 'a'),
    createMarkedTarget('corner', 'b', { isSubtle: true }),
    createMarkedTarget('lost', 'c', { isSubtle: true }),
    createMarkedTarget('other', 'c', { expects: ['beta'] }),
  ];

  test('are counted by area, with the sum of all areas at the end', async () => {
    expect(countByArea(await measureDetection({ faultyTargets: planted, checks }))).toEqual([
      { area: 'alpha', injected: 3, detected: 2, subtle: 2, subtleDetected: 1, elsewhere: 0, survived: 1 },
      { area: 'beta', injected: 1, detected: 1, subtle: 0, subtleDetected: 0, elsewhere: 0, survived: 0 },
      { area: 'all', injected: 4, detected: 3, subtle: 2, subtleDetected: 1, elsewhere: 0, survived: 1 },
    ]);
  });

  test('coverage is complete when every fault is detected and every decisive check failed at least once', async () => {
    const found = planted.filter(({ id }) => id !== 'lost');
    expect(isFullyDetected(await measureDetection({ faultyTargets: planted, checks }))).toBe(false);
    expect(isFullyDetected(await measureDetection({ faultyTargets: found, checks }))).toBe(true);

    const idle = await measureDetection({
      faultyTargets: found,
      checks: [...checks, createHeaderCheck('beta/no-d', 'd')],
    });
    expect([listNeverFailed(idle), isFullyDetected(idle)]).toEqual([['beta/no-d'], false]);
    const advice = await measureDetection({
      faultyTargets: found,
      checks: [...checks, createHeaderCheck('beta/no-d', 'd', 'should')],
    });
    expect([listNeverFailed(advice), isFullyDetected(advice)]).toEqual([[], true]);
  });
});
