import type { Evidence, Mark } from './evidence.ts';
import type { TaskName } from './tasks.ts';

/** The rule on which a lesson rests. `text` is a paraphrase. */
export interface LessonRule {
  /** A clause id, an RFC with its section, another specification, or `guide`, the guide of `client check`. */
  readonly source: string;
  readonly text: string;
}

/**
 * The answers that a lesson accepts: the right one; the right one or an error that the client reports; only an error; or any, if the
 * traffic alone decides.
 */
export type AcceptedAnswer = 'right' | 'right-or-error' | 'error' | 'any';

/** Returns why the traffic is wrong, or undefined. */
export type TrafficRule = (evidence: Evidence) => string | undefined;

/** Plays of circumstances. Lessons with the same circumstance and task judge the same evidence. */
export type Circumstance =
  | 'pages'
  | 'page-sizes'
  | 'short-page'
  | 'empty-page'
  | 'expired-cursor'
  | 'repeated-rows'
  | 'sorted-pages'
  | 'interrupted-walk'
  | 'new-rows'
  | 'late-row'
  | 'decimals'
  | 'transaction-types'
  | 'large-sums'
  | 'local-day'
  | 'long-day'
  | 'absent-members'
  | 'unknown-members'
  | 'unknown-words'
  | 'encoded-ids'
  | 'amount-order'
  | 'usual-dispute'
  | 'corrected-dispute'
  | 'usual-derivation'
  | 'feed-titles'
  | 'feed-changes'
  | 'wait-seconds'
  | 'wait-date'
  | 'unavailable-once'
  | 'unavailable'
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'key-revoked'
  | 'unavailable-write'
  | 'lost-response'
  | 'silence'
  | 'cut-body'
  | 'slow-body'
  | 'endless-body'
  | 'compression'
  | 'polling'
  | 'redirect'
  | 'untrusted-certificate'
  | 'html-page'
  | 'signatures'
  | 'duplicates'
  | 'reordered'
  | 'late-event'
  | 'old-delivery'
  | 'missed'
  | 'samples'
  | 'all';

/** One lesson as data. `judgeLesson` applies it to evidence. */
export interface Lesson {
  /** `topic/name`. Ids never change. */
  readonly id: string;
  readonly title: string;
  /** Required: the interface document, an RFC or the task demands it. Advised: good practice. */
  readonly level: 'required' | 'advised';
  /** The tasks with which it can be played; the first one that the client implements is used. */
  readonly tasks: readonly TaskName[];
  readonly circumstance: Circumstance;
  readonly rule: LessonRule;
  /** A right client's behaviour. */
  readonly right: string;
  readonly accepts: AcceptedAnswer;
  /** A mark that at least one exchange must have. */
  readonly mark?: Mark;
  /** Why an error without a request that met the circumstance shows nothing. Without it, such an error is a fault. */
  readonly notShown?: string;
  /** Judged in this order; the first problem is reported. */
  readonly traffic?: readonly TrafficRule[];
  /** Judged over the evidence of all lessons together. */
  readonly isOverall?: true;
  /** Whether the traffic alone can show a fault, so that a program can be observed without tasks. */
  readonly isObservable?: true;
}

/** A verdict on one lesson. */
export type LessonVerdict =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'failed'; readonly expected: string; readonly received: string }
  | { readonly outcome: 'not-shown'; readonly reason: string };
