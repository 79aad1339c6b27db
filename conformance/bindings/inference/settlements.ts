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
  const columns = await bindList(state, 'listSettlements', 'settlement');
  const amounts = columns.filter(
    (column) => holdsAmounts(column) && isOutsideLists(column) && isInEverySample(column) && column.values.length > 0,
  );
  const evidenceByPointer = findCreditDebitNet(amounts);
  bindColumn(state, columns, 'settlements.status', {
    names: [['settlement', 'status'], ['status']],
    fits: (column) => hasFewValues(column) && isInEverySample(column),
    isDiscriminating: true,
  });
  const [credit, debit, payout] = (['credit', 'debit', 'net'] as const).map(
    (role) => evidenceByPointer.get(role) ?? new Map(),
  );
  bindColumn(
    state,
    columns,
    'settlements.credit_total',
    { names: [['credit', 'total'], ['credit']], excludedConcepts: ['debit', 'count'], fits: holdsAmounts },
    credit,
  );
  bindColumn(
    state,
    columns,
    'settlements.debit_total',
    { names: [['debit', 'total'], ['debit']], excludedConcepts: ['credit', 'count'], fits: holdsAmounts },
    debit,
  );
  bindColumn(
    state,
    columns,
    'settlements.net_payout',
    { names: [['net', 'settlement'], ['net']], excludedConcepts: ['credit', 'debit', 'count'], fits: holdsAmounts },
    payout,
  );
  const taken = new Set([
    state.getValue('settlements.credit_total'),
    state.getValue('settlements.debit_total'),
    state.getValue('settlements.net_payout'),
  ]);
  const free = columns.filter(({ pointer }) => !taken.has(pointer));
  bindColumns(
    state,
    free,
    'settlements.entry_counts',
    ['count'],
    (column) => holdsIntegers(column) && holdsScalars(column),
    false,
  );
  bindColumns(state, free, 'settlements.timing', ['timing'], holdsInstants, true);
}
