import { omitUndefined } from '../../base/omit-undefined.ts';
import type { OperationId } from '../../spec/index.ts';
import {
  type Caller,
  type Exchange,
  ignoreUnreadable,
  isSuccess,
  NoResponse,
  type Parameters,
  type Transport,
} from '../http/client.ts';
import { isWebPage } from '../http/response-kind.ts';
import { getParametersAfter, mayHaveMorePages } from '../reading/paging.ts';
import type { Bindings } from '../slots/bindings.ts';
import { findPaging, getWidestParameters, type ListRow, readTable } from '../slots/read-lists.ts';
import { LIST_SLOTS, type ListOperationId } from '../slots/slots.ts';

/** The limits of all reads together. */
export interface ReadLimits {
  readonly mostRequests: number;
  readonly mostBytes: number;
  /** Pages of one list. */
  readonly mostPages: number;
}

export const USUAL_LIMITS: ReadLimits = { mostRequests: 3000, mostBytes: 256 * 2 ** 20, mostPages: 500 };

/** Counts the requests and bytes of a transport. */
export interface ReadBudget {
  readonly transport: Transport;
  /** Returns which limit is reached; `undefined` while none is. */
  findReached(): string | undefined;
  readonly requests: number;
}

/** Limits the requests, the bytes and the time of a transport. Refuses further requests when one of them is used up. */
export function limitReads(
  transport: Transport,
  { mostRequests, mostBytes }: ReadLimits,
  hasTime: () => boolean,
): ReadBudget {
  let [requests, bytes] = [0, 0];
  const findReached = (): string | undefined => {
    if (requests >= mostRequests) return `${mostRequests} requests were sent`;
    if (bytes >= mostBytes) return `${Math.round(mostBytes / 2 ** 20)} MiB were read`;
    return hasTime() ? undefined : 'the time was up';
  };
  return {
    async transport(request) {
      const reached = findReached();
      if (reached !== undefined) throw new NoResponse('too-large', reached);
      requests += 1;
      const response = await transport(request);
      bytes += response.body.length;
      return response;
    },
    findReached,
    get requests() {
      return requests;
    },
  };
}

/** The rows of a list. */
export interface ReadList {
  readonly first: Exchange;
  readonly rows: readonly ListRow[];
  /** Why these may not be all rows. */
  readonly reason?: string;
  /** Whether there are more rows, or may be without end. */
  readonly isCut: boolean;
}

/** Which rows of a list to read. */
interface ListExtent {
  readonly parameters?: Parameters;
  readonly mostPages?: number;
  readonly mostRows?: number;
}

export interface FleetReader {
  /** Returns a successful response that is JSON, or `undefined`. */
  read(caller: Caller, operation: OperationId, parameters?: Parameters): Promise<Exchange | undefined>;
  /** Returns the rows of a list without repetitions; `undefined` for one that the key cannot read or that no binding finds. */
  list(caller: Caller, operation: ListOperationId, extent?: ListExtent): Promise<ReadList | undefined>;
}

/** Creates a reader of whole lists within a budget. */
export function createFleetReader(bindings: Bindings, budget: ReadBudget, limits: ReadLimits): FleetReader {
  const read: FleetReader['read'] = (caller, operation, parameters = {}) =>
    ignoreUnreadable(async () => {
      const exchange = await caller.get(operation, parameters);
      return isSuccess(exchange) && !isWebPage(exchange) && exchange.json !== undefined ? exchange : undefined;
    });

  const readTableOf = (exchange: Exchange | undefined, operation: ListOperationId) =>
    exchange === undefined ? undefined : readTable(exchange, bindings, operation);

  return {
    read,
    async list(caller, operation, extent = {}) {
      const { parameters: filters = {}, mostPages = limits.mostPages, mostRows = Number.POSITIVE_INFINITY } = extent;
      if (bindings.find(LIST_SLOTS[operation].rows) === undefined) return undefined;
      const first = await read(caller, operation, { ...filters, ...getWidestParameters(bindings) }).then(
        (exchange) => exchange ?? read(caller, operation, filters),
      );
      const table = readTableOf(first, operation);
      if (table === undefined) return undefined;
      const paging = findPaging(bindings, operation, table.exchange);
      const rows = new Map(table.rows.map((row) => [row.id, row]));
      const end = (reason?: string, isCut = reason !== undefined): ReadList => ({
        first: table.exchange,
        rows: [...rows.values()],
        isCut,
        ...omitUndefined({ reason }),
      });
      if (rows.size > mostRows) return end(`it has more than ${mostRows} rows`);
      if (paging === undefined || paging.style === 'none')
        return end(
          paging === undefined && mayHaveMorePages(table.exchange, table.rows.length)
            ? `no binding for ${LIST_SLOTS[operation].nextPage}`
            : undefined,
          false,
        );
      let page = table;
      for (let pages = 1; ; pages += 1) {
        const parameters = getParametersAfter(page, table, paging);
        if (parameters === undefined) return end();
        const reached = pages >= mostPages ? `${mostPages} pages were read` : budget.findReached();
        if (reached !== undefined) return end(`${reached}, and there are more`);
        const next = readTableOf(await read(caller, operation, parameters), operation);
        if (next === undefined) return end(`page ${pages + 1} cannot be read`);
        const before = rows.size;
        for (const row of next.rows) rows.set(row.id, row);
        if (rows.size === before && next.rows.length > 0) return end(`page ${pages + 1} repeats earlier rows`);
        if (rows.size > mostRows) return end(`it has more than ${mostRows} rows`);
        page = next;
      }
    },
  };
}
