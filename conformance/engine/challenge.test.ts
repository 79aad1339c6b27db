import { expect, test } from 'vitest';
import type { Transport } from '../http/client.ts';
import { fail, pass } from '../index.ts';
import type { Check } from './check.ts';
import { run } from './runner.ts';

const LISTS: Readonly<Record<string, unknown>> = {
  'k-own': { items: [{ id: 'T-100001' }] },
  'k-foreign': { items: [{ id: 'T-100001' }, { id: 'T-200002' }] },
};

/** A target with one list, which differs by key. */
const transport: Transport = async ({ url, headers }) => {
  const key = headers.find(([name]) => name === 'X-API-Key')?.[1] ?? '';
  const list = url.endsWith('/v1/locations') ? LISTS[key] : undefined;
  return {
    status: list === undefined ? 404 : 200,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(list ?? {})),
  };
};

/** A check that reads the list of each key, and fails for a foreign terminal only if it looks at it. */
const createCheck = ({ looks }: { readonly looks: boolean }): Check => ({
  id: `scope/${looks ? 'attentive' : 'blind'}`,
  title: 'A key gets no foreign terminal',
  level: 'must',
  clause: 'scope.response',
  needs: ['readers'],
  run: async ({ readers }) => {
    const answers = [];
    for (const reader of readers) answers.push(await reader.get('listLocations'));
    const leak = answers.find(({ text, request }) => looks && request.caller === 'own' && text.includes('T-200002'));
    const [first, ...others] = answers;
    if (first === undefined) throw new Error('no reader');
    return leak === undefined ? pass(first, ...others) : fail({ expected: 'only own terminals', actual: leak });
  },
});

const challenge = async (one: Check) => {
  const keys = new Map([
    ['own', 'k-own'],
    ['other', 'k-foreign'],
  ]);
  const result = await run({ target: 'http://target.test', keys, checks: [one], transport, challenge: true });
  return result.results[0];
};

test('keeps a pass that notices the response to another caller', async () => {
  expect(await challenge(createCheck({ looks: true }))).toMatchObject({
    outcome: 'pass',
    challenged: { tried: 1, noticed: 1, unnoticed: [] },
  });
});

test('withdraws a pass that notices no change, and names the changes', async () => {
  expect(await challenge(createCheck({ looks: false }))).toMatchObject({
    outcome: 'inconclusive',
    reason: 'not verified: would not have noticed the response to another caller at GET /v1/locations',
    challenged: { tried: 1, noticed: 0 },
  });
});
