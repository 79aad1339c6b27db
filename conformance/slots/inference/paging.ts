import type { Caller, Exchange, Parameters } from '../../http/client.ts';
import { formatRows } from '../../reading/names/row-texts.ts';
import { findNextLink, findNextUrl, getParametersAfter, type Paging } from '../../reading/paging.ts';
import { findEntries, findValue, toSegment, type ValuePointer } from '../../reading/pointers.ts';
import { splitWords } from '../../reading/words/synonyms.ts';
import type { BindingEvidence } from '../bindings.ts';
import { LIST_SLOTS, type ListOperationId } from '../slots.ts';
import { collectColumns } from './columns/columns.ts';
import { createEvidence, type InferenceState } from './columns/inference-state.ts';

const LIST = 'listTransactions';
const CURSOR = /^(next|cursor|after|token|continuation|page|marker|start)$/;
const CURSOR_WORDS = /^(cursor|after|token|skiptoken|continuation|marker|since|scroll)$/;
const CURSOR_PARAMETERS = [
  'cursor',
  'next_cursor',
  'page_token',
  'pageToken',
  'after',
  'next',
  'continuation',
  'marker',
];
const PAGE_WORDS = /^(page|number|num|no|nr|nbr|index|idx)$/;
const READ_THIS_WAY = createEvidence('experiment', 'the second page was read this way');
const SAME_STYLE = createEvidence('shape', 'the list of transactions uses this paging style');
const OFFSET_WORDS = /^(offset|skip|start|from|row|index|record)$/;

/** Binds the paging style, by requesting the second page: its rows must differ from the first. */
export async function bindPaging(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const rows = state.getValue('transactions.rows');
  const first = caller && (await state.read(caller, LIST, { limit: 2 }));
  if (caller === undefined || rows === undefined || first === undefined || findEntries(first.json, rows).length < 2)
    return;
  const page = { operation: LIST, caller, first, rows } as const;
  const paging = await findReadable(state, page);
  if (paging === undefined) return;
  bindNextPage(state, LIST, { value: paging, evidence: READ_THIS_WAY });
  await bindSameStyle(state, paging);
}

/**
 * Binds the paging style of the other lists that do not use the style of the transactions, by requesting their second page.
 * Needs the bindings of their rows.
 */
export async function bindOtherPaging(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  // the table's own keys
  for (const operation of Object.keys(LIST_SLOTS) as ListOperationId[]) {
    const { nextPage, rows: rowsSlot } = LIST_SLOTS[operation];
    const rows = state.getValue(rowsSlot);
    if (caller === undefined || rows === undefined || state.getValue(nextPage) !== undefined) continue;
    const first = await readSample(state, caller, operation);
    if (first === undefined || findEntries(first.json, rows).length === 0) continue;
    const paging = await findReadable(state, { operation, caller, first, rows });
    if (paging !== undefined) bindNextPage(state, operation, { value: paging, evidence: READ_THIS_WAY });
  }
}

/** Returns the first style by which the second page can be read; `undefined` if there is none. */
async function findReadable(state: InferenceState, page: FirstPage): Promise<Paging | undefined> {
  for await (const paging of listCandidates(state, page)) if (await canReadNextPage(state, page, paging)) return paging;
  return undefined;
}

/**
 * Corrects the largest limit. A target may return fewer rows than the limit, and more rows on the next page: then the number
 * of returned rows is the largest limit.
 */
export async function correctWidestLimit(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const [limit, rows, paging] = [
    state.getValue('transactions.widest_limit'),
    state.getValue('transactions.rows'),
    state.getValue('transactions.next_page'),
  ];
  if (caller === undefined || limit === undefined || rows === undefined || paging === undefined) return;
  const answer = await state.read(caller, LIST, { limit });
  const given = answer === undefined ? [] : findEntries(answer.json, rows);
  if (answer === undefined || given.length === 0 || given.length >= limit) return;
  if (!(await canReadNextPage(state, { operation: LIST, caller, first: answer, rows }, paging))) return;
  state.bind('transactions.widest_limit', {
    value: given.length,
    confidence: 'certain',
    evidence: [
      createEvidence(
        'experiment',
        `a request with the limit ${limit} returned ${given.length} rows, and the next page more`,
      ),
    ],
  });
}

/** The first page of a list, its caller, and the place of its rows. */
interface FirstPage {
  readonly operation: ListOperationId;
  readonly caller: Caller;
  readonly first: Exchange;
  readonly rows: ValuePointer;
}

async function canReadNextPage(state: InferenceState, page: FirstPage, paging: Paging): Promise<boolean> {
  const { operation, rows } = page;
  const follow = (exchange: Exchange): Parameters | undefined => {
    const received = { exchange, rows: findEntries(exchange.json, rows) };
    return getParametersAfter(received, received, paging);
  };
  // rows that a page repeats are a fault, if the published document declares the parameter
  const isDeclared = 'parameter' in paging && state.document.listQueryParameters(operation).includes(paging.parameter);
  const isNext = ({ first, other }: RowTexts): boolean => {
    if (other.length === 0) return false;
    // the target itself states where the next page is: rows that it repeats there are a fault, not another paging style
    if (paging.style === 'link' || paging.style === 'next-url') return other.join() !== first.join();
    const known = new Set(first);
    const isNew = (row: string) => !known.has(row);
    return isDeclared ? other.some(isNew) : other.every(isNew);
  };
  if ((await compareWithFirstPage(state, page, { follow, isDifferent: isNext })) !== true) return false;
  return paging.style !== 'cursor' || (await movesOn(state, page, { at: paging.at, parameters: follow(page.first) }));
}

