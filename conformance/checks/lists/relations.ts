import { check } from '../../engine/check.ts';
import { type Caller, isSuccess, type Parameters } from '../../http/client.ts';
import { formatRows } from '../../reading/names/row-texts.ts';
import { isSubset } from '../../reading/values/set-relations.ts';
import { fail, inconclusive, notApplicable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type Cells, findMainList, isEmptyList, readRows } from '../../relations/rows/cells.ts';
import {
  judgeCombinations,
  judgeGroupFilter,
  judgeTerminalFilter,
  judgeUnknownTerminal,
} from '../../relations/rows/filters.ts';
import { judgeLimits } from '../../relations/rows/limits.ts';
import { judgeDirection, judgeOrder, judgeShortened, judgeTop } from '../../relations/rows/order.ts';
import { judgeEmptyFilter, judgeListed, judgeOwnLists, judgeOwnRows } from '../../relations/rows/own-lists.ts';
import type { ListRead } from '../../relations/rows/session.ts';
import { findChangedValue, nameRow, opensTimeline, type Survey } from '../../relations/rows/survey.ts';
import { createRowTable } from '../../relations/rows/table.ts';
import { createKnownTotals, judgeSummary, judgeTotals, listSummedColumns } from '../../relations/rows/totals.ts';
import { judgeSurveys, judgeUnchanged, SURVEY_NEEDS } from './surveys.ts';

export const limitRestricts = check({
  id: 'limit/restricts-the-rows',
  title: '`limit` bounds the number of rows, alone and with other parameters',
  clause: 'transactions.limit',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, judgeLimits),
});

export const limitKeepsTheTop = check({
  id: 'limit/keeps-the-top-rows',
  title: '`limit` with an order returns the first rows of the sorted list, or sorts the rows that it keeps',
  clause: 'transactions.combine',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, (survey) => judgeTop(survey, createRowTable(survey))),
});

export const amountsDescend = check({
  id: 'sort/amt-comp-descends',
  title: '`sort_by=amt_comp&sort_dir=desc` returns completed amounts in descending order, with any filter and limit',
  clause: 'transactions.sort.amt_comp',
  covers: ['transactions.sort.desc', 'transactions.sort_dir', 'transactions.sort_by', 'transactions.combine'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) =>
    judgeSurveys(context, (survey) => {
      const table = createRowTable(survey);
      return judgeOrder(survey, table, () => listSummedColumns(survey, table));
    }),
});

export const amountsSortWithoutADirection = check({
  id: 'sort/amt-comp-sorts-without-a-direction',
  title: '`sort_by=amt_comp` without `sort_dir` sorts by completed amount, in either direction',
  clause: 'transactions.sort_by',
  covers: ['transactions.sort.amt_comp'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) =>
    judgeSurveys(context, async (survey, reader) => {
      const exchange = await reader.get('listTransactions', { sort_by: 'amt_comp', ...survey.widest });
      if (!isSuccess(exchange))
        return notApplicable('the target does not accept `sort_by` without `sort_dir`', exchange);
      return judgeDirection(survey, createRowTable(survey), { exchange, directions: ['asc', 'desc'] });
    }),
});

const ASCENDING = { sort_by: 'amt_comp', sort_dir: 'asc' } as const;
const FEW = 5;
const MOST_TERMINALS = 2;

/** Returns filters by terminals for which the list has several rows. */
const listTerminalFilters = ({ reads }: Survey): readonly Parameters[] => {
  const named = reads.flatMap(({ parameters: { terminal_id }, rows }) =>
    terminal_id !== undefined && rows.length >= FEW ? [terminal_id] : [],
  );
  return [...new Set(named)].slice(0, MOST_TERMINALS).map((terminal_id) => ({ terminal_id }));
};

