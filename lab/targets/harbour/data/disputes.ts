import { MINUTE_MS } from './clock.ts';
import type { Fleet } from './fleet.ts';
import { type DisputeCase, isWithdrawal, type Phase, type Transaction } from './model.ts';
import { openRandomStream } from './random-stream.ts';

const CAUSES = ['Short dispense', 'No cash', 'Charged twice'] as const;

/** Generates two cases for each terminal, one open and one resolved, about two of its withdrawals. */
export const drawDisputes = (fleet: Fleet, transactions: readonly Transaction[], seed: number): DisputeCase[] =>
  fleet.terminals.flatMap((terminal, index) => {
    const draw = openRandomStream(seed, 'cases', terminal.id);
    const paid = transactions.filter(
      (row) => row.terminalId === terminal.id && isWithdrawal(row) && row.completedCents > 0,
    );
    const phases: readonly Phase[] = index % 2 === 0 ? ['Lodged', 'Won'] : ['Investigating', 'Lost'];
    return draw
      .shuffle(paid)
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
