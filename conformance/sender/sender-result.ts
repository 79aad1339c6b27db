import type { ClauseReference, ExitCode } from '../engine/result.ts';
import type { CheckOutcome } from '../engine/verdict.ts';
import { count } from '../reports/screen.ts';
import type { Judge } from './judge.ts';

/** What became of one question, in plain data that is safe to show. */
export interface JudgeResult {
  readonly id: string;
  readonly title: string;
  readonly level: Judge['level'];
  readonly rule: ClauseReference;
  /** Whether a failure of it makes the check fail. */
  readonly decides: boolean;
  readonly outcome: CheckOutcome;
  /** For a failure: what the rule asks for, and what came instead. */
  readonly expected?: string;
  readonly saw?: string;
  /** For an undecided check: what is missing or what happened. */
  readonly reason?: string;
  /** The numbers of the requests that show it, counted from 1. Of a failure, those at fault come first. */
  readonly evidence: readonly number[];
}

/** What is to be said of a sender. */
export interface SenderResult {
  readonly schemaVersion: 1;
  readonly kitVersion: string;
  /** The name of the signature scheme. */
  readonly scheme: string;
  /** What stands for the secrets, in their order. */
  readonly secretFingerprints: readonly string[];
  readonly isStrict: boolean;
  /** How many requests came, and how many events they were about. */
  readonly requests: number;
  readonly events: number;
  /** Epoch milliseconds of the first request; `null` when none came. */
  readonly firstAtMs: number | null;
  /** From the first request to the end of listening, in milliseconds. */
  readonly listenedMs: number;
  readonly results: readonly JudgeResult[];
  /** What is worth knowing and is no question of right and wrong, as sentences. */
  readonly observations: readonly string[];
  readonly exitCode: ExitCode;
  readonly exitReason: string;
}

/** The exit code and the sentence that explains it. What is worst for the reader's trust comes first. */
export function exitOf(
  results: readonly JudgeResult[],
  requests: number,
): Pick<SenderResult, 'exitCode' | 'exitReason'> {
  const deciding = (...outcomes: CheckOutcome[]) =>
    results.filter(({ outcome, decides }) => decides && outcomes.includes(outcome));
  if (results.some(({ outcome }) => outcome === 'error'))
    return { exitCode: 70, exitReason: 'the kit itself failed; see the errors' };
  if (requests === 0) return { exitCode: 4, exitReason: 'nothing was received, so that nothing could be verified' };
  const broken = deciding('fail').length;
  if (broken > 0) return { exitCode: 1, exitReason: `${count(broken, 'rule')} that must be kept failed` };
  const open = deciding('untestable', 'inconclusive').length;
  if (open > 0) return { exitCode: 4, exitReason: `nothing failed, but ${count(open, 'rule')} could not be verified` };
  if (deciding('pass').length === 0) return { exitCode: 4, exitReason: 'nothing could be verified' };
  return { exitCode: 0, exitReason: 'every rule that must be kept was kept' };
}
