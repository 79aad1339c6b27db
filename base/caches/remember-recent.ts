import { LRUCache } from 'lru-cache';
import { rememberObjects } from './remember-objects.ts';

/** How the results of `rememberRecent` are kept. */
export interface RecentResults<Given extends object, Result extends object> {
  /** The largest sum of the sizes of kept results. */
  readonly most: number;
  /** The size of a result, at least 1. */
  readonly measure: (result: Result) => number;
  /** Whether a kept result is still that of the object. Default: always. */
  readonly isCurrent?: (result: Result, given: Given) => boolean;
}

/**
 * Returns a function that computes the result for an object once, as long as it is one of the results that were used last. Unlike
 * `rememberObjects`, it limits the memory of the results. Results are shared: do not change them.
 *
 * @example
 * const listWords = rememberRecent((text: Text) => text.value.split(' '), { most: 200_000, measure: (words) => words.length + 1 });
 */
export function rememberRecent<Given extends object, Result extends object>(
  compute: (given: Given) => Result,
  { most, measure, isCurrent = () => true }: RecentResults<Given, Result>,
): (given: Given) => Result {
  const results = new LRUCache<object, Result>({ maxSize: most, sizeCalculation: measure });
  // the cache must not keep the objects in memory
  const getKey = rememberObjects((_: Given): object => ({}));
  return (given) => {
    const key = getKey(given);
    const known = results.get(key);
    if (known !== undefined && isCurrent(known, given)) return known;
    const result = compute(given);
    results.set(key, result);
    return result;
  };
}
