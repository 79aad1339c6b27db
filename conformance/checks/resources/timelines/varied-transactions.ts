import { orderByVariety } from '../../../reading/matching-rows.ts';
import { listStrings } from '../../../reading/names/response-words.ts';
import { findTexts, toSegment, type ValuePointer } from '../../../reading/pointers.ts';
import type { SampleSizes } from '../../../reading/verdicts/sampling.ts';
import type { Cells } from '../../../relations/rows/cells.ts';
import type { Bindings } from '../../../slots/bindings.ts';
import type { ListRow } from '../../../slots/read-lists.ts';

const MOST = 12;
/** The timelines that the checks read. */
export const TIMELINES: SampleSizes = { quick: 1, standard: 7 };
/** A transaction about a PIN: by its texts, or because its response has the code for an incorrect one in ISO 8583. */
const NAMES_PIN = /(^|[^a-z])pin([^a-z]|$)|^55$/i;
/** Response codes may be many. */
const MOST_KINDS = 40;

/**
 * Returns a transaction about a PIN, then one of each type, then of each response, EMV indicator and flag, each with as many new
 * ones as possible, and then others at equal distances. The checks of timelines read the same ones, so that they share the responses.
 */
export function listVariedTransactions(rows: readonly ListRow[], bindings: Bindings): readonly ListRow[] {
  const bound = [
    bindings.find('transactions.transaction_type'),
    bindings.find('transactions.response'),
    bindings.find('transactions.emv_indicator'),
  ];
  const places = [...bound, ...listFlags(rows).filter((pointer) => !bound.includes(pointer))];
  const kinds = rows.map((row) => ({
    id: row.id,
    value: places.map((pointer) => (pointer === undefined ? '' : findTexts(row.value, pointer).join())),
    row,
  }));
  const ofEach = [...Map.groupBy(kinds, ({ value }) => value.join('\n')).values()].flatMap(([first]) => first ?? []);
  // the type matters most: each type is among the first ones
  const ofTypes = [...Map.groupBy(ofEach, ({ value }) => value[0]).values()].flatMap(([first]) => first ?? []);
  const byVariety = orderByVariety(ofEach, MOST_KINDS);
  const ofPins = ofEach.filter(({ row }) => listStrings(row.value).some((text) => NAMES_PIN.test(text)));
  const varied = [...new Set([...byVariety.slice(0, 1), ...ofPins.slice(0, 1), ...ofTypes, ...byVariety])].map(
    ({ row }) => row,
  );
  const step = Math.max(1, Math.floor(rows.length / MOST));
  const spread = rows.filter((_, index) => index % step === 0);
  return [...new Set([...varied.slice(0, MOST), ...spread])].slice(0, MOST);
}

/** A column with more values is no flag. */
const MOST_VALUES = 4;

/** Returns the members of rows that have few different values, such as whether a transaction was reversed. */
function listFlags(rows: readonly ListRow[]): ValuePointer[] {
  const values = new Map<ValuePointer, Set<string>>();
  for (const { value } of rows)
    for (const [name, one] of Object.entries(Object(value)))
      if (typeof one !== 'object' || one === null) {
        const pointer = toSegment(name);
        values.set(pointer, (values.get(pointer) ?? new Set()).add(String(one)));
      }
  return [...values].flatMap(([pointer, different]) =>
    different.size >= 2 && different.size <= MOST_VALUES ? [pointer] : [],
  );
}

/** A column of cells with more values is no kind. */
const MOST_KIND_VALUES = 20;

/** Returns the names of things whose rows have every kind of value: each adds as many as possible. */
export function coverKinds(rowsByName: ReadonlyMap<string, readonly Cells[]>): string[] {
  const values = new Map<string, Set<unknown>>();
  for (const row of [...rowsByName.values()].flat())
    for (const [place, value] of row) values.set(place, (values.get(place) ?? new Set()).add(value));
  const isKind = (place: string) => (values.get(place)?.size ?? 0) <= MOST_KIND_VALUES;
  const kindsByName = new Map(
    [...rowsByName].map(([name, rows]) => [
      name,
      rows.flatMap((row) => [...row].flatMap(([place, value]) => (isKind(place) ? [`${place} ${String(value)}`] : []))),
    ]),
  );
  const chosen: string[] = [];
  const covered = new Set<string>();
  while (chosen.length < MOST) {
    let best = { name: '', count: 0 };
    for (const [name, kinds] of kindsByName) {
      const count = new Set(kinds.filter((kind) => !covered.has(kind))).size;
      if (count > best.count) best = { name, count };
    }
    if (best.count === 0) break;
    chosen.push(best.name);
    for (const kind of kindsByName.get(best.name) ?? []) covered.add(kind);
  }
  return chosen;
}
