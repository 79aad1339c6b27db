import { rememberRecent } from '../../base/caches/remember-recent.ts';
import type { Exchange } from '../http/client.ts';
import { getLastSegment } from './pointers.ts';
import { isUnmistakable } from './refusal.ts';

/**
 * The location of an id in responses of one operation: in JSON its path, with `*` for every element of an array; in other
 * text the preceding word.
 */
type Place = string;

/** Whether the name of a member states that its values are ids: there, ids may have the form of amounts, such as `100.00`. */
export const isNamedAsId = (place: Place): boolean => /(^|[a-z/_-])id$/i.test(place);

interface Placed {
  readonly place: Place;
  readonly text: string;
}

/**
 * Returns the places where a response contains some of `ids`. Only there a short number counts as an id, because elsewhere it
 * may be anything. In JSON, all values at such a place must be ids.
 */
export function findIdPlaces(exchange: Exchange, ids: ReadonlySet<string>): ReadonlySet<Place> {
  const isStrict = exchange.json !== undefined;
  const isId = (text: string): boolean => ids.has(text);
  return new Set(
    [...readPlaces(exchange)].flatMap(([place, texts]) =>
      (isStrict ? texts.every(isId) : texts.some(isId)) ? [place] : [],
    ),
  );
}

const FEWEST_AT_A_PLACE = 3;

/**
 * Returns the places that contain only `ids`, and at least three different ones, over several responses in JSON. Each caller whose
 * responses have the place must find an id of its scope there: a count may be equal to the short id of another key.
 */
export function findCommonIdPlaces(
  exchanges: readonly Exchange[],
  ids: ReadonlySet<string>,
  listOwn: (caller: string) => ReadonlySet<string>,
): ReadonlySet<Place> {
  const byCaller = Map.groupBy(exchanges, ({ request }) => request.caller);
  const places = [...byCaller].map(([caller, own]) => findPlacesWith(own, listOwn(caller)));
  const common = findPlacesOfOwnIds(exchanges, () => ids);
  return new Set([...common].filter((place) => places.every(({ all, own }) => !all.has(place) || own.has(place))));
}

/** Returns all places of some responses, and those that contain at least one of `ids`. */
function findPlacesWith(
  exchanges: readonly Exchange[],
  ids: ReadonlySet<string>,
): { readonly all: ReadonlySet<Place>; readonly own: ReadonlySet<Place> } {
  const placed = exchanges.flatMap((exchange) => [...readPlaces(exchange)]);
  return {
    all: new Set(placed.map(([place]) => place)),
    own: new Set(placed.flatMap(([place, texts]) => (texts.some((text) => ids.has(text)) ? [place] : []))),
  };
}

/** Returns the places of some responses that contain at least one of `ids`. */
export const findPlacesWithAny = (exchanges: readonly Exchange[], ids: ReadonlySet<string>): ReadonlySet<Place> =>
  findPlacesWith(exchanges, ids).own;

/** Returns the places that contain, in each response, only the ids that it may contain, and at least three different ones in all. */
export function findPlacesOfOwnIds(
  exchanges: readonly Exchange[],
  getIds: (exchange: Exchange) => ReadonlySet<string>,
): ReadonlySet<Place> {
  const known = new Map<Place, Set<string>>();
  const others = new Set<Place>();
  for (const exchange of exchanges) {
    const ids = getIds(exchange);
    for (const [place, texts] of readPlaces(exchange)) {
      if (others.has(place)) continue;
      if (!texts.every((text) => ids.has(text))) {
        others.add(place);
        continue;
      }
      const ofPlace = known.get(place) ?? new Set();
      for (const text of texts) ofPlace.add(text);
      known.set(place, ofPlace);
    }
  }
  return new Set(
    [...known].flatMap(([place, texts]) => (texts.size >= FEWEST_AT_A_PLACE && !others.has(place) ? [place] : [])),
  );
}

/** Returns the `ids` that a part of a JSON body contains: long ids anywhere, short numbers only at `places` of the whole body. */
export function findIdsInPart(part: unknown, ids: ReadonlySet<string>, places: ReadonlySet<Place>): string[] {
  const found: Placed[] = [];
  collectPlaced(part, '', found);
  const isAtPlace = (within: Place) => [...places].some((place) => place.endsWith(within));
  return found.flatMap(({ text, place }) =>
    ids.has(text) && (isUnmistakable(text) || isAtPlace(place)) ? [text] : [],
  );
}

/** Returns the `ids` that a response contains: long ids anywhere, short numbers only at `places`. */
export function findShownIds(exchange: Exchange, ids: ReadonlySet<string>, places: ReadonlySet<Place>): string[] {
  const shown = [...readPlaces(exchange)].flatMap(([place, texts]) =>
    texts.filter((text) => ids.has(text) && (places.has(place) || isUnmistakable(text))),
  );
  return [...new Set(shown)];
}

/** The number of values to keep of the responses that were searched last: the same responses are searched for each probe. */
const KEPT_VALUES = 200_000;

/** Returns the different values of a response by their places. */
const readPlaces = rememberRecent(
  (exchange: Exchange): ReadonlyMap<Place, readonly string[]> => {
    const byPlace = new Map<Place, Set<string>>();
    for (const { place, text } of listPlaced(exchange)) {
      const texts = byPlace.get(place);
      if (texts === undefined) byPlace.set(place, new Set([text]));
      else texts.add(text);
    }
    return new Map([...byPlace].map(([place, texts]) => [place, [...texts]]));
  },
  {
    most: KEPT_VALUES,
    measure: (places) => [...places.values()].reduce((sum, { length }) => sum + length, 1),
  },
);

/** Returns every scalar value of a body with its place. */
function listPlaced(exchange: Exchange): Placed[] {
  const found: Placed[] = [];
  if (exchange.json !== undefined) {
    collectPlaced(exchange.json, '', found);
    return found;
  }
  const words = exchange.text.split(/[^\w.:-]+/).filter((word) => word !== '');
  return words.map((text, index) => ({ place: words[index - 1] ?? '', text }));
}

function collectPlaced(value: unknown, place: Place, into: Placed[]): void {
  if (typeof value === 'string') {
    into.push({ place, text: value });
    if (value.includes('/')) into.push({ place: `${place}/$`, text: getLastSegment(value) });
  } else if (typeof value === 'number') {
    into.push({ place, text: String(value) });
  } else if (Array.isArray(value)) {
    for (const one of value) collectPlaced(one, `${place}/*`, into);
  } else if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value);
    // an object may have ids as names
    const isMap = members.length > 0 && members.every(([, one]) => typeof one === 'object' && one !== null);
    for (const [name, one] of members) {
      const isId = isMap && /\d/.test(name);
      if (isId) into.push({ place: `${place}/@`, text: name });
      collectPlaced(one, isId ? `${place}/*` : `${place}/${name}`, into);
    }
  }
}
