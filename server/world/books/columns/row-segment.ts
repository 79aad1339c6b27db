import type { LedgerTotals, SortKey } from '../rows/ledger-types.ts';
import { type CodedColumn, encodeColumn, readValue, replaceValues, selectRows } from './coded-column.ts';
import { KeyOrder } from './key-order.ts';
import { dispenseStatuses, encodeResponse, transactionTypes } from './row-codes.ts';
import type { RowLink, StagedRows } from './staged-rows.ts';

/** Maximum number of rows in a segment, so that an index in it fits in 16 bits. */
export const MOST_ROWS = 65_536;

/** A reversal link with the amounts before it. */
export interface SegmentLink extends RowLink {
  readonly amtCompCents: number;
  readonly surCompCents: number;
  readonly dispenseStatus: number;
}

/** The columns that are not coded. */
interface PlainColumns {
  readonly at: Uint32Array;
  readonly terminal: Uint16Array;
  readonly seqNo: Uint16Array;
  readonly type: Uint8Array;
  readonly accountType: Uint8Array;
  readonly entryMode: Uint8Array;
  readonly dispenseStatus: Uint8Array;
  readonly idLeft: Uint32Array;
  readonly idRight: Uint32Array;
}

/** The columns of consecutive rows of one day, sorted by instant and id. Amounts are those after all reversals. */
export interface SegmentColumns extends PlainColumns {
  readonly dayMs: number;
  readonly response: CodedColumn;
  readonly amtReq: CodedColumn;
  readonly amtComp: CodedColumn;
  readonly surReq: CodedColumn;
  readonly surComp: CodedColumn;
  /** By index. */
  readonly links: ReadonlyMap<number, SegmentLink>;
}

const REVERSED = dispenseStatuses.encode('reversed');
const REVERSAL = transactionTypes.encode('reversal');
const CASH = new Set([transactionTypes.encode('withdrawal'), transactionTypes.encode('cash_advance')]);
const APPROVED = new Set([encodeResponse('00'), encodeResponse('10')]);

/** Rows of one day as known at one instant. Immutable. */
export class RowSegment {
  readonly columns: SegmentColumns;
  readonly length: number;
  readonly #orders = new Map<SortKey, KeyOrder>();
  #totals: LedgerTotals | undefined;

  /** `totals`: the sums over its rows, if they are known. */
  constructor(columns: SegmentColumns, totals?: LedgerTotals) {
    this.columns = columns;
    this.length = columns.at.length;
    this.#totals = totals;
  }

  get firstMs(): number {
    return this.columns.dayMs + (this.columns.at[0] ?? 0);
  }

  get lastMs(): number {
    return this.columns.dayMs + (this.columns.at[this.length - 1] ?? 0);
  }

  /** The sums over its rows. */
  get totals(): LedgerTotals {
    this.#totals ??= sumColumns(this.columns);
    return this.#totals;
  }

  /** Returns the rows sorted by a key other than the instant. Cached. */
  getOrder(key: SortKey): KeyOrder {
    const known = this.#orders.get(key) ?? new KeyOrder(readKey(this.columns, key));
    this.#orders.set(key, known);
    return known;
  }

  /** Sorts the rows by a key. Returns false if they were sorted before. */
  sortBy(key: SortKey): boolean {
    const isNew = !this.#orders.has(key);
    this.getOrder(key);
    return isNew;
  }

  /** Returns the segment as known at an instant; undefined if it has no row by then. */
  at(nowMs: number): RowSegment | undefined {
    if (this.firstMs > nowMs) return undefined;
    const pending = [...this.columns.links].filter(([, { reversedAtMs = 0 }]) => reversedAtMs > nowMs);
    const shortened = this.lastMs <= nowMs ? this : this.#first(this.#countUntil(nowMs));
    return pending.length === 0 ? shortened : shortened.#withoutReversals(pending);
  }

