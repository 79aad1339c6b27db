import { listWithSubgroups, type Transaction } from './data/model.ts';
import { isClerk, openAllViews, openCustomerView, type ScopedRequest } from './http/request.ts';

/** Returns the transactions that a list requests, in its order. */
export function selectTransactions(request: ScopedRequest): readonly Transaction[] {
  return sortRows(filterRows(listReadableRows(request), request), request);
}

function listReadableRows(request: ScopedRequest): readonly Transaction[] {
  const { view, query, hasFault } = request;
  const all = () => openAllViews(request).flatMap(({ transactions }) => transactions);
  if (hasFault('scope-lost-when-sorting-down') && query.sortBy === 'amt_comp' && query.sortDir === 'desc') return all();
  if (hasFault('scope-terminal-filter-reaches-anywhere') && query.terminalId !== undefined) return all();
  if (hasFault('scope-group-filter-shows-clerks-the-group') && query.groupId !== undefined)
    return openCustomerView(request).transactions;
  if (hasFault('scope-lost-on-later-pages') && query.cursor !== undefined && isClerk(view.user)) {
    return openCustomerView(request).transactions;
  }
  return view.transactions;
}

function filterRows(rows: readonly Transaction[], request: ScopedRequest): readonly Transaction[] {
  const { query, view, hasFault } = request;
  const { terminalId, groupId } = query;
  const isKnown = view.terminals.some(({ id }) => id === terminalId);
  const isTerminals = (row: Transaction) => {
    if (hasFault('filter-unknown-terminal-matches-all') && !isKnown) return true;
    if (hasFault('filter-terminal-by-prefix')) return row.terminalId.startsWith(terminalId ?? '');
    if (hasFault('filter-terminal-drops-declines') && row.response === '61') return false;
    return row.terminalId === terminalId;
  };
  const members = listTerminalsBelow(request, groupId ?? '');
  const isGroups = (row: Transaction) => members.has(row.terminalId);
  if (terminalId !== undefined && groupId !== undefined) {
    if (hasFault('filter-combination-is-either')) return rows.filter((row) => isTerminals(row) || isGroups(row));
    if (hasFault('filter-group-dropped-when-combined')) return rows.filter(isTerminals);
  }
  return rows.filter(
    (row) => (terminalId === undefined || isTerminals(row)) && (groupId === undefined || isGroups(row)),
  );
}

/** Returns the terminals of a visible group and of the groups below it. */
function listTerminalsBelow(request: ScopedRequest, groupId: string): ReadonlySet<string> {
  const { query, hasFault } = request;
  const reach = hasFault('scope-group-filter-shows-clerks-the-group') ? openCustomerView(request) : request.view;
  if (!reach.groups.some(({ id }) => id === groupId)) return new Set();
  const isFlat = hasFault('filter-subgroups-lost-when-sorting') && query.sortBy !== undefined;
  const groups = isFlat ? new Set([groupId]) : listWithSubgroups(reach.groups, groupId);
  return new Set(reach.terminals.filter((terminal) => groups.has(terminal.groupId)).map(({ id }) => id));
}

/** Sorts newest first by default; equal rows by id, so that pages fit together. */
function sortRows(rows: readonly Transaction[], { query, hasFault }: ScopedRequest): readonly Transaction[] {
  const { sortBy = 'stamp', sortDir = query.sortBy === undefined ? 'desc' : 'asc', cursor, terminalId } = query;
  if (hasFault('sort-forgotten-on-later-pages') && cursor !== undefined) return rows;
  const value = (row: Transaction) => {
    if (sortBy === 'stamp') return row.atMs;
    return sortBy === 'amt_req' || hasFault('sort-by-the-requested-amount') ? row.requestedCents : row.completedCents;
  };
  const isReversed = hasFault('sort-direction-lost-with-a-terminal') && terminalId !== undefined;
  const sign = sortDir === 'desc' && !isReversed ? -1 : 1;
  const asText = (row: Transaction) => (value(row) / 100).toFixed(2);
  const isByText = hasFault('sort-amounts-as-text') && sortBy !== 'stamp';
  const byValue = (a: Transaction, b: Transaction) =>
    isByText ? compareValues(asText(a), asText(b)) : compareValues(value(a), value(b));
  const order = rows.toSorted((a, b) => sign * byValue(a, b) || compareValues(a.id, b.id));
  if (hasFault('sort-drops-what-completed-nothing') && sortBy === 'amt_comp') {
    return order.filter(({ completedCents }) => completedCents > 0);
  }
  return hasFault('sort-one-pair-is-swapped') && sortBy === 'amt_comp' && sortDir === 'desc' ? swapPair(order) : order;
}

/** Swaps the last two neighbours among the first thirty rows whose completed amounts differ. */
function swapPair(rows: readonly Transaction[]): readonly Transaction[] {
  const place = rows.findLastIndex(
    ({ completedCents }, index) => index < 29 && completedCents !== (rows[index + 1]?.completedCents ?? completedCents),
  );
  const [first, second] = [rows[place], rows[place + 1]];
  return first === undefined || second === undefined ? rows : rows.with(place, second).with(place + 1, first);
}

const compareValues = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);
