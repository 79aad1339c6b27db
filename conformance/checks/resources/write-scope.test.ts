import { expect, test } from 'vitest';
import { createBindings } from '../../slots/bindings.ts';
import { stated } from '../../testing/stated.ts';
import { readsDeriveNothing } from './write-scope.ts';

const bindings = createBindings({ 'settlements.rows': stated('/*'), 'settlements.id': stated('/batch') }, 'config');

/** Judges a service that answers GET on the path with its latest batch, and creates one if `derives`. */
async function judge(derives: boolean): Promise<string> {
  const batches = ['B-7001', 'B-7002'];
  const answer = (operation: string) => ({
    operation,
    status: 200,
    headers: [],
    json: operation === 'deriveSettlements' ? { latest: batches.at(-1) } : batches.map((batch) => ({ batch })),
    isReadable: true,
    parameters: {},
    envelope: new Set(),
    request: { url: 'http://target.test/v1/settlements' },
  });
  const sees = { responses: new Map([['listSettlements', answer('listSettlements')]]) };
  const get = async (operation: string) => {
    if (operation === 'deriveSettlements' && derives) batches.push(`B-70${10 + batches.length}`);
    return answer(operation);
  };
  return (await readsDeriveNothing.run({ readers: [{ name: 'a key', get, sees }], bindings } as never)).kind; // what the check needs
}

test('an answer to GET may show an earlier batch, and creates none', async () => {
  expect(await judge(false)).toBe('pass');
  expect(await judge(true)).toBe('fail');
});
