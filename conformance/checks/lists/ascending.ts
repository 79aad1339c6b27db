import { type Context, check } from '../../engine/check.ts';
import {
  listIds,
  readCompletedAmounts,
  readControl,
  readTable,
  readUnchanged,
  type Table,
} from '../../engine/survey/reading.ts';
import { HALF } from '../../engine/verdicts/sampling.ts';
import { fail, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { findFirstRise, isVaried } from '../../oracles/values/value-relations.ts';

const ROWS = 'listTransactions';
const ASCENDING = { sort_by: 'amt_comp', sort_dir: 'asc' } as const;

/** Assumption of the kit: the document names only `desc`. */
export const amountsAscend = check({
  id: 'sort/amt-comp-ascends',
  title: '`sort_dir=asc`, where supported, sorts by completed amount in ascending order',
  clause: 'transactions.sort_values',
  level: 'must',
  needs: ['reader', 'bindings', 'choices'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings, choices }) {
    const { before: plain, found: exchange } = await readUnchanged(
      () => readControl({ reader, bindings }, ROWS),
      ({ rows }) => reader.get(ROWS, { ...ASCENDING, limit: Math.max(1, Math.floor(rows.length / 2)) }),
    );
    const table = readTable(exchange, bindings, ROWS);
    if (table === undefined) {
      choices.note('sort.ascending', `a refusal (${exchange.status})`, exchange);
      return untestable('the target does not accept `sort_dir=asc`', exchange);
    }
    const amounts = readCompletedAmounts(table, bindings);
    const isRising = findFirstFall(amounts) < 1;
    choices.note('sort.ascending', isRising ? 'yes' : 'no', exchange);
    await recordDefaults({ reader, bindings, choices }, plain);
    const known = readCompletedAmounts(plain, bindings);
    if (amounts.length === 0 || !isVaried([...known, ...amounts]))
      return untestable('needs transactions with different amounts', exchange);
    const shown = new Set(listIds(table));
    const last = amounts.at(-1) ?? Number.NaN;
    const passedOver = plain.rows.find(({ id }, index) => !shown.has(id) && (known[index] ?? last) < last);
    if (isRising && passedOver === undefined) return pass(plain.exchange, exchange);
    const saw = isRising ? `${passedOver?.id ?? ''} is missing, although its amount is lower` : 'descending amounts';
    return fail({ expected: 'the lowest amounts in ascending order', actual: exchange, saw }, plain.exchange);
  },
});

export const amountsSortWithoutADirection = check({
  id: 'sort/amt-comp-sorts-without-a-direction',
  title: '`sort_by=amt_comp` without `sort_dir` sorts by completed amount, in either direction',
  clause: 'transactions.sort_by',
  covers: ['transactions.sort.amt_comp'],
  level: 'must',
  needs: ['reader', 'bindings'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings }) {
    const exchange = await reader.get(ROWS, { sort_by: 'amt_comp' });
    const table = readTable(exchange, bindings, ROWS);
    if (table === undefined) return untestable('the target does not accept `sort_by` without `sort_dir`', exchange);
    const amounts = readCompletedAmounts(table, bindings);
    if (!isVaried(amounts) || amounts.some(Number.isNaN))
      return untestable('needs transactions with different amounts', exchange);
    if (findFirstRise(amounts) < 1 || findFirstFall(amounts) < 1) return pass(exchange);
    return fail({
      expected: 'completed amounts in one direction',
      actual: exchange,
      saw: 'amounts that rise and fall',
    });
  },
});

/** Records the direction of `sort_by` without `sort_dir`, and the default order. */
async function recordDefaults(
  { reader, bindings, choices }: Context<['reader', 'bindings', 'choices']>,
  plain: Table,
): Promise<void> {
  const alone = await reader.get(ROWS, { sort_by: 'amt_comp' });
  const table = readTable(alone, bindings, ROWS);
  if (table === undefined) return choices.note('sort.default_direction', `a refusal (${alone.status})`, alone);
  const amounts = readCompletedAmounts(table, bindings);
  if (!isVaried(amounts)) return;
  choices.note('sort.default_direction', findFirstFall(amounts) > 0 ? 'descending' : 'ascending', alone);
  const isSame = listIds(plain).join() === listIds(table).join();
  choices.note('lists.default_order', isSame ? 'same as with `sort_by` alone' : 'not by amount', plain.exchange);
}

const findFirstFall = (amounts: readonly number[]): number => findFirstRise(amounts.map((amount) => -amount));
