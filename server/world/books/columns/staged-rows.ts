import { getIdWords } from '../../../../fixtures/cash/ledger-row.ts';
import type { Transaction } from '../../../../fixtures/model/stream-types.ts';
import { accountTypes, dispenseStatuses, encodeResponse, entryModes, transactionTypes } from './row-codes.ts';

/** A relation between an original and its reversal. Few rows have one. */
export interface RowLink {
  /** When an original is reversed; undefined for the reversal itself. */
  readonly reversedAtMs: number | undefined;
  readonly linkedId: string;
}

const COLUMNS = {
  /** Milliseconds since the start of the day. */
  at: Uint32Array,
  terminal: Uint16Array,
  seqNo: Uint16Array,
  type: Uint8Array,
  accountType: Uint8Array,
  entryMode: Uint8Array,
  dispenseStatus: Uint8Array,
  response: Uint16Array,
  idLeft: Uint32Array,
  idRight: Uint32Array,
  amtReq: Uint32Array,
  /** Before any reversal. */
  amtComp: Uint32Array,
  surReq: Uint16Array,
  /** Before any reversal. */
  surComp: Uint16Array,
} as const;

type ColumnName = keyof typeof COLUMNS;
type Columns = { [Name in ColumnName]: InstanceType<(typeof COLUMNS)[Name]> };

/** The rows of one day as plain data. */
export interface PlainRows {
  readonly columns: Columns;
  readonly links: ReadonlyMap<number, RowLink>;
}

const names = Object.keys(COLUMNS) as readonly ColumnName[]; // the keys of the table
/** Surcharges are stored in 16 bits. */
const MOST_SURCHARGE_CENTS = 65_535;
const FIRST_CAPACITY = 256;
/** A terminal has about 15 rows per day. */
const EXPECTED_ROWS = 16;
const GROWTH = 1.2;

/** The rows of one day in the order in which they were added. */
export class StagedRows {
  readonly dayMs: number;
  columns: Columns;
  /** By index. */
  readonly links = new Map<number, RowLink>();
  length = 0;

  /** `terminals`: the number of terminals whose rows will be added. */
  constructor(dayMs: number, terminals = 0) {
    this.dayMs = dayMs;
    this.columns = allocate(Math.max(FIRST_CAPACITY, terminals * EXPECTED_ROWS));
  }

  /** Adds a row of the terminal with that index. */
  push(terminal: number, row: Transaction): void {
    const index = this.#extend();
    const { columns } = this;
    const { left, right } = getIdWords(row);
    columns.at[index] = row.atMs - this.dayMs;
    columns.terminal[index] = terminal;
    columns.seqNo[index] = row.seqNo;
    columns.type[index] = transactionTypes.encode(row.type);
    columns.accountType[index] = accountTypes.encode(row.accountType);
    columns.entryMode[index] = row.emv === undefined ? 0 : 1 + entryModes.encode(row.emv);
    columns.dispenseStatus[index] = dispenseStatuses.encode(row.dispenseStatus);
    columns.response[index] = encodeResponse(row.response);
    columns.idLeft[index] = left;
    columns.idRight[index] = right;
    columns.amtReq[index] = row.amtReqCents;
    columns.amtComp[index] = row.amtCompCents;
    if (row.surReqCents > MOST_SURCHARGE_CENTS) throw new Error(`the surcharge of ${row.transactionId} is too large`);
    columns.surReq[index] = row.surReqCents;
    columns.surComp[index] = row.surCompCents;
    const { linkedId, reversedAtMs } = row;
    if (linkedId !== undefined) this.links.set(index, { linkedId, reversedAtMs });
  }

  /** Adds a row whose columns are given as numbers. */
  add(row: Readonly<Record<ColumnName, number>>, link: RowLink | undefined): void {
    const index = this.#extend();
    for (const name of names) this.columns[name][index] = row[name];
    if (link !== undefined) this.links.set(index, link);
  }

  /** Returns the rows as plain data that another thread can receive. */
  toPlain(): PlainRows {
    const columns = mapColumns((name) => this.columns[name].slice(0, this.length));
    return { columns, links: this.links };
  }

  /** Adds the rows of the terminals whose number in `isWanted` is not zero. */
  append({ columns, links }: PlainRows, isWanted: Uint8Array): void {
    const from = this.length;
    const count = columns.at.length;
    this.#reserve(count);
    if (columns.terminal.every((terminal) => isWanted[terminal] !== 0)) {
      for (const name of names) this.columns[name].set(columns[name], from);
      for (const [index, link] of links) this.links.set(from + index, link);
      this.length += count;
      return;
    }
    columns.terminal.forEach((terminal, index) => {
      if (isWanted[terminal] === 0) return;
      const link = links.get(index);
      if (link !== undefined) this.links.set(this.length, link);
      for (const name of names) this.columns[name][this.length] = columns[name][index] as number;
      this.length += 1;
    });
  }

  /** Releases the rows. */
  clear(): void {
    this.columns = allocate(0);
    this.links.clear();
    this.length = 0;
  }

  #extend(): number {
    this.#reserve(1);
    this.length += 1;
    return this.length - 1;
  }

  #reserve(count: number): void {
    if (this.length + count <= this.columns.at.length) return;
    const grown = allocate(Math.ceil((this.length + count) * GROWTH));
    for (const name of names) grown[name].set(this.columns[name]);
    this.columns = grown;
  }
}

const allocate = (capacity: number): Columns => mapColumns((name) => new COLUMNS[name](capacity));

function mapColumns(map: (name: ColumnName) => Columns[ColumnName]): Columns {
  return Object.fromEntries(names.map((name) => [name, map(name)])) as Columns; // one entry per name
}
