import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { findCommonIdPlaces, findShownIds } from '../../reading/id-places.ts';
import {
  containsName,
  listElements,
  listStrings,
  readRequestText,
  readWords,
} from '../../reading/names/response-words.ts';
import { isUnmistakable } from '../../reading/refusal.ts';
import { subtract } from '../../reading/values/set-relations.ts';
import { fail, forEachTestable, pass, untestable, type Verdict } from '../../reading/verdicts/verdict.ts';
import { accuseIfHidden, isDirectRead } from '../../relations/survey/denials.ts';
import {
  type HiddenName,
  listHiddenNames,
  listOwnTerminals,
  listTiedObjects,
} from '../../relations/survey/hidden-names.ts';
import type { Principal } from '../../relations/survey/principals.ts';
import { formatNames } from '../../slots/read-lists.ts';

/**
 * Searches all responses of the run to a key, except those of the public paths, so that a leak in any surface is found. A text
 * that the catalog shows to every key may be an example of the documentation.
 */
export const nothingReadNamesWhatIsHidden = check({
  id: 'scope/nothing-read-names-what-is-hidden',
  title: 'No response to a key names a terminal, or anything about terminals, outside its scope',
  clause: 'scope.response',
  level: 'must',
  needs: ['archive', 'readers', 'bindings'],
  run({ archive, readers, bindings }) {
    const findPlaces = createPlaceSearch({ readers, archive });
    const objects = listTiedObjects({ readers, archive, bindings });
    const isInEveryCatalog = createCatalogSearch(archive);
    return forEachTestable(
      readers,
      ({ name }) => name,
      async (reader): Promise<Verdict> => {
        const own = listOwnTerminals(reader, bindings);
        const hidden = listHiddenNames(reader, { readers, bindings, objects });
        const placedIds = createPlacedIdSearch({ reader, readers, findPlaces });
        const read = listOwnResponses(archive, reader);
        const expected = `nothing outside the scope of ${reader.name}`;
        let undecided: Verdict | undefined;
        let accusations = 0;
        const judged = new Set<string>();
        for (const exchange of read) {
          const shown = [...findShownNames(exchange, hidden, own), ...placedIds(exchange)].filter(
            ({ text }) =>
              !judged.has(`${exchange.operation} ${text}`) &&
              (exchange.operation !== CATALOG || !isInEveryCatalog(text)),
          );
          const [first] = shown;
          if (first?.owner === undefined || accusations >= MOST_ACCUSATIONS) continue;
          for (const { text } of shown) judged.add(`${exchange.operation} ${text}`);
          accusations += 1;
          const { owner } = first;
          const ofOwner = shown.filter((name) => name.owner?.name === owner.name);
          const saw = formatNames(ofOwner.map(({ text, meaning }) => `${text} (${meaning})`));
          const failure = fail(
            { expected, actual: exchange, saw },
            ...ofOwner.flatMap(({ shownIn }) => shownIn ?? []).slice(0, 1),
          );
          const terminals = new Set(ofOwner.flatMap((name) => name.terminals));
          const except = isDirectRead(exchange) ? exchange.operation : undefined;
          const verdict = await accuseIfHidden(
            { insider: owner, outsider: reader },
            {
              terminals,
              failure,
              except,
              isById: ofOwner.every(({ text }) => terminals.has(text)),
            },
          );
          if (verdict.kind === 'fail') return verdict;
          if (verdict.kind !== 'pass') undecided ??= verdict;
        }
        const [first, ...rest] = read;
        if (undecided !== undefined) return undecided;
        if (first === undefined) return untestable(`${reader.name} has read nothing`);
        return hidden.length === 0 && ![...listAllTerminals(readers)].some((one) => !own.has(one))
          ? untestable(`the other keys see nothing that is hidden from ${reader.name}`)
          : pass(first, ...rest.slice(0, 2));
      },
    );
  },
});

/** Responses that seem to show something foreign, and are compared with the reads by id. */
const MOST_ACCUSATIONS = 6;

const CATALOG = 'getIntegrationCatalog';

