import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/* Which code `fleetkit.js` runs: in a checkout the bundle, unless a source has changed since the build. */

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fleetkit-choice-'));
  for (const folder of ['bin', 'dist/bin', 'dist/sources']) mkdirSync(join(root, folder), { recursive: true });
  cpSync(join(import.meta.dirname, '../fleetkit.js'), join(root, 'bin/fleetkit.js'));
  write('package.json', '{ "type": "module" }');
  write('bin/cli.ts', "console.log('sources');");
  write('bin/clock.ts', '');
  write('dist/bin/cli.js', "console.log('bundle');");
  writeList('cli', ['bin/cli.ts']);
  writeList('clock', ['bin/cli.ts', 'bin/clock.ts']);
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, content: string): void => writeFileSync(join(root, path), content);

function writeList(name: string, paths: readonly string[]): void {
  const list = paths.map((path) => [path, statSync(join(root, path)).size, statSync(join(root, path)).mtimeMs]);
  write(`dist/sources/${name}.json`, JSON.stringify(list));
}

const run = (...args: string[]): string =>
  execFileSync(process.execPath, [join(root, 'bin/fleetkit.js'), ...args], { encoding: 'utf8' }).trim();

test('runs the bundle while no source has changed', () => {
  expect([run('--help'), run('clock', 'show'), run('help', 'clock'), run('unknown')]).toEqual(Array(4).fill('bundle'));
});

test('runs the sources of a command after one of its sources changed', () => {
  utimesSync(join(root, 'bin/clock.ts'), 1, 1);
  expect([run('--help'), run('clock', 'show'), run('help', 'clock')]).toEqual(['bundle', 'sources', 'sources']);
  write('bin/cli.ts', "console.log('other sources');");
  expect(run('--help')).toBe('other sources');
});

test('runs the sources if a source or the bundle is missing', () => {
  rmSync(join(root, 'bin/clock.ts'));
  expect(run('clock')).toBe('sources');
  rmSync(join(root, 'dist'), { recursive: true });
  expect(run('--help')).toBe('sources');
});

test('runs the bundle of an installed package, which has no sources', () => {
  for (const path of ['bin/cli.ts', 'bin/clock.ts']) rmSync(join(root, path));
  rmSync(join(root, 'dist/sources'), { recursive: true });
  expect([run('--help'), run('clock')]).toEqual(['bundle', 'bundle']);
});

test('reads no list outside its folder', () => {
  write('dist/evil.json', '[["bin/none.ts", 0, 0]]');
  expect(run('../evil')).toBe('bundle');
});
