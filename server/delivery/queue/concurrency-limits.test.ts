import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NORTHWAY } from '../testing/test-deliveries.ts';
import { Lanes } from './concurrency-limits.ts';

const keys = Array.from({ length: 5 }, (_, n) => ({ tenantId: NORTHWAY, destinationId: `dst_${n}` }));

test('obey both limits and always allow one delivery to an idle destination', () => {
  const moves = fc.array(fc.record({ n: fc.nat(keys.length - 1), isBegin: fc.boolean() }), { maxLength: 80 });
  const limits = fc.record({ perDestination: fc.integer({ min: 1, max: 4 }), total: fc.nat(6) });
  fc.assert(
    fc.property(limits, moves, ({ perDestination, total }, all) => {
      const lanes = new Lanes({ perDestination, total });
      const ours = keys.map((key) => lanes.of(key));
      for (const { n, isBegin } of all) {
        const lane = ours[n];
        if (lane === undefined) continue;
        if (isBegin && lanes.roomOf(lane) > 0) lanes.begin(lane);
        else if (!isBegin && lane.inFlight > 0) lanes.end(lane);
        const counts = ours.map(({ inFlight }) => inFlight);
        expect(lanes.inFlight).toBe(counts.reduce((sum, count) => sum + count, 0));
        expect(Math.max(...counts)).toBeLessThanOrEqual(perDestination);
        expect(lanes.inFlight - counts.filter((count) => count > 0).length).toBeLessThanOrEqual(total);
        for (const one of ours) if (one.inFlight === 0) expect(lanes.roomOf(one)).toBeGreaterThanOrEqual(1);
      }
      for (const lane of ours) while (lane.inFlight > 0) lanes.end(lane);
      for (const lane of ours) expect(lanes.roomOf(lane)).toBe(Math.min(perDestination, total + 1));
    }),
  );
});

test('are identical for the same destination of the same tenant', () => {
  const lanes = new Lanes({ perDestination: 1, total: 1 });
  const [first] = keys;
  if (first === undefined) throw new Error('there are keys');
  expect(lanes.of({ ...first })).toBe(lanes.of(first));
  expect(lanes.of({ ...first, tenantId: 'acct_redline' })).not.toBe(lanes.of(first));
});

test('are all marked by markAll, which keeps busy ones', () => {
  const lanes = new Lanes({ perDestination: 2, total: 2 });
  const [busy, idle] = keys.map((key) => lanes.of(key));
  if (busy === undefined || idle === undefined) throw new Error('there are keys');
  lanes.begin(busy);
  busy.mayHaveDue = false;
  idle.mayHaveDue = false;
  lanes.markAll();
  expect(lanes.of(busy.key)).toBe(busy);
  expect([lanes.of(busy.key).mayHaveDue, lanes.of(idle.key).mayHaveDue]).toEqual([true, true]);
});
