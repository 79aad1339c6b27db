import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../../http/client.ts';
import type { GivenPlaces } from './given.ts';
import { judgeOrder } from './order.ts';
import { type Survey, surveyTransactions } from './survey.ts';
import { createRowTable } from './table.ts';
import { findExchanged } from './total-faults.ts';
import { createKnownTotals, judgeSummary, judgeTotals, listSummedColumns } from './totals.ts';

/** Rows whose surcharges descend where their amounts do. */
const ROWS = Array.from({ length: 40 }, (_, index) => {
  const step = (index * 17) % 23;
  const [worth, charge] = [10_000 + step * 500, 100 + step];
  const isPaid = index % 4 !== 0;
  return {
    ref: `K${String(7000 + index)}`,
    station: `T-0${1 + (index % 3)}`,
    moment: `2026-03-${String(1 + (index % 28)).padStart(2, '0')}T${10 + (index % 9)}:00:00Z`,
    chargeAsked: charge,
    chargeDone: isPaid ? charge : 0,
    sort: ['cash', 'advance', 'return'][index % 5 === 3 ? 2 : index % 2] ?? '',
    worthAsked: worth,
    worthDone: isPaid ? worth : 0,
  };
});

type Row = (typeof ROWS)[number];
type Summarise = (rows: readonly Row[], terminal?: unknown) => object;

const sum = (rows: readonly Row[], name: 'worthAsked' | 'worthDone' | 'chargeAsked' | 'chargeDone'): number =>
  rows.reduce((total, row) => total + row[name], 0);

/** How the list of the service differs from the usual one. */
interface Variant {
  readonly change?: (row: Row) => Row;
  readonly given?: GivenPlaces | undefined;
  /** The number of rows without a limit. */
  readonly page?: number;
}

async function survey(summarise: Summarise, { change = (row) => row, given, page = 100 }: Variant): Promise<Survey> {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit, sort_by } = parameters;
    // deposits are older than the rows of a page without an order
    const matching = ROWS.map(change).filter(
      ({ station, sort }) =>
        (terminal_id === undefined || station === terminal_id) &&
        (sort_by !== undefined || !sort.startsWith('deposit')),
    );
    const sorted =
      sort_by === undefined ? matching : matching.toSorted((one, other) => other.worthDone - one.worthDone);
    const entries = operation === 'listTransactions' ? sorted.slice(0, Number(limit ?? page)) : [];
    const json = { entries, sums: summarise(entries, terminal_id) };
    // the parts that surveys read
    return { status: 200, headers: [], json, text: '', isReadable: true, parameters } as unknown as Exchange;
  };
  const found = await surveyTransactions({ name: 'a key', get } as unknown as Caller, { given }); // surveys only read
  if (found === undefined) throw new Error('no list was found');
  return found;
}

async function judge(summarise: Summarise, change?: (row: Row) => Row, given?: GivenPlaces): Promise<string> {
  const found = await survey(summarise, { ...(change === undefined ? {} : { change }), given });
  return judgeTotals(found, createRowTable(found)).kind;
}

/** Gives the rows surcharges in another order than that of the amounts. */
const chargeOtherwise = (row: Row): Row => {
  const chargeAsked = 100 + ((row.worthAsked * 7) % 1900);
  return { ...row, chargeAsked, chargeDone: row.worthDone === 0 ? 0 : chargeAsked };
};

test('a total of requested surcharges is no total of requested amounts', async () => {
  const summarise: Summarise = (rows) => ({
    charges: sum(rows, 'chargeAsked'),
    withdrawn: sum(rows, 'worthDone') + sum(rows, 'chargeDone'),
  });
  expect(await judge(summarise)).toBe('pass');
});

test('a total of requested amounts is found', async () => {
  const summarise: Summarise = (rows) => ({ charges: sum(rows, 'chargeDone'), withdrawn: sum(rows, 'worthAsked') });
  expect(await judge(summarise, chargeOtherwise)).toBe('fail');
});

