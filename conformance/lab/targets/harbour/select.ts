import { everything, isClerk, type Scoped, wholeOf } from './asked.ts';
import { type Transaction, withSubgroups } from './model.ts';

/** Returns the transactions that a list requests, in its order. */
export function selectTransactions(asked: Scoped): readonly Transaction[] {
  const { query, broken } = asked;
  const rows = rowsInReach(asked);
  if (broken('limit-cuts-before-the-group-filter') && query.groupId !== undefined) {
    return sorted(filtered(rows.slice(0, query.limit), asked), asked);
  }
  if (broken('limit-cuts-before-sorting') && query.sortBy !== undefined) {
    const kept = filtered(rows, asked);
    return [...sorted(kept.slice(0, query.limit), asked), ...kept.slice(query.limit)];
  }
  return sorted(filtered(rows, asked), asked);
}

function rowsInReach(asked: Scoped): readonly Transaction[] {
  const { view, query, broken } = asked;
  const all = () => everything(asked).flatMap(({ transactions }) => transactions);
  if (broken('scope-lost-when-sorting-down') && query.sortBy === 'amt_comp' && query.sortDir === 'desc') return all();
  if (broken('scope-terminal-filter-reaches-anywhere') && query.terminalId !== undefined) return all();
  if (broken('scope-group-filter-shows-clerks-the-group') && query.groupId !== undefined)
    return wholeOf(asked).transactions;
  if (broken('scope-lost-on-later-pages') && query.cursor !== undefined && isClerk(view.user)) {
    return wholeOf(asked).transactions;
  }
  return view.transactions;
}

function filtered(rows: readonly Transaction[], asked: Scoped): readonly Transaction[] {
  const { query, view, broken } = asked;
  const { terminalId, groupId } = query;
  const isKnown = view.terminals.some(({ id }) => id === terminalId);
  const isTerminals = (row: Transaction) => {
    if (broken('filter-unknown-terminal-matches-all') && !isKnown) return true;
    if (broken('filter-terminal-by-prefix')) return row.terminalId.startsWith(terminalId ?? '');
    if (broken('filter-terminal-drops-declines') && row.response === '61') return false;
    return row.terminalId === terminalId;
  };
  const members = terminalsBelow(asked, groupId ?? '');
  const isGroups = (row: Transaction) => members.has(row.terminalId);
  if (terminalId !== undefined && groupId !== undefined) {
    if (broken('filter-combination-is-either')) return rows.filter((row) => isTerminals(row) || isGroups(row));
    if (broken('filter-group-dropped-when-combined')) return rows.filter(isTerminals);
  }
  return rows.filter(
    (row) => (terminalId === undefined || isTerminals(row)) && (groupId === undefined || isGroups(row)),
  );
}

/** Returns the terminals of a visible group and of the groups below it. */
function terminalsBelow(asked: Scoped, groupId: string): ReadonlySet<string> {
  const { query, broken } = asked;
  const reach = broken('scope-group-filter-shows-clerks-the-group') ? wholeOf(asked) : asked.view;
  if (!reach.groups.some(({ id }) => id === groupId)) return new Set();
  const isFlat = broken('filter-subgroups-lost-when-sorting') && query.sortBy !== undefined;
  const groups = isFlat ? new Set([groupId]) : withSubgroups(reach.groups, groupId);
  return new Set(reach.terminals.filter((terminal) => groups.has(terminal.groupId)).map(({ id }) => id));
}

/** Sorts newest first by default; equal rows by id, so that pages fit together. */
function sorted(rows: readonly Transaction[], { query, broken }: Scoped): readonly Transaction[] {
  const { sortBy = 'stamp', sortDir = query.sortBy === undefined ? 'desc' : 'asc', cursor, terminalId } = query;
  if (broken('sort-forgotten-on-later-pages') && cursor !== undefined) return rows;
  const value = (row: Transaction) => {
    if (sortBy === 'stamp') return row.atMs;
    return sortBy === 'amt_req' || broken('sort-by-the-requested-amount') ? row.requestedCents : row.completedCents;
  };
  const isTurned = broken('sort-direction-lost-with-a-terminal') && terminalId !== undefined;
  const sign = sortDir === 'desc' && !isTurned ? -1 : 1;
  const asText = (row: Transaction) => (value(row) / 100).toFixed(2);
  const isByText = broken('sort-amounts-as-text') && sortBy !== 'stamp';
  const byValue = (a: Transaction, b: Transaction) =>
    isByText ? compare(asText(a), asText(b)) : compare(value(a), value(b));
  const order = rows.toSorted((a, b) => sign * byValue(a, b) || compare(a.id, b.id));
  if (broken('sort-drops-what-completed-nothing') && sortBy === 'amt_comp') {
    return order.filter(({ completedCents }) => completedCents > 0);
  }
  return broken('sort-one-pair-is-swapped') && sortBy === 'amt_comp' && sortDir === 'desc'
    ? withPairSwapped(order)
    : order;
}

/** Swaps the last two neighbours among the first thirty rows whose completed amounts differ. */
function withPairSwapped(rows: readonly Transaction[]): readonly Transaction[] {
  const place = rows.findLastIndex(
    ({ completedCents }, index) => index < 29 && completedCents !== (rows[index + 1]?.completedCents ?? completedCents),
  );
  const [first, second] = [rows[place], rows[place + 1]];
  return first === undefined || second === undefined ? rows : rows.with(place, second).with(place + 1, first);
}

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);
