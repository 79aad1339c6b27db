import type { ClauseReference, ExitCode } from '../engine/results/result.ts';
import type { CheckOutcome } from '../reading/verdicts/verdict.ts';
import { pluralize } from '../reports/parts/screen.ts';
import type { SenderCheck } from './core/check.ts';

/** The result of one check: plain data without secrets. */
export interface SenderCheckResult {
  readonly id: string;
  readonly title: string;
  readonly level: SenderCheck['level'];
  readonly rule: ClauseReference;
  /** Whether a failure affects the exit code. */
  readonly decides: boolean;
  readonly outcome: CheckOutcome;
  /** For a failure: the expectation, and what was received. */
  readonly expected?: string;
  readonly saw?: string;
  /** For an undecided check: what is missing. */
  readonly reason?: string;
  /** The numbers of the requests that prove the result, from 1; of a failure, the faulty ones first. */
  readonly evidence: readonly number[];
}

/** The result of a check of a sender. */
export interface SenderResult {
  readonly schemaVersion: 1;
  readonly kitVersion: string;
  /** The name of the signature scheme. */
  readonly scheme: string;
  /** Identify the secrets without revealing them, in their order. */
  readonly secretFingerprints: readonly string[];
  readonly isStrict: boolean;
  /** The number of requests, and of the events in them. */
  readonly requests: number;
  readonly events: number;
  /** Epoch milliseconds of the first request; `null` without requests. */
  readonly firstAtMs: number | null;
  /** From the first request to the end of listening, in milliseconds. */
  readonly listenedMs: number;
  readonly results: readonly SenderCheckResult[];
  /** Behaviour that no rule covers, as sentences. */
  readonly observations: readonly string[];
  readonly exitCode: ExitCode;
  readonly exitReason: string;
}

/** Returns the exit code and its reason. Errors of the kit take precedence over violations, and these over missing evidence. */
export function chooseSenderExit(
  results: readonly SenderCheckResult[],
  requests: number,
): Pick<SenderResult, 'exitCode' | 'exitReason'> {
  const deciding = (...outcomes: CheckOutcome[]) =>
    results.filter(({ outcome, decides }) => decides && outcomes.includes(outcome));
  if (results.some(({ outcome }) => outcome === 'error'))
    return { exitCode: 70, exitReason: 'the kit itself failed; see the errors' };
  if (requests === 0) return { exitCode: 4, exitReason: 'no requests were received, so nothing could be verified' };
  const broken = deciding('fail').length;
  if (broken > 0) return { exitCode: 1, exitReason: `${pluralize(broken, 'required rule')} violated` };
  const open = deciding('untestable', 'inconclusive').length;
  if (open > 0)
    return { exitCode: 4, exitReason: `no violations, but ${pluralize(open, 'required rule')} could not be verified` };
  if (deciding('pass').length === 0) return { exitCode: 4, exitReason: 'nothing could be verified' };
  return { exitCode: 0, exitReason: 'the sender follows every required rule' };
}
