import { type Bindings, findGiven } from '../../slots/bindings.ts';

/** The places that lines of the config state for the list of transactions: they decide where several are possible. */
export interface GivenPlaces {
  readonly amountRequested?: string | undefined;
  readonly amountCompleted?: string | undefined;
  readonly surchargeRequested?: string | undefined;
  readonly surchargeCompleted?: string | undefined;
  readonly totalSurcharge?: string | undefined;
  readonly totalWithdrawn?: string | undefined;
  readonly transactionType?: string | undefined;
  /** The place of the terminals in the list of groups. */
  readonly groupTerminals?: string | undefined;
  /** The types that the total withdrawn includes. */
  readonly withdrawalTypes?: readonly string[] | undefined;
}

/** Reads the lines of the config about the list of transactions. */
export const readGivenPlaces = (bindings: Bindings): GivenPlaces => ({
  amountRequested: findGiven(bindings, 'transactions.amount_requested'),
  amountCompleted: findGiven(bindings, 'transactions.amount_completed'),
  surchargeRequested: findGiven(bindings, 'transactions.surcharge_requested'),
  surchargeCompleted: findGiven(bindings, 'transactions.surcharge_completed'),
  totalSurcharge: findGiven(bindings, 'transactions.total_surcharge'),
  totalWithdrawn: findGiven(bindings, 'transactions.total_withdrawn'),
  transactionType: findGiven(bindings, 'transactions.transaction_type'),
  groupTerminals: findGiven(bindings, 'terminal_groups.terminals'),
  withdrawalTypes: findGiven(bindings, 'transactions.withdrawal_types'),
});
