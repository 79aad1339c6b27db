import { exactInstants, trueTime } from './law.ts';
import type { RandomFleet } from './random-fleet.ts';
import type { FleetReading, Row } from './read-fleet.ts';

/** A way in which the product breaks a law. */
export interface KnownFailure {
  readonly law: string;
  readonly reason: string;
  /** Whether this is why the law failed. Other failures of the law fail the test. */
  readonly explains: (failure: string, reading: FleetReading) => boolean;
}

/** Whether the row that broke a law is one of the exact rows of the file. */
function isExactRow(failure: string, reading: FleetReading): boolean {
  const row = JSON.parse(failure) as Row;
  return exactInstants(reading, row.terminal_id).has(trueTime(reading, row));
}

/** Failures that are known. They are counted, and do not fail the test. */
export const knownFailures: readonly KnownFailure[] = [
  {
    law: 'the effective entry date is a banking day after the business date, or that day',
    reason:
      'In a time zone ahead of Eastern, a business date can end on the Eastern day before. Its batch then settles on the business date although it is not a same-day batch, or as one on the day before.',
    explains: (_, { fleet }) => fleet.file.timezone === 'Pacific/Guam',
  },
  {
    law: 'an inquiry requests and completes no amount',
    reason: 'A fleet file may have an exact inquiry with an amount. Its row requests and completes that amount.',
    explains: isExactRow,
  },
];

/**
 * Whether reads of a fleet fail for a known reason: `edges.cash_at` of a terminal has more notes than its cassettes can hold, which
 * `fleet check` accepts, and every read that needs the cash gets a 500.
 */
export function isKnownError({ file }: RandomFleet, error: unknown): boolean {
  if (!(error instanceof Error && error.message.includes(': 500 ')) || typeof file.terminals === 'number') return false;
  return file.terminals.some(({ edges }) => edges.cash_at !== undefined);
}
