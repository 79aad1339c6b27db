import type { OperationId } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Caller, type Exchange, isSuccess } from '../../http/client.ts';
import { orderByVariety } from '../../reading/matching-rows.ts';
import { listStates } from '../../reading/states.ts';
import { HALF } from '../../reading/verdicts/sampling.ts';
import { fail, forEachTestable, notApplicable, pass, type Verdict } from '../../reading/verdicts/verdict.ts';
import { type DescribedMembers, readDocument } from '../../slots/inference/columns/document.ts';
import { ITEM_SOURCES, type ItemSource, type SourceRow } from './item-rows.ts';

/** A list and the read of one item. Both show the state of the item. */
interface Compared {
  readonly operation: OperationId;
  readonly parameter: 'terminal_id' | 'connector_id';
  readonly source: ItemSource;
  /** The operation whose response contains the rows. */
  readonly list: OperationId;
  /** The number of items to read: as many as the check of single items. */
  readonly most: number;
}

const COMPARED: readonly Compared[] = [
  {
    operation: 'getConnectorStatus',
    parameter: 'connector_id',
    source: ITEM_SOURCES.connectors,
    list: 'listConnectors',
    most: 3,
  },
  {
    operation: 'getTerminalStatus',
    parameter: 'terminal_id',
    source: ITEM_SOURCES.terminals,
    list: 'getPortal',
    most: 4,
  },
];

/** A vocabulary of two words, such as active and inactive, may belong to two different matters. */
const FEWEST_STATES = 3;

export const statesAgree = check({
  id: 'terminals/status-agrees-with-the-lists',
  title: 'The status of a connector or a terminal is the one that the list or the portal shows, in the same words',
  clause: 'terminals.status',
  covers: ['connectors.status'],
  level: 'should', // the portal is a snapshot, and lists may be kept for a while
  needs: ['reader', 'anonymous', 'bindings', 'sampling'],
  keys: { quick: 1, standard: HALF },
  run: ({ reader, anonymous, bindings, sampling }) =>
    forEachTestable(
      COMPARED,
      ({ operation }) => operation,
      async ({ operation, parameter, source, list, most }): Promise<Verdict> => {
        const readRows = () => source({ reader, bindings });
        const { rows, exchange } = await readRows();
        const declared = await describe(anonymous, operation);
        const vocabularies = listVocabularies(await describe(anonymous, list));
        if (![...declared.values()].some(({ values }) => values.length >= FEWEST_STATES))
          return notApplicable('the public document lists no states of the item');
        // the other checks of single items read the item of the survey too
        const known = reader.sees.reads.get(operation)?.[parameter];
        const ids = [
          ...new Set([...(known === undefined ? [] : [String(known)]), ...orderByVariety(rows).map(({ id }) => id)]),
        ];
        const items: Exchange[] = [];
        for (const id of ids.slice(0, sampling.depth === 'quick' ? 1 : most)) {
          const item = await reader.get(operation, { [parameter]: id });
          if (isSuccess(item)) items.push(item);
        }
        const pairs = items.flatMap((item) => {
          const row = rows.find(({ id }) => id === String(item.parameters[parameter]));
          return row === undefined ? [] : comparePair(item, row, { rows, declared, vocabularies });
        });
        const [agreeing, others] = [pairs.filter(isEqual), pairs.filter((pair) => !isEqual(pair))];
        const [first] = agreeing;
        const mostDiffer = agreeing.length <= new Set(others.map(({ item }) => item)).size;
        if (first === undefined || (mostDiffer && !showOneState(pairs)))
          return notApplicable('the list and the reads of items do not show states in the same words', exchange);
        for (const { item, row, name } of others) {
          // the state may have changed between the two reads
          const again = await reader.get(operation, item.parameters, { isFresh: true });
          const current = (await readRows()).rows.find(({ id }) => id === row.id);
          if (current === undefined || !isSuccess(again)) continue;
          const pair = comparePair(again, current, { rows, declared, vocabularies }).find((one) => one.name === name);
          if (pair === undefined || isEqual(pair)) continue;
          return fail(
            { expected: `${pair.listed} for ${row.id}, as in the list`, actual: again, saw: pair.shown },
            exchange,
          );
        }
        return pass(first.item, exchange);
      },
    ),
});

/** A state of one item as the list and as the read of the item show it. */
interface Pair {
  readonly item: Exchange;
  readonly row: SourceRow;
  readonly name: string;
  readonly listed: string;
  readonly shown: string;
}

/** Whether the reads of items show one and the same state, and the list shows at least three. */
const showOneState = (pairs: readonly Pair[]): boolean =>
  [...Map.groupBy(pairs, ({ name }) => name).values()].some(
    (ofName) =>
      new Set(ofName.map(({ shown }) => shown)).size === 1 &&
      new Set(ofName.map(({ listed }) => listed)).size >= FEWEST_STATES,
  );

const isEqual = ({ listed, shown }: Pair): boolean => listed === shown;

/** Compares members of the same name, if the document declares the same words for both, or for the item all words of the list. */
function comparePair(item: Exchange, row: SourceRow, { rows, declared, vocabularies }: Vocabulary): Pair[] {
  const shown = listStates(item.json);
  return [...listStates(row.value)].flatMap(([name, { text: listed }]): Pair[] => {
    const state = shown.get(name);
    if (state === undefined) return [];
    const words = new Set(declared.get(state.pointer)?.values);
    const used = new Set(rows.flatMap(({ value }) => listStates(value).get(name)?.text ?? []));
    const isDeclared = words.size >= FEWEST_STATES && vocabularies.has(toVocabulary(name, words));
    const isShared = (isDeclared || used.size >= FEWEST_STATES) && [...used].every((word) => words.has(word));
    return isShared ? [{ item, row, name, listed, shown: state.text }] : [];
  });
}

interface Vocabulary {
  readonly rows: readonly SourceRow[];
  readonly declared: DescribedMembers;
  /** The members of the list with their declared values, as `toVocabulary` writes them. */
  readonly vocabularies: ReadonlySet<string>;
}

const toVocabulary = (name: string, words: Iterable<string>): string => JSON.stringify([name, [...words].sort()]);

const listVocabularies = (members: DescribedMembers): ReadonlySet<string> =>
  new Set([...members].map(([pointer, { values }]) => toVocabulary(pointer.split('/').at(-1) ?? '', values)));

async function describe(anonymous: Caller, operation: OperationId): Promise<DescribedMembers> {
  const document = await anonymous.get('getPublicOpenapi');
  return isSuccess(document) ? readDocument(document.json).describeResponse(operation) : new Map();
}
