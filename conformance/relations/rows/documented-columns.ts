import { NOTE_WORDS } from '../../reading/words/concept-words.ts';
import { type Concept, express, expressExactly, isKnownWord, splitWords } from '../../reading/words/synonyms.ts';
import type { SlotOfKind } from '../../slots/slots.ts';
import type { Cells, Scalar } from './cells.ts';
import { listInstants, listMoments, readMoments } from './moments.ts';

/** The documented columns of every row that are found by their names. */
interface NamedColumn {
  readonly name: string;
  readonly slot: SlotOfKind<'pointer'>;
  /** All of these must be in its name. */
  readonly concepts: readonly Concept[];
  /** A column with one of these in its name is something else, and so is one with `never` in any abbreviation. */
  readonly without: readonly Concept[];
  readonly never?: Concept;
  readonly form: 'state' | 'number' | 'amount';
  /** Whether a row that completed nothing may lack it. */
  readonly isOfCompletion?: boolean;
}

const NOT_AN_AMOUNT = ['surcharge', 'account', 'response', 'sequence', 'type', 'time'] as const;

const NAMED: readonly NamedColumn[] = [
  {
    name: 'transaction type',
    slot: 'transactions.transaction_type',
    concepts: ['type'],
    without: ['response', 'emv', 'surcharge', 'terminal'],
    never: 'account',
    form: 'state',
  },
  {
    name: 'sequence number',
    slot: 'transactions.sequence_number',
    concepts: ['sequence'],
    without: ['account', 'response', 'emv', 'surcharge'],
    form: 'number',
  },
  {
    name: 'account type',
    slot: 'transactions.account_type',
    concepts: ['account', 'type'],
    without: ['response', 'emv', 'surcharge'],
    form: 'state',
  },
  {
    name: 'response',
    slot: 'transactions.response',
    concepts: ['response'],
    without: ['requested', 'surcharge', 'emv', 'account', 'time'],
    form: 'state',
  },
  {
    name: 'amount requested',
    slot: 'transactions.amount_requested',
    concepts: ['requested'],
    without: NOT_AN_AMOUNT,
    form: 'amount',
  },
  {
    name: 'amount completed',
    slot: 'transactions.amount_completed',
    concepts: ['completed'],
    without: NOT_AN_AMOUNT,
    form: 'amount',
    isOfCompletion: true,
  },
  {
    name: 'surcharge requested',
    slot: 'transactions.surcharge_requested',
    concepts: ['surcharge', 'requested'],
    without: ['account', 'response'],
    form: 'amount',
  },
  {
    name: 'surcharge completed',
    slot: 'transactions.surcharge_completed',
    concepts: ['surcharge', 'completed'],
    without: ['account', 'response'],
    form: 'amount',
    isOfCompletion: true,
  },
];

/** The name of the documented time in reports. */
export const TIME_COLUMN = 'terminal date and time';

/** The documented columns of every row, with their bindings, in document order. */
export const DOCUMENTED_COLUMNS: readonly (readonly [name: string, slot: SlotOfKind<'pointer'>])[] = [
  [TIME_COLUMN, 'transactions.terminal_date_and_time'],
  ...NAMED.map(({ name, slot }) => [name, slot] as const),
];

/** Columns that a service may leave out of a row that completed nothing. */
export const OF_COMPLETION: ReadonlySet<string> = new Set(
  NAMED.flatMap(({ name, isOfCompletion }) => (isOfCompletion === true ? [name] : [])),
);

/** Whether rows have a documented column, and where. `absent`: every column is named as something else, or cannot be it. */
export type CarriedColumn =
  | { readonly kind: 'shown'; readonly places: readonly string[]; readonly lacking: Cells | undefined }
  | { readonly kind: 'absent' | 'unknown' };

/** Further meanings of the names of columns of a transaction. */
const OTHER_CONCEPTS: readonly Concept[] = [
  ...(['terminal', 'location', 'group', 'emv', 'id', 'connector', 'reversal', 'customer', 'user'] as const),
  ...(['response', 'sequence', 'account', 'type', 'surcharge', 'requested', 'completed', 'date', 'time'] as const),
];
const FEWEST_ROWS = 3;
/** The amounts and surcharges, requested and completed. */
const AMOUNTS = 4;
/** A documented column is in at least this share of the rows; a column of some rows is another one. */
const MOST_ROWS = 0.9;
const MOST_STATES = 40;
/** Members that hold a value or name the kind of its object. */
export const WRAPPERS =
  /\/(value|name|attributes?|fields?|properties|units|nanos|currency(_code)?|exponent|object)(?=\/|$)/gi;
