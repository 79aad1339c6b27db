import { addDays, isBankingDay, listInstants, MINUTE, nextBankingDay, toLocal } from '../calendar.ts';
import { batchesOf, disputesOf, forEach, isCash, isSorted, type Law, payeeOf, rowsOf, sum, toCents } from '../law.ts';
import type { Batch, FleetReading, Row } from '../read-fleet.ts';

const EASTERN = 'America/New_York';

const cutoffOf = ({ fleet: { file } }: FleetReading): string => file.settlement.cutoff_local ?? '14:00';

/** Returns the instants at which a business date may end; two where the wall clock shows the time twice, none where it skips it. */
const cutoffsOf = (reading: FleetReading, date: string): readonly number[] =>
  listInstants(`${date}T${cutoffOf(reading)}:00`, reading.fleet.file.timezone);

/** Whether all rows of a business date are in the history. */
const isInHistory = ({ start }: FleetReading, date: string): boolean =>
  Date.parse(`${addDays(date, -6)}T00:00:00Z`) > start - 34 * 86_400_000;

const combined = (reading: FleetReading): readonly Batch[] =>
  batchesOf(reading).filter(
    ({ funding_type: type, business_date: date }) => type === 'combined' && isInHistory(reading, date),
  );

function sumOfPayee(
  reading: FleetReading,
  { account_id: account, business_date: date }: Batch,
  amountOf: (row: Row) => readonly ['vault_cash' | 'surcharge', string],
): number {
  const amounts = rowsOf(reading)
    .filter((row) => row.business_date === date)
    .map((row) => [row, ...amountOf(row)] as const)
    .filter(([row, part]) => payeeOf(reading, row.terminal_id, part) === account)
    .map(([, , amount]) => amount);
  return sum(amounts);
}

const instants = ({ timing }: Batch): readonly number[] =>
  [timing.cutoff_at, timing.derived_at, timing.approved_at, timing.submitted_at, timing.settled_at, timing.returned_at]
    .filter((at) => at !== null)
    .map((at) => Date.parse(at));

const accountOf = ({ fleet: { file } }: FleetReading, id: string): Readonly<Record<string, unknown>> =>
  id === file.tenant_id
    ? (file.account as Readonly<Record<string, unknown>>)
    : (file.accounts.find(({ account_id: other }) => other === id) ?? {});

/** Returns the accounts that have money on a closed business date, by date. */
function listDue(reading: FleetReading): readonly string[] {
  const parts = (row: Row) => [
    ...(isCash(row) && row.amt_comp !== '0.00' ? [payeeOf(reading, row.terminal_id, 'vault_cash')] : []),
    ...(row.sur_comp === '0.00' ? [] : [payeeOf(reading, row.terminal_id, 'surcharge')]),
  ];
  const byHandFrom = reading.fleet.file.settlement.by_hand_from ?? '9999-12-31';
  const rows = rowsOf(reading).filter(
    ({ business_date: date }) =>
      isInHistory(reading, date) &&
      date < byHandFrom &&
      Math.max(...cutoffsOf(reading, date), 0) + 10 * MINUTE <= reading.now,
  );
  return [...new Set(rows.flatMap((row) => parts(row).map((account) => `${account} ${row.business_date}`)))];
}

