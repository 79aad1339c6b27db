import type { TransactionRow } from '../../api/types.ts';

/** Values of equal periods of time. */
export interface PeriodSeries {
  /** The start of each period, in epoch milliseconds. */
  readonly times: readonly number[];
  readonly counts: readonly number[];
  /** The share of approved withdrawals, from 0 to 100; null for a period without any. */
  readonly approvalPercents: readonly (number | null)[];
  readonly surcharges: readonly number[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Groups transactions by hour: the last `hours` hours until `nowMs`. */
export const groupByHour = (rows: readonly TransactionRow[], nowMs: number, hours: number): PeriodSeries =>
  groupByPeriod(rows, { endMs: Math.floor(nowMs / HOUR_MS) * HOUR_MS + HOUR_MS, lengthMs: HOUR_MS, count: hours });

/** Groups transactions by day of their local time. The first day may be incomplete, so it is omitted. */
export function groupByDay(rows: readonly TransactionRow[], isComplete: boolean): PeriodSeries {
  const days = [...Map.groupBy(rows, ({ terminal_datetime: at }) => at.slice(0, 10))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const shown = isComplete ? days : days.slice(1);
  const periods = shown.map(([day, members]) => ({ atMs: Date.parse(`${day}T12:00:00Z`), members }));
  return summarise(periods);
}

function groupByPeriod(
  rows: readonly TransactionRow[],
  { endMs, lengthMs, count }: { readonly endMs: number; readonly lengthMs: number; readonly count: number },
): PeriodSeries {
  const startMs = endMs - count * lengthMs;
  const byIndex = Map.groupBy(rows, ({ terminal_datetime: at }) => Math.floor((Date.parse(at) - startMs) / lengthMs));
  return summarise(
    Array.from({ length: count }, (_, index) => ({
      atMs: startMs + index * lengthMs + (lengthMs === DAY_MS ? 0 : lengthMs / 2),
      members: byIndex.get(index) ?? [],
    })),
  );
}

function summarise(
  periods: readonly { readonly atMs: number; readonly members: readonly TransactionRow[] }[],
): PeriodSeries {
  return {
    times: periods.map(({ atMs }) => atMs),
    counts: periods.map(({ members }) => members.length),
    approvalPercents: periods.map(({ members }) => {
      const withdrawals = members.filter(({ transaction_type: type }) => type === 'withdrawal');
      const approved = withdrawals.filter(({ response }) => response === '00').length;
      return withdrawals.length === 0 ? null : (approved / withdrawals.length) * 100;
    }),
    surcharges: periods.map(({ members }) => members.reduce((sum, row) => sum + Number(row.sur_comp ?? 0), 0)),
  };
}
