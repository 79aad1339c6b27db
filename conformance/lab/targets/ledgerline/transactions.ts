import { type Answer, type Ask, type Handler, json, notYours, type Reach, refusal } from './ask.ts';
import { membersOfGroup } from './groups.ts';
import { isCashOut, sumOf } from './ledger.ts';
import { bareList, type Cut, cutOf, linkToNext, pageOf } from './pages.ts';
import type { Movement } from './records.ts';

/** `GET /v1/transactions`: a page of the matching rows, and the totals of all matching rows. */
export const transactions: Handler = (ask) => {
  const cut = cutOf(ask, 'limit');
  if ('status' in cut) return cut;
  const compare = orderOf(ask);
  if (typeof compare !== 'function') return compare;

  const matching = matchingRows(ask, cut);
  const rows = cutRows(ask, sortedRows(ask, matching, compare), cut, compare);
  const items = rows.map((row) => presentMovement(row, ask));
  const totals = totalsOf(ask, matching);
  const body = ask.broken('totals-on-first-page-only') && cut.page > 1 ? { items } : { items, totals };
  return json(body, 200, [
    ...linkToNext(ask, cut, matching.length),
    ...(ask.broken('http-public-cache') ? ([['Cache-Control', 'public, max-age=300']] as const) : []),
  ]);
};

/** `GET /v1/terminals/{terminal_id}/transactions`: a page of the same rows for one terminal, newest first. */
export const transactionsOfTerminal: Handler = (ask) => {
  const { books, view, values, broken } = ask;
  const terminal = books.terminals.find(({ id }) => id === values.terminal_id);
  if (terminal === undefined || !view.sees(terminal.id)) return notYours(ask, terminal !== undefined);
  const isMeant = ({ terminalId }: Movement): boolean =>
    terminalId === terminal.id ||
    (broken('terminal-list-has-the-site') && view.sees(terminalId) && siteOf(ask, terminalId) === terminal.siteId);
  const rows = books.movements.filter(isMeant).sort(newestFirst);
  const visible = broken('terminal-list-lacks-reversals') ? rows.filter(({ kind }) => kind !== 'reversal') : rows;
  return bareList(ask, visible, (row) => {
    const presented = presentMovement(row, ask);
    return broken('terminal-list-lacks-the-fee') ? { ...presented, feeTakenCents: undefined } : presented;
  });
};

const siteOf = ({ books }: Ask, terminalId: string): string | undefined =>
  books.terminals.find(({ id }) => id === terminalId)?.siteId;

/** Returns a transaction, the same in every response. */
export const presentMovement = (row: Movement, { broken }: Pick<Ask, 'broken'>) => ({
  id: row.id,
  terminal: row.terminalId,
  happenedAt: row.happenedAtMs,
  kind: row.kind,
  ...(broken('rows-one-lacks-its-sequence') && isOneInSixty(row) ? {} : { sequence: row.sequence }),
  accountKind: row.accountKind,
  ...(row.chip === undefined ? (broken('rows-chip-is-null') ? { chip: null } : {}) : { chip: row.chip }),
  outcome: row.outcome,
  requestedCents:
    broken('rows-amount-of-advances-as-text') && row.kind === 'advance'
      ? (row.requestedCents / 100).toFixed(2)
      : row.requestedCents,
  dispensedCents: row.dispensedCents,
  feeRequestedCents: row.feeRequestedCents,
  feeTakenCents: row.feeTakenCents,
  ...(broken('card-number-in-one-row') && isOneInSixty(row) ? { reference: 4111111111111111 } : {}),
});

const isOneInSixty = ({ number }: Movement): boolean => number % 60 === 41;

export const newestFirst = (a: Movement, b: Movement): number =>
  b.happenedAtMs - a.happenedAtMs || (a.id < b.id ? -1 : 1);

type Test = (row: Movement) => boolean;

/** Returns the rows in scope that match the filters, newest first. */
function matchingRows(ask: Ask, cut: Cut): readonly Movement[] {
  const { books, view, query, broken } = ask;
  const reach = reachOf(ask, cut);
  const inScope = books.movements.filter(({ terminalId }) => view.sees(terminalId, reach)).sort(newestFirst);
  const [ofTerminal, ofGroup] = [terminalTest(ask), groupTest(ask, reach)];
  if (ofTerminal !== undefined && ofGroup !== undefined) {
    if (broken('filters-are-ored')) return inScope.filter((row) => ofTerminal(row) || ofGroup(row));
    if (broken('filters-combined-drop-the-group')) return inScope.filter(ofTerminal);
  }
  const rows = broken('limit-before-group-filter') && query.has('group_id') ? pageOf(inScope, cut, ask) : inScope;
  return rows.filter((row) => ofTerminal?.(row) !== false && ofGroup?.(row) !== false);
}

/** Returns the extent of the list. Correct: always the scope of the caller. */
function reachOf({ query, broken }: Ask, { size, page }: Cut): Reach {
  if (broken('scope-list-of-everyone')) return 'everyone';
  if (broken('scope-lost-by-terminal-filter') && query.has('terminal_id')) return 'everyone';
  if (broken('scope-lost-when-ascending') && query.get('sort_dir') === 'asc') return 'everyone';
  if (broken('scope-lost-by-group-filter') && query.has('group_id')) return 'customer';
  if (broken('scope-lost-by-both-filters') && query.has('group_id') && query.has('terminal_id')) return 'everyone';
  if (broken('scope-lost-on-later-pages') && page > 1) return 'customer';
  if (broken('scope-lost-by-large-limits') && size >= 90) return 'customer';
  return 'own';
}

