/** Maximum number of attempts of one write. Other replicas may come first in many of them. */
const MAX_ATTEMPTS = 64;

/** A write, for its repetitions. */
export interface ConflictingWrite {
  /** Names the write in the error. */
  readonly name: string;
  /** The world and the tenant that it changes. Repetitions of the writes of one tenant take turns. */
  readonly world: object;
  readonly tenantId: string;
}

/** For each tenant of each world, ends with the latest repetition. */
const turns = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Calls `attempt` until it returns a result. `attempt` reads the present state, decides and appends its facts. It
 * returns `conflict` if another write came first, and is then called again, when the repetitions of other writes have ended.
 * Without turns, of many writes at the same time only one would succeed each time. Throws after `MAX_ATTEMPTS` conflicts.
 */
export async function retryOnConflict<Result>(
  { name, world, tenantId }: ConflictingWrite,
  attempt: (number: number) => Promise<Result | 'conflict'>,
): Promise<Result> {
  const first = await attempt(1);
  if (first !== 'conflict') return first;
  const lastTurns = turns.get(world) ?? new Map<string, Promise<unknown>>();
  turns.set(world, lastTurns);
  const turn = (lastTurns.get(tenantId) ?? Promise.resolve()).then(() => repeat(name, attempt));
  const end = turn
    .catch(() => undefined) // its caller gets the error
    .then(() => {
      if (lastTurns.get(tenantId) === end) lastTurns.delete(tenantId);
    });
  lastTurns.set(tenantId, end);
  return turn;
}

async function repeat<Result>(
  name: string,
  attempt: (number: number) => Promise<Result | 'conflict'>,
): Promise<Result> {
  for (let number = 2; number <= MAX_ATTEMPTS; number += 1) {
    const result = await attempt(number);
    if (result !== 'conflict') return result;
  }
  throw new Error(`${name}: gave up after ${MAX_ATTEMPTS} conflicts with other writes`);
}
