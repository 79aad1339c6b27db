import { unreachable } from '../../../base/unreachable.ts';
import type { Evidence, ProgramRun, RunEnd } from './evidence.ts';
import { describeExpected, findDifferences } from './expected.ts';
import type { Lesson, LessonVerdict } from './lesson.ts';

/**
 * Judges the evidence of one lesson. A client that did not meet the circumstance passes nothing: its answer is wrong, or the lesson is
 * not shown.
 */
export function judgeLesson(lesson: Lesson, evidence: Evidence): LessonVerdict {
  for (const rule of lesson.traffic ?? []) {
    const problem = rule(evidence);
    if (problem !== undefined) return { outcome: 'failed', expected: lesson.right, received: problem };
  }
  const isMet = hasMetCircumstance(lesson, evidence);
  if (lesson.isOverall === true)
    return isMet ? { outcome: 'passed' } : { outcome: 'failed', expected: lesson.right, received: 'no such request' };
  if (evidence.isObserved)
    return isMet ? { outcome: 'passed' } : { outcome: 'not-shown', reason: 'the program sent no such request' };
  const wrong = evidence.runs.flatMap((run) => judgeRun(lesson, run, isMet) ?? []);
  const [first] = wrong;
  if (first !== undefined) return { outcome: 'failed', ...first };
  if (evidence.runs.length === 0) return { outcome: 'not-shown', reason: 'the program was not run' };
  if (!isMet && lesson.notShown !== undefined)
    return { outcome: 'not-shown', reason: `${lesson.notShown}${describeErrors(evidence)}` };
  if (!isMet && lesson.accepts === 'any')
    return { outcome: 'failed', expected: lesson.right, received: describeUnmet(evidence) };
  return isMet
    ? { outcome: 'passed' }
    : { outcome: 'not-shown', reason: 'the answer is right, but the client sent no request that met the circumstance' };
}

const hasMetCircumstance = ({ mark }: Lesson, { exchanges, connections, deliveries }: Evidence): boolean =>
  mark === undefined
    ? exchanges.some(({ hasKey, host }) => hasKey && host === 'service') || connections > 0 || deliveries.length > 0
    : exchanges.some(({ marks }) => marks.includes(mark));

const describeUnmet = (evidence: Evidence): string =>
  `${evidence.exchanges.length === 0 ? 'no request' : 'no request that met the circumstance'}${describeErrors(evidence)}`;

/** Quotes the first error that the client reported. */
function describeErrors({ runs }: Evidence): string {
  const message = runs.flatMap(({ answer }) => (answer.kind === 'error' ? [answer.message] : []))[0];
  return message === undefined ? '' : `; the client reported: ${message}`;
}

/** Returns what is wrong with one run; undefined if nothing is. */
function judgeRun(
  { accepts, right, notShown }: Lesson,
  { answer, end, expected = {} }: ProgramRun,
  isMet: boolean,
): { readonly expected: string; readonly received: string } | undefined {
  const problem = describeEnd(end);
  if (problem !== undefined) return { expected: 'a program that ends', received: problem };
  if (accepts === 'any') return undefined;
  if (answer.kind === 'error' && isMet && accepts !== 'right') return undefined;
  if (accepts === 'error') {
    if (answer.kind === 'error')
      return notShown === undefined
        ? {
            expected: right,
            received: `an error, but no request that met the circumstance; the client reported: ${answer.message}`,
          }
        : undefined;
    return {
      expected: 'an error',
      received: answer.kind === 'none' ? answer.reason : 'an answer that reports no error',
    };
  }
  const differences = findDifferences(answer, expected);
  return differences.length === 0
    ? undefined
    : { expected: describeExpected(expected), received: differences.join('; ') };
}

/** Describes an end that no client chooses; undefined for the others. */
function describeEnd(end: RunEnd): string | undefined {
  switch (end.kind) {
    case 'exit':
    case 'stopped':
      return undefined;
    case 'signal':
      return `the program was ended by ${end.signal}`;
    case 'timeout':
      return `the program did not end within ${end.seconds} s`;
    case 'memory':
      return `the program used more than ${end.megabytes} MB of memory`;
    case 'output':
      return `the program printed more than ${end.megabytes} MB`;
    default:
      return unreachable(end);
  }
}
