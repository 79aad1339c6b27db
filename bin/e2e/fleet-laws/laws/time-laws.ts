import { describe, forEach, type Law, rowsOf, trueTime } from '../law.ts';
import { HISTORY_MS } from '../random-fleet.ts';
import type { FleetReading } from '../read-fleet.ts';

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Members of instants that may lie ahead. */
const AHEAD = new Set(['expires_at', 'estimated_empty_at', 'certificate_expires_at']);

/** Returns the members `*_at` of a resource that are later than an instant. */
function listLater(value: unknown, now: number): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listLater(item, now));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member !== 'string') return listLater(member, now);
    return name.endsWith('_at') && !AHEAD.has(name) && Date.parse(member) > now ? [`${name} ${member}`] : [];
  });
}

const BATCH_STEPS: Readonly<Record<string, readonly string[]>> = {
  derived: ['held', 'approved', 'canceled'],
  held: ['derived', 'approved', 'canceled'],
  approved: ['canceled', 'submitted', 'rejected'],
  submitted: ['settled', 'returned', 'partially_returned'],
  settled: ['partially_returned', 'returned'],
  partially_returned: ['returned'],
};
const DISPUTE_STEPS: Readonly<Record<string, readonly string[]>> = {
  open: ['evidence_requested', 'under_review', 'resolved'],
  evidence_requested: ['under_review', 'resolved'],
  under_review: ['escalated', 'resolved'],
  escalated: ['resolved'],
};
const COMMAND_STEPS: Readonly<Record<string, readonly string[]>> = {
  queued: ['sent', 'canceled', 'expired'],
  sent: ['acknowledged', 'rejected', 'queued', 'failed'],
  acknowledged: ['completed', 'failed'],
};

/** Whether a state machine leads from one state to another. */
function leadsTo(steps: Readonly<Record<string, readonly string[]>>, from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const state of reached) for (const next of steps[state] ?? []) reached.add(next);
  return reached.has(to);
}

/** Pairs things of the start with the same things of now. */
function pair<Thing>(
  before: readonly Thing[],
  now: readonly Thing[],
  idOf: (thing: Thing) => string,
): readonly (readonly [Thing, Thing | undefined])[] {
  const byId = new Map(now.map((thing) => [idOf(thing), thing]));
  return before.map((thing) => [thing, byId.get(idOf(thing))] as const);
}

const rowPairs = ({ earlier, admin }: FleetReading) =>
  pair(earlier.rows.data, admin.rows.data, ({ transaction_id: id }) => id);
const batchPairs = ({ earlier, admin }: FleetReading) =>
  pair(earlier.batches, admin.batches.data, ({ batch_id: id }) => id);
const disputePairs = ({ earlier, admin }: FleetReading) =>
  pair(earlier.disputes, admin.disputes.data, ({ dispute_id: id }) => id);
const commandPairs = ({ earlier, terminals }: FleetReading) =>
  pair(
    earlier.commands,
    [...terminals.values()].flatMap(({ commands }) => commands),
    ({ command_id: id }) => id,
  );

