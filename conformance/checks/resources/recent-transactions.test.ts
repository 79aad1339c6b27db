import { expect, test } from 'vitest';
import type { Principal } from '../../engine/survey/principals.ts';
import type { Exchange, Parameters } from '../../http/client.ts';
import { recentTransactionsAreShown } from './recent-transactions.ts';

const createRow = (id: string, day: number) => ({
  id,
  moment: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
  kind: day % 2 === 0 ? 'withdrawal' : 'deposit',
  station: `T-0${day % 3}`,
  worth: day * 100,
  charge: day,
});

const LISTED = Array.from({ length: 20 }, (_, index) => createRow(`K-70${10 + index}`, index + 1));

/** A key with the same list as others, and a portal with these recent transactions. */
function createReader(name: string, recent: unknown): Principal {
  const answer = (json: unknown, parameters: Parameters) =>
    ({ status: 200, headers: [], json, text: '', isReadable: true, parameters }) as unknown as Exchange; // the parts that are read
  const get = async (operation: string, parameters: Parameters = {}) => {
    const { terminal_id, limit } = parameters;
    const own = LISTED.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    if (operation === 'getPortal') return answer({ account: { name }, recent }, parameters);
    return answer({ entries: operation === 'listTransactions' ? own.slice(0, Number(limit ?? 100)) : [] }, parameters);
  };
  return { name, get } as unknown as Principal; // the parts that are read
}

const judge = async (recent: unknown, others: unknown) => {
  const readers = [createReader('one', recent), createReader('other', others)];
  return (await recentTransactionsAreShown.run({ readers } as never)).kind; // what the check needs
};

const byId = (rows: readonly { readonly id: string }[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

test('a portal without recent transactions is found', async () => {
  expect(await judge(LISTED.slice(10, 13), [])).toBe('fail');
  expect(await judge(byId(LISTED.slice(10, 13)), {})).toBe('fail');
});

test('recent transactions that the list as it was read does not contain are shown', async () => {
  const unlisted = [createRow('K-8001', 24), createRow('K-8002', 25)];
  expect(await judge(LISTED.slice(10, 13), unlisted)).toBe('pass');
  expect(await judge(byId(LISTED.slice(10, 13)), byId(unlisted))).toBe('pass');
});
