import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NORTHWAY } from '../testing/deliveries.ts';
import { ConcurrencyLimits } from './concurrency-limits.ts';

const keys = Array.from({ length: 5 }, (_, n) => ({ tenantId: NORTHWAY, destinationId: `dst_${n}` }));

test('obeys both limits and always allows one delivery to an idle destination', () => {
  const moves = fc.array(fc.record({ n: fc.nat(keys.length - 1), isBegin: fc.boolean() }), { maxLength: 80 });
  const limits = fc.record({ perDestination: fc.integer({ min: 1, max: 4 }), total: fc.nat(6) });
  fc.assert(
    fc.property(limits, moves, ({ perDestination, total }, all) => {
      const concurrencyLimits = new ConcurrencyLimits({ perDestination, total });
      const ours = keys.map((key) => concurrencyLimits.findLoad(key));
      for (const { n, isBegin } of all) {
        const load = ours[n];
        if (load === undefined) continue;
        if (isBegin && concurrencyLimits.countRoom(load) > 0) concurrencyLimits.begin(load);
        else if (!isBegin && load.inFlight > 0) concurrencyLimits.end(load);
        const counts = ours.map(({ inFlight }) => inFlight);
        expect(concurrencyLimits.inFlight).toBe(counts.reduce((sum, count) => sum + count, 0));
        expect(Math.max(...counts)).toBeLessThanOrEqual(perDestination);
        expect(concurrencyLimits.inFlight - counts.filter((count) => count > 0).length).toBeLessThanOrEqual(total);
        for (const one of ours)
          if (one.inFlight === 0) expect(concurrencyLimits.countRoom(one)).toBeGreaterThanOrEqual(1);
      }
      for (const load of ours) while (load.inFlight > 0) concurrencyLimits.end(load);
      for (const load of ours) expect(concurrencyLimits.countRoom(load)).toBe(Math.min(perDestination, total + 1));
    }),
  );
});

test('returns the same load for the same destination of the same tenant', () => {
  const concurrencyLimits = new ConcurrencyLimits({ perDestination: 1, total: 1 });
  const [first] = keys;
  if (first === undefined) throw new Error('there are keys');
  expect(concurrencyLimits.findLoad({ ...first })).toBe(concurrencyLimits.findLoad(first));
  expect(concurrencyLimits.findLoad({ ...first, tenantId: 'acct_redline' })).not.toBe(
    concurrencyLimits.findLoad(first),
  );
});

test('marks all destinations and keeps busy ones', () => {
  const concurrencyLimits = new ConcurrencyLimits({ perDestination: 2, total: 2 });
  const [busy, idle] = keys.map((key) => concurrencyLimits.findLoad(key));
  if (busy === undefined || idle === undefined) throw new Error('there are keys');
  concurrencyLimits.begin(busy);
  busy.mayHaveDue = false;
  idle.mayHaveDue = false;
  concurrencyLimits.markAll();
  expect(concurrencyLimits.findLoad(busy.key)).toBe(busy);
  expect([concurrencyLimits.findLoad(busy.key).mayHaveDue, concurrencyLimits.findLoad(idle.key).mayHaveDue]).toEqual([
    true,
    true,
  ]);
});
