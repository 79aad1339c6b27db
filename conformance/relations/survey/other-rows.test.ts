import { expect, test } from 'vitest';
import { isBeside, isIdOfOtherRows } from './other-rows.ts';

const OWN = new Set(['a1', 'a2', 'a3']);
const terminals = ['a1', 'a2', 'a3'].map((id, index) => ({ id, label: `ATM ${index}` }));
const users = ['a1', 'a2', 'a3', 'a4'].map((id, index) => ({ id, name: `User ${index}` }));

test('users that are numbered like the terminals of a key are other things', () => {
  expect(isIdOfOtherRows({ terminals, users }, 'a4', { terminals: OWN })).toBe(true);
  expect(isIdOfOtherRows({ sections: [{ content: terminals }, { content: users }] }, 'a4', { terminals: OWN })).toBe(
    true,
  );
});

test('another response may show that other things are numbered like the terminals', () => {
  const batches = [
    { id: 'a3', on: 'Monday' },
    { id: 'a4', on: 'Tuesday' },
  ];
  expect(isIdOfOtherRows({ batches }, 'a4', { terminals: OWN, bodies: [{ terminals, users }] })).toBe(true);
  expect(isIdOfOtherRows({ batches }, 'a4', { terminals: OWN, bodies: [{ terminals }] })).toBe(false);
});

test.each([
  ['the only list that has the id', { users }],
  [
    'rows that repeat a label of a terminal',
    { terminals, health: users.map((one, index) => ({ ...one, of: `ATM ${index}` })) },
  ],
  ['ids without other values', { terminals, groups: [{ members: ['a1', 'a2', 'a3', 'a4'] }] }],
  ['a list with one id of the key only', { terminals, users: users.slice(2) }],
  [
    'a list whose ids have another name',
    { terminals, users: users.slice(1).map(({ id, name }) => ({ terminal: id, name })) },
  ],
  ['the id outside of such a list too', { terminals, users, alert: { terminal: 'a4' } }],
])('not %s', (_, body) => {
  expect(isIdOfOtherRows(body, 'a4', { terminals: OWN })).toBe(false);
});

test('a terminal in an object of a transaction is no other thing, although locations share no text with terminals', () => {
  const locations = ['a1', 'a2', 'a3'].map((id, index) => ({ id, street: `Road ${index}` }));
  const of = (id: string, index: number) => ({ code: `x${index}`, terminal: { id, label: `ATM ${index}` } });
  const transactions = ['a1', 'a2', 'a4'].map(of);
  expect(isIdOfOtherRows({ transactions }, 'a4', { terminals: OWN, bodies: [{ terminals }, { locations }] })).toBe(
    false,
  );
});

test.each([
  ['in the object of the id', { rows: [{ id: 'a4', label: 'ATM 4' }] }, true],
  ['in an object of that object', { rows: [{ id: 'a4', attributes: { label: 'ATM 4' } }] }, true],
  ['in the object that has the id as its name', { rows: { a4: { label: 'ATM 4' } } }, true],
  ['in a row of a table', { rows: [['a4', 'ATM 4']] }, true],
  [
    'in another object',
    {
      rows: [
        { id: 'a4', label: 'ATM 40' },
        { id: 'a5', label: 'ATM 4' },
      ],
    },
    false,
  ],
  ['in a list of the object', { groups: [{ count: 'a4', members: [{ id: 'a1', label: 'ATM 4' }] }] }, false],
])('a text %s', (_, body, expected) => {
  expect(isBeside(body, 'a4', 'ATM 4')).toBe(expected);
});
