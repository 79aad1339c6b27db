import { expect, test } from 'vitest';
import { drawBreakdown } from './breakdown.ts';

const breakdown = {
  vault_cash: '100.00',
  surcharge: '20.00',
  interchange: '0.00',
  adjustments: '-40.00',
  fees: '-5.00',
};

test('places each part where the previous one ends, so that the last bar is the net payout', () => {
  const { parts, differenceCents } = drawBreakdown({ breakdown, net_payout: '75.00' });
  expect(differenceCents).toBe(0);
  expect(parts.map(({ cents }) => cents)).toEqual([10_000, 2000, 0, -4000, -500, 7500]);
  expect(parts[3]?.left).toBeCloseTo(80 / 120);
  expect(parts[5]).toMatchObject({ left: 0, width: 75 / 120 });
});

test('reports parts that do not add up, and draws a negative payout left of zero', () => {
  expect(drawBreakdown({ breakdown, net_payout: '80.00' }).differenceCents).toBe(500);
  const owed = { ...breakdown, vault_cash: '0.00', surcharge: '0.00' };
  const { parts } = drawBreakdown({ breakdown: owed, net_payout: '-45.00' });
  expect(parts.at(-1)).toMatchObject({ cents: -4500, left: 0, width: 1 });
});
