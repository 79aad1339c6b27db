import { expect, test } from 'vitest';
import { Concluded } from '../engine/verdict.ts';
import { type Binding, bindingsOf, type Confidence, missingFrom, type Support } from './bindings.ts';
import { builtin } from './builtin-bindings.ts';

const binding = (confidence: Confidence, ...support: readonly (readonly [Support['from'], Support['restsOn']])[]) =>
  ({
    value: '/amt',
    confidence,
    support: support.map(([from, restsOn]) => ({ from, restsOn, evidence: `seen by ${from}` })),
  }) satisfies Binding<string>;

const inferred = (entry: Binding<string>) => bindingsOf({ 'transactions.amount_completed': entry }, 'inferred');

function reasonFor(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Concluded && thrown.verdict.kind === 'untestable') return thrown.verdict.reason;
  }
  return 'nothing was thrown';
}

test('what was not found ends a check as untestable, and says what to write where', () => {
  const none = bindingsOf({}, 'inferred');
  expect(none.find('transactions.amount_completed')).toBeUndefined();
  expect(reasonFor(() => none.need('transactions.amount_completed'))).toMatch(
    /^the place of the amount completed.* is unknown; set bindings\.transactions\.amount_completed in the config, for example: \/amount\/completed$/,
  );
});

test('nothing is judged by a guess, which is shown', () => {
  const guess = inferred(binding('guess', ['names', []]));
  expect(guess.find('transactions.amount_completed')).toBeUndefined();
  expect(reasonFor(() => guess.need('transactions.amount_completed'))).toContain('may be /amt (seen by names)');
});

test('a check may not lean on a binding that only what it tests has shown', () => {
  const bySorting = inferred(binding('likely', ['experiment', ['transactions.sort.amt_comp']]));
  expect(bySorting.find('transactions.amount_completed')).toBe('/amt');
  const view = bySorting.forJudging(['transactions.sort.amt_comp']);
  expect(view.find('transactions.amount_completed')).toBeUndefined();
  expect(reasonFor(() => view.need('transactions.amount_completed'))).toMatch(
    /only from what this check tests.*confirm/,
  );
  expect(bySorting.forJudging(['transactions.limit']).find('transactions.amount_completed')).toBe('/amt');
});

test('another reason beside it is enough', () => {
  const both = inferred(binding('certain', ['experiment', ['transactions.sort.amt_comp']], ['names', []]));
  expect(both.forJudging(['transactions.sort.amt_comp']).need('transactions.amount_completed')).toBe('/amt');
});

test('the contract of the kit says where everything is but what it has no use for', () => {
  expect(missingFrom(builtin.entries)).toEqual(['locations.group', 'portal.terminal_group', 'writes.read_only_keys']);
});
