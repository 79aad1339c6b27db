import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../../http/client.ts';
import { judgeLimits } from './limits.ts';
import { type Survey, surveyTransactions } from './survey.ts';

const ROWS = Array.from({ length: 40 }, (_, index) => ({
  id: `K-90${String(10 + index)}`,
  station: `T-0${index % 3}`,
  kind: 'withdrawal',
  requested: 100 + index,
  completed: 100 + index,
  note: 'none',
}));

const createReader = (countRows: (limit: number) => number): Caller => {
  let sentMs = 0;
  const get: Caller['get'] = async (operation, parameters = {}) => {
    const rows = operation === 'listTransactions' ? ROWS : [];
    const json = { entries: rows.slice(0, countRows(Number(parameters.limit ?? 20))) };
    sentMs += 1;
    return { status: 200, headers: [], json, isReadable: true, parameters, timing: { sentMs } } as unknown as Exchange; // the parts that surveys read
  };
  return { name: 'a key', get } as unknown as Caller; // surveys only read
};

const judge = async (countRows: (limit: number) => number) => {
  const reader = createReader(countRows);
  const survey = await surveyTransactions(reader);
  if (survey === undefined) throw new Error('no list was found');
  return (await judgeLimits(survey, reader)).kind;
};

test('one row too many with a limit of many rows is found', async () => {
  expect(await judge((limit) => limit)).toBe('pass');
  expect(await judge((limit) => (limit > 10 ? limit + 1 : limit))).toBe('fail');
});

test('a limit may be rounded up to the size of a page', async () => {
  expect(await judge((limit) => Math.ceil(limit / 4) * 4)).toBe('pass');
});

/** Judges recorded reads: their parameters, and the numbers of rows. No other read can be sent. */
const judgeRecorded = async (
  reads: readonly (readonly [parameters: object, rows: number])[],
  refused: readonly object[] = [],
) => {
  const survey = {
    reads: reads.map(([parameters, count]) => ({ parameters, rows: ROWS.slice(0, count), exchange: {} })),
    refused: refused.map((parameters) => ({ parameters, exchange: { status: 400 } })),
    place: {},
  } as unknown as Survey; // the parts that are read
  return (await judgeLimits(survey, { listRequested: () => [] } as unknown as Caller)).kind; // nothing is sent
};

test('recorded traffic shows with an order that a limit is not rounded up', async () => {
  const sorted = { sort_by: 'amt_comp', sort_dir: 'desc', limit: '10' };
  const rounded = [
    [{ limit: '5' }, 10],
    [{ limit: '100' }, 40],
  ] as const;
  expect(await judgeRecorded([...rounded, [sorted, 10]])).toBe('untestable');
  expect(await judgeRecorded([...rounded, [sorted, 20]])).toBe('fail');
});

test('recorded traffic shows by a higher limit that a filtered list has too many rows', async () => {
  const filtered = { terminal_id: 'T-1', limit: '2' };
  const plain = [
    [{ limit: '5' }, 5],
    [{ limit: '100' }, 40],
  ] as const;
  expect(await judgeRecorded([...plain, [filtered, 4]])).toBe('pass');
  expect(await judgeRecorded([...plain, [filtered, 9]])).toBe('fail');
});

test('a limit that is exceeded only with an order is found by a longer list without a limit', async () => {
  const sorted = { sort_by: 'amt_comp', sort_dir: 'desc', limit: '5' };
  const bounded = [[{ limit: '10' }, 10]] as const;
  expect(await judgeRecorded([...bounded, [sorted, 30]])).toBe('pass');
  expect(await judgeRecorded([[{}, 20], ...bounded, [sorted, 10]])).toBe('pass');
  expect(await judgeRecorded([[{}, 20], ...bounded, [sorted, 30]])).toBe('fail');
});

test('one row too many with three limits is no rounding, unless all numbers of rows have a common divisor', async () => {
  const more = [{ limit: '20' }, 20] as const;
  expect(await judgeRecorded([[{ limit: '2' }, 3], [{ terminal_id: 'T-01', limit: '5' }, 6], more])).toBe('untestable');
  expect(await judgeRecorded([[{ limit: '2' }, 3], [{ limit: '5' }, 6], [{ limit: '10' }, 11], more])).toBe('fail');
  expect(await judgeRecorded([[{ limit: '2' }, 3], [{ limit: '5' }, 6], [{ limit: '8' }, 9], more])).toBe('untestable');
});

test('three refused limits show that none is accepted, if 50 and a smaller usual one are among them', async () => {
  const byAmount = { sort_by: 'amt_comp', sort_dir: 'desc' };
  const [five, fifty] = [{ limit: '5' }, { limit: '50' }];
  const ten = { ...byAmount, limit: '10' };
  const reads = [
    [{}, 20],
    [byAmount, 20],
  ] as const;
  expect(await judgeRecorded(reads, [five, fifty, ten])).toBe('fail');
  // the service may accept pages of 20, 50 and 100
  expect(await judgeRecorded(reads, [five, { limit: '25' }, ten])).toBe('untestable');
  expect(await judgeRecorded(reads.slice(0, 1), [five, fifty, ten])).toBe('untestable');
});
