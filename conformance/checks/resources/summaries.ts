import type { Bindings } from '../../bindings/bindings.ts';
import { readDocument } from '../../bindings/inference/columns/document.ts';
import { listDeclaredValues, readDeclaredExtent } from '../../bindings/inference/words/declared-totals.ts';
import { express, splitWords } from '../../bindings/inference/words/synonyms.ts';
import { listTotals, type Total } from '../../bindings/totals.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import {
  BY_AMOUNT,
  filterByTerminals,
  findRarestTerminal,
  getWidestParameters,
  type ListRow,
  type ReadContext,
  readAllPages,
  readControl,
  readUnchanged,
  type WholeTable,
} from '../../engine/survey/reading.ts';
import { HALF, type Sampling } from '../../engine/verdicts/sampling.ts';
import {
  type Case,
  combineCases,
  fail,
  forEachTestable,
  notApplicable,
  pass,
  untestable,
  type Verdict,
} from '../../engine/verdicts/verdict.ts';
import type { Exchange, Parameters } from '../../http/client.ts';
import { readPublicDocument } from '../../oracles/declared-parameters.ts';
import { findTexts, findValue, type ValuePointer } from '../../oracles/pointers.ts';
import { formatCents, sumInCents, toCents } from '../../oracles/values/value-relations.ts';

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
    const list: ListTotals = (table) => listTotals(table, bindings);
    const { verdict, whole } = await judgeTotals({ reader, bindings, sampling }, { isOfPage, list });
    if (verdict.kind === 'pass')
      choices.note('summary.extent', isOfPage ? 'rows of the page' : 'all matching rows', whole.exchange);
    return verdict;
  },
});

