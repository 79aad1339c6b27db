import { tableOf, throughAllPages } from '../../engine/reading.ts';
import type { Caller, Exchange, Parameters } from '../../http/client.ts';
import { type Pointer, textsAt, valueAt } from '../../oracles/pointers.ts';
import { sumInCents } from '../../oracles/value-relations.ts';
import { bindingsOf } from '../bindings.ts';
import type { Look } from './look.ts';
import { wordsOf } from './words.ts';

const LIST = 'listTransactions';

/** A list of transactions with sums to compare with the totals. */
export interface Sample {
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
 * Reads transactions with each of these parameters: the first page, or all pages if `granted` is given: a number of rows that
 * the target has returned in one page.
 */
export async function samplesOf(
  look: Look,
  caller: Caller,
  asked: readonly Parameters[],
  granted?: number,
): Promise<Sample[]> {
  const bindings = bindingsOf(look.entries, 'inferred');
  const samples: Sample[] = [];
  for (const parameters of asked) {
    const answer = await look.read(caller, LIST, parameters);
    const first = answer && tableOf(answer, bindings, LIST);
    if (first === undefined) continue;
    const whole =
      granted === undefined
        ? { ...first, isComplete: false }
        : await throughAllPages(caller, bindings, LIST, first, granted);
    samples.push(sampleOf(look, first.exchange, whole));
  }
  return samples;
}

function sampleOf(
  look: Look,
  answer: Exchange,
  { rows, isComplete }: { readonly rows: readonly { readonly value: unknown }[]; readonly isComplete: boolean },
): Sample {
  const type = look.found('transactions.transaction_type');
  const values = rows.map(({ value }) => value);
  const sum = (pointer: Pointer | undefined, among: readonly unknown[]) => {
    const amounts = pointer === undefined ? undefined : among.map((row) => valueAt(row, pointer));
    return (amounts && sumInCents(amounts, look.found('money.form'))) ?? Number.NaN;
  };
  const byType = Map.groupBy(values, (row) => (type === undefined ? '' : (textsAt(row, type)[0] ?? '')));
  return {
    answer,
    rows: values,
    isComplete,
    surcharge: sum(look.found('transactions.surcharge_completed'), values),
    byType: new Map(
      [...byType].map(([name, among]) => [name, sum(look.found('transactions.amount_completed'), among)]),
    ),
    wordsOfTypes: new Map(
      [...byType].map(([name, [row]]) => [name, [name, ...textsBeside(row, type)].flatMap(wordsOf)]),
    ),
  };
}

/** Returns the strings in the object that contains the value at `pointer`; none if that object is the row. */
function textsBeside(row: unknown, pointer: Pointer = ''): string[] {
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  return parent === '' ? [] : textsAt(row, `${parent}/*`);
}
