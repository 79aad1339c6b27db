import { expect, test } from 'vitest';
import type { Exchange, Parameters } from '../../../http/client.ts';
import { createBindings } from '../../../slots/bindings.ts';
import { timelinesAreOfTheTransaction, timelinesOfEveryKindHaveEvents } from './timelines.ts';

const toTime = (index: number, seconds = 0) => new Date(Date.UTC(2026, 2, 8, 8) + (index * 421 + seconds) * 1000);
const format = (time: Date) => time.toISOString().slice(0, 19).replace('T', ' ');

/** Transactions whose every fourth one is a reversal. Their times have no zone. */
const ROWS = Array.from({ length: 60 }, (_, index) => ({
  ref: `K-70${10 + index}`,
  station: `T-0${index % 3}`,
  moment: format(toTime(index)),
  type: index % 4 === 3 ? 'reversal' : 'withdrawal',
  worth: 100 + index,
  serial: 5000 + index,
}));

type Timeline = (index: number) => object;

const steps = (index: number, late = 0) => [
  { step: 'begun', at: format(toTime(index, late)) },
  { step: 'done', at: format(toTime(index, late + 1)) },
];

async function judge(timeline: Timeline, check = timelinesAreOfTheTransaction): Promise<string> {
  const answer = (json: unknown, parameters: Parameters) =>
    ({ status: 200, headers: [], json, text: '', isReadable: true, parameters }) as unknown as Exchange; // the parts that are read
  const get = async (operation: string, parameters: Parameters = {}) => {
    const { terminal_id, limit, transaction_id } = parameters;
    const index = ROWS.findIndex(({ ref }) => ref === transaction_id);
    if (operation === 'getTransactionTimeline')
      return answer(index < 0 ? { error: 'unknown' } : timeline(index), parameters);
    const own = ROWS.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    return answer({ entries: operation === 'listTransactions' ? own.slice(0, Number(limit ?? 100)) : [] }, parameters);
  };
  const readers = [{ name: 'a key', get }];
  const sampling = { depth: 'standard', select: (_: string, items: readonly unknown[]) => items };
  const context = { readers, bindings: createBindings({}, 'config'), sampling, expectedScopes: {} };
  return (await check.run(context as never)).kind; // what the check needs
}

const isReversal = (index: number) => index % 4 === 3;

test('a host may receive some transactions late, at the time of others', async () => {
  const late = 421 + 1;
  expect(await judge((index) => ({ steps: steps(index, isReversal(index) ? late : 0) }))).toBe('pass');
  expect(await judge((index) => ({ steps: steps(isReversal(index) ? index - 1 : index) }))).toBe('fail');
});

test('the time at which a batch is closed is that of all its transactions', async () => {
  const closed = { step: 'batch closed', at: '2026-03-08 23:00:00' };
  expect(await judge(() => ({ steps: [{ step: 'begun', ms: 20 }, closed] }))).not.toBe('fail');
  expect(await judge(() => ({ steps: steps(8) }))).toBe('fail');
});

test('a single event may be an object, and the events of a kind may be elsewhere', async () => {
  const judgeKinds = (timeline: Timeline) => judge(timeline, timelinesOfEveryKindHaveEvents);
  const first = (index: number) => steps(index)[0];
  expect(await judgeKinds((index) => ({ steps: isReversal(index) ? first(index) : steps(index) }))).toBe('pass');
  expect(await judgeKinds((index) => (isReversal(index) ? { undo: steps(index) } : { steps: steps(index) }))).toBe(
    'pass',
  );
  expect(await judgeKinds((index) => ({ steps: isReversal(index) ? [] : steps(index) }))).toBe('fail');
});
