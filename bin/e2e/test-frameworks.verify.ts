import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath } from './testing/console-browser.ts';

/*
 * Runs the recipes of docs/testing.md with the packed package and the frameworks of the registry, in an empty project. Takes about two
 * minutes.
 */

const root = join(import.meta.dirname, '../..');
const project = mkdtempSync(join(tmpdir(), 'fleetkit-frameworks-'));
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  NO_COLOR: '1',
  NODE_OPTIONS: '',
};
const FRAMEWORKS = ['vitest@5.1.2', 'jest@30.5.2', '@playwright/test@1.65.1'];

beforeAll(() => {
  const quietly = { cwd: project, env, stdio: 'pipe' } as const;
  execFileSync('npm', ['pack', '--pack-destination', project], { ...quietly, cwd: root });
  const [tarball = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, `./${tarball}`, ...FRAMEWORKS], quietly);
  cpSync(join(root, 'docs/testing'), project, { recursive: true });
}, 600_000);

afterAll(() => rmSync(project, { recursive: true }));

/** Runs a program of the project in a folder of the recipes. Returns both streams of its output. Throws if it fails. */
const run = (folder: string, command: string, more: Readonly<Record<string, string>> = {}): string =>
  execFileSync('sh', ['-c', `${command} 2>&1`], {
    cwd: join(project, folder),
    env: { ...env, PATH: `${join(project, 'node_modules/.bin')}${delimiter}${env.PATH}`, ...more },
    encoding: 'utf8',
  });

test('vitest', { timeout: 300_000 }, () => {
  // The tests of this process must not configure it.
  expect(run('vitest', 'env -u VITEST -u VITEST_WORKER_ID -u VITEST_POOL_ID vitest run')).toContain('3 passed');
});

test('jest with CommonJS', { timeout: 300_000 }, () => {
  expect(run('jest-commonjs', 'jest')).toContain('3 passed');
});

test('jest with ES modules', { timeout: 300_000 }, () => {
  expect(run('jest-esm', 'jest', { NODE_OPTIONS: '--experimental-vm-modules' })).toContain('2 passed');
});

test('node:test', { timeout: 300_000 }, () => {
  expect(run('node-test', 'node --test')).toContain('pass 2');
});

test.skipIf(chromiumPath === undefined)('Playwright', { timeout: 300_000 }, () => {
  // The recipe uses the browser that Playwright downloads; this one is of the system.
  const launch = { executablePath: chromiumPath, args: ['--no-sandbox'] };
  writeFileSync(
    join(project, 'playwright/system.config.ts'),
    `import config from './playwright.config.ts';\nexport default { ...config, use: { launchOptions: ${JSON.stringify(launch)} } };\n`,
  );
  expect(run('playwright', 'playwright test --config system.config.ts --reporter line')).toContain('1 passed');
});
