import type { OperationId } from '../../../../spec/index.ts';
import type { Caller, Exchange } from '../../../http/client.ts';
import { isNamedAsId } from '../../../reading/id-places.ts';
import { isInstant } from '../../../reading/values/instants.ts';
import { type Concept, express, expressExactly, scoreLikeness, splitWords } from '../../../reading/words/synonyms.ts';
import type { InferenceState } from '../columns/inference-state.ts';
import { collectIdColumns, type IdColumn } from './leaves.ts';
import { type ItemOperation, inventId, opens } from './openings.ts';

/** A kind of things that the paths of the document name by id. */
export interface ThingKind {
  readonly thing: Concept;
  /** The lists that may contain its ids, those that contain all of them first. */
  readonly sources: readonly OperationId[];
  /** Whether the first list may lack things that exist, so that an empty one does not show that there are none. */
  readonly mayBeUnlisted?: boolean;
  /** The operations that an id opens, tried in this order. */
  readonly items: readonly ItemOperation[];
}

export const TERMINALS: ThingKind = {
  thing: 'terminal',
  sources: ['listLocations', 'getPortal', 'listTransactions', 'listTerminalGroups', 'listDisputes', 'listConnectors'],
  mayBeUnlisted: true,
  items: [
    { operation: 'getLocation', parameter: 'terminal_id' },
    { operation: 'getTerminalStatus', parameter: 'terminal_id' },
  ],
};

export const TRANSACTIONS: ThingKind = {
  thing: 'transaction',
  sources: ['listTransactions', 'listDisputes', 'getPortal'],
  items: [{ operation: 'getTransactionTimeline', parameter: 'transaction_id' }],
};

export const CONNECTORS: ThingKind = {
  thing: 'connector',
  sources: ['listConnectors', 'getPortal'],
  items: [{ operation: 'getConnectorStatus', parameter: 'connector_id' }],
};

/** The ids of one kind that a target was seen to accept, and where its responses contain them. */
export interface FoundIds {
  /** A column whose values open a path that invented values do not open. */
  readonly proven: IdColumn;
  /** All columns with these ids, the proven one included. */
  readonly columns: readonly IdColumn[];
}

/** How many columns are tried at most, with one value each. */
const MOST_COLUMNS = 22;
/** The same for further callers, whose responses mostly have the same columns. */
const MOST_LATER_COLUMNS = 6;
/** How many columns are tried with a second value: the first one may be a thing that is refused to the key. */
const MOST_SECOND_TRIES = 7;
const LONGEST_ID = 400;

const DECIMAL = /^-?\d+[.,]\d+$/;
const TIME_OF_DAY = /^\d\d?:\d\d(:\d\d)?/;
/** Members of links to other responses. A list of connectors may be named `links` too. */
const IN_LINKS = /\/_links\/|\/links\/(\*\/)?([a-z]+\/)?(href|rel|url)\b|\/links\/(self|next|prev|first|last)\b/;
const ADDRESS = /^https?:|^\/.+\/|^[^\s@]+@[^\s@]+$|^[.]{1,2}$/;

/** Whether the values can be ids: no dates, amounts or addresses, and not all equal in a long list. */
function canBeIds({ texts, pointer }: IdColumn): boolean {
  const sample = texts.slice(0, 60);
  return (
    sample.length > 0 &&
    sample.every((text) => text.length <= LONGEST_ID) &&
    (isNamedAsId(pointer) ||
      !(sample.some((text) => DECIMAL.test(text)) || sample.every((text) => TIME_OF_DAY.test(text)))) &&
    sample.every((text) => /[\p{L}\p{N}]/u.test(text)) &&
    !IN_LINKS.test(pointer) &&
    !isCount(pointer) &&
    (pointer.endsWith('/$') || !sample.some((text) => ADDRESS.test(text)))
  );
}

/** Whether the last name on the way to a value is that of a count: short ids of terminals are equal to counts by chance. */
function isCount(pointer: string): boolean {
  const words = splitWords(pointer.slice(pointer.lastIndexOf('/')));
  return expressExactly(words, 'count') && !express(words, 'id');
}

const LETTER_AND_DIGIT = /\p{L}.*\d|\d.*\p{L}/u;

/** Whether no count, amount or version looks like an id: letters and digits, or many digits. */
export const isUnmistakableId = (id: string): boolean =>
  (id.length >= 6 && LETTER_AND_DIGIT.test(id)) ||
  (id.length >= 8 && /\d/.test(id)) ||
  (id.length >= 5 && /^\p{L}+[-_:. ]\d{2,}/u.test(id));

/** Whether most ids of a set are unmistakable, so that a column with them contains these ids and nothing else. */
const areUnmistakable = (ids: readonly string[]): boolean => ids.filter(isUnmistakableId).length >= 0.7 * ids.length;

