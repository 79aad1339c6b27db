import { DAY_MS, DAYS, FIRST_DAY_MS, MINUTE_MS } from './clock.ts';
import type { Fleet } from './fleet.ts';
import type { Batch, Command, DisputeCase, Group, Phase, Terminal, Transaction } from './model.ts';
import { drawFrom } from './random.ts';

const FEE_CENTS = 15;
const STATES: readonly Batch['state'][] = ['Paid', 'Paid', 'Sent', 'Draft'];
const CAUSES = ['Short dispense', 'No cash', 'Charged twice'] as const;
const ORDERS = ['Reload screens', 'Restart', 'Fetch journal', 'Sync clock'] as const;

/** The transaction types whose completed amount was paid out in cash. */
export const isWithdrawal = ({ type }: Transaction): boolean => type === 'WDL' || type === 'FST';

/** Generates the batches of all days except the last, one for each group and day. */
export const drawBatches = (fleet: Fleet, transactions: readonly Transaction[], seed: number): Batch[] =>
  STATES.flatMap((state, day) =>
    fleet.groups.flatMap((group) => batchOf(fleet, group, transactions, seed, day, state) ?? []),
  ).reverse();

/** Returns the batches of the last day, which exist after they are derived. */
export const deriveBatches = (fleet: Fleet, transactions: readonly Transaction[], seed: number): Batch[] =>
  fleet.groups.flatMap((group) => batchOf(fleet, group, transactions, seed, DAYS - 1, 'Draft') ?? []);

/** Credits cash and surcharges; debits reversals and one fee for all rows. A day without rows has no batch. */
function batchOf(
  fleet: Fleet,
  { id: groupId }: Group,
  transactions: readonly Transaction[],
  seed: number,
  day: number,
  state: Batch['state'],
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
    id: `${groupId.slice(0, 3)}-Ach-${drawFrom(seed, 'batch', groupId, day).code(6)}`,
    groupId,
    dayMs,
    state,
    credits: credited.length,
    debits: reversed.length + 1,
    creditCents: sumOf(credited.map((row) => row.completedCents + row.surchargeCompletedCents)),
    debitCents: sumOf(reversed.map((row) => row.completedCents)) + FEE_CENTS * rows.length,
  };
}

/** Generates two cases for each terminal, one open and one resolved, about two of its withdrawals. */
export const drawCases = (fleet: Fleet, transactions: readonly Transaction[], seed: number): DisputeCase[] =>
  fleet.terminals.flatMap((terminal, index) => {
    const draw = drawFrom(seed, 'cases', terminal.id);
    const paid = transactions.filter(
      (row) => row.terminalId === terminal.id && isWithdrawal(row) && row.completedCents > 0,
    );
    const phases: readonly Phase[] = index % 2 === 0 ? ['Lodged', 'Won'] : ['Investigating', 'Lost'];
    return draw
      .shuffled(paid)
      .slice(0, phases.length)
      .map((about, place) => ({
        id: `${terminal.id.slice(0, 3)}-Case-${draw.code(5)}`,
        transactionId: about.id,
        terminalId: terminal.id,
        phase: phases[place] ?? 'Lodged',
        cause: draw.pick(CAUSES),
        cents: about.completedCents + about.surchargeCompletedCents,
        lodgedAtMs: about.atMs + 90 * MINUTE_MS,
      }));
  });

/** Generates three commands for each terminal: two completed, one queued. */
export const drawCommands = ({ terminals }: Fleet, seed: number): Command[] =>
  terminals.flatMap((one) => commandsOf(one, seed));

function commandsOf({ id }: Terminal, seed: number): Command[] {
  const draw = drawFrom(seed, 'commands', id);
  return [0, 2, 4].map((day) => {
    const queuedAtMs = FIRST_DAY_MS + day * DAY_MS + draw.whole(1, 600) * MINUTE_MS;
    return {
      id: `${id.slice(0, 3)}-Cmd-${draw.code(5)}`,
      terminalId: id,
      order: draw.pick(ORDERS),
      queuedAtMs,
      completedAtMs: day === 4 ? undefined : queuedAtMs + draw.whole(1, 50) * MINUTE_MS,
    };
  });
}

/** Sums whole cents. */
export const sumOf = (cents: readonly number[]): number => cents.reduce((sum, one) => sum + one, 0);
