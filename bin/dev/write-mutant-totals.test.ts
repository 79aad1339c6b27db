import { describe, expect, test } from 'vitest';
import { matches } from '../../conformance/engine/check-selection.ts';
import { checks } from '../../conformance/index.ts';
import {
  classes,
  type KillMatrix,
  killMatrix,
  neverFailed,
  neverPassed,
  shows,
} from '../../conformance/lab/matrix/index.ts';
import { staleFiles } from '../../spec/generated-files.ts';
import { covering, isThorough } from '../../spec/testing/depth.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import { withTotals } from './mutant-totals-document.ts';
import { documentsOf, wholeMatrix } from './write-mutant-totals.ts';

describe('every faulty target against the expected checks', () => {
  // bin/e2e/conform.test.ts covers the faulty sandbox; a run of all checks on it takes ten seconds.
  const faultyTargets = isThorough
    ? allFaultyTargets
    : allFaultyTargets.filter(({ subject }) => subject.name !== 'sandbox');
  const onlyOnSandbox = isThorough ? [] : ['contract/responses-keep-the-builtin-contract'];
  const tried = covering(faultyTargets, ({ expects }) => expects);
  const bySubject = [...Map.groupBy(tried, ({ subject }) => subject.name)];
  const matrices: KillMatrix[] = [];

  test('there are faulty versions of several correct targets', () => {
    expect(new Set(allFaultyTargets.map(({ subject }) => subject.name)).size).toBeGreaterThanOrEqual(4);
  });

  test.each(bySubject)(
    'no check fails on the correct target %s, and each named check fails on its faulty versions',
    async (_, faulty) => {
      const matrix = await killMatrix({ faultyTargets: faulty, checks, isWhole: true });
      matrices.push(matrix);
      expect(matrix.falseAlarms).toEqual([]);
      expect(matrix.rows).toHaveLength(faulty.length);
      expect(matrix.rows.filter(({ missedBy }) => missedBy.length > 0)).toEqual([]);
    },
  );

  test('each must-check passes on some target and fails on another', () => {
    const rows = matrices.flatMap((matrix) => matrix.rows);
    const columns = [
      ...Map.groupBy(
        matrices.flatMap((one) => one.columns),
        ({ id }) => id,
      ).values(),
    ].flatMap(([first, ...others]): KillMatrix['columns'] =>
      first === undefined
        ? []
        : [
            {
              ...first,
              kills: [first, ...others].flatMap(({ kills }) => kills),
              keptBy: [first, ...others].flatMap(({ keptBy }) => keptBy),
            },
          ],
    );
    expect(columns.length).toBeGreaterThan(80);
    const all: KillMatrix = { isFull: false, isWhole: true, rows, columns, falseAlarms: [] };
    expect({ neverPassed: neverPassed(all), neverFailed: neverFailed(all) }).toEqual({
      neverPassed: onlyOnSandbox,
      neverFailed: onlyOnSandbox,
    });
  });

  test.runIf(isThorough)('the documents are up to date with npm run fault-detection', async () => {
    expect(staleFiles(documentsOf(await wholeMatrix()))).toEqual([]);
  });

  test('rejects a document without a block for the totals', () => {
    const none: KillMatrix = { isFull: false, isWhole: true, rows: [], columns: [], falseAlarms: [] };
    expect(() => withTotals('# Nothing', none)).toThrow('no block');
  });
});

describe('fault classes', () => {
  test('have unique ids, and either a faulty target or a reason for its absence', () => {
    expect(classes.length).toBeGreaterThan(179);
    expect(new Set(classes.map(({ id }) => id)).size).toBe(classes.length);
    expect(classes.filter(({ planted, why }) => planted.length > 0 === (why !== undefined))).toEqual([]);
  });

  test('name existing faulty targets', () => {
    const idle = classes.flatMap(({ planted }) =>
      planted.filter((pattern) => !allFaultyTargets.some(({ id }) => matches(pattern, id))),
    );
    expect(idle).toEqual([]);
  });

  test('cover every faulty target', () => {
    expect(new Set(allFaultyTargets.map(({ id }) => id)).size).toBe(allFaultyTargets.length);
    expect(allFaultyTargets.filter(({ id }) => !classes.some((one) => shows(one, id))).map(({ id }) => id)).toEqual([]);
  });
});
