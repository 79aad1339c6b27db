import { expect, test } from 'vitest';
import { isNameOfOwn } from './other-names.ts';

const OWN = new Set(['ATM 1', 'ATM 3']);

test.each<[string, boolean, unknown]>([
  ['the label of an own terminal', true, { terminals: [{ id: 'ATM 3', label: 'ATM 2' }] }],
  ['the label deeper in its row', true, { terminals: [{ id: 'ATM 3', names: { short: 'ATM 2' } }] }],
  ['the label beside an object with the id', true, { rows: [{ ref: { name: 'ATM 3' }, spec: { label: 'ATM 2' } }] }],
  [
    'the label of several own terminals',
    false,
    {
      rows: [
        { id: 'ATM 3', label: 'ATM 2' },
        { id: 'ATM 1', label: 'ATM 2' },
      ],
    },
  ],
  [
    'the label in rows without the id too',
    true,
    { terminals: [{ id: 'ATM 3', label: 'ATM 2' }], recent: [{ key: 7, terminal_label: 'ATM 2' }] },
  ],
  [
    'a row of a foreign terminal by a member for ids',
    false,
    { terminals: [{ id: 'ATM 3', label: 'ATM 2' }], recent: [{ id: 'ATM 2' }] },
  ],
  ['a foreign row in an object of rows', false, { first: { id: 'ATM 1' }, second: { id: 'ATM 2' } }],
  ['the label in a map by id', true, { terminals: { 'ATM 3': { label: 'ATM 2' } } }],
  ['a row of a foreign terminal', false, { terminals: [{ id: 'ATM 2', label: 'ATM 9' }] }],
  ['a foreign row beside an own one', false, { terminals: [{ id: 'ATM 3', label: 'ATM 2' }, { id: 'ATM 2' }] }],
  ['a list of ids', false, { terminals: ['ATM 1', 'ATM 2'] }],
  ['a list of ids in an object with an own id', false, { first: 'ATM 1', terminals: ['ATM 1', 'ATM 2'] }],
  ['nothing', false, { terminals: ['ATM 1'] }],
])('%s: %s', (_, expected, body) => {
  expect(isNameOfOwn(body, 'ATM 2', OWN)).toBe(expected);
});
