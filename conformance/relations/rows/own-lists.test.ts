import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../../http/client.ts';
import {
  judgeEmptyFilter,
  judgeListed,
  judgeOwnLists,
  judgeOwnPages,
  judgeOwnRows,
  readOwnLists,
} from './own-lists.ts';
import { type Survey, surveyTransactions } from './survey.ts';

type Row = Readonly<Record<string, string | number>>;

const TERMINALS = ['T-01', 'T-02', 'T-03'];
const ROWS: readonly Row[] = Array.from({ length: 24 }, (_, index) => ({
  ref: `K${String(7000 + index)}`,
  station: TERMINALS[index % 3] ?? '',
  moment: `2026-03-${String(1 + index).padStart(2, '0')}T10:00:00Z`,
  kind: index % 2 === 0 ? 'withdrawal' : 'deposit',
  running: 31 + index,
  worth: ((index * 37) % 23) * 100 + 500,
  charge: 150 + index,
}));

const answer = (json: unknown, parameters: Readonly<Record<string, unknown>>): Exchange =>
  ({
    status: 200,
    headers: [],
    json,
    text: JSON.stringify(json),
    isReadable: true,
    parameters,
  }) as unknown as Exchange; // the parts that surveys read

/** A service with one list of transactions and one for each terminal, whose rows may be changed. */
function createReader(
  changeOwn: (rows: readonly Row[], terminal: string, limit?: unknown) => readonly Row[],
  change: (rows: readonly Row[]) => readonly Row[] = (rows) => rows,
  all: readonly Row[] = ROWS,
): Caller {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    const own = all.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    if (operation === 'listTerminalTransactions')
      return answer({ entries: changeOwn(own, String(terminal_id), limit) }, parameters);
    if (operation !== 'listTransactions') return answer({ entries: [] }, parameters);
    const sorted = sort_by === undefined ? own : own.toSorted((a, b) => Number(b.worth) - Number(a.worth));
    return answer({ entries: change(sorted.slice(0, Number(limit ?? 100))) }, parameters);
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
}

const survey = async (reader: Caller): Promise<Survey> => {
  const found = await surveyTransactions(reader);
  if (found === undefined) throw new Error('no list was found');
  return found;
};

const judge = async (
  relate: typeof judgeOwnLists,
  changeOwn: (rows: readonly Row[], terminal: string, limit?: unknown) => readonly Row[],
) => {
  const reader = createReader(changeOwn);
  return (await relate(await survey(reader), reader)).kind;
};

test('a right service has the same rows in both lists', async () => {
  expect(await judge(judgeOwnLists, (rows) => rows)).toBe('pass');
  expect(await judge(judgeOwnRows, (rows) => rows)).toBe('pass');
});

test('the ids of terminals are found by the filter, and the id of rows by their differences', async () => {
  const found = await survey(createReader((rows) => rows));
  expect(found.terminals.toSorted()).toEqual(TERMINALS);
  expect(found.terminalCell?.place).toBe('/station');
  expect(found.idCell).toBe('/ref');
});

test('a row of another terminal in an own list is found', async () => {
  const addOther = (rows: readonly Row[], terminal: string) => [
    ...ROWS.filter(({ station }) => station !== terminal).slice(0, 1),
    ...rows,
  ];
  expect(await judge(judgeOwnLists, addOther)).toBe('fail');
});

test('a visible terminal that the list of all leaves out is found', async () => {
  const hidden = TERMINALS[0] ?? '';
  const hide = (rows: readonly Row[]) => rows.filter(({ station }) => station !== hidden);
  const judgeWith = async (changeOwn: (rows: readonly Row[], terminal: string) => readonly Row[]) => {
    const reader = createReader(changeOwn, hide);
    return (await judgeListed(await survey(reader), reader, TERMINALS)).kind;
  };
  expect(await judgeWith((rows) => rows)).toBe('fail');
  // rows before all others, or another name of a listed terminal
  const age = (row: Row): Row => ({ ...row, moment: String(row.moment).replace('2026', '2025') });
  expect(await judgeWith((rows, terminal) => (terminal === hidden ? rows.map(age) : rows))).not.toBe('fail');
  const own = ROWS.filter(({ station }) => station === TERMINALS[1]);
  expect(await judgeWith((rows, terminal) => (terminal === hidden ? own : rows))).not.toBe('fail');
});

test('the oldest row that an own list leaves out is found, unless a limit or a period may be the reason', async () => {
  const cut = (rows: readonly Row[], terminal: string) => (terminal === TERMINALS[1] ? rows.slice(1) : rows);
  expect(await judge(judgeOwnLists, cut)).toBe('fail');
  expect(await judge(judgeOwnLists, (rows) => rows.slice(1))).not.toBe('fail');
  expect(await judge(judgeOwnLists, (rows) => rows.slice(-7))).not.toBe('fail');
  const isRecent = ({ moment }: Row) => String(moment) > '2026-03-04';
  expect(await judge(judgeOwnLists, (rows) => rows.filter(isRecent))).not.toBe('fail');
});

