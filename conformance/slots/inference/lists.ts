import type { Exchange } from '../../http/client.ts';
import { findValues, toSegment, type ValuePointer } from '../../reading/pointers.ts';
import { type Concept, express, scoreLikeness, splitWords } from '../../reading/words/synonyms.ts';
import { LIST_SLOTS, type ListOperationId } from '../slots.ts';
import { type ColumnCriteria, chooseColumn, type EvidenceByPointer } from './columns/choose-column.ts';
import { type Column, containsInstants, containsScalars, hasUniqueValues, isInEverySample } from './columns/columns.ts';
import { createEvidence, type InferenceState } from './columns/inference-state.ts';
import { findRowMember } from './columns/logical-path.ts';

const DEEPEST = 6;
const ENVELOPES = /^(data|items|rows|results|records|content|entries|list|values?|edges|nodes|hits|entry)$/i;

/** Returns the places of possible rows in a body, the outermost first: arrays of objects, and objects of similar objects. */
export function listRowPlaces(body: unknown, thing?: Concept): ValuePointer[] {
  const places: { readonly pointer: ValuePointer; readonly rank: number }[] = [];
  visit(body, '', 0);
  return places.sort((a, b) => a.rank - b.rank).map(({ pointer }) => pointer);

  function visit(value: unknown, pointer: ValuePointer, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
    const name = pointer.split('/').at(-1) ?? '';
    const isOfThing = thing !== undefined && express(splitWords(pointer.replaceAll('*', '')), thing);
    const preference = (ENVELOPES.test(name) ? -0.5 : 0) - (isOfThing ? 1.2 : 0);
    if (Array.isArray(value)) {
      const holdsObjects = value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
      if (holdsObjects)
        places.push({ pointer: `${pointer}/*`, rank: depth + preference + (value.length > 0 ? 0 : 0.25) });
      return;
    }
    if (isKeyed(value)) places.push({ pointer: `${pointer}/*`, rank: depth + 0.4 });
    for (const [member, one] of Object.entries(value)) {
      if (!isListOfLinks(member, one) && !isListOfProblems(member, one))
        visit(one, pointer + toSegment(member), depth + 1);
    }
  }
}

/** Whether a member contains links to other responses: `links`, or a list of objects with a relation. */
const isListOfLinks = (name: string, value: unknown): boolean =>
  /^_links$|^links$/.test(name) ||
  (/^links?$/i.test(name) &&
    Array.isArray(value) &&
    value.every((one) => /^rel/.test(Object.keys(Object(one))[0] ?? '')));

/** Whether a member is an empty list of errors or warnings: part of an envelope. */
const isListOfProblems = (name: string, value: unknown): boolean =>
  /^(errors?|errs?_?(list|lst)?|warnings?|messages?|notices?|problems?|violations?)$/i.test(name) &&
  Array.isArray(value) &&
  value.length === 0;

