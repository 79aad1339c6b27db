import { BY_AMOUNT } from '../../engine/reading.ts';
import type { Caller, Exchange } from '../../http/client.ts';
import { timeFormOf } from '../../oracles/instants.ts';
import { heldAt, type Pointer, textsAt, valueAt } from '../../oracles/pointers.ts';
import { amountOf, firstRise, isVaried } from '../../oracles/value-relations.ts';
import type { Support } from '../bindings.ts';
import type { SlotOf } from '../slots.ts';
import { choose, confidenceOf, type Shown, type Wanted } from './choosing.ts';
import {
  type Column,
  isAmount,
  isEverywhere,
  isFlag,
  isInstant,
  isScalar,
  isText,
  isTimeOfDay,
  isUnique,
  isVocabulary,
  isWhole,
  textsOf,
} from './columns.ts';
import { findId, findRows, fullest } from './lists.ts';
import { columnsOfRows, type Look, readAsAll, reason, rowsIn } from './look.ts';
import { likeness } from './words.ts';

const LIST = 'listTransactions';
const LIMITS = [500, 200, 100, 50];

/** Binds the rows of the transaction list, their members, and the limits. */
export async function findTransactions(look: Look): Promise<void> {
  const [first] = look.callers;
  if (first === undefined) return;
  const usual = await readAsAll(look, LIST);
  const answer = await look.read(first, LIST, { limit: 2 });
  findRows(look, LIST, usual, answer && { answer, limit: 2 });
  const limit = await findLimits(look, first);
  const wide = limit === undefined ? usual : await readAsAll(look, LIST, { limit });
  const rows = rowsIn(look, LIST, [...wide, ...usual]);
  const columns = columnsOfRows(look, LIST, rows);
  await findTransactionId(look, first, columnsOfRows(look, LIST, rowsIn(look, LIST, fullest(wide))));
  await findTerminal(look, first, columns);
  findColumns(look, columns, await sortedFalls(look, first, columns));
  findForms(look, columns);
}

async function findLimits(look: Look, caller: Caller): Promise<number | undefined> {
  const pointer = look.found('transactions.rows');
  const usual = await look.read(caller, LIST);
  if (pointer === undefined || usual === undefined) return undefined;
  const count = heldAt(usual.json, pointer).length;
  for (const limit of LIMITS) {
    const answer = await look.read(caller, LIST, { limit });
    const given = answer === undefined ? 0 : heldAt(answer.json, pointer).length;
    if (given < count || given === 0) continue;
    const support = [reason('experiment', `a request with the limit ${limit} returned ${given} rows`)];
    look.note('transactions.widest_limit', { value: limit, confidence: 'certain', support });
    if (given > count) {
      const evidence = `a request without a limit returned ${count} rows`;
      look.note('transactions.default_limit', {
        value: count,
        confidence: 'certain',
        support: [reason('experiment', evidence)],
      });
    }
    return limit;
  }
  return undefined;
}

/** Binds the id of a transaction, by which its timeline can be read. */
async function findTransactionId(look: Look, caller: Caller, columns: readonly Column[]): Promise<void> {
  const shown = new Map<Pointer, Support[]>();
  const candidates = columns.filter(
    (column) => isScalar(column) && isEverywhere(column) && isUnique(column) && !isInstant(column),
  );
  for (const column of byLikeness(candidates, ['transaction', 'id']).slice(0, 4)) {
    const [value] = textsOf(column);
    if (
      value === undefined ||
      (await look.read(caller, 'getTransactionTimeline', { transaction_id: value })) === undefined
    )
      continue;
    shown.set(column.pointer, [reason('experiment', 'one of its values opens the timeline of a transaction')]);
  }
  findId(look, LIST, 'transaction', columns, shown);
}

