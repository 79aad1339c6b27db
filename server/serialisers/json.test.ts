import { expect, test } from 'vitest';
import { isList, type ListBody, serialiseJson, serialiseList, serialiseRow, toByteString } from './json.ts';

const list = (...data: object[]) => ({
  object: 'list' as const,
  data,
  page: { limit: 2, next_cursor: null },
  as_of: 'now',
});

const serialise = ({ data, object: _, page, ...end }: ListBody & { readonly as_of: string }) => {
  const keepText = (row: object) => ({ serialised: serialiseRow(row) });
  return serialiseList(data.map(keepText), page, keepText(end));
};

test('serialises a list like other JSON', () => {
  const rows = [{ a: '"\u2028', b: [1] }, { c: null }];
  for (const body of [list(), list(...rows), list(...rows, ...rows)]) {
    const { bytes } = serialise(body);
    const expected = toByteString(serialiseJson(body));
    expect([String(bytes), bytes.length]).toEqual([expected, expected.length]);
    const buffer = Buffer.alloc(expected.length + 1, 'x');
    bytes.writeTo(buffer);
    expect(buffer.toString('latin1')).toBe(`${expected}x`);
  }
});

test('returns the bytes of UTF-8, one per character', () => {
  for (const text of ['', 'plain', 'é', '\u{1f3e7}\u2028', '\ud800'])
    expect(Buffer.from(toByteString(text), 'latin1')).toEqual(Buffer.from(text, 'utf8'));
});

test('returns a different digest for every different list, and the same for equal ones', () => {
  const [one, two, three] = [{ a: 1 }, { a: 2 }, { a: 1, b: 'é' }];
  const bodies = [list(), list(one), list(two), list(three), list(one, one), list(one, two), list(two, one)];
  const longer = [list(one, two, three), list(three, two, one), list(two, one, three)];
  const others = [...bodies, ...longer].map((body) => ({ ...body, page: { limit: 3, next_cursor: null } }));
  const all = [...bodies, ...longer, ...others];
  expect(new Set(all.map((body) => serialise(body).digest)).size).toBe(all.length);
  expect(serialise(list({ a: 1 })).digest).toBe(serialise(list(one)).digest);
});

test('recognises only list envelopes as lists', () => {
  expect([list(), { object: 'settlement_derivation' }, null, 'list'].map(isList)).toEqual([true, false, false, false]);
});
