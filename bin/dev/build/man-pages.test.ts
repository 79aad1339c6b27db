import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sample } from '../../../base/testing/depth.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { createProgram } from '../../command-line.ts';
import { createManPages, type ManPages } from './man-pages.ts';

/* Checks the man pages with the programs that show them: mandoc and man, with groff. A program that is not installed is skipped. */

const folder = mkdtempSync(join(tmpdir(), 'fleetkit-man-'));
let pages: ManPages;
beforeAll(async () => {
  pages = await createManPages('2026-11-29');
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const files = (): readonly string[] => [...pages.keys()].map((name) => join(folder, name));

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('the package lists a page of each command', async () => {
  const program = await createProgram();
  const commands = program.commands.map((command) => `fleetkit-${command.name()}.1`);
  expect([...pages.keys()].sort()).toEqual(
    ['fleetkit.1', ...commands].filter((name) => name !== 'fleetkit-complete.1').sort(),
  );
  expect(packageJson.man).toEqual([...pages.keys()].sort().map((name) => `./dist/man/${name}`));
});

test('mandoc finds no fault', ({ skip }) => {
  if (!isInstalled('mandoc')) skip('mandoc is not installed');
  expect(execFileSync('mandoc', ['-Tlint', '-Wwarning', ...files()], { encoding: 'utf8' })).toBe('');
});

test('man shows options, subcommands, exit codes and examples, and warns of nothing', ({ skip }) => {
  if (!(isInstalled('man') && isInstalled('groff'))) skip('man or groff is not installed');
  const environment = { ...process.env, MANWIDTH: '200', MANROFFOPT: '-c', LC_ALL: 'C.UTF-8' };
  for (const file of sample(files(), 5))
    expect(
      execFileSync('sh', ['-c', `man --warnings -l "${file}" 2>&1 >/dev/null`], { env: environment, encoding: 'utf8' }),
    ).toBe('');
  const shown = execFileSync('sh', ['-c', `man -l "${join(folder, 'fleetkit-conform.1')}" | col -bx`], {
    env: environment,
    encoding: 'utf8',
  });
  for (const text of [
    'fleetkit-conform - check whether a service conforms to the documented interface',
    '-k, --key <name=key>',
    '--timeout <seconds>',
    'maximum time for one request (default: 10)',
    '5   a baseline entry is stale or expired',
    'fleetkit conform compare yesterday.json today.json',
    'fleetkit conform explain [options] <id>',
  ])
    expect(shown).toContain(text);
});