/** Returns whether the catalog names a text to every key that reads it. */
function createCatalogSearch(archive: readonly Exchange[]): (text: string) => boolean {
  const catalogs = archive.filter((exchange) => exchange.operation === CATALOG && isSuccess(exchange));
  const words = catalogs.map(readWords);
  return (text) => words.every((one) => containsName(one, text));
}

type PlaceSearch = (operation: OperationId) => ReadonlySet<string>;

const listAllTerminals = (readers: readonly Principal[]): ReadonlySet<string> =>
  new Set(readers.flatMap(({ sees }) => [...sees.terminals]));

/** Returns a search for the places that hold nothing but ids of terminals in all responses of an operation to all keys. */
function createPlaceSearch({ readers, archive }: Searched): PlaceSearch {
  const all = listAllTerminals(readers);
  const mentioned = new Map(readers.map(({ name, sees }) => [name, sees.mentioned]));
  const listOwn = (caller: string) => mentioned.get(caller) ?? new Set<string>();
  const byOperation = Map.groupBy(
    archive.filter((exchange) => isSuccess(exchange) && exchange.json !== undefined),
    ({ operation }) => operation,
  );
  const known = new Map<OperationId, ReadonlySet<string>>();
  return (operation) => {
    const places = known.get(operation) ?? findCommonIdPlaces(byOperation.get(operation) ?? [], all, listOwn);
    known.set(operation, places);
    return places;
  };
}

interface PlacedIdSearch {
  readonly reader: Principal;
  readonly readers: readonly Principal[];
  readonly findPlaces: PlaceSearch;
}

/**
 * Returns a search for hidden terminals with short numbers as ids. A short number may be anything, so that it counts only at places
 * that hold nothing but ids of terminals.
 */
function createPlacedIdSearch({ reader, readers, findPlaces }: PlacedIdSearch) {
  const hidden = new Set(
    [...subtract(listAllTerminals(readers), reader.sees.mentioned)].filter((id) => !isUnmistakable(id)),
  );
  return (exchange: Exchange): HiddenName[] => {
    if (hidden.size === 0 || exchange.json === undefined) return [];
    const requested = readRequestText(exchange);
    return findShownIds(exchange, hidden, findPlaces(exchange.operation))
      .filter((id) => !requested.includes(id))
      .map((text) => ({
        text,
        meaning: `the terminal ${text}`,
        owner: readers.find(({ sees }) => sees.terminals.has(text)),
        terminals: [text],
        shownIn: undefined,
        values: new Set<string>(),
      }));
  };
}

interface Searched {
  readonly archive: readonly Exchange[];
  readonly readers: readonly Principal[];
}

/** Returns the different responses that depend on the scope of this key. */
function listOwnResponses(archive: readonly Exchange[], { name }: Principal): Exchange[] {
  const bodies = new Set<string>();
  return archive.filter((exchange) => {
    const { request, operation, bytes } = exchange;
    if (request.caller !== name || bytes.length === 0) return false;
    if (operations[operation].isPublic) return false;
    const body = `${request.url}\n${exchange.text}`;
    if (bodies.has(body)) return false;
    bodies.add(body);
    return true;
  });
}

/** Returns the names that a response shows. Something beside a terminal of the key is about that one too. */
function findShownNames(exchange: Exchange, hidden: readonly HiddenName[], own: ReadonlySet<string>): HiddenName[] {
  const words = readWords(exchange);
  const shown = hidden.filter(({ text }) => containsName(words, text));
  if (shown.length === 0) return [];
  const requested = readRequestText(exchange);
  const elements = listElements(exchange).map(({ value }) => listStrings(value));
  const isBesideOwn = (text: string): boolean => {
    const holding = elements.filter((texts) => texts.includes(text));
    return holding.length > 0 && holding.every((texts) => texts.some((one) => own.has(one)));
  };
  // the thing of another tenant may have the same id, but not the same further values
  const isJoined = ({ text, values }: HiddenName): boolean =>
    elements.some((texts) => texts.includes(text) && texts.some((one) => values.has(one)));
  return shown.filter(
    (name) =>
      !requested.includes(name.text) &&
      (name.terminals.includes(name.text) || (isJoined(name) && !isBesideOwn(name.text))),
  );
}
