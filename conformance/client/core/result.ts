import { kitVersion } from '../../engine/version.ts';
import type { Evidence } from './evidence.ts';
import { judgeLesson } from './judge-lesson.ts';
import type { Lesson, LessonVerdict } from './lesson.ts';
import type { TaskName } from './tasks.ts';

/** The evidence of one circumstance, played with one task; an error if the kit could not play it. */
export type Played = {
  readonly task: TaskName | undefined;
  readonly durationMs: number;
} & ({ readonly evidence: Evidence } | { readonly error: string } | { readonly notPlayed: string });

/** The result of one lesson. */
export interface LessonResult {
  readonly lesson: Lesson;
  /** The task with which it was played. */
  readonly task: TaskName | undefined;
  readonly verdict: LessonVerdict | { readonly outcome: 'error'; readonly reason: string };
  /** Whether the lesson could have been shown with the tasks of the client. */
  readonly isApplicable: boolean;
  readonly evidence: Evidence | undefined;
  readonly durationMs: number;
}

/** The result of `fleetkit client check`. */
export interface ClientResult {
  readonly schemaVersion: 1;
  readonly kitVersion: string;
  /** The program and its arguments, without the key. */
  readonly command: string;
  readonly tasks: readonly TaskName[];
  readonly isObserved: boolean;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly runs: number;
  readonly lessons: readonly LessonResult[];
  /**
   * 0: every required lesson that was shown passed. 1: a required lesson failed. 3: the client sent no request in any lesson. 4: no
   * failure, but a required lesson could not be shown. 70: the kit could not play a lesson.
   */
  readonly exitCode: 0 | 1 | 3 | 4 | 70;
  readonly exitReason: string;
}

export interface JudgedRun {
  readonly lessons: readonly Lesson[];
  /** Returns how the circumstance of a lesson was played; undefined if the client implements none of its tasks. */
  findPlayed(lesson: Lesson): Played | undefined;
  readonly command: string;
  readonly tasks: readonly TaskName[];
  readonly isObserved: boolean;
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Judges all lessons. */
export function judgeClient({ lessons, findPlayed, ...run }: JudgedRun): ClientResult {
  const all = mergeEvidence(
    lessons.flatMap((lesson) => findPlayed(lesson) ?? []),
    run.isObserved,
  );
  const results = lessons.map((lesson): LessonResult => {
    const isApplicable = lesson.tasks.length === 0 || lesson.tasks.some((task) => run.tasks.includes(task));
    if (lesson.isOverall === true && isApplicable && (!run.isObserved || lesson.isObservable === true))
      return {
        ...{ lesson, task: undefined, isApplicable: true, durationMs: 0, evidence: undefined },
        verdict: judgeLesson(lesson, all),
      };
    const played = findPlayed(lesson);
    if (played === undefined) {
      const reason = run.isObserved ? 'it needs an answer, and the program is only observed' : describeTasks(lesson);
      return {
        ...{ lesson, task: undefined, isApplicable: false, durationMs: 0, evidence: undefined },
        verdict: { outcome: 'not-shown', reason },
      };
    }
    const { task, durationMs } = played;
    const common = { lesson, task, isApplicable: true, durationMs };
    if ('evidence' in played)
      return { ...common, evidence: played.evidence, verdict: judgeLesson(lesson, played.evidence) };
    return {
      ...common,
      evidence: undefined,
      verdict:
        'error' in played
          ? { outcome: 'error', reason: played.error }
          : { outcome: 'not-shown', reason: played.notPlayed },
    };
  });
  return {
    schemaVersion: 1,
    kitVersion,
    ...run,
    requests: all.exchanges.length,
    runs: all.runs.length,
    lessons: results,
    ...decideExit(results, all),
  };
}

const describeTasks = ({ tasks }: Lesson): string => `the client does not implement ${tasks.join(' or ')}`;

/** Joins the evidence of all circumstances, each once. */
function mergeEvidence(played: readonly Played[], isObserved: boolean): Evidence {
  const evidence = [...new Set(played.flatMap((one) => ('evidence' in one ? [one.evidence] : [])))];
  return {
    runs: evidence.flatMap(({ runs }) => runs),
    exchanges: evidence.flatMap(({ exchanges }) => exchanges),
    deliveries: evidence.flatMap(({ deliveries }) => deliveries),
    connections: evidence.reduce((sum, { connections }) => sum + connections, 0),
    isObserved,
  };
}

function decideExit(
  results: readonly LessonResult[],
  { exchanges, deliveries }: Evidence,
): Pick<ClientResult, 'exitCode' | 'exitReason'> {
  const required = results.filter(({ lesson, isApplicable }) => lesson.level === 'required' && isApplicable);
  const count = (outcome: LessonResult['verdict']['outcome']): number =>
    required.filter(({ verdict }) => verdict.outcome === outcome).length;
  if (results.some(({ verdict }) => verdict.outcome === 'error'))
    return { exitCode: 70, exitReason: 'the kit could not play a lesson' };
  const isReached = exchanges.some(({ hasKey }) => hasKey) || deliveries.some(({ status }) => status !== null);
  if (!isReached)
    return {
      exitCode: 3,
      exitReason: 'the client sent no request with the key; it must read FLEETKIT_URL and FLEETKIT_KEY',
    };
  if (count('failed') > 0)
    return { exitCode: 1, exitReason: `${count('failed')} of ${required.length} required lessons failed` };
  if (count('not-shown') > 0)
    return { exitCode: 4, exitReason: `no required lesson failed, but ${count('not-shown')} could not be shown` };
  return { exitCode: 0, exitReason: `all ${required.length} required lessons that were shown passed` };
}
