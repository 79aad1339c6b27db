import type { Caller, Exchange } from '../../http/client.ts';
import { listElements } from '../../reading/names/response-words.ts';
import { findEntries, findTexts, findValue, type ValuePointer } from '../../reading/pointers.ts';
import { detectTimeForm } from '../../reading/values/instants.ts';
import { haveSameMembers } from '../../reading/values/same-members.ts';
import { findFirstRise, isUnitsAndNanos, isVaried, parseAmount } from '../../reading/values/value-relations.ts';
import { type Concept, express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import type { BindingEvidence } from '../bindings.ts';
import { BY_AMOUNT } from '../read-lists.ts';
import type { SlotOfKind } from '../slots.ts';
import { bindDeclaredId } from './bind-columns.ts';
import { type ColumnCriteria, chooseColumn, type EvidenceByPointer, rateConfidence } from './columns/choose-column.ts';
import {
  type Column,
  containsAmounts,
  containsBooleans,
  containsInstants,
  containsIntegers,
  containsScalars,
  containsTimesOfDay,
  hasFewValues,
  hasUniqueValues,
  isInEverySample,
  listTexts,
} from './columns/columns.ts';
import {
  collectRowColumns,
  createEvidence,
  type InferenceState,
  listDistinctRows,
  readWithAllKeys,
} from './columns/inference-state.ts';
import { isUnmistakableId } from './ids/find-ids.ts';
import { bindId, bindRows, findLargest } from './lists.ts';

const LIST = 'listTransactions';
const LIMITS = [500, 200, 100, 50];

/** Binds the rows of the transaction list, their members, and the limits. */
export async function bindTransactions(state: InferenceState): Promise<void> {
  const [first] = state.callers;
  if (first === undefined) return;
  const usual = await readWithAllKeys(state, LIST);
  const answer = await state.read(first, LIST, { limit: 2 });
  bindRows(state, LIST, { answers: usual, cut: answer && { answer, limit: 2 } });
  const limit = await bindLimits(state, first);
  const wide = limit === undefined ? usual : await readWithAllKeys(state, LIST, { limit });
  const rows = listDistinctRows(state, LIST, [...wide, ...usual]);
  const columns = collectRowColumns(state, LIST, rows);
  await bindTransactionId(
    state,
    first,
    collectRowColumns(state, LIST, listDistinctRows(state, LIST, findLargest(wide))),
  );
  await bindTerminal(state, first, columns);
  bindRowMembers(state, columns, await findSortedAmount(state, first, columns));
  bindSeparateDate(state, columns);
  bindForms(state, columns);
}

async function bindLimits(state: InferenceState, caller: Caller): Promise<number | undefined> {
  const pointer = state.getValue('transactions.rows');
  const usual = await state.read(caller, LIST);
  if (pointer === undefined || usual === undefined) return undefined;
  const count = findEntries(usual.json, pointer).length;
  for (const limit of LIMITS) {
    const answer = await state.read(caller, LIST, { limit });
    const given = answer === undefined ? 0 : findEntries(answer.json, pointer).length;
    if (given < count || given === 0) continue;
    const evidence = [createEvidence('experiment', `a request with the limit ${limit} returned ${given} rows`)];
    state.bind('transactions.widest_limit', { value: limit, confidence: 'certain', evidence });
    if (given > count) {
      const evidence = `a request without a limit returned ${count} rows`;
      state.bind('transactions.default_limit', {
        value: count,
        confidence: 'certain',
        evidence: [createEvidence('experiment', evidence)],
      });
    }
    return limit;
  }
  return undefined;
}

/** Binds the id of a transaction, by which its timeline can be read. */
async function bindTransactionId(state: InferenceState, caller: Caller, columns: readonly Column[]): Promise<void> {
  const evidenceByPointer = new Map<ValuePointer, BindingEvidence[]>();
  const candidates = columns.filter(
    (column) =>
      containsScalars(column) && isInEverySample(column) && hasUniqueValues(column) && !containsInstants(column),
  );
  for (const column of sortByLikeness(candidates, ['transaction', 'id']).slice(0, 4)) {
    const opens = async (value: string) =>
      (await state.read(caller, 'getTransactionTimeline', { transaction_id: value })) !== undefined;
    if ((await findFirst(selectSpread(listTexts(column)), opens)) === undefined) continue;
    evidenceByPointer.set(column.pointer, [
      createEvidence('experiment', 'one of its values opens the timeline of a transaction'),
    ]);
    break;
  }
  bindId(state, LIST, { columns, evidenceByPointer });
}

/** Binds the terminal of a transaction, by which its status can be read and the list can be filtered. */
async function bindTerminal(state: InferenceState, caller: Caller, columns: readonly Column[]): Promise<void> {
  const rows = state.getValue('transactions.rows') ?? '';
  const evidenceByPointer = new Map<ValuePointer, BindingEvidence[]>();
  const candidates = columns.filter(
    (column) =>
      containsScalars(column) &&
      isInEverySample(column) &&
      !isAmountLike(column) &&
      !containsInstants(column) &&
      isRepeated(column) &&
      !express(column.nameWords, 'emv'), // the digits of a flag may be ids of terminals
  );
  for (const [index, column] of sortByLikeness(candidates, ['terminal', 'id']).slice(0, 5).entries()) {
    const values = selectSpread(listTexts(column));
    const opensFor = (by: Caller) => async (one: string) =>
      (await state.read(by, 'getTerminalStatus', { terminal_id: one })) !== undefined;
    const own = await findFirst(values, opensFor(caller));
    // the rows may be of terminals that only other keys can open: then the rows are wrong, not the column
    const others = own === undefined && index === 0 ? state.callers.filter((one) => one !== caller) : [];
    const opened =
      own === undefined ? await findFirstCaller(others, values.slice(0, 1), opensFor) : { value: own, by: caller };
    if (opened === undefined) continue;
    const { value, by } = opened;
    const known = await state.read(by, 'getTerminalStatus', { terminal_id: value });
    const nonsense = await state.read(by, 'getTerminalStatus', { terminal_id: 'no-such-terminal' });
    // a service may answer refusals with a success: then the body must differ
    if (known === undefined || (nonsense !== undefined && haveSameMembers(known.json, nonsense.json))) continue;
    const evidence: BindingEvidence[] = [
      createEvidence('experiment', 'one of its values opens the status of a terminal'),
    ];
    const kept = await state.read(by, LIST, { terminal_id: value });
    const isFollowed = holdsOnly(kept === undefined ? [] : findEntries(kept.json, rows), column, value);
    if (!isFollowed && !namesTerminals(column) && !(await isConstantBelowPath(state, by, { column, value }))) continue;
    if (isFollowed) {
      evidence.push({
        source: 'experiment',
        observation: 'a list filtered by one of its values contains only that value',
        assumedRules: ['transactions.filter.terminal', 'transactions.combine'],
      });
    }
    evidenceByPointer.set(column.pointer, evidence);
    if (evidence.length > 1) break;
  }
  const fits = (column: Column) => evidenceByPointer.has(column.pointer);
  state.bind(
    'transactions.terminal',
    chooseColumn(columns, { names: [['terminal', 'id'], ['terminal']], fits }, evidenceByPointer),
  );
  bindDeclaredId(state, 'transactions.terminal', { columns: candidates, thing: 'terminal' });
}

/** Whether a column can only contain ids of terminals: by its name, or because no number or count looks like its values. */
const namesTerminals = (column: Column): boolean =>
  scoreLikeness(column.nameWords, ['terminal', 'id']) === 1 ||
  scoreLikeness(column.nameWords, ['terminal']) === 1 ||
  listTexts(column).every(isUnmistakableId);

interface TerminalValue {
  readonly column: Column;
  readonly value: string;
}

/** Whether the list below the path of a terminal has nothing but that terminal in a column which has other values elsewhere. */
async function isConstantBelowPath(
  state: InferenceState,
  by: Caller,
  { column, value }: TerminalValue,
): Promise<boolean> {
  const below = await state.read(by, 'listTerminalTransactions', { terminal_id: value });
  const rows = below === undefined ? [] : listElements(below);
  return (
    new Set(listTexts(column)).size > 1 &&
    holdsOnly(
      rows.filter((row) => findTexts(row.value, column.pointer).length > 0),
      column,
      value,
    )
  );
}

/** Whether there are rows, and all have the value in the column. */
const holdsOnly = (rows: readonly { readonly value: unknown }[], { pointer }: Column, value: string): boolean =>
  rows.length > 0 && rows.every((row) => findTexts(row.value, pointer)[0] === value);

/** A row may name something that the key cannot open: the target may be faulty. */
const MOST_VALUES = 4;

/** Returns the first value and others at equal distances. */
function selectSpread(values: readonly string[]): readonly string[] {
  const distinct = [...new Set(values)];
  const step = Math.max(1, Math.floor(distinct.length / MOST_VALUES));
  return distinct.filter((_, index) => index % step === 0).slice(0, MOST_VALUES);
}

async function findFirst(
  values: readonly string[],
  fits: (value: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const value of values) if (await fits(value)) return value;
  return undefined;
}

async function findFirstCaller(
  callers: readonly Caller[],
  values: readonly string[],
  fitsFor: (by: Caller) => (value: string) => Promise<boolean>,
): Promise<{ readonly value: string; readonly by: Caller } | undefined> {
  for (const by of callers) {
    const value = await findFirst(values, fitsFor(by));
    if (value !== undefined) return { value, by };
  }
  return undefined;
}

const isRepeated = (column: Column): boolean => {
  const texts = listTexts(column);
  return texts.length < 2 || new Set(texts).size < texts.length;
};
const isAmountLike = ({ values }: Column): boolean =>
  values.some((value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value));

/** Returns evidence for the amount that descends in a list sorted by `amt_comp`, and does not in an unsorted list. */
async function findSortedAmount(
  state: InferenceState,
  caller: Caller,
  columns: readonly Column[],
): Promise<EvidenceByPointer> {
  const limit = state.getValue('transactions.widest_limit');
  const parameters = limit === undefined ? {} : { limit };
  const rows = state.getValue('transactions.rows') ?? '';
  const amountsIn = (answer: Exchange | undefined, pointer: ValuePointer) =>
    answer === undefined
      ? []
      : findEntries(answer.json, rows).map(({ value }) => parseAmount(findValue(value, pointer)) ?? Number.NaN);
  const sorted = await state.read(caller, LIST, { ...BY_AMOUNT, ...parameters });
  const plain = await state.read(caller, LIST, parameters);
  const falling = columns.filter(containsAmounts).filter(({ pointer }) => {
    const amounts = amountsIn(sorted, pointer);
    return (
      isVaried(amounts) &&
      !amounts.some(Number.isNaN) &&
      findFirstRise(amounts) === -1 &&
      findFirstRise(amountsIn(plain, pointer)) > 0
    );
  });
  const evidence: BindingEvidence = {
    source: 'experiment',
    observation: 'it descends in the list sorted by amt_comp, and not otherwise',
    assumedRules: [
      'transactions.sort_by',
      'transactions.sort_dir',
      'transactions.sort.amt_comp',
      'transactions.sort.desc',
      'transactions.combine',
    ],
  };
  return new Map(falling.length === 1 ? falling.map(({ pointer }) => [pointer, [evidence]]) : []);
}

const IDS = /^(id|uuid|guid|no|nr|num|number|ref|key)$/;

const ROW_CRITERIA: readonly (readonly [SlotOfKind<'pointer'>, ColumnCriteria])[] = [
  [
    'transactions.surcharge_requested',
    { names: [['surcharge', 'requested']], excludedConcepts: ['total'], fits: containsAmounts },
  ],
  [
    'transactions.surcharge_completed',
    { names: [['surcharge', 'completed']], excludedConcepts: ['requested', 'total'], fits: containsAmounts },
  ],
  [
    'transactions.amount_requested',
    {
      names: [['amount', 'requested'], ['requested']],
      excludedConcepts: ['surcharge', 'total'],
      fits: containsAmounts,
    },
  ],
  [
    'transactions.amount_completed',
    {
      names: [['amount', 'completed'], ['completed']],
      excludedConcepts: ['surcharge', 'requested', 'total'],
      fits: containsAmounts,
    },
  ],
  [
    'transactions.terminal_date_and_time',
    {
      names: [['terminal', 'date', 'time'], ['terminal', 'time'], ['date', 'time'], ['time']],
      fits: containsTimesOfDay,
      isDiscriminating: true,
    },
  ],
  [
    'transactions.transaction_type',
    {
      names: [['transaction', 'type'], ['type']],
      excludedConcepts: ['account', 'emv', 'response'],
      fits: hasFewValues,
    },
  ],
  [
    'transactions.sequence_number',
    {
      names: [['sequence'], ['sequence', 'id']],
      fits: (column) => containsScalars(column) && containsIntegers(column),
    },
  ],
  [
    'transactions.account_type',
    {
      names: [['account', 'type'], ['account']],
      fits: (column) => hasFewValues(column) && !IDS.test(splitWords(column.path.at(-1) ?? '').at(-1) ?? ''),
    },
  ],
  [
    'transactions.emv_indicator',
    { names: [['emv'], ['emv', 'entry']], fits: (column) => containsScalars(column) || containsBooleans(column) },
  ],
  [
    'transactions.response',
    {
      names: [['response']],
      excludedConcepts: ['time'],
      fits: (column) => containsScalars(column) && !hasUniqueValues(column),
    },
  ],
];

/** Binds the members of a row. A member that is bound to one slot is not available for others. */
function bindRowMembers(state: InferenceState, columns: readonly Column[], falling: EvidenceByPointer): void {
  const taken = new Set<ValuePointer>([
    state.getValue('transactions.id') ?? '',
    state.getValue('transactions.terminal') ?? '',
  ]);
  for (const [slot, criteria] of ROW_CRITERIA) {
    const evidenceByPointer = slot === 'transactions.amount_completed' ? falling : new Map();
    const binding = chooseColumn(
      columns.filter(({ pointer }) => !taken.has(pointer)),
      criteria,
      evidenceByPointer,
    );
    state.bind(slot, binding);
    if (binding !== undefined && binding.confidence !== 'guess') taken.add(binding.value);
  }
}

const MINOR_UNITS = /^(cent|minor|penny|pence|centime|centimo|centavo|centesimo|pfennig)$/;

/** Binds a terminal date beside a time of day, if no member has both: to their object, or to the date. */
function bindSeparateDate(state: InferenceState, columns: readonly Column[]): void {
  if (state.getValue('transactions.terminal_date_and_time') !== undefined) return;
  const ofForm = (form: RegExp, concept: Concept) =>
    columns.filter(
      (column) =>
        isInEverySample(column) &&
        listTexts(column).length > 0 &&
        listTexts(column).every((text) => form.test(text)) &&
        scoreLikeness(column.nameWords, [concept]) > 0,
    );
  const [date, ...dates] = ofForm(/^\d{4}-?\d\d-?\d\d$|^\d\d[./]\d\d[./]\d{4}$/, 'date');
  const [time, ...times] = ofForm(/^\d\d:?\d\d(:?\d\d)?$/, 'time');
  if (date === undefined || time === undefined || dates.length > 0 || times.length > 0) return;
  const holder = date.pointer.slice(0, date.pointer.lastIndexOf('/'));
  state.bind('transactions.terminal_date_and_time', {
    value: holder !== '' && time.pointer.startsWith(`${holder}/`) ? holder : date.pointer,
    confidence: 'likely',
    evidence: [createEvidence('names', `the date is ${date.pointer}, and the time of day ${time.pointer}`)],
  });
}

const AMOUNTS = [
  'transactions.amount_requested',
  'transactions.amount_completed',
  'transactions.surcharge_requested',
  'transactions.surcharge_completed',
] as const;

/** Binds the formats of amounts and instants. Integers are minor units if a name or the document mentions cents. */
function bindForms(state: InferenceState, columns: readonly Column[]): void {
  const [amount] = columns.filter(({ pointer }) => pointer === state.getValue('transactions.amount_completed'));
  if (amount !== undefined) {
    const description = [...splitWords(amount.pointer), ...amount.descriptionWords];
    const isNamedMinor = description.some((word) => MINOR_UNITS.test(word));
    const amounts = columns.filter(({ pointer }) => AMOUNTS.some((slot) => state.getValue(slot) === pointer));
    const isMostly = (test: (value: unknown) => boolean) =>
      amounts.every(({ values }) => values.filter(test).length * 2 > values.length);
    const numbers = amounts.flatMap(({ values }) => values).filter((value) => /^-?\d+(\.\d+)?$/.test(String(value)));
    const isWholeNumber =
      isMostly((value) => /^-?\d+$/.test(String(value))) &&
      numbers.every((value) => typeof value === 'string' || Number.isInteger(value));
    const form = isMostly(isUnitsAndNanos)
      ? 'units-and-nanos'
      : isWholeNumber && isNamedMinor
        ? 'minor-units'
        : isMostly((value) => typeof value === 'string') && !isWholeNumber
          ? 'decimal-string'
          : 'number';
    const evidence = [
      createEvidence('shape', `amounts have the format of ${JSON.stringify(amount.values[0])}`),
      ...(isNamedMinor ? [createEvidence('names', 'their names or descriptions mention cents')] : []),
    ];
    const isSure = !isWholeNumber || isNamedMinor || form === 'units-and-nanos';
    state.bind('money.form', {
      value: form,
      confidence: isSure ? rateConfidence(evidence) : 'guess',
      evidence,
    });
  }
  const times =
    columns.find(({ pointer }) => pointer === state.getValue('transactions.terminal_date_and_time'))?.values ?? [];
  const byForm = [...Map.groupBy(times, detectTimeForm)].sort(([, a], [, b]) => b.length - a.length);
  const [form, [time] = []] = byForm[0] ?? [];
  if (form === undefined || state.entries['transactions.terminal_date_and_time']?.confidence === 'guess') return;
  state.bind('time.form', {
    value: form,
    confidence: 'likely',
    evidence: [createEvidence('shape', `instants have the format of ${JSON.stringify(time)}`)],
  });
}

const sortByLikeness = (
  columns: readonly Column[],
  concepts: Parameters<typeof scoreLikeness>[1],
): readonly Column[] => {
  const score = ({ nameWords: words, descriptionWords: said }: Column) =>
    scoreLikeness(words, concepts) + scoreLikeness(said, concepts) + scoreLikeness(words, concepts.slice(0, 1)) / 2;
  return [...columns].sort((a, b) => score(b) - score(a));
};
