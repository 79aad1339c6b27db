import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { pinReferences } from './pins.ts';

/* Makes a release in a clone of this checkout. Downloads the dependencies of the package. Takes about two minutes. */

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-release-'));
const clone = join(folder, 'clone');
const { version } = packageJson;

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: clone,
    encoding: 'utf8',
  });

const runRelease = () =>
  spawnSync(process.execPath, ['bin/dev/release/index.ts'], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NO_COLOR: '1' },
  });

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  // The changes of this checkout too, so that the test tries what a developer edits.
  const changes = execFileSync('git', ['diff', '--binary', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (changes !== '') execFileSync('git', ['apply'], { cwd: clone, input: changes });
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n'); // .gitignore matches folders only
});

afterAll(() => rmSync(folder, { recursive: true }));

test('refuses a checkout with changes, and leaves no files', () => {
  writeFileSync(join(clone, 'new.txt'), '');
  const { status, stderr } = runRelease();
  rmSync(join(clone, 'new.txt'));
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^No release: the checkout has \d+ changed or untracked/),
  ]);
  expect(readdirSync(clone)).not.toContain('release');
});

test('makes the package, its bill of materials and checksums, and prints the sizes', async () => {
  const changelog = join(clone, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  writeFileSync(changelog, text.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - 2026-11-02\n`));
  await pinReferences(clone, {
    ...{ actions: 'https://api.example', images: 'https://images.example' },
    fetch: async () =>
      new Response('c'.repeat(40), { headers: { 'Docker-Content-Digest': `sha256:${'d'.repeat(64)}` } }),
  });
  git('add', '--all');
  git('commit', '--quiet', '--no-verify', '--message', 'release');

  const { status, stdout, stderr } = runRelease();
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const release = join(clone, 'release');
  const bill = `fleetkit-${version}.cdx.json`;
  expect(readdirSync(release).sort()).toEqual(['SHA256SUMS', bill, `fleetkit-${version}.tgz`]);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: release });
  const { metadata, components } = JSON.parse(readFileSync(join(release, bill), 'utf8'));
  expect(metadata.component).toMatchObject({ name: 'fleetkit', version });
  const names = components.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(
    expect.arrayContaining([...Object.keys(packageJson.dependencies), 'preact', 'swagger-ui-dist']),
  );
  expect(names).not.toContain('vitest');
  const sizes = [...stdout.matchAll(/^ +(tarball|unpacked|installed) +([\d.]+) MB(?:,.*)?$/gm)];
  expect(sizes.map(([, name]) => name)).toEqual(['tarball', 'unpacked', 'installed']);
  const guide = readFileSync(join(clone, 'docs/shipping.md'), 'utf8');
  for (const [, name, size] of sizes) {
    const stated = new RegExp(`^\\| ${name}[^|]*\\| ([\\d.]+) MB[^|]*\\|$`, 'm').exec(guide)?.[1];
    expect(Math.abs(Number(stated) / Number(size) - 1), `${name}: ${size} MB`).toBeLessThan(0.1);
  }
  expect(stdout).toMatch(/Nothing was published\.\n$/);
  console.log(stdout);
  expect(git('status', '--porcelain')).toBe('');
});