test('instants of another time zone in own lists are found, and local times are not', async () => {
  const shift = (format: (iso: string) => string) => (rows: readonly Row[]) =>
    rows.map((row, index) => {
      const instant = Date.parse(String(row.moment)) + (index % 2 === 0 ? 2 : 3) * 3_600_000;
      return { ...row, moment: format(new Date(instant).toISOString().replace('.000', '')) };
    });
  expect(
    await judge(
      judgeOwnRows,
      shift((iso) => iso),
    ),
  ).toBe('fail');
  expect(
    await judge(
      judgeOwnRows,
      shift((iso) => iso.replace('Z', '')),
    ),
  ).toBe('pass');
});

test('own lists without rows are found', async () => {
  expect(await judge(judgeOwnLists, () => [])).toBe('fail');
});

test('a number that is greater by the same amount in all rows of own lists is found', async () => {
  expect(await judge(judgeOwnRows, (rows) => rows.map((row) => ({ ...row, worth: Number(row.worth) + 500 })))).toBe(
    'fail',
  );
});

test('another unit, other names and another zone in own lists are no difference', async () => {
  const inOtherUnits = (rows: readonly Row[]) => rows.map((row) => ({ ...row, worth: Number(row.worth) / 100 }));
  expect(await judge(judgeOwnRows, inOtherUnits)).toBe('pass');
  const inOtherZone = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, moment: String(row.moment).replace('T10:00:00Z', 'T12:00:00+02:00') }));
  expect(await judge(judgeOwnRows, inOtherZone)).toBe('pass');
  const renamed = (rows: readonly Row[]) => rows.map(({ worth = 0, ...row }) => ({ ...row, value: worth }));
  expect(await judge(judgeOwnRows, renamed)).toBe('pass');
});

test('a later page of an own list with rows of another terminal is found', async () => {
  const reader = createReader((rows) => rows);
  const found = await survey(reader);
  const read = async (rows: (rows: readonly Row[], terminal: string) => readonly Row[]) =>
    createReader(rows).get('listTerminalTransactions', { terminal_id: 'T-01' });
  const first = await read((rows) => rows.slice(0, 3));
  const right = await read((rows) => rows.slice(3, 6));
  const wrong = await read((_, terminal) => ROWS.filter(({ station }) => station !== terminal).slice(3, 6));
  expect(judgeOwnPages(found, { first, later: right }).kind).toBe('pass');
  expect(judgeOwnPages(found, { first, later: wrong }).kind).toBe('fail');
});

test('a sequence number whose values are also ids of other transactions does not name rows', async () => {
  const shorten = (rows: readonly Row[]) =>
    rows.map(({ running = 0, station = '', moment = '' }) => {
      const index = Number(running) - 31;
      const [seq, transaction_id] = [String(9 + (index ^ 5)), String(9 + index)];
      const shared = { currency: 'EUR', chip: 'yes', fallback: 'no', channel: 'atm', worth: 100 + (index % 2) };
      return { seq, transaction_id, ...shared, station, moment };
    });
  const reader = createReader(shorten, shorten);
  const found = await survey(reader);
  expect(found.idCell).toBe('/transaction_id');
  expect((await judgeOwnLists(found, reader)).kind).toBe('pass');
  expect((await judgeOwnRows(found, reader)).kind).toBe('pass');
});

test('rows without an id that share most values are one transaction only if they may show one instant', async () => {
  const shared = { currency: 'EUR', chip: 'yes', fallback: 'no', channel: 'atm', kind: 'withdrawal', charge: 250 };
  const change = (rows: readonly Row[]) =>
    rows.map(({ running = 0, station = '', moment = '' }) => ({
      ...shared,
      worth: running,
      station,
      moment: String(moment).replace('T10:00:00Z', ' 10:00:00'),
    }));
  // one transaction of the list, and others that are like those of other terminals
  const changeOwn = (rows: readonly Row[]) => [
    ...change(rows.slice(0, 1)),
    ...[32, 33, 35].map((worth) => ({ ...shared, worth, moment: '2026-02-11 09:00:11' })),
  ];
  const reader = createReader(changeOwn, change);
  const found = await survey(reader);
  expect(found.idCell).toBeUndefined();
  expect((await judgeOwnLists(found, reader)).kind).toBe('pass');
});

test('an element with totals at the end of an own list is no row', async () => {
  const reader = createReader((rows) => [...rows, { all_worth: 9100, all_charges: 1300 }]);
  const lists = await readOwnLists(await survey(reader), reader);
  expect(lists.map(({ all }) => all.length)).toEqual(TERMINALS.map(() => ROWS.length / TERMINALS.length));
});

