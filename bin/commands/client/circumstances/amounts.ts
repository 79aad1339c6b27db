import { formatHundredths } from '../../../../conformance/client/core/decimal.ts';
import { isWithdrawal, readCompleted, sortByAmount } from '../playing/lists.ts';
import { hashNumber } from '../playing/random.ts';
import type { Row } from '../playing/world.ts';

/** Gives each completed withdrawal the amount that `draw` returns for a number that depends on its id. */
export const changeAmounts = (rows: readonly Row[], salt: string, draw: (hash: bigint) => bigint): readonly Row[] =>
  rows.map((row) => {
    if (!isWithdrawal(row) || readCompleted(row) === 0n) return row;
    const amount = formatHundredths(draw(hashNumber(String(row.transaction_id), salt)));
    return { ...row, amt_req: amount, amt_comp: amount };
  });

/** Amounts with three to seven digits: as texts they have another order than as numbers. */
export const spreadAmounts = (rows: readonly Row[], salt: string): readonly Row[] =>
  changeAmounts(rows, salt, (hash) => {
    const size = 10n ** (2n + (hash % 5n));
    return size + ((hash / 5n) % (9n * size));
  });

const CLOSE_ROWS = 8;
const CLOSE_BASE = 10n ** 17n;

/** Spread amounts; the highest differ by too little for binary floating point. */
export function spreadCloseAmounts(rows: readonly Row[], salt: string): readonly Row[] {
  const spread = spreadAmounts(rows, salt);
  const close = new Map(
    sortByAmount(spread, 'desc')
      .slice(0, CLOSE_ROWS)
      .map((row, place) => [row.transaction_id, formatHundredths(CLOSE_BASE + BigInt(CLOSE_ROWS - place))]),
  );
  return spread.map((row) => {
    const amount = close.get(row.transaction_id);
    return amount === undefined ? row : { ...row, amt_req: amount, amt_comp: amount };
  });
}

/** Amounts from 0.01 to 199.99 whose cents are lost when a binary fraction is multiplied by 100 and truncated. */
export function drawCents(hash: bigint): bigint {
  for (let cents = Number(hash % 19_000n) + 1; ; cents += 1)
    if (Math.trunc(Number(formatHundredths(BigInt(cents))) * 100) !== cents) return BigInt(cents);
}

/** Amounts that binary floating point cannot represent. The sum of eighteen fits into 63 bits. */
export const drawLarge = (hash: bigint): bigint => 100_000_000_000_000_001n + (hash % 400_000_000_000_000_000n);
