import { assert, asyncProperty, integer } from 'fast-check';
import { expect, test } from 'vitest';
import { checkReceiver } from './check-receiver.ts';
import type { Answer } from './courier.ts';
import type { ReceiverResult } from './result.ts';
import { idsOf, SECRET } from './testing/check-one.ts';
import { answer, type Came, NOW_MS, resultOf } from './testing/in-memory.ts';

const correct = ({ isGenuine, method }: Came): Answer => answer(method !== 'POST' ? 405 : isGenuine ? 204 : 401);

const outcomeOf = ({ probes }: ReceiverResult, id: string) => probes.find((probe) => probe.id === id);

test('a correct receiver passes all that shows from outside', async () => {
  const result = await resultOf(correct);
  expect(idsOf(result, 'fail')).toEqual([]);
  expect(idsOf(result, 'skipped')).toEqual(['one-effect', 'forged-first']);
  expect([result.exitCode, result.exitReason]).toEqual([0, 'every must was kept']);
});

test('no seed makes a correct receiver fail', async () => {
  const seeds = asyncProperty(integer({ min: 0, max: 999_999_999 }), async (seed) => {
    expect(idsOf(await resultOf(correct, { seed }), 'fail')).toEqual([]);
  });
  await assert(seeds, { numRuns: 25 });
});

test('advice is given, and does not decide', async () => {
  const result = await resultOf((came) => (came.body.includes('cassette_polished') ? answer(400) : correct(came)));
  expect(idsOf(result, 'fail')).toEqual(['unknown-type']);
  expect(result.exitCode).toBe(0);
});

test.each([
  [301, /leads on to another/],
  [410, /stop for good/],
  [429, /limits how fast/],
  [500, /exception is not caught/],
])('a refusal by %i is none, and has a hint of its own', async (status, words) => {
  const result = await resultOf((came) => (came.isGenuine ? correct(came) : answer(status)));
  const found = outcomeOf(result, 'wrong-secret');
  expect(found?.failure?.usual.words).toMatch(words);
  expect([found?.outcome, found?.failure?.matters]).toEqual(['fail', null]);
  expect(result.exitCode).toBe(1);
});

test('a forged delivery that is taken is explained by the probe itself', async () => {
  const result = await resultOf((came) => (came.body.includes('acct_somebody_else') ? answer(200) : correct(came)));
  expect(outcomeOf(result, 'tampered-body')?.failure).toMatchObject({ expected: '4xx', came: '200' });
  expect(outcomeOf(result, 'tampered-body')?.failure?.usual.line).toContain('verify(req)');
  expect(idsOf(result, 'fail')).toEqual(['tampered-body']);
});

test('of several deliveries those are named that went wrong', async () => {
  const result = await resultOf((came) => (/"type":"cash_(low|out)"/.test(came.body) ? answer(500) : correct(came)));
  expect(outcomeOf(result, 'every-type')?.failure?.came).toBe('500 for cash_low; 500 for cash_out');
});

test('a receiver that ends midway is told so in one sentence', async () => {
  let isGone = false;
  const result = await resultOf((came) => {
    isGone ||= !came.headers.some(([name]) => name === 'webhook-signature');
    return isGone ? { kind: 'unreachable', words: 'nothing listens there' } : correct(came);
  });
  expect(result.remarks).toHaveLength(1);
  expect(result.remarks[0]?.says).toMatch(/^Nothing was taken any more after the probe valid: /);
  expect(result.remarks[0]?.probes).toEqual(idsOf(result, 'fail'));
});

test('only some probes are sent when only these are asked for, and the control', async () => {
  const sent: string[] = [];
  const result = await checkReceiver({
    url: 'https://hooks.example',
    send: async (delivery) => {
      sent.push(delivery.method);
      return answer(204);
    },
    secret: SECRET,
    only: ['get'],
    now: () => NOW_MS,
  });
  expect(result.probes.map(({ id }) => id)).toEqual(['valid', 'get']);
  expect(sent).toEqual(['POST', 'GET']);
});

test('probes of effects are skipped when the effects cannot be counted, with the reason', async () => {
  const result = await checkReceiver({
    url: 'https://hooks.example',
    send: async () => answer(204),
    secret: SECRET,
    only: ['one-effect'],
    effects: () => Promise.reject(new Error('the page is gone; expected a number')),
  });
  const found = outcomeOf(result, 'one-effect');
  expect([found?.outcome, found?.reason]).toEqual(['skipped', 'the page is gone; expected a number']);
  expect(result.exitCode).toBe(0);
});

test.each([
  [409, 'advice', 0],
  [500, 'must', 1],
])('a repeat that is answered with %i fails at level %s', async (status, level, exitCode) => {
  const seen = new Set<string>();
  const result = await resultOf((came) => {
    const [, id = ''] = came.headers.find(([name]) => name === 'webhook-id') ?? [];
    const isRepeat = seen.has(id);
    if (came.isGenuine) seen.add(id);
    return came.isGenuine && isRepeat ? answer(status) : correct(came);
  });
  expect(outcomeOf(result, 'same-id-twice')).toMatchObject({ outcome: 'fail', level });
  expect(result.exitCode).toBe(exitCode);
});

test('a secret of another form is refused before anything is sent, and not repeated', async () => {
  const options = {
    url: 'https://hooks.example',
    send: () => Promise.reject(new Error('nothing was to be sent')),
    secret: 'not base64!',
  };
  await expect(checkReceiver(options)).rejects.toThrow(/^the secret has the wrong format/);
  await expect(checkReceiver(options)).rejects.not.toThrow('not base64!');
});

test('a URL that is none is refused before anything is sent', async () => {
  await expect(checkReceiver({ url: 'hooks', secret: SECRET })).rejects.toThrow(TypeError);
});
