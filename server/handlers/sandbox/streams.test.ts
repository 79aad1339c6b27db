import fc from 'fast-check';
import { expect, test } from 'vitest';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { ControlContext } from '../../sandbox-contract.ts';
import { position } from '../../world/state/facts.ts';
import { paginateStream, type StreamPlace } from './streams.ts';

const controlContext = { since: position(0) } as ControlContext; // the only member that a page reads
const places = fc.uniqueArray(fc.record({ atMs: fc.nat(20), rank: fc.nat(1), id: fc.string({ maxLength: 3 }) }), {
  selector: ({ atMs, rank, id }) => `${atMs} ${rank} ${id}`,
});

function readToEnd(
  items: readonly StreamPlace[],
  limit: number,
  from?: string,
): { read: StreamPlace[]; cursor: string } {
  const page = paginateStream(
    { since: controlContext.since, items, getPlace: (item) => item },
    {
      limit,
      ...omitUndefined({ cursor: from }),
    },
  );
  if ('problem' in page) throw new Error(page.problem.code);
  const { next_cursor: next, poll_cursor: poll, has_more: hasMore } = page.page;
  expect(next).toBe(hasMore ? poll : null);
  if (next === null) return { read: [...page.items], cursor: poll };
  const rest = readToEnd(items, limit, next);
  return { read: [...page.items, ...rest.read], cursor: rest.cursor };
}

test('returns every item once and in order for any page size, and later items after the last cursor', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 5 }), fc.nat(20), (all, limit, nowMs) => {
      const known = all.filter(({ atMs }) => atMs <= nowMs);
      const first = readToEnd(known, limit);
      const later = readToEnd(all, limit, first.cursor);
      expect([...first.read, ...later.read]).toEqual(readToEnd(all, 100).read);
      expect(readToEnd(all, 100).read).toHaveLength(all.length);
    }),
  );
});

test('returns only items from an instant on, with a cursor that leads only to later ones', () => {
  fc.assert(
    fc.property(places, fc.nat(20), fc.nat(20), (all, fromMs, nowMs) => {
      const known = all.filter(({ atMs }) => atMs <= nowMs);
      const stream = { since: controlContext.since, getPlace: (item: StreamPlace) => item };
      const page = paginateStream({ ...stream, items: known }, { limit: 100, fromMs });
      if ('problem' in page) throw new Error(page.problem.code);
      const later = paginateStream({ ...stream, items: all }, { limit: 100, cursor: page.page.poll_cursor });
      if ('problem' in later) throw new Error(later.problem.code);
      const wanted = readToEnd(all, 100).read.filter(({ atMs }) => atMs >= fromMs);
      expect([...page.items, ...later.items]).toEqual(wanted);
      const again = paginateStream({ ...stream, items: all }, { fromMs, cursor: readToEnd([], 1).cursor, limit: 100 });
      expect('problem' in again ? [] : again.items).toEqual(wanted);
    }),
  );
});