/** Assumption of the kit: the document names only `desc`. */
export const amountsAscend = check({
  id: 'sort/amt-comp-ascends',
  title: '`sort_dir=asc`, where supported, sorts by completed amount in ascending order',
  clause: 'transactions.sort_values',
  level: 'must',
  needs: [...SURVEY_NEEDS, 'choices'],
  run: (context) =>
    judgeSurveys(context, async (survey, reader) => {
      const { choices } = context;
      const alone = await reader.get('listTransactions', { sort_by: 'amt_comp', ...survey.widest });
      const table = createRowTable(survey);
      const isDescending =
        isSuccess(alone) && judgeDirection(survey, table, { exchange: alone, directions: ['desc'] }).kind === 'pass';
      choices.note(
        'sort.default_direction',
        isSuccess(alone) ? (isDescending ? 'descending' : 'ascending') : `a refusal (${alone.status})`,
        alone,
      );
      const plain = await reader.get('listTransactions', survey.widest);
      const [one, other] = [plain, alone].map(({ json }) =>
        JSON.stringify(readRows(json, survey.place).rows.map((row) => nameRow(row, survey))),
      );
      if (isSuccess(alone))
        choices.note('lists.default_order', one === other ? 'same as with `sort_by` alone' : 'not by amount', plain);
      const exchange = await reader.get('listTransactions', { ...ASCENDING, ...survey.widest });
      if (!isSuccess(exchange)) {
        choices.note('sort.ascending', `a refusal (${exchange.status})`, exchange);
        return notApplicable('the target does not accept `sort_dir=asc`', exchange);
      }
      let verdict = judgeDirection(survey, table, { exchange, directions: ['asc'] });
      // the lowest amounts of many transactions are all zero, those of one terminal are not
      for (const filter of listTerminalFilters(survey)) {
        if (verdict.kind !== 'untestable') break;
        const ofTerminal = await reader.get('listTransactions', { ...filter, ...ASCENDING, ...survey.widest });
        if (isSuccess(ofTerminal))
          verdict = judgeDirection(survey, table, { exchange: ofTerminal, directions: ['asc'] });
      }
      const short = await reader.get('listTransactions', { ...ASCENDING, limit: FEW });
      const top = judgeShortened(survey, table, { short, long: exchange, limit: FEW });
      if (verdict.kind === 'pass' && top?.kind === 'fail') return top;
      if (verdict.kind === 'pass' || verdict.kind === 'fail')
        choices.note('sort.ascending', verdict.kind === 'pass' ? 'yes' : 'no', exchange);
      return verdict;
    }),
});

export const terminalFilterKeepsItsRows = check({
  id: 'filters/terminal-id-keeps-just-its-rows',
  title: '`terminal_id` returns exactly the rows of that terminal, with any other parameters',
  clause: 'transactions.filter.terminal',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) =>
    judgeUnchanged(context, async (survey, reader) => {
      const verdict = judgeTerminalFilter(survey);
      return verdict.kind === 'untestable' ? ((await judgeEmptyFilter(survey, reader)) ?? verdict) : verdict;
    }),
});

export const groupFilterKeepsItsRows = check({
  id: 'filters/group-id-keeps-just-its-rows',
  title: '`group_id` returns exactly the rows of the terminals that the list of groups names',
  clause: 'transactions.filter.group',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, judgeGroups),
});

export const anyCombinationIsOfTheWhole = check({
  id: 'lists/any-combination-is-of-the-whole-list',
  title: 'With any parameters together, the list returns the rows that match each of them, and no others',
  clause: 'transactions.combine',
  covers: ['transactions.filter.scope'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, judgeCombinations),
});

export const unknownFilterMatchesNothing = check({
  id: 'filters/an-unknown-terminal-matches-nothing',
  title: 'An unknown `terminal_id` does not return the rows of all terminals',
  clause: 'transactions.filter.terminal',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeSurveys(context, judgeUnknownTerminal),
});

export const terminalListIsOfTheTerminal = check({
  id: 'terminals/transactions-are-of-the-terminal',
  title: "A terminal's own list contains its transactions only, and leaves out none between others",
  clause: 'terminals.transactions',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, judgeOwnLists),
});

export const terminalRowsAreAsInTheList = check({
  id: 'terminals/transactions-are-as-in-the-list',
  title: "A transaction has the same columns in its terminal's own list as in the list of all transactions",
  clause: 'terminals.transactions',
  covers: ['transactions.row'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, judgeOwnRows),
});

