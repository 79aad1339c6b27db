import { check } from '../../engine/check.ts';
import { findEntries, type ValuePointer } from '../../reading/pointers.ts';
import { fail, notApplicable, pass } from '../../reading/verdicts/verdict.ts';
import { readArchivedTables } from '../../relations/survey/archived-rows.ts';

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
  level: 'should',
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
