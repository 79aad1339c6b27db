import { toCents } from '../../reading/values/value-relations.ts';
import type { BindingEvidence } from '../bindings.ts';
import type { EvidenceByPointer } from './columns/choose-column.ts';
import type { Column } from './columns/columns.ts';

/** The maximum number of compared columns: the target chooses how many it sends. */
const MOST_AMOUNTS = 40;

/** The role of an amount of a settlement batch. */
export type SettlementRole = 'credit' | 'debit' | 'net';

/**
 * Finds three columns with credit - |debit| = net in every row, and returns the evidence for each. Returns nothing without
 * such columns, or if the choice is ambiguous.
 */
export function findCreditDebitNet(amounts: readonly Column[]): ReadonlyMap<SettlementRole, EvidenceByPointer> {
  if (amounts.length > MOST_AMOUNTS) return new Map();
  const known = amounts.flatMap((column) => {
    const cents = column.valuesBySample.map(([value]) => toCents(value, undefined));
    return cents.every((one) => one !== undefined) ? [{ column, cents, sum: sumNumbers(cents) }] : [];
  });
  const byCents = Map.groupBy(known, ({ cents }) => cents.join());
  let found: Readonly<Record<SettlementRole, Column>> | undefined;
  for (const credit of known)
    for (const debit of known) {
      const expected = credit.cents.map((cents, row) => cents - Math.abs(debit.cents[row] ?? 0)).join();
      for (const net of byCents.get(expected) ?? []) {
        const areDistinct = credit !== debit && credit !== net && debit !== net;
        if (!areDistinct || sumNumbers(debit.cents.map(Math.abs)) > net.sum) continue;
        if (found !== undefined) return new Map(); // ambiguous
        found = { credit: credit.column, debit: debit.column, net: net.column };
      }
    }
  if (found === undefined) return new Map();
  const evidence: BindingEvidence = {
    source: 'experiment',
    observation: 'credit minus debit equals the payout in every row',
    assumedRules: ['settlements.fields'],
  };
  const evidenceByPointer = (column: Column): EvidenceByPointer => new Map([[column.pointer, [evidence]]]);
  return new Map([
    ['credit', evidenceByPointer(found.credit)],
    ['debit', evidenceByPointer(found.debit)],
    ['net', evidenceByPointer(found.net)],
  ]);
}

const sumNumbers = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);
