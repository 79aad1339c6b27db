import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import { afterAll, expect, test } from 'vitest';
import type { TransactionRow } from '../../../spec/index.ts';
import type { Journal } from '../../journal/journal.ts';
import { openMemoryJournal } from '../../journal/memory.ts';
import { openSqliteJournal } from '../../journal/sqlite.ts';
import { position } from '../../world/state/facts.ts';
import { createTestApp, keys } from '../testing/test-app.ts';

const root = mkdtempSync(join(tmpdir(), 'fleetkit-journals-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Derives the batches of every tenant and opens three disputes; one is rejected. Returns the replies. */
async function writeAll(journal: Journal): Promise<readonly unknown[]> {
  const { app } = createTestApp({}, journal);
  const answers: unknown[] = [];
  const post = async (path: string, key: string, body: object): Promise<void> => {
    const name = `write-${answers.length}`;
    const sent = supertest(app).post(path).set('X-API-Key', key).set('Idempotency-Key', name).send(body);
    const { status, body: answer } = await sent;
    answers.push({ status, answer: { ...answer, request_id: undefined } });
  };

  for (const key of [keys.admin, keys.delgado, keys.redline, keys.hostile, keys.blank, keys.harbor]) {
    await post('/v1/settlements/derive', key, {});
  }
  const { body } = await supertest(app).get('/v1/transactions?limit=500').set('X-API-Key', keys.redline);
  const rows = (body.data as TransactionRow[]).filter(({ dispense_status }) => dispense_status === 'full_dispense');
  for (const { transaction_id } of rows.slice(20, 23)) {
    const claim = { transaction_id, reason_code: 'unauthorized', amount: '1.00', description: '\u0001\ud83d\ude00' };
    await post('/v1/disputes', keys.redline, claim);
  }
  return answers;
}

test('stores the same facts for the same writes in every journal', async () => {
  const memory = openMemoryJournal();
  const sqlite = openSqliteJournal(join(root, 'data'), { defaultSeed: 1 });
  const answers = await writeAll(memory);
  expect(await writeAll(sqlite)).toEqual(answers);
  const entries = await memory.readAfter(position(0));
  expect(new Set(entries.flatMap(({ facts }) => facts.map(({ type }) => type))).size).toBe(3);
  expect(await sqlite.readAfter(position(0))).toEqual(entries);
  await sqlite.close();
});
