import type { Table } from '../engine/reading.ts';
import { findValue, type ValuePointer } from '../oracles/pointers.ts';
import type { Bindings } from './bindings.ts';

/** One of the two totals: its location and the amounts that it should sum. */
export interface Total {
  readonly name: string;
  readonly pointer: ValuePointer;
  readonly amounts: readonly unknown[];
}

/** Returns both totals with the amounts that each should sum. */
export function listTotals({ rows }: Pick<Table, 'rows'>, bindings: Bindings): readonly Total[] {
  const surcharge = bindings.need('transactions.surcharge_completed');
  const completed = bindings.need('transactions.amount_completed');
  const type = bindings.need('transactions.transaction_type');
  const withdrawals = bindings.need('transactions.withdrawal_types');
  const isWithdrawal = (value: unknown) => withdrawals.includes(String(findValue(value, type)));
  return [
    {
      name: 'total surcharge',
      pointer: bindings.need('transactions.total_surcharge'),
      amounts: rows.map(({ value }) => findValue(value, surcharge)),
    },
    {
      name: 'total withdrawn',
      pointer: bindings.need('transactions.total_withdrawn'),
      amounts: rows.flatMap(({ value }) => (isWithdrawal(value) ? [findValue(value, completed)] : [])),
    },
  ];
}