test.each<[string, (rows: readonly Row[]) => readonly Row[]]>([
  ['without the last row', (rows) => rows.slice(0, -1)],
  ['without the first row', (rows) => rows.slice(1)],
  ['of the first five rows', (rows) => rows.slice(0, 5)],
  ['with the first row twice', (rows) => [...rows.slice(0, 1), ...rows]],
])('totals %s are found', async (_, cut) => {
  const summarise: Summarise = (rows) => ({
    charges: sum(cut(rows), 'chargeDone'),
    withdrawn: sum(cut(rows), 'worthDone'),
  });
  expect(await judge(summarise, chargeOtherwise)).toBe('fail');
});

test('a total of the requested surcharges is found where the config names the completed ones', async () => {
  const summarise: Summarise = (rows) => ({ charges: sum(rows, 'chargeAsked'), withdrawn: sum(rows, 'worthDone') });
  const given = {
    totalSurcharge: '/sums/charges',
    surchargeCompleted: '/chargeDone',
    surchargeRequested: '/chargeAsked',
  };
  expect(await judge(summarise)).toBe('pass');
  expect(await judge(summarise, undefined, given)).toBe('fail');
  const right: Summarise = (rows) => ({ charges: sum(rows, 'chargeDone'), withdrawn: sum(rows, 'worthDone') });
  expect(await judge(right, undefined, given)).toBe('pass');
});

test('a total of other types than the config states is found', async () => {
  const given = {
    totalWithdrawn: '/sums/withdrawn',
    amountCompleted: '/worthDone',
    transactionType: '/sort',
    withdrawalTypes: ['cash', 'advance'],
  };
  const total = (all: readonly Row[], types: readonly string[]) => ({
    charges: sum(all, 'chargeDone'),
    withdrawn: sum(
      all.filter((row) => types.includes(row.sort)),
      'worthDone',
    ),
  });
  expect(await judge((all) => total(all, ['cash', 'advance']), undefined, given)).toBe('pass');
  expect(await judge((all) => total(all, ['cash', 'advance', 'return']), undefined, given)).toBe('fail');
});

test('a total that ignores the filter by a terminal is found', async () => {
  const total = (all: readonly Row[]) => ({ charges: sum(all, 'chargeDone'), withdrawn: sum(all, 'worthDone') });
  expect(await judge((all, terminal) => total(terminal === undefined ? all : ROWS))).toBe('fail');
  expect(await judge(total)).toBe('pass');
});

test('a total that another key has as the sum of its rows is found', async () => {
  const known = createKnownTotals();
  const all = { charges: sum(ROWS, 'chargeDone'), withdrawn: sum(ROWS, 'worthDone') };
  const judgeKey = async (change: (row: Row) => Row, charges: number) => {
    const rows = ROWS.map(change);
    const get: Caller['get'] = async (operation, parameters = {}) => {
      const { terminal_id, limit } = parameters;
      const entries = rows
        .filter(({ station }) => terminal_id === undefined || station === terminal_id)
        .slice(0, operation === 'listTransactions' ? Number(limit ?? 100) : 0);
      // the parts that surveys read
      return {
        status: 200,
        headers: [],
        json: { entries, sums: { ...all, charges } },
        text: '',
        isReadable: true,
        parameters,
      } as unknown as Exchange;
    };
    const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
    return survey && judgeTotals(survey, createRowTable(survey), known).kind;
  };
  const less = (row: Row): Row => ({ ...row, chargeDone: row.chargeDone === 0 ? 0 : row.chargeDone - 7 });
  expect(await judgeKey((row) => row, all.charges)).toBe('untestable');
  expect(await judgeKey(less, all.charges + 40_000)).toBe('untestable');
  expect(await judgeKey(less, all.charges)).toBe('fail');
});

test('a total may leave out types of rows that only a sorted list has', async () => {
  // more types than the kit tries in all combinations
  const type = (row: Row): Row => {
    const number = Number(row.ref.slice(1));
    return { ...row, sort: number % 7 === 0 ? 'deposit' : `type ${number % 8}` };
  };
  const total = (all: readonly Row[], types: (sort: string) => boolean) => ({
    charges: sum(all, 'chargeDone'),
    withdrawn: sum(
      all.filter((row) => types(row.sort)),
      'worthDone',
    ),
  });
  expect(await judge((all) => total(all, (sort) => sort !== 'deposit'), type)).toBe('pass');
  const isSorted = (all: readonly Row[]) =>
    all.length >= 5 && all.every((row, at) => at === 0 || row.worthDone <= (all[at - 1]?.worthDone ?? 0));
  const cut = (all: readonly Row[]) => (isSorted(all) ? all.slice(2) : all);
  expect(await judge((all) => total(cut(all), () => true), type)).toBe('fail');
});

