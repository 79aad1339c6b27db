import type { Table } from '../engine/survey/reading.ts';
import { findValue, type ValuePointer } from '../oracles/pointers.ts';
import type { Bindings } from './bindings.ts';

/** One of the two totals: its location and the amounts that it should sum. */
export interface Total {
  readonly name: string;
  readonly pointer: ValuePointer;
  readonly amounts: readonly unknown[];
}

/**
 * Yields both totals with the amounts that each should sum. The second one needs further bindings: a wrong first total is
 * found without them.
 */
export function* listTotals({ rows }: Pick<Table, 'rows'>, bindings: Bindings): Generator<Total, void> {
  const surcharge = bindings.need('transactions.surcharge_completed');
  yield {
    name: 'total surcharge',
    pointer: bindings.need('transactions.total_surcharge'),
    amounts: rows.map(({ value }) => findValue(value, surcharge)),
  };
  const completed = bindings.need('transactions.amount_completed');
  const type = bindings.need('transactions.transaction_type');
  const withdrawals = bindings.need('transactions.withdrawal_types');
  yield {
    name: 'total withdrawn',
    pointer: bindings.need('transactions.total_withdrawn'),
    amounts: rows.flatMap(({ value }) =>
      withdrawals.includes(String(findValue(value, type))) ? [findValue(value, completed)] : [],
    ),
  };
}
