import { expect, test } from 'vitest';
import type { Caller, Exchange } from '../../http/client.ts';
import { judgeLimits } from './limits.ts';
import { surveyTransactions } from './survey.ts';

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
