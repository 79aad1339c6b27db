import type { Caller, Exchange, Parameters } from '../../http/client.ts';
import { nextLinkOf, parametersAfter } from '../../oracles/paging.ts';
import { heldAt, type Pointer, valueAt } from '../../oracles/pointers.ts';
import { LIST_SLOTS, type ListOperationId, type Paging } from '../slots.ts';
import { columnsOf } from './columns.ts';
import { type Look, reason } from './look.ts';
import { wordsOf } from './words.ts';

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
const PAGE_PARAMETERS = ['page', 'page_number', 'pageNumber'];
const OFFSET_PARAMETERS = ['offset', 'skip', 'start'];

/** Binds the paging style, by requesting the second page: its rows must differ from the first. */
export async function findPaging(look: Look): Promise<void> {
  const [caller] = look.callers;
  const rows = look.found('transactions.rows');
  const first = caller && (await look.read(caller, LIST, { limit: 2 }));
  if (caller === undefined || rows === undefined || first === undefined || heldAt(first.json, rows).length < 2) return;
  for (const paging of candidates(look, first, rows)) {
    if (!(await leadsOn(look, caller, first, rows, paging))) continue;
    note(look, LIST, paging, 'the second page was read this way');
    return noteElsewhere(look, paging);
  }
}

/**
 * Corrects the largest limit. A target may return fewer rows than the limit, and more rows on the next page: then the number
 * of returned rows is the largest limit.
 */
export async function settleWidestLimit(look: Look): Promise<void> {
  const [caller] = look.callers;
  const [limit, rows, paging] = [
    look.found('transactions.widest_limit'),
    look.found('transactions.rows'),
    look.found('transactions.next_page'),
  ];
  if (caller === undefined || limit === undefined || rows === undefined || paging === undefined) return;
  const answer = await look.read(caller, LIST, { limit });
  const given = answer === undefined ? [] : heldAt(answer.json, rows);
  if (answer === undefined || given.length === 0 || given.length >= limit) return;
  if (!(await leadsOn(look, caller, answer, rows, paging))) return;
  look.note('transactions.widest_limit', {
    value: given.length,
    confidence: 'certain',
    support: [
      reason('experiment', `a request with the limit ${limit} returned ${given.length} rows, and the next page more`),
    ],
  });
}

async function leadsOn(look: Look, caller: Caller, first: Exchange, rows: Pointer, paging: Paging): Promise<boolean> {
  const page = { exchange: first, rows: heldAt(first.json, rows) };
  const parameters: Parameters | undefined = parametersAfter(page, page, paging);
  const next = parameters && (await look.read(caller, LIST, parameters));
  if (next === undefined) return false;
  const known = new Set(page.rows.map(({ value }) => JSON.stringify(value)));
  const held = heldAt(next.json, rows);
  return held.length > 0 && held.every(({ value }) => !known.has(JSON.stringify(value)));
}

function* candidates(look: Look, first: Exchange, rows: Pointer): Generator<Paging> {
  if (nextLinkOf(first) !== undefined) yield { style: 'link' };
  const declared = look.document.parametersOf(LIST);
  const outside = columnsWithLinks(first.json).filter((pointer) => !pointer.startsWith(rows) && !pointer.includes('*'));
  for (const at of outside) {
    const value = valueAt(first.json, at);
    if (typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value) && /next/i.test(at))
      yield { style: 'next-url', at };
  }
  const cursors = outside.filter(
    (at) => lastWord(at).some((word) => CURSOR.test(word)) && isToken(valueAt(first.json, at)),
  );
  for (const at of cursors) {
    for (const parameter of preferred(declared, CURSOR_PARAMETERS)) yield { style: 'cursor', at, parameter };
  }
  for (const parameter of declared.filter((name) => PAGE_PARAMETERS.includes(name))) {
    yield { style: 'page', parameter, first: 1 };
    yield { style: 'page', parameter, first: 0 };
  }
  for (const parameter of declared.filter((name) => OFFSET_PARAMETERS.includes(name)))
    yield { style: 'offset', parameter };
  if (declared.length > 0) return;
  yield { style: 'page', parameter: 'page', first: 1 };
  yield { style: 'offset', parameter: 'offset' };
}

const preferred = (declared: readonly string[], usual: readonly string[]): string[] => {
  const known = usual.filter((name) => declared.includes(name));
  return known.length > 0 ? known : [...usual];
};

const isToken = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
const lastWord = (pointer: Pointer): string[] => wordsOf(pointer.split('/').at(-1) ?? '');

/** Returns all pointers of a body, including those below links, which `columnsOf` ignores. */
function columnsWithLinks(json: unknown): Pointer[] {
  const inLinks = (['/_links', '/links'] as const).flatMap((at) =>
    columnsOf([valueAt(json, at)], new Map()).map(({ pointer }) => at + pointer),
  );
  return [...inLinks, ...columnsOf([json], new Map()).map(({ pointer }) => pointer)];
}

/** Binds the same paging style for other lists, if their responses or declared parameters support it. */
async function noteElsewhere(look: Look, paging: Paging): Promise<void> {
  const [caller] = look.callers;
  for (const operation of Object.keys(LIST_SLOTS) as ListOperationId[]) {
    // the table's own keys
    if (operation === LIST || caller === undefined) continue;
    const declared = look.document.parametersOf(operation);
    const fits =
      paging.style === 'link' ||
      paging.style === 'next-url' ||
      (paging.style !== 'none' && declared.includes(paging.parameter)) ||
      (paging.style === 'cursor' && valueAt((await sampleOf(look, caller, operation))?.json, paging.at) !== undefined);
    if (fits) note(look, operation, paging, 'the list of transactions uses this paging style');
  }
}

async function sampleOf(look: Look, caller: Caller, operation: ListOperationId): Promise<Exchange | undefined> {
  return /Terminal(Transactions|Commands)$/.test(operation) ? undefined : look.read(caller, operation);
}

const note = (look: Look, operation: ListOperationId, value: Paging, evidence: string): void =>
  look.note(LIST_SLOTS[operation].nextPage, {
    value,
    confidence: operation === LIST ? 'certain' : 'likely',
    support: [reason(operation === LIST ? 'experiment' : 'shape', evidence)],
  });