const SHORT_NUMBER = /^\d{1,4}$/;

/** Rates how likely a column contains ids of a kind, to try the likely ones first; the rating proves nothing. */
function createRating(columns: readonly IdColumn[], { thing, sources }: ThingKind): (column: IdColumn) => number {
  const surfaces = new Map<string, Set<OperationId>>();
  for (const { operation, texts } of columns)
    for (const text of texts) surfaces.set(text, (surfaces.get(text) ?? new Set()).add(operation));
  return ({ operation, pointer, texts, count }) => {
    const sample = texts.slice(0, 60);
    const recurrence = sample.reduce((sum, text) => sum + (surfaces.get(text)?.size ?? 0), 0) / sample.length;
    const words = splitWords(pointer.split('/').slice(-3).join('/'));
    const named = Math.max(scoreLikeness(words, [thing, 'id']), scoreLikeness(words, [thing]) * 0.9);
    const isOwn = sources[0] === operation ? 0.4 : 0;
    const isUnique = count === texts.length ? 0.5 : 0;
    const isListed = texts.length > 1 && pointer.endsWith('/*');
    const looks =
      (areUnmistakable(sample) ? 1 : 0) -
      (sample.some(isInstant) ? 1.5 : 0) -
      (texts.length === 1 && count > 4 ? 1.5 : 0) - // a constant
      (!isListed && named === 0 && sample.every((text) => SHORT_NUMBER.test(text)) ? 1 : 0);
    return recurrence + 2 * named + isOwn + isUnique + (isListed ? 0.7 : 0) + looks + Math.min(texts.length, 20) / 20;
  };
}

/**
 * Finds the ids of a kind by trying: values of the responses that open a path of the document, while invented values do
 * not. Names only decide which values are tried first. Sends at most about forty requests.
 */
