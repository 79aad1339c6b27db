import { expect, test } from 'vitest';
import { selectStates } from './states.ts';

const createState = (position: number, at: string) => ({
  position,
  entry: {
    position,
    at,
    tenant_id: null,
    user_id: null,
    changes: [{ type: 'clock-set', summary: 'The clock is set.' }],
  },
});

/** The states after a reset at position 2; the entry at 6 has three facts. */
const STATES = [
  { position: 2, entry: undefined },
  createState(3, '2026-11-02T15:00:00Z'),
  createState(6, '2026-11-02T16:00:00Z'),
  createState(7, '2026-11-02T16:00:00Z'),
  createState(8, '2026-11-02T17:00:00Z'),
];

const select = (from?: number | string, to?: number | string) => {
  const [first, last] = [from, to].map((limit) =>
    limit === undefined ? undefined : typeof limit === 'number' ? { position: limit } : { at: limit },
  );
  return selectStates(STATES, { from: first, to: last }).map(({ position }) => position);
};

test.each([
  [undefined, undefined, [2, 3, 6, 7, 8]],
  [3, 7, [3, 6, 7]],
  [5, 6, [3, 6]],
  ['2026-11-02T16:00:00Z', undefined, [7, 8]],
  [undefined, '2026-11-02T16:30:00Z', [2, 3, 6, 7]],
  ['2026-11-01T00:00:00Z', 3, [2, 3]],
])('selects the states from %s to %s', (from, to, expected) => {
  expect(select(from, to)).toEqual(expected);
});

test.each([
  [1, undefined, '--from 1'],
  [undefined, 9, 'Expected 2 to 8'],
  [8, undefined, 'no entry after --from'],
  [4, 5, 'no entry after --from'],
  [undefined, '2026-11-01T00:00:00Z', 'no entry after --from'],
])('refuses the states from %s to %s', (from, to, reason) => {
  expect(() => select(from, to)).toThrow(reason);
});

test('refuses a journal without entries', () => {
  expect(() => selectStates(STATES.slice(0, 1), { from: undefined, to: undefined })).toThrow('no entry since');
});
