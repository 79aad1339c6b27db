import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../../http/client.ts';
import { judgeOrder, judgeTop } from './order.ts';
import { surveyTransactions } from './survey.ts';
import { createRowTable } from './table.ts';

const ROWS = Array.from({ length: 24 }, (_, index) => ({
  id: `K-70${String(10 + index)}`,
  station: `T-0${index % 3}`,
  kind: index % 2 === 0 ? 'withdrawal' : 'deposit',
  requested: 100 + ((index * 37) % 23) * 100,
  completed: index < 2 ? [0, null][index] : index % 5 === 0 ? null : 100 + ((index * 37) % 23) * 100,
  note: 'none',
}));

/** A service that sorts the rows that `limit` keeps; with `isOther`, a shorter sorted list has other rows. */
function createReader(isOther: boolean): Caller {
  const answer = (json: unknown, parameters: Readonly<Record<string, unknown>>) =>
    ({ status: 200, headers: [], json, isReadable: true, parameters }) as unknown as Exchange; // the parts that surveys read
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    if (operation !== 'listTransactions') return answer({}, parameters);
    const own = ROWS.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const from = isOther && sort_by !== undefined && limit === 5 ? 7 : 0;
    const kept = own.slice(from, from + Number(limit ?? 100));
    const isLess = (value: number | null | undefined) => value ?? Number.POSITIVE_INFINITY; // empty amounts are first
    const sorted = kept.toSorted((one, other) => isLess(other.completed) - isLess(one.completed) || 0);
    return answer({ entries: sort_by === undefined ? kept : sorted }, parameters);
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
}

const judge = async (isOther: boolean) => {
  const survey = await surveyTransactions(createReader(isOther));
  if (survey === undefined) throw new Error('no list was found');
  return judgeTop(survey, createRowTable(survey)).kind;
};

test('a limit keeps rows with an empty amount and with zero, in any order', async () => {
  expect(await judge(false)).toBe('pass');
});

test('a limit may keep other rows before they are sorted, such as those that arrived first', async () => {
  expect(await judge(true)).toBe('pass');
});

/** A service that sorts by the requested amounts. */
function createRequestedReader(): Caller {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    const own = ROWS.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    const sorted = sort_by === undefined ? own : own.toSorted((one, other) => other.requested - one.requested);
    const json = { entries: operation === 'listTransactions' ? sorted.slice(0, Number(limit ?? 100)) : [] };
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
}

interface PlainRow {
  readonly id: string;
  readonly requested: number;
  readonly completed: number;
}

/** Some of these rows complete a part of what they request, and some nothing. */
const PLAIN_ROWS: readonly PlainRow[] = Array.from({ length: 40 }, (_, index) => {
  const requested = 100 + ((index * 37) % 29) * 10;
  const fee = index % 3 === 0 ? 2.5 : 3.25;
  const isDeclined = index % 9 === 4;
  return {
    id: `K-80${String(10 + index)}`,
    station: `Quay ${index % 3}`,
    kind: 'withdrawal',
    requested,
    completed: isDeclined ? 0 : requested - (index % 7 === 2 ? 60 : 0),
    feeRequested: fee,
    feeCompleted: isDeclined ? 0 : fee,
    note: 'none',
  };
});

/** A service that returns at most 20 rows, sorted by a column; with `loses`, the sorted list lacks what is higher than 300. */
function createPlainReader(column: 'requested' | 'completed', loses = false): Caller {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const rows = operation === 'listTransactions' ? PLAIN_ROWS : [];
    const isSorted = parameters.sort_by !== undefined;
    const order = isSorted ? rows.toSorted((one, other) => other[column] - one[column]) : rows;
    const kept = order.filter((row) => !(isSorted && loses && row.completed > 300));
    const json = { entries: kept.slice(0, Math.min(20, Number(parameters.limit ?? 20))) };
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
}