  /** Adds the numbers of the terminals with a row in [fromMs, toMs]. */
  collectTerminals(found: Set<number>, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): void {
    const end = this.#countUntil(toMs);
    for (let index = this.#countUntil(fromMs - 1); index < end; index += 1)
      found.add(this.columns.terminal[index] as number);
  }

  /** Returns the rows of the terminals whose number in `isSelected` is not zero. */
  filter(isSelected: Uint8Array): RowSegment {
    const { columns } = this;
    let count = 0;
    for (const terminal of columns.terminal) count += isSelected[terminal] as number;
    const order = new Uint32Array(count);
    let next = 0;
    columns.terminal.forEach((terminal, index) => {
      if (isSelected[terminal] === 0) return;
      order[next] = index;
      next += 1;
    });
    const links = new Map<number, SegmentLink>();
    order.forEach((from, index) => {
      const link = columns.links.get(from);
      if (link !== undefined) links.set(index, link);
    });
    return new RowSegment({
      ...pickPlainColumns(columns, order),
      dayMs: columns.dayMs,
      response: selectRows(columns.response, order),
      amtReq: selectRows(columns.amtReq, order),
      amtComp: selectRows(columns.amtComp, order),
      surReq: selectRows(columns.surReq, order),
      surComp: selectRows(columns.surComp, order),
      links,
    });
  }

  /** Adds the rows of the terminals that are not excluded to the rows of a day. */
  stage(staged: StagedRows, isExcluded: Uint8Array): void {
    const { columns } = this;
    columns.terminal.forEach((terminal, index) => {
      if (isExcluded[terminal] !== 0) return;
      const link = columns.links.get(index);
      const row = {
        at: columns.at[index] as number,
        terminal,
        seqNo: columns.seqNo[index] as number,
        type: columns.type[index] as number,
        accountType: columns.accountType[index] as number,
        entryMode: columns.entryMode[index] as number,
        dispenseStatus: link?.dispenseStatus ?? (columns.dispenseStatus[index] as number),
        response: readValue(columns.response, index),
        idLeft: columns.idLeft[index] as number,
        idRight: columns.idRight[index] as number,
        amtReq: readValue(columns.amtReq, index),
        amtComp: link?.amtCompCents ?? readValue(columns.amtComp, index),
        surReq: readValue(columns.surReq, index),
        surComp: link?.surCompCents ?? readValue(columns.surComp, index),
      };
      staged.add(row, link && { linkedId: link.linkedId, reversedAtMs: link.reversedAtMs });
    });
  }

  #countUntil(nowMs: number): number {
    const { at, dayMs } = this.columns;
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (dayMs + (at[middle] as number) <= nowMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #first(count: number): RowSegment {
    const { columns } = this;
    const shorten = ({ values, codes }: CodedColumn): CodedColumn => ({ values, codes: codes.subarray(0, count) });
    return new RowSegment({
      dayMs: columns.dayMs,
      at: columns.at.subarray(0, count),
      terminal: columns.terminal.subarray(0, count),
      seqNo: columns.seqNo.subarray(0, count),
      type: columns.type.subarray(0, count),
      accountType: columns.accountType.subarray(0, count),
      entryMode: columns.entryMode.subarray(0, count),
      dispenseStatus: columns.dispenseStatus.subarray(0, count),
      response: shorten(columns.response),
      idLeft: columns.idLeft.subarray(0, count),
      idRight: columns.idRight.subarray(0, count),
      amtReq: shorten(columns.amtReq),
      amtComp: shorten(columns.amtComp),
      surReq: shorten(columns.surReq),
      surComp: shorten(columns.surComp),
      links: columns.links,
    });
  }

  /** Returns the segment in which these reversals have not happened. */
  #withoutReversals(pending: readonly (readonly [number, SegmentLink])[]): RowSegment {
    const { columns, length } = this;
    const present = pending.filter(([index]) => index < length);
    const dispenseStatus = columns.dispenseStatus.slice();
    for (const [index, link] of present) dispenseStatus[index] = link.dispenseStatus;
    const links = new Map(columns.links);
    for (const [index] of pending) links.delete(index);
    return new RowSegment({
      ...columns,
      dispenseStatus,
      links,
      amtComp: replaceValues(
        columns.amtComp,
        present.map(([index, { amtCompCents }]) => [index, amtCompCents]),
      ),
      surComp: replaceValues(
        columns.surComp,
        present.map(([index, { surCompCents }]) => [index, surCompCents]),
      ),
    });
  }
}

