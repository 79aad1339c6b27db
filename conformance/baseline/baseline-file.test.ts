import { describe, expect, test } from 'vitest';
import { createRun, failedCheck, HOSTILE, passedCheck, untestableCheck } from '../testing/made-up-results.ts';
import { applyBaseline, type Baseline } from './baseline.ts';
import { parseBaseline, writeBaseline } from './baseline-file.ts';

const NOW = Date.UTC(2026, 10, 2);
const IDS = [failedCheck.id, passedCheck.id, untestableCheck.id, 'limit/restricts-the-rows'];
const parseText = (text: string) => parseBaseline(text, IDS, () => 'limit/restricts-the-rows');

const parseValid = (text: string): Baseline => {
  const read = parseText(text);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return read.baseline;
};

test('parseBaseline reads both lists', () => {
  const text = `
# known
failures:
  - check: limit/restricts-the-rows
    case: west
    reason: Paging is rewritten
    owner: data team
    expires: 2027-01-31
untestable:
  - check: auth/writes-need-a-key
    reason: >-
      Staging may not
      be written to
`;
  expect(parseValid(text)).toEqual([
    {
      list: 'failures',
      check: 'limit/restricts-the-rows',
      case: 'west',
      reason: 'Paging is rewritten',
      owner: 'data team',
      expires: '2027-01-31',
    },
    { list: 'untestable', check: 'auth/writes-need-a-key', reason: 'Staging may not be written to' },
  ]);
});

test.each(['', '# nothing yet\n', 'failures:\n', 'failures: []\nuntestable: []\n'])(
  'reads %j as an empty baseline',
  (text) => {
    expect(parseValid(text)).toEqual([]);
  },
);

const ENTRY = 'failures:\n  - check: limit/restricts-the-rows\n    reason: because\n';

test.each<[string, string, string]>([
  [
    'an unknown check',
    ENTRY.replace('restricts', 'restrict'),
    'line 2: unknown check "limit/restrict-the-rows"; did you mean "limit/restricts-the-rows"?',
  ],
  [
    'an entry without a reason',
    'failures:\n  - check: limit/restricts-the-rows\n',
    'line 2: the entry has no "reason"',
  ],
  ['an empty reason', ENTRY.replace('because', '""'), 'line 2: the entry has no "reason"'],
  ['an entry without a check', 'failures:\n  - reason: because\n', 'line 2: the entry has no "check"'],
  [
    'an unknown member',
    `${ENTRY}    until: 2027-01-01\n`,
    'line 4: unknown member "until"; expected "check", "case", "reason", "owner", "expires"',
  ],
  ['an unknown list', `${ENTRY}failure: []\n`, 'line 4: unknown list "failure"; expected "failures", "untestable"'],
  ['a string instead of a list', 'failures: yes\n', 'line 1: "failures" must be a list'],
  [
    'a string instead of an entry',
    'failures:\n  - limit/restricts-the-rows\n',
    'line 2: an entry must be a mapping with the members',
  ],
  ['a member that is not a string', `${ENTRY}    owner: [a]\n`, 'line 4: "owner" must be a string'],
  [
    'a date that does not exist',
    `${ENTRY}    expires: 2027-02-30\n`,
    'line 4: "expires" must be a date such as 2027-01-31, not "2027-02-30"',
  ],
  ['a date in words', `${ENTRY}    expires: next year\n`, 'line 4: "expires" must be a date'],
  [
    'a duplicate entry',
    `${ENTRY}  - check: limit/restricts-the-rows\n    reason: again\n`,
    'line 4: "limit/restricts-the-rows" is listed twice',
  ],
  ['a document without lists', '- a\n', 'line 1: expected a mapping with the lists'],
  ['invalid YAML', 'failures: [\n', 'line 2:'],
  [
    'an alias',
    'failures:\n  - &a {check: limit/restricts-the-rows, reason: x}\n  - *a\n',
    'line 3: an entry must be a mapping with the members',
  ],
])('rejects %s, with its line', (_, text, problem) => {
  const read = parseText(text);
  expect('problems' in read && read.problems[0]).toContain(problem);
});

test('reports all problems at once', () => {
  const read = parseText('failures:\n  - check: a/b\n    reason: x\n  - check: c/d\n    reason: y\n');
  expect('problems' in read && read.problems).toHaveLength(2);
});

describe('writeBaseline', () => {
  const allFailing = { ...failedCheck, cases: failedCheck.cases.filter(({ outcome }) => outcome === 'fail') };
  const result = createRun(passedCheck, allFailing, untestableCheck);

  test('writes entries that excuse all issues and that parseBaseline reads back', () => {
    const text = writeBaseline(result);
    expect(parseValid(text)).toMatchObject([
      { list: 'failures', check: failedCheck.id },
      { list: 'untestable', check: untestableCheck.id, reason: untestableCheck.reason },
    ]);
    expect(applyBaseline(result, parseValid(text), NOW)).toMatchObject({ exitCode: 0 });
  });

  test('lists the failed cases of a check that fails in some cases only', () => {
    const entries = parseValid(writeBaseline(createRun(passedCheck, failedCheck)));
    expect(entries.map((entry) => entry.case)).toEqual([
      "west asking for what is east's",
      "clerk asking for what is west's",
    ]);
  });

  test('keeps entries that are still needed unchanged, and drops the others', () => {
    const previous: Baseline = [
      { list: 'failures', check: failedCheck.id, reason: 'in our words', owner: 'me' },
      { list: 'failures', check: passedCheck.id, reason: 'mended since' },
      { list: 'failures', check: 'limit/restricts-the-rows', reason: 'not run' },
      { list: 'untestable', check: untestableCheck.id, reason: 'over', expires: '2026-01-01' },
    ];
    const entries = parseValid(writeBaseline(applyBaseline(result, previous, NOW), previous));
    expect(entries).toEqual([
      previous[0],
      previous[2],
      { list: 'untestable', check: untestableCheck.id, reason: untestableCheck.reason },
    ]);
  });

  test('escapes hostile text of a target', () => {
    const hostile = { ...failedCheck, saw: `a: b\n- check: x # ${HOSTILE}`, cases: [] };
    const text = writeBaseline(createRun(passedCheck, hostile));
    expect(parseValid(text)).toHaveLength(1);
    expect(['\u001b', '\u009b', '\u202e'].filter((acting) => text.includes(acting))).toEqual([]);
  });

  test('does not list failed advice, which fails no run', () => {
    expect(
      parseValid(writeBaseline(createRun(passedCheck, { ...failedCheck, outcome: 'warning', decides: false }))),
    ).toEqual([]);
  });
});

test('an entry for a merged check counts for the check that has its question', () => {
  const text = 'failures:\n  - check: writes/opened-dispute-is-listed\n    reason: Late lists\n';
  const read = parseBaseline(text, ['writes/created-items-are-listed'], () => '');
  expect(read).toEqual({
    baseline: [{ list: 'failures', check: 'writes/created-items-are-listed', reason: 'Late lists' }],
  });
});
