import { expect, test } from 'vitest';
import { failedCheck } from '../../testing/made-up-results.ts';
import { explainFailures } from './causes.ts';
import type { CheckResult } from './result.ts';

const LIST = 'GET /v1/transactions';
const PORTAL = 'GET /v1/portal';
const FEED = 'GET /v1/feeds/account.xml';

/** Creates a failure that accuses the responses of these operations: of the first itself, of the others by its cases. */
function createFailure(id: string, accused: readonly string[], more: Partial<CheckResult> = {}): CheckResult {
  const { request } = failedCheck;
  if (request === undefined) throw new Error('the failure needs a request');
  const { request: _, ...check } = failedCheck;
  const [first, ...others] = accused.map((operation) => ({ ...request, operation }));
  const cases = others.map((record, place) => ({ name: `case ${place}`, outcome: 'fail' as const, request: record }));
  return {
    ...check,
    ...(first === undefined ? {} : { request: first }),
    id,
    cases,
    outcome: 'fail',
    decides: true,
    ...more,
  };
}

const listCauses = (...results: readonly CheckResult[]) =>
  explainFailures(results).map(({ id, sharedCause }) => `${id}: ${sharedCause?.check ?? '-'}`);

test('failures on one operation share the cause of the first', () => {
  const explained = explainFailures([createFailure('a/1', [LIST]), createFailure('a/2', [PORTAL, LIST])]);
  expect(explained[0]?.sharedCause).toBeUndefined();
  expect(explained[1]?.sharedCause).toEqual({ check: 'a/1', operation: LIST });
});

test('failures on different operations have different causes', () => {
  expect(listCauses(createFailure('a/1', [LIST]), createFailure('b/1', [PORTAL]))).toEqual(['a/1: -', 'b/1: -']);
});

test('the fewest operations explain the failures', () => {
  // the first accuses two operations; the others show which of the two explains most
  const failures = [
    createFailure('a/1', [PORTAL, LIST]),
    createFailure('a/2', [LIST]),
    createFailure('a/3', [LIST, FEED]),
  ];
  expect(listCauses(...failures, createFailure('b/1', [FEED]))).toEqual(['a/1: -', 'a/2: a/1', 'a/3: a/1', 'b/1: -']);
});

test('failures without a response stay alone', () => {
  expect(listCauses(createFailure('a/1', []), createFailure('a/2', []))).toEqual(['a/1: -', 'a/2: -']);
});

test('advice and known failures explain nothing, and expired ones count again', () => {
  const known = (isExpired: boolean) => ({ known: { reason: 'accepted', isExpired } });
  const second = createFailure('a/2', [LIST]);
  expect(listCauses(createFailure('a/1', [LIST], { outcome: 'warning', decides: false }), second)).toEqual([
    'a/1: -',
    'a/2: -',
  ]);
  expect(listCauses(createFailure('a/1', [LIST], known(false)), second)).toEqual(['a/1: -', 'a/2: -']);
  expect(listCauses(createFailure('a/1', [LIST], known(true)), second)).toEqual(['a/1: -', 'a/2: a/1']);
});

test('an earlier explanation is replaced, so that a baseline can be applied later', () => {
  const [first, second] = explainFailures([createFailure('a/1', [LIST]), createFailure('a/2', [LIST])]);
  if (first === undefined || second === undefined) throw new Error('two results are expected');
  expect(second.sharedCause?.check).toBe('a/1');
  expect(listCauses({ ...first, known: { reason: 'accepted', isExpired: false } }, second)).toEqual([
    'a/1: -',
    'a/2: -',
  ]);
});
