import { createHmac, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseRuns } from '../../../base/testing/depth.ts';
import type { OperationId, TransactionRow } from '../../../spec/index.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import { position } from '../../world/state/facts.ts';
import { DEFAULT_SEED, generateWorld } from '../../world/state/world.ts';
import { lookAt } from '../../world/testing/inject-facts.ts';
import { listTransactions } from '../ledger/transactions.ts';
import { CURSOR_SECRET, openTestScope, unwrapBody } from '../testing/test-scope.ts';
import { buildListReply, readPageRequest } from './paging.ts';

const scope = openTestScope('sbx-meridian-admin');

/** Reads all pages of a walk. */
function readAllPages(query: object): TransactionRow[] {
  const rows: TransactionRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = unwrapBody(
      listTransactions(scope, {
        path: {},
        query: cursor === undefined ? query : { ...query, cursor },
        body: undefined,
      }),
    );
    expect(page.page.returned).toBe(page.data.length);
    expect(page.page.has_more).toBe(page.page.next_cursor !== null);
    rows.push(...page.data);
    cursor = page.page.next_cursor;
  }
  return rows;
}

test('concatenates the pages of any size to the complete list', () => {
  const whole = {
    asc: readAllPages({ limit: 500, sort_by: 'amt_comp', sort_dir: 'asc' }),
    desc: readAllPages({ limit: 500, sort_by: 'amt_comp' }),
  };
  expect(whole.desc.length).toBeGreaterThan(1000);
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 500 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      (limit, sort_dir) => {
        expect(readAllPages({ limit, sort_by: 'amt_comp', sort_dir })).toEqual(whole[sort_dir]);
      },
    ),
    { numRuns: 15, seed: 11 },
  );
});

test('returns a prefix for a smaller limit, with the summary of all rows', () => {
  const first = (limit: number) => unwrapBody(listTransactions(scope, { path: {}, query: { limit }, body: undefined }));
  expect(first(3).data).toEqual(first(50).data.slice(0, 3));
  expect(first(3).summary).toEqual(first(500).summary);
  expect(first(3).summary.row_count).toBe(first(3).page.matched);
});

/** Returns the cursor after the first of three rows. */
function createCursor(from: Scope = scope): string {
  const opened = readPageRequest(from, 'listTransactions', { limit: 1 });
  if ('problem' in opened) throw new Error('the first page needs no cursor');
  return unwrapBody(buildListReply(opened, [1, 2, 3], { present: String })).page.next_cursor ?? '';
}

/** Returns the problem code for a page of three rows; undefined for a valid page. */
function findRefusalCode(cursor: string, from: Scope = scope, operationId: OperationId = 'listTransactions') {
  const pageRequest = readPageRequest(from, operationId, { cursor });
  const reply = 'problem' in pageRequest ? pageRequest : buildListReply(pageRequest, [1, 2, 3], { present: String });
  if (!('problem' in reply)) return undefined;
  expect(reply.status).toBe(400);
  return reply.problem.code;
}

