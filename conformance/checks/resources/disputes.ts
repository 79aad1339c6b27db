import { check } from '../../engine/check.ts';
import { findTexts, findValue } from '../../reading/pointers.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import type { Sampling } from '../../reading/verdicts/sampling.ts';
import { catchConcluded, fail, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { judgeTerminals } from '../../relations/rows/cases.ts';
import { findMainList } from '../../relations/rows/cells.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import type { Bindings } from '../../slots/bindings.ts';
import {
  formatNames,
  getWidestParameters,
  type ListRow,
  type ReadContext,
  readAllPages,
  readControl,
} from '../../slots/read-lists.ts';
import { judgeEmptyLists, judgeOnce } from './money.ts';

const MOST_PAGES = 4;

export const resolvedShowTheirReviewer = check({
  id: 'disputes/resolved-cases-show-their-reviewer',
  title: 'Each resolved dispute includes reviewer metadata',
  clause: 'disputes.reviewer_only_when_resolved',
  level: 'should',
  needs: ['reader', 'bindings', 'choices'],
  async run({ reader, bindings, choices }) {
    const { exchange, resolved, silent, open } = await readResolved({ reader, bindings });
    if (open !== undefined) {
      const shown = findValue(open.value, bindings.need('disputes.reviewer'));
      const reading = shown === undefined ? 'omitted' : shown === null ? 'null' : 'a value';
      choices.note('reviewer.absent', reading, exchange);
    }
    if (resolved.length === 0) return untestable('needs a resolved dispute', exchange);
    if (silent.length === 0) return pass(exchange);
    const saw = `none in ${formatNames(silent.map(({ id }) => id))}`;
    return fail({ expected: 'reviewer metadata in each resolved dispute', actual: exchange, saw });
  },
});

/** Reads the resolved disputes of a key, those without a reviewer, and one that is not resolved. */
async function readResolved({ reader, bindings }: ReadContext<Principal>) {
  const first = await readControl({ reader, bindings }, 'listDisputes');
  const { exchange, rows } = await readAllPages({ reader, bindings }, 'listDisputes', {
    first,
    granted: 0,
    mostPages: MOST_PAGES,
  });
  const [status, reviewer] = [bindings.need('disputes.status'), bindings.need('disputes.reviewer')];
  const words = bindings.need('disputes.resolved_statuses');
  const resolved = rows.filter(({ value }) => findTexts(value, status).some((one) => words.includes(one)));
  // a case that its owner ended may have had no reviewer
  const silent = resolved.filter(
    ({ value }) =>
      isEmpty(findValue(value, reviewer)) && !findTexts(value, status).some((one) => ENDED_BY_OWNER.test(one)),
  );
  return { exchange, resolved, silent, open: rows.find((row) => !resolved.includes(row)) };
}

const ENDED_BY_OWNER = /withdr|cancel|expire|lapse|abandon|zur[uü]ckgezogen|storniert|retir|anul/i;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

export const terminalIsThatOfTheTransaction = check({
  id: 'disputes/terminal-is-that-of-the-transaction',
  title: 'A dispute names the terminal of its transaction',
  clause: 'disputes.related_terminal',
  level: 'must',
  needs: ['readers', 'bindings', 'sampling'],
  async run({ readers, bindings, sampling }) {
    const nothing = await judgeEmptyLists(readers, 'listDisputes');
    if (nothing !== undefined) return nothing;
    const isBound = PLACES.every((slot) => bindings.find(slot) !== undefined);
    return judgeOnce(readers, 'listDisputes', async (reader, exchange) => {
      const bound = isBound
        ? await catchConcluded(() => judgeBoundTerminals({ reader, bindings }, sampling))
        : undefined;
      if (bound?.kind === 'pass' || bound?.kind === 'fail') return bound;
      return judgeTerminals({ exchange, rows: findMainList(exchange.json)?.rows ?? [] }, reader);
    });
  },
});

const PLACES = ['disputes.rows', 'disputes.transaction', 'transactions.id'] as const;

async function judgeBoundTerminals({ reader, bindings }: ReadContext<Principal>, sampling: Sampling): Promise<Verdict> {
  const first = await readControl({ reader, bindings }, 'listDisputes');
  const disputes = await readAllPages({ reader, bindings }, 'listDisputes', {
    first,
    granted: 0,
    mostPages: MOST_PAGES,
  });
  const [status, transaction] = [bindings.find('disputes.status'), bindings.need('disputes.transaction')];
  bindings.need('transactions.id');
  const kindOf = (row: ListRow) => (status === undefined ? row.terminals.join() : findTexts(row.value, status)[0]);
  const isKnown = (row: ListRow) =>
    reader.sees.transactions.some(({ id }) => id === findTexts(row.value, transaction)[0]);
  const unknown = disputes.rows.filter((row) => !isKnown(row));
  const oneOfEach = [...new Map(unknown.map((row) => [kindOf(row), row])).values()];
  let wrong: Verdict | undefined;
  let mayBeOther = false;
  const looked: string[] = [];
  for (const row of [
    ...disputes.rows.filter(isKnown),
    ...sampling.select('disputes of older transactions', oneOfEach, { quick: 1, standard: 1, thorough: 4 }),
  ]) {
    const [terminal] = listRelatedTerminals(row, bindings);
    const [about] = findTexts(row.value, transaction);
    if (terminal === undefined || about === undefined) continue;
    const isAtTerminal = await isRowAtTerminal({ reader, bindings }, terminal, about);
    if (isAtTerminal === undefined) continue;
    const saw = `${row.id} names ${terminal}, which does not list ${about}`;
    mayBeOther ||= !isUnmistakable(about);
    if (isAtTerminal) looked.push(row.id);
    else wrong ??= fail({ expected: 'the terminal of the transaction', actual: disputes.exchange, saw });
  }
  // short ids of disputes may equal those of transactions: then a dispute that fits must prove the place
  if (wrong !== undefined && (looked.length > 0 || !mayBeOther)) return wrong;
  return looked.length > 0
    ? pass(disputes.exchange)
    : untestable('needs a dispute about a listed transaction', disputes.exchange);
}

/** Returns the terminals that a dispute names: at the bound place, or else in the members that are plainly named so. */
function listRelatedTerminals(row: ListRow, bindings: Bindings): readonly string[] {
  if (bindings.find('disputes.terminal') !== undefined) return row.terminals;
  const found: string[] = [];
  const visit = (value: unknown, place: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) visit(one, `${place}/${name}`);
    else if (/\/(related_?)?(terminal|atm)(\/|_)?id$/i.test(place)) found.push(String(value));
  };
  visit(row.value, '');
  return found.length > 0 ? found : row.terminals;
}

