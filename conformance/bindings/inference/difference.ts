import { centsOf } from '../../oracles/value-relations.ts';
import type { Support } from '../bindings.ts';
import type { Shown } from './choosing.ts';
import type { Column } from './columns.ts';

/** With more amounts than this, their names decide alone: a target may send as many as it likes. */
const MOST_AMOUNTS = 40;

type Role = 'credit' | 'debit' | 'net';

/**
 * Finds three amounts of which one is the second less the third in every row, and says so of each. Returns nothing when no
 * three amounts are so, or more than three.
 */
export function differenceAmong(amounts: readonly Column[]): ReadonlyMap<Role, Shown> {
  if (amounts.length > MOST_AMOUNTS) return new Map();
  const known = amounts.flatMap((column) => {
    const cents = column.held.map(([value]) => centsOf(value, undefined));
    return cents.every((one) => one !== undefined) ? [{ column, cents, sum: sumOf(cents) }] : [];
  });
  const byCents = Map.groupBy(known, ({ cents }) => cents.join());
  let found: Readonly<Record<Role, Column>> | undefined;
  for (const credit of known)
    for (const debit of known) {
      const expected = credit.cents.map((cents, row) => cents - Math.abs(debit.cents[row] ?? 0)).join();
      for (const net of byCents.get(expected) ?? []) {
        const areDistinct = credit !== debit && credit !== net && debit !== net;
        if (!areDistinct || sumOf(debit.cents.map(Math.abs)) > net.sum) continue;
        if (found !== undefined) return new Map(); // there is a second way to choose three
        found = { credit: credit.column, debit: debit.column, net: net.column };
      }
    }
  if (found === undefined) return new Map();
  const support: Support = {
    from: 'experiment',
    evidence: 'credits less debits are the payout in every row',
    restsOn: ['settlements.fields'],
  };
  const shown = (column: Column): Shown => new Map([[column.pointer, [support]]]);
  return new Map([
    ['credit', shown(found.credit)],
    ['debit', shown(found.debit)],
    ['net', shown(found.net)],
  ]);
}

const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);