export const listHasTheRowsOfTerminals = check({
  id: 'transactions/list-has-the-rows-of-terminal-lists',
  title: "The list of transactions has the rows of a terminal's own list, in the time that it covers",
  clause: 'transactions.list',
  covers: ['terminals.transactions'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeUnchanged(context, (survey, reader) => judgeListed(survey, reader, reader.sees.terminals)),
});

export const rowsAreTheSameForAnyParameters = check({
  id: 'transactions/rows-are-the-same-for-any-parameters',
  title: 'A transaction has the same columns in every response of the transaction list: sorted, filtered and paged',
  clause: 'transactions.row',
  covers: ['transactions.combine'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) =>
    judgeUnchanged(context, async (survey, reader) => {
      const [control, ...others] = survey.reads;
      if (control === undefined || survey.idCell === undefined)
        return untestable('no cell of the rows names them in all responses', ...(control ? [control.exchange] : []));
      const changed = findChangedValue(survey);
      if (changed === undefined) return pass(control.exchange, ...others.map(({ exchange }) => exchange));
      const { name, place, one, other } = changed;
      if (!(await opensTimeline(reader, name)))
        return untestable(`two rows named ${name} differ at ${place}, and may be two transactions`, one.exchange);
      return fail(
        { expected: `the same value at ${place} of ${name}`, actual: other.exchange, saw: 'another one' },
        one.exchange,
      );
    }),
});

export const noRowTwice = check({
  id: 'lists/no-row-twice',
  title: 'No response lists a transaction twice',
  clause: 'transactions.list',
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) =>
    judgeSurveys(context, (survey) => {
      const [control, ...others] = survey.reads.filter(({ rows }) => rows.length > 1);
      if (control === undefined) return untestable('needs at least 2 transactions');
      const repeated = [control, ...others].flatMap((read) => {
        const texts = read.rows.map((row) => JSON.stringify([...row]));
        const twice = findRepeated(texts);
        return twice === undefined ? [] : [{ read, twice }];
      });
      const first = repeated.find((one) => isListedTwice(survey, one)) ?? repeated[0];
      if (first === undefined) return pass(control.exchange, ...others.map(({ exchange }) => exchange));
      if (!isListedTwice(survey, first))
        return untestable('two rows are alike, and may be transactions of two terminals', first.read.exchange);
      // rows without an id or a sequence may be alike by chance
      if (new Set(control.rows.map((row) => JSON.stringify([...row]))).size < 0.9 * control.rows.length)
        return untestable('many rows are alike, so that equal rows may be different transactions', control.exchange);
      const saw = `two rows ${first.twice.slice(0, 200)}`;
      return fail({ expected: 'each transaction once', actual: first.read.exchange, saw });
    }),
});

export const totalsAreOfTheRows = check({
  id: 'transactions/totals-are-of-the-rows',
  title: 'The totals are sums over the rows, with any filter and order',
  clause: 'transactions.summary.withdrawn',
  covers: ['transactions.summary.surcharge'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => {
    const known = createKnownTotals();
    return judgeUnchanged(context, (survey) => judgeTotals(survey, createRowTable(survey), known));
  },
});

export const summaryHasBothTotals = check({
  id: 'transactions/summary-has-both-totals',
  title: 'The transaction list includes the total surcharge and the total withdrawn',
  clause: 'transactions.summary.withdrawn',
  covers: ['transactions.summary.surcharge', 'transactions.list'],
  level: 'must',
  needs: SURVEY_NEEDS,
  run: (context) => judgeSurveys(context, judgeSummary),
});

/**
 * Whether equal rows are one transaction: rows have ids, the response is about one terminal, or another response shows all its rows, and this
 * one once. The other response is no evidence if it has equal rows too, is not shorter, or ends with this row: a page may
 * have cut the second one.
 */
function isListedTwice(
  { idCell, reads }: Survey,
  { read, twice }: { readonly read: ListRead; readonly twice: string },
) {
  if (idCell !== undefined || read.parameters.terminal_id !== undefined) return true;
  const toTexts = ({ rows }: ListRead) => rows.map((row) => JSON.stringify([...row]));
  const texts = new Set(toTexts(read));
  return reads.some((one) => {
    const others = toTexts(one);
    const isWhole = others.length < read.rows.length && others.at(-1) !== twice;
    return isWhole && findRepeated(others) === undefined && isSubset(texts, new Set(others));
  });
}

function findRepeated(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}

/** Judges the filter by a group, if there are groups. */
async function judgeGroups(survey: Survey, reader: Caller): Promise<Verdict> {
  const list = await reader.get('listTerminalGroups');
  if (isSuccess(list) && list.isReadable && isEmptyList(list.json))
    return notApplicable('the list of groups is empty', list);
  const items = isSuccess(list) && list.isReadable ? (findMainList(list.json)?.rows ?? []) : [];
  const verdict = judgeGroupFilter(survey, items);
  if (verdict.kind !== 'fail') return verdict;
  const again = await reader.get('listTerminalGroups', {}, { isFresh: true });
  const format = (rows: readonly Cells[]) => formatRows(rows.map((row) => [...row])).join();
  return format(findMainList(again.json)?.rows ?? []) === format(items)
    ? verdict
    : inconclusive('the list of groups changed between two reads', list, again);
}
