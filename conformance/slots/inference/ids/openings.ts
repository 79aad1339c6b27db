import type { OperationId } from '../../../../spec/index.ts';
import type { Caller, Exchange } from '../../../http/client.ts';
import { makeUpId } from '../../../reading/made-up-id.ts';
import { isTimeText } from '../../../reading/values/instants.ts';
import type { InferenceState } from '../columns/inference-state.ts';
import { type IdColumn, listLeaves } from './leaves.ts';

/** An operation with one id in its path. */
export interface ItemOperation {
  readonly operation: OperationId;
  readonly parameter: 'terminal_id' | 'transaction_id' | 'connector_id';
}

const SHORT_NUMBER = /^\d{1,4}$/;

/** Returns an id that looks like those of `column` and that no response contained; short numbers become long. */
export function inventId({ texts }: IdColumn, seen: ReadonlySet<string>): string | undefined {
  const [first = ''] = texts;
  if (texts.every((text) => SHORT_NUMBER.test(text)))
    return seen.has(`9047${first}8135`) ? undefined : `9047${first}8135`;
  const sample = texts.slice(0, 100);
  for (const seed of [1, 2, 3]) {
    const id = makeUpId(sample, seed);
    if (id !== undefined && !seen.has(id)) return id;
  }
  return lengthen(first, seen);
}

/** Repeats the last letter or digit of an id until no response contains it: all ids of its length may exist. */
function lengthen(id: string, seen: ReadonlySet<string>): string | undefined {
  const last = [...id].findLast((character) => /[\p{L}\p{N}]/u.test(character));
  if (last === undefined) return undefined;
  let longer = id + last.repeat(3);
  while (seen.has(longer)) longer += last;
  return longer;
}

/** Returns the texts of a response that do not repeat an id, without times and single characters. */
function listContents(answer: Exchange, id: string): Set<string> {
  const texts = listLeaves(answer.json).map(({ text }) => text);
  return new Set(texts.filter((text) => text.length > 1 && !text.includes(id) && !isTimeText(text)));
}

const listPlaces = (answer: Exchange): string =>
  [...new Set(listLeaves(answer.json).map(({ pointer }) => pointer))].sort().join('\n');

/**
 * Whether the response for an id has contents that the response for an invented one lacks. A refusal may be a success without
 * contents, or one with an error in its body.
 */
function hasOwnContents(
  answer: Exchange,
  id: string,
  blank: { readonly answer: Exchange; readonly id: string },
): boolean {
  if (listPlaces(answer) !== listPlaces(blank.answer) && listContents(answer, id).size > 0) return true;
  const others = listContents(blank.answer, blank.id);
  return [...listContents(answer, id)].filter((text) => !others.has(text)).length >= 2;
}

/** Whether a value opens an operation for a caller, and an invented one does not. */
export async function opens(
  state: InferenceState,
  caller: Caller,
  { operation, parameter, id, invented }: ItemOperation & { readonly id: string; readonly invented: string },
): Promise<boolean> {
  const answer = await state.read(caller, operation, { [parameter]: id });
  if (answer === undefined) return false;
  const blank = await state.read(caller, operation, { [parameter]: invented });
  return blank === undefined || hasOwnContents(answer, id, { answer: blank, id: invented });
}