test('a total may leave out voided transactions that only a sorted list has', async () => {
  const isVoided = ({ ref }: Row) => Number(ref.slice(1)) % 3 === 0;
  const change = (row: Row): Row =>
    isVoided(row) ? { ...row, sort: `deposit ${row.ref}`, ...{ voided: row.moment } } : row;
  const total = (rows: readonly Row[]) => ({
    charges: sum(rows, 'chargeDone'),
    withdrawn: sum(
      rows.filter((row) => !isVoided(row)),
      'worthDone',
    ),
  });
  expect(await judge(total, change)).toBe('pass');
  const isSorted = (rows: readonly Row[]) => rows.some(isVoided);
  expect(await judge((rows) => total(isSorted(rows) ? rows.slice(2) : rows), change)).toBe('fail');
});

test('a total may leave out a row that is in each response, and adds no other amount', async () => {
  // all rows are of one terminal, and the first one is also the highest
  const alone = (row: Row): Row =>
    row.ref === 'K7000'
      ? { ...row, station: 'T-01', worthAsked: 99_000, worthDone: 99_000 }
      : { ...row, station: 'T-01' };
  const less = (amount: number) => (rows: readonly Row[]) => ({ withdrawn: sum(rows, 'worthDone') - amount });
  expect(await judge(less(99_000), alone)).not.toBe('fail');
  expect(await judge(less(98_000), alone)).toBe('fail');
});

/** Judges the order of a service that does not sort, whose rows have a limit that is the same in all of them. */
async function judgeUnsorted(change: (row: Row) => Row): Promise<string> {
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const { terminal_id, limit } = parameters;
    const own = ROWS.filter(({ station }) => terminal_id === undefined || station === terminal_id).map(change);
    const entries = operation === 'listTransactions' ? own.slice(0, Number(limit ?? 100)) : [];
    const sums = { charges: sum(entries, 'chargeDone'), withdrawn: sum(entries, 'worthDone') };
    const json = { entries: entries.map((row) => ({ ...row, cap: 500_000 })), sums };
    // the parts that surveys read
    return { status: 200, headers: [], json, text: '', isReadable: true, parameters } as unknown as Exchange;
  };
  const survey = await surveyTransactions({ name: 'a key', get } as unknown as Caller); // surveys only read
  if (survey === undefined) throw new Error('no list was found');
  const table = createRowTable(survey);
  return judgeOrder(survey, table, () => listSummedColumns(survey, table)).kind;
}

test('a column that no total adds is not the completed amount', async () => {
  expect(await judgeUnsorted((row) => row)).toBe('fail');
});

test('completed amounts that are all equal are in any order', async () => {
  expect(await judgeUnsorted((row) => ({ ...row, worthDone: 20_000 }))).not.toBe('fail');
});

test.each<[string, Summarise]>([
  [
    'that is doubled beside a right one',
    (rows) => ({ surcharges: sum(rows, 'chargeDone'), withdrawn: 2 * sum(rows, 'worthDone') }),
  ],
  [
    'that adds what is requested where nothing is completed',
    (rows) => ({
      surcharges: sum(rows, 'chargeDone'),
      withdrawn: rows.reduce((total, row) => total + (row.worthDone === 0 ? row.worthAsked : row.worthDone), 0),
    }),
  ],
])('finds a total %s', async (_title, summarise) => {
  expect(await judge(summarise, chargeOtherwise)).toBe('fail');
});

test('finds totals whose names and sums are exchanged, and none in those that fit', () => {
  const exchanged = [
    { place: '/surcharges', columns: ['/amount_completed'], units: [] },
    { place: '/withdrawn', columns: ['/surcharge_completed'], units: [] },
  ];
  const right = exchanged.map(({ place }, index) => ({
    place,
    columns: exchanged[1 - index]?.columns ?? [],
    units: [],
  }));
  expect(findExchanged(exchanged)).toEqual(exchanged);
  expect(findExchanged(right)).toBeUndefined();
  const further = [
    { place: '/total_surcharge', columns: ['/charge_completed'], units: [] },
    { place: '/total_interchange', columns: ['/interchange_fee'], units: [] },
  ];
  expect(findExchanged(further)).toBeUndefined();
});

