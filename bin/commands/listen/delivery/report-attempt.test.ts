import { expect, test } from 'vitest';
import { type ControlRequest, RequestFailure, RequestRefused } from '../../shared/client.ts';
import { createCall } from '../../shared/control-plane.ts';
import { postAttemptReport } from './report-attempt.ts';

const delivery = { delivery_id: 'dlv_1', attempt_token: 'tok' };
const answer = { status: 200, headers: { a: 'b' }, body: 'ok', total_ms: 1 };
const refused = (status: number) => new RequestRefused(`Refused with ${status}`, status, {});

/** Returns a `CallOperation` that replies with these values in order. Throws the errors among them. */
function asking(...answers: readonly unknown[]) {
  const questions: ControlRequest[] = [];
  const ask = async (question: ControlRequest): Promise<unknown> => {
    const reply = answers[questions.push(question) - 1];
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { call: createCall(ask), questions, bodies: () => questions.map(({ body }) => body) };
}

test('sends the token and the response, and returns the delivery', async () => {
  const { call, questions } = asking({ state: 'delivered' });
  expect(await postAttemptReport(call, { delivery, answer })).toEqual({
    kind: 'taken',
    delivery: { state: 'delivered' },
  });
  expect(questions).toMatchObject([
    { method: 'POST', path: 'deliveries/dlv_1/report', body: { attempt_token: 'tok', ...answer } },
  ]);
});

test('repeats the report if the sandbox is busy', async () => {
  const { call, questions } = asking(refused(429), refused(503), {});
  expect(await postAttemptReport(call, { delivery, answer }, [0, 0, 0])).toEqual({ kind: 'taken', delivery: {} });
  expect(questions).toHaveLength(3);
});

test('stops repeating the report after the last delay', async () => {
  const { call, questions } = asking(refused(429), refused(429), refused(429));
  expect(await postAttemptReport(call, { delivery, answer }, [0, 0])).toEqual({
    kind: 'unreachable',
    reason: 'Refused with 429',
  });
  expect(questions).toHaveLength(3);
});

test.each([
  ['over', refused(409), 'over'],
  ['unknown', refused(404), 'unknown'],
  ['unreachable, without a response', new RequestFailure('Nothing answers', 3), 'unreachable'],
  ['unreachable, after a truncated response', refused(200), 'unreachable'],
  ['unreachable, if another sandbox runs at the address', refused(401), 'unreachable'],
])('returns %s', async (_what, error, kind) => {
  const { call, questions } = asking(error);
  expect(await postAttemptReport(call, { delivery, answer })).toMatchObject({ kind });
  expect(questions).toHaveLength(1);
});

test('omits the response body only if the report is too large', async () => {
  const { call, bodies } = asking(refused(413), {});
  expect(await postAttemptReport(call, { delivery, answer })).toMatchObject({ kind: 'taken' });
  expect(bodies()[1]).toEqual({ attempt_token: 'tok', status: 200, truncated: true, total_ms: 1 });
  await expect(postAttemptReport(asking(refused(422), refused(422)).call, { delivery, answer })).rejects.toThrow('422');
});

test('truncates a long error to the limit of a report', async () => {
  const { call, bodies } = asking({});
  await postAttemptReport(call, { delivery, answer: { error: 'x'.repeat(600), total_ms: 1 } });
  expect(bodies()).toEqual([{ attempt_token: 'tok', error: 'x'.repeat(500), total_ms: 1 }]);
});
