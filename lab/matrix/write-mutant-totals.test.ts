import { describe, expect, test } from 'vitest';
import { findStaleFiles } from '../../base/generated-files.ts';
import { isThorough, sample } from '../../base/testing/depth.ts';
import { matchesPattern } from '../../conformance/engine/check-selection.ts';
import { checks } from '../../conformance/index.ts';
import { allFaultyTargets } from './all-faulty-targets.ts';
import {
  type DetectionMatrix,
  faultClasses,
  injectsClass,
  listNeverFailed,
  listNeverPassed,
  measureDetection,
} from './index.ts';
import { replaceTotals } from './mutant-totals-document.ts';
import { buildDocuments, measureAll } from './write-mutant-totals.ts';

/** These pass on a service in `lab/blind`; the targets here have no such members. */
const ONLY_ON_BLIND_SERVICES = ['versioning/links-begin-with-v1'];

describe('every faulty target against the expected checks', () => {
  // A full run on the sandbox or a service that others wrote needs ten seconds. bin/e2e/conform.test.ts covers the faulty sandbox.
  const faultyTargets = isThorough
    ? allFaultyTargets
    : allFaultyTargets.filter(({ correctTarget: subject }) => subject.name === 'honest');
  const bySubject = [...Map.groupBy(faultyTargets, ({ correctTarget: subject }) => subject.name)].map(
    ([name, faulty]) => [name, sample(faulty, 1)] as const,
  );
  const matrices: DetectionMatrix[] = [];

  test('there are faulty versions of several correct targets', () => {
    expect(new Set(allFaultyTargets.map(({ correctTarget: subject }) => subject.name)).size).toBeGreaterThanOrEqual(4);
  });

  test.each(bySubject)(
    'no check fails on the correct target %s, and each named check fails on its faulty versions',
    async (_, faulty) => {
      const matrix = await measureDetection({ faultyTargets: faulty, checks, isWhole: true });
      matrices.push(matrix);
      expect(matrix.falsePositives).toEqual([]);
      expect(matrix.rows).toHaveLength(faulty.length);
      expect(matrix.rows.filter(({ missedBy }) => missedBy.length > 0)).toEqual([]);
    },
  );

  test('each must-check is expected to fail on a faulty target', () => {
    const expected = new Set(allFaultyTargets.flatMap(({ expects }) => expects));
    const unseen = checks.filter(({ id, level }) => level === 'must' && !expected.has(id)).map(({ id }) => id);
    expect(unseen, 'add a mutant that names the check in `kills` to the file of its topic in lab/mutants/').toEqual([]);
  });

  test.runIf(isThorough)('each must-check passes on some target and fails on another', () => {
    const rows = matrices.flatMap((matrix) => matrix.rows);
    const columns = [
      ...Map.groupBy(
        matrices.flatMap((one) => one.columns),
        ({ id }) => id,
      ).values(),
    ].flatMap(([first, ...others]): DetectionMatrix['columns'] =>
      first === undefined
        ? []
        : [
            {
              ...first,
              failedOn: [first, ...others].flatMap(({ failedOn }) => failedOn),
              passedOn: [first, ...others].flatMap(({ passedOn }) => passedOn),
            },
          ],
    );
    expect(columns.length).toBeGreaterThan(80);
    const all: DetectionMatrix = { isFull: false, isWhole: true, rows, columns, falsePositives: [] };
    expect({ neverPassed: listNeverPassed(all).toSorted(), neverFailed: listNeverFailed(all) }).toEqual({
      neverPassed: ONLY_ON_BLIND_SERVICES,
      neverFailed: [],
    });
  });

  test.runIf(isThorough)('the documents are up to date with npm run fault-detection', async () => {
    expect(findStaleFiles(buildDocuments(await measureAll()))).toEqual([]);
  });

  test('rejects a document without a block for the totals', () => {
    const none: DetectionMatrix = { isFull: false, isWhole: true, rows: [], columns: [], falsePositives: [] };
    expect(() => replaceTotals('# Nothing', none)).toThrow('no block');
  });
});

describe('fault classes', () => {
  test('have unique ids, and either a faulty target or a reason for its absence', () => {
    expect(faultClasses.length).toBeGreaterThan(179);
    expect(new Set(faultClasses.map(({ id }) => id)).size).toBe(faultClasses.length);
    expect(
      faultClasses.filter(({ injectedBy: planted, reason: why }) => planted.length > 0 === (why !== undefined)),
    ).toEqual([]);
  });

  test('name existing faulty targets', () => {
    const idle = faultClasses.flatMap(({ injectedBy: planted }) =>
      planted.filter((pattern) => !allFaultyTargets.some(({ id }) => matchesPattern(pattern, id))),
    );
    expect(idle).toEqual([]);
  });

  test('cover every faulty target of the kit', () => {
    expect(new Set(allFaultyTargets.map(({ id }) => id)).size).toBe(allFaultyTargets.length);
    const own = allFaultyTargets.filter(({ correctTarget }) => ['honest', 'sandbox'].includes(correctTarget.name));
    expect(own.filter(({ id }) => !faultClasses.some((one) => injectsClass(one, id))).map(({ id }) => id)).toEqual([]);
  });
});
