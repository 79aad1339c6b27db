import { forEach, isCash, isSorted, type Law, rowsOf, sum, toCents, trueTime } from '../law.ts';
import type { FleetReading, Status } from '../read-fleet.ts';

interface CashReading {
  readonly id: string;
  readonly status: Status;
  readonly cash: NonNullable<Status['cash']>;
}

const withCash = ({ terminals }: FleetReading): readonly CashReading[] =>
  [...terminals].flatMap(([id, { status }]) => (status.cash === null ? [] : [{ id, status, cash: status.cash }]));

const hasExactCash = ({ fleet: { file } }: FleetReading, id: string): boolean =>
  typeof file.terminals !== 'number' &&
  file.terminals.some((terminal) => terminal.terminal_id === id && terminal.edges.cash_at !== undefined);

/**
 * Returns the terminals whose load is in the history, with what they dispensed and what was reversed since then, as of the last
 * status message.
 */
function sinceLoad(
  reading: FleetReading,
): readonly (CashReading & { readonly dispensed: number; readonly reversed: number })[] {
  return withCash(reading).flatMap((terminal) => {
    const loadedAt = Date.parse(terminal.cash.last_loaded_at ?? '');
    const until = Date.parse(terminal.status.comms.last_sm_at ?? '');
    if (Number.isNaN(loadedAt) || loadedAt < reading.start - 34 * 86_400_000 || hasExactCash(reading, terminal.id))
      return [];
    const rows = rowsOf(reading)
      .filter((row) => row.terminal_id === terminal.id && isCash(row))
      .filter((row) => trueTime(reading, row) > loadedAt && trueTime(reading, row) <= until);
    const dispensed = sum(rows.map((row) => row.amt_comp));
    const reversed = sum(rows.filter((row) => row.dispense_status === 'reversed').map((row) => row.amt_req));
    return [{ ...terminal, dispensed, reversed }];
  });
}

export const cashLaws: readonly Law[] = [
  {
    name: 'the remaining amount is the value of the remaining notes',
    examine: forEach(
      withCash,
      ({ cash }) =>
        toCents(cash.amount_remaining) ===
        cash.cassettes.reduce(
          (total, { notes_remaining: notes, denomination }) => total + notes * toCents(denomination),
          0,
        ),
    ),
  },
  {
    name: 'the loaded amount is the value of the loaded notes',
    examine: forEach(
      (reading) =>
        withCash(reading).filter(({ cash, id }) => cash.last_loaded_amount !== null && !hasExactCash(reading, id)),
      ({ cash }) =>
        toCents(cash.last_loaded_amount ?? '') ===
        cash.cassettes.reduce(
          (total, { loaded_notes: notes, denomination }) => total + notes * toCents(denomination),
          0,
        ),
    ),
  },
  {
    name: 'a cassette has at most the loaded notes, which fit into it',
    examine: forEach(
      (reading) =>
        withCash(reading)
          .filter(({ id }) => !hasExactCash(reading, id))
          .flatMap(({ cash }) => cash.cassettes),
      (cassette) =>
        cassette.notes_remaining <= cassette.loaded_notes && cassette.loaded_notes <= cassette.capacity_notes,
    ),
  },
  {
    name: 'the fill level of a cassette agrees with its notes',
    examine: forEach(
      (reading) => withCash(reading).flatMap(({ cash }) => cash.cassettes),
      ({ notes_remaining: notes, low_threshold_notes: low, replenishment_status: level }) =>
        (level === 'empty') === (notes === 0) && (notes === 0 || (level === 'low') === notes <= low),
    ),
  },
  {
    name: 'the remaining cash is at most the load minus what was dispensed',
    examine: forEach(
      sinceLoad,
      ({ cash, dispensed }) => toCents(cash.amount_remaining) <= toCents(cash.last_loaded_amount ?? '') - dispensed,
    ),
  },
  {
    name: 'cash that was neither dispensed nor remains was rejected or retracted',
    examine: forEach(sinceLoad, ({ cash, dispensed, reversed }) => {
      const missing = toCents(cash.last_loaded_amount ?? '') - dispensed - toCents(cash.amount_remaining);
      const values = cash.cassettes.map(({ denomination }) => toCents(denomination));
      const [least, most] = [cash.reject_notes * Math.min(...values), cash.reject_notes * Math.max(...values)];
      return missing >= least && missing <= most + reversed;
    }),
  },
  {
    name: 'cassettes have the positions A, B and so on, and those of the configuration',
    examine: forEach(withCash, ({ id, cash }, { terminals }) =>
      cash.cassettes.every(({ position, denomination, capacity_notes: capacity }, at) => {
        const other = terminals.get(id)?.payload.cassettes[at];
        return (
          position === 'ABCDEFGH'[at] &&
          other?.position === position &&
          other.denomination === denomination &&
          other.capacity_notes === capacity
        );
      }),
    ),
  },
  {
    name: 'a terminal has an estimate if it dispenses',
    examine: forEach(
      withCash,
      ({ cash }) =>
        (cash.estimated_empty_at === null) === (cash.average_daily_dispense === '0.00') ||
        cash.amount_remaining === '0.00',
    ),
  },
  {
    name: 'an empty terminal does not become empty in the future',
    examine: forEach(
      (reading) =>
        withCash(reading).filter(({ cash }) => cash.amount_remaining === '0.00' && cash.estimated_empty_at !== null),
      ({ cash }, { now }) => Date.parse(cash.estimated_empty_at ?? '') <= now,
    ),
  },
  {
    name: 'an empty terminal cannot dispense',
    examine: forEach(
      (reading) => withCash(reading).filter(({ cash }) => cash.amount_remaining === '0.00'),
      ({ cash }) => cash.dispenser_state === 'stop' || cash.dispenser_state === 'unknown',
    ),
  },
  {
    name: 'a dispenser with a low or empty cassette is not ok',
    examine: forEach(
      (reading) =>
        withCash(reading).filter(({ cash }) =>
          cash.cassettes.some(({ replenishment_status: level }) => level === 'low' || level === 'empty'),
        ),
      ({ cash }) => cash.dispenser_state !== 'ok',
    ),
  },
  {
    name: 'the last load is before the last status message',
    examine: forEach(
      (reading) => withCash(reading).filter(({ cash }) => cash.last_loaded_at !== null),
      ({ cash, status }) => Date.parse(cash.last_loaded_at ?? '') <= Date.parse(status.comms.last_sm_at ?? ''),
    ),
  },
  {
    name: 'cash low and cash out are not open together',
    examine: forEach(
      ({ terminals }) => [...terminals.values()].map(({ status }) => status),
      ({ open_alerts: alerts }) =>
        new Set(alerts.map(({ type }) => type).filter((type) => type === 'cash_low' || type === 'cash_out')).size < 2,
    ),
  },
  {
    name: 'an open cash-out means less than the clearing amount',
    examine: forEach(
      (reading) => withCash(reading).filter(({ status }) => status.open_alerts.some(({ type }) => type === 'cash_out')),
      ({ cash, id }, { terminals, fleet }) => {
        const factor =
          (fleet.file.policy.cash_out as { readonly clear_withdrawals?: number } | undefined)?.clear_withdrawals ?? 10;
        return (
          toCents(cash.amount_remaining) <
          Math.max(factor, 1) * toCents(terminals.get(id)?.payload.limits.min_withdrawal ?? '0')
        );
      },
    ),
  },
  {
    name: 'cassettes are listed by position',
    examine: forEach(withCash, ({ cash }) => isSorted(cash.cassettes, (a, b) => a.position < b.position)),
  },
];
