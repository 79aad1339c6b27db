import { type OperationId, operations } from '../../../spec/index.ts';
import { check } from '../../engine/check.ts';
import type { Principal } from '../../engine/survey/principals.ts';
import { formatNames } from '../../engine/survey/reading.ts';
import { fail, forEachTestable, pass, untestable } from '../../engine/verdicts/verdict.ts';
import { type Exchange, isSuccess } from '../../http/client.ts';
import { type HiddenName, listHiddenNames, listTiedObjects } from '../../oracles/hidden-names.ts';
import { findCommonIdPlaces, findShownIds } from '../../oracles/id-places.ts';
import { containsName, readRequestText, readWords } from '../../oracles/names/response-words.ts';
import { isUnmistakable } from '../../oracles/refusal.ts';
import { subtract } from '../../oracles/values/set-relations.ts';

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
      (reader) => {
        const hidden = listHiddenNames(reader, { readers, bindings, objects });
        if (hidden.length === 0) return untestable(`the other keys see nothing that is hidden from ${reader.name}`);
        const read = listOwnResponses(archive, reader);
        const placedIds = createPlacedIdSearch({ reader, readers, findPlaces });
        for (const exchange of read) {
          const shown = [...findShownNames(exchange, hidden), ...placedIds(exchange)].filter(
            ({ text }) => exchange.operation !== CATALOG || !isInEveryCatalog(text),
          );
          if (shown.length === 0) continue;
          const saw = formatNames(shown.map(({ text, meaning }) => `${text} (${meaning})`));
          const expected = `nothing outside the scope of ${reader.name}`;
          return fail(
            { expected, actual: exchange, saw },
            ...shown.flatMap(({ shownIn }) => shownIn ?? []).slice(0, 1),
          );
        }
        const [first, ...rest] = read;
        return first === undefined ? untestable(`${reader.name} has read nothing`) : pass(first, ...rest.slice(0, 2));
      },
    );
  },
});

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
  const byOperation = Map.groupBy(
    archive.filter((exchange) => isSuccess(exchange) && exchange.json !== undefined),
    ({ operation }) => operation,
  );
  const known = new Map<OperationId, ReadonlySet<string>>();
  return (operation) => {
    const places = known.get(operation) ?? findCommonIdPlaces(byOperation.get(operation) ?? [], all);
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
      .map((text) => ({ text, meaning: `the terminal ${text}`, shownIn: undefined }));
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

function findShownNames(exchange: Exchange, hidden: readonly HiddenName[]): HiddenName[] {
  const words = readWords(exchange);
  const shown = hidden.filter(({ text }) => containsName(words, text));
  if (shown.length === 0) return [];
  const requested = readRequestText(exchange);
  return shown.filter(({ text }) => !requested.includes(text));
}
