import type { Lesson } from '../core/lesson.ts';
import { completenessLessons } from './completeness.ts';
import { failureLessons, safetyLessons } from './conduct.ts';
import { valueLessons } from './values.ts';
import { webhookLessons } from './webhooks.ts';
import { writeLessons } from './writes.ts';

/** All lessons, in the order of reports. */
export const lessons: readonly Lesson[] = [
  ...completenessLessons,
  ...valueLessons,
  ...failureLessons,
  ...writeLessons,
  ...safetyLessons,
  ...webhookLessons,
];
