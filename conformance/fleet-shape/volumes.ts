import { findValue } from '../reading/pointers.ts';
import { toCents } from '../reading/values/value-relations.ts';
import { readMoments } from '../relations/rows/moments.ts';
import type { Bindings } from '../slots/bindings.ts';
import type { ListRow } from '../slots/read-lists.ts';
import type { TerminalShape } from './shape.ts';

type Volume = Pick<TerminalShape, 'attemptsPerMonth' | 'declineShare' | 'surchargeCents'>;

/** Rows of transactions, and whether they are all rows of the list. */
export interface TransactionRows {
  readonly rows: readonly ListRow[];
  readonly isComplete: boolean;
}

export interface Volumes {
  readonly byTerminal: ReadonlyMap<string, Volume>;
  /** Why there are no volumes, or only some. */
  readonly reason?: string;
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

/** Computes the volumes of terminals from their transactions, as rounded numbers. */
export function computeVolumes(
  { rows, isComplete }: TransactionRows,
  bindings: Bindings,
  terminals: readonly string[],
): Volumes {
  const timeAt = bindings.find('transactions.terminal_date_and_time');
  if (bindings.find('transactions.terminal') === undefined)
    return { byTerminal: new Map(), reason: 'no binding for transactions.terminal' };
  const attempts = rows.filter((row) => !isReversal(row, bindings));
  const byTerminal = Map.groupBy(attempts, (row) => row.terminals[0] ?? '');
  const surcharges = new Map(
    terminals.map((terminal) => [terminal, findUsualSurcharge(byTerminal.get(terminal) ?? [], bindings)]),
  );
  const instants =
    timeAt === undefined ? [] : attempts.flatMap(({ value }) => readInstant(findValue(value, timeAt)) ?? []);
  const days = countDays(instants);
  const reason =
    timeAt === undefined
      ? 'no binding for transactions.terminal_date_and_time'
      : attempts.length < ENOUGH_ROWS
        ? `only ${attempts.length} transactions`
        : days < LEAST_DAYS
          ? 'the transactions that were read are of less than two days'
          : !isComplete && !isInOrder(instants)
            ? 'only a part of the transactions was read, and they are not in the order of time'
            : undefined;
  const share = findDeclineShare(attempts, bindings);
  return {
    byTerminal: new Map(
      terminals.map((terminal): [string, Volume] => {
        const own = byTerminal.get(terminal) ?? [];
        const declineShare = findDeclineShare(own, bindings) ?? share;
        const surchargeCents = surcharges.get(terminal);
        return [
          terminal,
          {
            ...(surchargeCents === undefined ? {} : { surchargeCents }),
            ...(reason === undefined
              ? { attemptsPerMonth: Math.min(MOST_ATTEMPTS, roundToTwoDigits((own.length / days) * DAYS_PER_MONTH)) }
              : {}),
            ...(declineShare === undefined ? {} : { declineShare }),
          },
        ];
      }),
    ),
    ...(reason === undefined ? {} : { reason }),
  };
}

const isReversal = ({ value }: ListRow, bindings: Bindings): boolean => {
  const typeAt = bindings.find('transactions.transaction_type');
  return typeAt !== undefined && /revers|\brev\b|void/i.test(String(findValue(value, typeAt)));
};

function readInstant(value: unknown): number | undefined {
  const seconds = typeof value === 'object' && value !== null && 'seconds' in value ? value.seconds : value;
  const [moment] = readMoments(typeof seconds === 'string' || typeof seconds === 'number' ? seconds : undefined);
  return moment?.day === undefined ? undefined : moment.day + (moment.time ?? 0) * 1000;
}

function countDays(instants: readonly number[]): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of instants) [first, last] = [Math.min(first, at), Math.max(last, at)];
  return Number.isFinite(first) ? (last - first) / DAY_MS : 0;
}

/** Local times of several zones are in order up to some hours. */
const isInOrder = (instants: readonly number[]): boolean =>
  [1, -1].some((sign) => instants.every((at, index) => sign * (at - (instants[index - 1] ?? at)) >= -DAY_MS / 2));

/** Returns the share of attempts that completed no amount, in whole percent; `undefined` without enough attempts. */
function findDeclineShare(rows: readonly ListRow[], bindings: Bindings): number | undefined {
  const [requestedAt, completedAt] = [
    bindings.find('transactions.amount_requested'),
    bindings.find('transactions.amount_completed'),
  ];
  if (requestedAt === undefined || completedAt === undefined) return undefined;
  const form = bindings.find('money.form');
  const withAmount = rows.filter(({ value }) => (toCents(findValue(value, requestedAt), form) ?? 0) > 0);
  if (withAmount.length < ENOUGH_ROWS) return undefined;
  const declined = withAmount.filter(({ value }) => (toCents(findValue(value, completedAt), form) ?? 0) === 0);
  return Math.round((declined.length / withAmount.length) * 100) / 100;
}

/** Returns the most frequent surcharge of a terminal. */
function findUsualSurcharge(rows: readonly ListRow[], bindings: Bindings): number | undefined {
  const at = bindings.find('transactions.surcharge_requested') ?? bindings.find('transactions.surcharge_completed');
  if (at === undefined) return undefined;
  const form = bindings.find('money.form');
  const counts = new Map<number, number>();
  for (const { value } of rows) {
    const cents = toCents(findValue(value, at), form);
    if (cents !== undefined && cents >= 0 && cents <= MOST_SURCHARGE_CENTS)
      counts.set(cents, (counts.get(cents) ?? 0) + 1);
  }
  return [...counts].sort(([one, a], [other, b]) => b - a || one - other)[0]?.[0];
}

/** Rounds a number to two significant digits: 1234 becomes 1200. */
export const roundToTwoDigits = (number: number): number => Number(number.toPrecision(2));
