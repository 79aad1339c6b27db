import { addDays, DAY, isBankingDay, toBankingDay, toLocal } from '../calendar.ts';
import {
  batchesOf,
  disputesOf,
  forEach,
  isApproved,
  isCash,
  isSorted,
  type Law,
  payeeOf,
  rowsOf,
  sum,
  toCents,
  trueTime,
} from '../law.ts';
import type { Dispute, FleetReading, Row } from '../read-fleet.ts';

function withRows(reading: FleetReading): readonly (readonly [Dispute, Row])[] {
  const rows = new Map(rowsOf(reading).map((row) => [row.transaction_id, row]));
  return disputesOf(reading).flatMap((dispute) => {
    const row = rows.get(dispute.transaction_id);
    return row === undefined ? [] : [[dispute, row] as const];
  });
}

type Resolved = Extract<Dispute, { readonly status: 'resolved' }>;
const resolved = (reading: FleetReading): readonly Resolved[] =>
  disputesOf(reading).filter((dispute): dispute is Resolved => dispute.status === 'resolved');
const localDate = ({ fleet: { file } }: FleetReading, at: string | number): string =>
  toLocal(typeof at === 'number' ? at : Date.parse(at), file.timezone).slice(0, 10);

const NETWORK_CODES: Readonly<Record<string, readonly [string, string]>> = {
  cash_not_dispensed: ['4590', '40'],
  partial_dispense: ['4590', '40'],
  amount_mismatch: ['4586', '30'],
  duplicate_debit: ['4534', '30'],
  reversal_not_posted: ['4560', '40'],
  surcharge_error: ['4550', '30'],
  late_presentment: ['4542', '30'],
  not_recognized: ['4752', '60'],
  unauthorized: ['4537', '60'],
  counterfeit_fallback: ['4866', '65'],
};

