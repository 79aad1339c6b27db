import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { describeError } from '../api/request.ts';
import type { Page } from '../api/types.ts';
import { dataVersion } from './live.ts';

/** A list that is read with cursors, and what is shown of it. */
export interface RowSource<Row, Reply extends Page<Row>> {
  readonly read: (cursor: string | null) => Promise<Reply>;
  /** Filters that the server does not have. */
  readonly isWanted: (row: Row) => boolean;
  /** Whether no later row can be wanted. */
  readonly isLast?: (row: Row) => boolean;
}

/** One page. Its rows are dropped when they are far from the visible part, and read again with the cursor. */
interface Segment<Row> {
  readonly cursor: string | null;
  /** The index of its first wanted row. */
  readonly start: number;
  readonly count: number;
  readonly rows: readonly Row[] | undefined;
}

/** Rows that remain in memory before and after the visible ones. */
const KEPT_ROWS = 1000;
/** The next page is read when fewer rows than this follow the visible ones. */
const READ_AHEAD_ROWS = 60;
/** After this number of pages without enough wanted rows, a person decides whether to continue. */
const PAGES_AT_ONCE = 25;

/** Walks a list of any length: keeps the rows near the visible ones, and cursors of the others. */
export class RowWalk<Row, Reply extends Page<Row>> {
  /** Changes with each change of the walk. */
  readonly version = signal(0);
  /** The first page, with the totals. */
  first: Reply | undefined;
  error: string | undefined;
  isReading = false;
  /** Whether all rows were read. */
  isComplete = false;
  /** Whether many rows were read without enough wanted ones. `readOn` continues. */
  isPaused = false;
  /** Rows that were read, wanted or not. */
  readRows = 0;
  /** Wanted rows so far. */
  count = 0;

  readonly #source: RowSource<Row, Reply>;
  readonly #segments: Segment<Row>[] = [];
  #next: string | null = null;
  #visible: readonly [number, number] = [0, 0];
  #isStopped = false;

  constructor(source: RowSource<Row, Reply>) {
    this.#source = source;
  }

  /** Whether only the first rows were shown, so that the list can be read again without a jump. */
  get isAtStart(): boolean {
    return this.#visible[0] === 0;
  }

  /** Returns a wanted row; undefined while it is not in memory. */
  rowAt(index: number): Row | undefined {
    const segment = this.#segments[this.#findSegment(index)];
    return segment?.rows?.[index - segment.start];
  }

  /** Returns the first row in memory that matches. */
  find(matches: (row: Row) => boolean): Row | undefined {
    return this.#segments.flatMap(({ rows }) => rows ?? []).find(matches);
  }

  /** Reads the visible rows and some after them, and drops the rows far from them. */
  async show(from: number, to: number): Promise<void> {
    this.#visible = [from, to];
    await this.#fill();
  }

  /** Continues after a pause or an error. */
  readOn(): void {
    this.isPaused = false;
    this.error = undefined;
    void this.#fill();
  }

  /** Ends the walk. A reply that arrives later changes nothing. */
  stop(): void {
    this.#isStopped = true;
  }

  async #fill(): Promise<void> {
    if (this.isReading || this.error !== undefined) return;
    this.isReading = true;
    this.version.value += 1;
    try {
      for (let pages = 0; !this.#isStopped && (await this.#readNeeded()); pages += 1) {
        if (pages < PAGES_AT_ONCE) continue;
        this.isPaused = true;
        break;
      }
    } catch (error) {
      this.error = describeError(error);
    }
    this.isReading = false;
    this.#dropFarRows();
    this.version.value += 1;
  }

  /** Reads one page that is needed. Returns false if none is. */
  async #readNeeded(): Promise<boolean> {
    const missing = this.#findMissing();
    if (missing !== undefined) {
      const { cursor } = this.#segments[missing] as Segment<Row>; // its index was just found
      const { data } = await this.#source.read(cursor);
      this.#segments[missing] = {
        ...(this.#segments[missing] as Segment<Row>),
        rows: data.filter(this.#source.isWanted),
      };
    } else if (!this.isComplete && !this.isPaused && this.count < this.#visible[1] + READ_AHEAD_ROWS)
      await this.#readNext();
    else return false;
    this.version.value += 1;
    return true;
  }

  async #readNext(): Promise<void> {
    const cursor = this.#next;
    const reply = await this.#source.read(cursor);
    const rows = reply.data.filter(this.#source.isWanted);
    this.first ??= reply;
    this.#segments.push({ cursor, start: this.count, count: rows.length, rows });
    this.count += rows.length;
    this.readRows += reply.data.length;
    this.#next = reply.page.next_cursor;
    const oldest = reply.data.at(-1);
    this.isComplete = this.#next === null || (oldest !== undefined && this.#source.isLast?.(oldest) === true);
  }

  /** Returns the index of a segment that is visible and not in memory. */
  #findMissing(): number | undefined {
    const [from, to] = this.#visible;
    for (let index = this.#findSegment(from); index < this.#segments.length; index += 1) {
      const segment = this.#segments[index];
      if (segment === undefined || segment.start >= to) return undefined;
      if (segment.rows === undefined && segment.count > 0) return index;
    }
    return undefined;
  }

  #dropFarRows(): void {
    const [from, to] = this.#visible;
    this.#segments.forEach((segment, index) => {
      if (segment.rows === undefined) return;
      const isFar = segment.start > to + KEPT_ROWS || segment.start + segment.count < from - KEPT_ROWS;
      if (isFar || segment.count === 0) this.#segments[index] = { ...segment, rows: undefined };
    });
  }

  /** Returns the index of the last segment that starts at or before a row. */
  #findSegment(row: number): number {
    let low = 0;
    let high = this.#segments.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#segments[middle]?.start ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}

/** Walks a list. Starts again when `key` changes, and when the data changes while its first rows are visible. */
export function useRowWalk<Row, Reply extends Page<Row>>(key: string, source: RowSource<Row, Reply>) {
  const current = useMemo(() => signal<RowWalk<Row, Reply>>(new RowWalk(source)), [key]);
  const startedAt = useMemo(() => signal(dataVersion.peek()), [key]);
  const progress = useMemo(() => ({ isReplacing: false }), [key]);
  const walk = current.value;
  /** Reads the list again, and shows it when its first page has arrived. */
  const replace = (isWanted: () => boolean): void => {
    const version = dataVersion.peek();
    const next = new RowWalk(source);
    progress.isReplacing = true;
    void next.show(0, 0).then(() => {
      progress.isReplacing = false;
      if (!isWanted() || (next.error !== undefined && walk.count > 0)) return; // an error shows as a lost connection
      walk.stop();
      startedAt.value = version;
      current.value = next;
    });
  };
  const restart = (): void => replace(() => true);
  const latest = dataVersion.value;
  const isOutdated = latest !== startedAt.value;
  useEffect(() => {
    void walk.show(0, 0);
  }, [key]);
  useEffect(() => {
    if (isOutdated && walk.isAtStart && !walk.isReading && !progress.isReplacing) replace(() => walk.isAtStart);
  }, [latest, walk, walk.isReading]);
  useEffect(() => () => walk.stop(), [key]);
  return { walk, version: walk.version.value, isOutdated, restart };
}
