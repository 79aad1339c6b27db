import type { ValuePointer } from '../../reading/pointers.ts';
import { isSecondsAndNanos } from '../../reading/values/instants.ts';
import { isUnitsAndNanos } from '../../reading/values/value-relations.ts';
import { NOTE_WORDS } from '../../reading/words/concept-words.ts';
import { type Concept, express, expressExactly, splitWords } from '../../reading/words/synonyms.ts';
import { type Column, collectColumns, containsAmounts, listTexts } from '../../slots/inference/columns/columns.ts';

/** The form of the values of a member of a row. A code is a state that is no truth value. */
export type MemberForm = 'state' | 'code' | 'count' | 'amount' | 'time' | 'id';

/** A documented member of the rows of a list. */
export interface CarriedMember {
  readonly name: string;
  readonly form: MemberForm;
  /** One of these concepts must be in its name. */
  readonly concepts: readonly Concept[];
  /** Concepts of other members: a column with one of these, and with none of the member, is something else. */
  readonly without?: readonly Concept[];
  /** Whether it may not apply to a row, such as the payout of an open batch: then a service may leave it out there. */
  readonly isConditional?: boolean;
}

/** Whether the rows of a list carry a member. `possible` are the columns that no name explains and that could be it. */
export type Carried =
  | { readonly kind: 'shown' | 'absent' }
  | { readonly kind: 'unknown'; readonly possible: readonly ValuePointer[] };

/** The concepts by which a name shows what a column of a batch or a case is. */
const NAMED_CONCEPTS: readonly Concept[] = [
  ...(['status', 'credit', 'debit', 'count', 'date', 'time', 'timing', 'id', 'customer', 'location'] as const),
  ...(['reason', 'transaction', 'terminal', 'due', 'assignment', 'resolution', 'reviewer', 'group', 'user'] as const),
  ...(['type', 'sequence', 'net', 'connector', 'surcharge'] as const),
];

const FEWEST_ROWS = 3;
/** With fewer rows, a member that single rows lack may be one that each row has. */
const MANY_ROWS = 8;
const MOST_ROWS = 0.9;
const MOST_STATES = 12;

/** Returns the columns of rows, without those inside lists of them. */
export function collectRowColumns(rows: readonly unknown[]): readonly Column[] {
  const columns = collectColumns(rows, new Map()).filter(({ values }) =>
    values.every((value) => typeof value !== 'object' || isUnitsAndNanos(value) || isSecondsAndNanos(value)),
  );
  // the name of an object around all of them explains none: `item` is no count
  const [first, ...others] = columns;
  const different =
    others.length === 0
      ? 0
      : (first?.nameWords.findIndex((word, at) => others.some(({ nameWords }) => nameWords[at] !== word)) ?? 0);
  return different <= 0
    ? columns
    : columns.map((column) => ({ ...column, nameWords: column.nameWords.slice(different) }));
}

/**
 * Judges whether rows carry a member, by the names and the forms of their columns. It is absent if no column has its name, and every
 * column that could have its values is named as something else.
 */
export function judgeCarried(columns: readonly Column[], member: CarriedMember, rowCount: number): Carried {
  const isNamed = ({ nameWords }: Column) => member.concepts.some((concept) => express(nameWords, concept));
  const named: readonly Concept[] = member.form === 'amount' ? NAMED_CONCEPTS : [...NAMED_CONCEPTS, 'amount'];
  const others = named.filter((concept) => !member.concepts.includes(concept));
  // a case may have the type of its reason, while all rows of one type are named after the rows themselves
  const isOther = (column: Column) =>
    others.some(
      (concept) =>
        expressExactly(column.nameWords, concept) &&
        !(member.form === 'code' && concept === 'type' && !areNamesOfCases(column)),
    ) ||
    column.nameWords.some((word) => NOTE_WORDS.has(word)) ||
    areCurrencies(column);
  // a column of some rows is no member that each row has
  const isUsual = ({ values }: Column) =>
    member.isConditional === true || rowCount < MANY_ROWS || values.length >= rowCount * MOST_ROWS;
  if (columns.some((column) => isNamed(column) && fits(column, member.form) && !isNamedAsOther(column, member)))
    return { kind: 'shown' };
  const possible = columns.filter((column) => isUsual(column) && fits(column, member.form) && !isOther(column));
  if (possible.length > 0 || rowCount < FEWEST_ROWS)
    return { kind: 'unknown', possible: possible.map(({ pointer }) => pointer) };
  return { kind: 'absent' };
}

const areNamesOfCases = (column: Column): boolean =>
  listTexts(column).every((text) => expressExactly(splitWords(text), 'dispute'));

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** Whether the values of a column are codes of currencies, which are no documented member. */
function areCurrencies(column: Column): boolean {
  const texts = listTexts(column);
  return texts.length > 0 && texts.every((text) => CURRENCIES.has(text));
}

const isNamedAsOther = ({ nameWords }: Column, { without = [] }: CarriedMember): boolean =>
  without.some((concept) => expressExactly(nameWords, concept));

/** A day, or a time of day. An id may have parts too: `1.289.1`. */
const TIME = /(?<!\d)(\d{4}[-/.]\d\d?[-/.]\d|\d\d?[-/.]\d\d?[-/.](\d\d){1,2}(?!\d))|\d:\d\d/;

/** Whether the values of a column could be those of a member of this form. */
function fits(column: Column, form: MemberForm): boolean {
  const texts = listTexts(column).filter((text) => /[\p{L}\p{N}]/u.test(text));
  // a value that does not apply anywhere may be null, empty or a dash
  if (texts.length === 0) return true;
  const areTimes = texts.every((text) => TIME.test(text));
  switch (form) {
    case 'code':
      return fits(column, 'state') && !column.values.some((value) => typeof value === 'boolean');
    case 'state':
      return new Set(column.values.map(String)).size <= MOST_STATES && !areTimes;
    case 'count':
      return texts.every((text) => /^0*\d{1,6}$/.test(text));
    case 'amount':
      return containsAmounts(column) || texts.some((text) => /\d/.test(text) && !/[a-z]{4}/i.test(text));
    case 'time':
      return texts.some((text) => /\d{4}|\d:\d\d|\d[-/.]\d+[-/.]\d/.test(text));
    case 'id':
      return !areTimes;
    default:
      return true;
  }
}
