import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getScript, type Shell } from '../commands/completion/scripts.ts';
import { type RunningSandbox, startSandbox } from '../library/start-sandbox.ts';

/* Runs the scripts in the shells themselves. A shell that is not installed is skipped. */

const run = promisify(execFile);

let folder = '';
let sandbox: RunningSandbox;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fleetkit-completion-'));
  symlinkSync(join(import.meta.dirname, '../fleetkit.js'), join(folder, 'fleetkit'));
  sandbox = await startSandbox({ port: 0 });
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await sandbox?.close();
});

/** The program that calls the completion as the shell does, and prints each suggestion in a line. */
const CALLS: Readonly<Record<Shell, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) => [
    '-c',
    `${getScript('bash')}
COMP_WORDS=(fleetkit ${words.map(quote).join(' ')}); COMP_CWORD=${words.length}
_fleetkit; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  zsh: (words) => [
    '-f',
    '-c',
    `compdef() { :; }; _files() { print -l -- *(N) }; compadd() { print -l -- "\${values[@]}" }
${getScript('zsh')}
words=(fleetkit ${words.map(quote).join(' ')}); CURRENT=${words.length + 1}
_fleetkit`,
  ],
  fish: (words) => [
    '--no-config',
    '-c',
    `${getScript('fish')}
complete -C ${quote(['fleetkit', ...words].join(' '))} | string replace -r '\\t.*' ''; true`,
  ],
};

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

async function complete(shell: Shell, ...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(shell, [...CALLS[shell](words)], {
    cwd: join(import.meta.dirname, '../../docs/receivers'),
    env: {
      ...process.env,
      PATH: `${folder}:${join(process.execPath, '..')}:${process.env.PATH}`,
      FLEETKIT_URL: sandbox.url,
      FLEETKIT_KEY: 'sbx-northway-admin',
      HOME: folder,
    },
  });
  return stdout.split('\n').filter((line) => line !== '');
}

const isInstalled = async (shell: Shell): Promise<boolean> =>
  run(shell, ['-c', 'true']).then(
    () => true,
    () => false,
  );

test.for(['bash', 'zsh', 'fish'] as const)(
  '%s completes commands, options, values, ids and files',
  async (shell, { skip }) => {
    skip(!(await isInstalled(shell)), `${shell} is not installed`);
    expect(await complete(shell, 'tri')).toEqual(['trigger']);
    expect(await complete(shell, 'trigger', 'cash_')).toEqual(['cash_low', 'cash_out']);
    expect(await complete(shell, 'trigger', '--termin')).toEqual(['--terminal']);
    expect(await complete(shell, 'conform', '--only', 'auth/missing-key-is-4')).toEqual(['auth/missing-key-is-401']);
    // A completion waits for a sandbox for less than a second, which is not enough while the machine is busy.
    const terminal = ['trigger', 'cash_low', '--terminal', 'NW10431'];
    await vi.waitFor(async () => expect(await complete(shell, ...terminal)).toContain('NW104310'), {
      timeout: 120_000,
    });
    const files = await complete(shell, 'fleet', 'check', '');
    expect(files.map((name) => name.replace(/\/$/, ''))).toContain('node-plain');
  },
);
