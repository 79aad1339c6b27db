import fc from 'fast-check';
import { expect, test } from 'vitest';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import { formatResponse, parseResponsePlan } from './response-plan.ts';

test('parses a sequence of answers', () => {
  expect(parseResponsePlan('500, 503:60,never,200+1500ms,429:5+2s')).toEqual([
    { status: 500 },
    { status: 503, retry_after_seconds: 60 },
    { never: true },
    { status: 200, delay_ms: 1500 },
    { status: 429, retry_after_seconds: 5, delay_ms: 2000 },
  ]);
});

test('parses what formatResponse formats', () => {
  const optional = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });
  const answer = fc
    .record({
      status: fc.integer({ min: 200, max: 599 }),
      retry: optional(fc.integer({ min: 0, max: 86_400 })),
      delay: optional(fc.integer({ min: 0, max: 60_000 })),
    })
    .map(({ status, retry, delay }) => ({
      status,
      ...omitUndefined({ retry_after_seconds: retry, delay_ms: delay }),
    }));
  const plan = fc.array(fc.oneof(answer, fc.constant({ never: true } as const)), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(plan, (answers) => {
      expect(parseResponsePlan(answers.map(formatResponse).join(','))).toEqual(answers);
    }),
  );
});

test.each([
  ['', '"" is not an answer: expected a status'],
  ['500,', '"" is not an answer'],
  ['5xx', 'for example 500,503:60,never,200+1500ms'],
  ['200+5', '"200+5" is not an answer'],
  ['199', '"199": expected a status from 200 to 599.'],
  ['500:90000', 'expected seconds from 0 to 86400'],
  ['200+61s', 'expected a delay in ms from 0 to 60000'],
  [Array(51).fill('500').join(','), 'at most 50 answers, got 51'],
])('rejects %s and states the expected form', (text, expectedText) => {
  expect(() => parseResponsePlan(text)).toThrow(expectedText);
});
