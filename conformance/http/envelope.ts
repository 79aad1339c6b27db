import type { OperationId } from '../../spec/index.ts';

/** A JSON pointer without array elements: `/hdr/traceNo`. */
type Place = string;

/**
 * The members that the responses to most operations have in common: a request id, a time, a status text. They describe the response
 * and are no data, so that a refusal may have the same values.
 */
export interface Envelope {
  /** Adds the body of a success; `undefined` if it is not JSON. Reads only the first ones of some operations. */
  add(operation: OperationId, readBody: () => unknown): void;
  /** The places of the common members; none before enough operations are known. */
  readonly places: ReadonlySet<Place>;
}

const FEWEST_OPERATIONS = 4;
/** The share of the operations that have a common member: the public document has none. */
const MOST = 0.75;
const MOST_OPERATIONS = 12;
const DEEPEST = 4;
const MOST_PLACES = 500;

export function createEnvelope(): Envelope {
  const known = new Set<OperationId>();
  const counts = new Map<Place, number>();
  let common: ReadonlySet<Place> = new Set();
  return {
    add(operation, readBody) {
      if (known.has(operation) || known.size >= MOST_OPERATIONS) return;
      const body = readBody();
      if (body === undefined) return;
      known.add(operation);
      const places = new Set<Place>();
      collectPlaces(body, '', places);
      for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
      const fewest = Math.max(FEWEST_OPERATIONS, known.size * MOST);
      common = new Set([...counts].flatMap(([place, count]) => (count >= fewest ? [place] : [])));
    },
    get places() {
      return common;
    },
  };
}

/** Collects the places of scalars outside arrays. */
function collectPlaces(value: unknown, place: Place, into: Set<Place>): void {
  if (into.size >= MOST_PLACES || Array.isArray(value)) return;
  if (typeof value !== 'object' || value === null) {
    into.add(place);
    return;
  }
  if (place.split('/').length > DEEPEST) return;
  for (const [name, one] of Object.entries(value)) collectPlaces(one, `${place}/${name}`, into);
}