export const settlementLaws: readonly Law[] = [
  {
    name: 'the net payout is credits minus debits',
    examine: forEach(
      batchesOf,
      (batch) => toCents(batch.net_payout) === toCents(batch.credit_total) - toCents(batch.debit_total),
    ),
  },
  {
    name: 'the five parts of a breakdown add up to the net payout',
    examine: forEach(batchesOf, ({ breakdown, net_payout: net }) => sum(Object.values(breakdown)) === toCents(net)),
  },
  {
    name: 'the counts of entries and addenda add up',
    examine: forEach(
      batchesOf,
      (batch) =>
        batch.entry_count === batch.credit_entry_count + batch.debit_entry_count &&
        batch.entry_addenda_count === batch.entry_count + batch.addenda_count,
    ),
  },
  {
    name: 'a side without entries has no amount, and the other way round',
    examine: forEach(
      batchesOf,
      (batch) =>
        batch.credit_entry_count > 0 === toCents(batch.credit_total) > 0 &&
        batch.debit_entry_count > 0 === toCents(batch.debit_total) > 0,
    ),
  },
  {
    name: 'the service class agrees with the entries',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ entry_count: count }) => count > 0),
      (batch) =>
        batch.ach.service_class_code ===
        (batch.debit_entry_count === 0 ? 220 : batch.credit_entry_count === 0 ? 225 : 200),
    ),
  },
  {
    name: 'a business date of a batch is a banking day',
    examine: forEach(batchesOf, ({ business_date: date }) => isBankingDay(date)),
  },
  {
    name: 'the effective entry date is a banking day after the business date, or that day',
    examine: forEach(
      batchesOf,
      ({ timing, business_date: date, ach }) =>
        isBankingDay(timing.effective_entry_date) &&
        (timing.effective_entry_date > date || (ach.same_day && timing.effective_entry_date === date)),
    ),
  },
  {
    name: 'the stages of a batch follow each other',
    examine: forEach(batchesOf, (batch) => isSorted(instants(batch), (before, after) => before <= after)),
  },
  {
    name: 'no stage of a batch is in the future',
    examine: forEach(batchesOf, (batch, { now }) => instants(batch).every((at) => at <= now)),
  },
  {
    name: 'a batch is cut off at the local time of the file',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ business_date: date }) => cutoffsOf(reading, date).length > 0),
      (batch, reading) => cutoffsOf(reading, batch.business_date).includes(Date.parse(batch.timing.cutoff_at)),
    ),
  },
  {
    name: 'the stages of a batch agree with its status',
    examine: forEach(batchesOf, ({ status, timing }) => {
      const reached = [timing.approved_at, timing.submitted_at, timing.settled_at].filter((at) => at !== null).length;
      const expected: Readonly<Record<string, readonly number[]>> = {
        derived: [0],
        held: [0],
        approved: [1],
        submitted: [2],
        settled: [3],
        partially_returned: [2, 3],
        returned: [2, 3],
        rejected: [1],
        canceled: [0, 1],
      };
      return (expected[status] ?? []).includes(reached);
    }),
  },
  {
    name: 'the vault cash of a batch is what the terminals of the payee dispensed',
    examine: forEach(
      combined,
      (batch, reading) =>
        toCents(batch.breakdown.vault_cash) ===
        sumOfPayee(reading, batch, (row) => ['vault_cash', isCash(row) ? row.amt_comp : '0.00']),
    ),
  },
  {
    name: 'the surcharge of a batch is what the terminals of the payee collected',
    examine: forEach(
      combined,
      (batch, reading) =>
        toCents(batch.breakdown.surcharge) === sumOfPayee(reading, batch, (row) => ['surcharge', row.sur_comp]),
    ),
  },
  {
    name: 'the adjustments of a batch are the lost disputes that refer to it',
    examine: forEach(
      combined,
      (batch, reading) =>
        toCents(batch.breakdown.adjustments) ===
        -sum(
          disputesOf(reading)
            .filter(({ resolution }) => resolution?.adjustment_batch_id === batch.batch_id)
            .map(({ resolution }) => resolution?.adjusted_amount ?? '0.00'),
        ),
    ),
  },
  {
    name: 'fees are charged, never paid',
    examine: forEach(batchesOf, ({ breakdown }) => toCents(breakdown.fees) <= 0 && toCents(breakdown.adjustments) <= 0),
  },
  {
    name: 'each payee with money of a closed business date has a batch',
    examine: forEach(listDue, (due, reading) =>
      batchesOf(reading).some((batch) => `${batch.account_id} ${batch.business_date}` === due),
    ),
  },
  {
    name: 'an account has one batch of a type for a business date',
    examine: (reading, check) => {
      const active = batchesOf(reading).filter(({ status }) => status !== 'canceled' && status !== 'rejected');
      for (const [key, batches] of Map.groupBy(active, (batch) =>
        [batch.account_id, batch.business_date, batch.funding_type].join(' '),
      ))
        check(batches.length === 1, () => key);
    },
  },
  {
    name: 'the summary of the batches is the sum of the batches',
    examine: forEach(
      ({ admin, batchFilters, users }) =>
        [admin.batches, ...batchFilters.map(({ list }) => list), ...users.map(({ batches }) => batches)].filter(
          (list) => typeof list !== 'number',
        ),
      ({ data, summary }) =>
        toCents(summary.credit_total) === sum(data.map((batch) => batch.credit_total)) &&
        toCents(summary.debit_total) === sum(data.map((batch) => batch.debit_total)) &&
        toCents(summary.net_payout) === sum(data.map((batch) => batch.net_payout)) &&
        summary.entry_count === data.reduce((total, batch) => total + batch.entry_count, 0),
    ),
  },
  {
    name: 'returned entries are entries of the batch',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ returns }) => returns.length > 0),
      (batch) =>
        (['credit', 'debit'] as const).every((side) => {
          const entries = batch.returns.filter(({ entry_side: other }) => other === side);
          const isPossible =
            entries.length <= batch[`${side}_entry_count`] &&
            sum(entries.map(({ amount }) => amount)) <= toCents(batch[`${side}_total`]);
          return (
            isPossible &&
            (entries.length < batch[`${side}_entry_count`] ||
              sum(entries.map(({ amount }) => amount)) === toCents(batch[`${side}_total`]))
          );
        }),
    ),
  },
  {
    name: 'a returned batch returned all entries, a partially returned one some',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ returns }) => returns.length > 0),
      (batch) => batch.status === (batch.returns.length === batch.entry_count ? 'returned' : 'partially_returned'),
    ),
  },
  {
    name: 'the latest return is when the batch returned',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ returns }) => returns.length > 0),
      ({ returns, timing }) =>
        isSorted(returns, (a, b) => a.returned_at <= b.returned_at) &&
        returns.at(-1)?.returned_at === timing.returned_at,
    ),
  },
  {
    name: 'trace numbers are unique within a batch',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ returns }) => returns.length > 0),
      ({ returns }) => new Set(returns.map(({ trace_number: number }) => number)).size === returns.length,
    ),
  },
  {
    name: 'a batch settles at 08:30 Eastern on its effective entry date',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ ach, timing }) => !ach.same_day && timing.settled_at !== null),
      ({ timing }) =>
        toLocal(Date.parse(timing.settled_at ?? ''), EASTERN) === `${timing.effective_entry_date}T08:30:00`,
    ),
  },
  {
    name: 'a same-day batch settles on the Eastern date of its file',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ ach, timing }) => ach.same_day && timing.settled_at !== null),
      ({ timing }) =>
        toLocal(Date.parse(timing.settled_at ?? ''), EASTERN).slice(0, 10) === timing.effective_entry_date &&
        toLocal(Date.parse(timing.submitted_at ?? ''), EASTERN).slice(0, 10) === timing.effective_entry_date,
    ),
  },
  {
    name: 'a standard batch settles on the banking day after its file',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ ach, timing }) => !ach.same_day && timing.submitted_at !== null),
      ({ timing }) =>
        timing.effective_entry_date ===
        nextBankingDay(toLocal(Date.parse(timing.submitted_at ?? ''), EASTERN).slice(0, 10)),
    ),
  },
  {
    name: 'a file goes out on a banking day',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ timing }) => timing.submitted_at !== null),
      ({ timing }) => isBankingDay(toLocal(Date.parse(timing.submitted_at ?? ''), EASTERN).slice(0, 10)),
    ),
  },
  {
    name: 'a same-day window belongs to a same-day batch',
    examine: forEach(batchesOf, ({ ach }) => ach.same_day || ach.same_day_window === null),
  },
  {
    name: 'a same-day file goes out by its window',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ ach, timing }) => ach.same_day && timing.submitted_at !== null),
      ({ ach, timing }) =>
        ach.same_day_window !== null &&
        toLocal(Date.parse(timing.submitted_at ?? ''), EASTERN).slice(11) <= `${ach.same_day_window}:00`,
    ),
  },
  {
    name: 'a held, rejected or canceled batch has a reason',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ status }) => ['held', 'rejected', 'canceled'].includes(status)),
      ({ status_reason: reason }) => reason !== null,
    ),
  },
  {
    name: 'a batch with a variance waits for a user',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ variance_amount: amount }) => amount !== '0.00'),
      ({ status }) => status === 'held' || status === 'canceled' || status === 'derived',
    ),
  },
  {
    name: 'a batch of an account without a bank account waits',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ account_id: id }) => accountOf(reading, id).payout === null),
      ({ status }) => status === 'held' || status === 'derived' || status === 'canceled',
    ),
  },
  {
    name: 'a batch has the NACHA class of its account',
    examine: forEach(
      (reading) => batchesOf(reading).filter(({ account_id: id }) => accountOf(reading, id).sec_code !== undefined),
      ({ account_id: id, ach }, reading) => ach.sec_code === accountOf(reading, id).sec_code,
    ),
  },
  {
    name: 'batches are listed by business date, the latest first',
    examine: (reading, check) =>
      check(
        isSorted(batchesOf(reading), (before, after) => before.business_date >= after.business_date),
        () => 'unsorted',
      ),
  },
  {
    name: 'a payout account appears to the users with the privilege only',
    examine: (reading, check) => {
      for (const { batches, portal } of [reading.admin, ...reading.users])
        for (const batch of typeof batches === 'number' ? [] : batches.data)
          check(portal.access_flags.can_view_payout_account || batch.payout_account === null, () =>
            JSON.stringify(batch),
          );
    },
  },
  {
    name: 'a row belongs to the business date whose cut-off follows',
    examine: (reading, check) => {
      const cutoffs = new Map<string, readonly number[]>();
      const ends = (date: string) => {
        const known = cutoffs.get(date) ?? cutoffsOf(reading, date);
        cutoffs.set(date, known);
        return known;
      };
      for (const row of rowsOf(reading).filter(({ transaction_type: type }) => type !== 'reversal')) {
        const at =
          Date.parse(row.terminal_datetime) -
          (reading.terminals.get(row.terminal_id)?.status.software?.clock_skew_seconds ?? 0) * 1000;
        let previous = addDays(row.business_date, -1);
        while (!isBankingDay(previous)) previous = addDays(previous, -1);
        const [from, to] = [ends(previous), ends(row.business_date)];
        if (from.length > 0 && to.length > 0)
          check(isBankingDay(row.business_date) && at > Math.min(...from) && at <= Math.max(...to), () =>
            JSON.stringify(row),
          );
      }
    },
  },
];