const MOST_OTHER_TERMINALS = 12;

/**
 * Whether the transaction belongs to the terminal. It belongs to another one only if the list of another one has it: otherwise
 * the rows may have other ids than the dispute, and the result is `undefined`.
 */
async function isRowAtTerminal(
  context: ReadContext<Principal>,
  terminal: string,
  id: string,
): Promise<boolean | undefined> {
  const { sees } = context.reader;
  const known = sees.transactions.find((row) => row.id === id);
  if (known?.terminals.includes(terminal) === true) return true;
  const isListed = await isInListOf(context, terminal, id);
  if (isListed !== false) return isListed;
  const others = [...new Set([...(known?.terminals ?? []), ...sees.terminals])].filter((one) => one !== terminal);
  for (const other of others.slice(0, MOST_OTHER_TERMINALS))
    if ((await isInListOf(context, other, id)) === true) return false;
  return undefined;
}

/** Whether the list of a terminal has the transaction; `undefined` if the list is too long to decide. */
async function isInListOf(context: ReadContext<Principal>, terminal: string, id: string): Promise<boolean | undefined> {
  const first = await readControl(context, 'listTransactions', {
    terminal_id: terminal,
    ...getWidestParameters(context.bindings),
  });
  const list = await readAllPages(context, 'listTransactions', {
    first,
    granted: 0,
    mostPages: MOST_PAGES,
    isEnough: (rows) => rows.some((row) => row.id === id),
  });
  return list.rows.some((row) => row.id === id) || (list.isComplete ? false : undefined);
}
