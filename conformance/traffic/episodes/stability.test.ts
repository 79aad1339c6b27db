import { describe, expect, test } from 'vitest';
import type { RecordedEntry } from '../../http/recording/recording.ts';
import { createStability } from './stability.ts';

const createEntry = (sentMs: number, path: string, json: unknown): RecordedEntry => ({
  caller: 'key-1',
  method: 'GET',
  path,
  headers: [],
  sentMs,
  tookMs: 1,
  outcome: { status: 200, headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify(json)) },
});

const LIST = '/v1/transactions';
const ITEM = '/v1/locations/T1';
const rows = (...ids: readonly string[]) => ({ at: Math.random(), rows: ids.map((id) => ({ id, a: 1, b: 2, c: 3 })) });
const judge = (entries: readonly RecordedEntry[], times: readonly [string, number][]) =>
  createStability({ entries, keys: new Set() }).isProven(
    times.map(([path, sentMs]) => ({ caller: 'key-1', method: 'GET', path, sentMs })),
  );

const item = createEntry(20, ITEM, { id: 'T1' });
const again = createEntry(40, ITEM, { id: 'T1' });

test('proves that data were the same between two equal reads, apart from values that change at each read', () => {
  const entries = [createEntry(10, LIST, rows('a', 'b')), item, createEntry(30, LIST, rows('a', 'b')), again];
  expect(
    judge(entries, [
      [LIST, 10],
      [ITEM, 20],
    ]),
  ).toBe(true);
});

test.each([
  [
    'the other read was sent once, perhaps to a replica that was late',
    [createEntry(10, LIST, rows('a', 'b')), item, createEntry(30, LIST, rows('a', 'b'))],
  ],
  [
    'the clock was set back',
    [createEntry(10, LIST, rows('a')), item, createEntry(30, LIST, rows('a')), createEntry(5, LIST, rows('a')), again],
  ],
  ['no read was repeated', [createEntry(10, LIST, rows('a', 'b')), item]],
  [
    'the repeated read has another row',
    [createEntry(10, LIST, rows('a', 'b')), item, createEntry(30, LIST, rows('a', 'c'))],
  ],
  [
    'the repeated read has one more row',
    [createEntry(10, LIST, rows('a')), item, createEntry(30, LIST, rows('a', 'b'))],
  ],
  ['the reads are all before', [createEntry(5, LIST, rows('a')), createEntry(10, LIST, rows('a')), item]],
])('proves nothing if %s', (_, entries) => {
  expect(
    judge(entries, [
      [LIST, 10],
      [ITEM, 20],
    ]),
  ).toBe(false);
});

test('needs no proof for one read', () => {
  expect(
    judge(
      [item],
      [
        [ITEM, 20],
        [ITEM, 20],
      ],
    ),
  ).toBe(true);
});

describe('with other repeated reads', () => {
  const LIMITS = [1, 2, 3, 4, 5];
  const readAll = (sentMs: number, ids: readonly string[]) =>
    LIMITS.map((limit) => createEntry(sentMs + limit, `${LIST}?limit=${limit}`, rows(...ids)));
  const single = createEntry(20, `${LIST}?terminal_id=T1`, rows('a'));
  const compared: [string, number][] = [
    [`${LIST}?terminal_id=T1`, 20],
    [`${LIST}?limit=5`, 15],
  ];

  test('proves that data were the same around a read that was sent once', () => {
    expect(judge([...readAll(10, ['a', 'b']), single, ...readAll(30, ['a', 'b'])], compared)).toBe(true);
  });

  test.each([
    [
      'one of them changed',
      [
        ...readAll(10, ['a', 'b']),
        single,
        ...readAll(30, ['a', 'b']).slice(1),
        createEntry(40, `${LIST}?limit=1`, rows('a', 'c')),
      ],
    ],
    ['they are few', [...readAll(10, ['a', 'b']).slice(3), single, ...readAll(30, ['a', 'b']).slice(3)]],
    ['they are all later', [single, ...readAll(30, ['a', 'b']), ...readAll(50, ['a', 'b'])]],
  ])('proves nothing if %s', (_, entries) => {
    expect(judge(entries, compared)).toBe(false);
  });
});