/** Returns the segment with the staged rows at `order`, which sorts them by instant and id. */
export function makeSegment({ columns, links, dayMs }: StagedRows, order: Uint32Array): RowSegment {
  const { length } = order;
  const amtComp = pick(new Uint32Array(length), columns.amtComp, order);
  const surComp = pick(new Uint16Array(length), columns.surComp, order);
  const plain = pickPlainColumns(columns, order);
  const { dispenseStatus } = plain;
  const own = new Map<number, SegmentLink>();
  const inOrder = new Uint32Array(length);
  for (let index = 0; index < length; index += 1) {
    inOrder[index] = index;
    const link = links.get(order[index] as number);
    if (link === undefined) continue;
    const [amtCompCents, surCompCents] = [amtComp[index] as number, surComp[index] as number];
    own.set(index, { ...link, amtCompCents, surCompCents, dispenseStatus: dispenseStatus[index] as number });
    if (link.reversedAtMs === undefined) continue;
    amtComp[index] = 0;
    surComp[index] = 0;
    dispenseStatus[index] = REVERSED;
  }
  const originals = [...own.values()];
  return new RowSegment({
    ...plain,
    dayMs,
    response: encodeColumn(columns.response, order),
    amtReq: encodeColumn(columns.amtReq, order),
    amtComp: encodeColumn(
      amtComp,
      inOrder,
      originals.map(({ amtCompCents }) => amtCompCents),
    ),
    surReq: encodeColumn(columns.surReq, order),
    surComp: encodeColumn(
      surComp,
      inOrder,
      originals.map(({ surCompCents }) => surCompCents),
    ),
    links: own,
  });
}

/** Returns the values at `order` of the columns that are not coded. */
function pickPlainColumns(columns: PlainColumns, order: Uint32Array): PlainColumns {
  const { length } = order;
  return {
    at: pick(new Uint32Array(length), columns.at, order),
    terminal: pick(new Uint16Array(length), columns.terminal, order),
    seqNo: pick(new Uint16Array(length), columns.seqNo, order),
    type: pick(new Uint8Array(length), columns.type, order),
    accountType: pick(new Uint8Array(length), columns.accountType, order),
    entryMode: pick(new Uint8Array(length), columns.entryMode, order),
    dispenseStatus: pick(new Uint8Array(length), columns.dispenseStatus, order),
    idLeft: pick(new Uint32Array(length), columns.idLeft, order),
    idRight: pick(new Uint32Array(length), columns.idRight, order),
  };
}

/** Fills an array with the values at `order`. A loop, because `from` with a function takes many times as long. */
function pick<Values extends Uint8Array | Uint16Array | Uint32Array>(
  into: Values,
  values: Values,
  order: Uint32Array,
): Values {
  for (let index = 0; index < order.length; index += 1) into[index] = values[order[index] as number] as number;
  return into;
}

/** Returns the key of each row, as small whole numbers that sort like the values, and the values. */
function readKey(columns: SegmentColumns, key: SortKey): CodedColumn {
  switch (key) {
    case 'transaction_type':
      return toCoded(columns.type);
    case 'account_type':
      return toCoded(columns.accountType);
    case 'seq_no':
      return toCoded(columns.seqNo);
    case 'terminal_id':
      return toCoded(columns.terminal);
    case 'response':
      return columns.response;
    case 'amt_req':
      return columns.amtReq;
    case 'amt_comp':
      return columns.amtComp;
    case 'sur_req':
      return columns.surReq;
    case 'sur_comp':
      return columns.surComp;
    case 'terminal_datetime':
      throw new Error('rows are stored in this order');
  }
}

/** The numbers are their own codes. */
function toCoded(codes: Uint8Array | Uint16Array): CodedColumn {
  let most = 0;
  for (const code of codes) most = Math.max(most, code);
  return { values: Float64Array.from({ length: most + 1 }, (_, code) => code), codes };
}

function sumColumns({ type, response, amtComp, surComp }: SegmentColumns): LedgerTotals {
  const totals = { surchargeCents: 0, withdrawnCents: 0, approved: 0, declined: 0, reversals: 0 };
  type.forEach((code, index) => {
    totals.surchargeCents += readValue(surComp, index);
    if (CASH.has(code)) totals.withdrawnCents += readValue(amtComp, index);
    if (code === REVERSAL) totals.reversals += 1;
    else if (APPROVED.has(readValue(response, index))) totals.approved += 1;
    else totals.declined += 1;
  });
  return totals;
}