/** Whether the second page has another cursor than the first, or none: the number of all pages is no cursor, though it may be that of a page. */
async function movesOn(
  state: InferenceState,
  { operation, caller, first }: FirstPage,
  { at, parameters }: { readonly at: ValuePointer; readonly parameters: Parameters | undefined },
): Promise<boolean> {
  const second = parameters && (await state.read(caller, operation, parameters));
  return second === undefined || findValue(second.json, at) !== findValue(first.json, at);
}

/** The rows of the first page of a list and of another response, each as JSON. */
interface RowTexts {
  readonly first: readonly string[];
  readonly other: readonly string[];
}

/** A request that follows from the first page, and whether its rows differ from those of the first page as expected. */
interface Comparison {
  follow(first: Exchange): Parameters | undefined;
  isDifferent(rows: RowTexts): boolean;
}

/** How often two responses are compared again if the list changes in between. */
const MOST_COMPARISONS = 3;

/**
 * Whether the rows of another request differ from those of the first page. A difference counts only if the first page is the same
 * before and after: rows that arrive in between make a difference too. `undefined` if a response cannot be read or the list always changes.
 */
async function compareWithFirstPage(
  state: InferenceState,
  { operation, caller, first, rows }: FirstPage,
  { follow, isDifferent }: Comparison,
): Promise<boolean | undefined> {
  const readRows = ({ json }: Exchange) => findEntries(json, rows).map(({ value }) => value);
  const ofRequest = listCommonMembers(readRows(first));
  const readTexts = (exchange: Exchange) => formatRows(readRows(exchange).map((row) => leaveOut(row, ofRequest)));
  let before = first;
  for (let tried = 1; tried <= MOST_COMPARISONS; tried += 1) {
    const parameters = follow(before);
    const other =
      parameters &&
      (tried === 1
        ? await state.read(caller, operation, parameters)
        : await state.readAgain(caller, operation, parameters));
    if (other === undefined) return undefined;
    const texts = { first: readTexts(before), other: readTexts(other) };
    if (!isDifferent(texts)) return false;
    const after = await state.readAgain(caller, operation, first.parameters);
    if (after === undefined) return undefined;
    if (readTexts(after).join() === texts.first.join()) return true;
    before = after;
  }
  return undefined;
}

/** Returns the members with the same value in all of several rows: they may repeat the request, which differs from page to page. */
function listCommonMembers([first, ...others]: readonly unknown[]): ReadonlySet<string> {
  const isCommon = ([name, value]: readonly [string, unknown]): boolean =>
    others.every((row) => JSON.stringify(Object(row)[name]) === JSON.stringify(value));
  return new Set(
    others.length === 0 ? [] : Object.entries(Object(first)).flatMap((one) => (isCommon(one) ? one[0] : [])),
  );
}

const leaveOut = (row: unknown, names: ReadonlySet<string>): unknown =>
  typeof row !== 'object' || row === null || Array.isArray(row)
    ? row
    : Object.fromEntries(Object.entries(row).filter(([name]) => !names.has(name)));

/** Names of the next page in some languages. */
const NEXT = /next|siguiente|suivant|n(ae|ä|a)chste|folgende|weiter|volgende|pr[oó]xim|successiv|prossim/i;

async function* listCandidates(state: InferenceState, page: FirstPage): AsyncGenerator<Paging> {
  const { operation, first, rows } = page;
  if (findNextLink(first) !== undefined) yield { style: 'link' };
  const declared = state.document.listQueryParameters(operation);
  const places = listAllPointers(first.json).filter((pointer) => !pointer.startsWith(rows));
  const outside = places.filter((pointer) => !pointer.includes('*'));
  for (const at of places) {
    const value = at.includes('*') ? findNextUrl(first.json, at) : findValue(first.json, at);
    if (typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value) && (at.includes('*') || NEXT.test(at)))
      yield { style: 'next-url', at };
  }
  const cursors = outside.filter((at) => {
    const words = splitLastSegment(at);
    const value = findValue(first.json, at);
    const isNumberOfPage = typeof value === 'number' && words.every((word) => PAGE_WORDS.test(word));
    return isToken(value) && !isNumberOfPage && words.some((word) => CURSOR.test(word) || NEXT.test(word));
  });
  for (const at of outside.filter((one) => isToken(findValue(first.json, one)))) {
    for (const parameter of declared.filter((name) => haveSameWords(name, at)))
      yield { style: 'cursor', at, parameter };
  }
  for (const at of cursors) {
    for (const parameter of listCursorParameters(declared)) yield { style: 'cursor', at, parameter };
  }
  const isUndeclared = declared.length === 0 && operation === LIST;
  const ofPages = declared.filter((name) => matchesWords(name, PAGE_WORDS, 'page'));
  // the number of the first page may be 0, so that page 2 is the third one
  for (const parameter of isUndeclared ? ['page'] : ofPages) {
    const isOther = await compareWithFirstPage(state, page, {
      follow: ({ parameters }) => ({ ...parameters, [parameter]: 1 }),
      isDifferent: ({ first: one, other }) => one.join() !== other.join(),
    });
    if (isOther !== undefined) yield { style: 'page', parameter, first: isOther ? 0 : 1 };
  }
  for (const parameter of declared.filter((name) => matchesWords(name, OFFSET_WORDS)))
    yield { style: 'offset', parameter };
  if (isUndeclared) yield { style: 'offset', parameter: 'offset' };
}