test('a number is the same in another notation, also if most rows have the same in both lists', async () => {
  // few amounts end in a zero, which a number does not show
  const priced = ROWS.map((row, index) => ({ ...row, worth: (Number(row.worth) + index) / 100 }));
  const write = (rows: readonly Row[]) => rows.map((row) => ({ ...row, worth: Number(row.worth).toFixed(2) }));
  const judgePriced = async (change: (rows: readonly Row[]) => readonly Row[]) => {
    const reader = createReader(change, (rows) => rows, priced);
    return (await judgeOwnRows(await survey(reader), reader)).kind;
  };
  expect(await judgePriced(write)).toBe('pass');
  const changeOne = (rows: readonly Row[]) => rows.map((row, at) => (at === 3 ? { ...row, worth: '97.31' } : row));
  expect(await judgePriced((rows) => changeOne(write(rows)))).toBe('fail');
});

test('an own list that leaves out a row between others is found', async () => {
  expect(await judge(judgeOwnLists, (rows) => rows.filter((_, index) => index !== 3))).toBe('fail');
});

test('an own list of a period, and one in another order than that of the time, may lack rows', async () => {
  expect(await judge(judgeOwnLists, (rows) => rows.slice(2))).toBe('pass');
  const byWorth = (rows: readonly Row[]) => rows.toSorted((one, other) => Number(one.worth) - Number(other.worth));
  expect(await judge(judgeOwnLists, (rows) => byWorth(rows).slice(0, 7))).toBe('pass');
});

test('a row of another terminal that only a high limit shows is found', async () => {
  const addOther = (rows: readonly Row[], terminal: string, limit: unknown) => {
    const other = ROWS.find(({ station }) => station !== terminal);
    return other === undefined || limit === undefined ? rows : [...rows.slice(0, -1), other];
  };
  expect(await judge(judgeOwnLists, addOther)).toBe('fail');
});

/** A service whose rows do not name the terminal, with a filter that may take another name of the terminal than the path. */
function createNamelessReader(nameInFilter: (station: string) => string | undefined): Caller {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit } = parameters;
    if (operation === 'listLocations')
      return answer({ sites: TERMINALS.map((id) => ({ terminal: id, city: `City ${id}` })) }, parameters);
    const isFiltered = operation === 'listTransactions' && terminal_id !== undefined;
    const own = ROWS.filter(({ station }) => {
      if (terminal_id === undefined) return true;
      return isFiltered ? nameInFilter(String(station)) === terminal_id : station === terminal_id;
    });
    const isOwn = operation === 'listTerminalTransactions';
    if (operation !== 'listTransactions' && !isOwn) return answer({ entries: [] }, parameters);
    const rows = own.slice(0, Number(limit ?? 100));
    const entries = rows.map(({ station, ...row }) => (isOwn ? { ...row, machine: `M-${String(station)}` } : row));
    return answer({ entries }, parameters);
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
}

test('a filter that returns nothing for terminals with rows is found by their own lists', async () => {
  const reader = createNamelessReader(() => undefined);
  const found = await survey(reader);
  expect(found.terminals).toContain('T-01');
  expect((await judgeEmptyFilter(found, reader))?.kind).toBe('fail');
});

test('a filter that takes the names of terminals in the rows, and not those of the path, is not reported', async () => {
  const reader = createNamelessReader((station) => `M-${station}`);
  const found = await survey(reader);
  expect(found.terminals).toContain('T-01');
  expect(await judgeEmptyFilter(found, reader)).toBeUndefined();
});

test('an own list may show local times, and the requested amount where the list of all shows the completed one', async () => {
  const all = ROWS.map((row, index) => ({
    ...row,
    moment: `2026-03-${String(1 + index).padStart(2, '0')} 10:07:${10 + index}`,
    asked: row.worth ?? 0,
    worth: index % 9 === 0 ? 0 : (row.worth ?? 0),
  }));
  const judgeChanged = async (change: (row: Row) => Row) => {
    const reader = createReader((rows) => rows.map(change), undefined, all);
    return (await judgeOwnRows(await survey(reader), reader)).kind;
  };
  const shift = (hour: string) => (row: Row) =>
    Number(row.running) % 6 === 1 ? { ...row, moment: String(row.moment).replace(' 10:07', ` ${hour}`) } : row;
  expect(await judgeChanged(shift('08:07'))).toBe('pass');
  expect(await judgeChanged(shift('10:09'))).toBe('fail');
  expect(await judgeChanged(({ asked = 0, ...row }) => ({ ...row, worth: asked }))).toBe('pass');
  expect(await judgeChanged((row) => ({ ...row, worth: row.worth === 0 ? 9300 : (row.worth ?? 0) }))).toBe('fail');
});
