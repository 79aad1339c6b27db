import type { Terminal } from '../../state/tenant.ts';
import type { LedgerView, RowOrder } from '../rows/ledger-types.ts';
import { type DayStore, type Days, FleetRows, makeSheet, type PlainDays } from './fleet-rows.ts';
import { makeRowReader } from './read-row.ts';
import type { RowSegment } from './row-segment.ts';
import type { RowSheet } from './row-sheet.ts';

/** The rows of a selection, filtered from those of the fleet. */
interface Selection {
  readonly isSelected: Uint8Array;
  readonly segments: WeakMap<RowSegment, RowSegment>;
  sheet: { readonly nowMs: number; readonly rows: RowSheet } | undefined;
}

/** Lists of the rows of many terminals of one tenant. Each list of terminals is a stable object. */
export class ColumnViews {
  readonly #fleet: FleetRows;
  readonly #read: ReturnType<typeof makeRowReader>;
  readonly #ownRows = new WeakMap<readonly Terminal[], FleetRows>();
  #latest: { readonly terminals: readonly Terminal[]; readonly selection: Selection } | undefined;

  constructor(fleet: FleetRows) {
    this.#fleet = fleet;
    this.#read = makeRowReader(fleet.terminals);
  }

  /** Returns the lists of a fleet in which some terminals differ from `fromMs` on. */
  fork(terminals: readonly Terminal[], fromMs: number): ColumnViews {
    return new ColumnViews(this.#fleet.fork(terminals, fromMs));
  }

  /** See `FleetRows.useStore`. */
  useStore(store: DayStore): void {
    this.#fleet.useStore(store);
  }

  /** The approximate memory of the rows, in bytes. */
  get bytes(): number {
    return this.#fleet.bytes;
  }

  view(terminals: readonly Terminal[], nowMs: number, order: RowOrder): LedgerView {
    const { sheet, read } = this.#getSheet(terminals, nowMs);
    return {
      totals: sheet.totals,
      end: {},
      rows: {
        length: sheet.length,
        slice: (from, to) => sheet.slice(order, from, to).map(read),
      },
    };
  }

  /** Takes over the rows of a terminal of the fleet from its ledger, if they would be generated next. */
  takeOver(terminal: Terminal, nowMs: number): void {
    this.#fleet.takeOver(terminal, nowMs);
  }

  /** See `FleetRows.findMissingDays`. */
  findMissingDays(nowMs: number): Days | undefined {
    return this.#fleet.findMissingDays(nowMs);
  }

  /** See `FleetRows.append`. */
  append(first: number, end: number, days: PlainDays): void {
    this.#fleet.append(first, end, days);
  }

  /** Returns those of the terminals with a row from an instant up to now, in the same order. */
  listActive(terminals: readonly Terminal[], fromMs: number, nowMs: number): readonly Terminal[] {
    const rows = this.#getRows(terminals, nowMs);
    const found = new Set<number>();
    for (const segment of rows.listSegments(nowMs))
      if (segment.lastMs >= fromMs) segment.collectTerminals(found, { fromMs, toMs: nowMs });
    const active = new Set([...found].map((number) => rows.terminals[number]));
    return terminals.filter((terminal) => active.has(terminal));
  }

  /** Returns rows that contain those of the terminals: those of the fleet if they are generated, otherwise their own. */
  #getRows(terminals: readonly Terminal[], nowMs: number): FleetRows {
    if (terminals.length === this.#fleet.terminals.length || this.#fleet.isGenerated(nowMs)) return this.#fleet;
    const own = this.#ownRows.get(terminals) ?? new FleetRows(terminals);
    this.#ownRows.set(terminals, own);
    return own;
  }

  #getSheet(terminals: readonly Terminal[], nowMs: number) {
    const rows = this.#getRows(terminals, nowMs);
    if (rows !== this.#fleet) return { sheet: rows.at(nowMs), read: makeRowReader(terminals) };
    const isWhole = terminals.length === rows.terminals.length;
    return { sheet: isWhole ? rows.at(nowMs) : this.#filterSheet(terminals, nowMs), read: this.#read };
  }

  #filterSheet(terminals: readonly Terminal[], nowMs: number): RowSheet {
    const selection = this.#latest?.terminals === terminals ? this.#latest.selection : this.#select(terminals);
    this.#latest = { terminals, selection };
    if (selection.sheet?.nowMs === nowMs) return selection.sheet.rows;
    const { isSelected, segments } = selection;
    const filtered = this.#fleet.listSegments(nowMs).map((segment) => {
      const known = segments.get(segment) ?? segment.filter(isSelected);
      segments.set(segment, known);
      return known;
    });
    const rows = makeSheet(filtered, nowMs);
    selection.sheet = { nowMs, rows };
    return rows;
  }

  #select(terminals: readonly Terminal[]): Selection {
    const wanted = new Set(terminals.map(({ terminalId }) => terminalId));
    const isSelected = Uint8Array.from(this.#fleet.terminals, ({ terminalId }) => (wanted.has(terminalId) ? 1 : 0));
    return { isSelected, segments: new WeakMap(), sheet: undefined };
  }
}
