import { expect, test } from 'vitest';
import { listMatchingTypes } from './event-types.ts';
import { getEnumValues } from './index.ts';

const known = getEnumValues('EventType');

test.each<[string, readonly string[]]>([
  ['cash_low', ['cash_low']],
  ['cash_*', ['cash_low', 'cash_out']],
  ['*_failed', known.filter((type) => type.endsWith('_failed'))],
  ['*e*_*e*', known.filter((type) => /e.*_.*e/.test(type))],
  ['*', known],
  ['**', known],
  ['cash_low*', ['cash_low']],
  ['cash_low*low', []], // the parts do not overlap
  ['cash', []],
  ['cash.low', []],
  ['', []],
])('the pattern %s matches %j', (pattern, types) => {
  expect(listMatchingTypes(pattern)).toEqual(types);
});

test('every type matches itself, and each of its beginnings with an asterisk', () => {
  for (const type of known) {
    expect(listMatchingTypes(type)).toEqual([type]);
    for (let length = 0; length <= type.length; length += 1)
      expect(listMatchingTypes(`${type.slice(0, length)}*`)).toContain(type);
  }
});