test.each<[string, string, Summarise]>([
  [
    'fail',
    'totals that are written alike',
    (rows) => ({ paid: sum(rows, 'worthDone'), charged: sum(rows, 'chargeDone') * 100 }),
  ],
  [
    'pass',
    'totals in another unit than the rows',
    (rows) => ({ paid: sum(rows, 'worthDone') / 100, charged: sum(rows, 'chargeDone') / 100 }),
  ],
  [
    'pass',
    'totals that are written differently',
    (rows) => ({ paid: sum(rows, 'worthDone'), charged: (sum(rows, 'chargeDone') / 100).toFixed(2) }),
  ],
])('different units: %s for %s', async (kind, _, summarise) => {
  expect(await judge(summarise, chargeOtherwise)).toBe(kind);
});

test('a setting that is ten times the number of rows of a page is no total', async () => {
  const withOnes = (row: Row) => ({ ...row, emv: 1 });
  const found = await survey(() => ({ most: 200 }), { change: withOnes, page: 20 });
  expect(judgeTotals(found, createRowTable(found)).kind).not.toBe('fail');
  const stale = await survey(() => ({ withdrawn: sum(ROWS.slice(0, 20), 'worthDone') }), { page: 20 });
  expect(judgeTotals(stale, createRowTable(stale)).kind).toBe('fail');
});

test.each<[string, Summarise, string]>([
  [
    'pass',
    (rows) => ({ page_surcharge: sum(rows, 'chargeDone'), page_withdrawn: sum(rows, 'worthDone') }),
    'of the page',
  ],
  [
    'pass',
    (rows) => ({ account_fees: sum(rows, 'chargeDone'), account_cash: sum(rows, 'worthDone') }),
    'of the account',
  ],
  [
    'pass',
    (rows) => ({ fees: `₹${sum(rows, 'chargeDone')}/-`, cash: `₹${sum(rows, 'worthDone')}/-` }),
    'without decimals',
  ],
  ['untestable', (rows) => ({ fees: rows.length, cash: sum(rows, 'worthDone') }), 'of ones'],
  ['fail', (rows) => ({ row_count: rows.length, cash: sum(rows, 'worthDone') }), 'beside a count'],
])('both totals: %s for %# %s', async (kind, summarise, title) => {
  const change = (row: Row): Row => (title === 'of ones' ? { ...row, chargeAsked: 1, chargeDone: 1 } : row);
  expect(judgeSummary(await survey(summarise, { change })).kind).toBe(kind);
});

test('totals may be rounded to whole units, and not by more', async () => {
  const addHalf = (row: Row): Row => (row.chargeDone === 0 ? row : { ...row, chargeDone: row.chargeDone + 0.5 });
  const total = (rows: readonly Row[], over: number) => {
    const charges = sum(rows, 'chargeDone');
    return {
      charges: Number.isInteger(charges) ? charges : Math.round(charges) + over,
      withdrawn: sum(rows, 'worthDone'),
    };
  };
  expect(await judge((rows) => total(rows, 0), addHalf)).toBe('pass');
  expect(await judge((rows) => total(rows, 2), addHalf)).toBe('fail');
});

test('beside both totals, a turnover of twice the amounts and a closing balance may be stated', async () => {
  const further: Summarise = (rows) => ({
    turnover: 2 * sum(rows, 'worthDone'),
    closing: 500 + sum(rows, 'worthDone'),
  });
  const both: Summarise = (rows) => ({ charges: sum(rows, 'chargeDone'), withdrawn: sum(rows, 'worthDone') });
  expect(await judge((rows) => ({ ...both(rows), ...further(rows) }), chargeOtherwise)).toBe('pass');
  expect(await judge((rows) => ({ charges: sum(rows, 'chargeDone'), ...further(rows) }), chargeOtherwise)).toBe('fail');
});
