import { expect, test } from 'vitest';
import { createBindings } from '../../slots/bindings.ts';
import { answersHaveTheRequestedId } from './terminals.ts';

const bind = (value: string) =>
  ({
    value,
    confidence: 'certain',
    evidence: [{ source: 'names', observation: 'its name', assumedRules: [] }],
  }) as const;

/** The timelines of transactions, whose ids are also those of terminals. */
async function judge(
  create: (id: string) => unknown,
  entries: Parameters<typeof createBindings>[0] = {
    'transactions.terminal': bind('/terminal'),
    'disputes.transaction': bind('/terminal'),
  },
) {
  const ids = ['n-1', 'n-2', 'n-3', 'n-4', 'n-5'];
  const archive = ids.map((transaction_id) => ({
    operation: 'getTransactionTimeline',
    parameters: { transaction_id },
    request: { caller: 'a key', method: 'GET', url: `http://target.test/v1/transactions/${transaction_id}/timeline` },
    status: 200,
    isReadable: true,
    headers: [],
    json: create(transaction_id),
  }));
  const sees = { mentioned: new Set(ids), connectors: new Set(), transactions: ids.map((id) => ({ id })) };
  const bindings = createBindings(entries, 'inferred');
  return (await answersHaveTheRequestedId.run({ reader: { name: 'a key', sees }, bindings, archive } as never)).kind; // what the check needs
}

const next = (id: string): string => `n-${(Number(id.slice(2)) % 5) + 1}`;

test('a response may name the terminal of the requested transaction, whose id is that of another transaction', async () => {
  const create = (id: string) => ({ row: { terminal: next(id) }, events: [{ transaction: id }, { transaction: id }] });
  expect(await judge(create)).toBe('pass');
});

test('ids of terminals that are those of the requested transactions by chance are no control', async () => {
  const create = (id: string) => ({ row: { station: id < 'n-3' ? id : next(id) }, events: [{ transaction: id }] });
  expect(await judge(create)).toBe('pass');
});

test('the id of a batch in the member for ids of transactions may be that of another transaction', async () => {
  const entries = { 'transactions.id': bind('/id') };
  const create = (id: string) => ({ number: id, batch: { id: next(id) }, events: [{ state: 'done' }] });
  expect(await judge(create, entries)).not.toBe('fail');
  const createOther = (id: string) => ({ id: id === 'n-4' ? 'n-1' : id, events: [{ state: 'done' }] });
  expect(await judge(createOther, entries)).toBe('fail');
});

test('the response for another transaction is found', async () => {
  const create = (id: string) => ({ events: [{ transaction: id === 'n-4' ? 'n-1' : id }] });
  expect(await judge(create)).toBe('fail');
});

test('a link with the requested id has that id, and a link with another one has not', async () => {
  const link = (id: string) => `/v1/transactions/${id}/timeline`;
  expect(await judge((id) => ({ transaction: link(id), state: 'done' }))).toBe('pass');
  expect(await judge((id) => ({ transaction: link(id), next: { transaction: next(id) } }))).toBe('pass');
  expect(await judge((id) => ({ transaction: id === 'n-4' ? 'n-1' : link(id) }))).toBe('fail');
});

/** The locations of terminals; the list has an entry for each of `listed`, and `opened` are terminals whose transactions are known. */
async function judgeLocations(
  listed: readonly string[],
  create: (id: string) => unknown,
  opened: readonly string[] = ['n-4'],
) {
  const ids = ['n-1', 'n-2', 'n-3', 'n-4', 'n-5'];
  const createRead = (operation: string, path: string, json: unknown) => ({
    operation,
    request: { caller: 'a key', method: 'GET', url: `http://target.test/v1/locations${path}` },
    status: 200,
    isReadable: true,
    headers: [],
    json,
  });
  const list = listed.map((terminal_id) => ({ terminal_id }));
  const archive = [
    { ...createRead('listLocations', '', list), parameters: {} },
    ...ids.map((id) => ({ ...createRead('getLocation', `/${id}`, create(id)), parameters: { terminal_id: id } })),
    ...opened.map((terminal_id) => ({
      ...createRead('listTerminalTransactions', '', [{ id: 'K-1', amount: '20.00' }]),
      parameters: { terminal_id },
    })),
  ];
  const sees = { mentioned: new Set(ids), connectors: new Set(), transactions: [] };
  const bindings = createBindings({ 'transactions.terminal': bind('/terminal_id') }, 'inferred');
  return (await answersHaveTheRequestedId.run({ reader: { name: 'a key', sees }, bindings, archive } as never)).kind; // what the check needs
}

test('two terminals may share a location that names one of them', async () => {
  const create = (id: string) => ({ terminal_id: id === 'n-5' ? 'n-4' : id });
  expect(await judgeLocations(['n-1', 'n-2', 'n-3', 'n-4'], create)).toBe('pass');
  expect(await judgeLocations(['n-1', 'n-2', 'n-3', 'n-4', 'n-5'], create)).toBe('fail');
});

test('the id of a location of several terminals is no other terminal', async () => {
  const create = (id: string) => ({ terminal_id: id === 'n-5' ? 'site-1' : id });
  expect(await judgeLocations(['n-1', 'n-2', 'n-3', 'n-4', 'site-1'], create)).toBe('pass');
  const createOther = (id: string) => ({ terminal_id: id === 'n-5' ? 'n-4' : id });
  expect(await judgeLocations(['n-1', 'n-2', 'n-3', 'n-4', 'n-5'], createOther, [])).toBe('pass');
});

test('two terminals may share a location with a separate id, which is that of another terminal', async () => {
  const all = ['n-1', 'n-2', 'n-3', 'n-4', 'n-5'];
  const create = (id: string) => ({ site: { id: id === 'n-5' ? 'n-4' : id } });
  expect(await judgeLocations(['n-1', 'n-2', 'n-3', 'n-4'], create, all)).toBe('pass');
  expect(await judgeLocations(['n-1', 'n-2', 'n-3', 'n-4', 'n-5'], create, all)).toBe('fail');
});
