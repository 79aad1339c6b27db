import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../../lab/mutants/proxy-helpers.ts';
import { createClient } from '../../../http/client.ts';
import { readDocument } from '../columns/document.ts';
import { createEvidence, createInferenceState } from '../columns/inference-state.ts';
import { bindGroupIds } from './group-ids.ts';

const GROUPS = [
  { label: 'North', gid: 216, units: ['T1', 'T2'], size: 2 },
  { label: 'South', gid: 222, units: ['T3'], size: 1 },
  { label: 'All', gid: 230, units: ['T1', 'T2', 'T3'], size: 3 },
];
const ROWS = ['T1', 'T3', 'T2', 'T1'].map((unit, index) => ({ number: `${index}`, unit }));

type Filter = (group: string) => readonly string[];

const byGroup: Filter = (group) => GROUPS.find(({ gid }) => String(gid) === group)?.units ?? [];

/** Returns the place that is bound at a service whose filter keeps the rows of these terminals. */
async function findPlace(filter: Filter): Promise<string | undefined> {
  const caller = createClient({
    baseUrl: 'http://target.test',
    keys: new Map([['key', 'secret']]),
    transport: ({ url }) => {
      const group = new URL(url).searchParams.get('group_id');
      const units = group === null ? ['T1', 'T2', 'T3'] : filter(group);
      const rows = url.includes('terminal-groups') ? GROUPS : ROWS.filter(({ unit }) => units.includes(unit));
      return Promise.resolve(makeJsonResponse(200, { rows }));
    },
  })
    .session()
    .withKey('key');
  const state = createInferenceState([caller], readDocument({}));
  const evidence = [createEvidence('experiment', 'stated by the test')];
  const bind = (
    name: 'terminal_groups.rows' | 'terminal_groups.terminals' | 'transactions.rows' | 'transactions.terminal',
  ) => ({
    at: (value: string) => state.bind(name, { value, confidence: 'certain', evidence }),
  });
  bind('terminal_groups.rows').at('/rows/*');
  bind('terminal_groups.terminals').at('/units/*');
  bind('transactions.rows').at('/rows/*');
  bind('transactions.terminal').at('/unit');
  await bindGroupIds(state);
  return state.getValue('terminal_groups.id');
}

test('the values that keep the transactions of their group are its ids, with any name', async () => {
  expect(await findPlace(byGroup)).toBe('/gid');
});

test.each<[string, Filter]>([
  ['ignores groups', () => ['T1', 'T2', 'T3']],
  ['returns the rows of another group', (group) => (group === '216' ? ['T3'] : ['T1'])],
  ['returns no rows', () => []],
  ['keeps the rows of one group only', (group) => (group === '222' ? ['T3'] : [])],
])('no column is bound at a service that %s', async (_, filter) => {
  expect(await findPlace(filter)).toBeUndefined();
});
