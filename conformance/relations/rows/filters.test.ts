import { expect, test } from 'vitest';
import type { Exchange } from '../../http/client.ts';
import type { Cells } from './cells.ts';
import { judgeCombinations, judgeGroupFilter, judgeTerminalFilter } from './filters.ts';
import type { ListRead } from './session.ts';
import type { Survey } from './survey.ts';

const createRow = (id: number, station: string): Cells =>
  new Map<string, string | number>([
    ['/id', `K-${id}`],
    ['/station', station],
    ['/worth', id * 100],
  ]);

/** A response to a filter by a terminal, or to none. */
const createRead = (terminal: string | undefined, rows: readonly Cells[]): ListRead =>
  ({
    rows,
    parameters: { limit: 50, ...(terminal === undefined ? {} : { terminal_id: terminal }) },
    exchange: { operation: 'listTransactions' } as unknown as Exchange,
    outside: new Map(),
  }) as unknown as ListRead; // the parts that are judged

function judge(byTerminal: Readonly<Record<string, readonly Cells[]>>) {
  const reads = [
    createRead(undefined, Object.values(byTerminal).flat()),
    ...Object.entries(byTerminal).map(([terminal, rows]) => createRead(terminal, rows)),
  ];
  const terminalCell = { place: '/station', segment: undefined };
  return judgeTerminalFilter({ reads, idCell: '/id', terminalCell } as unknown as Survey).kind; // the parts that are judged
}

const listRows = (from: number, ...stations: readonly string[]) =>
  stations.map((station, index) => createRow(from + index, station));

test('a filter with rows of its terminal passes', () => {
  expect(judge({ 'ATM 1': listRows(10, 'ATM 1', 'ATM 1'), 'ATM 4': listRows(20, 'ATM 4', 'ATM 4') })).toBe('pass');
});

test('one other name in all rows of a filter may be the label of its terminal', () => {
  expect(judge({ 'ATM 1': listRows(10, 'ATM 1', 'ATM 1'), 'ATM 4': listRows(20, 'ATM 2', 'ATM 2') })).toBe('pass');
});

test('a name in other rows may be the label of another terminal than the one with this id, which has no rows', () => {
  const rows = { 'ATM 1': listRows(10, 'ATM 1', 'ATM 1'), 'ATM 4': listRows(20, 'ATM 2', 'ATM 2'), 'ATM 2': [] };
  expect(judge(rows)).toBe('pass');
});

test('a row of another terminal among those of the requested one is found', () => {
  expect(judge({ 'ATM 1': listRows(10, 'ATM 1', 'ATM 1'), 'ATM 4': listRows(20, 'ATM 4', 'ATM 2') })).toBe('fail');
});

test('rows that two filters return are found, also if each shows one name only', () => {
  const rows = listRows(10, 'ATM 1', 'ATM 1');
  expect(judge({ 'ATM 1': rows, 'ATM 4': rows })).toBe('fail');
});

/** Judges the filter by a group whose first terminal the list names, and by another group with the second. */
function judgeGroup(shown: readonly string[], groupTerminals: string | undefined) {
  const rows = { 'ATM 1': listRows(10, 'ATM 1', 'ATM 1'), 'ATM 2': listRows(20, 'ATM 2', 'ATM 2') };
  const ofGroup = Object.entries(rows).flatMap(([terminal, own]) => (shown.includes(terminal) ? own : []));
  const all = [...Object.values(rows).flat(), ...listRows(30, 'ATM 3', 'ATM 3', 'ATM 3')];
  const reads = [
    createRead(undefined, all),
    ...Object.entries(rows).map(([terminal, own]) => createRead(terminal, own)),
    { ...createRead(undefined, ofGroup), parameters: { limit: 50, group_id: 'G-1' } },
  ];
  const items: Cells[] = [
    new Map([
      ['/id', 'G-1'],
      ['/terminals[0]', 'ATM 1'],
    ]),
    new Map([
      ['/id', 'G-2'],
      ['/terminals[0]', 'ATM 2'],
    ]),
  ];
  const survey = { reads, idCell: '/id', terminals: Object.keys(rows), groups: ['G-1'], given: { groupTerminals } };
  const { kind } = judgeGroupFilter({ ...survey, widest: { limit: 50 }, refused: [] } as unknown as Survey, items); // the parts that are judged
  return kind;
}

