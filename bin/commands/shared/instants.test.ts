import { expect, test } from 'vitest';
import { parseTypedInstant } from './instants.ts';

test.each([
  ['2h', { agoMs: 7_200_000 }],
  ['PT90S', { agoMs: 90_000 }],
  ['2026-11-02T12:00:00Z', { at: '2026-11-02T12:00:00Z' }],
  ['2026-11-02T12:00:00+01:00', { at: '2026-11-02T12:00:00+01:00' }],
])('parses %s', (text, meant) => {
  expect(parseTypedInstant(text)).toEqual(meant);
});

test.each(['', 'noon', '2026-11-02', '2', '-2h'])('rejects "%s"', (text) => {
  expect(() => parseTypedInstant(text)).toThrow('Expected an instant such as 2026-11-02T12:00:00Z, or how long ago');
});
