import { DAY_MS, DAYS, FIRST_DAY_MS } from './clock.ts';
import type { Fleet } from './fleet.ts';
import { type Batch, type Group, isWithdrawal, type Transaction } from './model.ts';
import { sumCents } from './money.ts';
import { openRandomStream } from './random-stream.ts';

const FEE_CENTS = 15;
const STATES: readonly Batch['state'][] = ['Paid', 'Paid', 'Sent', 'Draft'];

/** Generates the batches of all days except the last, one for each group and day. */
export const drawBatches = (fleet: Fleet, transactions: readonly Transaction[], seed: number): Batch[] =>
  STATES.flatMap((state, day) =>
    fleet.groups.flatMap((group) => settleDay(fleet, group, { transactions, seed, day, state }) ?? []),
  ).reverse();

/** Returns the batches of the last day, which exist after they are derived. */
export const deriveBatches = (fleet: Fleet, transactions: readonly Transaction[], seed: number): Batch[] =>
  fleet.groups.flatMap((group) => settleDay(fleet, group, { transactions, seed, day: DAYS - 1, state: 'Draft' }) ?? []);

interface Settlement {
  readonly transactions: readonly Transaction[];
  readonly seed: number;
  /** The index of the day, from 0. */
  readonly day: number;
  readonly state: Batch['state'];
}

/** Credits cash and surcharges; debits reversals and one fee for all rows. A day without rows has no batch. */
function settleDay(
  fleet: Fleet,
  { id: groupId }: Group,
  { transactions, seed, day, state }: Settlement,
): Batch | undefined {
  const dayMs = FIRST_DAY_MS + day * DAY_MS;
  const own = new Set(fleet.terminals.filter((terminal) => terminal.groupId === groupId).map(({ id }) => id));
  const rows = transactions.filter(
    ({ terminalId, atMs }) => own.has(terminalId) && atMs >= dayMs && atMs < dayMs + DAY_MS,
  );
  if (rows.length === 0) return undefined;
  const credited = rows.filter((row) => isWithdrawal(row) && row.completedCents > 0);
  const reversed = rows.filter(({ type }) => type === 'REV');
  return {
    id: `${groupId.slice(0, 3)}-Ach-${openRandomStream(seed, 'batch', groupId, day).code(6)}`,
    groupId,
    dayMs,
    state,
    credits: credited.length,
    debits: reversed.length + 1,
    creditCents: sumCents(credited.map((row) => row.completedCents + row.surchargeCompletedCents)),
    debitCents: sumCents(reversed.map((row) => row.completedCents)) + FEE_CENTS * rows.length,
  };
}
