import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperationId, TransactionRow } from '../../spec/index.ts';
import type { Scope } from '../world/scope/scope-types.ts';
import { position } from '../world/state/facts.ts';
import { listReply, readPageRequest } from './paging.ts';
import { bodyOf, scopeOf } from './testing/scope-of-key.ts';
import { listTransactions } from './transactions.ts';

const scope = scopeOf('sbx-meridian-admin');

/** All pages of a walk, as a client follows them. */
function pageRequest(query: object): TransactionRow[] {
  const rows: TransactionRow[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = bodyOf(
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

test('the pages of any walk concatenate to the list, whatever their size', () => {
  const whole = {
    asc: pageRequest({ limit: 500, sort_by: 'amt_comp', sort_dir: 'asc' }),
    desc: pageRequest({ limit: 500, sort_by: 'amt_comp' }),
  };
  expect(whole.desc.length).toBeGreaterThan(1000);
  fc.assert(
    fc.property(
      fc.integer({ min: 40, max: 500 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      (limit, sort_dir) => {
        expect(pageRequest({ limit, sort_by: 'amt_comp', sort_dir })).toEqual(whole[sort_dir]);
      },
    ),
    { numRuns: 15, seed: 11 },
  );
});

test('a smaller limit gives a prefix, and the summary stays that of all rows', () => {
  const first = (limit: number) => bodyOf(listTransactions(scope, { path: {}, query: { limit }, body: undefined }));
  expect(first(3).data).toEqual(first(50).data.slice(0, 3));
  expect(first(3).summary).toEqual(first(500).summary);
  expect(first(3).summary.row_count).toBe(first(3).page.matched);
});

/** The cursor after the first of three rows. */
function cursorOf(from: Scope = scope): string {
  const opened = readPageRequest(from, 'listTransactions', { limit: 1 });
  if ('problem' in opened) throw new Error('the first page needs no cursor');
  return bodyOf(listReply(opened, [1, 2, 3], String)).page.next_cursor ?? '';
}

/** The code of the refusal of a page of three rows; undefined where there is a page. */
function refusalOf(cursor: string, from: Scope = scope, operationId: OperationId = 'listTransactions') {
  const pageRequest = readPageRequest(from, operationId, { cursor });
  const reply = 'problem' in pageRequest ? pageRequest : listReply(pageRequest, [1, 2, 3], String);
  if (!('problem' in reply)) return undefined;
  expect(reply.status).toBe(400);
  return reply.problem.code;
}

describe('a cursor', () => {
  test('is good for its own query and user, with any limit', () => {
    const reopened = readPageRequest(scope, 'listTransactions', { limit: 2, cursor: cursorOf() });
    expect('problem' in reopened ? reopened.problem : reopened.offset).toBe(1);
    expect(refusalOf(cursorOf())).toBeUndefined();
  });

  test('is refused for another query, another user of the tenant, another tenant and another secret', () => {
    expect(refusalOf(cursorOf(), scope, 'listSettlements')).toBe('cursor_mismatch');
    const northway = scopeOf('sbx-northway-admin');
    expect(refusalOf(cursorOf(northway), northway)).toBeUndefined();
    expect(refusalOf(cursorOf(northway), scopeOf('sbx-northway-finance'))).toBe('invalid_parameter');
    expect(refusalOf(cursorOf(northway))).toBe('invalid_parameter');
    expect(refusalOf(cursorOf({ ...scope, cursorSecret: 'another secret' }))).toBe('invalid_parameter');
    expect(refusalOf(cursorOf({ ...scope, cursorSecret: `cursor ${scope.seed}` }))).toBe('invalid_parameter');
  });

  test('is refused with any change to its characters', () => {
    const cursor = cursorOf();
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
          expect(refusalOf(text)).toBe('invalid_parameter');
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });

  test.each([
    ['an instant after now', { nowMs: scope.nowMs + 1 }],
    ['an instant 20 years after now', { nowMs: scope.nowMs + 20 * 365 * 86_400_000 }],
    ['an instant before the sandbox clock started', { nowMs: scope.epochMs - 1 }],
    ['the instant 0', { nowMs: 0 }],
    ['an instant that is not a whole number', { nowMs: scope.nowMs - 0.5 }],
    ['an instant that is not a number', { nowMs: Number.NaN }],
    ['a position that is not written yet', { position: scope.position + 1 }],
    ['a negative position', { position: -1 }],
    ['an offset after the last row', {}, 3],
    ['a negative offset', {}, -5],
    ['an offset beyond all whole numbers', {}, Number.MAX_SAFE_INTEGER],
    ['an offset that is not a whole number', {}, 0.5],
  ])('is refused with %s, although the signature is right', (_, changes, offset = 0) => {
    const viewpoint = changes as Partial<Scope>; // instants and positions are numbers
    const place = [
      viewpoint.nowMs ?? scope.nowMs,
      viewpoint.position ?? scope.position,
      offset + 1,
      fingerprintIn(cursorOf()),
    ];
    expect(refusalOf(signed(JSON.stringify(place)))).toBe('invalid_parameter');
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
  ])('is refused when it holds %j, although the signature is right', (text) => {
    expect(refusalOf(signed(text))).toBe('invalid_parameter');
  });

  test('is refused when it is from before a reset, although the signature is right', () => {
    const afterReset: Scope = { ...scope, since: position(scope.position + 1), position: position(scope.position + 1) };
    expect(refusalOf(cursorOf(), afterReset)).toBe('invalid_parameter');
  });

  test('may start at the last instant, position and row of its walk', () => {
    const place = [scope.nowMs, scope.position, 3, fingerprintIn(cursorOf())];
    expect(refusalOf(signed(JSON.stringify(place)))).toBeUndefined();
  });
});

test('a world without a cursor secret serves no second page', () => {
  expect(() => cursorOf({ ...scope, cursorSecret: undefined })).toThrow('without a cursor secret');
});

/** A cursor with a right signature over any text. */
function signed(text: string): string {
  const encoded = Buffer.from(text).toString('base64url');
  const { tenant, user, cursorSecret = '' } = scope;
  const holder = JSON.stringify([tenant.tenantId, user.userId, encoded]);
  return createHmac('sha256', cursorSecret).update(holder).digest('base64url').slice(0, 22) + encoded;
}

/** What a cursor says of its query. */
function fingerprintIn(cursor: string): string {
  const [, , , query] = JSON.parse(Buffer.from(cursor.slice(22), 'base64url').toString()) as string[]; // as written
  return query ?? '';
}
