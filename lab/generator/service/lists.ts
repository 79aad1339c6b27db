import { presentTransaction } from '../model/present.ts';
import { openScope } from '../model/scope.ts';
import type { Terminal, Transaction } from '../model/types.ts';
import type { LogicalRecord } from '../model/values.ts';
import { type Answer, type ListAnswer, refuse } from '../protocol/answers.ts';
import { namePagingParameters } from '../protocol/paging-parameters.ts';
import { type Call, describeCall } from './call.ts';
import { describePage, readLimit, readPosition } from './paging.ts';
import { filterRows, readFilters, readSort, selectRows, sortRows, sumTotals } from './rows.ts';

const TRANSACTION_PARAMETERS = ['limit', 'terminal_id', 'group_id', 'sort_by', 'sort_dir'];

/** Applies the hooks of a fault to the records of a list. */
export function finishRecords(records: readonly LogicalRecord[], call: Call, targetKey?: string): LogicalRecord[] {
  const { hooks } = call.service;
  const context = describeCall(call, targetKey);
  const changed = records.map((each) => hooks.record?.(each, context) ?? each);
  return hooks.list?.(changed, context) ?? changed;
}

/** Returns the scope at the instant of a cursor. */
function scopeAt(call: Call, nowMs: number | undefined) {
  const { service, operation, scope } = call;
  if (nowMs === undefined || nowMs === scope.nowMs) return scope;
  const opened = openScope(service.world, scope.user, service.choices, Math.min(nowMs, scope.nowMs));
  return service.hooks.scope?.(opened, { operation: operation.id, choices: service.choices }) ?? opened;
}

interface PageOf<Item> {
  readonly items: Item[];
  readonly whole: readonly Item[];
  readonly offset: number;
  readonly page: ListAnswer['page'];
}

/** Cuts a page out of a list. */
function cutPage<Item>(
  call: Call,
  list: readonly Item[],
  cut: { limit: number | undefined; offset: number },
): PageOf<Item> {
  const { choices } = call.service;
  const pageSize = Number(choices.pageSize);
  const { limit, offset } = cut;
  if (choices.paging === 'none') {
    const items = list.slice(0, limit ?? list.length);
    return { items, whole: list, offset: 0, page: undefined };
  }
  const isWhole = choices.limitScope === 'whole-list' && limit !== undefined;
  const whole = isWhole ? list.slice(0, limit) : list;
  const size = isWhole ? Math.min(limit, pageSize) : (limit ?? pageSize);
  const items = whole.slice(offset, offset + size);
  const { query, path, scope } = call;
  const request = { path, query, size, offset, total: whole.length, nowMs: scope.nowMs };
  return { items, whole, offset, page: describePage(request, choices) };
}

