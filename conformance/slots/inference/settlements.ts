import { findLargest, findSmallest } from '../../../base/large-lists.ts';
import { express } from '../../reading/words/synonyms.ts';
import type { SlotOfKind } from '../slots.ts';
import { bindColumn, bindColumns, bindList } from './bind-columns.ts';
import { type ColumnCriteria, chooseColumn, type EvidenceByPointer } from './columns/choose-column.ts';
import {
  type Column,
  containsAmounts,
  containsInstants,
  containsIntegers,
  containsScalars,
  hasFewValues,
  isInEverySample,
  isInMostSamples,
  isOutsideLists,
} from './columns/columns.ts';
import { createEvidence, type InferenceState } from './columns/inference-state.ts';
import { findCreditDebitNet, type SettlementRole } from './credit-debit-net.ts';

/** Binds the members of a settlement batch. The three amounts are identified by credit - debit = payout. */
export async function bindSettlements(state: InferenceState): Promise<void> {
  const columns = await bindList(state, 'listSettlements');
  const amounts = columns.filter(
    (column) =>
      containsAmounts(column) &&
      isOutsideLists(column) &&
      isInEverySample(column) &&
      column.values.length > 0 &&
      !isTrace(column) &&
      !express(column.nameWords, 'count'), // counts of credits and debits add up too
  );
  bindColumn(state, 'settlements.status', {
    columns,
    names: [['settlement', 'status'], ['status']],
    fits: (column) => hasFewValues(column) && isInMostSamples(column),
    isDiscriminating: true,
  });
  const evidence = confirmNames(columns, findCreditDebitNet(amounts));
  for (const { slot, role, criteria } of TOTALS) state.bind(slot, chooseColumn(columns, criteria, evidence.get(role)));
  bindRemainingAmount(state, amounts);
  const taken = new Set([
    state.getValue('settlements.credit_total'),
    state.getValue('settlements.debit_total'),
    state.getValue('settlements.net_payout'),
  ]);
  const free = columns.filter(({ pointer }) => !taken.has(pointer));
  bindColumns(state, 'settlements.entry_counts', {
    columns: free,
    concepts: ['count'],
    fits: (column) =>
      containsIntegers(column) && containsScalars(column) && !containsInstants(column) && !isLongNumber(column),
  });
  bindColumns(state, 'settlements.timing', {
    columns: free,
    concepts: ['timing'],
    fits: containsInstants,
    isDiscriminating: true,
  });
}

/** Binds the payout to the only amount of a batch that is neither credit nor debit, if its name does not decide. */
function bindRemainingAmount(state: InferenceState, amounts: readonly Column[]): void {
  const known = [state.entries['settlements.credit_total'], state.entries['settlements.debit_total']];
  if (known.some((binding) => binding === undefined || binding.confidence === 'guess')) return;
  const net = state.entries['settlements.net_payout'];
  const [only, ...others] = amounts.filter(({ pointer }) => !known.some((binding) => binding?.value === pointer));
  if (only === undefined || others.length > 0) return;
  if (net !== undefined && (net.confidence !== 'guess' || net.value !== only.pointer)) return;
  const evidence = [...(net?.evidence ?? []), createEvidence('shape', 'it is the only other amount of a batch')];
  state.bind('settlements.net_payout', { value: only.pointer, confidence: 'likely', evidence });
}

const FEWEST_TRACES = 3;
const MUCH = 100;

/** Whether a column numbers its rows: different whole numbers that are much greater than their differences, such as trace numbers. */
function isTrace({ values }: Column): boolean {
  const numbers = values.map(Number);
  const [least, most] = [findSmallest(numbers), findLargest(numbers, 0)];
  return (
    numbers.length >= FEWEST_TRACES &&
    numbers.every(Number.isSafeInteger) &&
    new Set(numbers).size === numbers.length &&
    most - least < MUCH * numbers.length &&
    least > MUCH * (most - least)
  );
}

const MOST_DIGITS = 7;

/** Whether a column contains numbers that are too long for counts, such as account numbers. */
const isLongNumber = ({ values }: Column): boolean =>
  values.some((value) => String(value).replace(/^0+/, '').length > MOST_DIGITS);

/** A compact date, such as `20260316`, is a number too. */
const isMoney = (column: Column): boolean => containsAmounts(column) && !containsInstants(column) && !isTrace(column);

const TOTALS = [
  {
    slot: 'settlements.credit_total',
    role: 'credit',
    criteria: { names: [['credit', 'total'], ['credit']], excludedConcepts: ['debit', 'count'], fits: isMoney },
  },
  {
    slot: 'settlements.debit_total',
    role: 'debit',
    criteria: { names: [['debit', 'total'], ['debit']], excludedConcepts: ['credit', 'count'], fits: isMoney },
  },
  {
    slot: 'settlements.net_payout',
    role: 'net',
    criteria: {
      names: [['net', 'settlement'], ['net']],
      excludedConcepts: ['credit', 'debit', 'count', 'account'],
      fits: isMoney,
    },
  },
] as const satisfies readonly {
  readonly slot: SlotOfKind<'pointer'>;
  readonly role: SettlementRole;
  readonly criteria: ColumnCriteria;
}[];

/**
 * Returns the evidence of the arithmetic, or none if the names of all three amounts are plain and the arithmetic holds for
 * other columns: then the amounts are wrong, not the names.
 */
function confirmNames(
  columns: readonly Column[],
  evidence: ReadonlyMap<SettlementRole, EvidenceByPointer>,
): ReadonlyMap<SettlementRole, EvidenceByPointer> {
  const named = TOTALS.map(({ role, criteria }) => ({ role, binding: chooseColumn(columns, criteria) }));
  const arePlain =
    named.every(({ binding }) => binding !== undefined && binding.confidence !== 'guess') &&
    new Set(named.map(({ binding }) => binding?.value)).size === TOTALS.length;
  const agrees = named.every(({ role, binding }) => evidence.get(role)?.has(binding?.value ?? '') === true);
  return arePlain && !agrees ? new Map() : evidence;
}
