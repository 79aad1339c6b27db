import { MemoryBudget, type Releasable } from '../../../../base/caches/memory-budget.ts';
import { rememberObjects } from '../../../../base/caches/remember-objects.ts';
import { checkpoint } from '../../../../base/slices.ts';
import type { Terminal } from '../../state/tenant.ts';
import type { FullLedgerView, RowOrder } from './ledger-types.ts';
import { RowIndex } from './row-index.ts';
import { addTotals } from './row-sums.ts';
import { beginSheet, extendSheet, type Sheet, shortenSheet } from './sheet.ts';

/** The rows and indexes of all tenants together. */
const budget = new MemoryBudget(64 * 1024 * 1024);

/** Returns the approximate memory of the rows and indexes of all tenants, in bytes. */
export const readRowBytes = (): number => budget.bytes;

/** Maximum memory of the indexes of one tenant, in bytes. */
const MOST_INDEX_BYTES = 32 * 1024 * 1024;

/** Memory of a row in a sheet. */
const ROW_BYTES = 500;

const joinIds = rememberObjects((terminals: readonly Terminal[]): string =>
  terminals.map(({ terminalId }) => terminalId).join(),
);

/** Returns the ids of terminals as one text. Most lists are those of groups and partitions, which stay the same. */
function formatIds(terminals: readonly Terminal[]): string {
  const [first] = terminals;
  if (first !== undefined && terminals.length === 1) return first.terminalId;
  return joinIds(terminals);
}

interface KeptIndex {
  readonly index: RowIndex;
  /** Its memory when that was last added to the sum. */
  bytes: number;
  /** The number of the view that used it last. */
  usedBy: number;
}

/**
 * Sorted views of one tenant's rows. A view depends only on the instant, the terminals and the order, so that pages of
 * one list, and users with equal scope, share it. All views and instants share the rows of a terminal. The least
 * recently used views are dropped, and the rows and views of the least recently used tenants.
 */
export class LedgerViews implements Releasable {
  readonly #reference = new WeakRef<Releasable>(this);
  /** The sheet of each terminal for the latest requested instant, by id. */
  readonly #latest = new Map<string, Sheet>();
  /** The most recently requested sheet, if that is for an earlier instant. */
  readonly #earlier = new Map<string, Sheet>();
  readonly #indexes = new Map<string, KeptIndex>();
  #bytes = 0;
  #views = 0;

  /** Returns the rows of `terminals` known at `nowMs`, in `order`. */
  view(terminals: readonly Terminal[], nowMs: number, order: RowOrder): FullLedgerView {
    const key = `${nowMs} ${formatIds(terminals)}`;
    const kept = this.#use(key, () => this.#createIndex(terminals, nowMs));
    const { index } = kept;
    const rows = index.list(order);
    if (index.bytes === kept.bytes) budget.touch(this.#reference);
    else {
      this.#bytes += index.bytes - kept.bytes;
      kept.bytes = index.bytes;
      this.#dropOldest();
      budget.noteGrowth(this.#reference);
    }
    return { rows, totals: index.totals, end: index.end };
  }

  /** The approximate memory of the rows and indexes, in bytes. */
  get bytes(): number {
    let rows = 0;
    for (const sheets of [this.#latest, this.#earlier]) for (const sheet of sheets.values()) rows += sheet.rows.length;
    return this.#bytes + rows * ROW_BYTES;
  }

  release(): void {
    this.#latest.clear();
    this.#earlier.clear();
    this.#indexes.clear();
    this.#bytes = 0;
  }

  #createIndex(terminals: readonly Terminal[], nowMs: number): RowIndex {
    const sheets = terminals.map((terminal) => this.#getSheet(terminal, nowMs));
    return new RowIndex(
      sheets.flatMap(({ rows }) => rows),
      addTotals(sheets.map(({ totals }) => totals)),
    );
  }

  #getSheet(terminal: Terminal, nowMs: number): Sheet {
    const { terminalId } = terminal;
    const latest = this.#latest.get(terminalId);
    if (latest?.nowMs === nowMs) return latest;
    if (latest !== undefined && latest.nowMs > nowMs) {
      const known = this.#earlier.get(terminalId);
      if (known?.nowMs === nowMs) return known;
      const sheet = shortenSheet(latest, nowMs);
      this.#earlier.set(terminalId, sheet);
      checkpoint();
      return sheet;
    }
    const sheet = extendSheet(latest ?? beginSheet(terminal), terminal, nowMs);
    this.#latest.set(terminalId, sheet);
    checkpoint();
    return sheet;
  }

  /** Returns the index at a key as the most recently used one. */
  #use(key: string, create: () => RowIndex): KeptIndex {
    this.#views += 1;
    const known = this.#indexes.get(key);
    if (known !== undefined) {
      known.usedBy = this.#views;
      return known;
    }
    const made: KeptIndex = { index: create(), bytes: 0, usedBy: this.#views };
    this.#indexes.set(key, made);
    return made;
  }

  #dropOldest(): void {
    if (this.#bytes <= MOST_INDEX_BYTES) return;
    const oldestFirst = [...this.#indexes].sort(([, one], [, other]) => one.usedBy - other.usedBy);
    for (const [key, { bytes }] of oldestFirst) {
      if (this.#bytes <= MOST_INDEX_BYTES || this.#indexes.size === 1) return;
      this.#indexes.delete(key);
      this.#bytes -= bytes;
    }
  }
}
