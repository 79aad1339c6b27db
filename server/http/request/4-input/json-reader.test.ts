import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSlice } from '../../../../base/slices.ts';
import { chooseRuns } from '../../../../base/testing/depth.ts';
import { JsonFault, JsonReader, MAX_JSON_DEPTH, MAX_JSON_ITEMS } from './json-reader.ts';

/** Reads a text in slices of one step. */
function readInSteps(text: string): { readonly value: unknown; readonly slices: number } {
  const reader = new JsonReader(text);
  for (let slices = 1; ; slices += 1) {
    const slice = runSlice(
      () => reader.read(),
      () => true,
    );
    if (slice.isDone) return { value: slice.value, slices };
  }
}

const parseOrFail = (parse: () => unknown): unknown => {
  try {
    return { value: parse() };
  } catch {
    return 'refused';
  }
};

const wellFormed = fc.json({ maxDepth: 5 }).filter((text) => !/\\u[dD][89a-fA-F]/.test(text));
/** Pieces of JSON in any order, which are rarely valid. */
const pieces = fc
  .array(
    fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"', '\\', '\\"', '"a"', '"\\u0041"', '"\\x"', '"__proto__"', '0', '-', '01'],
      ...[
        '1.5e3',
        '1.',
        'true',
        'nul',
        'null',
        ' ',
        '\n',
        '\u00a0',
        '\u0001',
        'é',
        '\ufeff',
        '-0',
        '1e999',
        '{}',
        '[]',
      ],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('JsonReader', () => {
  it('accepts and refuses the same texts as JSON.parse, with equal values', () => {
    fc.assert(
      fc.property(fc.oneof(wellFormed, pieces), (text) => {
        const expected = parseOrFail(() => JSON.parse(text));
        expect(parseOrFail(() => readInSteps(text).value)).toStrictEqual(expected);
      }),
      { numRuns: chooseRuns(150, 20_000) },
    );
  });

  it('reads a large text in many slices', () => {
    const value = { entries: Array.from({ length: 5000 }, (_, n) => ({ n, text: `"\\${n}`, list: [n, null, true] })) };
    const { value: read, slices } = readInSteps(JSON.stringify(value, null, 1));
    expect(read).toEqual(value);
    expect(slices).toBeGreaterThan(100);
  });

  it('keeps a member __proto__ as an own member, and the last of equal names', () => {
    const { value } = readInSteps('{"__proto__":{"a":1},"b":1,"b":2}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', { a: 1 }],
      ['b', 2],
    ]);
  });

  it.each([
    ['"\\ud800"', 'has a string with half of a surrogate pair'],
    ['{"\\udc00":1}', 'has a string with half of a surrogate pair'],
    ['"\\ude00\\ud83d"', 'has a string with half of a surrogate pair'],
    ['["a', 'does not parse at character 3'],
    ['{"a":1,}', 'does not parse at character 7'],
    ['[1 2]', 'does not parse at character 3'],
    ['', 'does not parse at character 0'],
  ])('refuses %s and names the place, but not the text', (text, message) => {
    expect(() => readInSteps(text)).toThrow(new JsonFault(message));
  });

  it('accepts surrogate pairs and escaped backslashes before the letter u', () => {
    for (const text of ['"\\ud83d\\ude00"', '"\\\\ud800"', '"\\\\\\ud83d\\ude00"'])
      expect(readInSteps(text).value).toBe(JSON.parse(text));
  });

  it('refuses one level more than the maximum, of arrays and objects, before it reads the rest', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nest = (levels: number): string => `${open.repeat(levels)}1${close.repeat(levels)}`;
      expect(readInSteps(nest(MAX_JSON_DEPTH)).value).toEqual(JSON.parse(nest(MAX_JSON_DEPTH)));
      expect(() => readInSteps(nest(MAX_JSON_DEPTH + 1))).toThrow(/more than 64 levels/);
      expect(() => readInSteps(open.repeat(1_000_000))).toThrow(/more than 64 levels/);
    }
  });

  it('refuses one item more than the maximum of an array, before it reads the rest', () => {
    const list = (items: number): string => `[${'1,'.repeat(items - 1)}1]`;
    expect(readInSteps(list(MAX_JSON_ITEMS)).value).toHaveLength(MAX_JSON_ITEMS);
    expect(() => readInSteps(list(MAX_JSON_ITEMS + 1))).toThrow(/more than 100000 items/);
    expect(() => readInSteps(`[${'1,'.repeat(MAX_JSON_ITEMS + 1)}?`)).toThrow(/more than 100000 items/);
  });
});
