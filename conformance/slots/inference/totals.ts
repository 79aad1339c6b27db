import type { Parameters } from '../../http/client.ts';
import { findTexts, findValue, getParentPointer, type ValuePointer } from '../../reading/pointers.ts';
import { sumInCents } from '../../reading/values/value-relations.ts';
import { readDeclaredExtent } from '../../reading/words/declared-totals.ts';
import { express, scoreLikeness } from '../../reading/words/synonyms.ts';
import type { BindingEvidence, Confidence } from '../bindings.ts';
import { chooseColumn, type EvidenceByPointer } from './columns/choose-column.ts';
import { type Column, collectColumns, containsAmounts } from './columns/columns.ts';
import { createEvidence, type InferenceState } from './columns/inference-state.ts';
import { readTotalSamples, type TotalSample } from './total-samples.ts';

const LIST = 'listTransactions';
/** With more types, not all combinations are tried. */
const MOST_TYPES = 8;

/** Binds the two totals, the rows that they include, and the types that the total withdrawn includes, by comparing sums. */
export async function bindTotals(state: InferenceState): Promise<void> {
  const rows = state.getValue('transactions.rows');
  if (state.callers.length === 0 || rows === undefined) return;
  const wide = state.getValue('transactions.widest_limit');
  const widest: Parameters = wide === undefined ? {} : { limit: wide };
  const pages = await readTotalSamples(state, [{ limit: 2 }, { limit: 5 }, widest]);
  bindExtent(state, collectTotalColumns(state, pages, rows), pages);
  const isOfPage = state.getValue('transactions.summary_covers') === 'page';
  const whole = pages.at(-1);
  const granted = isOfPage ? undefined : (whole?.rows.length ?? 0);
  const filtered = await readTotalSamples(state, listFilters(state, whole, widest), granted);
  const columns = collectTotalColumns(state, [...pages, ...filtered], rows);
  const comparable = isOfPage ? [...pages, ...filtered] : filtered.filter(({ isComplete }) => isComplete);
  const surcharges = comparable.map(({ answer, surcharge }) => ({ answer, sum: surcharge }));
  const bySurcharge = columns.filter((column) => equalsSums(state, column, surcharges));
  const evidence = 'it equals the sum of the completed surcharges';
  state.bind(
    'transactions.total_surcharge',
    chooseColumn(
      columns,
      { names: [['total', 'surcharge'], ['surcharge']], excludedConcepts: ['count'], fits: containsAmounts },
      toEvidence(bySurcharge, evidence),
    ),
  );
  const free = columns.filter(({ pointer }) => pointer !== state.getValue('transactions.total_surcharge'));
  const fitting = listCombinations([...new Set(comparable.flatMap(({ byType }) => [...byType.keys()]))]).flatMap(
    (chosen) => {
      const amounts = comparable.map((sample) => ({ answer: sample.answer, sum: sumTypes(sample, chosen) }));
      return free.filter((column) => equalsSums(state, column, amounts)).map((column) => ({ column, chosen }));
    },
  );
  const byAmount = toEvidence(
    [...new Set(fitting.map(({ column }) => column))],
    'it equals a sum of completed amounts',
  );
  state.bind(
    'transactions.total_withdrawn',
    chooseColumn(
      free,
      {
        names: [['total', 'withdrawn'], ['withdrawn'], ['amount', 'completed']],
        excludedConcepts: ['count'],
        fits: containsAmounts,
      },
      byAmount,
    ),
  );
  bindRemainingTotal(state, free);
  const ofTotal = fitting.filter(({ column }) => column.pointer === state.getValue('transactions.total_withdrawn'));
  bindWithdrawalTypes(
    state,
    { comparable, others: pages },
    ofTotal.map(({ chosen }) => chosen),
  );
}

/** Binds the total withdrawn to the only other amount beside the total surcharge, if its name does not decide. */
function bindRemainingTotal(state: InferenceState, free: readonly Column[]): void {
  const surcharge = state.entries['transactions.total_surcharge'];
  const known = state.entries['transactions.total_withdrawn'];
  if (surcharge === undefined || surcharge.confidence === 'guess') return;
  const holder = getParentPointer(surcharge.value);
  const [only, ...others] = free.filter(
    (column) =>
      holder !== '' &&
      getParentPointer(column.pointer) === holder &&
      containsAmounts(column) &&
      column.values.length > 0 &&
      !express(column.nameWords, 'count'),
  );
  if (only === undefined || others.length > 0) return;
  const isDecided = known !== undefined && known.confidence !== 'guess' && known.evidence.some(isIndependent);
  if (isDecided || (known !== undefined && known.value !== only.pointer)) return;
  const evidence = [
    ...(known?.evidence ?? []),
    createEvidence('shape', 'it is the only other amount beside the total surcharge'),
  ];
  state.bind('transactions.total_withdrawn', { value: only.pointer, confidence: 'likely', evidence });
}

