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
  const rows = listTerminalsOver(account, connectorId).flatMap((terminal) =>
    readAccountRows(account, terminal, span).filter((row) => isAttempt(row) && row.connectorId === connectorId),
  );
  return rows.sort((a, b) => a.atMs - b.atMs || (a.transactionId < b.transactionId ? -1 : 1));
}
