import type { GapId, OperationId } from '../../spec/index.ts';
import type { Bindings } from '../bindings.ts';
import { type Check, check } from '../check.ts';
import type { ChoiceBook, ChoiceId } from '../choices.ts';
import { type Exchange, isSuccess, type Parameters } from '../client.ts';
import type { Principal } from '../principals.ts';
import { completedAmounts, control, idsOf, rowsInWords, tableOf } from '../reading.ts';
import { firstRise, isVaried } from '../relations.ts';
import type { ListOperationId } from '../slots.ts';
import { fail, pass, untestable, type Verdict } from '../verdict.ts';

const ROWS = 'listTransactions';

interface Odd {
  readonly choice: ChoiceId;
  readonly parameters: Parameters;
}

/** An answer in words: how it was refused, or how many rows came. */
export function inWords(exchange: Exchange, bindings: Bindings, operation: ListOperationId): string {
  if (!isSuccess(exchange))
    return exchange.status >= 500 ? `a failure (${exchange.status})` : `a refusal (${exchange.status})`;
  const rows = tableOf(exchange, bindings, operation)?.rows.length;
  if (rows === undefined) return 'a success without rows';
  return rows === 0 ? 'no rows' : 'rows';
}

/** Asks for odd things: whatever the answer is, the service does not fail; which it is, is its choice. */
async function asksFor(
  odd: readonly Odd[],
  {
    reader,
    bindings,
    choices,
  }: { readonly reader: Principal; readonly bindings: Bindings; readonly choices: ChoiceBook },
): Promise<Verdict> {
  const plain = await control(reader, bindings, ROWS);
  const answers: Exchange[] = [];
  for (const { choice, parameters } of odd) {
    const exchange = await reader.get(ROWS, parameters);
    if (exchange.status >= 500)
      return fail({ expected: 'rows or a refusal, and no failure', actual: exchange }, plain.exchange);
    choices.note(choice, inWords(exchange, bindings, ROWS), exchange);
    answers.push(exchange);
  }
  return pass(plain.exchange, ...answers);
}

interface Kind {
  readonly id: string;
  readonly title: string;
  readonly clause: GapId;
  readonly odd: readonly Odd[];
}

const KINDS: readonly Kind[] = [
  {
    id: 'limit/odd-values-do-not-fail',
    title: 'A `limit` of zero, below zero, without end, twice or in words is answered or refused, and is no failure',
    clause: 'lists.limit_bounds',
    odd: [
      { choice: 'limit.zero', parameters: { limit: 0 } },
      { choice: 'limit.negative', parameters: { limit: -1 } },
      { choice: 'limit.words', parameters: { limit: 'many' } },
      { choice: 'limit.fraction', parameters: { limit: '1.5' } },
      { choice: 'limit.huge', parameters: { limit: '100000000000000000000' } },
      { choice: 'limit.twice', parameters: { limit: ['1', '2'] } },
    ],
  },
  {
    id: 'sort/unknown-values-do-not-fail',
    title: 'An unknown column or direction to sort by is answered or refused, and is no failure',
    clause: 'transactions.sort_values',
    odd: [
      { choice: 'sort.unknown_column', parameters: { sort_by: 'no_such_column' } },
      { choice: 'sort.unknown_direction', parameters: { sort_by: 'amt_comp', sort_dir: 'sideways' } },
      { choice: 'sort.upper_case', parameters: { sort_by: 'amt_comp', sort_dir: 'DESC' } },
    ],
  },
  {
    id: 'filters/odd-values-do-not-fail',
    title: 'An unknown parameter, and a filter by nothing known, is answered or refused, and is no failure',
    clause: 'transactions.filter_unknown',
    odd: [
      { choice: 'query.unknown_parameter', parameters: { no_such_parameter: '1' } },
      { choice: 'filters.unknown_terminal', parameters: { terminal_id: "no'such;terminal--" } },
      { choice: 'filters.unknown_terminal', parameters: { group_id: "no'such;group--" } },
    ],
  },
];

export const oddValuesDoNotFail: readonly Check[] = KINDS.map(({ id, title, clause, odd }) =>
  check({
    id,
    title,
    clause,
    level: 'must',
    needs: ['reader', 'bindings', 'choices'],
    run: (context) => asksFor(odd, context),
  }),
);

