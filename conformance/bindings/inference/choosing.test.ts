import { expect, test } from 'vitest';
import type { Support } from '../bindings.ts';
import { choose, type Wanted } from './choosing.ts';
import { columnsOf } from './columns.ts';

const completed: Wanted = { called: [['amount', 'completed']], looks: () => true };

const columnsNamed = (...names: readonly string[]) =>
  columnsOf(
    [1, 2, 3].map((row) => Object.fromEntries(names.map((name, index) => [name, `${row * 10 + index}.00`]))),
    new Map(),
  );

const bySorting: Support = { from: 'experiment', evidence: 'it falls', restsOn: ['transactions.sort.amt_comp'] };
const byItself: Support = { from: 'experiment', evidence: 'it opens something', restsOn: [] };

test('a name is a reason, and an experiment beside it makes it certain', () => {
  const columns = columnsNamed('completedAmount', 'fee');
  expect(choose(columns, completed)).toMatchObject({ value: '/completedAmount', confidence: 'likely' });
  const both = choose(columns, completed, new Map([['/completedAmount', [bySorting]]]));
  expect(both).toMatchObject({ value: '/completedAmount', confidence: 'certain' });
  expect(both?.support.map(({ restsOn }) => restsOn)).toEqual([[], ['transactions.sort.amt_comp']]);
});

test('what rests on a rule does not outweigh a name: it makes it a guess', () => {
  const against = new Map([['/amt1', [bySorting]]]);
  expect(choose(columnsNamed('completedAmount', 'amt1'), completed, against)).toMatchObject({
    value: '/completedAmount',
    confidence: 'guess',
  });
});

test('what is chosen by what rests on a rule rests on it with all its reasons', () => {
  const chosen = choose(
    columnsNamed('amountPaid', 'amountSettled'),
    completed,
    new Map([['/amountSettled', [bySorting]]]),
  );
  expect(chosen).toMatchObject({ value: '/amountSettled', confidence: 'certain' });
  expect(chosen?.support.map(({ from, restsOn }) => [from, restsOn])).toEqual([
    ['names', ['transactions.sort.amt_comp']],
    ['experiment', ['transactions.sort.amt_comp']],
  ]);
});

test('an experiment that rests on no rule may decide', () => {
  const chosen = choose(columnsNamed('amountPaid', 'm'), completed, new Map([['/m', [byItself, byItself]]]));
  expect(chosen).toMatchObject({ value: '/m', confidence: 'likely' });
});

test('of two that are called alike neither is relied on', () => {
  expect(choose(columnsNamed('amountPaid', 'amountSettled'), completed)).toMatchObject({ confidence: 'guess' });
});
