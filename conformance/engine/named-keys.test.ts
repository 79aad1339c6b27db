import { describe, expect, test } from 'vitest';
import { parseNamedKeys } from './named-keys.ts';

const parse = (...entries: string[]) => {
  const parsed = parseNamedKeys(entries);
  return 'keys' in parsed ? Object.fromEntries(parsed.keys) : parsed;
};

describe('a key', () => {
  test.each([
    'east=k-1',
    'east = k-1 ',
    'export east=k-1',
    'export east="k-1"',
    "east='k-1'  # the administrator",
    'east=k-1 # the administrator',
    'set east=k-1',
    '$env:east = "k-1"',
    'east="k-1"\r',
  ])('is read from %j', (entry) => {
    expect(parse(entry)).toEqual({ east: 'k-1' });
  });

  test.each([
    ['k-1', 'k-1'],
    ['"k-1"', 'k-1'],
    ['k=1', '1'],
    ['c2VjcmV0LWtleS0xMg==', 'c2VjcmV0LWtleS0xMg=='],
    ['c2VjcmV0LWtleS0x/+M=', 'c2VjcmV0LWtleS0x/+M='],
    ['k#1', 'k#1'],
    ['east=#1', '#1'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlYXN0In0.s5-_tQ', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJlYXN0In0.s5-_tQ'],
  ])('without a name has a number, or the name in it: %j', (entry, key) => {
    expect(Object.values(parse(entry))).toEqual([key]);
  });

  test('may contain spaces, "=" and "#" in quotation marks', () => {
    expect(parse('east="a b # c=d"', "west='x\"y'")).toEqual({ east: 'a b # c=d', west: 'x"y' });
  });

  test.each([
    ['east=', 'the key "east" is empty'],
    ['east=""', 'the key "east" is empty'],
    ['east= # k-secret', 'the key "east" is empty'],
    ['=k-secret', 'a key has no name before "="'],
    ['east="k-secret', 'the key "east" has a quotation mark on one side only'],
    ["east=k-secret'", 'the key "east" has a quotation mark on one side only'],
    ['east=k-secret more', 'the key "east" contains a space'],
    ['east: k-secret', 'the key "2" contains a space'],
    ['X-API-Key: k-secret', 'the key "2" contains a space'],
    ['east=k-secret\u2026', 'the key "east" contains characters that are invalid in a header'],
    ['east="k-secret\u200b"', 'the key "east" contains characters that are invalid in a header'],
    ['east=$EAST_SECRET', 'the key "east" is the name of a variable'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of a shell
    ['east=${EAST_SECRET}', 'the key "east" is the name of a variable'],
    ['first=k-secret', 'two keys have the name "first"'],
  ])('is refused, with its place and without the key: %j', (entry, problem) => {
    const refused = parse('first=k-0', entry);
    expect(refused).toMatchObject({ at: 1, problem: expect.stringContaining(problem) });
    expect(JSON.stringify(refused)).not.toMatch(/secret/i);
  });
});
