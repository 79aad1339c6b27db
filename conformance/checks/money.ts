import {
  type Bindings,
  type DisputeMember,
  type ListOperationId,
  type Pointer,
  textsAt,
  valueAt,
} from '../bindings.ts';
import { check } from '../check.ts';
import type { Principal } from '../principals.ts';
import { control, few, type Table } from '../reading.ts';
import { amountOf, sumInCents } from '../relations.ts';
import { fail, pass, untestable, type Verdict } from '../verdict.ts';

/** Each row has each member. Those in `mayBeNull` are fields that can be without a value. */
async function rowsHave(
  reader: Principal,
  bindings: Bindings,
  operation: ListOperationId,
  members: Readonly<Record<string, Pointer>>,
  mayBeNull: readonly string[] = [],
): Promise<Verdict> {
  const { exchange, rows } = await control(reader, bindings, operation);
  if (rows.length === 0) return untestable(`${operation} is empty`, exchange);
  for (const { id, value } of rows) {
    const absent = Object.entries(members).flatMap(([name, pointer]) => {
      const member = valueAt(value, pointer);
      return member === undefined || (member === null && !mayBeNull.includes(name)) ? [name] : [];
    });
    if (absent.length > 0)
      return fail({ expected: `${absent.join(', ')} in each row`, actual: exchange, saw: `not so in ${id}` });
  }
  return pass(exchange);
}

export const batchesCarryTheMembers = check({
  id: 'settlements/batches-carry-the-members',
  title: 'Each settlement batch carries its status, counts, totals, net payout and timing',
  clause: 'settlements.list',
  covers: [
    'settlements.status',
    'settlements.entry_counts',
    'settlements.credit_total',
    'settlements.debit_total',
    'settlements.net_payout',
    'settlements.timing',
  ],
  level: 'must',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) => rowsHave(reader, bindings, 'listSettlements', bindings.settlements),
});

/** An assumption of ours: the document names the three amounts, not how they relate. */
export const netIsCreditMinusDebit = check({
  id: 'settlements/net-is-credit-minus-debit',
  title: 'The net payout of a batch is its credits less its debits',
  clause: 'settlements.fields',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const { exchange, rows } = await control(reader, bindings, 'listSettlements');
    const cents = (value: unknown, pointer: Pointer) => sumInCents([valueAt(value, pointer)]) ?? Number.NaN;
    const { settlements } = bindings;
    const wrong = rows.find(
      ({ value }) =>
        cents(value, settlements['credit total']) - cents(value, settlements['debit total']) !==
        cents(value, settlements['net payout']),
    );
    if (wrong !== undefined) {
      return fail({
        expected: 'credit total less debit total',
        actual: exchange,
        saw: `another net payout in ${wrong.id}`,
      });
    }
    const hasDebit = rows.some(({ value }) => (amountOf(valueAt(value, settlements['debit total'])) ?? 0) > 0);
    return hasDebit ? pass(exchange) : untestable('it takes a batch with debits', exchange);
  },
});

const DISPUTE_MEMBERS: readonly DisputeMember[] = [
  'status',
  'reason code',
  'related transaction id',
  'related terminal id',
  'amount',
  'due date',
  'assignment',
  'resolution',
];

export const disputesCarryTheMembers = check({
  id: 'disputes/cases-carry-the-members',
  title: 'Each dispute carries its status, reason, related ids, amount, due date, assignment and resolution fields',
  clause: 'disputes.list',
  covers: [
    'disputes.status',
    'disputes.reason_code',
    'disputes.related_transaction',
    'disputes.related_terminal',
    'disputes.amount',
    'disputes.due_date',
    'disputes.assignment',
    'disputes.resolution',
  ],
  level: 'must',
  needs: ['reader', 'bindings'],
  run: ({ reader, bindings }) => {
    const members = Object.fromEntries(DISPUTE_MEMBERS.map((name) => [name, bindings.disputes[name]]));
    return rowsHave(reader, bindings, 'listDisputes', members, ['assignment', 'resolution']);
  },
});

export const reviewerOnlyWhenResolved = check({
  id: 'disputes/reviewer-only-when-resolved',
  title: 'A dispute shows reviewer metadata only once it is resolved',
  clause: 'disputes.reviewer_only_when_resolved',
  level: 'must',
  needs: ['reader', 'bindings'],
  async run({ reader, bindings }) {
    const table = await control(reader, bindings, 'listDisputes');
    const resolved = table.rows.filter(({ value }) => isResolved(value, bindings));
    const unresolved = table.rows.filter(({ value }) => !isResolved(value, bindings));
    const early = unresolved.filter(({ value }) => valueAt(value, bindings.disputes.reviewer) !== undefined);
    if (early.length > 0) {
      const saw = `reviewer metadata in ${few(early.map(({ id }) => id))}`;
      return fail({ expected: 'none in a dispute that is not resolved', actual: table.exchange, saw });
    }
    return bothKindsSeen(table, resolved.length, unresolved.length, () => {
      const shows = resolved.some(({ value }) => (valueAt(value, bindings.disputes.reviewer) ?? null) !== null);
      return shows ? pass(table.exchange) : untestable('it takes a resolved dispute with a reviewer', table.exchange);
    });
  },
});

function bothKindsSeen(table: Table, resolved: number, unresolved: number, judge: () => Verdict): Verdict {
  if (unresolved === 0) return untestable('it takes a dispute that is not resolved', table.exchange);
  if (resolved === 0) return untestable('it takes a resolved dispute', table.exchange);
  return judge();
}

const isResolved = (value: unknown, { disputes }: Bindings): boolean =>
  textsAt(value, disputes.status).some((status) => disputes.resolvedStatuses.includes(status));
