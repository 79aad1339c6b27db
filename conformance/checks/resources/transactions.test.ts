import { expect, test } from 'vitest';
import { createBindings } from '../../slots/bindings.ts';
import { stated } from '../../testing/stated.ts';
import { timesOfARowAgree } from './transactions.ts';

const bindings = createBindings(
  {
    'transactions.rows': stated('/*'),
  },
  'config',
);

/** Judges ten rows with a time, and another one that is an hour later in one row. */
async function judge(name: string): Promise<string> {
  const toTime = (hour: number) => new Date(Date.UTC(2026, 2, 8, hour)).toISOString();
  const rows = Array.from({ length: 10 }, (_, index) => ({
    id: `K-${index}`,
    time: toTime(index),
    [name]: toTime(index === 4 ? 5 : index),
  }));
  const get = async (_operation: string, parameters = {}) => ({
    status: 200,
    headers: [],
    json: rows,
    isReadable: true,
    parameters,
  });
  return (await timesOfARowAgree.run({ reader: { name: 'a key', get }, bindings } as never)).kind; // what the check needs
}

test.each(['time_utc', 'timeLocal'])('%s is another form of the time', async (name) => {
  expect(await judge(name)).toBe('fail');
});

test.each(['time_posted', 'timeCompleted', 'time_settled'])('%s may be another time', async (name) => {
  expect(await judge(name)).toBe('not-applicable');
});
