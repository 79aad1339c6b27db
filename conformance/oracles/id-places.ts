import type { Exchange } from '../http/client.ts';
import { isUnmistakable } from './refusal.ts';

/**
 * A place at which answers of one kind name things by their ids: in JSON the way to the value, with `*` for every element
 * of an array; in other text the word before it.
 */
type Place = string;

interface Placed {
  readonly place: Place;
  readonly text: string;
}

/**
 * The places at which an answer names some of `ids`, of which some are short numbers: there a short number is an id, while
 * elsewhere it may be anything. In JSON all that stands there has to be an id.
 */
export function placesOfIds(exchange: Exchange, ids: ReadonlySet<string>): ReadonlySet<Place> {
  const isStrict = exchange.json !== undefined;
  const places = new Map<Place, boolean>();
  for (const { place, text } of placedIn(exchange)) {
    const isId = ids.has(text);
    places.set(place, isStrict ? isId && places.get(place) !== false : isId || places.get(place) === true);
  }
  return new Set([...places].flatMap(([place, namesIds]) => (namesIds ? [place] : [])));
}

/** Those of `ids` that an answer shows: long ones anywhere, short numbers only at `places`. */
export function idsShown(exchange: Exchange, ids: ReadonlySet<string>, places: ReadonlySet<Place>): string[] {
  const shown = placedIn(exchange).filter(
    ({ text, place }) => ids.has(text) && (isUnmistakable(text) || places.has(place)),
  );
  return [...new Set(shown.map(({ text }) => text))];
}

/** Every single value of a body with its place. */
function placedIn(exchange: Exchange): Placed[] {
  if (exchange.json !== undefined) return placedInJson(exchange.json, '');
  const words = exchange.text.split(/[^\w.:-]+/).filter((word) => word !== '');
  return words.map((text, index) => ({ place: words[index - 1] ?? '', text }));
}

function placedInJson(value: unknown, place: Place): Placed[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value === 'number') return [{ place, text: String(value) }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => placedInJson(one, `${place}/*`));
  return Object.entries(value).flatMap(([name, one]) => placedInJson(one, `${place}/${name}`));
}
