import type { Exchange } from '../../http/client.ts';
import { holderOf, type Pointer, segmentOf, valueAt } from '../../oracles/pointers.ts';
import { LIST_SLOTS, type ListOperationId } from '../slots.ts';
import { choose, type Shown, type Wanted } from './choosing.ts';
import { type Column, isEverywhere, isInstant, isScalar, isUnique } from './columns.ts';
import { type Look, reason } from './look.ts';
import { type Concept, likeness, wordsOf } from './words.ts';

const DEEPEST = 3;
const ENVELOPES = /^(data|items|rows|results|records|content|entries|list|values)$/i;

/** Returns the places of possible rows in a body, the outermost first: arrays of objects, and objects of similar objects. */
export function rowPlaces(body: unknown): Pointer[] {
  const places: { readonly pointer: Pointer; readonly rank: number }[] = [];
  visit(body, '', 0);
  return places.sort((a, b) => a.rank - b.rank).map(({ pointer }) => pointer);

  function visit(value: unknown, pointer: Pointer, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    const name = pointer.split('/').at(-1) ?? '';
    const preference = ENVELOPES.test(name) ? -0.5 : 0;
    if (Array.isArray(value)) {
      const holdsObjects = value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
      if (holdsObjects)
        places.push({ pointer: `${pointer}/*`, rank: depth + preference + (value.length > 0 ? 0 : 0.25) });
      return;
    }
    if (isKeyed(value)) places.push({ pointer: `${pointer}/*`, rank: depth + 0.4 });
    for (const [member, one] of Object.entries(value)) {
      if (!/^_?links$/.test(member)) visit(one, pointer + segmentOf(member), depth + 1);
    }
  }
}

/** Whether the members of an object have the same structure, so that the member names are ids. */
function isKeyed(value: object): boolean {
  const members = Object.values(value);
  const kinds = members.map((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.keys(one).sort().join() : '',
  );
  return members.length > 1 && new Set(kinds).size === 1 && (kinds[0]?.split(',').length ?? 0) > 1;
}

/** Binds the rows of a list, from its responses; `cut` is a response to a request with a limit. */
export function findRows(
  look: Look,
  operation: ListOperationId,
  answers: readonly Exchange[],
  cut?: { readonly answer: Exchange; readonly limit: number },
): void {
  const slot = LIST_SLOTS[operation].rows;
  const [first] = answers;
  if (first === undefined) return;
  const [most = first] = fullest(answers);
  const places = rowPlaces(most.json);
  const declared = look.document.answerOf(operation);
  const cutPlace =
    cut && places.find((place) => lengthAt(cut.answer, place) === cut.limit && lengthAt(most, place) > cut.limit);
  const place = cutPlace ?? places[0];
  if (place === undefined) return;
  const only = places.length === 1 || place === '/*';
  const byLimit = {
    from: 'experiment',
    evidence: 'a limit makes it shorter',
    restsOn: ['transactions.limit'],
  } as const;
  const isFirst = place === places[0]; // otherwise the limit is the only evidence
  look.note(slot, {
    value: place,
    confidence: isFirst && (cutPlace !== undefined || only) ? 'certain' : 'likely',
    support: [
      ...(isFirst ? [reason('shape', only ? ONLY : 'it is the outermost array of objects')] : []),
      ...(isFirst && declared.has(place) ? [reason('document', 'the published document declares an array there')] : []),
      ...(cutPlace === undefined ? [] : [byLimit]),
    ],
  });
}

const ONLY = 'it is the only array of objects in the response';

const lengthAt = ({ json }: Exchange, rows: Pointer): number =>
  Object.keys(Object(valueAt(json, holderOf(rows)))).length;

const THINGS: readonly Concept[] = ['transaction', 'terminal', 'group', 'connector', 'parent'];

/** Returns the criteria for the id of a thing: named by the thing and "id", by "id", or by the thing. */
const idOf = (thing: Concept): Wanted => ({
  called: [[thing, 'id'], ['id'], [thing]],
  not: THINGS.filter((other) => other !== thing),
  looks: (column) =>
    isScalar(column) && isEverywhere(column) && isUnique(column) && column.values.length > 0 && !isInstant(column),
});

/** Binds the id of the rows of a list; `shown` is the evidence from requests with ids. */
export function findId(
  look: Look,
  operation: ListOperationId,
  thing: Concept,
  columns: readonly Column[],
  shown: Shown = new Map(),
): void {
  const depth = ({ pointer }: Column) => pointer.split('/').length - 1;
  // "/group/code" is the id of a group; "/ach/batchNumber" is only a number of a batch
  const isJustId = ({ pointer }: Column) => likeness(wordsOf(pointer.split('/').at(-1) ?? ''), ['id']) === 1;
  const shallow = choose(
    columns.filter((column) => depth(column) === 1),
    idOf(thing),
    shown,
  );
  look.note(
    LIST_SLOTS[operation].id,
    shallow ??
      choose(
        columns.filter((column) => depth(column) === 2 && isJustId(column)),
        idOf(thing),
        shown,
      ),
  );
}

/** Returns the largest response. Ids are unique within one response, but two keys may see different versions of a row. */
export const fullest = (answers: readonly Exchange[]): Exchange[] =>
  answers.reduce<Exchange[]>(
    ([most], next) => (most === undefined || next.bytes.length > most.bytes.length ? [next] : [most]),
    [],
  );
