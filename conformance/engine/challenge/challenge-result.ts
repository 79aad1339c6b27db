/** How many changes of the responses a passing check noticed. */
export interface ChallengeResult {
  readonly tried: number;
  readonly noticed: number;
  /** The changes that it did not notice. */
  readonly unnoticed: readonly string[];
}