/** Names that mean a trace or an id rather than the number in the sequence of a terminal. */
const OTHER_NUMBERS = /trace|rrn|reference|version|total|count/i;

interface Column {
  readonly place: string;
  readonly words: readonly string[];
  readonly values: readonly Scalar[];
  readonly count: number;
}

const FEWEST_PREFIXED = 8;
const SHORTEST_PREFIX = 3;

/** Returns what all names of columns begin with: `tra` in `traAmount` and `traTime` names no column. Empty for few columns. */
function findCommonPrefix(places: readonly string[]): string {
  const names = places.filter((place) => place.startsWith('/'));
  const [first = '', ...others] = names;
  if (names.length < FEWEST_PREFIXED) return '';
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  const shared = first.slice(0, length);
  const [end = ''] = /[^/_.-]*$/.exec(shared) ?? [];
  // two names may begin with the same letters by chance
  return end.length >= SHORTEST_PREFIX ? shared : shared.slice(0, shared.length - end.length);
}

function listColumns(rows: readonly Cells[]): Column[] {
  const byPlace = new Map<string, Scalar[]>();
  for (const row of rows)
    for (const [place, value] of row) {
      const values = byPlace.get(place) ?? [];
      values.push(value);
      byPlace.set(place, values);
    }
  const prefix = findCommonPrefix([...byPlace.keys()]);
  return [...byPlace].map(([place, values]) => ({
    place,
    words: splitWords(
      (place.startsWith(prefix) ? place.slice(prefix.length) : place)
        .replaceAll(WRAPPERS, '')
        .replaceAll(/\[([^\]]*)\]/g, '/$1'),
    ),
    values: values.filter((value) => value !== null && value !== ''),
    count: values.length,
  }));
}

const hasDigits = (value: Scalar): boolean => /\p{Nd}/u.test(String(value));
const isTime = (value: Scalar): boolean =>
  readMoments(value).some(({ time, day }) => time !== undefined || day !== undefined);

/** Whether the values of a column could be those of a documented one. A column without values could be any. */
function fits({ values, place }: Column, form: NamedColumn['form']): boolean {
  if (place.endsWith('/name') && values.every((value) => place.includes(`[${String(value)}]`))) return false;
  if (values.length === 0) return true;
  switch (form) {
    case 'state':
      return new Set(values).size <= MOST_STATES && !values.every(isTime) && !isResourceName(values);
    case 'number':
      return values.every(hasDigits);
    case 'amount':
      return (
        values.some(hasDigits) &&
        values.every((value) => typeof value !== 'boolean' && !/[A-Za-z]{5}/.test(String(value)))
      );
    default:
      return true;
  }
}

/** Whether all rows have one value, the name of what the list contains: `transactions`. */
const isResourceName = (values: readonly Scalar[]): boolean =>
  new Set(values).size === 1 && expressExactly(splitWords(String(values[0])), 'transaction');

const isNamed = ({ words, place }: Column, { concepts, without, never, form }: NamedColumn): boolean =>
  (never === undefined || !express(words, never)) &&
  concepts.every((concept) => express(words, concept)) &&
  !without.some((concept) => expressExactly(words, concept)) &&
  !(form === 'number' && OTHER_NUMBERS.test(place));

/** Words that no documented column has alone: of cards, zones and links, in some languages. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  'card carte karte tarjeta cartao crd masked token zone zona zeitzone tz offset exponent href link url rrn'.split(' '),
);

/** Whether a column is named as something else than a documented one. */
const isOther = ({ words, place, values }: Column, concepts: readonly Concept[], form?: NamedColumn['form']): boolean =>
  !(concepts.includes('response') && CODE_OF_HOST.test(place)) &&
  ((words.some((word) => OTHER_WORDS.has(word) || NOTE_WORDS.has(word)) &&
    !concepts.some((concept) => express(words, concept))) ||
    // these parts of a value are removed from its name
    /\/(currency(_code)?|exponent|object)$/i.test(place) ||
    (OTHER_CONCEPTS.some(
      (concept) =>
        !concepts.includes(concept) &&
        meansOther(words, concept) &&
        !(concept === 'id' && isNoId({ words, values }, form)),
    ) &&
      !(form === 'amount' && isPlainAmount(words) && !concepts.includes('surcharge')) &&
      !concepts.some((concept) => express(words, concept))));

