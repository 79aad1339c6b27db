import type { Fleet } from './fleet.ts';
import { DAY_MS, type Dispute, type DisputeStage, REASONS, type TransactionRecord } from './model.ts';
import { openNumberStream } from './random-stream.ts';

const STAGES: readonly (readonly [DisputeStage, DisputeStage])[] = [
  ['new', 'underReview'],
  ['closedWon', 'closedLost'],
];
const REVIEWERS = ['Lena Quist', 'Pavel Orr', 'Mina Castell'] as const;

/** Generates two disputes for each terminal: both open or both closed, alternating between terminals. */
export function generateDisputes(seed: number, { terminals }: Fleet, records: readonly TransactionRecord[]): Dispute[] {
  return terminals.flatMap((terminal, index) => {
    const draw = openNumberStream(seed, terminal.id, 'disputes');
    const disputable = records.filter(({ terminalId, kind }) => terminalId === terminal.id && kind === 'cash');
    return (STAGES[index % 2] ?? []).flatMap((stage, place) => {
      const record = disputable[place];
      if (record === undefined) return [];
      return {
        id: `case-${draw.hex(8)}`,
        terminalId: terminal.id,
        transactionId: record.id,
        stage,
        why: draw.pick(REASONS),
        amountCents: record.requestedCents,
        openedAtMs: record.happenedAtMs + draw.drawInteger(1, 4) * DAY_MS,
        reviewer: draw.pick(REVIEWERS),
      };
    });
  });
}
