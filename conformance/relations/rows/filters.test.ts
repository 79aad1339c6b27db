import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../../http/client.ts';
import { judgeCombinations, judgeTerminalFilter } from './filters.ts';
import { type Survey, surveyTransactions } from './survey.ts';

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  station: `T-0${index % 4}`,
  day: `2026-03-${String(1 + (index % 20)).padStart(2, '0')}`,
  clock: `10:${String(index + 10)}:00`,
  kind: index % 2 === 0 ? 'k51' : 'k68',
  worth: ((index * 37) % 23) * 100,
  charge: 150 + index,
  chip: index % 8 === 7 ? 'yes' : null,
}));

/** A service whose rows have no id, and whose responses are tables. */
function createReader(listColumns: (rows: typeof ROWS) => readonly string[], lost?: number): Caller {
  const answer = (json: unknown, parameters: Readonly<Record<string, unknown>>) =>
    ({ status: 200, headers: [], json, isReadable: true, parameters }) as unknown as Exchange; // the parts that surveys read
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    if (operation !== 'listTransactions') return answer({}, parameters);
    const isOwn = (row: (typeof ROWS)[number], index: number) => row.station === terminal_id && index !== lost;
    const own = terminal_id === undefined ? ROWS : ROWS.filter(isOwn);
    const rows = (sort_by === undefined ? own : own.toSorted((a, b) => b.worth - a.worth)).slice(
      0,
      Number(limit ?? 30),
    );
    const columns = listColumns(rows);
    const table = rows.map((row) => columns.map((name) => row[name as keyof typeof row]));
    return answer({ list: { columns, rows: table } }, parameters);
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
}

const survey = async (reader: Caller): Promise<Survey> => {
  const found = await surveyTransactions(reader);
  if (found === undefined) throw new Error('no list was found');
  return found;
};

const ALL = Object.keys(ROWS[0] ?? {});
const listFilled = (rows: typeof ROWS) =>
  ALL.filter((name) => name !== 'chip' || rows.some(({ chip }) => chip !== null));

test('a column that is empty in all rows of a response may be absent', async () => {
  const found = await survey(createReader(listFilled));
  expect(found.idCell).toBeUndefined();
  expect(found.reads.some(({ rows }) => rows.length > 0 && rows.every((row) => !row.has('/chip')))).toBe(true);
  expect(judgeTerminalFilter(found).kind).toBe('pass');
  expect(judgeCombinations(found).kind).toBe('pass');
});

test('a row without an id that the filter leaves out is found', async () => {
  expect(judgeTerminalFilter(await survey(createReader(() => ALL, 2))).kind).toBe('fail');
});
