import { expect, test } from 'vitest';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { createAttemptItem, type WatchedAttempt } from './attempt-item.ts';
import { createAttempt, createDelivery, createResponse } from './testing/attempts.ts';

const EVENT = {
  type: 'cash_low',
  incident: null,
  data: { cassette: 'A', notes_remaining: 1, low_threshold_notes: 100, hours_to_empty: null },
} as unknown as SandboxSchemas['WebhookEvent']; // the members that are read
const BECAUSE = 'cassette A has 1 note left, threshold 100';
const REFUSED = { code: 'connect_refused', message: 'Nothing listens there (ECONNREFUSED).' } as const;
const NEXT = { clock: 'sandbox', at: '2026-11-02T15:01:05Z' } as const;

const format = ({ delivery = createDelivery(), attempt = createAttempt(), event = EVENT }: Partial<WatchedAttempt>) => {
  const { cells, details } = createAttemptItem({ delivery, attempt, event });
  return [...cells, ...details];
};

test('shows sandbox time, short id, event, terminal, number, result and reason of an attempt', () => {
  expect(format({})).toEqual([
    '2026-11-02T15:01:00Z',
    'CF095KWS',
    'cash_low triggered',
    'NW104310',
    'attempt 1',
    'delivered: 204 in 4 ms',
    `sent because ${BECAUSE}`,
  ]);
});

test.each([
  ['a refused connection', { response: null, error: REFUSED }, 'failed: Nothing listens there (ECONNREFUSED)'],
  [
    'a status',
    {
      response: createResponse(503),
      error: { code: 'status', message: 'The receiver responded with 503; expected 2xx.' },
    },
    'failed: 503 in 4 ms',
  ],
  [
    'a timeout',
    { response: null, error: { code: 'response_timeout', message: 'No response within 15 s.' } },
    'failed: No response within 15 s',
  ],
  [
    'an incomplete response',
    {
      response: createResponse(200),
      error: { code: 'body_timeout', message: 'The body was not complete after 15 s.' },
    },
    'failed: 200 in 4 ms, but The body was not complete after 15 s',
  ],
  [
    'a redirect',
    { response: createResponse(302), error: { code: 'redirect', message: 'The receiver responded with 302.' } },
    'failed: 302 in 4 ms, a redirect, which is not followed',
  ],
  [
    'a status that HTTP does not define',
    {
      response: { ...createResponse(200), status: null, status_text: '042 \u001b[2J' },
      error: { code: 'invalid_response', message: 'The status is invalid.' },
    },
    'failed: "042 \\u001b[2J" in 4 ms, but The status is invalid',
  ],
] as const)('describes %s', (_, rest, expected) => {
  expect(format({ attempt: createAttempt(rest) })[5]).toBe(expected);
});

interface Case {
  readonly attempt: Partial<SandboxSchemas['Attempt']>;
  readonly delivery?: Partial<SandboxSchemas['Delivery']>;
  readonly expected: string;
}

const toWatched = ({ attempt, delivery }: Case) => ({
  attempt: createAttempt(attempt),
  delivery: createDelivery(delivery),
});
const FAILED = { response: null, error: REFUSED };

test.each<[string, Case]>([
  [
    'the next attempt in sandbox time',
    { attempt: { ...FAILED, next_attempt: NEXT }, expected: 'next attempt at 2026-11-02T15:01:05Z' },
  ],
  [
    'the next attempt in real time',
    {
      attempt: { ...FAILED, next_attempt: { clock: 'real', at: '2026-11-23T03:47:45.700Z' } },
      expected: 'next attempt 4s later, in real time',
    },
  ],
  [
    'that no attempt is left',
    { attempt: FAILED, delivery: { state: 'exhausted' }, expected: 'given up: no attempt is left' },
  ],
  [
    'that 410 ends deliveries',
    {
      attempt: { ...FAILED, response: createResponse(410) },
      delivery: { state: 'exhausted' },
      expected: 'given up: 410 disables the destination',
    },
  ],
  [
    'that the destination is disabled',
    { attempt: FAILED, delivery: { state: 'skipped' }, expected: 'given up: the destination is disabled or deleted' },
  ],
  [
    'that a replay is not repeated',
    { attempt: { ...FAILED, trigger: 'replay' }, expected: 'no retry, because a replay is sent once' },
  ],
  [
    'that a sample is not repeated',
    { attempt: { ...FAILED, trigger: 'test' }, expected: 'no retry, because a sample is sent once' },
  ],
])('states %s', (_, given) => {
  expect(format(toWatched(given))[6]).toBe(given.expected);
});

test.each<[string, Case]>([
  ['a retry', { attempt: { number: 2 }, expected: `sent again; first sent because ${BECAUSE}` }],
  [
    'a replay',
    { attempt: { number: 2, trigger: 'replay' }, expected: `replayed on request; first sent because ${BECAUSE}` },
  ],
  [
    'a sample',
    { attempt: { trigger: 'test' }, delivery: { is_test: true }, expected: 'sent as a sample to test the destination' },
  ],
])('states why %s was sent', (_, given) => {
  expect(format(toWatched(given)).at(-1)).toBe(given.expected);
});

test('names the type of an event whose body has expired', () => {
  expect(createAttemptItem({ delivery: createDelivery(), attempt: createAttempt(), event: null }).details).toEqual([
    'sent because of cash low',
  ]);
});

test('contains the delivery, the attempt, the event and the reasons in JSON', () => {
  const watched = {
    delivery: createDelivery(),
    attempt: createAttempt({ error: REFUSED, response: null, next_attempt: NEXT }),
    event: EVENT,
  };
  expect(createAttemptItem(watched).json).toEqual({
    kind: 'attempt',
    sandbox_time: '2026-11-02T15:01:00Z',
    sent: `sent because ${BECAUSE}`,
    outcome: 'Nothing listens there (ECONNREFUSED)',
    next: 'next attempt at 2026-11-02T15:01:05Z',
    ...watched,
  });
});
