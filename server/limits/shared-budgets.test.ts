import { describe, expect, test } from 'vitest';
import { realMs } from '../world/state/time.ts';
import { type AddedCount, SharedBudgets, type TotalCount } from './shared-budgets.ts';

/** Counts of several replicas, as a database adds them. */
function createCounts() {
  const totals = new Map<string, TotalCount>();
  const names: string[] = [];
  const state = { isAway: false, now: 90_000 };
  const exchange = async (added: readonly AddedCount[]): Promise<readonly TotalCount[]> => {
    if (state.isAway) throw new Error('the database is away');
    return added.map(({ scope, name, endsAtMs, added: more }) => {
      const key = `${scope}/${name}/${endsAtMs}`;
      const total = { scope, name, endsAtMs, total: (totals.get(key)?.total ?? 0) + more };
      totals.set(key, total);
      names.push(name);
      return total;
    });
  };
  const open = () => new SharedBudgets(exchange, () => realMs(state.now));
  return { state, names, open };
}

describe('replicas', () => {
  test('count together after an exchange', async () => {
    const { open } = createCounts();
    const [one, other] = [open(), open()];
    const [a, b] = [one.create('users', 10), other.create('users', 10)];
    for (let n = 0; n < 6; n += 1) a.spend('u');
    for (let n = 0; n < 5; n += 1) b.spend('u');
    expect([a.isExhausted('u'), b.isExhausted('u')]).toEqual([false, false]);
    await one.exchange();
    await other.exchange();
    expect(b.read('u').count).toBe(11);
    expect(b.spend('u').isExceeded).toBe(true);
    await one.exchange();
    a.spend('u');
    await one.exchange();
    expect(a.read('u').count).toBe(12);
    one.close();
    other.close();
  });

  test('count a request once, also if it is refunded or counted during an exchange', async () => {
    const { open } = createCounts();
    const shared = open();
    const budgets = shared.create('users', 10);
    budgets.spend('u');
    const exchanging = shared.exchange();
    budgets.spend('u');
    await exchanging;
    expect(budgets.read('u').count).toBe(2);
    budgets.refund('u');
    await shared.exchange();
    expect(budgets.read('u').count).toBe(1);
    shared.close();
  });

  test('have windows that begin at the same instant', () => {
    const { state, open } = createCounts();
    const shared = open();
    const budgets = shared.create('users', 1);
    state.now = 119_000;
    expect(budgets.spend('u')).toEqual({ isExceeded: false, remaining: 0, seconds: 1 });
    state.now = 120_000;
    expect(budgets.spend('u')).toEqual({ isExceeded: false, remaining: 0, seconds: 60 });
    shared.close();
  });

  test('count alone while the others cannot be reached', async () => {
    const { state, open } = createCounts();
    const shared = open();
    const budgets = shared.create('users', 2);
    budgets.spend('u');
    state.isAway = true;
    await shared.exchange();
    expect([budgets.spend('u').isExceeded, budgets.spend('u').isExceeded]).toEqual([false, true]);
    shared.close();
  });
});

test('names, which contain credentials, leave the process as digests', async () => {
  const { names, open } = createCounts();
  const shared = open();
  shared.create('address', 5).spend('192.0.2.1 sbx-northway-admin');
  await shared.exchange();
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^[\w-]{43}$/);
  shared.close();
});

test('a forgotten scope is not exchanged', async () => {
  const { names, open } = createCounts();
  const shared = open();
  shared.create('a requests', 5).spend('x');
  shared.create('b requests', 5).spend('x');
  shared.forget('a ');
  await shared.exchange();
  expect(names).toHaveLength(1);
  shared.close();
});