describe('a cursor', () => {
  test('is valid for its own query and user, with any limit', () => {
    const reopened = readPageRequest(scope, 'listTransactions', { limit: 2, cursor: createCursor() });
    expect('problem' in reopened ? reopened.problem : reopened.offset).toBe(1);
    expect(findRefusalCode(createCursor())).toBeUndefined();
  });

  test('is rejected for another query, user, tenant or secret', () => {
    expect(findRefusalCode(createCursor(), scope, 'listSettlements')).toBe('cursor_mismatch');
    const northway = openTestScope('sbx-northway-admin');
    expect(findRefusalCode(createCursor(northway), northway)).toBeUndefined();
    expect(findRefusalCode(createCursor(northway), openTestScope('sbx-northway-finance'))).toBe('invalid_parameter');
    expect(findRefusalCode(createCursor(northway))).toBe('invalid_parameter');
    expect(findRefusalCode(createCursor(openScopeWithSecret('another secret')))).toBe('invalid_parameter');
    expect(findRefusalCode(createCursor(openScopeWithSecret(`cursor ${DEFAULT_SEED}`)))).toBe('invalid_parameter');
  });

  test('is rejected with any change to its characters', () => {
    const cursor = createCursor();
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const character = fc.constantFrom(...characters);
    const changed = fc.oneof(
      fc.tuple(fc.nat(cursor.length - 1), character).map(([at, c]) => cursor.slice(0, at) + c + cursor.slice(at + 1)),
      fc.nat(cursor.length - 1).map((length) => cursor.slice(0, length)),
      fc.nat(cursor.length - 1).map((from) => cursor.slice(from + 1)),
      fc.string({ unit: character, minLength: 1, maxLength: 40 }).map((more) => cursor + more),
      fc.string({ unit: character, maxLength: 120 }),
      fc.string({ unit: 'binary', maxLength: 50 }),
    );
    fc.assert(
      fc.property(
        changed.filter((text) => text !== cursor),
        (text) => {
          expect(findRefusalCode(text)).toBe('invalid_parameter');
        },
      ),
      { numRuns: chooseRuns(25, 300), seed: 5 },
    );
  });

  test.each([
    ['an instant after now', { nowMs: scope.nowMs + 1 }],
    ['an instant 20 years after now', { nowMs: scope.nowMs + 20 * 365 * 86_400_000 }],
    ['an instant before the sandbox clock started', { nowMs: scope.startMs - 1 }],
    ['the instant 0', { nowMs: 0 }],
    ['an instant that is not a whole number', { nowMs: scope.nowMs - 0.5 }],
    ['an instant that is not a number', { nowMs: Number.NaN }],
    ['a position that is not written yet', { position: scope.position + 1 }],
    ['a negative position', { position: -1 }],
    ['an offset after the last row', {}, 3],
    ['a negative offset', {}, -5],
    ['an offset beyond all whole numbers', {}, Number.MAX_SAFE_INTEGER],
    ['an offset that is not a whole number', {}, 0.5],
  ])('is rejected with %s despite a valid signature', (_, changes, offset = 0) => {
    const snapshot = changes as Partial<Scope>; // instants and positions are numbers
    const { nowMs = scope.nowMs, position: at = scope.position } = snapshot;
    const query = readFingerprint(createCursor());
    expect(findRefusalCode(signEarlierText(JSON.stringify([nowMs, at, offset + 1, query])))).toBe('invalid_parameter');
    if (Number.isSafeInteger(offset) && offset >= 0)
      expect(findRefusalCode(signCursor(JSON.stringify([nowMs, at, query]), offset + 1))).toBe('invalid_parameter');
  });

  test.each([
    '',
    '{',
    'null',
    '{}',
    '[]',
    '[1,2,3]',
    '"text"',
    '[1e999,0,1,"x"]',
    '[[],{},"1",null]',
    '\u0000',
    '[1,2,3,4,5]',
  ])('is rejected with the content %j despite a valid signature', (text) => {
    expect(findRefusalCode(signEarlierText(text))).toBe('invalid_parameter');
    expect(findRefusalCode(signCursor(text, 1))).toBe('invalid_parameter');
  });

  test('is rejected after a reset despite a valid signature', () => {
    const afterReset: Scope = { ...scope, since: position(scope.position + 1), position: position(scope.position + 1) };
    expect(findRefusalCode(createCursor(), afterReset)).toBe('invalid_parameter');
  });

  test('may point to the last instant, position and row', () => {
    const place = [scope.nowMs, scope.position, readFingerprint(createCursor())];
    expect(findRefusalCode(signCursor(JSON.stringify(place), 3))).toBeUndefined();
  });

  test('is valid in the form of earlier versions', () => {
    const place = [scope.nowMs, scope.position, 2, readFingerprint(createCursor())];
    const cursor = signEarlierText(JSON.stringify(place));
    const reopened = readPageRequest(scope, 'listTransactions', { cursor });
    expect('problem' in reopened ? reopened.problem : reopened.offset).toBe(2);
  });

  test('contains the same signature for equal places only', () => {
    const opened = readPageRequest(scope, 'listTransactions', { limit: 1 });
    if ('problem' in opened) throw new Error('the first page needs no cursor');
    const cursorAt = (offset: number) =>
      unwrapBody(buildListReply({ ...opened, offset }, Array.from({ length: 50 }), { present: String })).page
        .next_cursor;
    const cursors = Array.from({ length: 48 }, (_, offset) => cursorAt(offset));
    expect(new Set(cursors.map((cursor) => cursor?.slice(0, 22))).size).toBe(48);
    expect(cursorAt(7)).toBe(cursors[7]);
  });
});

test('rejects lists of a world without a cursor secret', () => {
  expect(() => createCursor(openScopeWithSecret(undefined))).toThrow('without a cursor secret');
});

/** Returns the same user's scope in a world with another secret. */
const openScopeWithSecret = (cursorSecret: string | undefined): Scope =>
  lookAt(
    generateWorld(DEFAULT_SEED, { ...(cursorSecret !== undefined && { cursorSecret }) }),
    scope.key.key,
    scope.nowMs,
  );

/** Creates a cursor with a valid signature over any text and an offset. */
function signCursor(text: string, offset: number): string {
  const head = Buffer.from(text).toString('base64url');
  const last = offset.toString(36).padStart(8, '0');
  return hash('sha256', signForUser('') + head + last, 'base64url').slice(0, 22) + head + last;
}

/** Does the same in the form of earlier versions, where the text has the offset. */
function signEarlierText(text: string): string {
  const encoded = Buffer.from(text).toString('base64url');
  return signForUser(encoded).slice(0, 22) + encoded;
}

function signForUser(encoded: string): string {
  const { tenant, user } = scope;
  const signed = JSON.stringify([tenant.tenantId, user.userId, encoded]);
  return createHmac('sha256', CURSOR_SECRET).update(signed).digest('base64url');
}

/** Returns the query fingerprint of a cursor. */
function readFingerprint(cursor: string): string {
  const [, , query] = JSON.parse(Buffer.from(cursor.slice(22, -8), 'base64url').toString()) as string[]; // as writeCursor encodes it
  return query ?? '';
}
