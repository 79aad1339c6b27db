import { expect, test } from 'vitest';
import { createClient } from '../http/client.ts';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import {
  type Case,
  Concluded,
  concluding,
  fail,
  forEach,
  inconclusive,
  pass,
  rollUp,
  untestable,
  worstOf,
} from './verdict.ts';

const client = createClient({ baseUrl: 'http://target.test', transport: honestTarget(), keys: HONEST_KEYS });
const exchange = await client.session().withoutKey().get('getBrandingStatus');

const passing: Case = { name: 'a', verdict: pass(exchange) };
const failing: Case = { name: 'b', verdict: fail({ expected: 'x', actual: exchange }) };
const missing: Case = { name: 'c', verdict: untestable('no data') };

test('the worst outcome wins, and what could not be verified is worse than a pass', () => {
  expect(worstOf(['pass', 'untestable', 'warning'])).toBe('untestable');
  expect(worstOf(['inconclusive', 'fail', 'pass'])).toBe('fail');
  expect(worstOf(['fail', 'error'])).toBe('error');
  expect(worstOf(['not-applicable', 'pass'])).toBe('pass');
});

test('a loop over nothing is untestable', async () => {
  expect(worstOf([])).toBe('untestable');
  expect(await forEach([], String, () => pass(exchange))).toMatchObject({ kind: 'untestable' });
});

test('one case that could not be tested spoils a pass where each is needed, and none where one is enough', () => {
  expect(rollUp([passing, missing], 'all').kind).toBe('untestable');
  expect(rollUp([passing, missing], 'any').kind).toBe('pass');
  expect(rollUp([missing], 'any').kind).toBe('untestable');
});

test('a failing case wins either way and its exchange is the one to repeat', () => {
  for (const enough of ['all', 'any'] as const) {
    expect(rollUp([passing, missing, failing], enough)).toMatchObject({ kind: 'fail', actual: exchange });
  }
});

test('the roll-up keeps every case, also those it set aside', () => {
  expect(rollUp([passing, missing], 'any').cases).toEqual([passing, missing]);
});

test('a helper can end a case, and other errors go on', async () => {
  const verdict = inconclusive('moved');
  expect(
    await concluding(() => {
      throw new Concluded(verdict);
    }),
  ).toBe(verdict);
  const defect = new Error('a defect');
  await expect(
    concluding(() => {
      throw defect;
    }),
  ).rejects.toBe(defect);
});

test('a pass without an exchange does not compile', () => {
  // @ts-expect-error evidence is what makes a pass
  expect(pass().evidence).toEqual([]);
});
