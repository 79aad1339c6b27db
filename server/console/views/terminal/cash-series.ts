import type { Cash, TransactionRow } from '../../api/types.ts';

/** The cash of a terminal: known values, and a forecast from now on. */
export interface CashSeries {
  readonly times: readonly number[];
  readonly past: readonly (number | null)[];
  readonly forecast: readonly (number | null)[];
}

/**
 * Computes the cash since the last load by adding paid amounts to the present one, backwards in time. The forecast is a line to the
 * estimated instant at which the terminal is empty. `rows` are newest first.
 */
export function computeCashSeries(rows: readonly TransactionRow[], cash: Cash, nowMs: number): CashSeries {
  const loadedMs = cash.last_loaded_at === null ? 0 : Date.parse(cash.last_loaded_at);
  let amount = Number(cash.amount_remaining ?? 0);
  const points: { readonly atMs: number; readonly amount: number }[] = [{ atMs: nowMs, amount }];
  for (const row of rows) {
    const atMs = Date.parse(row.terminal_datetime);
    if (atMs < loadedMs) break;
    if (atMs >= (points.at(-1)?.atMs ?? 0) || row.transaction_type !== 'withdrawal') continue;
    points.push({ atMs, amount });
    amount += Number(row.amt_comp ?? 0);
  }
  points.reverse();
  const endMs = cash.estimated_empty_at === null ? undefined : Date.parse(cash.estimated_empty_at);
  const hasForecast = endMs !== undefined && endMs > nowMs;
  return {
    times: [...points.map(({ atMs }) => atMs), ...(hasForecast ? [endMs] : [])],
    past: [...points.map((point) => point.amount), ...(hasForecast ? [null] : [])],
    forecast: [
      ...points.map((point, index) => (index === points.length - 1 ? point.amount : null)),
      ...(hasForecast ? [0] : []),
    ],
  };
}
