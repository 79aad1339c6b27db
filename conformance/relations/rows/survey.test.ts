import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { type Caller, createClient, type Exchange } from '../../http/client.ts';
import { judgeCombinations, judgeTerminalFilter } from './filters.ts';
import { findChangedValue, opensTimeline, type Survey, surveyTransactions } from './survey.ts';

/** A service that answers an unknown transaction with a success. */
const createCaller = () =>
  createClient({
    baseUrl: 'http://target.test',
    keys: new Map([['west', 'key']]),
    transport: ({ url }) =>
      Promise.resolve(
        makeJsonResponse(
          200,
          url.includes('TX-1001')
            ? { opened: '2026-03-11T09:00:00Z' }
            : { success: false, error: { code: 'NOT_FOUND' } },
        ),
      ),
  })
    .session()
    .withKey('west');

test('a success opens a timeline only if an unknown id is answered otherwise', async () => {
  expect(await opensTimeline(createCaller(), 'TX-1001')).toBe(true);
  expect(await opensTimeline(createCaller(), 'T-500')).toBe(false);
});

/** A service with pages of ten rows; if `isTwice`, the last row has the reference of the first one. */
function findReference(isTwice: boolean, readTime?: () => string) {
  const rows = Array.from({ length: 24 }, (_, index) => ({
    reference: `R-${String(500 + (isTwice && index === 23 ? 0 : index))}`,
    station: `T-0${index % 4}`,
    day: `2026-03-${String(10 + index)}`,
    kind: ['sale', 'refund', 'query', 'transfer'][index % 4],
    requested: 100,
    completed: 100,
    requested_fee: 2,
    completed_fee: 2,
    ...{ currency: 'EUR', channel: 'atm', network: 'one', zone: 'UTC', version: '1.0', source: 'host', batch: 'main' },
  }));
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit } = parameters;
    const own = rows.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const page = own.slice(0, Math.min(10, Number(limit ?? 10)));
    const read_at = readTime?.();
    const entries = read_at === undefined ? page : page.map((row) => ({ ...row, read_at }));
    const json = operation === 'listTransactions' ? { entries } : {};
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  return surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
}

test('a reference that two transactions have does not name rows', async () => {
  expect((await findReference(false))?.idCell).toBe('/reference');
  expect((await findReference(true))?.idCell).not.toBe('/reference');
});

test('the instant of the read in each row belongs to the response, so that the reference names rows', async () => {
  let second = 0;
  const survey = await findReference(false, () => {
    second += 1;
    return new Date(Date.UTC(2026, 2, 28) + second * 1000).toISOString();
  });
  expect(survey?.idCell).toBe('/reference');
  expect([...(survey?.ofResponse ?? [])]).toEqual(['/read_at']);
});

/** A service whose rows have no id, each beside a cursor: that of the number of the row, or of the order and the row. */
async function findCellsOfResponses(getCursor: (at: number, order: string, row: string) => string, isTable = false) {
  const rows = Array.from({ length: 24 }, (_, index) => ({
    station: `T-0${index % 4}`,
    moment: `2026-03-${String(10 + (index % 12))}`,
    kind: ['sale', 'refund', 'query', 'transfer'][index % 4],
    requested: 100,
    completed: 100 + ((index * 37) % 11),
    trace: (index * 7) % 13,
    balance: 500 + ((index * 11) % 17),
    batch: `B-${(index * 5) % 9}`,
    channel: 'atm',
  }));
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    const own = rows.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const sorted = sort_by === undefined ? own : own.toSorted((one, other) => other.completed - one.completed);
    const shown = sorted.slice(0, Number(limit ?? 100));
    const edges = shown.map((node, at) => ({ cursor: getCursor(at, String(sort_by), JSON.stringify(node)), node }));
    const table = { range: `Rows!A1:Z${shown.length}`, values: shown };
    const json = operation !== 'listTransactions' ? {} : isTable ? { tables: [table] } : { edges };
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
  return [...(survey?.ofResponse ?? [])];
}

test('a cursor beside each row is no part of its name', async () => {
  expect(await findCellsOfResponses((at) => `c${at}`)).toEqual(['/cursor']);
  expect(await findCellsOfResponses((_, order, row) => `${order} ${row}`)).toEqual(['/cursor']);
});

test('a member around all rows of a response is no part of their names', async () => {
  expect(await findCellsOfResponses(String, true)).toEqual(['^/range']);
});

test('a value of the transaction beside each row is part of its name', async () => {
  expect(await findCellsOfResponses((_at, _order, row) => `note on ${row}`)).toEqual([]);
});

/** The recorded reads of a service whose rows have a code in place of the id of the terminal, or the id. */
async function findRecordedTerminal(terminals: readonly string[], name: (terminal: string, index: number) => string) {
  const rows = Array.from({ length: 24 }, (_, index) => {
    const terminal = terminals[index % terminals.length] ?? '';
    return {
      number: `R-${500 + index}`,
      terminal,
      code: name(terminal, index),
      day: `2026-03-${String(10 + (index % 12))}`,
      kind: ['sale', 'refund', 'query', 'transfer'][index % 4],
      requested: 100,
      completed: 100,
      requested_fee: 2,
      completed_fee: 2,
    };
  });
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const own = rows.filter(({ terminal }) => [undefined, terminal].includes(parameters.terminal_id as string)); // one value
    const json = operation === 'listTransactions' ? { entries: own.map(({ terminal: _, ...row }) => row) } : {};
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  const all = [{}, ...terminals.map((terminal_id) => ({ terminal_id }))];
  const survey = await surveyTransactions({
    name: 'a key',
    get,
    listRecorded: () => all,
    listRequested: () => all,
  } as unknown as Caller); // surveys only read
  return survey?.terminalCell?.place;
}

