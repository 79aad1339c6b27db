import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checks,
  defineCheck,
  fail,
  isSuccess,
  pass,
  reports,
  runConformance,
  untestable,
} from '../../conformance/index.ts';
import { readMarkdown } from '../dev/test-documents.ts';
import { type Sandbox, startSandbox } from '../library/index.ts';
import { runFleetkit } from './testing/run-cli.ts';

/*
 * An example: a user's program runs the kit against a deployment and adds a custom check. In a project that has
 * installed the package, the imports are
 *
 *   import { startSandbox } from 'fleetkit';
 *   import { checks, defineCheck, runConformance, … } from 'fleetkit/conformance';
 */

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

/** A rule of the user: every portal names its account. */
const portalNamesItsAccount = defineCheck({
  id: 'acme/portal-names-its-account',
  title: 'The portal names its account',
  clause: { text: 'A portal names the account of the key that opens it.', section: 'House rules 3' },
  level: 'must',
  needs: ['reader'],
  async run({ reader }) {
    const portal = await reader.get('getPortal');
    if (!isSuccess(portal)) return untestable(`${reader.name} opens no portal`, portal);
    if (portal.text.includes('"account_id"')) return pass(portal);
    return fail({ expected: 'an account_id', actual: portal, saw: 'none' });
  },
});

test('runs selected checks and a custom check against a service', async () => {
  const keys = new Map([['admin', sandbox.keys.usr_nw_admin ?? '']]);
  const result = await runConformance({
    target: sandbox.url,
    keys,
    checks: [...checks.filter(({ id }) => id.startsWith('portal/')), portalNamesItsAccount],
  });
  expect(result.exitCode).toBe(0);
  expect(result.results.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['portal/compliance-has-no-endpoint', 'pass'],
    ['portal/holds-the-documented-groups', 'pass'],
    ['portal/shows-the-terminals-of-the-lists', 'pass'],
    ['portal/recent-commands-are-shown', 'pass'],
    ['portal/sections-are-filled-for-every-key', 'untestable'],
    ['portal/recent-transactions-are-listed', 'pass'],
    ['portal/recent-transactions-are-recent', 'pass'],
    ['portal/recent-transactions-are-shown', 'pass'],
    ['acme/portal-names-its-account', 'pass'],
  ]);
  expect(reports.text(result, { colour: false })).toContain('8 passed, 0 failed');
});

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-own-checks-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `fleetkit conform` with a module of custom checks. */
function conformWith(module: string, ...args: string[]) {
  const file = join(folder, `acme-${createHash('sha256').update(module).digest('hex').slice(0, 12)}.ts`);
  const library = pathToFileURL(join(import.meta.dirname, '../../conformance/index.ts')).href;
  writeFileSync(file, module.replace('fleetkit/conformance', library));
  const key = sandbox.keys.usr_nw_admin ?? '';
  return runFleetkit(['conform', sandbox.url, '--key', key, '--checks', file, ...args]);
}

const MODULE = `
import { defineCheck, fail } from 'fleetkit/conformance';
export default [
  defineCheck({
    id: 'acme/portal-is-ours',
    title: 'The portal is one of ours',
    clause: { text: 'Every portal belongs to ACME.' },
    level: 'must',
    needs: ['reader'],
    run: async ({ reader }) => fail({ expected: 'ACME', actual: await reader.get('getPortal'), saw: 'another' }),
  }),
];`;

test('the command line runs custom checks with --checks, and they affect the exit code', async () => {
  const { code, stdout } = await conformWith(MODULE, '--only', 'acme');
  expect(code).toBe(1);
  expect(stdout).toContain('✗ acme/portal-is-ours');
  expect(stdout).toContain('Every portal belongs to ACME. (a custom rule)');
});

test('the example in the guide runs unchanged', async () => {
  const guide = readMarkdown('docs/judging-a-deployment.md');
  const example = guide.fences.find(({ lines }) => lines.some((line) => line.includes('export default [')));
  const { code, stdout } = await conformWith(example?.lines.join('\n') ?? '', '--only', 'acme');
  expect(stdout).toContain('1 passed, 0 failed');
  expect(code).toBe(0);
});

test.each([
  ['nothing', 'export const x = 1;', 'has no default export'],
  ['an empty list', 'export default [];', 'exports no check'],
  ['something else', 'export default [{ id: "acme/x" }];', '"acme/x" has no title'],
  ['a topic of the kit', MODULE.replace('acme/portal', 'portal/portal'), 'a topic of the kit'],
  ['what does not compile', 'export default [', 'cannot be loaded'],
])('a module that exports %s ends with 2, and a sentence', async (_, module, expectedText) => {
  const { code, stderr } = await conformWith(module);
  expect(code).toBe(2);
  expect(stderr).toContain(expectedText);
});