/** Whether the members of an object have the same structure, so that the member names are ids. */
function isKeyed(value: object): boolean {
  const members = Object.values(value);
  const kinds = members.map((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.keys(one).sort().join() : '',
  );
  return members.length > 1 && new Set(kinds).size === 1 && (kinds[0]?.split(',').length ?? 0) > 1;
}

/** The responses of a list. */
interface ListAnswers {
  readonly answers: readonly Exchange[];
  /** A response to a request with a limit. */
  readonly cut?: { readonly answer: Exchange; readonly limit: number } | undefined;
}

/** Binds the rows of a list, from its responses. */
export function bindRows(state: InferenceState, operation: ListOperationId, { answers, cut }: ListAnswers): void {
  const slot = LIST_SLOTS[operation].rows;
  const [first] = answers;
  if (first === undefined) return;
  const [most = first] = findLargest(answers);
  const places = listRowPlaces(most.json, ROW_CONCEPTS[operation]).map(
    (place): ValuePointer => place + findRowContents(findValues(most.json, place)),
  );
  const declared = state.document.describeResponse(operation);
  const cutPlace =
    cut && places.find((place) => countRows(cut.answer, place) === cut.limit && countRows(most, place) > cut.limit);
  const place = cutPlace ?? places[0];
  if (place === undefined) return;
  const only = places.length === 1 || /^\/\*/.test(place);
  const byLimit = {
    source: 'experiment',
    observation: 'a limit makes it shorter',
    assumedRules: ['transactions.limit'],
  } as const;
  const isFirst = place === places[0]; // otherwise the limit is the only evidence
  state.bind(slot, {
    value: place,
    confidence: isFirst && (cutPlace !== undefined || only) ? 'certain' : 'likely',
    evidence: [
      ...(isFirst ? [createEvidence('shape', only ? ONLY : 'it is the outermost array of objects')] : []),
      ...(isFirst && declared.has(place)
        ? [createEvidence('document', 'the published document declares an array there')]
        : []),
      ...(cutPlace === undefined ? [] : [byLimit]),
    ],
  });
}

const ONLY = 'it is the only array of objects in the response';

const countRows = ({ json }: Exchange, rows: ValuePointer): number => findValues(json, rows).length;

/** Returns the place of the contents in each row: `/node` in `edges` of GraphQL, or the row itself. */
function findRowContents(rows: readonly unknown[]): ValuePointer {
  let pointer: ValuePointer = '';
  for (let depth = 0; depth < 2 && rows.length > 0; depth += 1) {
    const name = findRowMember(rows.flatMap((row) => findValues(row, pointer)));
    if (name === undefined) break;
    pointer += toSegment(name);
  }
  return pointer;
}

/** The subject of the rows of each list. */
const ROW_CONCEPTS: Readonly<Record<ListOperationId, Concept>> = {
  listTransactions: 'transaction',
  listTerminalTransactions: 'transaction',
  listSettlements: 'settlement',
  listDisputes: 'dispute',
  listLocations: 'location',
  listConnectors: 'connector',
  listTerminalGroups: 'group',
  listTerminalCommands: 'command',
};

const THINGS: readonly Concept[] = ['transaction', 'terminal', 'group', 'connector', 'parent'];

/** Returns the criteria for the id of a thing: named by the thing and "id", by "id", or by the thing. */
const createIdCriteria = (thing: Concept): ColumnCriteria => ({
  names: [[thing, 'id'], ['id'], [thing]],
  excludedConcepts: THINGS.filter((other) => other !== thing),
  fits: (column) =>
    containsScalars(column) &&
    isInEverySample(column) &&
    hasUniqueValues(column) &&
    column.values.length > 0 &&
    !column.isOfValueObject &&
    !containsInstants(column),
});

/** Names of things for people. */
const LABELS = /^(name|title|label|caption|description|text|bezeichnung|nom|nombre|nome|naam)$/;
const IDS = /^(id|uuid|guid|identifier|oid)$/;

/** Returns the columns with an unambiguous name for an id, if any, and otherwise those that are no labels, or else all. */
function preferIds(columns: readonly Column[], { fits, excludedConcepts = [] }: ColumnCriteria): readonly Column[] {
  const fitting = columns.filter(
    (column) => fits(column) && !excludedConcepts.some((concept) => express(column.nameWords, concept)),
  );
  const ends = (column: Column, words: RegExp) => words.test(splitWords(column.path.at(-1) ?? '').at(-1) ?? '');
  const ids = fitting.filter((column) => ends(column, IDS));
  if (ids.length > 0) return ids;
  const others = fitting.filter((column) => !ends(column, LABELS));
  return others.length > 0 ? others : fitting;
}

/** The columns of the rows of a list, and the evidence from requests with ids. */
interface IdColumns {
  readonly columns: readonly Column[];
  readonly evidenceByPointer?: EvidenceByPointer | undefined;
}

/** Binds the id of the rows of a list. */
export function bindId(
  state: InferenceState,
  operation: ListOperationId,
  { columns, evidenceByPointer }: IdColumns,
): void {
  const criteria = createIdCriteria(ROW_CONCEPTS[operation]);
  const depth = ({ path }: Column) => path.length;
  // "/group/code" is the id of a group; "/ach/batchNumber" is only a number of a batch
  const isJustId = ({ path }: Column) => scoreLikeness(splitWords(path.at(-1) ?? ''), ['id']) === 1;
  const shallow = chooseColumn(
    preferIds(
      columns.filter((column) => depth(column) === 1),
      criteria,
    ),
    criteria,
    evidenceByPointer,
  );
  state.bind(
    LIST_SLOTS[operation].id,
    shallow ??
      chooseColumn(
        columns.filter((column) => depth(column) === 2 && isJustId(column)),
        criteria,
        evidenceByPointer,
      ),
  );
}

/** Returns the largest response. Ids are unique within one response, but two keys may see different versions of a row. */
export const findLargest = (answers: readonly Exchange[]): Exchange[] =>
  answers.reduce<Exchange[]>(
    ([most], next) => (most === undefined || next.bytes.length > most.bytes.length ? [next] : [most]),
    [],
  );