/** Binds the terminal of a transaction, by which its status can be read and the list can be filtered. */
async function findTerminal(look: Look, caller: Caller, columns: readonly Column[]): Promise<void> {
  const rows = look.found('transactions.rows') ?? '';
  const shown = new Map<Pointer, Support[]>();
  const candidates = columns.filter(
    (column) =>
      isScalar(column) && isEverywhere(column) && !isAmountLike(column) && !isInstant(column) && isRepeated(column),
  );
  for (const column of byLikeness(candidates, ['terminal', 'id']).slice(0, 5)) {
    const value = textsOf(column)[0];
    if (value === undefined) continue;
    const isKnown = (await look.read(caller, 'getTerminalStatus', { terminal_id: value })) !== undefined;
    const isNonsense =
      (await look.read(caller, 'getTerminalStatus', { terminal_id: 'no-such-terminal' })) !== undefined;
    if (!isKnown || isNonsense) continue;
    const support: Support[] = [reason('experiment', 'one of its values opens the status of a terminal')];
    const kept = await look.read(caller, LIST, { terminal_id: value });
    const held = kept === undefined ? [] : heldAt(kept.json, rows).map((row) => textsAt(row.value, column.pointer)[0]);
    if (held.length > 0 && held.every((one) => one === value)) {
      support.push({
        from: 'experiment',
        evidence: 'a list filtered by one of its values contains only that value',
        restsOn: ['transactions.filter.terminal', 'transactions.combine'],
      });
    }
    shown.set(column.pointer, support);
  }
  const looks = (column: Column) => shown.has(column.pointer);
  look.note('transactions.terminal', choose(columns, { called: [['terminal', 'id'], ['terminal']], looks }, shown));
}

const isRepeated = (column: Column): boolean => {
  const texts = textsOf(column);
  return texts.length < 2 || new Set(texts).size < texts.length;
};
const isAmountLike = ({ values }: Column): boolean =>
  values.some((value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value));

/** Returns evidence for the amount that descends in a list sorted by `amt_comp`, and does not in an unsorted list. */
async function sortedFalls(look: Look, caller: Caller, columns: readonly Column[]): Promise<Shown> {
  const limit = look.found('transactions.widest_limit');
  const parameters = limit === undefined ? {} : { limit };
  const rows = look.found('transactions.rows') ?? '';
  const amountsIn = (answer: Exchange | undefined, pointer: Pointer) =>
    answer === undefined
      ? []
      : heldAt(answer.json, rows).map(({ value }) => amountOf(valueAt(value, pointer)) ?? Number.NaN);
  const sorted = await look.read(caller, LIST, { ...BY_AMOUNT, ...parameters });
  const plain = await look.read(caller, LIST, parameters);
  const falling = columns.filter(isAmount).filter(({ pointer }) => {
    const amounts = amountsIn(sorted, pointer);
    return (
      isVaried(amounts) &&
      !amounts.some(Number.isNaN) &&
      firstRise(amounts) === -1 &&
      firstRise(amountsIn(plain, pointer)) > 0
    );
  });
  const support: Support = {
    from: 'experiment',
    evidence: 'it descends in the list sorted by amt_comp, and not otherwise',
    restsOn: [
      'transactions.sort_by',
      'transactions.sort_dir',
      'transactions.sort.amt_comp',
      'transactions.sort.desc',
      'transactions.combine',
    ],
  };
  return new Map(falling.length === 1 ? falling.map(({ pointer }) => [pointer, [support]]) : []);
}

