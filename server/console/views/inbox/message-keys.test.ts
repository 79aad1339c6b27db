import { expect, test } from 'vitest';
import type { Inbox } from '../../api/types.ts';
import { keyMessages } from './message-keys.ts';

const message = (at: string, body: string) => ({ received_at: at, body }) as Inbox['messages'][number]; // the members that are compared

test('keeps the keys of messages when newer ones arrive, also in the same millisecond', () => {
  const at = '2026-11-02T15:00:00.001Z';
  const before = keyMessages([message(at, 'b'), message(at, 'a')]);
  const after = keyMessages([
    message('2026-11-02T15:00:00.002Z', 'd'),
    message(at, 'c'),
    message(at, 'b'),
    message(at, 'a'),
  ]);
  expect(after.slice(2).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  expect(new Set(after.map(({ key }) => key)).size).toBe(4);
});
