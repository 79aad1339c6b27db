import type { ReportedCase } from './reported-case.ts';

/** A fact about the target that is no result of a case. */
export interface DocumentProperty {
  readonly name: string;
  readonly value: string;
}

/** The content of reports for CI servers: the cases of one run, with notes about all of them. */
export interface CaseDocument {
  /** The command that ran. */
  readonly name: string;
  readonly kitVersion: string;
  /** In epoch milliseconds. */
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly notes: readonly string[];
  readonly properties?: readonly DocumentProperty[];
  readonly cases: readonly ReportedCase[];
}