const isIndependent = ({ assumedRules }: BindingEvidence): boolean => assumedRules.length === 0;

const MOST_TERMINALS = 5;

/**
 * Returns filters by terminals with few rows, so that their lists need few requests: the two with the fewest rows, and for
 * each transaction type the one with the fewest rows that has the type.
 */
function listFilters(state: InferenceState, whole: TotalSample | undefined, widest: Parameters): Parameters[] {
  const terminal = state.getValue('transactions.terminal');
  if (terminal === undefined || whole === undefined) return [];
  const byTerminal = Map.groupBy(whole.rows, (row) => findTexts(row, terminal)[0]);
  const rarest = [...byTerminal].sort(([, a], [, b]) => a.length - b.length);
  const type = state.getValue('transactions.transaction_type');
  const ofTypes = [...whole.byType.keys()].map(
    (name) =>
      rarest.find(([, rows]) => type !== undefined && rows.some((row) => findTexts(row, type)[0] === name))?.[0],
  );
  const chosen = [...new Set([...rarest.slice(0, 2).map(([id]) => id), ...ofTypes])].filter((id) => id !== undefined);
  return chosen.slice(0, MOST_TERMINALS).map((terminal_id) => ({ terminal_id, ...widest }));
}

function collectTotalColumns(state: InferenceState, samples: readonly TotalSample[], rows: ValuePointer): Column[] {
  const holder = getParentPointer(rows);
  if (holder === '') return [];
  const described = [...state.document.describeResponse(LIST)].filter(([at]) => !at.startsWith(holder));
  const bodies = samples.map(({ answer }) => answer.json);
  return collectColumns(bodies, new Map(described)).filter(({ pointer }) => !pointer.startsWith(holder));
}

/** A response with totals, and a sum over its rows in cents. */
interface ExpectedSum {
  readonly answer: TotalSample['answer'];
  readonly sum: number;
}

/** Whether a column equals the sum in each response, and the sums differ between responses. */
function equalsSums(state: InferenceState, column: Column, expected: readonly ExpectedSum[]): boolean {
  const form = state.getValue('money.form');
  return (
    new Set(expected.map(({ sum }) => sum)).size >= 2 &&
    expected.every(({ answer, sum }) => sumInCents([findValue(answer.json, column.pointer)], form) === sum)
  );
}

const createSumEvidence = (evidence: string): BindingEvidence => ({
  source: 'experiment',
  observation: evidence,
  assumedRules: ['transactions.summary_extent'],
});

const toEvidence = (columns: readonly Column[], evidence: string): EvidenceByPointer =>
  new Map(columns.map(({ pointer }) => [pointer, [createSumEvidence(evidence)]]));

const sumTypes = ({ byType }: TotalSample, chosen: readonly string[]): number =>
  chosen.reduce((sum, type) => sum + (byType.get(type) ?? 0), 0);

function listCombinations(types: readonly string[]): string[][] {
  if (types.length === 0 || types.length > MOST_TYPES) return types.length === 0 ? [] : [[...types]];
  return Array.from({ length: 2 ** types.length - 1 }, (_, index) =>
    types.filter((_type, bit) => ((index + 1) >> bit) & 1),
  );
}

/**
 * Binds the withdrawal types: the smallest set of types whose sums equal the total. A type without amounts in the samples
 * is included by its name. Names count as separate evidence only if they select the same types.
 */
