import { expect, test } from 'vitest';
import type { Exchange, Parameters } from '../../http/client.ts';
import { builtinBindings } from '../../slots/builtin-bindings.ts';
import type { Principal } from './principals.ts';
import { dropOwnRows, expectNothingHidden, listRowTexts, type ScopeCallers } from './scope-probes.ts';

const amount = {
  requested: { amount: 9_750_000, currency: 'EUR', exponent: 2 },
  completed: { amount: 9_750_000, currency: 'EUR', exponent: 2 },
};
const list = (...ids: readonly string[]) => ({ rows: Object.fromEntries(ids.map((id) => [id, { id, amount }])) });

test('the amounts of a row are no row, so that two tenants with equal amounts have no common row', () => {
  const [known, other] = [listRowTexts({ json: list('US/TX/1', 'US/TX/3') }), listRowTexts({ json: list('US/TX/2') })];
  expect(known.size).toBe(2);
  expect([...other.keys()].filter((text) => known.has(text))).toEqual([]);
});

test('a row that two tenants get alike is a common row', () => {
  const [known, other] = [listRowTexts({ json: list('US/TX/1', 'US/TX/3') }), listRowTexts({ json: list('US/TX/3') })];
  expect([...other.keys()].filter((text) => known.has(text))).toHaveLength(1);
});

test('the cells of a row that is an array are no rows', () => {
  const createTable = (id: string) => ({ columns: ['id', 'amount'], rows: [[{ value: id }, amount]] });
  const [known, other] = [
    listRowTexts({ json: createTable('US/TX/1') }),
    listRowTexts({ json: createTable('US/TX/2') }),
  ];
  expect(known.size).toBe(1);
  expect([...other.keys()].filter((text) => known.has(text))).toEqual([]);
});

const createEntry = (label: string) => ({ label, kind: 'sale', requested: 9_750, completed: 9_750, fee: 20 });
const answer = (operation: string, entries: readonly object[], parameters: Parameters = {}) =>
  ({
    status: 200,
    headers: [],
    operation,
    parameters,
    json: { entries },
    text: JSON.stringify(entries),
  }) as unknown as Exchange; // the parts that are read

/** Returns the names of the rows of a response that are not the key's own. */
function dropOwn(operation: string, shown: readonly string[], own: readonly string[]) {
  const get = async (_operation: string, parameters: Parameters = {}) =>
    answer(operation, parameters.terminal_id === 'T-1' ? own.map(createEntry) : [], parameters);
  const responses = new Map([
    [operation, answer(operation, shown.map(createEntry))],
    ['getPortal', answer('getPortal', own.map(createEntry))],
  ]);
  const key = { get, sees: { terminals: new Set(['T-1', 'T-2']), responses } } as unknown as Principal; // the parts that are read
  const probe = answer(operation, shown.map(createEntry));
  return dropOwnRows(key, probe, listRowTexts(probe));
}

test.each(['listTransactions', 'listTerminalGroups'])(
  'equal rows of two tenants are own rows in %s',
  async (operation) => {
    expect(await dropOwn(operation, ['North route 1', 'North route 2'], ['North route 1', 'North route 2'])).toEqual(
      [],
    );
    expect(await dropOwn(operation, ['North route 1', 'North route 2'], ['North route 1'])).toEqual(['North route 2']);
    expect(await dropOwn(operation, ['North route 1', 'North route 2'], [])).toBeUndefined();
  },
);

test('a repeated limit is no terminal with that id', async () => {
  const answerTo = (caller: string, parameters: Parameters, rows: readonly object[]) => {
    const json = { rows, limit: parameters.limit };
    const request = {
      caller,
      method: 'GET',
      headers: [],
      url: `http://t.test/v1/transactions?${String(parameters.limit)}`,
    };
    const base: object = answer('listTransactions', [], parameters);
    return { ...base, request, json, text: JSON.stringify(json) } as unknown as Exchange; // the parts that are read
  };
  const filter = { terminal_id: '2', limit: 2 };
  const control = answerTo('west', filter, [{ terminal: '2', id: 'US/TX/1' }]);
  const own = answerTo('east', { limit: 1 }, [{ terminal: '1', id: 'US/TX/3' }]);
  const keys = {
    insider: {
      name: 'west',
      sees: { mentioned: new Set(['2']) },
      hidden: { terminals: new Set(['2']), transactions: [] },
    },
    outsider: {
      name: 'east',
      sees: { mentioned: new Set(['1']), terminals: new Set(['1']), responses: new Map([['listTransactions', own]]) },
    },
    bindings: builtinBindings,
  } as unknown as ScopeCallers; // the parts that are read
  const probe = () => Promise.resolve(answerTo('east', filter, []));
  const verdict = await expectNothingHidden(keys, { control, hidden: new Set(['2']) }, [probe]);
  expect(verdict.kind).toBe('pass');
});
