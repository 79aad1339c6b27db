import type { FleetReading } from './read-fleet.ts';

/** A way in which the product breaks a law. */
export interface KnownFailure {
  readonly law: string;
  readonly reason: string;
  /** Whether this is why the law failed. Other failures of the law fail the test. */
  readonly explains: (failure: string, reading: FleetReading) => boolean;
}

/** Failures that are known. They are counted, and do not fail the test. */
export const knownFailures: readonly KnownFailure[] = [
  {
    law: 'the effective entry date is a banking day after the business date, or that day',
    reason:
      'In a time zone ahead of Eastern, a business date can end on the Eastern day before. Its batch then settles on the business date although it is not a same-day batch, or as one on the day before.',
    explains: (_, { fleet }) => fleet.file.timezone === 'Pacific/Guam',
  },
];
