import { findSmallest } from '../../../base/large-lists.ts';
import type { OperationId } from '../../../spec/index.ts';
import type { Caller } from '../../http/client.ts';

/** The reads that name one terminal, those that most roles may use first. */
export const DIRECT_READS = [
  'getLocation',
  'listTerminalTransactions',
  'listTransactions',
  'getTerminalStatus',
  'getTerminalFeed',
  'listTerminalCommands',
  'getProvisioningPayload',
  'getProvisioningExport',
] as const satisfies readonly OperationId[];

/** Returns terminals, first those that callers requested most often which can only repeat recorded reads: each of them. */
export function preferRequested(callers: readonly Caller[], terminals: Iterable<string>): string[] {
  const counts = callers.flatMap(({ listRequested }) =>
    listRequested === undefined ? [] : [countRequested(listRequested)],
  );
  if (counts.length === 0) return [...terminals];
  const rate = (terminal: string) => findSmallest(counts.map((count) => count.get(terminal) ?? 0));
  return [...terminals].toSorted((one, other) => rate(other) - rate(one));
}

function countRequested(listRequested: NonNullable<Caller['listRequested']>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { terminal_id } of DIRECT_READS.flatMap((operation) => listRequested(operation)))
    if (terminal_id !== undefined) counts.set(String(terminal_id), (counts.get(String(terminal_id)) ?? 0) + 1);
  return counts;
}
