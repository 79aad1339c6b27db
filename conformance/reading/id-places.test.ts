import { expect, test } from 'vitest';
import type { Exchange } from '../http/client.ts';
import { findIdsInPart, findPlacesOfOwnIds } from './id-places.ts';

const respond = (caller: string, json: unknown): Exchange => ({ request: { caller }, json }) as unknown as Exchange; // what is read

const SEEN = new Map([
  ['wide', new Set(['1', '3', '5', '7'])],
  ['narrow', new Set(['1', '3'])],
]);
const ALL = new Set(['1', '3', '5', '7']);
const getIds = ({ request }: Exchange): ReadonlySet<string> => SEEN.get(request.caller) ?? new Set();

const WIDE = respond('wide', [
  { id: 'batch-1', terminal: 1, credits: 3 },
  { id: 'batch-2', terminal: 3, credits: 7 },
  { id: 'batch-3', terminal: '5', credits: 5 },
]);

test('a place holds ids only if each key is shown no other values there than ids that it sees', () => {
  expect([...findPlacesOfOwnIds([WIDE], getIds)]).toEqual(['/*/terminal', '/*/credits']);
  const narrow = respond('narrow', [{ id: 'batch-1', terminal: 1, credits: 5 }]);
  expect([...findPlacesOfOwnIds([WIDE, narrow], getIds)]).toEqual(['/*/terminal']);
});

test('a short number in a part of a body is an id only at such a place, a long id anywhere', () => {
  const part = { id: 'batch-1', terminal: 1, credits: 7, of: 'NW-104233' };
  expect(findIdsInPart(part, new Set([...ALL, 'NW-104233']), new Set(['/*/terminal']))).toEqual(['1', 'NW-104233']);
});
