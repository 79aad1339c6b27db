import type { CodedColumn } from './coded-column.ts';

/** The rows of a segment sorted by one key, ascending. Rows with equal keys are sorted from the newest to the oldest. */
export class KeyOrder {
  /** The keys that occur, ascending. */
  readonly values: Float64Array;
  /** For each key, the index of its first row in `rows`; then the number of rows. */
  readonly #starts: Uint32Array;
  readonly #rows: Uint16Array;

  /** Sorts by counting the rows of each code. */
  constructor({ values, codes }: CodedColumn) {
    const ends = new Uint32Array(values.length + 1);
    for (const code of codes) ends[code + 1] = (ends[code + 1] as number) + 1;
    const present: number[] = [];
    values.forEach((_, code) => {
      if ((ends[code + 1] as number) > 0) present.push(code);
      ends[code + 1] = (ends[code + 1] as number) + (ends[code] as number);
    });
    this.values = Float64Array.from(present, (code) => values[code] as number);
    this.#starts = Uint32Array.from([...present.map((code) => ends[code] as number), codes.length]);
    this.#rows = new Uint16Array(codes.length);
    for (let index = codes.length - 1; index >= 0; index -= 1) {
      const code = codes[index] as number;
      const place = ends[code] as number;
      this.#rows[place] = index;
      ends[code] = place + 1;
    }
  }

  /** Returns the number of rows with the key at a place in `values`. */
  countAt(place: number): number {
    return (this.#starts[place + 1] as number) - (this.#starts[place] as number);
  }

  /** Returns the rows with a key, newest first; none if it does not occur. */
  listRows(value: number): Uint16Array {
    const place = this.#findPlace(value);
    if (this.values[place] !== value) return this.#rows.subarray(0, 0);
    return this.#rows.subarray(this.#starts[place], this.#starts[place + 1]);
  }

  #findPlace(value: number): number {
    let low = 0;
    let high = this.values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.values[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
