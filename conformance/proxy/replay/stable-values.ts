import { createHash } from 'node:crypto';
import { identifyEntry, type RecordedEntry } from '../../http/recording/recording.ts';

/** The scalar values of a body by JSON pointer. */
type Values = Map<string, unknown>;

/** The values that did not change while the recording was made. */
export interface StableValues {
  /** Adds a recorded body. */
  add(entry: RecordedEntry, body: unknown): void;
  /** Returns the values that all responses to the request had, if it was recorded at least twice. */
  find(entry: RecordedEntry): ReadonlyMap<string, unknown>;
}

const MOST_REQUESTS = 2000;
const MOST_VALUES = 500;

export function createStableValues(): StableValues {
  const byRequest = new Map<string, { readonly values: Values; count: number }>();
  const identify = (entry: RecordedEntry) => createHash('sha256').update(identifyEntry(entry)).digest('base64');
  return {
    add(entry, body) {
      const id = identify(entry);
      const known = byRequest.get(id);
      const values = listScalars(body);
      if (known === undefined) {
        if (byRequest.size < MOST_REQUESTS) byRequest.set(id, { values, count: 1 });
        return;
      }
      known.count += 1;
      for (const [place, value] of known.values) if (values.get(place) !== value) known.values.delete(place);
    },
    find(entry) {
      const known = byRequest.get(identify(entry));
      return known !== undefined && known.count > 1 ? known.values : new Map();
    },
  };
}

/** Returns the first scalar values of a body, by JSON pointer. */
export function listScalars(value: unknown, place = '', into: Values = new Map()): Values {
  if (into.size >= MOST_VALUES) return into;
  if (typeof value !== 'object' || value === null) into.set(place, value);
  else
    for (const [name, one] of Object.entries(value))
      listScalars(one, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, into);
  return into;
}
