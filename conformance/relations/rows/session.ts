import { rememberObjects } from '../../../base/caches/remember-objects.ts';
import { type Caller, type Exchange, isSuccess, type Parameters } from '../../http/client.ts';
import { type RowList, type RowPlace, readOutside, readRows, type Scalar } from './cells.ts';

const LIST = 'listTransactions';

/** The documented order: the highest completed amount first. */
export const BY_AMOUNT = { sort_by: 'amt_comp', sort_dir: 'desc' } as const;

/** A response of the transaction list. */
export interface ListRead extends RowList {
  readonly parameters: Parameters;
  readonly exchange: Exchange;
  readonly outside: ReadonlyMap<string, Scalar>;
}

/** The parts of a response's parameters that select rows. */
export const getFilter = ({ terminal_id, group_id }: Parameters): Parameters => ({
  ...(terminal_id === undefined ? {} : { terminal_id }),
  ...(group_id === undefined ? {} : { group_id }),
});

export const isSorted = ({ sort_by }: Parameters): boolean => sort_by === BY_AMOUNT.sort_by;

/** A request for the list that got no rows to read. */
export interface RefusedRead {
  readonly parameters: Parameters;
  readonly exchange: Exchange;
}

/** Reads with one key, each request once. */
export interface Session {
  place: RowPlace | undefined;
  readonly reads: ListRead[];
  readonly refused: RefusedRead[];
  get(parameters: Parameters): Promise<Exchange | undefined>;
  read(parameters: Parameters): Promise<ListRead | undefined>;
  readonly reader: Caller;
}

/** Reads the response to a request: equal reads of one response are one object, as long as its parsed body is kept. */
function readList(exchange: Exchange, parameters: Parameters, place: RowPlace): ListRead {
  const list = readRows(exchange.json, place);
  const known = getReads(list);
  const written = JSON.stringify(parameters);
  const before = known.find((one) => one.exchange === exchange && JSON.stringify(one.parameters) === written);
  if (before !== undefined) return before;
  const read = { ...list, parameters, exchange, outside: readOutside(exchange.json, place) };
  known.push(read);
  return read;
}

const getReads = rememberObjects((_list: RowList): ListRead[] => []);

/** Opens a session with a key. */
export function createSession(reader: Caller): Session {
  const exchanges = new Map<string, Promise<Exchange>>();
  const known = new Map<string, ListRead>();
  const reads: ListRead[] = [];
  const refused: RefusedRead[] = [];
  const send = (parameters: Parameters): Promise<Exchange> => {
    const key = JSON.stringify(Object.entries(parameters).sort());
    const sent = exchanges.get(key) ?? reader.get(LIST, parameters);
    exchanges.set(key, sent);
    return sent;
  };
  const session: Session = {
    place: undefined,
    reads,
    refused,
    reader,
    async get(parameters) {
      const exchange = await send(parameters);
      return isSuccess(exchange) && exchange.isReadable && exchange.json !== undefined ? exchange : undefined;
    },
    async read(parameters) {
      const key = JSON.stringify(Object.entries(parameters).sort());
      const before = known.get(key);
      if (before !== undefined) return before;
      const exchange = await session.get(parameters);
      if (exchange === undefined || session.place === undefined) {
        refused.push({ parameters, exchange: await send(parameters) });
        return undefined;
      }
      const read = readList(exchange, parameters, session.place);
      known.set(key, read);
      reads.push(read);
      return read;
    },
  };
  return session;
}
