import { expect, test } from 'vitest';
import { HONEST_KEYS, honestTarget } from '../lab/targets/honest-target.ts';
import { run } from './engine/runner.ts';
import { defineCheck, findDefinitionProblem } from './own-checks.ts';
import { fail, pass } from './reading/verdicts/verdict.ts';

const portalIsRead = {
  id: 'acme/portal-is-read',
  title: 'The portal can be read',
  clause: { text: 'Our customers see their portal.', section: 'Contract 7.2' },
  level: 'must',
  needs: ['reader'],
} as const;

const runCheck = (check: ReturnType<typeof defineCheck>) =>
  run({ target: 'http://target.test', keys: HONEST_KEYS, transport: honestTarget(), checks: [check] });

test('runs a custom check, and reports its rule', async () => {
  const check = defineCheck({ ...portalIsRead, run: async ({ reader }) => pass(await reader.get('getPortal')) });
  const { results, exitCode } = await runCheck(check);
  expect(exitCode).toBe(0);
  expect(results).toMatchObject([
    {
      outcome: 'pass',
      decides: true,
      covers: [],
      clause: { text: 'Our customers see their portal.', section: 'Contract 7.2', isDocumented: false, isOwn: true },
    },
  ]);
});

test('a failure of a custom check decides the run', async () => {
  const check = defineCheck({
    ...portalIsRead,
    run: async ({ reader }) => fail({ expected: 'x', actual: await reader.get('getPortal') }),
  });
  expect((await runCheck(check)).exitCode).toBe(1);
});

test('a custom check without a verdict is an error that names it', async () => {
  const given: unknown = undefined;
  const check = defineCheck({ ...portalIsRead, run: async () => given as ReturnType<typeof pass> }); // written without types
  const { results, exitCode } = await runCheck(check);
  expect([exitCode, results[0]?.reason]).toEqual([70, 'the check "acme/portal-is-read" returned no verdict']);
});

test.each<[unknown, RegExp]>([
  [undefined, /an object, not undefined/],
  [{ ...portalIsRead, id: 'scope/mine' }, /a topic of the kit.*acme:scope\/mine/],
  [{ ...portalIsRead, id: 'Portal Is Read' }, /must have the form/],
  [{ ...portalIsRead, id: undefined }, /the id \(missing\)/],
  [{ ...portalIsRead, title: '' }, /no title/],
  [{ ...portalIsRead, clause: 'portal.got' }, /no clause/],
  [{ ...portalIsRead, level: 'shall' }, /"shall"; expected must, should or may/],
  [{ ...portalIsRead, needs: 'reader' }, /has no list `needs`/],
  [{ ...portalIsRead, needs: ['raeder'] }, /"raeder", which is unknown; expected .*reader/],
  [portalIsRead, /no function run/],
])('findDefinitionProblem rejects %j', (value, expectedText) => {
  expect(findDefinitionProblem(value)).toMatch(expectedText);
});

test('accepts a topic of the kit with a prefix, and clauses of the contract', () => {
  const run = async () => undefined;
  expect(findDefinitionProblem({ ...portalIsRead, id: 'acme:scope/mine', run })).toBeUndefined();
  expect(findDefinitionProblem({ ...portalIsRead, clause: 'portal.get', run })).toBeUndefined();
});