/** The code with which another system answers. */
const CODE_OF_HOST = /(host|network|processor|issuer|switch)[_-]?code$/i;

/** Whether a column is named as an amount, and as none of those that the document distinguishes: whose amount it is may be left open. */
const isPlainAmount = (words: readonly string[]): boolean =>
  words.includes('amount') && !(['surcharge', 'requested', 'completed'] as const).some((one) => express(words, one));

/** Whether a column with the name of an id is none: `host_code` may be a response, and `transaction_no` a number in a sequence. */
const isNoId = ({ words, values }: Pick<Column, 'words' | 'values'>, form: NamedColumn['form'] | undefined): boolean =>
  areWordsOfFew(values) ||
  (form === 'state' && new Set(values).size <= Math.min(MOST_STATES, values.length / 2)) ||
  (form === 'number' && words.some((word) => NUMBERS.has(word)));

const NUMBERS: ReadonlySet<string> = new Set('no nr num number nummer numero'.split(' '));

/** Whether rows have some words in common: a code such as `CASH_WITHDRAWAL` is a type, and no id. In few rows, each may have another one. */
const areWordsOfFew = (values: readonly Scalar[]): boolean =>
  values.every((value) => /^\D+$/.test(String(value))) &&
  new Set(values).size <= Math.min(MOST_STATES, Math.max(FEW_WORDS, values.length / 2));

/** As many different words prove nothing in as few rows. */
const FEW_WORDS = 10;

/** Whether words mean a concept. The number of an unknown thing, such as `journal_number`, may be the number of anything. */
const meansOther = (words: readonly string[], concept: Concept): boolean =>
  expressExactly(words, concept) && (concept !== 'id' || words.every(isKnownWord));

/** Returns the rows that have a value at none of some places, and null for nothing that contains one. */
function listLacking(rows: readonly Cells[], places: readonly string[]): Cells[] {
  const within = new Set(places.flatMap(listContaining));
  return rows.filter((row) => ![...within].some((place) => row.has(place)));
}

/** Returns a place and those that contain it. */
function listContaining(place: string): string[] {
  const found: string[] = [];
  for (let at = place; at !== ''; at = at.replace(/(\/[^/]*|\[[^\]]*\]|[^/[]+)$/, '')) found.push(at);
  return found;
}

function findLacking(rows: readonly Cells[], places: readonly string[]): Cells | undefined {
  const lacking = listLacking(rows, places);
  return lacking.length <= rows.length * (1 - MOST_ROWS) ? lacking[0] : undefined;
}

/**
 * Returns for each documented column whether rows have it: the time by its form, because it may be one value, two, or above the
 * rows; the others by their names. `amounts` are columns that an observation proves to be the four amounts.
 */
