import type { SerialisedOnce } from '../../../../base/serialised-row.ts';
import { checkpoint } from '../../../../base/slices.ts';
import type { LedgerRow, LedgerTotals, RowList, RowOrder, SortKey } from './ledger-types.ts';

/** Indexes of rows in some order. */
type Indexes = Uint16Array | Uint32Array;

/** The indexes of both directions of an order. Reading the keys takes most of the time of sorting them. */
type Directions = Readonly<Record<RowOrder['sortDir'], Indexes>>;

/** The rows of some terminals at one instant. Each order is sorted when it is first requested, and kept as indexes. */
export class RowIndex {
  readonly totals: LedgerTotals;
  readonly end: SerialisedOnce = {};
  /** From the newest to the oldest. */
  readonly #rows: readonly LedgerRow[];
  readonly #orders = new Map<SortKey, Directions>();

  constructor(rows: readonly LedgerRow[], totals: LedgerTotals) {
    this.#rows = rows.toSorted(compareNewestFirst);
    this.totals = totals;
  }

  /** The approximate memory of the index without its rows, in bytes. */
  get bytes(): number {
    return this.#rows.length * (REFERENCE_BYTES + this.#orders.size * 2 * getIndexBytes(this.#rows.length));
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
    const known = this.#orders.get(sortBy);
    if (known !== undefined) return known[sortDir];
    const keys = this.#rows.map(sortKeys[sortBy]);
    const sorted = sortBy === 'terminal_datetime' ? sortFalling(keys) : sortIndexes(keys);
    this.#orders.set(sortBy, sorted);
    checkpoint();
    return sorted[sortDir];
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

type Key = number | string;

/** Returns the indexes of keys that are all numbers or all texts, sorted by these, and equal ones by index. Counts equal keys. */
function sortIndexes(keys: readonly Key[]): Directions {
  const codeOf = new Map<Key, number>();
  const codes = new Uint32Array(keys.length);
  const counts: number[] = [];
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as Key; // in range
    let code = codeOf.get(key);
    if (code === undefined) {
      code = counts.push(0) - 1;
      codeOf.set(key, code);
    }
    counts[code] = (counts[code] as number) + 1;
    codes[index] = code;
  }
  const ascending = [...codeOf].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, code]) => code);
  const place = (codesInOrder: readonly number[]): Indexes => placeIndexes(codes, counts, codesInOrder);
  return { asc: place(ascending), desc: place(ascending.toReversed()) };
}

/** Returns the indexes of codes, sorted by the places of the codes in an order, and equal ones by index. */
function placeIndexes(codes: Uint32Array, counts: readonly number[], codesInOrder: readonly number[]): Indexes {
  const places = new Uint32Array(counts.length);
  let next = 0;
  for (const code of codesInOrder) {
    places[code] = next;
    next += counts[code] as number;
  }
  const indexes = createIndexes(codes.length);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] as number;
    const place = places[code] as number;
    indexes[place] = index;
    places[code] = place + 1;
  }
  return indexes;
}

/** Does the same for keys that never rise: nearly all of them differ, and they are in order. */
function sortFalling(keys: readonly Key[]): Directions {
  const desc = createIndexes(keys.length).map((_, index) => index);
  const indexes = createIndexes(keys.length);
  for (let end = keys.length, place = 0; end > 0; ) {
    let start = end - 1;
    while (start > 0 && keys[start - 1] === keys[start]) start -= 1;
    for (let index = start; index < end; index += 1) {
      indexes[place] = index;
      place += 1;
    }
    end = start;
  }
  return { asc: indexes, desc };
}
