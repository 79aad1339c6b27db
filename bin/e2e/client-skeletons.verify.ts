import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runFleetkit } from './testing/run-cli.ts';

/* The skeletons of `client init` in other languages than TypeScript, which are also the recipes of docs/client.md, for each language that is installed. */

const CLIENTS = join(import.meta.dirname, '../../docs/clients');
const output = mkdtempSync(join(tmpdir(), 'fleetkit-skeletons-'));
afterAll(() => rmSync(output, { recursive: true }));

interface Language {
  /** The folder in `docs/clients/`. */
  readonly folder: string;
  readonly file: string;
  /** Shows whether the language is installed. */
  readonly probe: readonly string[];
  readonly build?: readonly string[];
  readonly command: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    folder: 'python',
    file: 'client.py',
    probe: ['python3', '--version'],
    command: ['python3', join(output, 'client.py')],
  },
  { folder: 'php', file: 'client.php', probe: ['php', '--version'], command: ['php', join(output, 'client.php')] },
  {
    ...{ folder: 'go', file: 'client.go', probe: ['go', 'version'], command: [join(output, 'client')] },
    build: ['go', 'build', '-o', join(output, 'client'), join(output, 'client.go')],
  },
  {
    ...{
      folder: 'java',
      file: 'Client.java',
      probe: ['javac', '-version'],
      command: ['java', '-cp', output, 'Client'],
    },
    build: ['javac', '-d', output, join(output, 'Client.java')],
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
  async ({ folder, file, build, command }) => {
    copyFileSync(join(CLIENTS, folder, file), join(output, file));
    if (build !== undefined) expect(run(build)).toBe(true);
    const { code, stdout } = await runFleetkit(['client', 'check', '--format', 'json', '--', ...command]);
    const { lessons } = JSON.parse(stdout);
    const isPassed = ({ outcome }: { readonly outcome: string }): boolean => outcome === 'passed';
    expect(lessons.filter((lesson: { readonly outcome: string }) => !isPassed(lesson))).toEqual([]);
    expect(code).toBe(0);
  },
);
