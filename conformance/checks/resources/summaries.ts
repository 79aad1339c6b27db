import type { Bindings } from '../../bindings/bindings.ts';
import { listTotals } from '../../bindings/totals.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/principals.ts';
import {
  BY_AMOUNT,
  filterByTerminals,
  findRarestTerminal,
  getWidestParameters,
  type ListRow,
  readAllPages,
  readControl,
  readUnchanged,
  type WholeTable,
} from '../../engine/reading.ts';
import { HALF } from '../../engine/sampling.ts';
import { type Case, combineCases, fail, pass, untestable, type Verdict } from '../../engine/verdict.ts';
import type { Exchange, Parameters } from '../../http/client.ts';
import { findValue } from '../../oracles/pointers.ts';
import { formatCents, sumInCents, toCents } from '../../oracles/value-relations.ts';

const MOST_PAGES = 3;

/** A request, and the matching rows of the known list. */
interface Variant {
  readonly name: string;
  readonly parameters: Parameters;
  readonly matching: readonly ListRow[];
}

/** Assumption of the kit: the document does not state which rows the totals cover. */
export const totalsFollowTheParameters = check({
  id: 'transactions/summary-follows-the-parameters',
  title: 'The totals always cover the same rows: either all matching rows or those of the page',
  clause: 'transactions.summary_extent',
  level: 'must',
  needs: ['reader', 'bindings', 'choices', 'sampling'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, bindings, choices, sampling }) {
    const isOfPage = bindings.find('transactions.summary_covers') === 'page';
    const filter = await findShortFilter(reader, bindings);
    const { before, found } = await readUnchanged(
      () => readWholeList(reader, bindings, filter),
      async (whole) => {
        const cases: Case[] = [];
        for (const { name, parameters, matching } of sampling.select('requests', listVariants(reader, filter, whole), {
          quick: 1,
        })) {
          const page = await readControl({ reader, bindings }, 'listTransactions', parameters);
          cases.push({ name, verdict: compareTotals(page.exchange, isOfPage ? page.rows : matching, bindings) });
        }
        return cases;
      },
    );
    if (!before.isComplete) return untestable('no list is short enough to sum', before.exchange);
    const verdict = combineCases(found, 'any');
    if (verdict.kind === 'pass')
      choices.note('summary.extent', isOfPage ? 'rows of the page' : 'all matching rows', before.exchange);
    return verdict;
  },
});

/** A filter that leaves few enough rows to read them all: none, or a terminal with few rows. */
async function findShortFilter(reader: Principal, bindings: Bindings): Promise<Parameters> {
  const entire = await readWholeList(reader, bindings, {});
  const terminal = findRarestTerminal(entire.rows, 1, 1);
  return entire.isComplete || terminal === undefined ? {} : { terminal_id: terminal };
}

async function readWholeList(reader: Principal, bindings: Bindings, filter: Parameters): Promise<WholeTable> {
  const first = await readControl({ reader, bindings }, 'listTransactions', {
    ...filter,
    ...getWidestParameters(bindings),
  });
  const granted = reader.sees.transactions.length;
  return readAllPages({ reader, bindings }, 'listTransactions', { first, granted, mostPages: MOST_PAGES });
}

/** Combinations of parameters that totals might not respect. */
function listVariants({ sees }: Principal, filter: Parameters, { rows }: WholeTable): readonly Variant[] {
  const terminal = filter.terminal_id === undefined ? findRarestTerminal(rows, 1) : String(filter.terminal_id);
  const group = [...sees.groups].find(([id, members]) => sees.leafGroups.has(id) && members.has(terminal ?? ''));
  const ofTerminal = filterByTerminals({ rows }, new Set([terminal ?? '']));
  const alone: Parameters = { terminal_id: terminal ?? '' };
  return [
    { name: 'as it is', parameters: filter, matching: rows },
    { name: 'sorted', parameters: { ...filter, ...BY_AMOUNT }, matching: rows },
    { name: 'with a limit', parameters: { ...filter, limit: 3 }, matching: rows },
    { name: 'sorted, with a limit', parameters: { ...filter, ...BY_AMOUNT, limit: 3 }, matching: rows },
    ...(terminal === undefined || filter.terminal_id !== undefined
      ? []
      : [
          { name: 'of a terminal', parameters: alone, matching: ofTerminal },
          { name: 'of a terminal, sorted', parameters: { ...alone, ...BY_AMOUNT }, matching: ofTerminal },
        ]),
    ...(group === undefined
      ? []
      : [
          {
            name: 'of a group',
            parameters: { ...filter, group_id: group[0] },
            matching: filterByTerminals({ rows }, group[1]),
          },
          { name: 'of a terminal in its group', parameters: { ...alone, group_id: group[0] }, matching: ofTerminal },
        ]),
  ];
}

function compareTotals(exchange: Exchange, rows: readonly ListRow[], bindings: Bindings): Verdict {
  const form = bindings.find('money.form');
  let isShown = false;
  for (const { name, pointer, amounts } of listTotals({ rows }, bindings)) {
    const stated = toCents(findValue(exchange.json, pointer), form);
    const sum = sumInCents(amounts, form);
    isShown ||= sum !== undefined && sum !== 0;
    if (sum === undefined || stated === sum) continue;
    const expected = `a ${name} of ${formatCents(sum)} over ${rows.length} rows`;
    return fail({ expected, actual: exchange, saw: stated === undefined ? 'nothing' : formatCents(stated) });
  }
  return isShown ? pass(exchange) : untestable('needs rows with nonzero amounts', exchange);
}
