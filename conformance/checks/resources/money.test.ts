import { expect, test } from 'vitest';
import { createBindings } from '../../slots/bindings.ts';
import { entryCountsCount } from './money.ts';

const evidence = [{ source: 'config', observation: 'stated', assumedRules: [] }] as const;
const stated = <Value>(value: Value) => ({ value, confidence: 'certain', evidence }) as const;
const bindings = createBindings(
  {
    'settlements.rows': stated('/*'),
    'settlements.id': stated('/batch'),
    'settlements.credit_total': stated('/credit'),
    'settlements.entry_counts': stated(['/returned_entries']),
  },
  'config',
);

/** Judges batches without returned entries. */
async function judge(more: object): Promise<string> {
  const json = Array.from({ length: 4 }, (_, index) => ({
    batch: `B-${index}`,
    credit: '1200.50',
    returned_entries: 0,
    ...more,
  }));
  const text = JSON.stringify(json);
  const get = async () => ({ status: 200, headers: [], json, text, isReadable: true, parameters: {} });
  return (await entryCountsCount.run({ readers: [{ name: 'a key', get }], bindings } as never)).kind; // what the check needs
}

test('zero entries that were returned are no count of all, if another number may be that', async () => {
  expect(await judge({ transactions: 12 })).toBe('untestable');
  expect(await judge({ state: 'settled' })).toBe('fail');
});