function bindWithdrawalTypes(
  state: InferenceState,
  { comparable, others }: { readonly comparable: readonly TotalSample[]; readonly others: readonly TotalSample[] },
  fitting: readonly (readonly string[])[],
): void {
  const [smallest, ...more] = [...fitting].sort((a, b) => a.length - b.length);
  if (smallest === undefined) {
    bindTypesByName(state, comparable);
    return;
  }
  const hasMoney = (samples: readonly TotalSample[], type: string) =>
    samples.some(({ byType }) => (byType.get(type) ?? 0) !== 0);
  const withMoney = (types: readonly string[]) => types.filter((type) => hasMoney(comparable, type)).sort();
  const isSame = (one: readonly string[], other: readonly string[]) =>
    withMoney(one).join() === withMoney(other).join();
  const known = new Map([...comparable, ...others].flatMap(({ wordsOfTypes }) => [...wordsOfTypes]));
  const named = [...known].filter(([, words]) => scoreLikeness(words, ['withdrawn']) > 0).map(([type]) => type);
  const reversals = [...known].filter(([, words]) => scoreLikeness(words, ['reversal']) > 0).map(([type]) => type);
  // A service may deduct reversals from what was withdrawn. One that adds them has a fault, which the binding must not hide.
  const isDeducted = [...comparable, ...others].every(({ byType }) =>
    reversals.every((type) => (byType.get(type) ?? 0) <= 0),
  );
  const isNamed =
    named.length > 0 && (isSame(named, smallest) || (isDeducted && isSame([...named, ...reversals], smallest)));
  const withoutMoney = [...known.keys()].filter((type) => !hasMoney(comparable, type));
  const isOpen = withoutMoney.some((type) => hasMoney(others, type) && !named.includes(type));
  const isOnly = more.every((other) => isSame(other, smallest));
  state.bind('transactions.withdrawal_types', {
    value: [...withMoney(smallest), ...withoutMoney.filter((type) => named.includes(type))],
    confidence: rateTypes({ isNamed, isDecided: isOnly && !isOpen }),
    evidence: [
      createSumEvidence('the total withdrawn equals the sum of their completed amounts'),
      ...(isNamed
        ? [
            createEvidence(
              'names',
              `${named.join(', ')} ${named.length > 1 ? 'have fitting names' : 'has a fitting name'}`,
            ),
          ]
        : []),
    ],
  });
}

/** Names and sums that agree decide even if further sets of types have the same sums. */
function rateTypes({ isNamed, isDecided }: { readonly isNamed: boolean; readonly isDecided: boolean }): Confidence {
  if (isNamed) return isDecided ? 'certain' : 'likely';
  return isDecided ? 'likely' : 'guess';
}

/** Binds the types with fitting names, if no set of types adds up to the total: then the total is wrong, not the name. */
function bindTypesByName(state: InferenceState, comparable: readonly TotalSample[]): void {
  const known = new Map(comparable.flatMap(({ wordsOfTypes }) => [...wordsOfTypes]));
  const named = [...known].filter(([, words]) => scoreLikeness(words, ['withdrawn']) > 0).map(([type]) => type);
  if (named.length === 0) return;
  state.bind('transactions.withdrawal_types', {
    value: named,
    confidence: 'likely',
    evidence: [
      createEvidence('names', `${named.join(', ')} ${named.length > 1 ? 'have fitting names' : 'has a fitting name'}`),
    ],
  });
}

/** Binds the rows that the totals include: those of the page if the totals change with the limit, else all matching rows. */
function bindExtent(state: InferenceState, columns: readonly Column[], samples: readonly TotalSample[]): void {
  const [ofTwo] = samples;
  const whole = samples.at(-1);
  if (ofTwo === undefined || whole === undefined || ofTwo.rows.length === whole.rows.length) return;
  const totals = columns.filter(({ nameWords: words, descriptionWords: description }) =>
    [words, description].some((all) => scoreLikeness(all, ['surcharge']) > 0),
  );
  const totalsKey = ({ answer }: TotalSample) =>
    JSON.stringify(totals.map(({ pointer }) => findValue(answer.json, pointer)));
  if (totals.length === 0 || ofTwo.surcharge === whole.surcharge) return;
  const declared = totals
    .map(({ descriptionWords }) => readDeclaredExtent(descriptionWords))
    .find((one) => one !== undefined);
  const isOfPage = declared === undefined ? totalsKey(ofTwo) !== totalsKey(whole) : declared === 'page';
  state.bind('transactions.summary_covers', {
    value: isOfPage ? 'page' : 'matching',
    confidence: 'likely',
    evidence: [
      declared === undefined
        ? createEvidence(
            'experiment',
            isOfPage ? 'the totals change with the limit' : 'the totals do not change with the limit',
          )
        : createEvidence(
            'document',
            `the published document calls them totals of ${isOfPage ? 'the page' : 'all matching rows'}`,
          ),
    ],
  });
}
