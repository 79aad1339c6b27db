import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { readAccountRows, readHostAttempts } from './account-rows.ts';
import { isAttempt } from './attempt-outcome.ts';
import { AttemptLog } from './attempts.ts';
import type { AccountStreams, EvaluatedSpan, TerminalStreams } from './streams.ts';

/** Returns the terminals of an account whose transactions are authorised over that host. */
export function listTerminalsOver({ terminals }: AccountStreams, connectorId: string): readonly TerminalStreams[] {
  return terminals.filter(({ source }) => source.terminal.comms.connectorIds.includes(connectorId));
}

/** Returns the attempts at terminals over that host in [fromMs, toMs]. */
export function readAttemptsOver(account: AccountStreams, connectorId: string, span: EvaluatedSpan): AttemptLog {
  const collect = (wanted: EvaluatedSpan): readonly Transaction[] => collectAttempts(account, connectorId, wanted);
  return new AttemptLog(readHostAttempts(account, { connectorId, span }, collect));
}

function collectAttempts(account: AccountStreams, connectorId: string, span: EvaluatedSpan): readonly Transaction[] {
  const rows: Transaction[] = [];
  for (const terminal of listTerminalsOver(account, connectorId))
    for (const row of readAccountRows(account, terminal, span))
      if (isAttempt(row) && row.connectorId === connectorId) rows.push(row);
  return sortByTime(rows);
}

/** Sorts rows by instant and id. Sorts numbers, of instant and index, which takes a fraction of the time of sorting objects. */
function sortByTime(rows: readonly Transaction[]): readonly Transaction[] {
  const count = rows.length;
  let firstMs = Number.POSITIVE_INFINITY;
  for (const { atMs } of rows) firstMs = Math.min(firstMs, atMs);
  const keys = Float64Array.from(rows, ({ atMs }, index) => (atMs - firstMs) * count + index).sort();
  const sorted = Array.from(keys, (key) => rows[key % count] as Transaction);
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    while (to < sorted.length && sorted[to]?.atMs === sorted[from]?.atMs) to += 1;
    if (to - from > 1) {
      const equal = sorted.slice(from, to).sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
      for (const [index, row] of equal.entries()) sorted[from + index] = row;
    }
    from = to;
  }
  return sorted;
}
