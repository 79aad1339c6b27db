import { expect, test } from 'vitest';
import type { Exchange, Parameters } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import {
  recentTransactionsAreListed,
  recentTransactionsAreRecent,
  recentTransactionsAreShown,
} from './recent-transactions.ts';

const createRow = (id: string, day: number) => ({
  id,
  moment: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
  kind: day % 2 === 0 ? 'withdrawal' : 'deposit',
  station: `T-0${day % 3}`,
  worth: day * 100,
  charge: day,
});

interface Listed {
  readonly id: string;
  readonly station: string;
}

const LISTED = Array.from({ length: 20 }, (_, index) => createRow(`K-70${10 + index}`, index + 1));

/** A key with the same list as others, and a portal with these recent transactions. With `later`, a second read of the portal shows those. */
function createReader(
  name: string,
  recent: unknown,
  { later = recent, rows = LISTED }: { readonly later?: unknown; readonly rows?: readonly Listed[] } = {},
): Principal {
  const answer = (json: unknown, parameters: Parameters) =>
    ({ status: 200, headers: [], json, text: '', isReadable: true, parameters }) as unknown as Exchange; // the parts that are read
  const get = async (operation: string, parameters: Parameters = {}, { isFresh = false } = {}) => {
    const { terminal_id, limit } = parameters;
    const own = rows.filter(({ station }) => terminal_id === undefined || station === terminal_id);
    if (operation === 'getPortal') return answer({ account: { name }, recent: isFresh ? later : recent }, parameters);
    if (operation === 'getTransactionTimeline') {
      const isKnown = /^K-[678]0\d\d$/.test(String(parameters.transaction_id));
      return answer({ events: isKnown ? [{ step: 'authorized', minute: 3 }] : [] }, parameters);
    }
    return answer({ entries: operation === 'listTransactions' ? own.slice(0, Number(limit ?? 100)) : [] }, parameters);
  };
  const sees = { terminals: new Set(rows.map(({ station }) => station)) };
  return { name, get, sees } as unknown as Principal; // the parts that are read
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

test('the portal of a key that sees less may have no list of recent transactions, and an empty one is found', async () => {
  const judgeNarrow = async (others: unknown) => {
    const rows = LISTED.filter(({ station }) => station !== 'T-01');
    const readers = [createReader('one', LISTED.slice(10, 13)), createReader('other', others, { rows })];
    return (await recentTransactionsAreShown.run({ readers } as never)).kind; // what the check needs
  };
  expect(await judgeNarrow(undefined)).toBe('pass');
  expect(await judgeNarrow([])).toBe('fail');
});

test('recent transactions that the list as it was read does not contain are shown', async () => {
  const unlisted = [createRow('K-8001', 24), createRow('K-8002', 25)];
  expect(await judge(LISTED.slice(10, 13), unlisted)).toBe('pass');
  expect(await judge(byId(LISTED.slice(10, 13)), byId(unlisted))).toBe('pass');
});

test('recent transactions that are earlier than those of the list are not listed, later ones are', async () => {
  const judgeListed = async (others: readonly ReturnType<typeof createRow>[]) => {
    const reader = createReader('one', [...LISTED.slice(2, 5), ...others]);
    return (await recentTransactionsAreListed.run({ reader } as never)).kind; // what the check needs
  };
  expect(await judgeListed([createRow('K-6001', 2)])).toBe('pass');
  expect(await judgeListed([createRow('K-8001', 21)])).toBe('fail');
});

test('old transactions in the portal are found, unless the portal shows others now', async () => {
  const judgeRecent = async (later: unknown) =>
    (await recentTransactionsAreRecent.run({ reader: createReader('one', LISTED.slice(0, 3), { later }) } as never))
      .kind; // what the check needs
  expect(await judgeRecent(LISTED.slice(0, 3))).toBe('fail');
  expect(await judgeRecent([createRow('K-8001', 24), createRow('K-8002', 25)])).toBe('inconclusive');
});

test('disputes in the portal may be about old transactions', async () => {
  const cases = LISTED.slice(0, 3).map(({ id, worth }, index) => ({
    case: `D-${index}`,
    about: id,
    state: 'open',
    reason: 'not dispensed',
    claimed: worth,
  }));
  const reader = createReader('one', { cases, latest: [{ moment: '2026-03-20T10:00:00Z', worth: 2000 }] });
  expect((await recentTransactionsAreRecent.run({ reader } as never)).kind).toBe('not-applicable'); // what the check needs
});

test('dates of something else do not make transactions old, if the kit cannot read their instants', async () => {
  const change = ({ moment, ...row }: ReturnType<typeof createRow>) => ({
    ...row,
    at: `${moment.slice(8, 10)}.03.2026, 10:00:00 Uhr`,
    updated: `2026-01-${String(21 - Number(moment.slice(8, 10))).padStart(2, '0')}`,
  });
  const rows = LISTED.map(change);
  const reader = createReader('one', rows.slice(-3), { rows });
  expect((await recentTransactionsAreRecent.run({ reader } as never)).kind).toBe('untestable'); // what the check needs
});

test('ids of terminals that are equal to ids of transactions name no transactions', async () => {
  const addAmounts = (row: Listed, index: number) => {
    const [amount, fee] = [`${index + 20}.50`, `${index % 7}.25`];
    const isDeclined = index % 5 === 0;
    return {
      ...row,
      amount: { requested: amount, completed: isDeclined ? '0.00' : amount },
      fee: { requested: fee, completed: isDeclined ? '0.00' : fee },
    };
  };
  const rows = LISTED.map(addAmounts);
  const recent = rows.slice(2, 8).map((row, index) => ({ ...row, id: `N-${index}`, terminal_id: rows[index + 9]?.id }));
  const run = async (shown: readonly object[]) =>
    (await recentTransactionsAreListed.run({ reader: createReader('one', shown, { rows }) } as never)).kind; // what the check needs
  expect(await run(recent)).toBe('pass');
  expect(await run(recent.map(({ terminal_id, ...row }) => ({ ...row, id: terminal_id })))).toBe('fail');
});

test('the amount of the portal may be the requested one, where the list has the completed one', async () => {
  const rows = LISTED.map((row, index) => ({
    ...row,
    asked: `${index + 20}.50`,
    amount: index % 5 === 0 ? '0.00' : `${index + 20}.50`,
  }));
  const run = async (toAmount: (row: (typeof rows)[number]) => string) => {
    const shown = rows.slice(4, 12).map(({ asked, ...row }) => ({ ...row, amount: toAmount({ ...row, asked }) }));
    return (await recentTransactionsAreListed.run({ reader: createReader('one', shown, { rows }) } as never)).kind; // what the check needs
  };
  expect(await run(({ asked }) => asked)).toBe('pass');
  expect(await run(({ id, amount }) => (id === 'K-7017' ? '99.50' : amount))).toBe('fail');
});
