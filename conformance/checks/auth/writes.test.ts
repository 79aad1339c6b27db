import { expect, test } from 'vitest';
import { makeJsonResponse } from '../../../lab/mutants/proxy-helpers.ts';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { run } from '../../engine/runner.ts';
import type { Transport } from '../../http/client.ts';
import type { KeyExpectations } from '../../relations/key-expectations.ts';
import { checks } from '../index.ts';

const NOTHING_TO_SETTLE = makeJsonResponse(422, { title: 'Nothing to settle', status: 422 });

/** A correct target that refuses derivations to these keys because of the data. */
function refuseDerivations(isRefused: (key: string | undefined) => boolean): Transport {
  const honest = honestTarget();
  return (request) => {
    const key = request.headers.find(([name]) => name.toLowerCase() === 'x-api-key')?.[1];
    const isDerivation = request.method === 'POST' && request.url.endsWith('/settlements/derive');
    return isDerivation && isRefused(key) ? Promise.resolve(NOTHING_TO_SETTLE) : honest(request);
  };
}

const runOn = async (
  transport: Transport,
  ids = ['auth/writes-refused-change-nothing', 'auth/writes-need-more-privilege'],
  expectations: KeyExpectations = new Map(),
) => {
  const { results } = await run({
    target: 'http://target.test',
    keys: HONEST_KEYS,
    transport,
    checks: checks.filter(({ id }) => ids.includes(id)),
    allowWrites: true,
    expectations,
  });
  const ofDerivations = results.map(({ cases }) => cases.find(({ name }) => name.includes('/settlements/derive')));
  return Object.fromEntries(results.map(({ id, outcome }, index) => [id, [outcome, ofDerivations[index]?.reason]]));
};

test('a read-only key that is refused with 403 cannot write', async () => {
  expect(await runOn(honestTarget())).toEqual({
    'auth/writes-refused-change-nothing': ['pass', undefined],
    'auth/writes-need-more-privilege': ['pass', undefined],
  });
});

test('a refusal because of the data does not prove that a key that sees less cannot write', async () => {
  const clerk = HONEST_KEYS.get('clerk');
  expect(await runOn(refuseDerivations((key) => key === clerk))).toEqual({
    'auth/writes-refused-change-nothing': ['untestable', expect.stringContaining('proves nothing')],
    'auth/writes-need-more-privilege': ['untestable', expect.stringContaining('proves nothing')],
  });
});

test('a body that is refused to every key proves nothing', async () => {
  expect(await runOn(refuseDerivations(() => true))).toEqual({
    'auth/writes-refused-change-nothing': ['untestable', expect.stringContaining('may only read')],
    'auth/writes-need-more-privilege': ['untestable', expect.stringContaining('may only read')],
  });
});

test('a derivation that is accepted as a form only proves the refusal without a key', async () => {
  const honest = honestTarget();
  const takesForms: Transport = (request) => {
    if (request.method !== 'POST' || !request.url.endsWith('/settlements/derive')) return honest(request);
    const isForm = request.headers.some(([, value]) => value.includes('form-urlencoded'));
    if (!isForm) return Promise.resolve(makeJsonResponse(400, { title: 'The body is not valid', status: 400 }));
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return honest({ ...request, headers: [...headers, ['Content-Type', 'application/json']], body: '{}' });
  };
  expect(await runOn(takesForms, ['auth/writes-need-a-key'])).toEqual({
    'auth/writes-need-a-key': ['pass', undefined],
  });
});

/** A correct target that accepts no body of a dispute: keys that may write learn only that the body is not valid. */
const refusesEachDispute: Transport = async (request) => {
  const answer = await honestTarget()(request);
  const isDispute = request.method === 'POST' && request.url.endsWith('/disputes');
  const isAboutCaller = answer.status === 401 || answer.status === 403;
  return isDispute && !isAboutCaller ? makeJsonResponse(400, { title: 'The body is not valid', status: 400 }) : answer;
};

test('a caller that is refused alike for all bodies is refused for its key or its role', async () => {
  const ids = ['auth/writes-need-a-key', 'auth/writes-need-more-privilege', 'auth/writes-refused-change-nothing'];
  const outcomes = Object.entries(
    await runOn(refusesEachDispute, ids, new Map([['clerk', { mayOnlyRead: true }]])),
  ).map(([id, [outcome]]) => [id, outcome]);
  expect(Object.fromEntries(outcomes)).toEqual({
    'auth/writes-need-a-key': 'pass',
    'auth/writes-need-more-privilege': 'pass',
    'auth/writes-refused-change-nothing': 'untestable',
  });
});

test('an administrator is not required to write if every key may only read', async () => {
  const { results } = await run({
    target: 'http://target.test',
    keys: HONEST_KEYS,
    transport: honestTarget(),
    checks: checks.filter(({ id }) => id === 'auth/an-administrator-may-write'),
    expectations: new Map([...HONEST_KEYS.keys()].map((name) => [name, { mayOnlyRead: true }])),
    allowWrites: true,
  });
  expect(results.map(({ outcome }) => outcome)).toEqual(['not-applicable']);
});
