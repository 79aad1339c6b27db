import { describe, expect, test } from 'vitest';
import type { DetectionMatrix, MatrixRow } from './matrix.ts';
import { formatMatrixJson } from './matrix-json.ts';
import { formatMatrix, formatMatrixMarkdown } from './matrix-text.ts';

const createRow = (id: string, more: Partial<MatrixRow> = {}): MatrixRow => ({
  id,
  title: `Fault ${id}`,
  area: 'sort',
  target: 'honest',
  isSubtle: false,
  detection: 'found',
  detectedBy: ['sort/amt-comp-descends'],
  alsoFailed: [],
  missedBy: [],
  ...more,
});

const long = 'a word of the reason, '.repeat(20);
const matrix: DetectionMatrix = {
  isFull: true,
  isWhole: true,
  rows: [
    createRow('sort-as-text', { detectedBy: ['sort/amt-comp-descends', 'sort/keeps-the-rows'], isSubtle: true }),
    createRow('sort-ascends', { missedBy: ['sort/keeps-the-rows'] }),
    createRow('sort-is-ignored', {
      detection: 'elsewhere',
      detectedBy: [],
      alsoFailed: ['limit/keeps-the-top-rows'],
      reason: 'none',
    }),
    createRow('sort-loses-a-row', { detection: 'survived', detectedBy: [], title: 'One | other', reason: long }),
  ],
  columns: [
    { id: 'sort/amt-comp-descends', level: 'must', failedOn: ['sort-as-text', 'sort-ascends'], passedOn: ['honest'] },
    { id: 'sort/keeps-the-rows', level: 'must', failedOn: ['sort-as-text'], passedOn: ['honest'] },
    { id: 'sort/is-stable', level: 'must', failedOn: [], passedOn: [] },
    { id: 'feeds/are-well-formed', level: 'must', failedOn: [], passedOn: ['honest'] },
  ],
  falsePositives: [{ target: 'honest', check: 'sort/is-stable', saw: 'another order' }],
};

describe('the matrix in text', () => {
  const text = formatMatrix(matrix);

  test('fits 100 columns', () => {
    const lines = text.split('\n');
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(long.trim());
  });

  test('reports which checks detected each faulty target, or that none did', () => {
    expect(text).toMatch(/✓ · sort-as-text +sort\/amt-comp-descends and 1 more\n/);
    expect(text).toMatch(/~ {3}sort-is-ignored +only limit\/keeps-the-top-rows\n/);
    expect(text).toMatch(/✗ {3}sort-loses-a-row +nothing\n/);
  });

  test('lists the checks of the tested areas with the targets that they failed on, and those that never failed', () => {
    expect(text).toMatch(/sort\/amt-comp-descends +must +2 {2}sort-as-text and 1 more\n/);
    expect(text).toMatch(/NEVER FAILED\n {2}sort\/is-stable\n\nNEVER PASSED\n {2}sort\/is-stable\n\n/);
    expect(text).not.toContain('feeds/are-well-formed');
  });

  test('lists undetected faults, false positives and the totals', () => {
    expect(text).toContain('EXPECTED TO FAIL, BUT DID NOT\n  sort-ascends: sort/keeps-the-rows\n');
    expect(text).toContain('FALSE POSITIVES ON CORRECT TARGETS\n  honest: sort/is-stable: another order\n');
    expect(text).toMatch(/\nsort +4 +2 +1 +1 +1 +1\nall +4 +2 +1 +1 +1 +1\n/);
  });

  test('reports which fault classes were detected, and why some have no injected fault', () => {
    expect(text).toMatch(/\d+ known, 4 with injected faults, 2 always detected/);
    expect(text).toContain('never detected: O01 Sorting has no effect');
    expect(text).toMatch(/no injected fault: the checks do not cover webhook deliveries: (\w\d\d, )+/);
  });
});

test('the matrix of some areas omits the classes without injected faults', () => {
  expect(formatMatrix({ ...matrix, isWhole: false })).not.toContain('no injected fault');
});

test('the matrix in Markdown is two tables without a vertical bar in any cell', () => {
  const lines = formatMatrixMarkdown(matrix).split('\n');
  expect(lines).toContain('| sort | 4 | 2 | 1 | 1 | 1 | 1 |');
  expect(lines.filter((line) => line.startsWith('| `'))).toEqual([
    '| `sort-is-ignored` | Fault sort-is-ignored | none |',
    `| \`sort-loses-a-row\` | One \\| other | ${long} |`,
  ]);
});

test('the matrix in JSON has every row, column and class', () => {
  expect(JSON.parse(formatMatrixJson(matrix))).toMatchObject({
    schema_version: 1,
    is_full: true,
    totals: [{ area: 'sort', subtle_found: 1 }, { area: 'all' }],
    broken: [{ id: 'sort-as-text', is_subtle: true }, { missed_by: ['sort/keeps-the-rows'] }, {}, { reason: long }],
    checks: [{ id: 'sort/amt-comp-descends', level: 'must', kept_by: ['honest'] }, {}, {}, {}],
    never_failed: ['sort/is-stable'],
    classes: expect.arrayContaining([expect.objectContaining({ id: 'O01', planted: ['sort-is-ignored'], found: [] })]),
    false_alarms: [{ subject: 'honest' }],
  });
});
