import type { Bindings } from '../../bindings/bindings.ts';
import { LIST_SLOTS } from '../../bindings/slots.ts';
import { check } from '../../engine/check.ts';
import {
  BY_AMOUNT,
  filterByTerminals,
  formatNames,
  getWidestParameters,
  listIds,
  readCompletedAmounts,
  readProbe,
  readUnchanged,
  type Table,
} from '../../engine/survey/reading.ts';
import { getNextPageParameters } from '../../engine/survey/scope-probes.ts';
import { HALF } from '../../engine/verdicts/sampling.ts';
import {
  fail,
  forEachTestable,
  notApplicable,
  notInThisDepth,
  pass,
  untestable,
  type Verdict,
} from '../../engine/verdicts/verdict.ts';
import { formatCents } from '../../oracles/values/value-relations.ts';

const ROWS = 'listTransactions';
const MOST_GROUPS = 2;

/** The document does not define whether a group includes its subgroups. Both are correct, if the target is consistent. */
export const nestedGroupsMeanTheSame = check({
  id: 'filters/a-group-is-the-same-however-asked',
  title: '`group_id` of a group with subgroups returns the same rows, sorted or not',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader', 'bindings', 'choices', 'sampling'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings, choices, sampling }) {
    if (sampling.depth === 'quick') return notInThisDepth('a quick run tests no group in several ways');
    const { groups, leafGroups, transactions } = reader.sees;
    const parents = [...groups].filter(([id]) => !leafGroups.has(id)).slice(0, MOST_GROUPS);
    if (parents.length === 0) return notApplicable('no terminal group has a subgroup');
    return forEachTestable(
      parents,
      ([id]) => id,
      async ([id, members]) => {
        const parameters = { group_id: id, ...getWidestParameters(bindings) };
        const { before, found } = await readUnchanged(
          () => readProbe({ reader, bindings }, ROWS, parameters),
          () => readProbe({ reader, bindings }, ROWS, { ...parameters, ...BY_AMOUNT }),
        );
        if (before.rows.length < 2) return untestable(`needs transactions of ${id}`, before.exchange);
        const reached = new Set([...before.rows, ...found.rows].flatMap(({ terminals }) => terminals));
        const isAll = filterByTerminals({ rows: transactions }, members).every(({ terminals }) =>
          terminals.some((one) => reached.has(one)),
        );
        choices.note('filters.nested_groups', isAll ? 'yes' : 'no', before.exchange);
        return expectSameRows(before, found, bindings);
      },
    );
  },
});

/** Compares the two lists: the sorted list must have every row with a higher amount than its last one. */
function expectSameRows(plain: Table, sorted: Table, bindings: Bindings): Verdict {
  const last = isWhole(sorted, bindings)
    ? Number.NEGATIVE_INFINITY
    : (readCompletedAmounts(sorted, bindings).at(-1) ?? Number.POSITIVE_INFINITY);
  const [shown, known] = [new Set(listIds(sorted)), new Set(listIds(plain))];
  const amounts = readCompletedAmounts(plain, bindings);
  const lost = plain.rows.filter(({ id }, index) => !shown.has(id) && (amounts[index] ?? last) > last);
  if (lost.length > 0) {
    const saw = `missing: ${formatNames(lost.map(({ id }) => id))}${Number.isFinite(last) ? `, above ${formatCents(last)}` : ''}`;
    return fail({ expected: 'the rows of the unsorted list', actual: sorted.exchange, saw }, plain.exchange);
  }
  const strays = isWhole(plain, bindings) ? sorted.rows.filter(({ id }) => !known.has(id)) : [];
  if (strays.length === 0) return pass(plain.exchange, sorted.exchange);
  const saw = `other rows: ${formatNames(strays.map(({ id }) => id))}`;
  return fail({ expected: 'only rows of the unsorted list', actual: sorted.exchange, saw }, plain.exchange);
}

const isWhole = ({ exchange }: Table, bindings: Bindings): boolean =>
  (bindings.find(LIST_SLOTS[ROWS].nextPage)?.style ?? 'none') !== 'none' &&
  getNextPageParameters({ page: exchange }, ROWS, bindings) === undefined;