export async function findIds(state: InferenceState, kind: ThingKind): Promise<FoundIds | undefined> {
  for (const [index, caller] of state.callers.entries()) {
    const found = await findIdsOf(state, caller, { ...kind, most: index === 0 ? MOST_COLUMNS : MOST_LATER_COLUMNS });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The responses of one caller that may contain ids of a kind, and their columns. */
interface Search {
  readonly state: InferenceState;
  readonly caller: Caller;
  readonly kind: ThingKind;
  readonly columns: readonly IdColumn[];
  /** All values of the responses: an invented id is none of them. */
  readonly seen: ReadonlySet<string>;
  /** Whether a value opens a path, for the values that were tried. */
  readonly tried: Map<string, boolean>;
}

async function findIdsOf(
  state: InferenceState,
  caller: Caller,
  { most, ...kind }: ThingKind & { readonly most: number },
): Promise<FoundIds | undefined> {
  const answers: Exchange[] = [];
  for (const operation of kind.sources) {
    const answer = await state.read(caller, operation);
    if (answer !== undefined) answers.push(answer);
  }
  const columns = collectIdColumns(answers);
  const seen = new Set(columns.flatMap(({ texts }) => texts));
  const search: Search = { state, caller, kind, columns, seen, tried: new Map() };
  const [own] = kind.sources;
  const mayExist =
    kind.mayBeUnlisted === true || columns.some(({ operation, pointer }) => operation === own && pointer.includes('*'));
  const proven = await findProven(search, columns, mayExist ? most : MOST_LATER_COLUMNS);
  if (proven === undefined) return undefined;
  const widest = await findWider(search, proven);
  return { proven: widest, columns: await listColumnsOfKind(search, widest) };
}

/**
 * Returns the column that has all values of the proven one and further ones that open a path too, otherwise the proven one. The ids of other
 * things, such as groups, may be equal to some ids of this kind.
 */
async function findWider(search: Search, proven: IdColumn): Promise<IdColumn> {
  const known = new Set(proven.texts);
  const wider = search.columns.filter(
    ({ texts }) => texts.length > known.size && [...known].every((text) => texts.includes(text)),
  );
  const [widest] = wider.filter(canBeIds).toSorted((a, b) => b.texts.length - a.texts.length);
  const [invented, further] = [inventId(proven, search.seen), widest?.texts.find((text) => !known.has(text))];
  if (widest === undefined || invented === undefined || further === undefined) return proven;
  return (await opensAny(search, further, invented)) ? widest : proven;
}

/**
 * Returns the columns with ids of a kind: those that share most values with the proven one, and those whose values open a path too. The
 * lists of other responses may have few things in common.
 */
async function listColumnsOfKind(search: Search, proven: IdColumn): Promise<IdColumn[]> {
  const { columns, kind } = search;
  const known = listColumnsWith(columns, proven, kind);
  const ids = new Set(known.flatMap(({ texts }) => texts));
  const [own] = kind.sources;
  const unknown = kind.sources.filter((source) => !known.some(({ operation }) => operation === source));
  for (const source of unknown) {
    const others = columns.filter(({ operation }) => operation === source);
    const sharing = others.filter(({ texts }) => texts.some((text) => ids.has(text)));
    const alike = source === own ? others : others.filter((column) => haveOneForm(column, proven));
    const found = await findProven(search, sharing.length > 0 ? sharing : alike, source === own ? 5 : MOST_ALIKE);
    if (found !== undefined) known.push(found);
  }
  return known;
}

const MOST_ALIKE = 3;

/** Whether the values of two columns are unmistakable ids of one length: a list may name older things than the list of these shows. */
const haveOneForm = ({ texts: [one = ''] }: IdColumn, { texts: [other = ''] }: IdColumn): boolean =>
  one.length === other.length && isUnmistakableId(one) && isUnmistakableId(other);

/** Whether several rows of the list of transactions have a short value in common: it may be equal to the id of one, but names none. */
const isSharedByRows = ({ operation, texts, count }: IdColumn, { thing }: ThingKind): boolean =>
  thing === 'transaction' && operation === 'listTransactions' && count > texts.length && !areUnmistakable(texts);

/** Returns the first of some columns whose values open a path; the likely ones are tried first. */
async function findProven(search: Search, columns: readonly IdColumn[], most: number): Promise<IdColumn | undefined> {
  const rate = createRating(search.columns, search.kind);
  const candidates = columns
    .filter((column) => canBeIds(column) && !isSharedByRows(column, search.kind))
    .map((column) => ({ column, rating: rate(column) }))
    .sort((a, b) => b.rating - a.rating);
  for (const { column } of skipRepeated(candidates, 0).slice(0, most))
    if (await isProven(search, column, getFirst)) return column;
  for (const { column } of skipRepeated(candidates, 1).slice(0, Math.min(most, MOST_SECOND_TRIES)))
    if (areUnmistakable(column.texts) && (await isProven(search, column, getMiddle))) return column;
  return undefined;
}

const getFirst = ({ texts }: IdColumn): string | undefined => texts[0];
const getMiddle = ({ texts: [, ...others] }: IdColumn): string | undefined => others[Math.floor(others.length / 2)];

/** Leaves out columns whose value for a round an earlier column has too. */
function skipRepeated<Candidate extends { readonly column: IdColumn }>(
  candidates: readonly Candidate[],
  round: 0 | 1,
): Candidate[] {
  const values = new Set<string>();
  return candidates.filter(({ column }) => {
    const value = round === 0 ? getFirst(column) : getMiddle(column);
    if (value === undefined || values.has(value)) return false;
    values.add(value);
    return true;
  });
}

/** Whether a value of a column opens a path, and a second one if a count or a version looks like these values. */
async function isProven(
  search: Search,
  column: IdColumn,
  select: (column: IdColumn) => string | undefined,
): Promise<boolean> {
  const [invented, value] = [inventId(column, search.seen), select(column)];
  if (invented === undefined || value === undefined || !(await opensAny(search, value, invented))) return false;
  if (areUnmistakable(column.texts)) return true;
  // rows of transactions have sequence numbers, which may be short ids of terminals too
  if (column.operation === 'listTransactions' && search.kind.thing === 'terminal' && !isNamed(column, search.kind))
    return false;
  const second = getMiddle(column);
  return second === undefined
    ? column.operation === search.kind.sources[0] && isNamed(column, search.kind)
    : opensAny(search, second, invented);
}

async function opensAny({ state, caller, kind, tried }: Search, id: string, invented: string): Promise<boolean> {
  const known = tried.get(id);
  if (known !== undefined) return known;
  let isOpen = false;
  for (const item of kind.items) isOpen ||= await opens(state, caller, { ...item, id, invented });
  tried.set(id, isOpen);
  return isOpen;
}

const isNamed = ({ pointer }: IdColumn, { thing }: ThingKind): boolean =>
  scoreLikeness(splitWords(pointer.split('/').slice(-3).join('/')), [thing]) > 0;

/** Returns the columns that contain mostly ids of the proven one. Short ids also need a name: counts have the same values. */
function listColumnsWith(columns: readonly IdColumn[], proven: IdColumn, kind: ThingKind): IdColumn[] {
  const ids = new Set(proven.texts);
  const isClear = areUnmistakable(proven.texts);
  return columns.filter((column) => {
    if (column === proven) return true;
    const known = column.texts.filter((text) => ids.has(text)).length;
    return known > 0 && known >= 0.7 * column.texts.length && (isClear || isNamed(column, kind));
  });
}
