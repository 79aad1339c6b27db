import type { PlainShares } from '../../fixtures/settlements/settlement-shares.ts';
import type { Content } from './checked-file.ts';

/* The settlement shares of all terminals as the content of a file. */

interface SharesDescription {
  /** The lists of business dates that occur. */
  readonly dates: readonly (readonly string[])[];
  /** For each terminal: the number of its list. */
  readonly lists: readonly number[];
  readonly sinceMs: readonly number[];
}

/** Collects the shares of terminals, in order, as the content of a file. */
export class ShareCollector {
  readonly #numbers = new Map<string, number>();
  readonly #dates: (readonly string[])[] = [];
  readonly #lists: number[] = [];
  readonly #sinceMs: number[] = [];
  readonly #arrays: Float64Array[] = [];

  /** Adds the shares of the next terminals. The numbers of each call are one array. */
  add(shares: readonly PlainShares[]): void {
    const values = new Float64Array(shares.reduce((sum, own) => sum + own.values.length, 0));
    let from = 0;
    for (const own of shares) {
      values.set(own.values, from);
      from += own.values.length;
      this.#lists.push(this.#findList(own.dates));
      this.#sinceMs.push(own.sinceMs);
    }
    this.#arrays.push(values);
  }

  get content(): Content {
    const description: SharesDescription = { dates: this.#dates, lists: this.#lists, sinceMs: this.#sinceMs };
    return { description, arrays: this.#arrays };
  }

  #findList(dates: readonly string[]): number {
    const text = dates.join();
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#dates.length);
    return this.#dates.push(dates) - 1;
  }
}

/** Returns the shares that were collected. */
export function toShares({ description, arrays }: Content): readonly PlainShares[] {
  const { dates, lists, sinceMs } = description as SharesDescription; // written by ShareCollector
  let numbers = 0;
  for (const list of lists) numbers += dates[list]?.length ?? 0;
  const perDate = arrays.reduce((sum, { length }) => sum + length, 0) / numbers;
  let [place, from] = [0, 0];
  return lists.map((list, terminal) => {
    const own = dates[list] ?? [];
    if (from >= (arrays[place]?.length ?? 0)) [place, from] = [place + 1, 0];
    const first = from;
    from += own.length * perDate;
    const values = arrays[place] as Float64Array<ArrayBuffer>; // the same
    return { dates: own, values: values.subarray(first, from), sinceMs: sinceMs[terminal] as number };
  });
}
