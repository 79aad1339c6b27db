import type { Exchange, Parameters } from '../../http/client.ts';
import { findTexts, findValue, type ValuePointer } from '../../reading/pointers.ts';
import { sumInCents } from '../../reading/values/value-relations.ts';
import { splitWords } from '../../reading/words/synonyms.ts';
import { createBindings } from '../bindings.ts';
import { readAllPages, readTable } from '../read-lists.ts';
import { findDescriptions, type InferenceState } from './columns/inference-state.ts';

const LIST = 'listTransactions';

/** A list of transactions with sums to compare with the totals. */
export interface TotalSample {
  /** The response with the totals. */
  readonly answer: Exchange;
  readonly rows: readonly unknown[];
  /** Whether these are all matching rows. */
  readonly isComplete: boolean;
  /** The sum of completed surcharges in cents; NaN if unknown. */
  readonly surcharge: number;
  /** The sum of completed amounts in cents, by transaction type. */
  readonly byType: ReadonlyMap<string, number>;
  /** The words of each type, and of the other strings in the same object, such as a label. */
  readonly wordsOfTypes: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads transactions as the first caller with each of these parameters: the first page, or all pages if `granted` is given: a number of rows that
 * the target has returned in one page.
 */
export async function readTotalSamples(
  state: InferenceState,
  requested: readonly Parameters[],
  granted?: number,
): Promise<TotalSample[]> {
  const [caller] = state.callers;
  if (caller === undefined) return [];
  const bindings = createBindings(state.entries, 'inferred');
  const samples: TotalSample[] = [];
  for (const parameters of requested) {
    const answer = await state.read(caller, LIST, parameters);
    const first = answer && readTable(answer, bindings, LIST);
    if (first === undefined) continue;
    const whole =
      granted === undefined
        ? { ...first, isComplete: false }
        : await readAllPages({ reader: caller, bindings }, LIST, { first, granted });
    samples.push(toTotalSample(state, first.exchange, whole));
  }
  return samples;
}

function toTotalSample(
  state: InferenceState,
  answer: Exchange,
  { rows, isComplete }: { readonly rows: readonly { readonly value: unknown }[]; readonly isComplete: boolean },
): TotalSample {
  const type = state.getValue('transactions.transaction_type');
  const values = rows.map(({ value }) => value);
  const sum = (pointer: ValuePointer | undefined, among: readonly unknown[]) => {
    const amounts = pointer === undefined ? undefined : among.map((row) => findValue(row, pointer));
    return (amounts && sumInCents(amounts, state.getValue('money.form'))) ?? Number.NaN;
  };
  const at = state.getValue('transactions.rows') ?? '';
  const described = findDescriptions(state.document, { operation: LIST, at, samples: values });
  const meanings = described.get(type ?? '')?.meanings;
  const byType = Map.groupBy(values, (row) => (type === undefined ? '' : (findTexts(row, type)[0] ?? '')));
  return {
    answer,
    rows: values,
    isComplete,
    surcharge: sum(state.getValue('transactions.surcharge_completed'), values),
    byType: new Map(
      [...byType].map(([name, among]) => [name, sum(state.getValue('transactions.amount_completed'), among)]),
    ),
    wordsOfTypes: new Map(
      [...byType].map(([name, [row]]) => [
        name,
        [name, meanings?.get(name) ?? '', ...listSiblingTexts(row, type)].flatMap(splitWords),
      ]),
    ),
  };
}

/** Returns the strings in the object that contains the value at `pointer`; none if that object is the row. */
function listSiblingTexts(row: unknown, pointer: ValuePointer = ''): string[] {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return parent === '' ? [] : findTexts(row, `${parent}/*`);
}
