import { isApprovedCash } from '../../../../fixtures/cash/cash-rows.ts';
import type { Ledger } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';

/** The result of a dispense, with the instant at which it is known. */
export interface Dispense {
  readonly knownMs: number;
  readonly isPaid: boolean;
}

/** Reversals caused by the dispenser: hardware error, malfunction, misdispense. @see gap timeline.fields */
const dispenserCodes: ReadonlySet<string> = new Set(['10', '13', '15']);

/** Returns the dispenses of rows in [fromMs, toMs), in the order in which their results became known. */
export function listDispenses(ledger: Ledger, fromMs: number, toMs: number): readonly Dispense[] {
  return ledger
    .transactionsBetween(fromMs, toMs)
    .flatMap((row) => toDispense(row) ?? [])
    .sort((a, b) => a.knownMs - b.knownMs);
}

/** Returns undefined for a row without a dispense. */
export function toDispense(row: Transaction): Dispense | undefined {
  if (!isApprovedCash(row)) return undefined;
  if (row.notesDispensed > 0) return { knownMs: row.atMs, isPaid: true };
  const isFailed = row.reversedAtMs !== undefined && dispenserCodes.has(row.reversalCode ?? '');
  return isFailed ? { knownMs: row.reversedAtMs, isPaid: false } : undefined;
}
