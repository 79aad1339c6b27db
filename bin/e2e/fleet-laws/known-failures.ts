/** A law that the product breaks, with what a client sees. */
export interface KnownFailure {
  readonly law: string;
  readonly reason: string;
}

/** The laws that are known to fail for some fleets. Their failures are counted, and do not fail the test. */
export const knownFailures: readonly KnownFailure[] = [];
