import type { Support } from '../bindings.ts';
import type { Caller, Exchange, Parameters } from '../client.ts';
import { heldAt, holderOf, type Pointer, textsAt, valueAt } from '../pointers.ts';
import { sumInCents } from '../relations.ts';
import { choose, type Shown } from './choosing.ts';
import { type Column, columnsOf, isAmount } from './columns.ts';
import { type Look, reason } from './look.ts';
import { likeness, wordsOf } from './words.ts';

const LIST = 'listTransactions';
/** With more types than this, their combinations are too many to try. */
const MOST_TYPES = 8;

interface Sample {
  readonly answer: Exchange;
  readonly count: number;
  readonly surcharge: number;
  /** The sum of completed amounts, in hundredths, by transaction type. */
  readonly byType: ReadonlyMap<string, number>;
}

/** Finds the two totals, the rows that they are over, and the types that one of them counts, by comparing sums. */
export async function findTotals(look: Look): Promise<void> {
  const [caller] = look.callers;
  const rows = look.found('transactions.rows');
  if (caller === undefined || rows === undefined) return;
  const wide = look.found('transactions.widest_limit');
  const widest: Parameters = wide === undefined ? {} : { limit: wide };
  const filtered = await filters(look, caller, widest);
  const samples = await samplesOf(look, caller, [{ limit: 2 }, { limit: 5 }, ...filtered, widest]);
  const columns = totalColumns(look, samples, rows);
  noteExtent(look, columns, samples);
  const isOfPage = look.found('transactions.summary_covers') === 'page';
  const most = Math.max(...samples.map(({ count }) => count));
  const comparable = samples.filter(
    ({ count, answer }) => isOfPage || (count < most && count !== answer.parameters.limit),
  );
  const bySurcharge = columns.filter((column) => states(look, column, comparable, ({ surcharge }) => surcharge));
  const evidence = 'it is the sum of the completed surcharges';
  look.note(
    'transactions.total_surcharge',
    choose(columns, { called: [['surcharge']], looks: isAmount }, shownOf(bySurcharge, evidence)),
  );
  const free = columns.filter(({ pointer }) => pointer !== look.found('transactions.total_surcharge'));
  const fitting = combinations([...new Set(samples.flatMap(({ byType }) => [...byType.keys()]))]).flatMap((chosen) =>
    free
      .filter((column) => states(look, column, comparable, (sample) => sumOf(sample, chosen)))
      .map((column) => ({ column, chosen })),
  );
  const byAmount = shownOf([...new Set(fitting.map(({ column }) => column))], 'it is a sum of completed amounts');
  look.note(
    'transactions.total_withdrawn',
    choose(free, { called: [['withdrawn'], ['amount', 'completed']], looks: isAmount }, byAmount),
  );
  const ofTotal = fitting.filter(({ column }) => column.pointer === look.found('transactions.total_withdrawn'));
  noteTypes(
    look,
    comparable,
    ofTotal.map(({ chosen }) => chosen),
  );
}

async function filters(look: Look, caller: Caller, widest: Parameters): Promise<Parameters[]> {
  const [rows, terminal] = [look.found('transactions.rows'), look.found('transactions.terminal')];
  const whole = await look.read(caller, LIST, widest);
  if (rows === undefined || terminal === undefined || whole === undefined) return [];
  const terminals = [...new Set(heldAt(whole.json, rows).flatMap(({ value }) => textsAt(value, terminal)))];
  return terminals.slice(0, 3).map((one) => ({ terminal_id: one, ...widest }));
}

async function samplesOf(look: Look, caller: Caller, asked: readonly Parameters[]): Promise<Sample[]> {
  const rows = look.found('transactions.rows') ?? '';
  const type = look.found('transactions.transaction_type');
  const form = look.found('money.form');
  const [surcharge, completed] = [
    look.found('transactions.surcharge_completed'),
    look.found('transactions.amount_completed'),
  ];
  const samples: Sample[] = [];
  for (const parameters of asked) {
    const answer = await look.read(caller, LIST, parameters);
    if (answer === undefined) continue;
    const held = heldAt(answer.json, rows).map(({ value }) => value);
    const sum = (pointer: Pointer | undefined, among: readonly unknown[]) =>
      pointer === undefined
        ? Number.NaN
        : (sumInCents(
            among.map((row) => valueAt(row, pointer)),
            form,
          ) ?? Number.NaN);
    const byType = Map.groupBy(held, (row) => (type === undefined ? '' : (textsAt(row, type)[0] ?? '')));
    samples.push({
      answer,
      count: held.length,
      surcharge: sum(surcharge, held),
      byType: new Map([...byType].map(([name, among]) => [name, sum(completed, among)])),
    });
  }
  return samples;
}

