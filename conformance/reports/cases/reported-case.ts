import type { SectionName } from '../parts/sections.ts';

/**
 * A labelled text of a case. `prose` is text of the kit; `quote` contains text of the target; `line` and `correction` are
 * code on one line; `command` is a command to copy. Reports omit details without text.
 */
export interface Detail {
  readonly label: string;
  readonly text: string;
  readonly form: 'prose' | 'quote' | 'line' | 'correction' | 'command';
}

/**
 * One result in the form that the text, Markdown and JUnit reports share. A check of a service, a probe of a receiver and a
 * check of a sender each map to this.
 */
export interface ReportedCase {
  /** `topic/name`; JUnit has one suite per topic. */
  readonly id: string;
  readonly title: string;
  readonly section: SectionName;
  /** Id of the rule that failed, or the kind of error. */
  readonly type: string;
  /** The failure, the error or the reason for skipping, in one line. */
  readonly message: string;
  /** Why the case is undecided, or the stack trace of an error. */
  readonly reason: string;
  readonly details: readonly Detail[];
  readonly durationMs: number;
}

/** Returns the cases of one section. */
export const filterBySection = (cases: readonly ReportedCase[], section: SectionName): readonly ReportedCase[] =>
  cases.filter((one) => one.section === section);

/** Groups undecided cases by reason: one missing input often blocks many of them. */
export const groupByReason = (cases: readonly ReportedCase[]): readonly { reason: string; ids: readonly string[] }[] =>
  [...Map.groupBy(cases, ({ reason }) => reason)].map(([reason, group]) => ({
    reason,
    ids: group.map(({ id }) => id),
  }));

/** Returns the first lines of a stack trace as one line; other formats contain all of it. */
export const shortenTrace = (reason: string): string =>
  reason
    .split('\n')
    .slice(0, 2)
    .map((line) => line.trim())
    .join(' ');
