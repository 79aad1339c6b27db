import { expect, test } from 'vitest';
import { listForbiddenFamilies, listMutations } from './mutations.ts';
import type { RecordedExchange } from './recorded-traffic.ts';

const createExchange = (url: string, body: unknown): RecordedExchange => ({
  request: { method: 'GET', url: `http://target.test${url}`, headers: [['X-API-Key', 'key']] },
  response: { status: 200, headers: [], body: Buffer.from(JSON.stringify(body)) },
});
const readBody = (body: Uint8Array): unknown => JSON.parse(Buffer.from(body).toString());

const ROWS = createExchange('/v1/settlements', { data: [{ net: '10.00' }, { net: '20.00' }] });

test('removes and changes a place that a check read, in every row', () => {
  const source = { requested: [ROWS], all: [ROWS], listPlaces: () => ['/data/*', '/data/*/net'] };
  const mutations = listMutations(source, new Set(['read places'] as const));
  expect(mutations.map(({ response }) => readBody(response.body))).toEqual([
    { data: [{}, {}] },
    { data: [{ net: '12.00' }, { net: '23.00' }] },
  ]);
});

test('takes the response without a parameter only from the same key and path', () => {
  const filtered = createExchange('/v1/transactions?limit=5&group_id=g', [1]);
  const others = [
    createExchange('/v1/transactions', [1, 2, 3]),
    createExchange('/v1/transactions?limit=5', [1, 2]),
    createExchange('/v1/transactions?limit=9', [1, 2, 3, 4]),
  ];
  const source = { requested: [filtered], all: [filtered, ...others], listPlaces: () => [] };
  const mutations = listMutations(source, new Set(['other parameters'] as const));
  expect(mutations.map(({ response }) => readBody(response.body))).toEqual([[1, 2]]);
});

test('forbids nothing for rules without an entry', () => {
  expect(listForbiddenFamilies(['openapi.cacheable']).size).toBe(0);
});
