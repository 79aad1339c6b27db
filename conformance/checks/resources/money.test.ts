import { expect, test } from 'vitest';
import { createBindings } from '../../slots/bindings.ts';
import { stated } from '../../testing/stated.ts';
import { entryCountsCount, reviewerOnlyWhenResolved } from './money.ts';

const bindings = createBindings(
  {
    'settlements.rows': stated('/*'),
    'settlements.id': stated('/batch'),
    'settlements.credit_total': stated('/credit'),
    'settlements.entry_counts': stated(['/returned_entries']),
  },
  'config',
);

/** Judges batches without returned entries. */
async function judge(more: object): Promise<string> {
  const json = Array.from({ length: 4 }, (_, index) => ({
    batch: `B-${index}`,
    credit: '1200.50',
    returned_entries: 0,
    ...more,
  }));
  const text = JSON.stringify(json);
  const get = async () => ({ status: 200, headers: [], json, text, isReadable: true, parameters: {} });
  return (await entryCountsCount.run({ readers: [{ name: 'a key', get }], bindings } as never)).kind; // what the check needs
}

test('zero entries that were returned are no count of all, if another number may be that', async () => {
  expect(await judge({ transactions: 12 })).toBe('untestable');
  expect(await judge({ state: 'settled' })).toBe('fail');
});

/** Judges disputes with these statuses, and reviewers of those that are not in `without`. */
async function judgeReviewers(
  statuses: readonly string[],
  without: readonly string[],
  source: 'names' | 'config' = 'names',
): Promise<string> {
  const json = statuses.map((status, index) => ({
    case: `D-${index}`,
    status,
    reviewer: without.includes(status) && index < 3 ? null : 'M. Osei',
  }));
  const disputes = createBindings(
    {
      'disputes.rows': stated('/*'),
      'disputes.id': stated('/case'),
      'disputes.status': stated('/status'),
      'disputes.reviewer': stated('/reviewer'),
      'disputes.resolved_statuses': {
        value: ['won', 'lost'],
        confidence: 'certain',
        evidence: [{ source, observation: 'they are words for it', assumedRules: [] }],
      },
    },
    'inferred',
  );
  const get = async () => ({
    status: 200,
    headers: [],
    json,
    text: JSON.stringify(json),
    isReadable: true,
    parameters: {},
    envelope: new Set(),
    request: { url: 'http://target.test/v1/disputes' },
  });
  return (await reviewerOnlyWhenResolved.run({ readers: [{ name: 'a key', get }], bindings: disputes } as never)).kind; // what the check needs
}

test('a status that the kit does not know may be that of resolved cases', async () => {
  expect(await judgeReviewers(['filed', 'won', 'filed', 'written_off'], ['filed'])).toBe('pass');
  expect(await judgeReviewers(['filed', 'won', 'filed', 'filed'], ['filed'])).toBe('fail');
  expect(await judgeReviewers(['open', 'won', 'lost'], [])).toBe('fail');
  expect(await judgeReviewers(['filed', 'won', 'filed', 'written_off'], ['filed'], 'config')).toBe('fail');
});