/** Lists of which the document states no parameters, by what they are read with. */
const OTHER_LISTS: readonly ListOperationId[] = [
  'listSettlements',
  'listDisputes',
  'listLocations',
  'listTerminalTransactions',
];

/** Which reading is taken is a choice; that it is the same one everywhere is what a client counts on. */
export const limitsMeanTheSameEverywhere = check({
  id: 'limit/means-the-same-on-every-list',
  title: '`limit=0` is read in the same way by every list that takes a `limit`',
  clause: 'lists.limit',
  level: 'should',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const zero = await reader.get(ROWS, { limit: 0 });
    const meaning = inWords(zero, bindings, ROWS);
    const alike: Exchange[] = [];
    for (const operation of OTHER_LISTS) {
      const parameters = reader.sees.reads.get(operation);
      if (parameters === undefined || !(await takesLimits(reader, bindings, operation, parameters))) continue;
      const exchange = await reader.get(operation, { ...parameters, limit: 0 });
      if (inWords(exchange, bindings, operation) !== meaning)
        return fail({ expected: `${meaning}, as ${ROWS} gives for it`, actual: exchange }, zero);
      alike.push(exchange);
    }
    return alike.length === 0 ? untestable('no other list was seen to take a limit', zero) : pass(zero, ...alike);
  },
});

async function takesLimits(
  reader: Principal,
  bindings: Bindings,
  operation: ListOperationId & OperationId,
  parameters: Parameters,
): Promise<boolean> {
  const [plain, cut] = [
    tableOf(await reader.get(operation, parameters), bindings, operation),
    tableOf(await reader.get(operation, { ...parameters, limit: 1 }), bindings, operation),
  ];
  return plain !== undefined && plain.rows.length > 1 && cut?.rows.length === 1;
}

/** An assumption of ours: the document names `desc` alone. */
export const amountsAscend = check({
  id: 'sort/amt-comp-ascends',
  title: '`sort_dir=asc`, where it is taken, gives completed amounts that never fall, the least first',
  clause: 'transactions.sort_values',
  level: 'must',
  needs: ['reader', 'bindings', 'choices'],
  async run({ reader, bindings, choices }) {
    const down = await control(reader, bindings, ROWS, { sort_by: 'amt_comp', sort_dir: 'desc' });
    const exchange = await reader.get(ROWS, { sort_by: 'amt_comp', sort_dir: 'asc' });
    const table = tableOf(exchange, bindings, ROWS);
    if (table === undefined) {
      choices.note('sort.ascending', inWords(exchange, bindings, ROWS), exchange);
      return untestable('the target takes no `sort_dir=asc`', exchange);
    }
    const amounts = completedAmounts(table, bindings);
    const fall = firstRise(amounts.map((amount) => -amount));
    choices.note('sort.ascending', fall > 0 ? 'no' : 'yes', exchange);
    await noteDefaults(reader, bindings, choices);
    if (!isVaried([...completedAmounts(down, bindings), ...amounts]))
      return untestable('it takes transactions of different amounts', exchange);
    const least = amounts[0] ?? Number.NaN;
    const isAbove = completedAmounts(down, bindings).some((amount) => amount < least);
    if (fall > 0 || isAbove)
      return fail({ expected: 'the least amount first, and none that falls', actual: exchange }, down.exchange);
    return pass(down.exchange, exchange);
  },
});

/** The direction of `sort_by` alone, and the order without it. */
async function noteDefaults(reader: Principal, bindings: Bindings, choices: ChoiceBook): Promise<void> {
  const alone = await reader.get(ROWS, { sort_by: 'amt_comp' });
  const table = tableOf(alone, bindings, ROWS);
  const amounts = table === undefined ? [] : completedAmounts(table, bindings);
  const falls = firstRise(amounts.map((amount) => -amount)) > 0;
  const direction = !isVaried(amounts) ? undefined : falls ? 'descending' : 'ascending';
  choices.note('sort.default_direction', direction ?? inWords(alone, bindings, ROWS), alone);
  const plain = await control(reader, bindings, ROWS);
  const shown = table === undefined ? [] : idsOf(table);
  const isSame = idsOf(plain).join() === shown.join() && shown.length > 1;
  choices.note(
    'lists.default_order',
    isSame ? 'as by amount' : `another than by amount, ${rowsInWords(plain.rows.length)} a page`,
    plain.exchange,
  );
}
