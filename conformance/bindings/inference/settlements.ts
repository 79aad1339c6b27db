import { bindColumn, bindColumns, bindList } from './bind-columns.ts';
import {
  hasFewValues,
  holdsAmounts,
  holdsInstants,
  holdsIntegers,
  holdsScalars,
  isInEverySample,
  isOutsideLists,
} from './columns.ts';
import { findCreditDebitNet } from './credit-debit-net.ts';
import type { InferenceState } from './inference-state.ts';

/** Binds the members of a settlement batch. The three amounts are identified by credit - debit = payout. */
export async function bindSettlements(state: InferenceState): Promise<void> {
  const columns = await bindList(state, 'listSettlements');
  const amounts = columns.filter(
    (column) => holdsAmounts(column) && isOutsideLists(column) && isInEverySample(column) && column.values.length > 0,
  );
  const evidenceByPointer = findCreditDebitNet(amounts);
  bindColumn(state, 'settlements.status', {
    columns,
    names: [['settlement', 'status'], ['status']],
    fits: (column) => hasFewValues(column) && isInEverySample(column),
    isDiscriminating: true,
  });
  const [credit, debit, payout] = (['credit', 'debit', 'net'] as const).map(
    (role) => evidenceByPointer.get(role) ?? new Map(),
  );
  bindColumn(state, 'settlements.credit_total', {
    columns,
    names: [['credit', 'total'], ['credit']],
    excludedConcepts: ['debit', 'count'],
    fits: holdsAmounts,
    evidenceByPointer: credit,
  });
  bindColumn(state, 'settlements.debit_total', {
    columns,
    names: [['debit', 'total'], ['debit']],
    excludedConcepts: ['credit', 'count'],
    fits: holdsAmounts,
    evidenceByPointer: debit,
  });
  bindColumn(state, 'settlements.net_payout', {
    columns,
    names: [['net', 'settlement'], ['net']],
    excludedConcepts: ['credit', 'debit', 'count'],
    fits: holdsAmounts,
    evidenceByPointer: payout,
  });
  const taken = new Set([
    state.getValue('settlements.credit_total'),
    state.getValue('settlements.debit_total'),
    state.getValue('settlements.net_payout'),
  ]);
  const free = columns.filter(({ pointer }) => !taken.has(pointer));
  bindColumns(state, 'settlements.entry_counts', {
    columns: free,
    concepts: ['count'],
    fits: (column) => holdsIntegers(column) && holdsScalars(column),
  });
  bindColumns(state, 'settlements.timing', {
    columns: free,
    concepts: ['timing'],
    fits: holdsInstants,
    isDiscriminating: true,
  });
}
