import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { createClient } from '../../http/client.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { createBindings } from '../../slots/bindings.ts';
import type { Write } from './accepted-write.ts';
import { type DeclaredBody, listBodyForms } from './body-forms.ts';
import { readWrittenList } from './written-list.ts';

const bindings = createBindings({}, 'inferred');
const SUBJECT = { transaction: 'tx-0007', amount: '60.00', day: '2025-11-20', today: '2026-11-30' };

/** Returns the bodies that the kit tries for a write at a service with this list, transactions and groups. */
async function listBodies(
  write: Write,
  listed: Parameters<typeof makeJsonResponse>[1],
  example?: DeclaredBody['example'],
) {
  const transactions = { rows: [{ key: 'tx-0007', paid: { value: '60.00', currency: 'CHF' } }] };
  const caller = createClient({
    baseUrl: 'http://target.test',
    keys: new Map([['key', 'secret']]),
    transport: ({ url }) =>
      Promise.resolve(makeJsonResponse(200, url.includes('transactions') ? transactions : listed)),
  })
    .session()
    .withKey('key');
  const responses = new Map([['listTransactions', await caller.get('listTransactions')]]);
  const sees = { responses, groups: new Map([['g-1', new Set(['T1'])]]) } as unknown as Principal['sees']; // the facts that forms use
  const list = await readWrittenList(caller, write, bindings);
  const declared = example === undefined ? undefined : { example, isForm: false, isList: false };
  const forms = listBodyForms(write, { reader: { ...caller, sees }, bindings, list, place: undefined, declared });
  return forms.map(({ toExtras }) => toExtras(SUBJECT).body);
}

test('an object with a currency is an amount for any name, in the currency of the transaction', async () => {
  const example = { tx_id: '1.00', claim: { value: '120.00', currency: '1.00' }, note: 'n' };
  const [first] = await listBodies('createDispute', { rows: [] }, example);
  expect(first).toEqual({ tx_id: 'tx-0007', claim: { value: '60.00', currency: 'CHF' }, note: 'n' });
});

test('a derivation with a schema names the days and groups of listed batches, the latest one first', async () => {
  const rows = ['2025-11-18', '2025-11-20', '2025-11-19'].map((day, index) => ({
    batch: `b-${index}`,
    pool_id: `p-${index}`,
    business_date: `${day}T00:00:00Z`,
  }));
  const example = { business_date: '2020-01-01T00:00:00Z', pool_ids: ['1.00'], dry_run: false };
  const bodies = await listBodies('deriveSettlements', { rows }, example);
  expect(bodies.slice(1, 4)).toEqual([
    { business_date: '2025-11-20T00:00:00Z', pool_ids: ['p-1'], dry_run: false },
    { business_date: '2025-11-19T00:00:00Z', pool_ids: ['p-2'], dry_run: false },
    { business_date: '2025-11-18T00:00:00Z', pool_ids: ['p-0'], dry_run: false },
  ]);
  expect(bodies[0]).toMatchObject({ business_date: '2026-11-30T00:00:00Z' });
});

test('a derivation with a group in its schema names one that the key sees', async () => {
  const [first] = await listBodies('deriveSettlements', { rows: [] }, { day: '2020-01-01', group_ids: ['1.00'] });
  expect(first).toEqual({ day: '2026-11-30', group_ids: ['g-1'] });
});

test('a derivation without a schema also has the names of listed dates', async () => {
  const rows = [
    { id: 'b1', from: '20251120', business_date_to: '20251121', created: '2025-11-21 09:00:00' },
    { id: 'b2', from: '20251118', business_date_to: '20251119', created: '2025-11-19 09:00:00' },
  ];
  const [first] = await listBodies('deriveSettlements', { rows });
  expect(first).toMatchObject({ from: '2020-01-01', business_date_to: '2026-11-30', day: '2026-11-30' });
  expect(first).not.toHaveProperty('created');
});
