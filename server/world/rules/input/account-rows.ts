import { completeStep, runUnsliced } from '../../../../base/slices.ts';
import { scanTransactions } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { DAY_MS, HOUR_MS } from '../../../../fixtures/time/dates.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import type { AccountStreams, EvaluatedSpan, SpanPart, TerminalStreams } from './streams.ts';

/** The rows of larger accounts do not fit in the cache of the ledgers, so the rules of a part share them. */
const MOST_TERMINALS_IN_CACHE = 64;

/** The rules read at most this much more than the first one. */
const MARGIN_MS = 26 * HOUR_MS;

/** Approximate maximum number of rows that are shared: about 90 MB. */
const MOST_ROWS = 250_000;
/** Above the average of a terminal. */
const ROWS_PER_DAY = 20;

interface SharedRows extends EvaluatedSpan {
  readonly byTerminal: Map<TerminalStreams, readonly Transaction[]>;
  /** The attempts over each host, oldest first. */
  readonly attemptsByHost: Map<string, readonly Transaction[]>;
}

const sharedRows = new WeakMap<AccountStreams, SharedRows>();

/** Whether the rules of an account share its rows. */
export const isSharingRows = ({ terminals }: AccountStreams): boolean => terminals.length > MOST_TERMINALS_IN_CACHE;

/** Returns the rows of each terminal of an account in [fromMs, toMs], oldest first. */
export function readAccountRows(
  account: AccountStreams,
  terminal: TerminalStreams,
  { fromMs, toMs }: EvaluatedSpan,
): readonly Transaction[] {
  if (!isSharingRows(account)) return terminal.ledger.transactionsBetween(fromMs, toMs + 1);
  const shared = sharedRows.get(account);
  const rows = shared?.byTerminal.get(terminal);
  if (shared === undefined || rows === undefined || fromMs < shared.fromMs || toMs > shared.toMs)
    return runUnsliced(() => readOtherRows(account, terminal, { fromMs, toMs }));
  return cutRows(rows, { fromMs, toMs });
}

/** Reads rows that are cached, and otherwise simulates them without caching, because they would evict each other. */
const readSharedRows = (
  { ledger, source }: TerminalStreams,
  { fromMs, toMs }: EvaluatedSpan,
): readonly Transaction[] =>
  ledger.hasCached(Math.max(fromMs, ledger.historyStartMs), toMs + 1)
    ? ledger.transactionsBetween(fromMs, toMs + 1)
    : scanTransactions(source, fromMs, toMs + 1);

/** The ledgers of an account with at most this number of terminals keep the rows of the weeks before the shared ones. */
const MOST_TERMINALS_WITH_WEEKS = 160;

const readOtherRows = (
  { terminals }: AccountStreams,
  { ledger, source }: TerminalStreams,
  { fromMs, toMs }: EvaluatedSpan,
): readonly Transaction[] =>
  terminals.length <= MOST_TERMINALS_WITH_WEEKS
    ? ledger.transactionsBetween(fromMs, toMs + 1)
    : scanTransactions(source, fromMs, toMs + 1);

/**
 * Returns the attempts of an account over a host in [fromMs, toMs], oldest first. `collect` returns those of a period,
 * sorted; the attempts of shared rows are collected once.
 */
export function readHostAttempts(
  account: AccountStreams,
  { connectorId, span }: { readonly connectorId: string; readonly span: EvaluatedSpan },
  collect: (span: EvaluatedSpan) => readonly Transaction[],
): readonly Transaction[] {
  const shared = sharedRows.get(account);
  if (shared === undefined || span.fromMs < shared.fromMs || span.toMs > shared.toMs) return collect(span);
  const attempts = shared.attemptsByHost.get(connectorId) ?? collect(shared);
  shared.attemptsByHost.set(connectorId, attempts);
  return cutRows(attempts, span);
}

const cutRows = (rows: readonly Transaction[], { fromMs, toMs }: EvaluatedSpan): readonly Transaction[] =>
  rows.slice(
    findFirstIndex(rows, ({ atMs }) => atMs >= fromMs),
    findFirstIndex(rows, ({ atMs }) => atMs > toMs),
  );

/**
 * Evaluates rules that read the rows of an account up to the end of a part. First reads these rows, with a checkpoint after each
 * terminal, and calls `prepare`, which may have checkpoints too, so that `evaluate` need not run again for each slice. Keeps the rows of
 * a larger account for the parts that follow.
 */
export function withAccountRows<Result>(
  account: AccountStreams,
  part: SpanPart,
  { prepare, evaluate }: { readonly prepare: () => void; readonly evaluate: () => Result },
): Result {
  const shared = isSharingRows(account) ? shareRows(account, part) : undefined;
  if (shared === undefined) cacheRows(account, part);
  prepare();
  const result = runUnsliced(evaluate);
  if (shared !== undefined && shared.toMs <= part.toMs) sharedRows.delete(account);
  return result;
}

function cacheRows({ terminals }: AccountStreams, { fromMs, toMs }: SpanPart): void {
  for (const { ledger } of terminals) ledger.transactionsBetween(fromMs - MARGIN_MS, toMs + 1);
}

function shareRows(account: AccountStreams, part: SpanPart): SharedRows {
  const shared = getSharedRows(account, part);
  for (const terminal of account.terminals) {
    if (shared.byTerminal.has(terminal)) continue;
    const rows = runUnsliced(() => readSharedRows(terminal, shared));
    shared.byTerminal.set(terminal, rows);
    completeStep();
  }
  return shared;
}

/** Returns shared rows that contain those of a part; new ones also contain those of as many following parts as fit. */
function getSharedRows(account: AccountStreams, { fromMs, toMs, followedUntilMs = toMs }: SpanPart): SharedRows {
  const known = sharedRows.get(account);
  if (known !== undefined && known.toMs >= toMs && known.fromMs <= fromMs - MARGIN_MS) return known;
  const mostMs = (MOST_ROWS / (account.terminals.length * ROWS_PER_DAY)) * DAY_MS;
  const shared: SharedRows = {
    fromMs: fromMs - MARGIN_MS,
    toMs: Math.max(toMs, Math.min(followedUntilMs, fromMs + mostMs)),
    byTerminal: new Map(),
    attemptsByHost: new Map(),
  };
  sharedRows.set(account, shared);
  return shared;
}
