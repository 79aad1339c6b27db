import { expect, test } from 'vitest';
import { isIdOfOtherRows } from './other-rows.ts';

const OWN = new Set(['a1', 'a2', 'a3']);
const terminals = ['a1', 'a2', 'a3'].map((id, index) => ({ id, label: `ATM ${index}` }));
const users = ['a1', 'a2', 'a3', 'a4'].map((id, index) => ({ id, name: `User ${index}` }));

test('users that are numbered like the terminals of a key are other things', () => {
  expect(isIdOfOtherRows({ terminals, users }, 'a4', OWN)).toBe(true);
  expect(isIdOfOtherRows({ sections: [{ content: terminals }, { content: users }] }, 'a4', OWN)).toBe(true);
});

test.each([
  ['the only list that has the id', { users }],
  [
    'rows that repeat a label of a terminal',
    { terminals, health: users.map((one, index) => ({ ...one, of: `ATM ${index}` })) },
  ],
  ['ids without other values', { terminals, groups: [{ members: ['a1', 'a2', 'a3', 'a4'] }] }],
  ['a list that lacks a terminal of the key', { terminals, users: users.slice(1) }],
  ['the id outside of such a list too', { terminals, users, alert: { terminal: 'a4' } }],
])('not %s', (_, body) => {
  expect(isIdOfOtherRows(body, 'a4', OWN)).toBe(false);
});
