import { describe, expect, test } from 'vitest';
import { collectMarks } from './contract-audit.ts';
import { clauses, contract, gaps, listReadings } from './index.ts';
import { formatClauseTables } from './rule-tables.ts';
import { readClauses, readGaps } from './rules.ts';
import { sandboxContract } from './sandbox-document.ts';

const clauseIds: readonly string[] = clauses.map(({ id }) => id);
const gapIds: readonly string[] = gaps.map(({ id }) => id);

test('marks elements only with existing clauses and gaps', () => {
  const marked = {
    clause: [...collectMarks(contract, 'x-clause').keys()],
    gap: [...collectMarks(contract, 'x-assumed').keys()],
  };
  expect(marked.clause.length).toBeGreaterThan(50);
  expect(marked.gap.length).toBeGreaterThan(50);
  expect(marked.clause.filter((id) => !clauseIds.includes(id))).toEqual([]);
  expect(marked.gap.filter((id) => !gapIds.includes(id))).toEqual([]);
});

test('names every clause and gap in the contract, or has an `elsewhere`', () => {
  const sandbox = sandboxContract as unknown as typeof contract; // marks are found wherever they are
  const marked = new Set([
    ...collectMarks(contract, 'x-clause').keys(),
    ...collectMarks(contract, 'x-assumed').keys(),
    ...collectMarks(sandbox, 'x-assumed').keys(),
  ]);
  const silent = [...clauses, ...gaps].filter(({ id, elsewhere }) => !marked.has(id) && elsewhere === undefined);
  expect(silent.map(({ id }) => id)).toEqual([]);
  const outdated = [...clauses, ...gaps].filter(({ id, elsewhere }) => marked.has(id) && elsewhere !== undefined);
  expect(outdated.map(({ id }) => id)).toEqual([]);
});

test('has no id in both lists', () => {
  expect(clauseIds.filter((id) => gapIds.includes(id))).toEqual([]);
  expect(new Set([...clauseIds, ...gapIds]).size).toBe(clauses.length + gaps.length);
});

test('never marks a documented element only as a choice', () => {
  const stated = collectMarks(contract, 'x-clause');
  for (const [id, place] of [
    ['auth.header', '/components/securitySchemes/apiKey'],
    ['transactions.limit', '/components/parameters/TransactionLimit'],
    ['transactions.sort.amt_comp', '/components/schemas/TransactionRow/properties/amt_comp'],
    ['settlements.net_payout', '/components/schemas/SettlementBatch/properties/net_payout'],
    ['disputes.due_date', '/components/schemas/UnresolvedDispute/properties/due_date'],
    ['catalog.members', '/components/schemas/CatalogService/properties/portal_surfaces'],
    ['openapi.cacheable', '/paths/~1v1~1integrations~1public-openapi.json/get'],
  ] as const)
    expect(stated.get(id), id).toContain(place);
});

test('escapes table cells, and rejects an unknown section', () => {
  const clause = { id: 'a.b', level: 'must', section: '4', rests_on: 'three', text: 'one | two' } as const;
  expect(formatClauseTables([clause])).toContain('| `a.b` | must | one \\| two |');
  expect(() => formatClauseTables([{ ...clause, section: '44' }])).toThrow(/no section 44/);
});

test('rejects an invalid list and names the invalid entry', () => {
  const clause = { id: 'a.b', level: 'must', section: '4', rests_on: 'The words.', text: 'A rule.' };
  const gap = { id: 'a.b', section: '4', question: 'q', choice: 'c', why: 'w', kit: 'ignored' };
  expect(readClauses([clause])).toEqual([clause]);
  expect(readGaps([gap])).toEqual([gap]);
  expect(() => readClauses({})).toThrow(/must be a list/);
  expect(() => readClauses([clause, clause])).toThrow(/a\.b occurs twice/);
  expect(() => readClauses([{ ...clause, id: 'Plain' }])).toThrow(/not a dotted/);
  expect(() => readClauses([{ ...clause, level: 'shall' }])).toThrow(/a\.b: expected one of must/);
  expect(() => readClauses([{ ...clause, checks: 'x' }])).toThrow(/unknown "checks"/);
  expect(() => readGaps([{ ...gap, why: '' }])).toThrow(/needs the text "why"/);
  expect(() => readGaps([{ ...gap, kit: 'maybe' }])).toThrow(/expected one of ignored/);
});

describe('the readings of a gap', () => {
  const readWith = (readings: unknown) => () =>
    readGaps([{ id: 'a.b', section: '4', question: 'q', choice: 'c', why: 'w', kit: 'choice', readings }]);
  const one = { id: 'one', text: 'It is one.' };

  test('are kept in their order', () => {
    expect(readWith([{ id: 'two', text: 'It is two.' }, one])()[0]?.readings?.map(({ id }) => id)).toEqual([
      'two',
      'one',
    ]);
    expect(listReadings('transactions.summary_extent')).toEqual(['page', 'matching', 'limited', 'visible']);
  });

  test.each([
    ['one only', [one], 'must be a list of two or more'],
    ['an id twice', [one, one], '"one" is not an id of a reading, or occurs twice'],
    ['no sentence', [one, { id: 'two', text: 'two' }], 'the reading two must have one "text", a sentence'],
    ['another member', [one, { id: 'two', text: 'It is two.', more: 1 }], 'and nothing else'],
  ])('with %s are rejected', (_, readings, message) => {
    expect(readWith(readings)).toThrow(message);
  });
});
