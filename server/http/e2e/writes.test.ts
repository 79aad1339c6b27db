import supertest from 'supertest';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DisputeCase, SettlementBatch, SettlementDerivation, TransactionRow } from '../../../spec/index.ts';
import type { Journal } from '../../journal/journal.ts';
import { openMemoryJournal } from '../../journal/memory.ts';
import { createTestApp, keys, TEST_OPERATOR_TOKEN, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});

const get = (path: string, key: string = keys.admin) => supertest(app.app).get(path).set('X-API-Key', key);
const post = (path: string, body: object, key: string = keys.admin) =>
  supertest(app.app)
    .post(path)
    .set('X-API-Key', key)
    .set('Content-Type', 'application/json')
    .send(JSON.stringify(body));

/** Lists all rows of a list. */
async function readAllRows<Row>(path: string, key: string = keys.admin): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=500${cursor === null ? '' : `&cursor=${cursor}`}`,
      key,
    );
    rows.push(...body.data);
    cursor = body.page.next_cursor;
  } while (cursor !== null);
  return rows;
}

async function findDisputableRow(key: string = keys.admin): Promise<TransactionRow> {
  const disputed = new Set(
    (await readAllRows<DisputeCase>('/v1/disputes', key)).map((dispute) => dispute.transaction_id),
  );
  const rows = await readAllRows<TransactionRow>('/v1/transactions', key);
  const row = rows.find(
    ({ transaction_type, response, dispense_status, transaction_id }) =>
      transaction_type === 'withdrawal' &&
      response === '00' &&
      dispense_status === 'full_dispense' &&
      !disputed.has(transaction_id),
  );
  if (row === undefined) throw new Error('no disputable row');
  return row;
}

describe('POST /v1/disputes', () => {
  test('opens a dispute that the next read returns unchanged', async () => {
    const row = await findDisputableRow();
    const claim = {
      transaction_id: row.transaction_id,
      reason_code: 'cash_not_dispensed',
      amount: row.amt_comp,
      description: 'No cash dispensed.',
    };
    const { status, body } = await post('/v1/disputes', claim, keys.disputes);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'open',
      terminal_id: row.terminal_id,
      amount: row.amt_comp,
      resolution: null,
    });
    expect(body).not.toHaveProperty('reviewer');

    const { body: list } = await get('/v1/disputes?limit=1');
    expect(list.data[0]).toEqual(body);
    const { body: timeline } = await get(`/v1/transactions/${row.transaction_id}/timeline`);
    expect(timeline.steps.map(({ step }: { step: string }) => step)).toContain('dispute_opened');
  });

  test('returns 409 with the first dispute for a second one about the same transaction', async () => {
    const row = await findDisputableRow();
    const claim = { transaction_id: row.transaction_id, reason_code: 'unauthorized', amount: '1.00' };
    const { body: first } = await post('/v1/disputes', claim);
    const second = await post('/v1/disputes', claim);
    expect([second.status, second.body.code, second.body.dispute_id]).toEqual([
      409,
      'dispute_exists',
      first.dispute_id,
    ]);
  });

  test.each([
    [{ amount: '0.00' }, '/amount', 'amount_not_positive'],
    [{ amount: '9999.00' }, '/amount', 'amount_exceeds_transaction'],
    [{ amount: '5.5' }, '/amount', 'wrong_format'],
    [{ description: 'card 4111 1111 1111 1111' }, '/description', 'sensitive_data'],
    [{ assign_to_user_id: 'usr_redline' }, '/assign_to_user_id', 'unknown_user'],
    [{ assign_to_user_id: 'usr_nw_finance' }, '/assign_to_user_id', 'unknown_user'],
    [{ terminal_id: 'NW104233' }, '/terminal_id', 'unknown_member'],
    [{ status: 'resolved' }, '/status', 'unknown_member'],
  ])('returns 422 for %o', async (change, pointer, code) => {
    const row = await findDisputableRow();
    const claim = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: '1.00', ...change };
    const { status, body } = await post('/v1/disputes', claim);
    expect([status, body.errors?.[0]?.pointer, body.errors?.[0]?.code]).toEqual([422, pointer, code]);
  });

  test('accepts a number that is not a card number', async () => {
    const row = await findDisputableRow();
    const claim = { transaction_id: row.transaction_id, reason_code: 'cash_not_dispensed', amount: '1.00' };
    const { status, body } = await post('/v1/disputes', {
      ...claim,
      description: 'trace 4111111111111112 </script> $\u007bx}',
    });
    expect([status, body.description]).toEqual([201, 'trace 4111111111111112 </script> $\u007bx}']);
  });

  test('returns the same problem for a foreign and an unknown transaction', async () => {
    const foreign = await findDisputableRow(keys.redline);
    const claim = { reason_code: 'cash_not_dispensed', amount: '1.00' };
    const [theirs, never] = await Promise.all(
      [foreign.transaction_id, 'txn_01K8Z6Q4T9N3V5B7C2D8F0G1HJ'].map((id) =>
        post('/v1/disputes', { ...claim, transaction_id: id }),
      ),
    );
    expect(theirs?.body.errors).toMatchObject([{ pointer: '/transaction_id', code: 'unknown_transaction' }]);
    expect(theirs?.body.errors).toEqual(never?.body.errors);
  });

  test('rejects disputes of declined, inquiry and reversed transactions', async () => {
    const rows = await readAllRows<TransactionRow>('/v1/transactions');
    const kinds = [
      rows.find(({ response }) => response === '51'),
      rows.find(({ transaction_type }) => transaction_type === 'balance_inquiry'),
      rows.find(({ dispense_status }) => dispense_status === 'reversed'),
      rows.find(({ transaction_type }) => transaction_type === 'reversal'),
    ];
    for (const row of kinds) {
      const claim = { transaction_id: row?.transaction_id, reason_code: 'cash_not_dispensed', amount: '1.00' };
      const { body } = await post('/v1/disputes', claim);
      expect(body.errors?.[0]).toMatchObject({ pointer: '/transaction_id', code: 'transaction_not_disputable' });
    }
  });
});

describe('POST /v1/settlements/derive', () => {
  test('derives the last closed business date for an empty body, and the next read returns the batch', async () => {
    const { status, body } = await post('/v1/settlements/derive', {});
    expect([status, body.business_date, body.dry_run]).toEqual([201, '2026-10-30', false]);
    const [batch] = (body as SettlementDerivation).batches;
    expect(batch).toMatchObject({ account_id: 'acct_northway', status: 'derived', revision: 1 });
    const list = await readAllRows<SettlementBatch>('/v1/settlements');
    expect(list.find(({ batch_id }) => batch_id === batch?.batch_id)).toEqual(batch);
  });

  test('returns 200 with the same id and the next revision for a repeated derivation', async () => {
    const first = (await post('/v1/settlements/derive', {})).body as SettlementDerivation;
    const { status, body } = await post('/v1/settlements/derive', {});
    expect([status, body.batches[0].batch_id, body.batches[0].revision]).toEqual([200, first.batches[0]?.batch_id, 2]);
    const ids = (await readAllRows<SettlementBatch>('/v1/settlements')).map(({ batch_id }) => batch_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('returns a batch without id for a dry run and stores nothing', async () => {
    const before = await readAllRows('/v1/settlements');
    const { status, body } = await post('/v1/settlements/derive', { dry_run: true, terminal_ids: ['NW104233'] });
    expect([status, body.dry_run, body.batches[0].batch_id, body.batches[0].status]).toEqual([
      200,
      true,
      null,
      'derived',
    ]);
    expect(await readAllRows('/v1/settlements')).toEqual(before);
  });

  test('returns 409 with the batch for a paid date', async () => {
    const { status, body } = await post('/v1/settlements/derive', { business_date: '2026-10-27' });
    expect([status, body.code, body.batch_status]).toEqual([409, 'settlement_locked', 'settled']);
    expect(body.batch_id).toMatch(/^ach_/);
  });

  test.each([
    [{ business_date: '2026-11-02' }, '/business_date', 'business_date_open'],
    [{ business_date: '2026-10-31' }, '/business_date', 'not_a_banking_day'],
    [{ business_date: '2026-10-12' }, '/business_date', 'not_a_banking_day'],
    [{ business_date: '2026-09-01' }, '/business_date', 'business_date_too_old'],
    [{ business_date: '2026-02-31' }, '/business_date', 'wrong_format'],
    [{ account_id: 'acct_redline' }, '/account_id', 'unknown_account'],
    [{ account_id: 'acct_nobody' }, '/account_id', 'unknown_account'],
    [{ terminal_ids: ['NW104233'] }, '/terminal_ids', 'partial_derive_not_allowed'],
    [{ terminal_ids: ['RL000666'], dry_run: true }, '/terminal_ids/0', 'unknown_terminal'],
    [{ terminal_ids: [] }, '/terminal_ids', 'out_of_range'],
    [{ memo: 'pan 5500-0000-0000-0004' }, '/memo', 'sensitive_data'],
    [{ memo: 'x'.repeat(141) }, '/memo', 'too_long'],
    [{ funding_type: 'everything' }, '/funding_type', 'unknown_value'],
    [{ dry_run: 'yes' }, '/dry_run', 'wrong_type'],
  ])('returns 422 for %o', async (body, pointer, code) => {
    const response = await post('/v1/settlements/derive', body);
    expect([response.status, response.body.errors?.[0]?.pointer, response.body.errors?.[0]?.code]).toEqual([
      422,
      pointer,
      code,
    ]);
  });

  test('returns 200 with a warning if there is nothing to settle', async () => {
    const { status, body } = await post('/v1/settlements/derive', {}, keys.blank);
    expect([status, body.batches, body.warnings[0].code]).toEqual([200, [], 'no_settleable_activity']);
  });
});

/** Opens a journal whose appends wait until they are released. */
function createSlowJournal() {
  const inner = openMemoryJournal();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const journal: Journal = {
    ...inner,
    async append(...entry) {
      reach();
      await released;
      return inner.append(...entry);
    },
  };
  return { journal, reached, release };
}

describe('Idempotency-Key', () => {
  const createClaim = (row: TransactionRow) => ({
    transaction_id: row.transaction_id,
    reason_code: 'unauthorized',
    amount: '1.00',
  });

  test('returns the first response again for the same key and body', async () => {
    const claim = createClaim(await findDisputableRow());
    const first = await post('/v1/disputes', claim).set('Idempotency-Key', 'k-1');
    const again = await post('/v1/disputes', claim).set('Idempotency-Key', 'k-1');
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([201, 'true', first.text]);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const mine = (await readAllRows<DisputeCase>('/v1/disputes')).filter(
      (d) => d.transaction_id === claim.transaction_id,
    );
    expect(mine).toHaveLength(1);
  });

  test('stores refusals too', async () => {
    const claim = { ...createClaim(await findDisputableRow()), amount: '9999.00' };
    const first = await post('/v1/disputes', claim).set('Idempotency-Key', 'k-2');
    const again = await post('/v1/disputes', claim).set('Idempotency-Key', 'k-2');
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([422, 422, 'true']);
  });

  test('returns 422 for another body with the same key, and separates keys by user and operation', async () => {
    const claim = createClaim(await findDisputableRow());
    await post('/v1/disputes', claim).set('Idempotency-Key', 'k-3');
    const other = await post('/v1/disputes', { ...claim, amount: '2.00' }).set('Idempotency-Key', 'k-3');
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    const elsewhere = await post('/v1/settlements/derive', {}).set('Idempotency-Key', 'k-3');
    expect(elsewhere.status).toBe(201);
    const another = await post('/v1/disputes', claim, keys.disputes).set('Idempotency-Key', 'k-3');
    expect(another.body.code).toBe('dispute_exists');
  });

  test('returns 409 while the first request is in progress', async () => {
    const slow = createSlowJournal();
    app = createTestApp({}, slow.journal);
    const claim = createClaim(await findDisputableRow());
    const send = () => post('/v1/disputes', claim).set('Idempotency-Key', 'k-4');
    const first = send().then((response) => response);
    await slow.reached;
    const second = await send();
    expect([second.status, second.body.code]).toEqual([409, 'idempotency_in_progress']);
    slow.release();
    expect((await first).status).toBe(201);
    expect((await send()).headers['idempotent-replayed']).toBe('true');
  });

  test('applies concurrent writes one after another', async () => {
    const rows = (await readAllRows<TransactionRow>('/v1/transactions')).filter(
      (row) => row.dispense_status === 'full_dispense',
    );
    const before = (await get('/v1/disputes')).body.page.matched;
    const answers = await Promise.all(rows.slice(200, 206).map((row) => post('/v1/disputes', createClaim(row))));
    const opened = answers.filter(({ status }) => status === 201);
    expect(opened.length).toBeGreaterThan(1);
    expect(new Set(opened.map(({ body }) => body.dispute_id)).size).toBe(opened.length);
    expect((await get('/v1/disputes')).body.page.matched).toBe(before + opened.length);
  });

  test('keeps all pages of a walk at one snapshot while disputes are opened', async () => {
    const { body: first } = await get('/v1/disputes?limit=2');
    const claim = createClaim(await findDisputableRow());
    await post('/v1/disputes', claim);
    const { body: second } = await get(`/v1/disputes?limit=2&cursor=${first.page.next_cursor}`);
    expect(second.page.matched).toBe(first.page.matched);
    const ids = [...first.data, ...second.data].map((dispute: DisputeCase) => dispute.dispute_id);
    expect(new Set(ids).size).toBe(4);
    expect((await get('/v1/disputes?limit=2')).body.page.matched).toBe(first.page.matched + 1);
  });
});

describe('a key that is revoked during a write', () => {
  /** Sends a request of the operator. */
  const operate = (method: 'post' | 'delete', path: string, body?: object) =>
    supertest(app.app)
      [method](path)
      .set({ Host: 'localhost', Authorization: `Bearer ${TEST_OPERATOR_TOKEN}` })
      .send(body);

  test.each([
    ['/v1/settlements/derive', {}],
    ['/sandbox/destinations', { listener: true }],
  ])('gets 401 for the repetition of %s after a conflict, and nothing is recorded', async (path, body) => {
    const inner = openMemoryJournal();
    let beforeNext: (() => Promise<void>) | undefined;
    const journal: Journal = {
      ...inner,
      async append(...entry) {
        const before = beforeNext;
        beforeNext = undefined;
        await before?.();
        return inner.append(...entry);
      },
    };
    app = createTestApp({}, journal);
    const issued = await operate('post', '/sandbox/keys', { user_id: 'usr_nw_admin' });
    expect(issued.status).toBe(201);
    const claim = {
      transaction_id: (await findDisputableRow()).transaction_id,
      reason_code: 'unauthorized',
      amount: '1.00',
    };
    let latest = inner.latest();
    beforeNext = async () => {
      expect((await post('/v1/disputes', claim)).status).toBe(201); // the conflict
      expect((await operate('delete', `/sandbox/keys/${issued.body.key_id}`)).status).toBe(200);
      latest = inner.latest();
    };
    const refused = await post(path, body, issued.body.api_key).set('Host', 'localhost');
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_api_key']);
    expect(beforeNext).toBeUndefined();
    expect(inner.latest()).toBe(latest);
  });
});
