import { addCents, isCashOut } from '../data/cash.ts';
import type { TransactionRecord } from '../data/model.ts';
import { linkNextPage, type PageSelection, parsePage, respondWithList, slicePage } from '../http/pages.ts';
import {
  type HandlerRequest,
  type HandlerResponse,
  json,
  type LedgerlineHandler,
  respondNotVisible,
  respondWithError,
  type ViewExtent,
} from '../http/request.ts';
import { listGroupMembers } from './groups.ts';

/** `GET /v1/transactions`: a page of the matching rows, and the totals of all matching rows. */
export const transactions: LedgerlineHandler = (request) => {
  const pageRequest = parsePage(request, 'limit');
  if ('status' in pageRequest) return pageRequest;
  const compare = parseOrder(request);
  if (typeof compare !== 'function') return compare;

  const matching = filterRows(request, pageRequest);
  const sorted = sortRows(request, matching, compare);
  const rows = selectPageRows(request, sorted, pageRequest);
  const items = rows.map((row) => presentRecord(row, request));
  const totals = sumRows(request, matching);
  const body = request.hasFault('totals-on-first-page-only') && pageRequest.page > 1 ? { items } : { items, totals };
  return json(body, 200, [
    ...linkNextPage(request, pageRequest, matching.length),
    ...(request.hasFault('http-public-cache') ? ([['Cache-Control', 'public, max-age=300']] as const) : []),
  ]);
};

/** `GET /v1/terminals/{terminal_id}/transactions`: a page of the same rows for one terminal, newest first. */
export const transactionsOfTerminal: LedgerlineHandler = (request) => {
  const { data, view, values, hasFault } = request;
  const terminal = data.terminals.find(({ id }) => id === values.terminal_id);
  if (terminal === undefined || !view.sees(terminal.id)) return respondNotVisible(request, terminal !== undefined);
  const isListed = ({ terminalId }: TransactionRecord): boolean =>
    terminalId === terminal.id ||
    (hasFault('terminal-list-has-the-site') &&
      view.sees(terminalId) &&
      findSite(request, terminalId) === terminal.siteId);
  const rows = data.records.filter(isListed).sort(compareNewestFirst);
  const visible = hasFault('terminal-list-lacks-reversals') ? rows.filter(({ kind }) => kind !== 'reversal') : rows;
  return respondWithList(request, visible, (row) => {
    const presented = presentRecord(row, request);
    return hasFault('terminal-list-lacks-the-fee') ? { ...presented, feeTakenCents: undefined } : presented;
  });
};

const findSite = ({ data }: HandlerRequest, terminalId: string): string | undefined =>
  data.terminals.find(({ id }) => id === terminalId)?.siteId;

/** Returns a transaction, the same in every response. */
export const presentRecord = (row: TransactionRecord, { hasFault }: Pick<HandlerRequest, 'hasFault'>) => ({
  id: row.id,
  terminal: row.terminalId,
  happenedAt: row.happenedAtMs,
  kind: row.kind,
  ...(hasFault('rows-one-lacks-its-sequence') && isOneInSixty(row) ? {} : { sequence: row.sequence }),
  accountKind: row.accountKind,
  ...(row.chip === undefined ? {} : { chip: row.chip }),
  outcome: row.outcome,
  requestedCents:
    hasFault('rows-amount-of-advances-as-text') && row.kind === 'advance'
      ? (row.requestedCents / 100).toFixed(2)
      : row.requestedCents,
  dispensedCents: row.dispensedCents,
  feeRequestedCents: row.feeRequestedCents,
  feeTakenCents: row.feeTakenCents,
  ...(hasFault('card-number-in-one-row') && isOneInSixty(row) ? { reference: 4111111111111111 } : {}),
});

const isOneInSixty = ({ number }: TransactionRecord): boolean => number % 60 === 41;

export const compareNewestFirst = (a: TransactionRecord, b: TransactionRecord): number =>
  b.happenedAtMs - a.happenedAtMs || (a.id < b.id ? -1 : 1);

