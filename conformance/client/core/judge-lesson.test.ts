import { expect, test } from 'vitest';
import { lessons } from '../lessons/index.ts';
import type { Evidence } from './evidence.ts';
import { judgeLesson } from './judge-lesson.ts';
import type { LessonVerdict } from './lesson.ts';

/** Judges a client that opened no connection and reported an error. */
function judgeError(lessonId: string): LessonVerdict {
  const lesson = lessons.find(({ id }) => id === lessonId);
  if (lesson === undefined) throw new Error(`no lesson ${lessonId}`);
  const evidence: Evidence = {
    ...{ exchanges: [], deliveries: [], connections: 0, isObserved: false },
    runs: [
      {
        ...{ task: 'list_terminals', input: {}, answer: { kind: 'error', message: 'no TLS library' }, expected: {} },
        ...{ end: { kind: 'exit', code: 1 }, startMs: 0, endMs: 90, errors: '', printedKey: false },
        leftPrograms: false,
      },
    ],
  };
  return judgeLesson(lesson, evidence);
}

test('an error without a connection does not show whether a client verifies certificates', () => {
  expect(judgeError('conduct/untrusted-certificate')).toEqual({
    outcome: 'not-shown',
    reason: 'the client opened no TLS connection; the client reported: no TLS library',
  });
});

test('another error without a request is a fault, and is quoted', () => {
  expect(judgeError('conduct/unauthorized')).toMatchObject({
    outcome: 'failed',
    received: 'an error, but no request that met the circumstance; the client reported: no TLS library',
  });
  expect(judgeError('conduct/corrected-write')).toMatchObject({
    outcome: 'failed',
    received: 'no request; the client reported: no TLS library',
  });
});
