import type { Caller, Exchange, Parameters } from '../../http/client.ts';
import { findNextLink, getParametersAfter } from '../../oracles/paging.ts';
import { findEntries, findValue, type ValuePointer } from '../../oracles/pointers.ts';
import { LIST_SLOTS, type ListOperationId, type Paging } from '../slots.ts';
import { collectColumns } from './columns.ts';
import { createEvidence, type InferenceState } from './inference-state.ts';
import { splitWords } from './synonyms.ts';

const LIST = 'listTransactions';
const CURSOR = /^(next|cursor|after|token|continuation|page|marker|start)$/;
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
const OFFSET_WORDS = /^(offset|skip|start|from|row|index|record)$/;

/** Binds the paging style, by requesting the second page: its rows must differ from the first. */
export async function bindPaging(state: InferenceState): Promise<void> {
  const [caller] = state.callers;
  const rows = state.getValue('transactions.rows');
  const first = caller && (await state.read(caller, LIST, { limit: 2 }));
  if (caller === undefined || rows === undefined || first === undefined || findEntries(first.json, rows).length < 2)
    return;
  for (const paging of listCandidates(state, first, rows)) {
    if (!(await readsNextPage(state, { caller, first, rows }, paging))) continue;
    bindNextPage(state, LIST, paging);
    return bindOtherLists(state, paging);
  }
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
  if (!(await readsNextPage(state, { caller, first: answer, rows }, paging))) return;
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

/** The first page of the transactions, its caller, and the place of its rows. */
interface FirstPage {
  readonly caller: Caller;
  readonly first: Exchange;
  readonly rows: ValuePointer;
}

async function readsNextPage(
  state: InferenceState,
  { caller, first, rows }: FirstPage,
  paging: Paging,
): Promise<boolean> {
  const page = { exchange: first, rows: findEntries(first.json, rows) };
  const parameters: Parameters | undefined = getParametersAfter(page, page, paging);
  const next = parameters && (await state.read(caller, LIST, parameters));
  if (next === undefined) return false;
  const [before, after] = [page.rows, findEntries(next.json, rows)].map((entries) =>
    entries.map(({ value }) => JSON.stringify(value)),
  );
  if (after === undefined || before === undefined || after.length === 0) return false;
  // the target itself states where the next page is: rows that it repeats there are a fault, not another paging style
  if (paging.style === 'link' || paging.style === 'next-url') return after.join() !== before.join();
  const known = new Set(before);
  return after.every((row) => !known.has(row));
}

function* listCandidates(state: InferenceState, first: Exchange, rows: ValuePointer): Generator<Paging> {
  if (findNextLink(first) !== undefined) yield { style: 'link' };
  const declared = state.document.listQueryParameters(LIST);
  const outside = listAllPointers(first.json).filter((pointer) => !pointer.startsWith(rows) && !pointer.includes('*'));
  for (const at of outside) {
    const value = findValue(first.json, at);
    if (typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value) && /next/i.test(at))
      yield { style: 'next-url', at };
  }
  const cursors = outside.filter(
    (at) => splitLastSegment(at).some((word) => CURSOR.test(word)) && isToken(findValue(first.json, at)),
  );
  for (const at of cursors) {
    for (const parameter of filterDeclared(declared, CURSOR_PARAMETERS)) yield { style: 'cursor', at, parameter };
  }
  for (const parameter of declared.filter((name) => matchesWords(name, PAGE_WORDS, 'page'))) {
    yield { style: 'page', parameter, first: 1 };
    yield { style: 'page', parameter, first: 0 };
  }
  for (const parameter of declared.filter((name) => matchesWords(name, OFFSET_WORDS)))
    yield { style: 'offset', parameter };
  if (declared.length > 0) return;
  yield { style: 'page', parameter: 'page', first: 1 };
  yield { style: 'offset', parameter: 'offset' };
}

/** Whether a parameter name consists of these words, with at least the one that is required. */
const matchesWords = (name: string, words: RegExp, required?: string): boolean => {
  const found = splitWords(name);
  return (
    found.length > 0 && found.every((word) => words.test(word)) && (required === undefined || found.includes(required))
  );
};

const filterDeclared = (declared: readonly string[], usual: readonly string[]): string[] => {
  const known = usual.filter((name) => declared.includes(name));
  return known.length > 0 ? known : [...usual];
};

const isToken = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
const splitLastSegment = (pointer: ValuePointer): string[] => splitWords(pointer.split('/').at(-1) ?? '');

/** Returns all pointers of a body, including those below links, which `columnsOf` ignores. */
function listAllPointers(json: unknown): ValuePointer[] {
  const inLinks = (['/_links', '/links'] as const).flatMap((at) =>
    collectColumns([findValue(json, at)], new Map()).map(({ pointer }) => at + pointer),
  );
  return [...inLinks, ...collectColumns([json], new Map()).map(({ pointer }) => pointer)];
}

/** Binds the same paging style for other lists, if their responses or declared parameters support it. */
async function bindOtherLists(state: InferenceState, paging: Paging): Promise<void> {
  const [caller] = state.callers;
  for (const operation of Object.keys(LIST_SLOTS) as ListOperationId[]) {
    // the table's own keys
    if (operation === LIST || caller === undefined) continue;
    const declared = state.document.listQueryParameters(operation);
    const fits =
      paging.style === 'link' ||
      paging.style === 'next-url' ||
      (paging.style !== 'none' && declared.includes(paging.parameter)) ||
      (paging.style === 'cursor' &&
        findValue((await readSample(state, caller, operation))?.json, paging.at) !== undefined);
    if (fits) bindNextPage(state, operation, paging);
  }
}

async function readSample(
  state: InferenceState,
  caller: Caller,
  operation: ListOperationId,
): Promise<Exchange | undefined> {
  return /Terminal(Transactions|Commands)$/.test(operation) ? undefined : state.read(caller, operation);
}

const bindNextPage = (state: InferenceState, operation: ListOperationId, value: Paging): void =>
  state.bind(LIST_SLOTS[operation].nextPage, {
    value,
    confidence: operation === LIST ? 'certain' : 'likely',
    evidence: [
      operation === LIST
        ? createEvidence('experiment', 'the second page was read this way')
        : createEvidence('shape', 'the list of transactions uses this paging style'),
    ],
  });
