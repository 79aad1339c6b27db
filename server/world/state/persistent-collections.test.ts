import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GrownList, GrownMap } from './persistent-collections.ts';

/** Extends any earlier version, not only the latest. */
const growth = fc.array(fc.record({ from: fc.nat(), key: fc.constantFrom('a', 'b', '__proto__'), value: fc.nat() }), {
  maxLength: 40,
});

test('adding to a list does not change it or any other list', () => {
  fc.assert(
    fc.property(growth, (steps) => {
      const versions = [{ grown: GrownList.of<number>(), model: [] as readonly number[] }];
      for (const { from, value } of steps) {
        const base = versions[from % versions.length];
        if (base !== undefined) versions.push({ grown: base.grown.with(value), model: [...base.model, value] });
      }
      expect(versions).toHaveLength(steps.length + 1);
      for (const { grown, model } of versions) expect([grown.length, [...grown]]).toEqual([model.length, model]);
    }),
  );
});

test('setting a value of a map does not change it or any other map', () => {
  fc.assert(
    fc.property(growth, (steps) => {
      const versions = [{ grown: GrownMap.empty<number>(), model: new Map<string, number>() }];
      for (const { from, key, value } of steps) {
        const base = versions[from % versions.length];
        if (base === undefined) continue;
        versions.push({ grown: base.grown.with(key, value), model: new Map(base.model).set(key, value) });
      }
      expect(versions).toHaveLength(steps.length + 1);
      for (const { grown, model } of versions) {
        expect([...grown.entries()]).toEqual([...model]);
        for (const key of ['a', 'b', '__proto__', 'toString']) expect(grown.get(key)).toBe(model.get(key));
      }
    }),
  );
});
