import type { Table } from '../engine/reading.ts';
import { type Pointer, valueAt } from '../oracles/pointers.ts';
import type { Bindings } from './bindings.ts';

/** One of the two totals: its location and the amounts that it should sum. */
export interface Total {
  readonly name: string;
  readonly pointer: Pointer;
  readonly amounts: readonly unknown[];
}

/** Returns both totals with the amounts that each should sum. */
export function totalsOf({ rows }: Pick<Table, 'rows'>, bindings: Bindings): readonly Total[] {
  const surcharge = bindings.need('transactions.surcharge_completed');
  const completed = bindings.need('transactions.amount_completed');
  const type = bindings.need('transactions.transaction_type');
  const withdrawals = bindings.need('transactions.withdrawal_types');
  const isWithdrawal = (value: unknown) => withdrawals.includes(String(valueAt(value, type)));
  return [
    {
      name: 'total surcharge',
      pointer: bindings.need('transactions.total_surcharge'),
      amounts: rows.map(({ value }) => valueAt(value, surcharge)),
    },
    {
      name: 'total withdrawn',
      pointer: bindings.need('transactions.total_withdrawn'),
      amounts: rows.flatMap(({ value }) => (isWithdrawal(value) ? [valueAt(value, completed)] : [])),
    },
  ];
}
