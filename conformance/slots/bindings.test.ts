import { expect, test } from 'vitest';
import { Concluded } from '../reading/verdicts/verdict.ts';
import { type Binding, type BindingEvidence, type Confidence, createBindings, listMissingSlots } from './bindings.ts';
import { builtinBindings } from './builtin-bindings.ts';

const createBinding = (
  confidence: Confidence,
  ...evidence: readonly (readonly [BindingEvidence['source'], BindingEvidence['assumedRules']])[]
) =>
  ({
    value: '/amt',
    confidence,
    evidence: evidence.map(([source, assumedRules]) => ({ source, assumedRules, observation: `seen by ${source}` })),
  }) satisfies Binding<string>;

const createInferredBindings = (entry: Binding<string>) =>
  createBindings({ 'transactions.amount_completed': entry }, 'inferred');

function catchReason(act: () => unknown): string {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof Concluded && thrown.verdict.kind === 'untestable') return thrown.verdict.reason;
  }
  return 'nothing was thrown';
}

test('`need` ends a check as untestable without a binding, and names the config entry to add', () => {
  const none = createBindings({}, 'inferred');
  expect(none.find('transactions.amount_completed')).toBeUndefined();
  expect(catchReason(() => none.need('transactions.amount_completed'))).toMatch(
    /^the kit does not know the amount completed.*; set bindings\.transactions\.amount_completed in the config, for example: \/amount\/completed$/,
  );
});

test('`find` ignores a guess, and the message of `need` shows it', () => {
  const guess = createInferredBindings(createBinding('guess', ['names', []]));
  expect(guess.find('transactions.amount_completed')).toBeUndefined();
  expect(catchReason(() => guess.need('transactions.amount_completed'))).toContain('may be /amt (seen by names)');
});

test('hides a binding from a check of the only rule that supports it', () => {
  const bySorting = createInferredBindings(createBinding('likely', ['experiment', ['transactions.sort.amt_comp']]));
  expect(bySorting.find('transactions.amount_completed')).toBe('/amt');
  const view = bySorting.forJudging(['transactions.sort.amt_comp']);
  expect(view.find('transactions.amount_completed')).toBeUndefined();
  expect(catchReason(() => view.need('transactions.amount_completed'))).toMatch(
    /only from what this check tests.*confirm/,
  );
  expect(bySorting.forJudging(['transactions.limit']).find('transactions.amount_completed')).toBe('/amt');
});

test('keeps a binding that also has independent support', () => {
  const both = createInferredBindings(
    createBinding('certain', ['experiment', ['transactions.sort.amt_comp']], ['names', []]),
  );
  expect(both.forJudging(['transactions.sort.amt_comp']).need('transactions.amount_completed')).toBe('/amt');
});

test('the built-in bindings lack only three slots, which the built-in contract does not need', () => {
  expect(listMissingSlots(builtinBindings.entries)).toEqual([
    'locations.group',
    'portal.terminal_group',
    'writes.read_only_keys',
  ]);
});
