import type { Bindings } from '../bindings/bindings.ts';
import type { ListOperationId } from '../bindings/slots.ts';
import type { Exchange } from '../http/client.ts';
import type { Principal } from './principals.ts';
import { type ReadContext, readControl, readTable, type Table } from './reading.ts';

/** The key and the bindings of a sweep, and all exchanges of the run. */
export interface SweepContext extends ReadContext<Principal> {
  readonly archive: readonly Exchange[];
}

/** Returns the rows of every read of a list with this key in the run, each response once. Reads the list if no check did. */
export async function readArchivedTables(
  { reader, bindings, archive }: SweepContext,
  operations: readonly ListOperationId[],
): Promise<readonly [Table, ...Table[]]> {
  const [operation = 'listTransactions'] = operations;
  const first = await readControl({ reader, bindings }, operation);
  const texts = new Set([first.exchange.text]);
  const later = operations.flatMap((one) =>
    archive.flatMap((exchange) => {
      if (!isReadOf(exchange, one, reader) || texts.has(exchange.text)) return [];
      texts.add(exchange.text);
      return readArchived(exchange, bindings, one);
    }),
  );
  return [first, ...later];
}

const isReadOf = ({ operation, request }: Exchange, wanted: ListOperationId, { name }: Principal): boolean =>
  operation === wanted && request.method === 'GET' && request.caller === name;

function readArchived(exchange: Exchange, bindings: Bindings, operation: ListOperationId): Table[] {
  const table = readTable(exchange, bindings, operation);
  return table === undefined ? [] : [table];
}
