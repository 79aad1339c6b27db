import type { ProblemReply } from '../../problems/problem.ts';
import type { Call } from './call.ts';

/** The refusal of a request; undefined to continue. */
export type Refusal = ProblemReply | undefined;

/** One decision about a request. It reads the call, adds its result, and returns a refusal or undefined. */
export type Decision = (call: Call) => Refusal | Promise<Refusal>;

/** Makes decisions in order, until one refuses. Waits only for those that have to. */
export function decide(decisions: readonly Decision[], call: Call, from = 0): Refusal | Promise<Refusal> {
  for (let index = from; index < decisions.length; index += 1) {
    const refusal = decisions[index]?.(call);
    if (refusal === undefined) continue;
    if (refusal instanceof Promise) return refusal.then((made) => made ?? decide(decisions, call, index + 1));
    return refusal;
  }
  return undefined;
}
