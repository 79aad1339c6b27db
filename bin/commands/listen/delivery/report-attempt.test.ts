import { expect, test } from 'vitest';
import { createCall } from '../../../control/control-plane.ts';
import type { ControlRequest } from '../../../control/control-request.ts';
import { RequestFailure, RequestRefused } from '../../shared/client.ts';
import { postAttemptReport } from './report-attempt.ts';

const delivery = { delivery_id: 'dlv_1', attempt_token: 'tok' };
const answer = { status: 200, headers: { a: 'b' }, body: 'ok', total_ms: 1 };
const createRefusal = (status: number) => new RequestRefused(`Refused with ${status}`, status, {});

/** Returns a `CallOperation` that replies with these values in order. Throws the errors among them. */
function createScriptedCall(...answers: readonly unknown[]) {
  const questions: ControlRequest[] = [];
  const send = async (question: ControlRequest): Promise<unknown> => {
    const reply = answers[questions.push(question) - 1];
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { call: createCall(send), questions, bodies: () => questions.map(({ body }) => body) };
}

test('sends the token and the response, and returns the delivery', async () => {
  const { call, questions } = createScriptedCall({ state: 'delivered' });
  expect(await postAttemptReport(call, { delivery, answer })).toEqual({
    kind: 'taken',
    delivery: { state: 'delivered' },
  });
  expect(questions).toMatchObject([
    { method: 'POST', path: 'deliveries/dlv_1/report', body: { attempt_token: 'tok', ...answer } },
  ]);
});

test('repeats the report if the sandbox is busy', async () => {
  const { call, questions } = createScriptedCall(createRefusal(429), createRefusal(503), {});
  expect(await postAttemptReport(call, { delivery, answer }, [0, 0, 0])).toEqual({ kind: 'taken', delivery: {} });
  expect(questions).toHaveLength(3);
});

test('stops repeating the report after the last delay', async () => {
  const { call, questions } = createScriptedCall(createRefusal(429), createRefusal(429), createRefusal(429));
  expect(await postAttemptReport(call, { delivery, answer }, [0, 0])).toEqual({
    kind: 'unreachable',
    reason: 'Refused with 429',
  });
  expect(questions).toHaveLength(3);
});

test.each([
  ['over', createRefusal(409), 'over'],
  ['unknown', createRefusal(404), 'unknown'],
  ['unreachable, without a response', new RequestFailure('Nothing answers', 3), 'unreachable'],
  ['unreachable, after a truncated response', createRefusal(200), 'unreachable'],
  ['unreachable, if another sandbox runs at the address', createRefusal(401), 'unreachable'],
])('returns %s', async (_what, error, kind) => {
  const { call, questions } = createScriptedCall(error);
  expect(await postAttemptReport(call, { delivery, answer })).toMatchObject({ kind });
  expect(questions).toHaveLength(1);
});

test('omits the response body only if the report is too large', async () => {
  const { call, bodies } = createScriptedCall(createRefusal(413), {});
  expect(await postAttemptReport(call, { delivery, answer })).toMatchObject({ kind: 'taken' });
  expect(bodies()[1]).toEqual({ attempt_token: 'tok', status: 200, truncated: true, total_ms: 1 });
  await expect(
    postAttemptReport(createScriptedCall(createRefusal(422), createRefusal(422)).call, { delivery, answer }),
  ).rejects.toThrow('422');
});

test('truncates a long error to the limit of a report', async () => {
  const { call, bodies } = createScriptedCall({});
  await postAttemptReport(call, { delivery, answer: { error: 'x'.repeat(600), total_ms: 1 } });
  expect(bodies()).toEqual([{ attempt_token: 'tok', error: 'x'.repeat(500), total_ms: 1 }]);
});
