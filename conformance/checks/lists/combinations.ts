import fc from 'fast-check';
import type { Bindings } from '../../bindings/bindings.ts';
import { LIST_SLOTS } from '../../bindings/slots.ts';
import { type Context, check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import {
  filterByTerminals,
  findRarestTerminal,
  fingerprintRows,
  getWidestParameters,
  listIds,
  type ReadContext,
  readAllPages,
  readControl,
  readProbe,
  readTable,
  type Table,
  type WholeTable,
} from '../../engine/survey/reading.ts';
import { getNextPageParameters } from '../../engine/survey/scope-probes.ts';
import type { Depth } from '../../engine/verdicts/sampling.ts';
import { fail, inconclusive, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import type { Exchange, Parameters } from '../../http/client.ts';
import {
  type Combination,
  type CombinationResponse,
  type CombinationValues,
  findCombinationFault,
  generateCombinations,
  isDiscriminating,
  toParameters,
} from '../../oracles/combinations.ts';
import { listRepeated } from '../../oracles/values/value-relations.ts';

const ROWS = 'listTransactions';
const MOST_PAGES = 5;
const DRAWN: Readonly<Record<Depth, number>> = { quick: 1, standard: 5, thorough: 14 };
const MOST_REQUESTS: Readonly<Record<Depth, number>> = { quick: 1, standard: 2, thorough: 32 };
const TRIES_WHEN_MOVING = 2;

export const anyCombinationIsOfTheWhole = check({
  id: 'lists/any-combination-is-of-the-whole-list',
  title: 'Random combinations of parameters return exactly the matching rows of the full list',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader', 'bindings', 'seed', 'sampling'],
  keys: { quick: 1, standard: 1 },
  async run(context) {
    for (let tried = 1; ; tried += 1) {
      const known = await readKnownList(context);
      if ('kind' in known) return known;
      const verdict = await tryCombinations(context, known);
      if (verdict.kind !== 'fail') return verdict;
      const again = await readKnownList(context);
      if (!('kind' in again) && fingerprintRows(again.whole) === fingerprintRows(known.whole)) return verdict;
      if (tried === TRIES_WHEN_MOVING)
        return inconclusive('the rows changed between two identical reads', known.whole.exchange);
    }
  },
});

/** A list whose rows are all known, and the parameters that can be tried on it. */
interface Known {
  readonly whole: WholeTable;
  /** The filter that selects those rows, if the full list is too long to read. */
  readonly within: Combination;
  readonly values: CombinationValues;
}

async function readKnownList(context: ReadContext<Principal>): Promise<Known | Verdict> {
  const { reader, bindings } = context;
  const entire = await readWholeList(context, {});
  const rarest = findRarestTerminal(entire.rows, 4, 1);
  const within: Combination = entire.isComplete || rarest === undefined ? {} : { terminal_id: rarest };
  const whole = entire.isComplete ? entire : await readWholeList(context, toParameters(within));
  if (!whole.isComplete)
    return untestable(
      `no list of ${reader.name} ends within ${MOST_PAGES} pages, so its rows are not all known`,
      whole.exchange,
    );
  if (listRepeated(listIds(whole)).length > 0)
    return untestable('the pages of the list repeat rows, so the number of rows is unknown', whole.exchange);
  if (!isDiscriminating(whole, bindings))
    return untestable('needs at least 4 transactions with different amounts', whole.exchange);
  return { whole, within, values: chooseValues(reader, bindings, whole) };
}

async function readWholeList(context: ReadContext<Principal>, filter: Parameters): Promise<WholeTable> {
  const { reader, bindings } = context;
  const first = await readControl(context, ROWS, { ...filter, ...getWidestParameters(bindings) });
  return readAllPages(context, ROWS, { first, granted: reader.sees.transactions.length, mostPages: MOST_PAGES });
}

/** Values to try: terminals with few and with many rows, ids that are prefixes of others, groups without subgroups. */
function chooseValues({ sees }: Principal, bindings: Bindings, { rows, exchange }: WholeTable): CombinationValues {
  // a limit above the rows of one page is only known to be allowed if that page was the full list
  const given = readTable(exchange, bindings, ROWS)?.rows.length ?? 0;
  const greatest = given < rows.length ? given : Number(getWidestParameters(bindings).limit ?? given);
  const shown = [...new Set(rows.flatMap(({ terminals }) => terminals))];
  const beginning = shown.filter((one) => shown.some((other) => other !== one && other.startsWith(one)));
  const others = shown.filter((one) => !beginning.includes(one));
  const groups = [...sees.groups].filter(
    ([id, members]) => sees.leafGroups.has(id) && filterByTerminals({ rows }, members).length > 0,
  );
  const limits = [1, 2, 3, 7, 12, Math.floor(rows.length / 2), rows.length - 1, greatest];
  return {
    limits: [...new Set(limits.filter((limit) => limit >= 1 && limit <= greatest))],
    terminals: [...beginning, ...others].slice(0, 4),
    groups: new Map(groups.slice(0, 3)),
  };
}

/** Tries combinations until one returns a wrong response, and shrinks that one within the request budget. */
async function tryCombinations(
  { reader, bindings, seed, sampling }: Context<['reader', 'bindings', 'seed', 'sampling']>,
  known: Known,
): Promise<Verdict> {
  const answers = new Map<string, { readonly fault: string | undefined; readonly exchange: Exchange }>();
  const read: Exchange[] = [];
  const judge = async (drawn: Combination): Promise<string | undefined> => {
    const combination = { ...drawn, ...known.within };
    const key = JSON.stringify([toParameters(combination), combination.isNextPage]);
    const before = answers.get(key);
    if (before !== undefined || read.length >= MOST_REQUESTS[sampling.depth]) return before?.fault;
    const response = await readResponse({ reader, bindings }, combination);
    const fault = findCombinationFault(response, combination, { whole: known.whole, values: known.values, bindings });
    const { exchange } = fault?.startsWith('on the next page') ? (response.next ?? response.page) : response.page;
    answers.set(key, { fault, exchange });
    read.push(response.page.exchange);
    if (response.next !== undefined) read.push(response.next.exchange);
    return fault;
  };

  const details = await fc.check(
    fc.asyncProperty(generateCombinations(known.values), async (drawn) => (await judge(drawn)) === undefined),
    { seed, numRuns: DRAWN[sampling.depth], examples: listExamples(known.values) },
  );
  const [smallest] = details.counterexample ?? [];
  const combination = smallest && { ...smallest, ...known.within };
  const found = combination && answers.get(JSON.stringify([toParameters(combination), combination.isNextPage]));
  if (combination === undefined || found?.fault === undefined) return pass(known.whole.exchange, ...read);
  const expected = `the rows of the full list (${known.whole.rows.length} rows) that match ${formatCombination(combination)}, drawn from seed ${seed}`;
  return fail({ expected, actual: found.exchange, saw: found.fault }, known.whole.exchange);
}

/** Combinations to try first: no other check sorts the rows of a group. */
const listExamples = ({ groups }: CombinationValues): [Combination][] =>
  [...groups.keys()].slice(0, 1).map((group_id) => [{ group_id, order: 'amt_comp' }]);

const formatCombination = (combination: Combination): string =>
  Object.entries(toParameters(combination))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&') || 'no parameters';

async function readResponse(context: ReadContext, combination: Combination): Promise<CombinationResponse> {
  const { bindings } = context;
  const page = await readProbe(context, ROWS, toParameters(combination));
  if (bindings.find(LIST_SLOTS[ROWS].nextPage) === undefined) return { page, hasNext: undefined, next: undefined };
  const after = getNextPageParameters({ page: page.exchange }, ROWS, bindings);
  if (after === undefined || combination.isNextPage !== true)
    return { page, hasNext: after !== undefined, next: undefined };
  const next: Table = await readProbe(context, ROWS, after);
  return { page, hasNext: true, next };
}
