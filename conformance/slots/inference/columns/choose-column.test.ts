import { expect, test } from 'vitest';
import type { BindingEvidence } from '../../bindings.ts';
import { type ColumnCriteria, chooseColumn } from './choose-column.ts';
import { collectColumns } from './columns.ts';

const completed: ColumnCriteria = { names: [['amount', 'completed']], fits: () => true };

const createColumns = (...names: readonly string[]) =>
  collectColumns(
    [1, 2, 3].map((row) => Object.fromEntries(names.map((name, index) => [name, `${row * 10 + index}.00`]))),
    new Map(),
  );

const bySorting: BindingEvidence = {
  source: 'experiment',
  observation: 'it falls',
  assumedRules: ['transactions.sort.amt_comp'],
};
const opened: BindingEvidence = { source: 'experiment', observation: 'it opens something', assumedRules: [] };

test('a fitting name makes a binding likely, and an additional experiment certain', () => {
  const columns = createColumns('completedAmount', 'fee');
  expect(chooseColumn(columns, completed)).toMatchObject({ value: '/completedAmount', confidence: 'likely' });
  const both = chooseColumn(columns, completed, new Map([['/completedAmount', [bySorting]]]));
  expect(both).toMatchObject({ value: '/completedAmount', confidence: 'certain' });
  expect(both?.evidence.map(({ assumedRules }) => assumedRules)).toEqual([[], ['transactions.sort.amt_comp']]);
});

test('contradicting evidence that assumes a rule turns a fitting name into a guess', () => {
  const against = new Map([['/amt1', [bySorting]]]);
  expect(chooseColumn(createColumns('completedAmount', 'amt1'), completed, against)).toMatchObject({
    value: '/completedAmount',
    confidence: 'guess',
  });
});

test('all evidence assumes the rule if evidence that assumes it decides the choice', () => {
  const chosen = chooseColumn(
    createColumns('amountPaid', 'amountSettled'),
    completed,
    new Map([['/amountSettled', [bySorting]]]),
  );
  expect(chosen).toMatchObject({ value: '/amountSettled', confidence: 'certain' });
  expect(chosen?.evidence.map(({ source: from, assumedRules }) => [from, assumedRules])).toEqual([
    ['names', ['transactions.sort.amt_comp']],
    ['experiment', ['transactions.sort.amt_comp']],
  ]);
});

test('an experiment that assumes no rule decides against a name', () => {
  const chosen = chooseColumn(createColumns('amountPaid', 'm'), completed, new Map([['/m', [opened, opened]]]));
  expect(chosen).toMatchObject({ value: '/m', confidence: 'likely' });
});

test('two columns with equally fitting names give a guess', () => {
  expect(chooseColumn(createColumns('amountPaid', 'amountSettled'), completed)).toMatchObject({ confidence: 'guess' });
});
