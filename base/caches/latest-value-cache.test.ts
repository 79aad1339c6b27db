import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkpoint } from '../slices.ts';
import { runInSlices } from '../testing/sliced.ts';
import { LatestValueCache } from './latest-value-cache.ts';

interface Thing {
  readonly name: string;
}
const things: readonly Thing[] = Array.from({ length: 5 }, (_, n) => ({ name: `thing ${n}` }));

/** Returns a cache that counts how often each value was computed. */
function createCountingCache() {
  const kept = new LatestValueCache<Thing, string>();
  const made: string[] = [];
  const look = (thing: Thing, nowMs: number): string =>
    kept.at(thing, nowMs, () => {
      const value = `${thing.name} at ${nowMs}`;
      made.push(value);
      return value;
    });
  return { kept, made, look };
}

const reads = fc.array(fc.record({ thing: fc.constantFrom(...things), nowMs: fc.nat(3) }), { maxLength: 20 });

describe('a cache of latest values', () => {
  it('computes a value once per instant', () => {
    const { look, made } = createCountingCache();
    expect([look(things[0] as Thing, 1), look(things[0] as Thing, 1)]).toEqual(['thing 0 at 1', 'thing 0 at 1']);
    expect(made).toHaveLength(1);
  });

  it('returns the value of the requested instant, in any order of objects and instants', () => {
    fc.assert(
      fc.property(reads, (given) => {
        const { look } = createCountingCache();
        for (const { thing, nowMs } of given) expect(look(thing, nowMs)).toBe(`${thing.name} at ${nowMs}`);
      }),
    );
  });

  it('returns the same in slices that end at every checkpoint, and computes each value once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...things), { maxLength: 20 }), fc.nat(3), (given, nowMs) => {
        const { look, made } = createCountingCache();
        const { value, slices } = runInSlices(() => given.map((thing) => look(thing, nowMs)));
        expect(value).toEqual(given.map(({ name }) => `${name} at ${nowMs}`));
        const distinct = new Set(given).size;
        expect(made).toHaveLength(distinct);
        expect(slices).toBe(distinct + 1);
      }),
    );
  });

  it('returns the same in slices of any length, also for several instants', () => {
    fc.assert(
      fc.property(reads, fc.array(fc.nat(10), { maxLength: 20 }), (given, lengths) => {
        const { look } = createCountingCache();
        // Values of several instants evict each other, so one slice must be long enough for all of them.
        const { value } = runInSlices(
          () => given.map(({ thing, nowMs }) => look(thing, nowMs)),
          [...lengths, given.length],
        );
        expect(value).toEqual(given.map(({ thing, nowMs }) => `${thing.name} at ${nowMs}`));
      }),
    );
  });

  it('caches undefined, but no result of failed or aborted work', () => {
    const kept = new LatestValueCache<Thing, string | undefined>();
    const thing = { name: 'x' };
    let calls = 0;
    const nothing = (): undefined => {
      calls += 1;
    };
    const failing = (): never => {
      throw new Error('a fault');
    };
    expect(() => kept.at(thing, 1, failing)).toThrow('a fault');
    expect([kept.at(thing, 1, nothing), kept.at(thing, 1, nothing)]).toEqual([undefined, undefined]);
    expect(calls).toBe(1);
    const parts: number[] = [];
    const inParts = (): string => {
      while (parts.length < 3) {
        parts.push(1);
        checkpoint();
      }
      return 'whole';
    };
    expect(runInSlices(() => kept.at(thing, 2, inParts))).toEqual({ value: 'whole', slices: 5 });
  });
});
