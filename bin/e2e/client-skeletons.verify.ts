import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFleetkit } from './testing/run-cli.ts';

/* The skeletons of `client init` in other languages than TypeScript, for each language that is installed. */

const SKELETONS = join(import.meta.dirname, '../commands/client/skeletons');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-skeletons-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Language {
  readonly file: string;
  /** Shows whether the language is installed. */
  readonly probe: readonly string[];
  readonly build?: readonly string[];
  readonly command: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  { file: 'client.py', probe: ['python3', '--version'], command: ['python3', join(folder, 'client.py')] },
  { file: 'client.php', probe: ['php', '--version'], command: ['php', join(folder, 'client.php')] },
  {
    ...{ file: 'client.go', probe: ['go', 'version'], command: [join(folder, 'client')] },
    build: ['go', 'build', '-o', join(folder, 'client'), join(folder, 'client.go')],
  },
  {
    ...{ file: 'Client.java', probe: ['javac', '-version'], command: ['java', '-cp', folder, 'Client'] },
    build: ['javac', '-d', folder, join(folder, 'Client.java')],
  },
];

const run = ([program = '', ...args]: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};

test.each(LANGUAGES.filter(({ probe }) => run(probe)))(
  'the skeleton $file passes every lesson',
  { timeout: 400_000 },
  async ({ file, build, command }) => {
    copyFileSync(join(SKELETONS, file), join(folder, file));
    if (build !== undefined) expect(run(build)).toBe(true);
    const { code, stdout } = await runFleetkit(['client', 'check', '--format', 'json', '--', ...command]);
    const { lessons } = JSON.parse(stdout);
    const isPassed = ({ outcome }: { readonly outcome: string }): boolean => outcome === 'passed';
    expect(lessons.filter((lesson: { readonly outcome: string }) => !isPassed(lesson))).toEqual([]);
    expect(code).toBe(0);
  },
);
