import { serialiseSafely } from '../../reports/parts/screen.ts';
import type { ClientResult, LessonResult } from '../core/result.ts';
import { LIMITS } from './lesson-case.ts';
import { formatSequence } from './sequence.ts';

/** Formats the report for programs. Stable within one `schema_version`; members may be added. */
export const formatClientJson = (result: ClientResult): string =>
  serialiseSafely({
    schema_version: result.schemaVersion,
    kit_version: result.kitVersion,
    command: result.command,
    tasks: result.tasks,
    is_observed: result.isObserved,
    started_at: result.startedAt,
    duration_ms: Math.round(result.durationMs),
    runs: result.runs,
    requests: result.requests,
    exit_code: result.exitCode,
    exit_reason: result.exitReason,
    limits: LIMITS,
    lessons: result.lessons.map(toLesson),
  });

const toLesson = ({ lesson, task, verdict, durationMs, evidence }: LessonResult) => ({
  id: lesson.id,
  title: lesson.title,
  level: lesson.level,
  task: task ?? null,
  rule: lesson.rule,
  right: lesson.right,
  outcome: verdict.outcome.replace('-', '_'),
  reason: 'reason' in verdict ? verdict.reason : null,
  failure: verdict.outcome === 'failed' ? { expected: verdict.expected, received: verdict.received } : null,
  duration_ms: Math.round(durationMs),
  traffic: evidence === undefined ? [] : formatSequence(evidence).map((line) => line.trim()),
});