function answerRows(call: Call, terminal: Terminal | undefined): Answer {
  const { service } = call;
  const { choices, hooks, style } = service;
  const size = Number(choices.pageSize);
  const position = readPosition(call.query, size, choices);
  if ('kind' in position) return position;
  const query = position.query;
  const requested: Call = { ...call, query, scope: scopeAt(call, position.nowMs) };
  const limit = readLimit(query, choices);
  if (typeof limit === 'object') return limit;
  const offset =
    choices.paging === 'page-number' && limit !== undefined && choices.limitScope === 'page'
      ? (position.offset / size) * limit
      : position.offset;
  const sort = readSort(query, choices);
  if (sort !== undefined && 'kind' in sort) return sort;
  if (hooks.refuseQuery?.(describeCall(requested, terminal?.key)) === true) return refuse('bad-parameter');
  const filters = readFilters(query, requested.scope, { choices, ids: style.ids });
  if ('kind' in filters) return filters;
  const context = describeCall(requested, terminal?.key);
  const all = selectRows(requested.scope, choices).filter(
    (row) => terminal === undefined || row.terminalKey === terminal.key,
  );
  const filtered = filterRows(all, filters);
  const kept = hooks.filter?.(filtered, { ...context, ...filters, all }) ?? filtered;
  const isLate = choices.sortReach === 'after-limit' && limit !== undefined;
  const ordered = isLate ? kept : sortRows(kept, sort, context);
  const sorted = isLate ? ordered : (hooks.sort?.(ordered, context) ?? ordered);
  const cut = cutPage(requested, sorted, { limit, offset });
  const late = isLate ? sortRows(cut.items, sort, context) : cut.items;
  const items = isLate ? (hooks.sort?.(late, context) ?? late) : late;
  const pageContext = { ...context, all: sorted, offset, limit };
  const shown: Transaction[] = hooks.page?.(items, pageContext) ?? items;
  const summed = { page: shown, list: cut.whole, 'all-visible': all }[choices.summaryReach];
  const totals = sumTotals(summed, choices);
  const hasSummary = terminal === undefined || choices.terminalRows === 'with-summary';
  const rightTotals = hasSummary ? totals : undefined;
  const shownTotals = rightTotals && hooks.totals ? hooks.totals(rightTotals, pageContext) : rightTotals;
  const records = finishRecords(
    shown.map((row) => presentTransaction(requested.scope, row)),
    requested,
    terminal?.key,
  );
  return {
    kind: 'list',
    name: 'transactions',
    records,
    ...(cut.page === undefined
      ? {}
      : { page: { ...cut.page, total: hooks.pageTotal?.(cut.page.total, context) ?? cut.page.total } }),
    ...(shownTotals === undefined ? {} : { totals: shownTotals }),
    ...(terminal === undefined ? {} : { isOfTerminal: true }),
  };
}

/** Answers GET /v1/transactions. */
export function listTransactions(call: Call): Answer {
  const isStrict = call.service.choices.unknownParameter === 'refused';
  const known: string[] = [...TRANSACTION_PARAMETERS, ...Object.values(namePagingParameters(call.service.choices))];
  const isUnknown = [...call.query.keys()].some((name) => !known.includes(name));
  return isStrict && isUnknown ? refuse('bad-parameter') : answerRows(call, undefined);
}

/** Answers GET /v1/terminals/{terminal_id}/transactions. Its own parameters are those of the other list, or none. */
export function listTerminalTransactions(call: Call, terminal: Terminal): Answer {
  if (call.service.choices.terminalRows !== 'recent') return answerRows(call, terminal);
  const { scope } = call;
  const rows = scope.transactions
    .filter((row) => row.terminalKey === terminal.key)
    .slice(-20)
    .reverse();
  const context = { ...describeCall(call, terminal.key), all: rows, offset: 0, limit: undefined };
  const shown = call.service.hooks.page?.(rows, context) ?? rows;
  const records = finishRecords(
    shown.map((row) => presentTransaction(scope, row)),
    call,
    terminal.key,
  );
  return { kind: 'list', name: 'transactions', records, isOfTerminal: true };
}

/** Answers a list other than transactions, in pages if the shape has pages there. */
export function answerList(call: Call, name: string, records: readonly LogicalRecord[], targetKey?: string): Answer {
  const { choices } = call.service;
  const requested = call.query.get('limit');
  if (requested !== null && choices.otherLimits === 'refused') return refuse('bad-parameter');
  const isLimited = requested !== null && choices.otherLimits === 'honored' && /^[1-9]\d{0,5}$/.test(requested);
  const all = finishRecords(records, call, targetKey);
  const finished = isLimited ? all.slice(0, Number(requested)) : all;
  const hasPages = choices.pagingReach === 'all-lists' && choices.paging !== 'none-but-a-default-limit';
  if (!hasPages) return { kind: 'list', name, records: finished };
  const position = readPosition(call.query, Number(choices.pageSize), choices);
  if ('kind' in position) return position;
  const cut = cutPage(call, finished, { limit: undefined, offset: position.offset });
  return { kind: 'list', name, records: cut.items, ...(cut.page === undefined ? {} : { page: cut.page }) };
}
