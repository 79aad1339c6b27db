import { checkpoint } from '../../../spec/slices.ts';
import type { LedgerRow, LedgerTotals, RowList, RowOrder, SortKey } from './ledger-types.ts';

/** Indexes of rows in some order. */
type Indexes = Uint16Array | Uint32Array;

/** The rows of some terminals at one instant. Each order is sorted when it is first requested, and kept as indexes. */
export class RowIndex {
  readonly totals: LedgerTotals;
  /** From the newest to the oldest. */
  readonly #rows: readonly LedgerRow[];
  readonly #orders = new Map<string, Indexes>();

  constructor(rows: readonly LedgerRow[], totals: LedgerTotals) {
    this.#rows = rows.toSorted(compareNewestFirst);
    this.totals = totals;
  }

  /** The approximate memory of the index without its rows, in bytes. */
  get bytes(): number {
    return this.#rows.length * (REFERENCE_BYTES + this.#orders.size * getIndexBytes(this.#rows.length));
  }

  /** Returns the rows sorted by a key in its direction. Rows with equal keys are sorted from the newest to the oldest. */
  list(order: RowOrder): RowList<LedgerRow> {
    const rows = this.#rows;
    const indexes = this.#getOrder(order);
    return {
      length: rows.length,
      slice: (from, to) => {
        const page: LedgerRow[] = [];
        const end = Math.min(to, indexes.length);
        for (let place = from; place < end; place += 1) page.push(rows[indexes[place] as number] as LedgerRow); // indexes of rows
        return page;
      },
    };
  }

  #getOrder({ sortBy, sortDir }: RowOrder): Indexes {
    const name = `${sortBy} ${sortDir}`;
    const known = this.#orders.get(name);
    if (known !== undefined) return known;
    const sorted = sortIndexes(toNumbers(this.#rows.map(sortKeys[sortBy])), sortDir);
    this.#orders.set(name, sorted);
    checkpoint();
    return sorted;
  }
}

const REFERENCE_BYTES = 8;

const getIndexBytes = (count: number): number => (count <= 2 ** 16 ? 2 : 4);

const createIndexes = (count: number): Indexes =>
  getIndexBytes(count) === 2 ? new Uint16Array(count) : new Uint32Array(count);

/** Ties: id descending. */
function compareNewestFirst({ transaction: a }: LedgerRow, { transaction: b }: LedgerRow): number {
  return b.terminalClockMs - a.terminalClockMs || (a.transactionId < b.transactionId ? 1 : -1);
}

/** Amounts are compared as cents and instants as numbers, because their text forms sort differently. */
const sortKeys: Readonly<Record<SortKey, (row: LedgerRow) => number | string>> = {
  terminal_datetime: ({ transaction }) => transaction.terminalClockMs,
  transaction_type: ({ transaction }) => transaction.type,
  seq_no: ({ transaction }) => transaction.seqNo,
  account_type: ({ transaction }) => transaction.accountType,
  response: ({ transaction }) => transaction.response,
  amt_req: ({ transaction }) => transaction.amtReqCents,
  amt_comp: ({ form }) => form.amtCompCents,
  sur_req: ({ transaction }) => transaction.surReqCents,
  sur_comp: ({ form }) => form.surCompCents,
  terminal_id: ({ transaction }) => transaction.terminalId,
};

/** Replaces texts by their places among the sorted different texts. */
function toNumbers(keys: readonly (number | string)[]): Float64Array {
  if (typeof keys[0] !== 'string') return Float64Array.from(keys as readonly number[]); // all keys have one type
  const places = new Map([...new Set(keys)].sort().map((key, place) => [key, place]));
  return Float64Array.from(keys, (key) => places.get(key) as number); // each key is in the map
}

/** The part of a number that holds an index, so that one sort of numbers sorts by key and then by index. */
const INDEX_RANGE = 2 ** 20;

/** Returns the indexes of whole numbers, sorted by these, and equal ones by index. */
function sortIndexes(keys: Float64Array, direction: RowOrder['sortDir']): Indexes {
  const indexes = createIndexes(keys.length);
  const least = keys.reduce((min, key) => Math.min(min, key), Number.POSITIVE_INFINITY);
  const greatest = keys.reduce((max, key) => Math.max(max, key), Number.NEGATIVE_INFINITY);
  const isAscending = direction === 'asc';
  if (keys.length > INDEX_RANGE || greatest - least >= Number.MAX_SAFE_INTEGER / INDEX_RANGE) {
    const sign = isAscending ? 1 : -1;
    const compare = (a: number, b: number) => sign * ((keys[a] as number) - (keys[b] as number)) || a - b; // indexes of keys
    return indexes.map((_, index) => index).sort(compare);
  }
  const combined = keys.map((key, index) => (isAscending ? key - least : greatest - key) * INDEX_RANGE + index);
  combined.sort();
  for (let place = 0; place < combined.length; place += 1) indexes[place] = (combined[place] as number) % INDEX_RANGE; // in range
  return indexes;
}
