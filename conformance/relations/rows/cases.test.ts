import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../http/client.ts';
import type { Principal } from '../survey/principals.ts';
import { judgeReviewers, judgeTerminals } from './cases.ts';
import type { Cells, Scalar } from './cells.ts';

type Row = Readonly<Record<string, Scalar>>;

const toExchange = (json: unknown, parameters: Readonly<Record<string, unknown>> = {}): Exchange =>
  ({ status: 200, headers: [], json, text: JSON.stringify(json), isReadable: true, parameters }) as unknown as Exchange; // the parts that are read
const toCells = (rows: readonly Row[]): Cells[] => rows.map((row) => new Map(Object.entries(row)));

describe('reviewers', () => {
  const judge = (rows: readonly Row[]) => judgeReviewers({ exchange: toExchange([]), rows: toCells(rows) }).kind;
  const open = { '/zustand': 'A', '/ergebnis': null, '/pruefer': null };
  const resolved = { '/zustand': 'B', '/ergebnis': 'ok', '/pruefer': 'M. Osei' };

  test('a case with a resolution shows its reviewer, and another one does not', () => {
    expect(judge([open, resolved, { ...resolved, '/pruefer': '' }])).toBe('pass');
  });

  test('a reviewer of a case without a resolution is wrong', () => {
    expect(judge([resolved, { ...open, '/pruefer': 'M. Osei' }])).toBe('fail');
  });

  test.each(['none', 'Unassigned', 'n/a', 'not reviewed', false, 0])('%s is no reviewer', (filler) => {
    expect(judge([resolved, { ...open, '/pruefer': filler }])).toBe('pass');
  });

  test('nothing is wrong where no case has a reviewer', () => {
    expect(judge([open, { '/zustand': 'A', '/ergebnis': '-' }])).toBe('not-applicable');
  });

  test('an abbreviated reviewer does not accuse', () => {
    const short = (row: Row): Row => ({
      '/st': row['/zustand'] ?? null,
      '/reso': row['/ergebnis'] ?? null,
      '/rev_by': row['/pruefer'] ?? null,
    });
    expect(judge([open, resolved].map(short))).toBe('pass');
    expect(judge([resolved, { ...open, '/pruefer': 'M. Osei' }].map(short))).toBe('untestable');
  });

  test('a column with an unknown name may be the reviewer', () => {
    expect(judge([{ '/zustand': 'A', '/ergebnis': null, '/fld_7': 'M. Osei' }])).toBe('untestable');
  });

  test('columns without clear names decide nothing', () => {
    expect(judge([{ '/f1': 'A', '/f2': 'M. Osei' }])).toBe('untestable');
  });
});

describe('terminals of disputes', () => {
  const TRANSACTIONS = Array.from({ length: 24 }, (_, index) => ({
    ref: `K${String(7000 + index)}`,
    station: `T-0${1 + (index % 3)}`,
    moment: `2026-03-${String(1 + index).padStart(2, '0')}T10:00:00Z`,
    kind: index % 2 === 0 ? 'withdrawal' : 'deposit',
    worth: ((index * 37) % 23) * 100 + 500,
    charge: 150 + index,
  }));
  const reader = {
    name: 'a key',
    get: async (operation: string, { terminal_id, limit }: Readonly<Record<string, unknown>> = {}) => {
      const rows = TRANSACTIONS.filter(({ station }) => terminal_id === undefined || station === terminal_id);
      return toExchange({ entries: operation === 'listTransactions' ? rows.slice(0, Number(limit ?? 100)) : [] });
    },
  } as unknown as Principal; // surveys only read
  const disputes = TRANSACTIONS.slice(0, 5).map(({ ref, station }, index) => ({
    '/case': `D-${index}`,
    '/about': `/v1/transactions/${ref}/timeline`,
    '/place': station,
  }));
  const judge = async (rows: readonly Row[]) =>
    (await judgeTerminals({ exchange: toExchange([]), rows: toCells(rows) }, reader)).kind;

  test('a column with the terminals of the disputed transactions proves them', async () => {
    expect(await judge(disputes)).toBe('pass');
  });

  test('one dispute with another terminal is wrong', async () => {
    expect(await judge(disputes.map((row, index) => (index === 4 ? { ...row, '/place': 'T-01' } : row)))).toBe('fail');
  });

  test('the terminal at which a case was opened may be another one', async () => {
    const opened = disputes.map(({ '/place': place, ...row }, index) => ({
      ...row,
      '/opened_at': index === 4 ? 'T-01' : place,
      '/place': place,
    }));
    expect(await judge(opened)).toBe('pass');
  });

  test('a dispute about a transaction that no list shows decides nothing', async () => {
    expect(await judge([{ '/case': 'D-9', '/about': '/v1/transactions/K1/timeline', '/place': 'T-01' }])).toBe(
      'untestable',
    );
  });
});
