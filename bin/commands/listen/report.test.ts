import { expect, test } from 'vitest';
import { caller } from '../shared/calls.ts';
import { NoAnswer, type Question, Refused } from '../shared/client.ts';
import { reportAnswer } from './report.ts';

const delivery = { delivery_id: 'dlv_1', attempt_token: 'tok' };
const answer = { status: 200, headers: { a: 'b' }, body: 'said', total_ms: 1 };
const refused = (status: number) => new Refused(`Refused with ${status}`, status, {});

/** A sandbox that answers with these, one after the other; errors are thrown. */
function asking(...answers: readonly unknown[]) {
  const questions: Question[] = [];
  const ask = async (question: Question): Promise<unknown> => {
    const said = answers[questions.push(question) - 1];
    if (said instanceof Error) throw said;
    return said;
  };
  return { call: caller(ask), questions, bodies: () => questions.map(({ body }) => body) };
}

test('a report brings the token and the answer, and the delivery comes back', async () => {
  const { call, questions } = asking({ state: 'delivered' });
  expect(await reportAnswer(call, delivery, answer)).toEqual({ kind: 'taken', delivery: { state: 'delivered' } });
  expect(questions).toMatchObject([
    { method: 'POST', path: 'deliveries/dlv_1/report', body: { attempt_token: 'tok', ...answer } },
  ]);
});

test('a sandbox that has too much to do is asked again', async () => {
  const { call, questions } = asking(refused(429), refused(503), {});
  expect(await reportAnswer(call, delivery, answer, [0, 0, 0])).toEqual({ kind: 'taken', delivery: {} });
  expect(questions).toHaveLength(3);
});

test('for a limited time', async () => {
  const { call, questions } = asking(refused(429), refused(429), refused(429));
  expect(await reportAnswer(call, delivery, answer, [0, 0])).toEqual({
    kind: 'unreachable',
    reason: 'Refused with 429',
  });
  expect(questions).toHaveLength(3);
});

test.each([
  ['over', refused(409), 'over'],
  ['unknown', refused(404), 'unknown'],
  ['unreachable, where nothing answers', new NoAnswer('Nothing answers', 3), 'unreachable'],
  ['unreachable, where the answer was cut off', refused(200), 'unreachable'],
  ['unreachable, where another sandbox is there by now', refused(401), 'unreachable'],
])('an attempt may be %s', async (_what, error, kind) => {
  const { call, questions } = asking(error);
  expect(await reportAnswer(call, delivery, answer)).toMatchObject({ kind });
  expect(questions).toHaveLength(1);
});

test('what the receiver said is left out where it does not fit, and only then', async () => {
  const { call, bodies } = asking(refused(413), {});
  expect(await reportAnswer(call, delivery, answer)).toMatchObject({ kind: 'taken' });
  expect(bodies()[1]).toEqual({ attempt_token: 'tok', status: 200, truncated: true, total_ms: 1 });
  await expect(reportAnswer(asking(refused(422), refused(422)).call, delivery, answer)).rejects.toThrow('422');
});

test('a long reason is cut to what a report takes', async () => {
  const { call, bodies } = asking({});
  await reportAnswer(call, delivery, { error: 'x'.repeat(600), total_ms: 1 });
  expect(bodies()).toEqual([{ attempt_token: 'tok', error: 'x'.repeat(500), total_ms: 1 }]);
});
