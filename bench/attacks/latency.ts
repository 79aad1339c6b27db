/** The times of the reads of another user in one phase. */
export interface Latency {
  readonly reads: number;
  /** Reads without a correct response. */
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export function summarizeLatency(reads: readonly { readonly ms: number; readonly isCorrect: boolean }[]): Latency {
  const sorted = reads.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const quantile = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const failures = reads.filter(({ isCorrect }) => !isCorrect).length;
  return { reads: reads.length, failures, p50Ms: quantile(0.5), p99Ms: quantile(0.99), maxMs: quantile(1) };
}