type Test = (row: TransactionRecord) => boolean;

/** Returns the rows in scope that match the filters, newest first. */
function filterRows(request: HandlerRequest, pageRequest: PageSelection): readonly TransactionRecord[] {
  const { data, view, hasFault } = request;
  const extent = selectExtent(request, pageRequest);
  const inScope = data.records.filter(({ terminalId }) => view.sees(terminalId, extent)).sort(compareNewestFirst);
  const [withTerminal, ofGroup] = [makeTerminalTest(request), makeGroupTest(request, extent)];
  if (withTerminal !== undefined && ofGroup !== undefined) {
    if (hasFault('filters-are-ored')) return inScope.filter((row) => withTerminal(row) || ofGroup(row));
    if (hasFault('filters-combined-drop-the-group')) return inScope.filter(withTerminal);
  }
  return inScope.filter((row) => withTerminal?.(row) !== false && ofGroup?.(row) !== false);
}

/** Returns the extent of the list. Correct: always the scope of the caller. */
function selectExtent({ query, hasFault }: HandlerRequest, { size, page }: PageSelection): ViewExtent {
  if (hasFault('scope-list-of-everyone')) return 'everyone';
  if (hasFault('scope-lost-by-terminal-filter') && query.has('terminal_id')) return 'everyone';
  if (hasFault('scope-lost-when-ascending') && query.get('sort_dir') === 'asc') return 'everyone';
  if (hasFault('scope-lost-by-group-filter') && query.has('group_id')) return 'customer';
  if (hasFault('scope-lost-by-both-filters') && query.has('group_id') && query.has('terminal_id')) return 'everyone';
  if (hasFault('scope-lost-on-later-pages') && page > 1) return 'customer';
  if (hasFault('scope-lost-by-large-limits') && size >= 90) return 'customer';
  return 'own';
}

function makeTerminalTest({ data, query, hasFault }: HandlerRequest): Test | undefined {
  const wanted = query.get('terminal_id');
  if (wanted === null || hasFault('filter-by-terminal-is-ignored')) return undefined;
  if (hasFault('filter-unknown-terminal-gives-all') && !data.terminals.some(({ id }) => id === wanted))
    return undefined;
  if (hasFault('filter-by-terminal-prefix')) return ({ terminalId }) => terminalId.startsWith(wanted);
  if (hasFault('filter-drops-timed-out')) {
    return ({ terminalId, outcome }) => terminalId === wanted && outcome !== 'timedOut';
  }
  return ({ terminalId }) => terminalId === wanted;
}

function makeGroupTest(request: HandlerRequest, extent: ViewExtent): Test | undefined {
  const wanted = request.query.get('group_id');
  if (wanted === null || request.hasFault('filter-by-group-is-ignored')) return undefined;
  const parent = request.data.groups.find(({ id }) => id === wanted)?.parentId;
  const members = listGroupMembers(request, wanted, extent);
  if (request.hasFault('filter-by-nested-group-gives-the-parent') && parent !== undefined) {
    for (const member of listGroupMembers(request, parent, extent)) members.add(member);
  }
  return ({ terminalId }) => members.has(terminalId);
}

type Compare = (a: TransactionRecord, b: TransactionRecord) => number;

const COLUMNS: Readonly<Record<string, (row: TransactionRecord) => number>> = {
  amt_comp: ({ dispensedCents }) => dispensedCents,
  requestedCents: ({ requestedCents }) => requestedCents,
  feeTakenCents: ({ feeTakenCents }) => feeTakenCents,
  sequence: ({ sequence }) => sequence,
  happenedAt: ({ happenedAtMs }) => happenedAtMs,
};
export const SORT_COLUMNS: readonly string[] = Object.keys(COLUMNS);

