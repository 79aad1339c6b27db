import { operations } from '../../../spec/index.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import type { Bindings } from '../../slots/bindings.ts';
import { type ReadContext, readControl, readTable, type Table } from '../../slots/read-lists.ts';
import type { ListOperationId } from '../../slots/slots.ts';
import type { Principal } from './principals.ts';

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

/** Returns the successful reads of an operation with a key in the run. */
export const listReads = (archive: readonly Exchange[], wanted: ListOperationId, reader: Principal): Exchange[] =>
  archive.filter((exchange) => isReadOf(exchange, wanted, reader) && isSuccess(exchange));

const isReadOf = (exchange: Exchange, wanted: ListOperationId, { name }: Principal): boolean =>
  exchange.operation === wanted && exchange.request.caller === name && isAsDocumented(exchange);

/** Whether a request has the documented method and path of its operation, and not those that a probe tried. */
export function isAsDocumented({ request, operation }: Exchange): boolean {
  const { method, path } = operations[operation];
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  return request.method === method && new RegExp(`${pattern}$`).test(new URL(request.url).pathname);
}

function readArchived(exchange: Exchange, bindings: Bindings, operation: ListOperationId): Table[] {
  const table = readTable(exchange, bindings, operation);
  return table === undefined ? [] : [table];
}