export const timeLaws: readonly Law[] = [
  {
    name: 'no resource has an instant of the future',
    examine: (reading, check) => {
      for (const resource of [
        reading.admin,
        ...reading.users,
        ...reading.terminals.values(),
        ...reading.connectorStatuses,
      ]) {
        const later = listLater('user' in resource ? { ...resource, user: null } : resource, reading.now);
        check(later.length === 0, () => describe(later));
      }
    },
  },
  {
    name: 'the portal and the statuses are of the present',
    examine: (reading, check) => {
      for (const at of [
        reading.admin.portal.as_of,
        ...[...reading.terminals.values()].map(({ status }) => status.as_of),
      ])
        check(Date.parse(at) === reading.now, () => at);
    },
  },
  {
    name: 'no row is in the future on a correct clock',
    examine: forEach(rowsOf, (row, reading) => trueTime(reading, row) <= reading.now),
  },
  {
    name: 'the history is 35 days, or up to two days more',
    examine: forEach(rowsOf, (row, reading) => trueTime(reading, row) >= reading.start - HISTORY_MS),
  },
  {
    name: 'the clock moves by the requested time',
    examine: (reading, check) =>
      check(reading.now === reading.start + reading.fleet.advanceSeconds * 1000, () => `${reading.now}`),
  },
  {
    name: 'a read of the past has the bytes of then',
    examine: forEach(
      ({ earlier }) => earlier.repeated,
      ({ before, after }) => before === after,
    ),
  },
  {
    name: 'a row stays, except that a reversal subtracts its amount',
    examine: forEach(
      rowPairs,
      ([before, now]) =>
        now !== undefined &&
        (equal(before, now) ||
          (now.dispense_status === 'reversed' &&
            equal(
              { ...before, amt_comp: '', sur_comp: '', dispense_status: '', linked_transaction_id: '' },
              { ...now, amt_comp: '', sur_comp: '', dispense_status: '', linked_transaction_id: '' },
            ))),
    ),
  },
  {
    name: 'no row appears later in a time that has passed',
    examine: (reading, check) => {
      const known = new Set(reading.earlier.rows.data.map(({ transaction_id: id }) => id));
      for (const row of rowsOf(reading))
        if (trueTime(reading, row) <= reading.start) check(known.has(row.transaction_id), () => describe(row));
    },
  },
  {
    name: 'a batch changes its status as its state machine allows',
    examine: forEach(
      batchPairs,
      ([before, now]) => now !== undefined && leadsTo(BATCH_STEPS, before.status, now.status),
    ),
  },
  {
    name: 'the amounts of an approved batch stay',
    examine: forEach(
      (reading) => batchPairs(reading).filter(([before]) => before.timing.approved_at !== null),
      ([before, now]) =>
        now !== undefined &&
        before.net_payout === now.net_payout &&
        before.revision === now.revision &&
        equal(before.breakdown, now.breakdown),
    ),
  },
  {
    name: 'a passed stage of a batch keeps its instant',
    examine: forEach(batchPairs, ([before, now]) =>
      (['cutoff_at', 'approved_at', 'submitted_at', 'settled_at'] as const).every(
        (stage) => before.timing[stage] === null || before.timing[stage] === now?.timing[stage],
      ),
    ),
  },
  {
    name: 'a batch of a passed cut-off appears within minutes',
    examine: (reading, check) => {
      const known = new Set(reading.earlier.batches.map(({ batch_id: id }) => id));
      for (const batch of reading.admin.batches.data)
        check(known.has(batch.batch_id) || Date.parse(batch.timing.cutoff_at) + 10 * 60_000 > reading.start, () =>
          describe(batch),
        );
    },
  },
  {
    name: 'a dispute changes its status as its state machine allows',
    examine: forEach(
      disputePairs,
      ([before, now]) => now !== undefined && leadsTo(DISPUTE_STEPS, before.status, now.status),
    ),
  },
  {
    name: 'the claim of a dispute stays',
    examine: forEach(
      disputePairs,
      ([before, now]) =>
        now !== undefined &&
        (['amount', 'transaction_id', 'reason_code', 'opened_at', 'due_date', 'network'] as const).every(
          (name) => before[name] === now[name],
        ),
    ),
  },
  {
    name: 'a resolution stays',
    examine: forEach(
      (reading) => disputePairs(reading).filter(([before]) => before.status === 'resolved'),
      ([before, now]) =>
        now?.resolution?.outcome === before.resolution?.outcome &&
        now?.resolution?.adjusted_amount === before.resolution?.adjusted_amount,
    ),
  },
  {
    name: 'no dispute appears later in a time that has passed',
    examine: (reading, check) => {
      const known = new Set(reading.earlier.disputes.map(({ dispute_id: id }) => id));
      for (const dispute of reading.admin.disputes.data)
        check(known.has(dispute.dispute_id) || Date.parse(dispute.opened_at) > reading.start, () => describe(dispute));
    },
  },
  {
    name: 'a command changes its state as its state machine allows',
    examine: forEach(
      commandPairs,
      ([before, now]) => now !== undefined && leadsTo(COMMAND_STEPS, before.state, now.state),
    ),
  },
  {
    name: 'no command appears later in a time that has passed',
    examine: (reading, check) => {
      const known = new Set(reading.earlier.commands.map(({ command_id: id }) => id));
      for (const { commands } of reading.terminals.values())
        for (const command of commands)
          check(known.has(command.command_id) || Date.parse(command.queued_at) > reading.start, () =>
            describe(command),
          );
    },
  },
];
