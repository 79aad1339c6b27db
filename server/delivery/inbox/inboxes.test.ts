import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realMs, sandboxMs } from '../../world/state/time.ts';
import type { InboxMessage } from './inbox-store.ts';
import { Inboxes, MAX_MESSAGES } from './inboxes.ts';

const PLAN = { inboxAnswers: [], inboxPlan: 1 };
const SMALL_BUDGET = 100_000;

const createMessage = (body: string, more: Partial<InboxMessage> = {}): InboxMessage => ({
  receivedAtMs: realMs(0),
  sandboxAtMs: sandboxMs(0),
  eventId: null,
  type: null,
  headers: {},
  body,
  isTruncated: false,
  signature: { isVerified: false, message: 'not signed' },
  answer: { status: 200, delayMs: 0, retryAfterSeconds: null },
  ...more,
});
const listBodies = (inboxes: Inboxes, token: string): readonly string[] =>
  inboxes.list(token, PLAN).messages.map(({ body }) => body);

test('drops the oldest messages of the largest inbox first when over the budget', () => {
  const inboxes = new Inboxes(SMALL_BUDGET);
  inboxes.record('small', PLAN, createMessage('kept'));
  for (let n = 0; n < 30; n += 1) inboxes.record('large', PLAN, createMessage(`${n} ${'x'.repeat(5000)}`));
  const left = listBodies(inboxes, 'large').map((body) => Number.parseInt(body, 10));
  expect(left.length).toBeGreaterThan(5);
  expect(left).toEqual(left.map((_, index) => 29 - index));
  expect(left.length).toBeLessThan(30);
  expect(listBodies(inboxes, 'small')).toEqual(['kept']);
});

test('drops a message larger than the budget and keeps others', () => {
  const inboxes = new Inboxes(SMALL_BUDGET);
  inboxes.record('a', PLAN, createMessage('x'.repeat(SMALL_BUDGET)));
  expect(listBodies(inboxes, 'a')).toEqual([]);
  inboxes.record('a', PLAN, createMessage('small'));
  expect(listBodies(inboxes, 'a')).toEqual(['small']);
});

test.each([
  ['headers', { headers: { 'x-long': 'x'.repeat(10_000) } }],
  ['event id', { eventId: 'x'.repeat(10_000) }],
  ['event type', { type: 'x'.repeat(10_000) }],
  ['verdict on the signature', { signature: { isVerified: false, message: 'x'.repeat(10_000) } }],
])('counts the %s of a message towards the budget', (_, more) => {
  const inboxes = new Inboxes(SMALL_BUDGET);
  for (let n = 0; n < 20; n += 1) inboxes.record('a', PLAN, createMessage(`${n}`, more));
  expect(listBodies(inboxes, 'a').length).toBeLessThan(10);
});

test('stays within the budget with the right size after any sequence of posts and emptyings', () => {
  const step = fc.record({ token: fc.constantFrom('a', 'b', 'c'), size: fc.nat(30_000), isEmptied: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const inboxes = new Inboxes(SMALL_BUDGET);
      for (const { token, size, isEmptied } of steps) {
        if (isEmptied) inboxes.empty(token);
        else inboxes.record(token, PLAN, createMessage('x'.repeat(size)));
        expect(inboxes.bytes).toBeLessThanOrEqual(SMALL_BUDGET);
      }
      for (const token of ['a', 'b', 'c']) inboxes.empty(token);
      expect(inboxes.bytes).toBe(0);
    }),
    { numRuns: 100, seed: 3 },
  );
});

test('does not count messages of dropped inboxes', () => {
  const inboxes = new Inboxes();
  for (let n = 0; n < 500; n += 1) inboxes.record(`old-${n}`, PLAN, createMessage('x'.repeat(1000)));
  for (let n = 0; n < 500; n += 1) inboxes.record(`new-${n}`, PLAN, createMessage(''));
  expect(listBodies(inboxes, 'old-499')).toEqual([]);
  for (let n = 0; n < 500; n += 1) inboxes.empty(`new-${n}`);
  expect(inboxes.bytes).toBe(0);
});

test('keeps a limited number of messages of any size per inbox', () => {
  const inboxes = new Inboxes();
  for (let n = 0; n <= MAX_MESSAGES; n += 1) inboxes.record('a', PLAN, createMessage(`${n}`));
  expect(listBodies(inboxes, 'a')).toHaveLength(MAX_MESSAGES);
});
