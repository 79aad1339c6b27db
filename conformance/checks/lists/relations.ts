import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import { fail, inconclusive, pass, untestable, type Verdict } from '../../engine/verdicts/verdict.ts';
import { readRows } from '../../rows/cells.ts';
import {
  judgeCombinations,
  judgeGroupFilter,
  judgeTerminalFilter,
  judgeTerminalLists,
  judgeUnknownTerminal,
} from '../../rows/filters.ts';
import { judgeLimits } from '../../rows/limits.ts';
import { judgeOrder, judgeTop } from '../../rows/order.ts';
import {
  findChangedValue,
  nameRow,
  opensTimeline,
  readItems,
  type Survey,
  surveyTransactions,
} from '../../rows/survey.ts';
import { createRowTable } from '../../rows/table.ts';
import { judgeSummary, judgeTotals } from '../../rows/totals.ts';

const LIST = 'listTransactions';

/** Judges the responses to one key by a relation between them. */
async function judge(reader: Principal, relate: (survey: Survey) => Verdict | Promise<Verdict>): Promise<Verdict> {
  const survey = await surveyTransactions(reader);
  if (survey === undefined) return untestable('needs transactions in a list that the kit can find');
  return relate(survey);
}

/** As `judge`, for relations between several responses: they prove nothing if the rows change meanwhile. */
const judgeUnchanged = (reader: Principal, relate: (survey: Survey) => Verdict | Promise<Verdict>): Promise<Verdict> =>
  judge(reader, async (survey) => {
    const verdict = await relate(survey);
    const before = survey.reads.find(({ parameters }) => JSON.stringify(parameters) === JSON.stringify(survey.widest));
    if (verdict.kind !== 'fail' || before === undefined) return verdict;
    const after = await reader.get(LIST, survey.widest, { isFresh: true });
    const names = readRows(after.json, survey.place).rows.map((row) => nameRow(row, survey));
    const known = new Set(before.rows.map((row) => nameRow(row, survey)));
    if (names.length === before.rows.length && names.every((name) => known.has(name))) return verdict;
    return inconclusive('the rows changed between two identical reads', before.exchange, after);
  });

export const limitRestricts = check({
  id: 'limit/restricts-the-rows',
  title: '`limit` bounds the number of rows, alone and with other parameters',
  clause: 'transactions.limit',
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judgeUnchanged(reader, (survey) => judgeLimits(survey, reader)),
});

export const limitKeepsTheTop = check({
  id: 'limit/keeps-the-top-rows',
  title: '`limit` with an order returns the first rows of the sorted list, or sorts the rows that it keeps',
  clause: 'transactions.combine',
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judgeUnchanged(reader, (survey) => judgeTop(survey, createRowTable(survey))),
});

export const amountsDescend = check({
  id: 'sort/amt-comp-descends',
  title: '`sort_by=amt_comp&sort_dir=desc` returns completed amounts in descending order, with any filter and limit',
  clause: 'transactions.sort.amt_comp',
  covers: ['transactions.sort.desc', 'transactions.sort_dir', 'transactions.sort_by', 'transactions.combine'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judge(reader, (survey) => judgeOrder(survey, createRowTable(survey))),
});

export const terminalFilterKeepsItsRows = check({
  id: 'filters/terminal-id-keeps-just-its-rows',
  title: '`terminal_id` returns exactly the rows of that terminal, with any other parameters',
  clause: 'transactions.filter.terminal',
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judgeUnchanged(reader, judgeTerminalFilter),
});

export const groupFilterKeepsItsRows = check({
  id: 'filters/group-id-keeps-just-its-rows',
  title: '`group_id` returns exactly the rows of the terminals that the list of groups names',
  clause: 'transactions.filter.group',
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeUnchanged(reader, async (survey) => judgeGroupFilter(survey, await readItems(reader, 'listTerminalGroups'))),
});

export const anyCombinationIsOfTheWhole = check({
  id: 'lists/any-combination-is-of-the-whole-list',
  title: 'With any parameters together, the list returns the rows that match each of them, and no others',
  clause: 'transactions.combine',
  covers: ['transactions.filter.scope'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judgeUnchanged(reader, judgeCombinations),
});

export const unknownFilterMatchesNothing = check({
  id: 'filters/an-unknown-terminal-matches-nothing',
  title: 'An unknown `terminal_id` does not return the rows of all terminals',
  clause: 'transactions.filter.terminal',
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judge(reader, (survey) => judgeUnknownTerminal(survey, reader)),
});

export const terminalListIsOfTheTerminal = check({
  id: 'terminals/transactions-are-of-the-terminal',
  title: "A terminal's own list contains its transactions only",
  clause: 'terminals.transactions',
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judgeUnchanged(reader, (survey) => judgeTerminalLists(survey, reader)),
});

export const rowsAreTheSameForAnyParameters = check({
  id: 'transactions/rows-are-the-same-for-any-parameters',
  title: 'A transaction has the same columns in every response of the transaction list: sorted, filtered and paged',
  clause: 'transactions.row',
  covers: ['transactions.combine'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) =>
    judgeUnchanged(reader, async (survey) => {
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
  needs: ['reader'],
  run: ({ reader }) =>
    judge(reader, (survey) => {
      const [control, ...others] = survey.reads.filter(({ rows }) => rows.length > 1);
      if (control === undefined) return untestable('needs at least 2 transactions');
      const repeated = [control, ...others].flatMap((read) => {
        const texts = read.rows.map((row) => JSON.stringify([...row]));
        const twice = findRepeated(texts);
        return twice === undefined ? [] : [{ read, twice }];
      });
      const [first] = repeated;
      if (first === undefined) return pass(control.exchange, ...others.map(({ exchange }) => exchange));
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
  needs: ['reader'],
  run: ({ reader }) => judgeUnchanged(reader, (survey) => judgeTotals(survey, createRowTable(survey))),
});

export const summaryHasBothTotals = check({
  id: 'transactions/summary-has-both-totals',
  title: 'The transaction list includes the total surcharge and the total withdrawn',
  clause: 'transactions.summary.withdrawn',
  covers: ['transactions.summary.surcharge', 'transactions.list'],
  level: 'must',
  needs: ['reader'],
  run: ({ reader }) => judge(reader, judgeSummary),
});

function findRepeated(texts: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return texts.find((text) => seen.size === seen.add(text).size);
}
