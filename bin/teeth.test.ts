import { beforeAll, describe, expect, test } from 'vitest';
import { matches } from '../conformance/catalogue.ts';
import { checks } from '../conformance/index.ts';
import { classes, type KillMatrix, killMatrix, neverFailed, neverPassed, shows } from '../conformance/mutants/teeth.ts';
import { staleFiles } from '../spec/generated-files.ts';
import { covering, isThorough } from '../spec/testing/depth.ts';
import { allSpecimens } from './conform/misbehaving.ts';
import { documentsOf } from './teeth.ts';
import { withTotals } from './teeth-document.ts';

describe('every broken service against the checks that should notice', () => {
  let matrix: KillMatrix;
  const tried = covering(allSpecimens, ({ expects }) => expects);
  beforeAll(async () => {
    matrix = await killMatrix({ specimens: tried, checks, isWhole: true });
  }, 300_000);

  test('no correct service is accused', () => {
    expect(new Set(allSpecimens.map(({ subject }) => subject.name)).size).toBeGreaterThanOrEqual(4);
    expect(matrix.falseAlarms).toEqual([]);
  });

  test('each check that decides was seen to pass and to fail', () => {
    expect(matrix.columns.length).toBeGreaterThan(80);
    expect({ neverPassed: neverPassed(matrix), neverFailed: neverFailed(matrix) }).toEqual({
      neverPassed: [],
      neverFailed: [],
    });
  });

  test('each check that is named noticed', () => {
    expect(matrix.rows).toHaveLength(tried.length);
    expect(matrix.rows.filter(({ missedBy }) => missedBy.length > 0)).toEqual([]);
  });

  test.runIf(isThorough)('what is found, and what is not, is as the documents say: npm run teeth', () => {
    expect(staleFiles(documentsOf(matrix))).toEqual([]);
  });

  test('a document without a place for the totals is refused', () => {
    expect(() => withTotals('# Nothing', matrix)).toThrow('no block');
  });
});

describe('the ways of going wrong', () => {
  test('have ids of their own, and a service that shows them or a reason why there is none', () => {
    expect(classes.length).toBeGreaterThan(179);
    expect(new Set(classes.map(({ id }) => id)).size).toBe(classes.length);
    expect(classes.filter(({ planted, why }) => planted.length > 0 === (why !== undefined))).toEqual([]);
  });

  test('name services that exist', () => {
    const idle = classes.flatMap(({ planted }) =>
      planted.filter((pattern) => !allSpecimens.some(({ id }) => matches(pattern, id))),
    );
    expect(idle).toEqual([]);
  });

  test('cover every broken service', () => {
    expect(new Set(allSpecimens.map(({ id }) => id)).size).toBe(allSpecimens.length);
    expect(allSpecimens.filter(({ id }) => !classes.some((one) => shows(one, id))).map(({ id }) => id)).toEqual([]);
  });
});
