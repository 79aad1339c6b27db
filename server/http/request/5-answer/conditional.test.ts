import { describe, expect, test } from 'vitest';
import { isNotModified, parseHttpDate } from './conditional.ts';

const AT = Date.UTC(1994, 10, 6, 8, 49, 37);
const representation = { etag: '"a,b"', lastModifiedMs: AT };
const isCurrent = (ifNoneMatch?: string, ifModifiedSince?: string): boolean =>
  isNotModified({ ifNoneMatch, ifModifiedSince }, representation);

describe('If-None-Match', () => {
  test.each(['"a,b"', 'W/"a,b"', '"x", "a,b"', '"x,y" ,\tW/"a,b",', '*'])('matches %s', (value) => {
    expect(isCurrent(value)).toBe(true);
  });

  test.each(['"a', 'b"', '"x, ", "a", "b"', '"x", a,b', 'a,b', '', '"x", *', '"x,"a,b""', '"A,B"'])(
    'does not match %s',
    (value) => {
      expect(isCurrent(value)).toBe(false);
    },
  );

  test('takes precedence over If-Modified-Since, even with an invalid value', () => {
    const since = new Date(AT).toUTCString();
    expect(isCurrent(undefined, since)).toBe(true);
    expect(isCurrent('"other"', since)).toBe(false);
    expect(isCurrent('other', since)).toBe(false);
  });
});

describe('If-Modified-Since', () => {
  test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
    'parses the HTTP date %s',
    (text) => {
      expect(parseHttpDate(text)).toBe(AT);
      expect(isCurrent(undefined, text)).toBe(true);
    },
  );

  test.each([
    '1994-11-06T08:49:37Z',
    '2026',
    'tomorrow',
    '',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 99 Nov 1994 08:49:37 GMT',
  ])('ignores %s', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
    expect(isCurrent(undefined, text)).toBe(false);
  });

  test('compares If-Modified-Since as an instant', () => {
    expect(isCurrent(undefined, new Date(AT + 1000).toUTCString())).toBe(true);
    expect(isCurrent(undefined, new Date(AT - 1000).toUTCString())).toBe(false);
    expect(
      isNotModified(
        { ifNoneMatch: undefined, ifModifiedSince: new Date(AT).toUTCString() },
        { ...representation, lastModifiedMs: undefined },
      ),
    ).toBe(false);
  });
});
