import { describe, expect, test } from 'vitest';
import type { KillMatrix, MatrixRow } from '../matrix/matrix.ts';
import { matrixAsJson } from '../matrix/matrix-json.ts';
import { matrixAsMarkdown, matrixAsText } from '../matrix/matrix-text.ts';

const row = (id: string, more: Partial<MatrixRow> = {}): MatrixRow => ({
  id,
  title: `Fault ${id}`,
  area: 'sort',
  subject: 'honest',
  isSubtle: false,
  fate: 'found',
  finders: ['sort/amt-comp-descends'],
  others: [],
  missedBy: [],
  ...more,
});

const long = 'a word of the reason, '.repeat(20);
const matrix: KillMatrix = {
  isFull: true,
  isWhole: true,
  rows: [
    row('sort-as-text', { finders: ['sort/amt-comp-descends', 'sort/keeps-the-rows'], isSubtle: true }),
    row('sort-ascends', { missedBy: ['sort/keeps-the-rows'] }),
    row('sort-is-ignored', { fate: 'elsewhere', finders: [], others: ['limit/keeps-the-top-rows'], reason: 'none' }),
    row('sort-loses-a-row', { fate: 'survived', finders: [], title: 'One | other', reason: long }),
  ],
  columns: [
    { id: 'sort/amt-comp-descends', level: 'must', kills: ['sort-as-text', 'sort-ascends'], keptBy: ['honest'] },
    { id: 'sort/keeps-the-rows', level: 'must', kills: ['sort-as-text'], keptBy: ['honest'] },
    { id: 'sort/is-stable', level: 'must', kills: [], keptBy: [] },
    { id: 'feeds/are-well-formed', level: 'must', kills: [], keptBy: ['honest'] },
  ],
  falseAlarms: [{ subject: 'honest', check: 'sort/is-stable', saw: 'another order' }],
};

describe('the matrix in text', () => {
  const text = matrixAsText(matrix);

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
    expect(text).toMatch(/NEVER SEEN TO FAIL\n {2}sort\/is-stable\n\nNEVER SEEN TO PASS\n {2}sort\/is-stable\n\n/);
    expect(text).not.toContain('feeds/are-well-formed');
  });

  test('lists undetected faults, false positives and the totals', () => {
    expect(text).toContain('EXPECTED TO FAIL, BUT DID NOT\n  sort-ascends: sort/keeps-the-rows\n');
    expect(text).toContain('FALSE POSITIVES ON CORRECT TARGETS\n  honest: sort/is-stable: another order\n');
    expect(text).toMatch(/\nsort +4 +2 +1 +1 +1 +1\nall +4 +2 +1 +1 +1 +1\n/);
  });

  test('reports which fault classes were detected, and why some have no injected fault', () => {
    expect(text).toMatch(/\d+ known, 4 planted, 2 found wherever planted/);
    expect(text).toContain('never detected: O01 Sorting has no effect');
    expect(text).toMatch(/not planted: deliveries of webhooks are not judged yet: (\w\d\d, )+/);
  });
});

test('the matrix of some areas omits the classes without injected faults', () => {
  expect(matrixAsText({ ...matrix, isWhole: false })).not.toContain('no injected fault');
});

test('the matrix in Markdown is two tables without a vertical bar in any cell', () => {
  const lines = matrixAsMarkdown(matrix).split('\n');
  expect(lines).toContain('| sort | 4 | 2 | 1 | 1 | 1 | 1 |');
  expect(lines.filter((line) => line.startsWith('| `'))).toEqual([
    '| `sort-is-ignored` | Fault sort-is-ignored | none |',
    `| \`sort-loses-a-row\` | One \\| other | ${long} |`,
  ]);
});

test('the matrix in JSON has every row, column and class', () => {
  expect(JSON.parse(matrixAsJson(matrix))).toMatchObject({
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
