import type { SettlementBatch } from '../../api/types.ts';

type Breakdown = SettlementBatch['breakdown'];

/** One part of a payout, and its bar as shares of the width, from 0 to 1. */
export interface BreakdownPart {
  readonly name: keyof Breakdown | 'net_payout';
  readonly cents: number;
  readonly left: number;
  readonly width: number;
}

export interface BreakdownPicture {
  readonly parts: readonly BreakdownPart[];
  /** The net payout minus the sum of the parts: 0 if they add up. */
  readonly differenceCents: number;
}

const PARTS = ['vault_cash', 'surcharge', 'interchange', 'adjustments', 'fees'] as const;

/** Places each part where the sum of the previous ones ends, so that the last bar is the net payout. */
export function drawBreakdown({ breakdown, net_payout: net }: Pick<SettlementBatch, 'breakdown' | 'net_payout'>) {
  const cents = PARTS.map((name) => toCents(breakdown[name]));
  const sums = cents.map((_, index) => cents.slice(0, index + 1).reduce((sum, one) => sum + one, 0));
  const netCents = toCents(net);
  const low = Math.min(0, netCents, ...sums);
  const span = Math.max(0, netCents, ...sums) - low || 1;
  const place = (from: number, to: number) => ({
    left: (Math.min(from, to) - low) / span,
    width: Math.abs(to - from) / span,
  });
  const parts: readonly BreakdownPart[] = [
    ...PARTS.map((name, index) => ({
      name,
      cents: cents[index] ?? 0,
      ...place(index === 0 ? 0 : (sums[index - 1] ?? 0), sums[index] ?? 0),
    })),
    { name: 'net_payout', cents: netCents, ...place(0, netCents) },
  ];
  return { parts, differenceCents: netCents - (sums.at(-1) ?? 0) } satisfies BreakdownPicture;
}

const toCents = (amount: string): number => Math.round(Number(amount) * 100);
