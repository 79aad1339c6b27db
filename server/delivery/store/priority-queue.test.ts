import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorityQueue } from './priority-queue.ts';

interface Ticket {
  readonly rank: number;
}

const createQueue = () => new PriorityQueue<Ticket>((a, b) => a.rank < b.rank);

test('returns added items in order of rank, without deleted ones', () => {
  const cases = fc.array(fc.record({ rank: fc.integer({ min: 0, max: 20 }), isDeleted: fc.boolean() }));
  fc.assert(
    fc.property(cases, (tickets) => {
      const queue = createQueue();
      for (const ticket of tickets) queue.add(ticket);
      for (const ticket of tickets) if (ticket.isDeleted) expect(queue.delete(ticket)).toBe(true);
      const kept = tickets.filter(({ isDeleted }) => !isDeleted).map(({ rank }) => rank);
      expect(queue.size).toBe(kept.length);
      expect(queue.items()).toHaveLength(kept.length);
      expect(Array.from(kept, () => queue.take()?.rank)).toEqual(kept.toSorted((a, b) => a - b));
      expect(queue.take()).toBeUndefined();
    }),
  );
});

test('peeks at the first item and reports absent ones', () => {
  const queue = createQueue();
  const [early, late] = [{ rank: 1 }, { rank: 2 }];
  expect(queue.peek()).toBeUndefined();
  queue.add(late);
  queue.add(early);
  expect(queue.peek()).toBe(early);
  expect(queue.size).toBe(2);
  expect(queue.take()).toBe(early);
  expect(queue.delete(early)).toBe(false);
  expect(queue.peek()).toBe(late);
});