/** Returns the requested order, or an error. Without a column, the order is by time. */
function parseOrder({ query, hasFault, turn }: HandlerRequest): Compare | HandlerResponse {
  const name = query.get('sort_by');
  const direction = query.get('sort_dir') ?? (name === null ? 'desc' : 'asc');
  const column =
    COLUMNS[hasFault('sort-by-requested-instead') && name === 'amt_comp' ? 'requestedCents' : (name ?? 'happenedAt')];
  if (column === undefined) {
    if (hasFault('errors-show-sql'))
      return respondWithError(500, `SELECT * FROM movements ORDER BY ${name}: no such column`);
    return respondWithError(400, `sort_by is one of ${SORT_COLUMNS.join(', ')}`);
  }
  if (direction !== 'asc' && direction !== 'desc') return respondWithError(400, 'sort_dir is asc or desc');
  if (hasFault('sort-is-ignored') && name !== null) return compareNewestFirst;

  const sign = direction === 'asc' || hasFault('sort-always-ascends') ? 1 : -1;
  const isText =
    hasFault('sort-as-text') ||
    (hasFault('sort-as-text-when-filtered') && direction === 'desc' && query.has('terminal_id'));
  const drawInteger = isText
    ? (a: TransactionRecord, b: TransactionRecord) => compareTexts(String(column(a)), String(column(b)))
    : (a: TransactionRecord, b: TransactionRecord) => column(a) - column(b);
  const tie = hasFault('sort-ties-move') && turn % 2 === 0 ? -1 : 1;
  return (a, b) => sign * drawInteger(a, b) || tie * compareNewestFirst(a, b);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function sortRows(
  { query, hasFault }: HandlerRequest,
  rows: readonly TransactionRecord[],
  compare: Compare,
): readonly TransactionRecord[] {
  const sorted = [...rows].sort(compare);
  if (!query.has('sort_by')) return sorted;
  if (hasFault('sort-loses-zeros')) return sorted.filter(({ dispensedCents }) => dispensedCents > 0);
  if (hasFault('sort-repeats-a-row')) return sorted.flatMap((row) => (isOneInSixty(row) ? [row, row] : [row]));
  return sorted;
}

function selectPageRows(
  request: HandlerRequest,
  sorted: readonly TransactionRecord[],
  pageRequest: PageSelection,
): readonly TransactionRecord[] {
  const { hasFault, query } = request;
  const { size } = pageRequest;
  if (hasFault('limit-is-ignored') && query.has('limit')) return sorted;
  if (hasFault('limit-gives-one-more'))
    return slicePage(sorted, pageRequest, request).concat(
      sorted.slice(pageRequest.page * size, pageRequest.page * size + 1),
    );
  if (hasFault('limit-large-gives-one-less') && size > 50)
    return slicePage(sorted, pageRequest, request).slice(0, size - 1);
  if (hasFault('limit-is-capped-when-filtered') && query.has('terminal_id'))
    return slicePage(sorted, pageRequest, request).slice(0, 10);
  return slicePage(sorted, pageRequest, request);
}

/** Sums all matching rows, on every page. */
function sumRows(request: HandlerRequest, matching: readonly TransactionRecord[]) {
  const { hasFault, data, view, query } = request;
  const rows = hasFault('totals-of-the-whole-customer')
    ? data.records.filter(({ terminalId }) => view.sees(terminalId, query.has('terminal_id') ? 'own' : 'customer'))
    : hasFault('totals-ignore-the-group') && query.has('group_id')
      ? data.records.filter(({ terminalId }) => view.sees(terminalId))
      : matching;
  const isCounted = ({ kind }: TransactionRecord): boolean =>
    isCashOut(kind) || (hasFault('totals-count-reversals') && kind === 'reversal');
  return {
    feesCents: addCents(
      rows.map((row) => (hasFault('totals-of-fees-requested') ? row.feeRequestedCents : row.feeTakenCents)),
    ),
    cashOutCents: addCents(rows.filter(isCounted).map(({ dispensedCents }) => dispensedCents)),
  };
}
