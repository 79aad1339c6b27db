import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../conformance/engine/check-selection.ts';
import { checks } from '../../conformance/index.ts';
import {
  classes,
  type KillMatrix,
  killMatrix,
  neverFailed,
  neverPassed,
  shows,
} from '../../conformance/lab/matrix/index.ts';
import { findStaleFiles } from '../../spec/generated-files.ts';
import { isThorough, sampleCovering } from '../../spec/testing/depth.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import { replaceTotals } from './mutant-totals-document.ts';
import { createDocuments, runWholeMatrix } from './write-mutant-totals.ts';

describe('the checks on each faulty target', () => {
  // bin/e2e/conform.test.ts covers faulty sandboxes; all checks on them need ten seconds of computation.
  const faultyTargets = isThorough
    ? allFaultyTargets
    : allFaultyTargets.filter(({ subject }) => subject.name !== 'sandbox');
  const onlyOnSandbox = isThorough ? [] : ['contract/responses-keep-the-builtin-contract'];
  const tried = sampleCovering(faultyTargets, ({ expects }) => expects);
  const bySubject = [...Map.groupBy(tried, ({ subject }) => subject.name)];
  const matrices: KillMatrix[] = [];

  test('have at least four correct targets', () => {
    expect(new Set(allFaultyTargets.map(({ subject }) => subject.name)).size).toBeGreaterThanOrEqual(4);
  });

  test.each(bySubject)('pass on %s, and the named checks fail on its mutants', async (_, broken) => {
    const matrix = await killMatrix({ faultyTargets: broken, checks, isWhole: true });
    matrices.push(matrix);
    expect(matrix.falseAlarms).toEqual([]);
    expect(matrix.rows).toHaveLength(broken.length);
    expect(matrix.rows.filter(({ missedBy }) => missedBy.length > 0)).toEqual([]);
  });

  test('pass and fail at least once, for each check of level must', () => {
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

  test.runIf(isThorough)('have the results that the documents state (npm run teeth)', async () => {
    expect(staleFiles(createDocuments(await runWholeMatrix()))).toEqual([]);
  });

  test('are not written to a document without a block for the totals', () => {
    const none: KillMatrix = { isFull: false, isWhole: true, rows: [], columns: [], falseAlarms: [] };
    expect(() => replaceTotals('# Nothing', none)).toThrow('no block');
  });
});

describe('the fault classes', () => {
  test('have unique ids, and either a mutant or a reason for none', () => {
    expect(classes.length).toBeGreaterThan(179);
    expect(new Set(classes.map(({ id }) => id)).size).toBe(classes.length);
    expect(classes.filter(({ planted, why }) => planted.length > 0 === (why !== undefined))).toEqual([]);
  });

  test('name existing mutants', () => {
    const idle = classes.flatMap(({ planted }) =>
      planted.filter((pattern) => !allFaultyTargets.some(({ id }) => matchesPattern(pattern, id))),
    );
    expect(idle).toEqual([]);
  });

  test('cover every faulty target', () => {
    expect(new Set(allFaultyTargets.map(({ id }) => id)).size).toBe(allFaultyTargets.length);
    expect(allFaultyTargets.filter(({ id }) => !classes.some((one) => shows(one, id))).map(({ id }) => id)).toEqual([]);
  });
});
