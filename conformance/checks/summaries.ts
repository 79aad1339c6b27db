import type { Bindings } from '../bindings.ts';
import { check } from '../check.ts';
import type { Parameters } from '../client.ts';
import { valueAt } from '../pointers.ts';
import type { Principal } from '../principals.ts';
import { BY_AMOUNT, bracketed, control, rarestTerminal, throughAllPages, type WholeTable, widest } from '../reading.ts';
import { centsOf, inUnits, sumInCents } from '../relations.ts';
import { totalsOf } from '../totals.ts';
import { fail, forEach, pass, untestable, type Verdict } from '../verdict.ts';

const MOST_PAGES = 5;

/** Combinations under which totals could lose what the rows obey. */
function waysOf({ sees }: Principal): [string, Parameters][] {
  const terminal = rarestTerminal(sees.transactions, 1);
  const group = [...sees.groups].find(([id, members]) => sees.leafGroups.has(id) && members.size < sees.terminals.size);
  return [
    ['without parameters', {}],
    ['sorted', BY_AMOUNT],
    ['with a limit', { limit: 3 }],
    ...(terminal === undefined ? [] : [['of a terminal, sorted', { terminal_id: terminal, ...BY_AMOUNT }] as const]),
    ...(group === undefined ? [] : [['of a group', { group_id: group[0] }] as const]),
  ].map(([name, parameters]) => [name, parameters] as [string, Parameters]); // as listed
}

/** An assumption of ours: the document does not say over which rows the totals are. */
export const totalsFollowTheParameters = check({
  id: 'transactions/summary-follows-the-parameters',
  title: 'The totals are over the same rows whatever is asked: all that match, or those of the page',
  clause: 'transactions.summary_extent',
  level: 'must',
  needs: ['reader', 'bindings', 'choices'],
  async run({ reader, bindings, choices }) {
    const isOfPage = bindings.find('transactions.summary_covers') === 'page';
    return forEach(
      waysOf(reader),
      ([name]) => name,
      async ([, parameters]) => {
        const { before } = await bracketed(
          () => counted(reader, bindings, parameters, isOfPage),
          () => Promise.resolve(),
        );
        if (!before.isComplete) return untestable('the list is too long to be summed up', before.exchange);
        const verdict = addsUp(before, bindings);
        if (verdict.kind === 'pass')
          choices.note('summary.extent', isOfPage ? 'those of the page' : 'all that match', before.exchange);
        return verdict;
      },
      'any',
    );
  },
});

/** The answer with its totals, and the rows that they should be over. */
async function counted(
  reader: Principal,
  bindings: Bindings,
  parameters: Parameters,
  isOfPage: boolean,
): Promise<WholeTable> {
  const stated = await control(reader, bindings, 'listTransactions', parameters);
  if (isOfPage) return { ...stated, isComplete: true };
  const { limit: _, ...unlimited } = parameters;
  const first = await control(reader, bindings, 'listTransactions', { ...unlimited, ...widest(bindings) });
  const whole = await throughAllPages(
    reader,
    bindings,
    'listTransactions',
    first,
    Number.POSITIVE_INFINITY,
    MOST_PAGES,
  );
  return { ...whole, exchange: stated.exchange };
}

function addsUp(table: WholeTable, bindings: Bindings): Verdict {
  const form = bindings.find('money.form');
  const totals = totalsOf(table, bindings).map(({ name, pointer, amounts }) => ({
    name,
    stated: centsOf(valueAt(table.exchange.json, pointer), form),
    sum: sumInCents(amounts, form),
  }));
  const wrong = totals.find(({ stated, sum }) => sum !== undefined && stated !== sum);
  if (wrong !== undefined) {
    const expected = `a ${wrong.name} of ${inUnits(wrong.sum ?? 0)} over ${table.rows.length} rows`;
    return fail({
      expected,
      actual: table.exchange,
      saw: wrong.stated === undefined ? 'nothing' : inUnits(wrong.stated),
    });
  }
  const isShown = totals.some(({ sum }) => sum !== undefined && sum !== 0);
  return isShown ? pass(table.exchange) : untestable('it takes rows with amounts other than zero', table.exchange);
}
