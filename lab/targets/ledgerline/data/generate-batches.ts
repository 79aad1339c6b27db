import { addCents, isCashOut } from './cash.ts';
import type { Fleet } from './fleet.ts';
import { type Batch, DAY_MS, type DataSet, type Group, type TransactionRecord } from './model.ts';
import { openNumberStream } from './random-stream.ts';

/** Generates the batches of each group: one for every two days; the latest is still open. */
export function generateBatches(seed: number, fleet: Fleet, records: readonly TransactionRecord[]): Batch[] {
  const spans = Array.from({ length: Math.ceil(fleet.days / 2) }, (_, index) => fleet.startsAtMs + index * 2 * DAY_MS);
  return fleet.groups.flatMap((group) =>
    spans.map((opensAtMs, index) => {
      const left = spans.length - 1 - index;
      const state = left === 0 ? 'collecting' : left === 1 ? 'sent' : 'paid';
      const period = { opensAtMs, closesAtMs: opensAtMs + 2 * DAY_MS - 1, state } as const;
      return settlePeriod(group, period, { seed, terminals: fleet.terminals, records });
    }),
  );
}

/** The network fee for each payment, in cents. */
const NETWORK_CHARGE_CENTS = 35;

/** Settles a period of a group: credits payments and surcharges, debits reversals and the network fee. */
export function settlePeriod(
  { id: groupId, customerId }: Group,
  period: Pick<Batch, 'opensAtMs' | 'closesAtMs' | 'state'>,
  { seed, terminals, records }: Pick<DataSet, 'seed' | 'terminals' | 'records'>,
): Batch {
  const members = new Set(terminals.filter((terminal) => terminal.groupId === groupId).map(({ id }) => id));
  const within = records.filter(
    ({ terminalId, happenedAtMs: atMs }) =>
      members.has(terminalId) && atMs >= period.opensAtMs && atMs <= period.closesAtMs,
  );
  const paid = within.filter(({ kind, dispensedCents }) => isCashOut(kind) && dispensedCents > 0);
  const reversed = within.filter(({ kind }) => kind === 'reversal');
  return {
    id: `batch-${openNumberStream(seed, groupId, period.opensAtMs, period.closesAtMs).hex(8)}`,
    customerId,
    groupId,
    ...period,
    credits: paid.length,
    debits: reversed.length + (paid.length > 0 ? 1 : 0),
    creditCents: addCents(paid.map(({ dispensedCents, feeTakenCents }) => dispensedCents + feeTakenCents)),
    debitCents: addCents(reversed.map(({ dispensedCents }) => dispensedCents)) + paid.length * NETWORK_CHARGE_CENTS,
  };
}
