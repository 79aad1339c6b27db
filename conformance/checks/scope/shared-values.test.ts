import { expect, test } from 'vitest';
import type { Exchange } from '../../http/client.ts';
import { type Binding, createBindings, type Entries } from '../../slots/bindings.ts';
import { listIdentifiedRows } from './lists.ts';
import { isIdOfUser } from './portal.ts';

const certain = <Value>(value: Value): Binding<Value> => ({
  value,
  confidence: 'certain',
  evidence: [{ source: 'config', observation: 'given', assumedRules: [] }],
});

const entries: Entries = { 'settlements.rows': certain('/*'), 'settlements.id': certain('/batch') };

const listTexts = (row: object): string[] => {
  const json = [row];
  const exchange = { status: 200, json, headers: [], operation: 'listSettlements', parameters: {}, isReadable: true };
  return [...listIdentifiedRows(exchange as unknown as Exchange, createBindings(entries, 'config')).keys()]; // the parts that lists read
};

test('a batch is the same with another currency, by an id without digits and three amounts', () => {
  const batch = { batch: 'ach-west-first', credit: '63.00', debit: '0.60', payout: '62.40' };
  expect(listTexts({ ...batch, currency: 'USD' })).toEqual(listTexts({ ...batch, currency: 'CAD' }));
  expect(listTexts(batch)).toHaveLength(1);
  expect(listTexts(batch)).not.toEqual(listTexts({ ...batch, payout: '62.41' }));
  expect(listTexts({ ...batch, credit: '62.40', debit: '0.00' })).toHaveLength(0);
});

test('a batch of another account, or with numbers that are no amounts, is another one', () => {
  const batch = { batch: 'ach-west-first', credit: '63.00', debit: '0.60', payout: '62.40' };
  expect(listTexts({ ...batch, account: '1.1.1' })).not.toEqual(listTexts({ ...batch, account: '1.2.2' }));
  const empty = { batch: 'R474', credit: '0.00', debit: '0.00', payout: '0.00', total: 22, limit: 500, version: 474 };
  expect(listTexts(empty)).toEqual([]);
});

test('a batch without amounts, or with one entry, identifies nothing', () => {
  const empty = { credit: '0.00', debit: '0.00', payout: '0.00', entries: { credits: 0, debits: 0, total: 0 } };
  const times = { opened_at: 1793577600, cutoff_at: 1793653200, settles_at: 1793739600 };
  const bank = { odfi: '91000019', exponent: 2, hour: 17 };
  const single = { credit: '60.00', debit: '0.00', payout: '60.00', entries: { credits: 1, debits: 0, total: 1 } };
  for (const batch of [{ ...empty, ...times }, { ...empty, ...bank }, single])
    expect(listTexts({ batch: 'ACH-20261102', ...batch })).toEqual([]);
});

test('an id of a user needs no digits, and is no single word', () => {
  expect(isIdOfUser('/You/Code', 'West-User-mark')).toBe(true);
  expect(isIdOfUser('/You/Code', 'manager')).toBe(false);
  expect(isIdOfUser('/You/Role/Code', 'fleet-manager')).toBe(false);
  expect(isIdOfUser('/Customer/Code', 'West-Customer')).toBe(false);
  expect(isIdOfUser('/session/user/profile/code', 'LOCATION_USER')).toBe(false);
  expect(isIdOfUser('/session/user/profile/code', 'location_user')).toBe(false);
  expect(isIdOfUser('/session/user/login', 'jonas_keller')).toBe(true);
});
