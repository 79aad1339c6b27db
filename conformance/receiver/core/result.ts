import type { Expectation, UsualCause } from './probe.ts';

/** The result of one delivery of a probe. */
export interface StepResult {
  /** Set if a probe has several deliveries. */
  readonly name?: string;
  readonly expects: Expectation;
  /** `null` without a response. */
  readonly status: number | null;
  /** `null` without a response. */
  readonly tookMs: number | null;
  readonly isAsExpected: boolean;
  /** Set if the request was sent more than once, because the receiver closed a kept connection without a response. */
  readonly transmissions?: number;
}

/** The result of a probe: plain data without secrets. */
export interface ProbeResult {
  readonly id: string;
  readonly title: string;
  readonly level: 'must' | 'advice';
  /** `skipped`: not applicable to this receiver. `unverified`: applicable, but it could not be evaluated. See `reason`. */
  readonly outcome: 'pass' | 'fail' | 'skipped' | 'unverified';
  readonly reason?: string;
  readonly steps: readonly StepResult[];
  /** Set if the outcome is `fail`. */
  readonly failure?: {
    readonly expected: string;
    readonly came: string;
    /** The consequence for the operator; `null` if `usual` already describes it. */
    readonly matters: string | null;
    readonly usual: UsualCause;
  };
}

/** A common cause of several failures. */
export interface CommonCause {
  /** Describes the cause as a sentence. */
  readonly description: string;
  readonly usual: UsualCause;
  /** The ids of the failed probes with this cause. */
  readonly probes: readonly string[];
}

/** Why the control failed, and what to do. */
export interface Diagnosis {
  /** `unreachable`: no connection. `silent`: no response. `refused`: a response other than 2xx. */
  readonly kind: 'unreachable' | 'silent' | 'refused';
  /** Sentences, the most important first. */
  readonly findings: readonly string[];
  /** The start of the response body, without secrets. */
  readonly responseBody?: string;
}

/** The result of a check of one receiver. */
export interface ReceiverResult {
  readonly schemaVersion: 1;
  readonly kitVersion: string;
  /** Without its query. */
  readonly url: string;
  /** The name of the scheme. */
  readonly scheme: string;
  /** Identifies the secret without revealing it. */
  readonly secretFingerprint: string;
  /** `null` if not given. */
  readonly toleranceSeconds: number | null;
  readonly seed: number;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** The time of an ordinary response in milliseconds; `null` if the control failed. */
  readonly ordinaryMs: number | null;
  /** The number of requests sent, including those that were sent again over another connection. */
  readonly deliveries: number;
  /** Set if the control failed; then no other probe was sent. With exit code 1, the receiver is at fault. */
  readonly diagnosis?: Diagnosis;
  /** Properties of handlers that the run could not test, and why: sentences. */
  readonly untested: readonly string[];
  readonly commonCauses: readonly CommonCause[];
  readonly probes: readonly ProbeResult[];
  /** 0: every required probe passed. 1: a required probe failed. 3: the control failed, perhaps because of the secret or the URL, so nothing could be checked. 4: no failures, but a required probe could not be verified. */
  readonly exitCode: 0 | 1 | 3 | 4;
  readonly exitReason: string;
}
