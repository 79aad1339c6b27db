import { findValue } from '../reading/pointers.ts';
import { toCents } from '../reading/values/value-relations.ts';
import { readMoments } from '../relations/rows/moments.ts';
import type { Bindings } from '../slots/bindings.ts';
import type { ReadList } from './fleet-reader.ts';
import type { TerminalShape } from './shape.ts';

export type Volume = Pick<TerminalShape, 'attemptsPerMonth' | 'declineShare' | 'surchargeCents'>;

export interface Volumes {
  readonly byTerminal: ReadonlyMap<string, Volume>;
  /** Why they are missing or of some terminals only. */
  readonly reason?: string;
}

/** The values of the transactions of one terminal, and the days in which they happened. */
interface Sample {
  readonly rows: readonly unknown[];
  /** Absent if they do not show how many there are per day. */
  readonly days?: number;
}

const DAY_MS = 86_400_000;
const DAYS_PER_MONTH = 30;
/** Fewer rows give no share of declines. */
const ENOUGH_ROWS = 20;
/** A shorter period shows only some hours of a day. */
const LEAST_DAYS = 2;
/** The limits of a fleet file. */
const MOST_ATTEMPTS = 20_000;
const MOST_SURCHARGE_CENTS = 100_000;

/** Computes the volumes of terminals from the list of all their transactions. */
export function computeListVolumes(
  lists: readonly ReadList[],
  bindings: Bindings,
  terminals: readonly string[],
): Volumes {
  if (bindings.find('transactions.terminal') === undefined)
    return { byTerminal: new Map(), reason: 'no binding for transactions.terminal' };
  const rows = [...new Map(lists.flatMap((list) => list.rows.map((row) => [row.id, row] as const))).values()];
  const attempts = rows.filter(({ value }) => !isReversal(value, bindings));
  const instants = readInstants(
    attempts.map(({ value }) => value),
    bindings,
  );
  const days = countDays(instants);
  const isComplete = lists.every((list) => list.reason === undefined);
  const reason = findReason({ count: attempts.length, days, instants, isComplete }, bindings);
  const byTerminal = Map.groupBy(attempts, (row) => row.terminals[0] ?? '');
  const samples = terminals.map((terminal): [string, Sample] => [
    terminal,
    {
      rows: (byTerminal.get(terminal) ?? []).map(({ value }) => value),
      ...(reason === undefined ? { days } : {}),
    },
  ]);
  return { byTerminal: computeVolumes(new Map(samples), bindings), ...(reason === undefined ? {} : { reason }) };
}

/** The transactions that were read: their number, their period, and whether they are all. */
interface ReadPeriod {
  readonly count: number;
  readonly days: number;
  readonly instants: readonly number[];
  readonly isComplete: boolean;
}

/** Returns why transactions do not show how many there are per day. */
function findReason({ count, days, instants, isComplete }: ReadPeriod, bindings: Bindings): string | undefined {
  if (bindings.find('transactions.terminal_date_and_time') === undefined)
    return 'no binding for transactions.terminal_date_and_time';
  if (count < ENOUGH_ROWS) return `only ${count} transactions`;
  if (days < LEAST_DAYS) return `the transactions that were read happened within less than ${LEAST_DAYS} days`;
  return isComplete || isInOrder(instants)
    ? undefined
    : 'only a part of the transactions was read, and they are not in the order of time';
}

/**
 * Computes the volumes of terminals from the first page of the transactions of each. A whole list is of the longest period of any
 * terminal, because services limit it to recent days.
 */
export function computePageVolumes(
  pages: ReadonlyMap<string, ReadList>,
  bindings: Bindings,
): ReadonlyMap<string, Volume> {
  const read = [...pages].map(([terminal, { rows, reason }]) => {
    const attempts = rows.flatMap(({ value }) => (isReversal(value, bindings) ? [] : [value]));
    return {
      terminal,
      rows: attempts,
      isPart: reason !== undefined,
      days: countDays(readInstants(attempts, bindings)),
    };
  });
  const longest = read.reduce((most, { days }) => Math.max(most, days), 0);
  const samples = read.map(({ terminal, rows, isPart, days: own }): [string, Sample] => {
    const days = isPart ? own : longest;
    return [terminal, { rows, ...(days >= LEAST_DAYS ? { days } : {}) }];
  });
  return computeVolumes(new Map(samples), bindings);
}

