import type { Expectation, UsualFault } from './probe.ts';

/** What became of one delivery of a probe, in words fit for a report. */
export interface StepResult {
  /** Where a probe has several deliveries. */
  readonly name?: string;
  readonly expects: Expectation;
  /** The status, or `null` when no answer came. */
  readonly status: number | null;
  /** `null` when no answer came. */
  readonly tookMs: number | null;
  readonly isAsExpected: boolean;
}

/** How a probe went. All of it is plain data that is safe to show. */
export interface ProbeResult {
  readonly id: string;
  readonly title: string;
  readonly level: 'must' | 'advice';
  /** `skipped`: it says nothing of this receiver, for `reason`. */
  readonly outcome: 'pass' | 'fail' | 'skipped';
  readonly reason?: string;
  readonly steps: readonly StepResult[];
  /** What was expected, and what came instead. */
  readonly failure?: {
    readonly expected: string;
    readonly came: string;
    /** What follows for who runs the receiver; `null` where `usual` says it, for an answer that is wrong in a way of its own. */
    readonly matters: string | null;
    readonly usual: UsualFault;
  };
}

/** What several failures have in common. */
export interface Remark {
  /** As a sentence. */
  readonly says: string;
  readonly usual: UsualFault;
  /** The ids of those that it explains. */
  readonly probes: readonly string[];
}

/** Why the control failed: what was found out, and what to do. */
export interface Diagnosis {
  /** `unreachable`: no connection. `silent`: no answer. `refused`: an answer that is not 2xx. */
  readonly kind: 'unreachable' | 'silent' | 'refused';
  /** Sentences, the most telling first. */
  readonly findings: readonly string[];
  /** The beginning of the answer, without secrets. */
  readonly said?: string;
}

/** A run against one receiver. */
export interface ReceiverResult {
  readonly schemaVersion: 1;
  readonly kitVersion: string;
  /** Without what stands behind a question mark. */
  readonly url: string;
  /** Its name. */
  readonly scheme: string;
  /** Of the secret; it stands nowhere itself. */
  readonly secretFingerprint: string;
  /** As it was given; `null` when it was not. */
  readonly toleranceSeconds: number | null;
  readonly seed: number;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** How many deliveries were sent. */
  readonly deliveries: number;
  /** Set when the control failed; then no other probe was sent. */
  readonly diagnosis?: Diagnosis;
  readonly remarks: readonly Remark[];
  readonly probes: readonly ProbeResult[];
  /** 0: every must was passed. 1: one was not. 3: the control failed, so that nothing can be said. */
  readonly exitCode: 0 | 1 | 3;
  readonly exitReason: string;
}