function totalColumns(look: Look, samples: readonly Sample[], rows: Pointer): Column[] {
  const holder = holderOf(rows);
  if (holder === '') return [];
  const described = [...look.document.answerOf(LIST)].filter(([at]) => !at.startsWith(holder));
  const bodies = samples.map(({ answer }) => answer.json);
  return columnsOf(bodies, new Map(described)).filter(({ pointer }) => !pointer.startsWith(holder));
}

/** Whether a column states this sum in each of these samples, and the sum is not the same throughout. */
function states(look: Look, column: Column, samples: readonly Sample[], sum: (sample: Sample) => number): boolean {
  const form = look.found('money.form');
  const sums = samples.map(sum);
  return (
    new Set(sums).size >= 2 &&
    samples.every(({ answer }, index) => sumInCents([valueAt(answer.json, column.pointer)], form) === sums[index])
  );
}

const sumSupport = (evidence: string): Support => ({
  from: 'experiment',
  evidence,
  restsOn: ['transactions.summary_extent'],
});

const shownOf = (columns: readonly Column[], evidence: string): Shown =>
  new Map(columns.map(({ pointer }) => [pointer, [sumSupport(evidence)]]));

const sumOf = ({ byType }: Sample, chosen: readonly string[]): number =>
  chosen.reduce((sum, type) => sum + (byType.get(type) ?? 0), 0);

function combinations(types: readonly string[]): string[][] {
  if (types.length === 0 || types.length > MOST_TYPES) return types.length === 0 ? [] : [[...types]];
  return Array.from({ length: 2 ** types.length - 1 }, (_, index) =>
    types.filter((_type, bit) => ((index + 1) >> bit) & 1),
  );
}

/** The types that count, as the sums show. A type whose amounts are zero throughout counts or not: its name decides. */
function noteTypes(look: Look, samples: readonly Sample[], fitting: readonly (readonly string[])[]): void {
  const [smallest, ...others] = [...fitting].sort((a, b) => a.length - b.length);
  if (smallest === undefined) return;
  const withMoney = (types: readonly string[]) =>
    types.filter((type) => samples.some(({ byType }) => (byType.get(type) ?? 0) > 0)).join();
  const isOnly = others.every((other) => withMoney(other) === withMoney(smallest));
  const named = smallest.filter((type) => likeness(wordsOf(type), ['withdrawn']) > 0);
  const support: Support[] = [
    sumSupport('the total withdrawn is the sum of their completed amounts'),
    ...(named.length > 0 ? [reason('names', `${named.join(', ')} is called so`)] : []),
  ];
  look.note('transactions.withdrawal_types', {
    value: smallest,
    confidence: isOnly ? (named.length > 0 ? 'certain' : 'likely') : 'guess',
    support,
  });
}

/** Whether the totals change with the limit, or stay those of all rows that match. */
function noteExtent(look: Look, columns: readonly Column[], samples: readonly Sample[]): void {
  const [ofTwo] = samples;
  const whole = samples.at(-1);
  if (ofTwo === undefined || whole === undefined || ofTwo.count === whole.count) return;
  const totals = columns.filter(({ words, said }) => [words, said].some((all) => likeness(all, ['surcharge']) > 0));
  const toldBy = ({ answer }: Sample) => JSON.stringify(totals.map(({ pointer }) => valueAt(answer.json, pointer)));
  if (totals.length === 0 || ofTwo.surcharge === whole.surcharge) return;
  const isOfPage = toldBy(ofTwo) !== toldBy(whole);
  look.note('transactions.summary_covers', {
    value: isOfPage ? 'page' : 'matching',
    confidence: 'likely',
    support: [
      reason(
        'experiment',
        isOfPage ? 'the totals change with the limit' : 'the totals stay the same whatever the limit',
      ),
    ],
  });
}
