import { expect, test } from 'vitest';
import { haveSameMembers } from './same-members.ts';

const refuse = (message: string) => ({ data: null, error: { code: 'NOT_FOUND', message } });

test('finds the same members in two refusals with different texts', () => {
  expect(haveSameMembers(refuse('no T-1'), refuse('no T-2'))).toBe(true);
});

test('finds other members in a refusal than in data, also where the data are an array', () => {
  expect(haveSameMembers({ data: { events: ['opened'] }, error: null }, refuse('no T-1'))).toBe(false);
  expect(haveSameMembers({ timeline: { events: ['opened'] } }, { timeline: { events: [] } })).toBe(false);
});