export const disputeLaws: readonly Law[] = [
  {
    name: 'a dispute is about a transaction of the list',
    examine: forEach(
      (reading) => disputesOf(reading).filter(({ opened_at: at }) => Date.parse(at) > reading.start - 20 * DAY),
      ({ transaction_id: id }, reading) => rowsOf(reading).some((row) => row.transaction_id === id),
    ),
  },
  {
    name: 'a dispute has the terminal of its transaction, and the account of that terminal',
    examine: forEach(
      withRows,
      ([dispute, row], { admin }) =>
        dispute.terminal_id === row.terminal_id &&
        admin.portal.terminals.some(
          (terminal) => terminal.terminal_id === row.terminal_id && terminal.account_id === dispute.account_id,
        ),
    ),
  },
  {
    name: 'a dispute is about an approved cash row',
    examine: forEach(withRows, ([, row]) => isCash(row) && isApproved(row)),
  },
  {
    name: 'a dispute claims something, and at most the requested amount with surcharge',
    examine: forEach(
      withRows,
      ([{ amount }, row]) => toCents(amount) > 0 && toCents(amount) <= toCents(row.amt_req) + toCents(row.sur_req),
    ),
  },
  {
    name: 'a dispute opens after its transaction and within 120 days',
    examine: forEach(
      withRows,
      ([{ opened_at: at }, row], reading) =>
        Date.parse(at) >= trueTime(reading, row) && Date.parse(at) - trueTime(reading, row) <= 121 * DAY,
    ),
  },
  {
    name: 'a dispute opens on a banking day',
    examine: forEach(disputesOf, ({ opened_at: at }, reading) => isBankingDay(localDate(reading, at))),
  },
  {
    name: 'a dispute is due on a banking day',
    examine: forEach(disputesOf, ({ due_date: date }) => isBankingDay(date)),
  },
  {
    name: 'a dispute is due the days of the file after it opened, or on the next banking day',
    examine: forEach(
      disputesOf,
      ({ due_date: due, opened_at: at }, reading) =>
        due === toBankingDay(addDays(localDate(reading, at), reading.fleet.file.dispute_response_days ?? 10)),
    ),
  },
  {
    name: 'a dispute is overdue after its due date, unless it is resolved',
    examine: forEach(
      disputesOf,
      (dispute, reading) =>
        dispute.is_overdue === (dispute.status !== 'resolved' && localDate(reading, reading.now) > dispute.due_date),
    ),
  },
  {
    name: 'a resolution and a reviewer exist once a dispute is resolved',
    examine: forEach(
      disputesOf,
      (dispute) =>
        (dispute.resolution !== null) === (dispute.status === 'resolved') &&
        'reviewer' in dispute === (dispute.status === 'resolved'),
    ),
  },
  {
    name: 'the adjusted amount agrees with the outcome',
    examine: forEach(resolved, ({ amount, resolution: { outcome, adjusted_amount: adjusted } }) => {
      if (outcome === 'upheld' || outcome === 'expired_no_response') return adjusted === amount;
      if (outcome === 'partial') return toCents(adjusted) > 0 && toCents(adjusted) < toCents(amount);
      return adjusted === '0.00';
    }),
  },
  {
    name: 'a dispute opens, gets evidence and is reviewed before it is resolved',
    examine: forEach(resolved, ({ opened_at: opened, evidence, reviewer, resolution }) =>
      isSorted(
        [opened, ...evidence.map(({ received_at: at }) => at), reviewer.reviewed_at, resolution.resolved_at],
        (a, b) => Date.parse(a) <= Date.parse(b),
      ),
    ),
  },
  {
    name: 'evidence is listed from the oldest, after the opening',
    examine: forEach(disputesOf, ({ evidence, opened_at: opened }) =>
      isSorted([opened, ...evidence.map(({ received_at: at }) => at)], (a, b) => Date.parse(a) <= Date.parse(b)),
    ),
  },
  {
    name: 'a dispute without an answer expires after its due date',
    examine: forEach(
      (reading) => resolved(reading).filter(({ resolution }) => resolution.outcome === 'expired_no_response'),
      ({ due_date: due, resolution, evidence }, reading) =>
        localDate(reading, resolution.resolved_at) > due && evidence.length === 0,
    ),
  },
  {
    name: 'an open dispute or one with requested evidence has none',
    examine: forEach(
      (reading) => disputesOf(reading).filter(({ status }) => status === 'open' || status === 'evidence_requested'),
      ({ evidence }) => evidence.length === 0,
    ),
  },
  {
    name: 'a dispute under review or escalated has evidence',
    examine: forEach(
      (reading) => disputesOf(reading).filter(({ status }) => status === 'under_review' || status === 'escalated'),
      ({ evidence }) => evidence.length > 0,
    ),
  },
  {
    name: 'a transaction has at most one unresolved dispute',
    examine: (reading, check) => {
      for (const [id, cases] of Map.groupBy(disputesOf(reading), ({ transaction_id: transaction }) => transaction))
        check(cases.filter(({ status }) => status !== 'resolved').length <= 1, () => id);
    },
  },
  {
    name: 'the summary of the disputes counts the disputes',
    examine: forEach(
      ({ admin, disputeFilters, users }) =>
        [admin.disputes, ...disputeFilters.map(({ list }) => list), ...users.map(({ disputes }) => disputes)].filter(
          (list) => typeof list !== 'number',
        ),
      ({ data, summary }) => {
        const open = data.filter(({ status }) => status !== 'resolved');
        return (
          summary.open_count === open.length &&
          summary.resolved_count === data.length - open.length &&
          summary.overdue_count === open.filter(({ is_overdue: late }) => late).length &&
          toCents(summary.open_amount) === sum(open.map(({ amount }) => amount))
        );
      },
    ),
  },
  {
    name: 'an adjustment is in a batch of the payee of the vault cash, after the decision',
    examine: forEach(
      (reading) => resolved(reading).filter(({ resolution }) => resolution.adjustment_batch_id !== null),
      ({ terminal_id: terminal, resolution }, reading) => {
        const batch = batchesOf(reading).find(({ batch_id: id }) => id === resolution.adjustment_batch_id);
        return (
          batch !== undefined &&
          batch.account_id === payeeOf(reading, terminal, 'vault_cash') &&
          Date.parse(batch.timing.cutoff_at) >= Date.parse(resolution.resolved_at) &&
          resolution.adjusted_amount !== '0.00'
        );
      },
    ),
  },
  {
    name: 'disputes are listed from the latest opened',
    examine: (reading, check) =>
      check(
        isSorted(disputesOf(reading), (a, b) => Date.parse(a.opened_at) >= Date.parse(b.opened_at)),
        () => 'unsorted',
      ),
  },
  {
    name: 'a dispute has the reason code of its network',
    examine: forEach(
      (reading) => disputesOf(reading).filter(({ network }) => network === 'PULSE' || network === 'STAR'),
      ({ network, reason_code: reason, network_reason_code: code }) =>
        NETWORK_CODES[reason]?.[network === 'PULSE' ? 0 : 1] === code,
    ),
  },
  {
    name: 'the deadlines of the issuer are in order',
    examine: forEach(
      disputesOf,
      ({ reg_e: deadlines, opened_at: at }, reading) =>
        localDate(reading, at) < deadlines.provisional_credit_by &&
        deadlines.provisional_credit_by < deadlines.final_determination_by,
    ),
  },
  {
    name: 'assignee and reviewer are users of the fleet',
    examine: forEach(disputesOf, (dispute, { fleet: { file } }) =>
      [dispute.assignment?.user_id, dispute.status === 'resolved' ? dispute.reviewer.user_id : null].every(
        (id) => id === null || id === undefined || file.users.some(({ user_id: other }) => other === id),
      ),
    ),
  },
];
