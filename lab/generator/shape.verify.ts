import { describe, expect, it } from 'vitest';
import { DIMENSION_NAMES, DIMENSIONS, type DimensionName } from './dimensions/index.ts';
import { createShape, plainValue, type Shape, shrinkShape, unplainDimensions } from './shape.ts';

describe('the dimensions', () => {
  it('has at least sixty dimensions with two values or more, all distinct', () => {
    expect(DIMENSION_NAMES.length).toBeGreaterThanOrEqual(60);
    for (const name of DIMENSION_NAMES) {
      const values = DIMENSIONS[name].values.map((each) => each.value);
      expect(values.length, name).toBeGreaterThanOrEqual(2);
      expect(new Set(values).size, name).toBe(values.length);
      for (const { permit } of DIMENSIONS[name].values) expect(permit.rule.length, name).toBeGreaterThan(10);
    }
  });

  it('has a near plain value everywhere', () => {
    for (const name of DIMENSION_NAMES) expect(DIMENSIONS[name].values[0]?.reach, name).toBe('near');
  });
});

describe('createShape', () => {
  it('returns the same shape for the same seed', () => {
    expect(createShape(41)).toEqual(createShape(41));
    expect(createShape(41)).not.toEqual(createShape(42));
  });

  it('takes every value within a run of seeds', () => {
    const shapes = Array.from({ length: 40 }, (_, seed) => createShape(seed));
    for (const name of DIMENSION_NAMES) {
      const taken = new Set<string>(shapes.map((shape) => shape.choices[name]));
      expect(taken.size, name).toBe(DIMENSIONS[name].values.length);
    }
  });

  it('takes most pairs of values within a run of seeds', () => {
    const shapes = Array.from({ length: 200 }, (_, seed) => createShape(seed));
    const pairs: [DimensionName, DimensionName][] = [
      ['envelope', 'summaryPlace'],
      ['paging', 'pageTotal'],
      ['terminalIds', 'references'],
    ];
    for (const [left, right] of pairs) {
      const taken = new Set(shapes.map((shape) => `${shape.choices[left]} ${shape.choices[right]}`));
      const all = DIMENSIONS[left].values.length * DIMENSIONS[right].values.length;
      expect(taken.size / all, `${left} and ${right}`).toBeGreaterThan(0.85);
    }
  });

  it('keeps the plain value outside the named dimensions', () => {
    const names = unplainDimensions(createShape(7, { only: ['envelope', 'paging'] }));
    expect(names.every((name) => name === 'envelope' || name === 'paging')).toBe(true);
    expect(unplainDimensions(createShape(7, { only: [] }))).toEqual([]);
  });

  it('takes no far value when near ones are requested', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const shape = createShape(seed, { isNearOnly: true });
      for (const name of DIMENSION_NAMES) {
        const value = DIMENSIONS[name].values.find((each) => each.value === shape.choices[name]);
        expect(value?.reach, name).toBe('near');
      }
    }
  });

  it('rejects an unknown dimension and an unknown value', () => {
    expect(() => createShape(1, { only: ['colour'] })).toThrow('Unknown dimension');
    expect(() => createShape(1, { set: { envelope: 'paper' } })).toThrow('Unknown value');
  });
});

describe('shrinkShape', () => {
  const failsOn =
    (...names: DimensionName[]) =>
    async (shape: Shape) =>
      names.every((name) => shape.choices[name] !== plainValue(name));

  it('finds a single planted dimension', async () => {
    const shape = createShape(3, { set: { nulls: 'dash' } });
    expect(unplainDimensions(await shrinkShape(shape, failsOn('nulls')))).toEqual(['nulls']);
  });

  it('finds a planted pair of dimensions', async () => {
    const shape = createShape(3, { set: { nulls: 'dash', paging: 'cursor' } });
    const names = unplainDimensions(await shrinkShape(shape, failsOn('nulls', 'paging')));
    expect(names.toSorted()).toEqual(['nulls', 'paging']);
  });

  it('returns a shape that does not fail unchanged', async () => {
    const shape = createShape(3);
    expect(await shrinkShape(shape, async () => false)).toBe(shape);
  });
});