test('a code that is equal to the short id of one terminal in its rows does not name terminals', async () => {
  expect(await findRecordedTerminal(['1', '2', '3'], (terminal) => terminal)).toBe('/code');
  expect(
    await findRecordedTerminal(['1', '2', '3'], (terminal, index) => (terminal === '1' ? '1' : String(4 + index))),
  ).toBeUndefined();
  const named = (terminal: string, index: number) => (terminal === 'T-9001' ? terminal : String(index));
  expect(await findRecordedTerminal(['T-9001', 'T-9002', 'T-9003'], named)).toBe('/code');
});

test('a flag that all rows of a terminal have is not its id', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    ref: `K-${String(7000 + index)}`,
    moment: `2026-03-08T${10 + (index % 9)}:00:${10 + index}Z`,
    emv: index % 4 === 0 || index % 3 === 0 ? 1 : 0,
    kind: index % 2 === 0 ? 'sale' : 'refund',
    worth: 100 + ((index * 37) % 23),
    charge: 2 + (index % 5),
  }));
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit } = parameters;
    const own = rows.filter((_, index) => terminal_id === undefined || String(1 + (index % 4)) === String(terminal_id));
    const json = operation === 'listTransactions' ? { entries: own.slice(0, Number(limit ?? 100)) } : {};
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
  expect(survey?.terminalCell).toBeUndefined();
  expect(survey && judgeTerminalFilter(survey).kind).not.toBe('fail');
});

/** A service whose rows have a running total of each response, in any order, and a flag in the last one. */
async function surveyRunning(hasIds: boolean) {
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...(hasIds ? { ref: `K-${String(7000 + index)}` } : {}),
    station: `T-0${index % 4}`,
    moment: `2026-03-${String(10 + (index % 19))}T10:00:${10 + (index % 50)}Z`,
    kind: ['sale', 'refund', 'query'][index % 3],
    serial: 3000 + index,
    worth: 20 * (1 + ((index * 7) % 13)),
    charge: 2 + (index % 5),
  }));
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    const own = rows.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const sorted = sort_by === undefined ? own : own.toSorted((one, other) => other.worth - one.worth);
    let total = 0;
    const entries = sorted.slice(0, Number(limit ?? 20)).map((row, index, all) => {
      total += row.worth;
      return { ...row, total, is_last: index === all.length - 1 };
    });
    const json = operation === 'listTransactions' ? { entries } : {};
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
  if (survey === undefined) throw new Error('no list was found');
  return survey;
}

test.each([true, false])('a running total in rows with ids, %s, accuses no filter', async (hasIds) => {
  const survey = await surveyRunning(hasIds);
  expect(survey.idCell).toBe(hasIds ? '/ref' : undefined);
  expect(judgeTerminalFilter(survey).kind).not.toBe('fail');
  expect(judgeCombinations(survey).kind).not.toBe('fail');
  expect(findChangedValue(survey)).toBeUndefined();
});

const createRead = (
  names: readonly string[],
  change: (row: { code: string; kind: string }, index: number) => object,
) => ({
  exchange: {},
  parameters: {},
  rows: names.map(
    (code, index) => new Map(Object.entries({ code, kind: 'sale', ...change({ code, kind: 'sale' }, index) })),
  ),
});

test('a column about the place of a row in its response is no changed value, and a documented one is', () => {
  const names = Array.from({ length: 12 }, (_, index) => `K-${7000 + index}`);
  const find = (change: (row: { code: string }, index: number, isFiltered: boolean) => object) => {
    const whole = createRead(names, (row, index) => change(row, index, false));
    const short = createRead([...names.slice(0, 5), ...names.slice(8)], (row, index) => change(row, index, true));
    return findChangedValue({ reads: [whole, short], idCell: 'code' } as unknown as Survey)?.place; // the parts that are read
  };
  expect(find((_, index) => ({ shade: index % 3 }))).toBeUndefined();
  expect(find(({ code }, _, isFiltered) => ({ shade: isFiltered && code === 'K-7002' ? 'dark' : 'light' }))).toBe(
    'shade',
  );
  expect(find(({ code }, _, isFiltered) => ({ kind: isFiltered && code === 'K-7009' ? 'refund' : 'sale' }))).toBe(
    'kind',
  );
});

test('a cell that repeats the request names no terminal and no row', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    code: `K-${7000 + index}`,
    station: `UNIT-${4001 + (index % 4)}`,
    moment: `2026-03-${String(10 + (index % 19))}T10:00:${10 + index}Z`,
    kind: ['sale', 'refund', 'query'][index % 3],
    worth: 20 * (1 + ((index * 7) % 13)),
    charge: 2 + (index % 5),
  }));
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    const own = rows.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const sorted = sort_by === undefined ? own : own.toSorted((one, other) => other.worth - one.worth);
    const query = `/v1/transactions/${String(terminal_id ?? '')}?${String(limit)}`;
    const entries = sorted.slice(0, Number(limit ?? 20)).map((row) => ({ query, ...row }));
    const json = operation === 'listTransactions' ? { entries } : {};
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
  expect(survey?.terminalCell?.place).toBe('/station');
  expect(survey?.idCell).toBe('/code');
  expect([...(survey?.ofResponse ?? [])]).toContain('/query');
});