export function findDocumentedColumns(
  rows: readonly Cells[],
  amounts: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, CarriedColumn> {
  const columns = listColumns(rows);
  const found = new Map<string, CarriedColumn>([[TIME_COLUMN, findTime(rows, columns, amounts)]]);
  // a column that is the only one with the name of a documented column is that one; of two, one may be another column
  const claimed = new Set(
    NAMED.flatMap((wanted) => {
      const [first, ...more] = columns.filter((column) => isNamed(column, wanted) && fits(column, wanted.form));
      return first === undefined || more.length > 0 ? [] : [first];
    }),
  );
  const byValues = columns.filter((column) => showsTypes(column, rows.length));
  for (const wanted of NAMED) {
    const named = columns.filter((column) => isNamed(column, wanted) && fits(column, wanted.form));
    const places = named.map(({ place }) => place);
    const isUsual =
      named.some(({ count }) => count >= rows.length * MOST_ROWS) ||
      (named.length > 1 && listLacking(rows, places).length <= rows.length * (1 - MOST_ROWS));
    if (isUsual || (wanted.isOfCompletion === true && places.length > 0))
      found.set(wanted.name, { kind: 'shown', places, lacking: findLacking(rows, places) });
    else if (wanted.name === 'transaction type' && byValues.length > 0)
      found.set(wanted.name, { kind: 'shown', places: byValues.map(({ place }) => place), lacking: undefined });
    else if (wanted.form === 'amount' && amounts.size >= AMOUNTS)
      found.set(wanted.name, { kind: 'shown', places: [...amounts], lacking: undefined });
    else {
      const mayBe = (column: Column) =>
        fits(column, wanted.form) &&
        !claimed.has(column) &&
        (!isOther(column, wanted.concepts, wanted.form) || isRival(column, wanted));
      const isPossible = rows.length < FEWEST_ROWS || columns.some(mayBe);
      found.set(wanted.name, { kind: isPossible ? 'unknown' : 'absent' });
    }
  }
  return found;
}

/** Whether an amount has the name of the other one of a pair, as another column has too: one of the two may be this one. */
const isRival = (column: Column, { form, concepts }: NamedColumn): boolean =>
  form === 'amount' &&
  NAMED.some(
    (one) =>
      one.form === form &&
      one.concepts.includes('surcharge') === concepts.includes('surcharge') &&
      isNamed(column, one),
  );

/** Whether the values of nearly all rows are types of transactions, withdrawals among them, with any name of the column. */
function showsTypes(column: Column, rows: number): boolean {
  const types = new Set(column.values.map(String));
  const words = [...types].map((type) => splitWords(type));
  return (
    fits(column, 'state') &&
    column.values.length >= rows * MOST_ROWS &&
    words.some((type) => express(type, 'withdrawn')) &&
    words.some((type) => !express(type, 'withdrawn') && isType(type)) &&
    words.every((type) => type.length <= MOST_WORDS)
  );
}

const isType = (words: readonly string[]): boolean =>
  (['withdrawn', 'transfer', 'deposit', 'reversal'] as const).some((concept) => expressExactly(words, concept)) ||
  words.some((word) => BALANCES.test(word));

const BALANCES = /^(balance|inquiry|enquiry|saldo|solde|consulta|kontostand)$/;
/** A type is a few words, and a sentence about a transaction is none. */
const MOST_WORDS = 3;

/** Words that mean another time than that of the transaction at the terminal. */
const OTHER_TIMES = /updated|modified|created|expir|settle|version/i;

/**
 * Finds the time in columns that are not named as another one. Six digits are a time of day only if all values of the column are, and
 * one is after ten: sequence numbers have six digits too.
 */
function findTime(rows: readonly Cells[], columns: readonly Column[], amounts: ReadonlySet<string>): CarriedColumn {
  const isFree = (column: Column): boolean =>
    !amounts.has(column.place) &&
    !OTHER_TIMES.test(column.place) &&
    !isOther(column, ['date', 'time', 'terminal', 'location', 'group', 'id']) &&
    !NAMED.some((wanted) => isNamed(column, wanted));
  const free = columns.filter(isFree);
  const readable = new Set(free.filter(isClockIfBare).map(({ place }) => place));
  const within = rows.map((row) => new Map([...row].filter(([place]) => readable.has(place))));
  const lacking = within.flatMap((row, index) => (listInstants(row).length > 0 ? [] : [rows[index]]));
  const places = [...new Set(within.slice(0, 20).flatMap((row) => listMoments(row).flatMap((one) => one.places)))];
  if (lacking.length <= rows.length * (1 - MOST_ROWS)) return { kind: 'shown', places, lacking: lacking[0] };
  const isPossible = free.some(({ values }) => values.some((value) => FEWEST_DIGITS.test(String(value))));
  return { kind: isPossible || rows.length < FEWEST_ROWS ? 'unknown' : 'absent' };
}

/** A date or a time of day has at least four digits. */
const FEWEST_DIGITS = /(\p{Nd}.*){4}/u;
const BARE = /^\d{6}$/;

const isClockIfBare = ({ values }: Column): boolean =>
  !values.some((value) => BARE.test(String(value))) ||
  (values.every((value) => typeof value === 'string' && readMoments(value).length > 0) &&
    values.some((value) => /^[12]/.test(String(value))));