test.each([
  [undefined, 'pass'],
  ['/completed', 'fail'],
  ['/requested', 'pass'],
] as const)(
  'a list sorted by the requested amount, with %s as the completed amount of the config: %s',
  async (amountCompleted, kind) => {
    const survey = await surveyTransactions(createRequestedReader(), { given: { amountCompleted } });
    if (survey === undefined) throw new Error('no list was found');
    expect(judgeOrder(survey, createRowTable(survey)).kind).toBe(kind);
  },
);

const judgePlain = async (judgeSurvey: typeof judgeOrder, ...options: Parameters<typeof createPlainReader>) => {
  const survey = await surveyTransactions(createPlainReader(...options));
  if (survey === undefined) throw new Error('no list was found');
  return judgeSurvey(survey, createRowTable(survey)).kind;
};

test('an order by the requested amount is found if some rows complete less', async () => {
  expect(await judgePlain(judgeOrder, 'completed')).toBe('pass');
  expect(await judgePlain(judgeOrder, 'requested')).toBe('fail');
});

test('a sorted list without the highest rows of the list without an order is found', async () => {
  expect(await judgePlain(judgeTop, 'completed')).toBe('pass');
  expect(await judgePlain(judgeTop, 'completed', true)).toBe('fail');
});

/** Rows without a declined one, in which all completed amounts differ; `more` are further columns. */
const listCompleted = (more: (index: number) => object) =>
  Array.from({ length: 24 }, (_, index) => ({
    id: `K-70${String(10 + index)}`,
    requested: 1000 + ((index * 37) % 24) * 10,
    completed: 1000 + ((index * 37) % 24) * 10,
    fee_requested: ((index * 7) % 5) * 50,
    fee_completed: ((index * 7) % 5) * 50,
    kind: 'withdrawal',
    ...more(index),
  }));

/** Judges a service that sorts by an amount, with at most this number of rows in a response. */
async function judgeSorted<Row extends object>(rows: readonly Row[], rank: (row: Row) => number, most = 100) {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    const own = rows.filter((row) => terminal_id === undefined || Object.values(row).includes(String(terminal_id)));
    const sorted = sort_by === undefined ? own : own.toSorted((one, other) => rank(other) - rank(one) || 0);
    const json =
      operation === 'listTransactions' ? { entries: sorted.slice(0, Math.min(most, Number(limit ?? most))) } : {};
    return { status: 200, headers: [], json, isReadable: true, parameters } as unknown as Exchange; // the parts that surveys read
  };
  const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
  if (survey === undefined) throw new Error('no list was found');
  return judgeOrder(survey, createRowTable(survey)).kind;
}

test('two equal columns with a number of the terminal are no amounts', async () => {
  const ofTerminal = (index: number) => ({
    station: `T-0${index % 3}`,
    site: 510 + (index % 3),
    place: 510 + (index % 3),
  });
  expect(await judgeSorted(listCompleted(ofTerminal), ({ completed }) => completed)).toBe('pass');
});

test('a column that descends may be the completed amount where two equal columns may be something else', async () => {
  const ofBatch = (index: number) => ({ station: `T-0${index % 3}`, batch: 510 + (index % 5), lot: 510 + (index % 5) });
  expect(await judgeSorted(listCompleted(ofBatch), ({ completed }) => completed)).toBe('untestable');
});

test('units are a part of an amount, not a count', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const isDeclined = index % 4 > 0;
    const [amount, fee] = [1000 + ((index * 37) % 40) * 10, 50 * (1 + (index % 3))];
    return {
      id: `K-70${String(10 + index)}`,
      kind: 'withdrawal',
      station: `T-0${index % 3}`,
      asked: { worth: { units: amount }, fee: { units: fee } },
      done: { worth: { units: isDeclined ? null : amount }, fee: { units: isDeclined ? null : fee } },
    };
  });
  // a sorted page has nothing but empty amounts, which are in any order
  expect(await judgeSorted(rows, ({ done }) => done.worth.units ?? Number.POSITIVE_INFINITY, 10)).toBe('untestable');
});
