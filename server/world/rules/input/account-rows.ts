import { scanTransactions } from '../../../../fixtures/cash/ledger.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { HOUR_MS } from '../../../../fixtures/time/dates.ts';
import { findFirstIndex } from '../../../../fixtures/time/span-index.ts';
import { checkpoint, runUnsliced } from '../../../../spec/slices.ts';
import type { AccountStreams, EvaluatedSpan, TerminalStreams } from './streams.ts';

/** The rows of larger accounts do not fit in the cache of the ledgers, so the rules of a part share them. */
const MOST_TERMINALS_IN_CACHE = 64;

/** The rules read at most this much more than the first one. */
const MARGIN_MS = 26 * HOUR_MS;

interface SharedRows extends EvaluatedSpan {
  readonly byTerminal: Map<TerminalStreams, readonly Transaction[]>;
}

const sharedRows = new WeakMap<AccountStreams, SharedRows>();

/** Returns the rows of each terminal of an account in [fromMs, toMs], oldest first. */
export function readAccountRows(
  account: AccountStreams,
  terminal: TerminalStreams,
  { fromMs, toMs }: EvaluatedSpan,
): readonly Transaction[] {
  if (account.terminals.length <= MOST_TERMINALS_IN_CACHE) return terminal.ledger.transactionsBetween(fromMs, toMs + 1);
  const shared = getSharedRows(account, { fromMs, toMs });
  const rows = shared.byTerminal.get(terminal) ?? scanRows(shared, terminal);
  return rows.slice(findFirstIndex(rows, ({ atMs }) => atMs >= fromMs));
}

/**
 * Evaluates rules that read the rows of an account up to the end of a part. First reads those of a larger account, with a
 * checkpoint after each terminal, so that `evaluate` need not run again for each slice.
 */
export function withAccountRows<Result>(account: AccountStreams, part: EvaluatedSpan, evaluate: () => Result): Result {
  if (account.terminals.length <= MOST_TERMINALS_IN_CACHE) return evaluate();
  const shared = getSharedRows(account, part);
  for (const terminal of account.terminals) {
    if (shared.byTerminal.has(terminal)) continue;
    scanRows(shared, terminal);
    checkpoint();
  }
  const result = runUnsliced(evaluate);
  sharedRows.delete(account);
  return result;
}

function scanRows(shared: SharedRows, terminal: TerminalStreams): readonly Transaction[] {
  const rows = runUnsliced(() => scanTransactions(terminal.source, shared.fromMs, shared.toMs + 1));
  shared.byTerminal.set(terminal, rows);
  return rows;
}

function getSharedRows(account: AccountStreams, { fromMs, toMs }: EvaluatedSpan): SharedRows {
  const known = sharedRows.get(account);
  if (known !== undefined && known.toMs === toMs && known.fromMs <= fromMs) return known;
  const shared: SharedRows = { fromMs: fromMs - MARGIN_MS, toMs, byTerminal: new Map() };
  sharedRows.set(account, shared);
  return shared;
}
