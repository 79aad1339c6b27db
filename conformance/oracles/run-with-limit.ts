import { createContext, Script } from 'node:vm';

const context: { act: (() => unknown) | undefined } = { act: undefined };
createContext(context);
const script = new Script('act()');

/**
 * Runs `act`, and ends it when it takes longer than `limitMs`, even in the middle of a regular expression. Gives its
 * result, or `too-slow`. Throws what `act` throws.
 */
export function runWithLimit<Result>(act: () => Result, limitMs: number): Result | 'too-slow' {
  let result: { readonly value: Result } | undefined;
  context.act = () => {
    result = { value: act() };
  };
  try {
    script.runInContext(context, { timeout: limitMs });
  } catch (thrown) {
    if (isTimeout(thrown)) return 'too-slow';
    throw thrown;
  }
  if (result === undefined) throw new Error('the script ended without running what it was given');
  return result.value;
}

/** The error may be of the other context, and then it is no `Error` of this one. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
