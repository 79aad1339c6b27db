import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseEntityTags, parsePreferences } from './header-grammar.ts';

describe('If-None-Match', () => {
  test.each([
    ['"xyzzy"', ['"xyzzy"']],
    ['"xyzzy", "r2d2xxxx", "c3piozzzz"', ['"xyzzy"', '"r2d2xxxx"', '"c3piozzzz"']],
    ['W/"xyzzy", W/"r2d2xxxx"', ['W/"xyzzy"', 'W/"r2d2xxxx"']],
    ['""', ['""']],
    ['"a,b"', ['"a,b"']],
    ['"a,b" , "c"', ['"a,b"', '"c"']],
    [', "a" ,, "b",', ['"a"', '"b"']],
    ['"back\\slash"', ['"back\\slash"']],
    ['', []],
    ['*', '*'],
    [' * ', '*'],
  ])('parses %s', (value, expected) => {
    expect(parseEntityTags(value)).toEqual(expected);
  });

  test.each(['abc', '"a', 'a"', '"a" "b"', '"a"b', 'w/"a"', 'W/ "a"', '"a b"', '*, "a"', '"a", *', '"a""b"', "'a'"])(
    'rejects %s',
    (value) => {
      expect(parseEntityTags(value)).toBeUndefined();
    },
  );

  test('parses any list of tags', () => {
    const tagCharacter = fc.integer({ min: 0x21, max: 0x7e }).filter((code) => code !== 0x22);
    const tag = fc
      .tuple(fc.constantFrom('', 'W/'), fc.array(tagCharacter, { maxLength: 8 }))
      .map(([weak, codes]) => `${weak}"${String.fromCharCode(...codes)}"`);
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 6 }), fc.constantFrom(',', ', ', ' , ', ',,\t'), (tags, separator) => {
        expect(parseEntityTags(tags.join(separator))).toEqual(tags);
      }),
    );
  });
});

describe('Prefer', () => {
  test.each([
    ['foo; bar', [['foo', '']]],
    ['foo; bar=""', [['foo', '']]],
    ['foo=""; bar', [['foo', '']]],
    ['foo', [['foo', '']]],
    [
      'respond-async, wait=100, handling=lenient',
      [
        ['respond-async', ''],
        ['wait', '100'],
        ['handling', 'lenient'],
      ],
    ],
    [
      'Code = 503 , DELAY="2000"',
      [
        ['code', '503'],
        ['delay', '2000'],
      ],
    ],
    [
      'foo="a, code=503", delay=1',
      [
        ['foo', 'a, code=503'],
        ['delay', '1'],
      ],
    ],
    [
      'foo="read \\"code=503, delay=9\\"", delay=1',
      [
        ['foo', 'read "code=503, delay=9"'],
        ['delay', '1'],
      ],
    ],
    [
      'foo; some="param; code=404", delay=1',
      [
        ['foo', ''],
        ['delay', '1'],
      ],
    ],
    [
      'foo; a=1; b; ; c="2" , delay=1',
      [
        ['foo', ''],
        ['delay', '1'],
      ],
    ],
    ['code=', [['code', '']]],
    ['code=503, code=404', [['code', '503']]],
    [', ,', []],
    ['', []],
  ])('parses %s', (value, expected) => {
    const read = parsePreferences(value);
    expect([...(read ?? [['refused', '']])].toSorted()).toEqual(expected.toSorted());
  });

  test.each(['"code=503"', 'foo="open', 'foo bar', 'foo="a"b', '=503', ';code=503', 'a,=', 'foo=@', 'foo; "x"'])(
    'rejects %s',
    (value) => {
      expect(parsePreferences(value)).toBeUndefined();
    },
  );

  test('parses a hostile value in linear time', () => {
    for (const part of ['"\\', 'a;', 'a=" ', ', ', 'a  ']) {
      expect(() => parsePreferences(part.repeat(20_000))).not.toThrow();
      expect(() => parseEntityTags(part.repeat(20_000))).not.toThrow();
    }
  });
});
