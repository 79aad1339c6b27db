import { describe, expect, test } from 'vitest';
import { findValues, type ValuePointer } from '../../../conformance/reading/pointers.ts';
import { ledgerlineChoices, ledgerlineGroundTruth } from './ground-truth.ts';
import { allRows, type PortalSnapshot, readBody, type TransactionPage } from './testing/read-lists.ts';
import { createRequestSender } from './testing/send-request.ts';

const send = createRequestSender(1);
const [row] = await allRows(send, 'owner');
const terminal = row?.terminal ?? '';
const BODIES: Readonly<Record<string, unknown>> = {
  transactions: await readBody(send, 'owner', '/v1/transactions?limit=100'),
  'terminal transactions': await readBody(send, 'owner', `/v1/terminals/${terminal}/transactions`),
  settlements: await readBody(send, 'owner', '/v1/settlements'),
  disputes: await readBody(send, 'owner', '/v1/disputes'),
  locations: await readBody(send, 'owner', '/v1/locations'),
  connectors: await readBody(send, 'owner', '/v1/connectors'),
  groups: await readBody(send, 'owner', '/v1/terminal-groups'),
  commands: await readBody(send, 'owner', `/v1/terminals/${terminal}/commands`),
  provisioning: await readBody(send, 'owner', `/v1/terminals/${terminal}/provisioning-payload`),
  portal: await readBody(send, 'owner', '/v1/portal'),
  catalog: await readBody(send, 'owner', '/v1/integrations/catalog'),
  writes: await readBody(send, 'owner', '/v1/portal'),
};

describe('the known shape of ledgerline', () => {
  test.each(Object.entries(ledgerlineGroundTruth))('%s is at %s', (words, pointer) => {
    const [thing = ''] = words.split('.');
    const rows =
      ledgerlineGroundTruth[`${thing}.rows`] ??
      (thing === 'catalog' ? ledgerlineGroundTruth['catalog.services'] : undefined);
    const isOfTheBody =
      rows === undefined || pointer === rows || (pointer.startsWith('/totals/') && thing === 'transactions');
    expect(findValues(BODIES[thing], isOfTheBody ? pointer : (`${rows}${pointer}` as ValuePointer))).not.toEqual([]);
  });

  test('amounts are whole cents and times milliseconds', async () => {
    const rows = await allRows(send, 'owner');
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.every(({ dispensedCents }) => Number.isInteger(dispensedCents) && dispensedCents % 100 === 0)).toBe(
      true,
    );
    expect(rows.every(({ happenedAt }) => new Date(happenedAt).getUTCFullYear() === 2025)).toBe(true);
  });

  test('limits and pages are as stated', async () => {
    const usual = await readBody<TransactionPage>(send, 'owner', '/v1/transactions?nonsense=1');
    expect(usual.items).toHaveLength(ledgerlineChoices.usualLimit);
    expect(
      await readBody<TransactionPage>(send, 'owner', `/v1/transactions?limit=${ledgerlineChoices.widestLimit}`),
    ).toHaveProperty('items');
    const wider = await send('owner', `/v1/transactions?limit=${ledgerlineChoices.widestLimit + 1}`);
    expect(wider.status).toBe(ledgerlineChoices.limitAboveTheWidest);
  });

  test.each(
    ledgerlineChoices.sortColumns.flatMap((column) =>
      ledgerlineChoices.sortDirections.map((direction) => [column, direction]),
    ),
  )('sorts by %s, %s', async (column, direction) => {
    expect((await send('owner', `/v1/transactions?sort_by=${column}&sort_dir=${direction}`)).status).toBe(200);
  });

  test('roles that may write can send the stated bodies, and other roles cannot', async () => {
    const writing = createRequestSender(2);
    const [dispensed] = await allRows(writing, 'branch', '&sort_by=amt_comp&sort_dir=desc');
    const dispute = { ...ledgerlineChoices.bodies.createDispute, transactionId: dispensed?.id };
    for (const role of ['owner', 'branch', 'reader', 'neighbour']) {
      const { may } = await readBody<PortalSnapshot>(writing, role, '/v1/portal');
      const derived = await writing(role, '/v1/settlements/derive', {
        method: 'POST',
        body: ledgerlineChoices.bodies.deriveSettlements,
      });
      expect(derived.status).toBe(may.deriveSettlements ? 202 : 403);
      const opened = await writing(role, '/v1/disputes', { method: 'POST', body: dispute });
      const expected = role === 'owner' ? 201 : role === 'branch' ? 409 : 403;
      expect(opened.status).toBe(expected);
      expect(may.openDisputes).toBe(role !== 'reader');
    }
  });
});
