import type { Parameters } from '../../http/client.ts';
import { holderOf, type Pointer, textsAt, valueAt } from '../../oracles/pointers.ts';
import { sumInCents } from '../../oracles/value-relations.ts';
import type { Support } from '../bindings.ts';
import { choose, type Shown } from './choosing.ts';
import { type Column, columnsOf, isAmount } from './columns.ts';
import { type Look, reason } from './look.ts';
import { type Sample, samplesOf } from './samples.ts';
import { likeness } from './words.ts';

const LIST = 'listTransactions';
/** The maximum number of types of which all combinations are tried. */
const MOST_TYPES = 8;

/** Binds the two totals, the rows that they include, and the types that the total withdrawn includes, by comparing sums. */
export async function findTotals(look: Look): Promise<void> {
  const [caller] = look.callers;
  const rows = look.found('transactions.rows');
  if (caller === undefined || rows === undefined) return;
  const wide = look.found('transactions.widest_limit');
  const widest: Parameters = wide === undefined ? {} : { limit: wide };
  const pages = await samplesOf(look, caller, [{ limit: 2 }, { limit: 5 }, widest]);
  noteExtent(look, totalColumns(look, pages, rows), pages);
  const isOfPage = look.found('transactions.summary_covers') === 'page';
  const whole = pages.at(-1);
  const granted = isOfPage ? undefined : (whole?.rows.length ?? 0);
  const filtered = await samplesOf(look, caller, filters(look, whole, widest), granted);
  const columns = totalColumns(look, [...pages, ...filtered], rows);
  const comparable = isOfPage ? [...pages, ...filtered] : filtered.filter(({ isComplete }) => isComplete);
  const bySurcharge = columns.filter((column) => states(look, column, comparable, ({ surcharge }) => surcharge));
  const evidence = 'it equals the sum of the completed surcharges';
  look.note(
    'transactions.total_surcharge',
    choose(columns, { called: [['surcharge']], not: ['count'], looks: isAmount }, shownOf(bySurcharge, evidence)),
  );
  const free = columns.filter(({ pointer }) => pointer !== look.found('transactions.total_surcharge'));
  const fitting = combinations([...new Set(comparable.flatMap(({ byType }) => [...byType.keys()]))]).flatMap((chosen) =>
    free
      .filter((column) => states(look, column, comparable, (sample) => sumOf(sample, chosen)))
      .map((column) => ({ column, chosen })),
  );
  const byAmount = shownOf([...new Set(fitting.map(({ column }) => column))], 'it equals a sum of completed amounts');
  look.note(
    'transactions.total_withdrawn',
    choose(free, { called: [['withdrawn'], ['amount', 'completed']], not: ['count'], looks: isAmount }, byAmount),
  );
  const ofTotal = fitting.filter(({ column }) => column.pointer === look.found('transactions.total_withdrawn'));
  noteTypes(
    look,
    { comparable, others: pages },
    ofTotal.map(({ chosen }) => chosen),
  );
}

const MOST_TERMINALS = 5;

/**
 * Returns filters by terminals with few rows, so that their lists need few requests: the two with the fewest rows, and for
 * each transaction type the one with the fewest rows that has the type.
 */
function filters(look: Look, whole: Sample | undefined, widest: Parameters): Parameters[] {
  const terminal = look.found('transactions.terminal');
  if (terminal === undefined || whole === undefined) return [];
  const byTerminal = Map.groupBy(whole.rows, (row) => textsAt(row, terminal)[0]);
  const rarest = [...byTerminal].sort(([, a], [, b]) => a.length - b.length);
  const type = look.found('transactions.transaction_type');
  const ofTypes = [...whole.byType.keys()].map(
    (name) => rarest.find(([, rows]) => type !== undefined && rows.some((row) => textsAt(row, type)[0] === name))?.[0],
  );
  const chosen = [...new Set([...rarest.slice(0, 2).map(([id]) => id), ...ofTypes])].filter((id) => id !== undefined);
  return chosen.slice(0, MOST_TERMINALS).map((terminal_id) => ({ terminal_id, ...widest }));
}

function totalColumns(look: Look, samples: readonly Sample[], rows: Pointer): Column[] {
  const holder = holderOf(rows);
  if (holder === '') return [];
  const described = [...look.document.answerOf(LIST)].filter(([at]) => !at.startsWith(holder));
  const bodies = samples.map(({ answer }) => answer.json);
  return columnsOf(bodies, new Map(described)).filter(({ pointer }) => !pointer.startsWith(holder));
}

/** Whether a column equals this sum in each sample, and the sums differ between samples. */
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

/**
 * Binds the withdrawal types: the smallest set of types whose sums equal the total. A type without amounts in the samples
 * is included by its name. Names count as separate evidence only if they select the same types.
 */
function noteTypes(
  look: Look,
  { comparable, others }: { readonly comparable: readonly Sample[]; readonly others: readonly Sample[] },
  fitting: readonly (readonly string[])[],
): void {
  const [smallest, ...more] = [...fitting].sort((a, b) => a.length - b.length);
  if (smallest === undefined) return;
  const hasMoney = (samples: readonly Sample[], type: string) =>
    samples.some(({ byType }) => (byType.get(type) ?? 0) > 0);
  const withMoney = (types: readonly string[]) => types.filter((type) => hasMoney(comparable, type)).sort();
  const isSame = (one: readonly string[], other: readonly string[]) =>
    withMoney(one).join() === withMoney(other).join();
  const known = new Map([...comparable, ...others].flatMap(({ wordsOfTypes }) => [...wordsOfTypes]));
  const named = [...known].filter(([, words]) => likeness(words, ['withdrawn']) > 0).map(([type]) => type);
  const isNamed = named.length > 0 && isSame(named, smallest);
  const withoutMoney = [...known.keys()].filter((type) => !hasMoney(comparable, type));
  const isOpen = withoutMoney.some((type) => hasMoney(others, type) && !named.includes(type));
  const isOnly = more.every((other) => isSame(other, smallest));
  look.note('transactions.withdrawal_types', {
    value: [...withMoney(smallest), ...withoutMoney.filter((type) => named.includes(type))],
    confidence: !isOnly || isOpen ? 'guess' : isNamed ? 'certain' : 'likely',
    support: [
      sumSupport('the total withdrawn equals the sum of their completed amounts'),
      ...(isNamed
        ? [reason('names', `${named.join(', ')} ${named.length > 1 ? 'have fitting names' : 'has a fitting name'}`)]
        : []),
    ],
  });
}

/** Binds the rows that the totals include: those of the page if the totals change with the limit, else all matching rows. */
function noteExtent(look: Look, columns: readonly Column[], samples: readonly Sample[]): void {
  const [ofTwo] = samples;
  const whole = samples.at(-1);
  if (ofTwo === undefined || whole === undefined || ofTwo.rows.length === whole.rows.length) return;
  const totals = columns.filter(({ words, said }) => [words, said].some((all) => likeness(all, ['surcharge']) > 0));
  const totalsKey = ({ answer }: Sample) => JSON.stringify(totals.map(({ pointer }) => valueAt(answer.json, pointer)));
  if (totals.length === 0 || ofTwo.surcharge === whole.surcharge) return;
  const isOfPage = totalsKey(ofTwo) !== totalsKey(whole);
  look.note('transactions.summary_covers', {
    value: isOfPage ? 'page' : 'matching',
    confidence: 'likely',
    support: [
      reason('experiment', isOfPage ? 'the totals change with the limit' : 'the totals do not change with the limit'),
    ],
  });
}
