import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { createClient } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { createBindings } from '../../slots/bindings.ts';
import { createSubjects } from './subjects.ts';
import { findRowsAbout, findTransactionPlace, readWrittenList } from './written-list.ts';

const unbound = createBindings({}, 'inferred');

/** Opens a key of a service that answers all requests with this body. */
const openKey = (body: Parameters<typeof makeJsonResponse>[1]) =>
  createClient({
    baseUrl: 'http://target.test',
    keys: new Map([['key', 'secret']]),
    transport: () => Promise.resolve(makeJsonResponse(200, body)),
  })
    .session()
    .withKey('key');

const readList = (body: typeof TABLE) => readWrittenList(openKey(body), 'createDispute', unbound);

const TABLE = {
  columns: ['id', 'reason', 'transaction', 'status'],
  rows: [
    ['d1', 'DUPLICATE', '/v1/transactions/tx-0001/timeline', 'OPEN'],
    ['d2', 'DUPLICATE', '/v1/transactions/tx-0002/timeline', 'OPEN'],
  ],
};

test('a table of disputes has rows, and a link names the transaction of a row', async () => {
  const list = await readList(TABLE);
  if (list === undefined) throw new Error('no list');
  expect(list.rows).toHaveLength(2);
  expect(findTransactionPlace(list, new Set(['tx-0001', 'tx-0002']))).toBe('/transaction#3');
  expect(findRowsAbout(list, 'tx-0002', '/transaction#3')).toHaveLength(1);
});

test('without a binding, a column whose values the disputes name gives transactions without a dispute', async () => {
  const rows = ['tx-0001', 'tx-0002', 'tx-0003'].map((id, index) => ({ number: `00${index}`, at: '10:00', key: id }));
  const caller = openKey({ rows });
  const responses = new Map([['listTransactions', await caller.get('listTransactions')]]);
  const sees = { responses, transactions: [], mentioned: new Set<string>() };
  const reader = { ...caller, sees } as unknown as Principal; // the part of a principal that is read
  const before = await readList(TABLE);
  const subjects = createSubjects({ write: 'createDispute', readers: [reader], bindings: unbound, before });
  expect(subjects.next(reader)?.transaction).toBe('tx-0003');
  expect(subjects.next(reader)).toBeUndefined();
  expect(subjects.listIds(reader).has(subjects.makeUp(reader).transaction)).toBe(false);
});
