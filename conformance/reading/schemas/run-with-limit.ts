import { createContext, Script } from 'node:vm';

const context: { act: (() => unknown) | undefined } = { act: undefined };
createContext(context);
const script = new Script('act()');

/**
 * Runs `act` and returns its result, or `too-slow` after `limitMs`. Interrupts even a running regular expression. Rethrows
 * errors of `act`.
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
  if (result === undefined) throw new Error('the script ended without running `act`');
  return result.value;
}

/** An error of the other context is not an instance of this context's `Error`. */
const isTimeout = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown && thrown.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