function computeVolumes(samples: ReadonlyMap<string, Sample>, bindings: Bindings): ReadonlyMap<string, Volume> {
  const share = findDeclineShare(
    [...samples.values()].flatMap(({ rows }) => rows),
    bindings,
  );
  return new Map(
    [...samples].map(([terminal, { rows, days }]): [string, Volume] => {
      const declineShare = findDeclineShare(rows, bindings) ?? share;
      const surchargeCents = findUsualSurcharge(rows, bindings);
      return [
        terminal,
        {
          ...(days === undefined
            ? {}
            : { attemptsPerMonth: Math.min(MOST_ATTEMPTS, roundToTwoDigits((rows.length / days) * DAYS_PER_MONTH)) }),
          ...(declineShare === undefined ? {} : { declineShare }),
          ...(surchargeCents === undefined ? {} : { surchargeCents }),
        },
      ];
    }),
  );
}

function isReversal(row: unknown, bindings: Bindings): boolean {
  const typeAt = bindings.find('transactions.transaction_type');
  return typeAt !== undefined && /revers|\brev\b|void/i.test(String(findValue(row, typeAt)));
}

/** Returns the local times of transactions in milliseconds. */
function readInstants(rows: readonly unknown[], bindings: Bindings): readonly number[] {
  const at = bindings.find('transactions.terminal_date_and_time');
  return at === undefined ? [] : rows.flatMap((row) => readInstant(findValue(row, at)) ?? []);
}

function readInstant(value: unknown): number | undefined {
  const seconds = typeof value === 'object' && value !== null && 'seconds' in value ? value.seconds : value;
  const [moment] = readMoments(seconds);
  return moment?.day === undefined ? undefined : moment.day + (moment.time ?? 0) * 1000;
}

function countDays(instants: readonly number[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of instants) [first, last] = [Math.min(first, at), Math.max(last, at)];
  return Number.isFinite(first) ? (last - first) / DAY_MS : 0;
}

/** Whether times rise or fall. Local times of several zones are in order up to some hours. */
const isInOrder = (instants: readonly number[]): boolean =>
  [1, -1].some((sign) => instants.every((at, index) => sign * (at - (instants[index - 1] ?? at)) >= -DAY_MS / 2));

/** Returns the share of attempts that completed no amount, in whole percent; `undefined` without enough attempts. */
function findDeclineShare(rows: readonly unknown[], bindings: Bindings): number | undefined {
  const [requestedAt, completedAt] = [
    bindings.find('transactions.amount_requested'),
    bindings.find('transactions.amount_completed'),
  ];
  if (requestedAt === undefined || completedAt === undefined) return undefined;
  const form = bindings.find('money.form');
  const withAmount = rows.filter((row) => (toCents(findValue(row, requestedAt), form) ?? 0) > 0);
  if (withAmount.length < ENOUGH_ROWS) return undefined;
  const declined = withAmount.filter((row) => (toCents(findValue(row, completedAt), form) ?? 0) === 0);
  return Math.round((declined.length / withAmount.length) * 100) / 100;
}

/** Returns the most frequent surcharge of a terminal. */
function findUsualSurcharge(rows: readonly unknown[], bindings: Bindings): number | undefined {
  const at = bindings.find('transactions.surcharge_requested') ?? bindings.find('transactions.surcharge_completed');
  if (at === undefined) return undefined;
  const form = bindings.find('money.form');
  const counts = new Map<number, number>();
  for (const row of rows) {
    const cents = toCents(findValue(row, at), form);
    if (cents !== undefined && cents >= 0 && cents <= MOST_SURCHARGE_CENTS)
      counts.set(cents, (counts.get(cents) ?? 0) + 1);
  }
  return [...counts].sort(([one, a], [other, b]) => b - a || one - other)[0]?.[0];
}

/** Rounds a number to two significant digits: 1234 becomes 1200. */
const roundToTwoDigits = (number: number): number => Number(number.toPrecision(2));
