/** Maximum number of attempts of one write. */
const MAX_ATTEMPTS = 8;

/**
 * Calls `attempt` until it returns a result. `attempt` reads the present state, decides and appends its facts. It
 * returns `conflict` if another write came first, and is then called again. Throws after `MAX_ATTEMPTS` conflicts.
 * @param write Names the write in the error.
 */
export async function retryOnConflict<Result>(
  write: string,
  attempt: (number: number) => Promise<Result | 'conflict'>,
): Promise<Result> {
  for (let number = 1; number <= MAX_ATTEMPTS; number += 1) {
    const result = await attempt(number);
    if (result !== 'conflict') return result;
  }
  throw new Error(`${write}: gave up after ${MAX_ATTEMPTS} conflicts with other writes`);
}