test('one group with the rows of a terminal of another is found if the config states where the terminals of groups are', () => {
  expect(judgeGroup(['ATM 1'], '/terminals/*')).toBe('pass');
  expect(judgeGroup(['ATM 1', 'ATM 2'], '/terminals/*')).toBe('fail');
  expect(judgeGroup([], '/terminals/*')).toBe('fail');
  expect(judgeGroup(['ATM 1', 'ATM 2'], undefined)).toBe('untestable');
});

/** Judges two groups with two terminals each, by the terminals that the list of groups names in each of them. */
function judgeNamed(first: readonly string[], second: readonly string[], isFiltered = true) {
  const rows = Object.fromEntries([1, 2, 3, 4].map((at) => [`ATM ${at}`, listRows(at * 10, `ATM ${at}`, `ATM ${at}`)]));
  const all = Object.values(rows).flat();
  const [one, other] = [all.slice(0, 4), all.slice(4)].map((own) => (isFiltered ? own : all.slice(0, 7)));
  const ofGroup = (group_id: string, own: readonly Cells[] = []) => ({
    ...createRead(undefined, own),
    parameters: { limit: 50, group_id },
  });
  const reads = [
    createRead(undefined, all),
    ...Object.entries(rows).map(([terminal, own]) => createRead(terminal, own)),
    ofGroup('G-1', one),
    ofGroup('G-2', other),
  ];
  const toItem = (id: string, names: readonly string[]): Cells =>
    new Map([['/id', id], ...names.map((name, at) => [`/offline[${at}]`, name] as const)]);
  const survey = { reads, idCell: '/id', terminals: Object.keys(rows), groups: ['G-1', 'G-2'], given: {} };
  const items = [toItem('G-1', first), toItem('G-2', second)];
  return judgeGroupFilter({ ...survey, widest: { limit: 50 }, refused: [] } as unknown as Survey, items).kind; // the parts that are judged
}

test('a list of groups may name some of the terminals of each group only', () => {
  expect(judgeNamed(['ATM 1'], ['ATM 3'])).not.toBe('fail');
  expect(judgeNamed(['ATM 1', 'ATM 2'], ['ATM 3', 'ATM 4'])).toBe('pass');
  expect(judgeNamed(['ATM 1', 'ATM 2'], ['ATM 3', 'ATM 4'], false)).toBe('fail');
});

test('a row without an id may be like one of a terminal outside of the group', () => {
  const plain = (...numbers: readonly number[]): Cells[] => numbers.map((at) => new Map([['/worth', at]]));
  const [one, other] = [plain(10, 20), plain(20, 30)];
  const reads = [
    createRead(undefined, [...one, ...other]),
    createRead('ATM 1', one),
    createRead('ATM 2', other),
    { ...createRead(undefined, one), parameters: { limit: 50, group_id: 'G-1' } },
    { ...createRead('ATM 2', []), parameters: { limit: 50, group_id: 'G-1', terminal_id: 'ATM 2' } },
  ];
  const survey = { reads, idCell: undefined, groups: ['G-1'], terminals: ['ATM 1', 'ATM 2'], given: {}, refused: [] };
  expect(judgeGroupFilter({ ...survey, widest: { limit: 50 } } as unknown as Survey, []).kind).not.toBe('fail'); // the parts that are judged
});

test('a combination of filters is not compared with the rows of a group alone', () => {
  const rows = listRows(10, 'ATM 1', 'ATM 1', 'ATM 2');
  const withGroup = (read: ListRead): ListRead => ({ ...read, parameters: { ...read.parameters, group_id: 'G' } });
  const reads = [
    createRead(undefined, [...rows, ...listRows(20, 'ATM 3')]),
    withGroup(createRead(undefined, rows)),
    withGroup(createRead('ATM 4', [])),
    { ...createRead(undefined, rows.slice(0, 2)), parameters: { limit: 2 } },
  ];
  const survey = { reads, refused: [], idCell: '/id', widest: { limit: 50 } } as unknown as Survey; // the parts that are judged
  expect(judgeCombinations(survey).kind).toBe('pass');
});
