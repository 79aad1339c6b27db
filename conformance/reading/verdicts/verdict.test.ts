import { expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../../../lab/targets/honest-target.ts';
import { createClient } from '../../http/client.ts';
import {
  type Case,
  Concluded,
  catchConcluded,
  combineCases,
  fail,
  findWorstOutcome,
  forEach,
  forEachTestable,
  inconclusive,
  pass,
  untestable,
} from './verdict.ts';

const client = createClient({ baseUrl: 'http://target.test', transport: honestTarget(), keys: HONEST_KEYS });
const exchange = await client.session().withoutKey().get('getBrandingStatus');

const passing: Case = { name: 'a', verdict: pass(exchange) };
const failing: Case = { name: 'b', verdict: fail({ expected: 'x', actual: exchange }) };
const missing: Case = { name: 'c', verdict: untestable('no data') };

test('findWorstOutcome returns the worst outcome, and ranks an unverified one below a pass', () => {
  expect(findWorstOutcome(['pass', 'untestable', 'warning'])).toBe('untestable');
  expect(findWorstOutcome(['inconclusive', 'fail', 'pass'])).toBe('fail');
  expect(findWorstOutcome(['fail', 'error'])).toBe('error');
  expect(findWorstOutcome(['not-applicable', 'pass'])).toBe('pass');
});

test('forEach without subjects is untestable', async () => {
  expect(findWorstOutcome([])).toBe('untestable');
  expect(await forEach([], String, () => pass(exchange))).toMatchObject({ kind: 'untestable' });
});

test('forEach counts an untestable subject, and forEachTestable ignores it', async () => {
  const judge = (subject: string) => (subject === 'b' ? untestable('no data') : pass(exchange));
  expect((await forEach(['a', 'b'], String, judge)).kind).toBe('untestable');
  expect((await forEachTestable(['a', 'b'], String, judge)).kind).toBe('pass');
  expect((await forEachTestable(['b'], String, judge)).kind).toBe('untestable');
});

test("combineCases ignores an untestable case with 'any', and counts it with 'all'", () => {
  expect(combineCases([passing, missing], 'all').kind).toBe('untestable');
  expect(combineCases([passing, missing], 'any').kind).toBe('pass');
  expect(combineCases([missing], 'any').kind).toBe('untestable');
});

test('combineCases returns the failure of a failing case with its exchange', () => {
  for (const enough of ['all', 'any'] as const) {
    expect(combineCases([passing, missing, failing], enough)).toMatchObject({ kind: 'fail', actual: exchange });
  }
});

test('combineCases keeps all cases, including ignored ones', () => {
  expect(combineCases([passing, missing], 'any').cases).toEqual([passing, missing]);
});

test('catchConcluded returns the verdict of a thrown Concluded, and rethrows other errors', async () => {
  const verdict = inconclusive('moved');
  expect(
    await catchConcluded(() => {
      throw new Concluded(verdict);
    }),
  ).toBe(verdict);
  const defect = new Error('a defect');
  await expect(
    catchConcluded(() => {
      throw defect;
    }),
  ).rejects.toBe(defect);
});

test('a pass without an exchange does not compile', () => {
  // @ts-expect-error a pass needs evidence
  expect(pass().evidence).toEqual([]);
});
