import { expect, test } from 'vitest';
import type { Exchange, Parameters } from '../../http/client.ts';
import { createBindings } from '../../slots/bindings.ts';
import { stated } from '../../testing/stated.ts';
import { declaredColumnsSort } from './declared-sort.ts';

const bindings = createBindings(
  {
    'transactions.rows': stated('/*'),
  },
  'config',
);

const document = {
  openapi: '3.0.0',
  info: { title: 'Fleet', version: '1' },
  paths: {
    '/v1/transactions': {
      get: { parameters: [{ name: 'sort_by', in: 'query', schema: { enum: ['amt_comp', 'balance'] } }], responses: {} },
    },
  },
};

const answer = (json: unknown, parameters: Parameters) =>
  ({ status: 200, headers: [], json, isReadable: true, parameters }) as unknown as Exchange; // the parts that are read

/** Judges a service whose list has these balances if it is sorted by them. */
async function judge(sorted: readonly number[]) {
  const plain = sorted.toSorted((one, other) => one - other);
  const get = async (_operation: string, parameters: Parameters = {}) =>
    answer(
      (parameters.sort_by === undefined ? plain : sorted).map((balance) => ({ balance })),
      parameters,
    );
  const anonymous = { get: async () => answer(document, {}) };
  const sampling = { select: (_name: string, list: readonly unknown[]) => list };
  const context = { reader: { name: 'a key', get }, anonymous, bindings, sampling };
  return (await declaredColumnsSort.run(context as never)).kind; // what the check needs
}

test('a declared column may be ordered by sign or by size', async () => {
  expect(await judge([90, 70, 40, -80])).toBe('pass');
  expect(await judge([90, -80, 70, 40])).toBe('pass');
});

test('a declared column by which the list is not sorted is found', async () => {
  expect(await judge([40, 90, -80, 70])).toBe('fail');
});