function terminalTest({ books, query, broken }: Ask): Test | undefined {
  const wanted = query.get('terminal_id');
  if (wanted === null || broken('filter-by-terminal-is-ignored')) return undefined;
  if (broken('filter-unknown-terminal-gives-all') && !books.terminals.some(({ id }) => id === wanted)) return undefined;
  if (broken('filter-by-terminal-prefix')) return ({ terminalId }) => terminalId.startsWith(wanted);
  if (broken('filter-drops-timed-out')) {
    return ({ terminalId, outcome }) => terminalId === wanted && outcome !== 'timedOut';
  }
  return ({ terminalId }) => terminalId === wanted;
}

function groupTest(ask: Ask, reach: Reach): Test | undefined {
  const wanted = ask.query.get('group_id');
  if (wanted === null || ask.broken('filter-by-group-is-ignored')) return undefined;
  const parent = ask.books.groups.find(({ id }) => id === wanted)?.parentId;
  const members = membersOfGroup(ask, wanted, reach);
  if (ask.broken('filter-by-nested-group-gives-the-parent') && parent !== undefined) {
    for (const member of membersOfGroup(ask, parent, reach)) members.add(member);
  }
  return ({ terminalId }) => members.has(terminalId);
}

type Compare = (a: Movement, b: Movement) => number;

const COLUMNS: Readonly<Record<string, (row: Movement) => number>> = {
  amt_comp: ({ dispensedCents }) => dispensedCents,
  requestedCents: ({ requestedCents }) => requestedCents,
  feeTakenCents: ({ feeTakenCents }) => feeTakenCents,
  sequence: ({ sequence }) => sequence,
  happenedAt: ({ happenedAtMs }) => happenedAtMs,
};
export const SORT_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** Returns the requested order, or an error. Without a column, the order is by time. */
function orderOf({ query, broken, turn }: Ask): Compare | Answer {
  const name = query.get('sort_by');
  const direction = query.get('sort_dir') ?? (name === null ? 'desc' : 'asc');
  const column =
    COLUMNS[broken('sort-by-requested-instead') && name === 'amt_comp' ? 'requestedCents' : (name ?? 'happenedAt')];
  if (column === undefined) {
    if (broken('errors-show-sql')) return refusal(500, `SELECT * FROM movements ORDER BY ${name}: no such column`);
    return refusal(400, `sort_by is one of ${SORT_COLUMNS.join(', ')}`);
  }
  if (direction !== 'asc' && direction !== 'desc') return refusal(400, 'sort_dir is asc or desc');
  if (broken('sort-is-ignored') && name !== null) return newestFirst;

  const sign = direction === 'asc' || broken('sort-always-ascends') ? 1 : -1;
  const isText =
    broken('sort-as-text') ||
    (broken('sort-as-text-when-filtered') && direction === 'desc' && query.has('terminal_id'));
  const between = isText
    ? (a: Movement, b: Movement) => compareTexts(String(column(a)), String(column(b)))
    : (a: Movement, b: Movement) => column(a) - column(b);
  const tie = broken('sort-ties-move') && turn % 2 === 0 ? -1 : 1;
  return (a, b) => sign * between(a, b) || tie * newestFirst(a, b);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function sortedRows({ query, broken }: Ask, rows: readonly Movement[], compare: Compare): readonly Movement[] {
  const sorted = [...rows].sort(compare);
  if (!query.has('sort_by')) return sorted;
  if (broken('sort-loses-zeros')) return sorted.filter(({ dispensedCents }) => dispensedCents > 0);
  if (broken('sort-repeats-a-row')) return sorted.flatMap((row) => (isOneInSixty(row) ? [row, row] : [row]));
  return sorted;
}

function cutRows(ask: Ask, sorted: readonly Movement[], cut: Cut, compare: Compare): readonly Movement[] {
  const { broken, query } = ask;
  const { size } = cut;
  if (broken('limit-is-ignored') && query.has('limit')) return sorted;
  if (broken('limit-before-sort')) return [...pageOf([...sorted].sort(newestFirst), cut, ask)].sort(compare);
  if (broken('limit-gives-one-more'))
    return pageOf(sorted, cut, ask).concat(sorted.slice(cut.page * size, cut.page * size + 1));
  if (broken('limit-large-gives-one-less') && size > 50) return pageOf(sorted, cut, ask).slice(0, size - 1);
  if (broken('limit-is-capped-when-filtered') && query.has('terminal_id')) return pageOf(sorted, cut, ask).slice(0, 10);
  return pageOf(sorted, cut, ask);
}

/** Sums all matching rows, on every page. */
function totalsOf(ask: Ask, matching: readonly Movement[]) {
  const { broken, books, view, query } = ask;
  const rows = broken('totals-of-the-whole-customer')
    ? books.movements.filter(({ terminalId }) => view.sees(terminalId, query.has('terminal_id') ? 'own' : 'customer'))
    : broken('totals-ignore-the-group') && query.has('group_id')
      ? books.movements.filter(({ terminalId }) => view.sees(terminalId))
      : matching;
  const isCounted = ({ kind }: Movement): boolean =>
    isCashOut(kind) || (broken('totals-count-reversals') && kind === 'reversal');
  return {
    feesCents: sumOf(
      rows.map((row) => (broken('totals-of-fees-requested') ? row.feeRequestedCents : row.feeTakenCents)),
    ),
    cashOutCents: sumOf(rows.filter(isCounted).map(({ dispensedCents }) => dispensedCents)),
  };
}
