import { check } from '../../engine/check.ts';
import { readArchivedTables } from '../../engine/survey/archived-rows.ts';
import type { Table } from '../../engine/survey/reading.ts';
import { fail, notApplicable, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { findEntries, findValue, type ValuePointer } from '../../oracles/pointers.ts';
import { formatCents, toCents } from '../../oracles/values/value-relations.ts';

/** Members of a batch that may also count in the net payout. */
const DEDUCTIONS =
  /(fee|adjust|reserve|return|chargeback|hold|held|tax|commission|correction|offset|carr|balance|interchange|surcharge|rebate)/i;
const MOST_DEDUCTIONS = 4;

interface Batch {
  readonly id: string;
  readonly table: Table;
  readonly credit: number;
  readonly debit: number;
  readonly net: number;
  readonly deductions: readonly number[];
}

/** Whether `net` is credits minus debits (times `sign`), plus or minus some of the other amounts. */
function isNet({ credit, debit, net, deductions }: Batch, sign: 1 | -1): boolean {
  const sums = deductions.reduce<readonly number[]>(
    (known, one) => known.flatMap((sum) => [sum, sum + one, sum - one]),
    [sign * (credit - debit)],
  );
  return sums.includes(net);
}

export const netPayoutIsNet = check({
  id: 'settlements/net-payout-is-net',
  title: 'The net payout of each batch is its credits minus its debits, with its sign',
  clause: 'settlements.net_payout',
  level: 'must',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings: all, archive }) {
    // a binding that was inferred from the arithmetic of correct batches does not count here
    const bindings = all.forJudging(['settlements.net_payout', 'settlements.fields']);
    const form = bindings.find('money.form');
    const places = {
      credit: bindings.need('settlements.credit_total'),
      debit: bindings.need('settlements.debit_total'),
      net: bindings.need('settlements.net_payout'),
    };
    const tables = await readArchivedTables({ reader, bindings: all, archive }, ['listSettlements']);
    const cents = (value: unknown, pointer: ValuePointer) => toCents(findValue(value, pointer), form) ?? Number.NaN;
    const batches = tables.flatMap((table) =>
      table.rows.map(
        ({ id, value }): Batch => ({
          id,
          table,
          credit: Math.abs(cents(value, places.credit)), // either may be written below zero
          debit: Math.abs(cents(value, places.debit)),
          net: cents(value, places.net),
          deductions: listDeductions(value, Object.values(places)).flatMap((one) => toCents(one, form) ?? []),
        }),
      ),
    );
    const withDebits = batches.filter(({ debit }) => debit > 0);
    const [first] = withDebits;
    if (first === undefined) return untestable('needs a batch with debits', tables[0].exchange);
    const turned = withDebits.filter((batch) => isNet(batch, -1)).length;
    // a service may count from the other side, but then in all batches
    const sign =
      turned > withDebits.length / 2 && turned > withDebits.filter((batch) => isNet(batch, 1)).length ? -1 : 1;
    const wrong = batches.find((batch) => !isNet(batch, sign));
    if (wrong === undefined) return pass(first.table.exchange);
    return fail({
      expected: `a net payout of ${formatCents(sign * (wrong.credit - wrong.debit))} in ${wrong.id}: credits minus debits`,
      actual: wrong.table.exchange,
      saw: Number.isNaN(wrong.net) ? 'no amount' : formatCents(wrong.net),
    });
  },
});

/** Returns the members of a batch that are named as deductions or additions. */
function listDeductions(batch: unknown, others: readonly ValuePointer[]): unknown[] {
  const found: unknown[] = [];
  const visit = (value: unknown, place: string): void => {
    if (others.includes(place) || found.length >= MOST_DEDUCTIONS) return;
    const name = place.slice(place.lastIndexOf('/') + 1);
    const isAmount = toCents(value, undefined) !== undefined && !/count|number|date|_at$|At$/i.test(name);
    if (DEDUCTIONS.test(name) && isAmount) found.push(value);
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [member, one] of Object.entries(value)) visit(one, `${place}/${member}`);
  };
  visit(batch, '');
  return found;
}

interface Count {
  readonly place: string;
  readonly count: number;
}

/** Names of members that count entries. */
const COUNTING = /count|entr(y|ies)|number_?of|num_/i;

/** Returns the counts of a batch at these places, or at all places that are named as counts, with the names on the way. */
const listCounts = (row: unknown, pointers: readonly ValuePointer[] | undefined): Count[] =>
  pointers === undefined
    ? listLeafCounts(row, '').filter(({ place }) => COUNTING.test(place))
    : pointers.flatMap((pointer) => findEntries(row, pointer).flatMap(({ value }) => listLeafCounts(value, pointer)));

function listLeafCounts(value: unknown, place: string): Count[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => listLeafCounts(one, `${place}/${name}`));
  const isCount = /^\d+$/.test(String(value)) && (typeof value === 'number' || typeof value === 'string');
  return isCount ? [{ place, count: Number(value) }] : [];
}

const getLastName = ({ place }: Count): string => place.slice(place.lastIndexOf('/') + 1);

/** Returns the counts of credits, of debits and of all entries; `undefined` if their names are ambiguous. */
function sortCounts(counts: readonly Count[]): { credits: number; debits: number; total: number } | undefined {
  const unique = [...new Map(counts.map((one) => [one.place, one])).values()];
  const credits = unique.filter(({ place }) => /credit/i.test(place) && !/debit/i.test(place));
  const debits = unique.filter(({ place }) => /debit/i.test(place) && !/credit/i.test(place));
  const others = unique.filter((one) => !credits.includes(one) && !debits.includes(one));
  const [total, ...more] = others;
  if (credits.length !== 1 || debits.length !== 1 || total === undefined || more.length > 0) return undefined;
  if (!/(total|all|count|entries|sum|overall|items)/i.test(getLastName(total))) return undefined;
  return { credits: credits[0]?.count ?? 0, debits: debits[0]?.count ?? 0, total: total.count };
}

export const entryCountsAddUp = check({
  id: 'settlements/entry-counts-add-up',
  title: 'Where a batch counts credits, debits and all entries, the counts add up',
  clause: 'settlements.entry_counts',
  level: 'must',
  needs: ['reader', 'bindings', 'archive'],
  async run({ reader, bindings, archive }) {
    const pointers = bindings.find('settlements.entry_counts');
    const tables = await readArchivedTables({ reader, bindings, archive }, ['listSettlements']);
    let counted = 0;
    for (const { exchange, rows } of tables) {
      for (const { id, value } of rows) {
        const sorted = sortCounts(listCounts(value, pointers));
        if (sorted === undefined) continue;
        const { credits, debits, total } = sorted;
        if (credits + debits !== total) {
          const expected = `${credits + debits} entries in ${id}: ${credits} credits and ${debits} debits`;
          return fail({ expected, actual: exchange, saw: `${total} entries` });
        }
        if (debits > 0 && credits > 0) counted += 1;
      }
    }
    if (counted > 0) return pass(tables[0].exchange);
    return notApplicable('no batch counts credits, debits and all entries', tables[0].exchange);
  },
});