/** The public document describes the current contract: totals that it explains are those of the responses. */
export const totalsAreAsDeclared = check({
  id: 'transactions/summary-is-as-declared',
  title: 'The totals cover the rows, the column and the types that the public OpenAPI document of the target states',
  clause: 'versioning.current_contract',
  covers: ['transactions.summary.surcharge', 'transactions.summary.withdrawn'],
  level: 'must',
  needs: ['reader', 'anonymous', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  async run({ reader, anonymous, bindings, sampling }) {
    const document = await readPublicDocument(anonymous);
    const declared = listDeclaredTotals(document, reader, bindings);
    if (declared.length === 0)
      return notApplicable('the public document does not state which rows the totals cover', document);
    return forEachTestable(
      declared,
      ({ name }) => name,
      async ({ extent, list }) =>
        (await judgeTotals({ reader, bindings, sampling }, { isOfPage: extent === 'page', list })).verdict,
    );
  },
});

/** A total whose rows the document states. */
interface DeclaredTotal {
  readonly name: string;
  readonly extent: 'page' | 'matching';
  readonly list: ListTotals;
}

type ListTotals = (rows: Pick<WholeTable, 'rows'>) => Iterable<Total>;

/** Returns the totals whose descriptions state the rows and the column, or for withdrawals the types, that they cover. */
function listDeclaredTotals(document: Exchange, { sees }: Principal, bindings: Bindings): DeclaredTotal[] {
  const members = readDocument(document.json).describeResponse('listTransactions');
  const describe = (pointer: ValuePointer) => {
    const text = members.get(pointer)?.text ?? '';
    return { text, words: splitWords(text), extent: readDeclaredExtent(splitWords(text)) };
  };
  const readAll = (pointer: ValuePointer, { rows }: Pick<WholeTable, 'rows'>) =>
    rows.map(({ value }) => findValue(value, pointer));
  const [surcharge, withdrawn] = [
    bindings.need('transactions.total_surcharge'),
    bindings.need('transactions.total_withdrawn'),
  ];
  const declared: DeclaredTotal[] = [];
  const ofSurcharge = describe(surcharge);
  if (ofSurcharge.extent !== undefined && express(ofSurcharge.words, 'completed')) {
    const name = 'total surcharge';
    const amounts = bindings.need('transactions.surcharge_completed');
    const list: ListTotals = (table) => [{ name, pointer: surcharge, amounts: readAll(amounts, table) }];
    declared.push({ name, extent: ofSurcharge.extent, list });
  }
  const ofWithdrawn = describe(withdrawn);
  const typeAt = bindings.need('transactions.transaction_type');
  const getType = (value: unknown) => findTexts(value, typeAt)[0] ?? '';
  const types = listDeclaredValues(ofWithdrawn.text, [
    ...new Set(sees.transactions.map(({ value }) => getType(value))),
  ]);
  if (ofWithdrawn.extent !== undefined && types.length > 0 && express(ofWithdrawn.words, 'completed')) {
    const name = 'total withdrawn';
    const amounts = bindings.need('transactions.amount_completed');
    const list: ListTotals = ({ rows }) => [
      {
        name,
        pointer: withdrawn,
        amounts: readAll(amounts, { rows: rows.filter(({ value }) => types.includes(getType(value))) }),
      },
    ];
    declared.push({ name, extent: ofWithdrawn.extent, list });
  }
  return declared;
}

/** Compares the totals of several requests with the sums of the rows of the page, or of all matching rows. */
async function judgeTotals(
  { reader, bindings, sampling }: ReadContext<Principal> & { readonly sampling: Sampling },
  { isOfPage, list }: { readonly isOfPage: boolean; readonly list: ListTotals },
): Promise<{ readonly verdict: Verdict; readonly whole: WholeTable }> {
  const filter = await findShortFilter(reader, bindings);
  const { before: whole, found } = await readUnchanged(
    () => readWholeList(reader, bindings, filter),
    async (whole) => {
      const cases: Case[] = [];
      for (const { name, parameters, matching } of sampling.select('requests', listVariants(reader, filter, whole), {
        quick: 1,
        standard: 4,
      })) {
        const page = await readControl({ reader, bindings }, 'listTransactions', parameters);
        cases.push({
          name,
          verdict: compareTotals(page.exchange, list({ rows: isOfPage ? page.rows : matching }), bindings),
        });
      }
      return cases;
    },
  );
  const verdict =
    whole.rows.length === 0
      ? untestable('needs transactions', whole.exchange)
      : whole.isComplete
        ? combineCases(found, 'any')
        : untestable('no list is short enough to sum', whole.exchange);
  return { verdict, whole };
}

/** A filter that leaves few enough rows to read them all: none, or a terminal with few rows. */
export async function findShortFilter(reader: Principal, bindings: Bindings): Promise<Parameters> {
  const entire = await readWholeList(reader, bindings, {});
  const terminal = findRarestTerminal(entire.rows, 1, 1);
  return entire.isComplete || terminal === undefined ? {} : { terminal_id: terminal };
}

export async function readWholeList(reader: Principal, bindings: Bindings, filter: Parameters): Promise<WholeTable> {
  const first = await readControl({ reader, bindings }, 'listTransactions', {
    ...filter,
    ...getWidestParameters(bindings),
  });
  const granted = reader.sees.transactions.length;
  return readAllPages({ reader, bindings }, 'listTransactions', { first, granted, mostPages: MOST_PAGES });
}

/** Combinations of parameters that totals might not respect. */
export function listVariants({ sees }: Principal, filter: Parameters, { rows }: WholeTable): readonly Variant[] {
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

function compareTotals(exchange: Exchange, totals: Iterable<Total>, bindings: Bindings): Verdict {
  const form = bindings.find('money.form');
  let isShown = false;
  for (const { name, pointer, amounts } of totals) {
    const stated = toCents(findValue(exchange.json, pointer), form);
    const sum = sumInCents(amounts, form);
    isShown ||= sum !== undefined && sum !== 0;
    if (sum === undefined || stated === sum) continue;
    const expected = `a ${name} of ${formatCents(sum)} over ${amounts.length} rows`;
    return fail({ expected, actual: exchange, saw: stated === undefined ? 'nothing' : formatCents(stated) });
  }
  return isShown ? pass(exchange) : untestable('needs rows with nonzero amounts', exchange);
}
