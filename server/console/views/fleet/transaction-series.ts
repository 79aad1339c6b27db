import type { TransactionSample } from '../../api/read-transactions.ts';
import type { TransactionRow } from '../../api/types.ts';

/** Values of equal periods of time. */
export interface PeriodSeries {
  /** The start of each period, in epoch milliseconds. */
  readonly times: readonly number[];
  /** Null for a period that was not loaded, or only in part. */
  readonly counts: readonly (number | null)[];
  /** The share of approved withdrawals, from 0 to 100; null for a period without any. */
  readonly approvalPercents: readonly (number | null)[];
  readonly surcharges: readonly (number | null)[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Groups transactions by hour: the last `hours` hours until `nowMs`. `rows` are newest first. If they are not complete, the hour of the oldest
 * one and the hours before it have no values.
 */
export function groupByHour({ rows, isComplete }: TransactionSample, nowMs: number, hours: number): PeriodSeries {
  const oldest = rows.at(-1);
  const loadedMs = isComplete || oldest === undefined ? Number.NEGATIVE_INFINITY : Date.parse(oldest.terminal_datetime);
  const startMs = Math.floor(nowMs / HOUR_MS + 1) * HOUR_MS - hours * HOUR_MS;
  const byIndex = Map.groupBy(rows, ({ terminal_datetime: at }) => Math.floor((Date.parse(at) - startMs) / HOUR_MS));
  return summarise(
    Array.from({ length: hours }, (_, index) => ({
      atMs: startMs + index * HOUR_MS + HOUR_MS / 2,
      members: startMs + index * HOUR_MS < loadedMs ? undefined : (byIndex.get(index) ?? []),
    })),
  );
}

/** Groups transactions by day of their local time. The first day is omitted if the rows are not complete. Each time is noon in UTC. */
export function groupByDay({ rows, isComplete }: TransactionSample): PeriodSeries {
  const byDay = Map.groupBy(rows, ({ terminal_datetime: at }) => Date.parse(`${at.slice(0, 10)}T12:00:00Z`));
  const [first = 0, last = -1] = byDay.size === 0 ? [] : [Math.min(...byDay.keys()), Math.max(...byDay.keys())];
  const days = Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, index) => first + index * DAY_MS);
  return summarise(days.slice(isComplete ? 0 : 1).map((atMs) => ({ atMs, members: byDay.get(atMs) ?? [] })));
}

function summarise(
  periods: readonly { readonly atMs: number; readonly members: readonly TransactionRow[] | undefined }[],
): PeriodSeries {
  return {
    times: periods.map(({ atMs }) => atMs),
    counts: periods.map(({ members }) => members?.length ?? null),
    approvalPercents: periods.map(({ members = [] }) => {
      const withdrawals = members.filter(({ transaction_type: type }) => type === 'withdrawal');
      const approved = withdrawals.filter(({ response }) => response === '00').length;
      return withdrawals.length === 0 ? null : (approved / withdrawals.length) * 100;
    }),
    surcharges: periods.map(({ members }) => members?.reduce((sum, row) => sum + Number(row.sur_comp ?? 0), 0) ?? null),
  };
}
