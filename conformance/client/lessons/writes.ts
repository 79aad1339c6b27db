import type { Lesson } from '../core/lesson.ts';
import { choosesIdempotencyKeys, repeatsWritesSafely } from '../core/traffic-rules.ts';

const NOT_IDEMPOTENT = {
  source: 'RFC 9110, section 9.2.2',
  text: 'A client should not automatically repeat a request that is not idempotent, unless it knows that a repetition is safe.',
};

/** Lessons about writes that fail. */
export const writeLessons: readonly Lesson[] = [
  {
    id: 'conduct/corrected-write',
    title: 'A write that corrects a refused one has another idempotency key',
    level: 'required',
    tasks: ['open_dispute'],
    circumstance: 'corrected-dispute',
    rule: {
      source: 'guide',
      text: 'The client chooses an Idempotency-Key for each write, and repeats it with the same body only.',
    },
    right: 'Choose a new Idempotency-Key for each write, and do not derive it from the transaction.',
    accepts: 'any',
    mark: 'handled',
    traffic: [choosesIdempotencyKeys],
  },
  {
    id: 'conduct/unavailable-write',
    title: 'A write that 503 refused is repeated with the same idempotency key only',
    level: 'required',
    tasks: ['open_dispute', 'derive_settlements'],
    circumstance: 'unavailable-write',
    rule: NOT_IDEMPOTENT,
    right: 'Repeat the write with the same Idempotency-Key, or report an error.',
    accepts: 'right-or-error',
    mark: 'unavailable',
    traffic: [repeatsWritesSafely],
    isObservable: true,
  },
  {
    id: 'conduct/lost-response',
    title: 'No second dispute is opened after the response to the first one is lost',
    level: 'required',
    tasks: ['open_dispute'],
    circumstance: 'lost-response',
    rule: NOT_IDEMPOTENT,
    right: 'Repeat the write with the same Idempotency-Key, look for the dispute in the list, or report an error.',
    accepts: 'right-or-error',
    mark: 'lost-response',
    traffic: [repeatsWritesSafely],
    isObservable: true,
  },
  {
    id: 'conduct/lost-derivation',
    title: 'No second derivation is sent after the response to the first one is lost',
    level: 'required',
    tasks: ['derive_settlements'],
    circumstance: 'lost-response',
    rule: NOT_IDEMPOTENT,
    right: 'Repeat the write with the same Idempotency-Key, look for the batches in the list, or report an error.',
    accepts: 'right-or-error',
    mark: 'lost-response',
    traffic: [repeatsWritesSafely],
    isObservable: true,
  },
];