/** Whether a parameter name consists of these words, with at least the one that is required. */
const matchesWords = (name: string, words: RegExp, required?: string): boolean => {
  const found = splitWords(name);
  return (
    found.length > 0 && found.every((word) => words.test(word)) && (required === undefined || found.includes(required))
  );
};

/** Returns the declared parameters for a cursor, or the usual ones if the document declares none. */
const listCursorParameters = (declared: readonly string[]): readonly string[] => {
  const known = declared.filter(
    (name) => CURSOR_PARAMETERS.includes(name) || splitWords(name).some((word) => CURSOR_WORDS.test(word)),
  );
  return known.length > 0 || declared.length > 0 ? known : CURSOR_PARAMETERS;
};

/** Whether a parameter has the name of a member, apart from words such as `next`. */
const haveSameWords = (parameter: string, at: ValuePointer): boolean => {
  const toKey = (words: readonly string[]) => words.filter((word) => !/^(next|end|page)$/.test(word)).join();
  const key = toKey(splitWords(parameter));
  return key !== '' && !/^(limit|size)$/.test(key) && key === toKey(splitLastSegment(at));
};

const isToken = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
const splitLastSegment = (pointer: ValuePointer): string[] => splitWords(pointer.split('/').at(-1) ?? '');

/** Returns all pointers of a body, including those below links, which `collectColumns` ignores. */
function listAllPointers(json: unknown): ValuePointer[] {
  const inLinks = listLinkPlaces(json).flatMap((at) =>
    collectColumns([findValue(json, at)], new Map()).map(({ pointer }) => at + pointer),
  );
  return [...inLinks, ...collectColumns([json], new Map()).map(({ pointer }) => pointer)];
}

const DEEPEST_LINKS = 2;

/** Returns the places of the links of a body, also within envelopes. */
function listLinkPlaces(json: unknown, depth = 0): ValuePointer[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  return Object.entries(json).flatMap(([name, value]): ValuePointer[] => {
    if (name === 'links' || name === '_links') return [`/${name}`];
    return depth < DEEPEST_LINKS
      ? listLinkPlaces(value, depth + 1).map((at) => `${toSegment(name)}${at}` as const)
      : [];
  });
}

/** Binds the same paging style for other lists, if their responses or declared parameters support it. */
async function bindSameStyle(state: InferenceState, paging: Paging): Promise<void> {
  const [caller] = state.callers;
  for (const operation of Object.keys(LIST_SLOTS) as ListOperationId[]) {
    // the table's own keys
    if (operation === LIST || caller === undefined) continue;
    const declared = state.document.listQueryParameters(operation);
    if ('at' in paging) {
      const adapted = adaptPlace(paging, (await readSample(state, caller, operation))?.json);
      const isDeclared = paging.style === 'next-url' || declared.includes(paging.parameter);
      if (adapted !== undefined || isDeclared)
        bindNextPage(state, operation, { value: adapted ?? paging, evidence: SAME_STYLE });
      continue;
    }
    const fits = paging.style === 'link' || (paging.style !== 'none' && declared.includes(paging.parameter));
    if (fits) bindNextPage(state, operation, { value: paging, evidence: SAME_STYLE });
  }
}

/** Returns the paging style with the place of the cursor or URL in the body of another list; `undefined` without one. */
function adaptPlace<Style extends Extract<Paging, { readonly at: ValuePointer }>>(
  paging: Style,
  json: unknown,
): Style | undefined {
  if (json === undefined) return undefined;
  if (findValue(json, paging.at) !== undefined) return paging;
  const end = paging.at.split('/').slice(-2).join('/');
  const at = listAllPointers(json).find((pointer) => pointer.endsWith(`/${end}`));
  return at === undefined ? undefined : { ...paging, at };
}

async function readSample(
  state: InferenceState,
  caller: Caller,
  operation: ListOperationId,
): Promise<Exchange | undefined> {
  return /Terminal(Transactions|Commands)$/.test(operation) ? undefined : state.read(caller, operation);
}

const bindNextPage = (
  state: InferenceState,
  operation: ListOperationId,
  { value, evidence }: { readonly value: Paging; readonly evidence: BindingEvidence },
): void =>
  state.bind(LIST_SLOTS[operation].nextPage, {
    value,
    confidence: operation === LIST ? 'certain' : 'likely',
    evidence: [evidence],
  });