const COLUMNS: readonly (readonly [SlotOf<'pointer'>, Wanted])[] = [
  ['transactions.surcharge_requested', { called: [['surcharge', 'requested']], not: ['total'], looks: isAmount }],
  [
    'transactions.surcharge_completed',
    { called: [['surcharge', 'completed']], not: ['requested', 'total'], looks: isAmount },
  ],
  [
    'transactions.amount_requested',
    { called: [['amount', 'requested'], ['requested']], not: ['surcharge', 'total'], looks: isAmount },
  ],
  [
    'transactions.amount_completed',
    { called: [['amount', 'completed'], ['completed']], not: ['surcharge', 'requested', 'total'], looks: isAmount },
  ],
  [
    'transactions.terminal_date_and_time',
    {
      called: [['terminal', 'date', 'time'], ['terminal', 'time'], ['date', 'time'], ['time']],
      looks: isTimeOfDay,
      isDiscriminating: true,
    },
  ],
  [
    'transactions.transaction_type',
    { called: [['transaction', 'type'], ['type']], not: ['account', 'emv', 'response'], looks: isVocabulary },
  ],
  [
    'transactions.sequence_number',
    { called: [['sequence'], ['sequence', 'id']], looks: (column) => isScalar(column) && isWhole(column) },
  ],
  ['transactions.account_type', { called: [['account', 'type'], ['account']], not: ['id'], looks: isVocabulary }],
  [
    'transactions.emv_indicator',
    { called: [['emv'], ['emv', 'entry']], looks: (column) => isScalar(column) || isFlag(column) },
  ],
  [
    'transactions.response',
    { called: [['response']], not: ['time'], looks: (column) => isScalar(column) && !isUnique(column) },
  ],
];

/** Binds the members of a row. A member that is bound to one slot is not available for others. */
function findColumns(look: Look, columns: readonly Column[], falling: Shown): void {
  const taken = new Set<Pointer>([look.found('transactions.id') ?? '', look.found('transactions.terminal') ?? '']);
  for (const [slot, wanted] of COLUMNS) {
    const shown = slot === 'transactions.amount_completed' ? falling : new Map();
    const binding = choose(
      columns.filter(({ pointer }) => !taken.has(pointer)),
      wanted,
      shown,
    );
    look.note(slot, binding);
    if (binding !== undefined && binding.confidence !== 'guess') taken.add(binding.value);
  }
}

const AMOUNTS = [
  'transactions.amount_requested',
  'transactions.amount_completed',
  'transactions.surcharge_requested',
  'transactions.surcharge_completed',
] as const;

/** Binds the formats of amounts and instants. Integers are minor units if a name or the document mentions cents. */
function findForms(look: Look, columns: readonly Column[]): void {
  const [amount] = columns.filter(({ pointer }) => pointer === look.found('transactions.amount_completed'));
  if (amount !== undefined) {
    const saysMinor = [...amount.words, ...amount.said].some((word) => /^(cent|minor)$/.test(word));
    const amounts = columns.filter(({ pointer }) => AMOUNTS.some((slot) => look.found(slot) === pointer));
    const isWholeNumber = amounts.every(({ values }) => values.every((value) => Number.isInteger(value)));
    const form =
      isWholeNumber && saysMinor ? 'minor-units' : isText(amount) && !isWhole(amount) ? 'decimal-string' : 'number';
    const support = [
      reason('shape', `amounts have the format of ${JSON.stringify(amount.values[0])}`),
      ...(saysMinor ? [reason('names', 'their names or descriptions mention cents')] : []),
    ];
    const isSure = !isWholeNumber || saysMinor;
    look.note('money.form', { value: form, confidence: isSure ? confidenceOf(support) : 'guess', support });
  }
  const time = columns.find(({ pointer }) => pointer === look.found('transactions.terminal_date_and_time'))?.values[0];
  const form = timeFormOf(time);
  if (form === undefined || look.entries['transactions.terminal_date_and_time']?.confidence === 'guess') return;
  look.note('time.form', {
    value: form,
    confidence: 'likely',
    support: [reason('shape', `instants have the format of ${JSON.stringify(time)}`)],
  });
}

const byLikeness = (columns: readonly Column[], concepts: Parameters<typeof likeness>[1]): readonly Column[] => {
  const score = ({ words, said }: Column) =>
    likeness(words, concepts) + likeness(said, concepts) + likeness(words, concepts.slice(0, 1)) / 2;
  return [...columns].sort((a, b) => score(b) - score(a));
};
